/** What a client makes of a file on its way to Heat (python-heatclient: `template_utils.py`, heat/common/template_format.py). */

import { dataOf } from '../../heat/values/data.ts'
import { jsonText, parseJson } from '../../heat/values/json-text.ts'
import { Failure, isList, isMap, type Value } from '../../heat/values/value.ts'
import { orFailure } from '../../meaning/failing.ts'
import { readDocument } from '../../text/document/document.ts'

const versionKeys = ['heat_template_version', 'HeatTemplateFormatVersion', 'AWSTemplateFormatVersion']

/** What Python takes for blank at the ends of a string. */
const blank = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** Where a string ends without blanks: a block at the end of a template loses its last line break (`template_format.parse`). */
function endOf(text: string): number {
  let end = text.length
  while (end > 0 && blank.test(text.charAt(end - 1))) end -= 1
  return end
}

function asRead(text: string): string {
  let start = 0
  while (start < text.length && blank.test(text.charAt(start))) start += 1
  return text.slice(start, Math.max(start, endOf(text)))
}

/** What a client reads of a file; undefined for what is neither YAML nor JSON. */
export function parsed(bytes: Uint8Array, as: 'template' | 'environment'): Value | undefined {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  const source = as === 'template' ? asRead(text) : text
  if (as === 'template' && source.startsWith('{')) return asJson(source)
  const reading = readDocument(source)
  if (!('document' in reading)) return undefined
  const { root } = reading.document
  return root === undefined ? null : dataOf(root)
}

/** Whether it is YAML for Heat. */
export function readable(bytes: Uint8Array): boolean {
  const text = textOf(bytes)
  return text !== undefined && 'document' in readDocument(text)
}

/** The client, unlike Heat, reads no YAML that begins like JSON. */
function asJson(source: string): Value | undefined {
  const data = orFailure(() => parseJson(source))
  return data instanceof Failure ? undefined : data
}

/** `template_utils.is_template`: Python's `in` finds the words in strings and lists as well. */
export function isTemplate(data: Value | undefined): data is Value {
  return versionKeys.some((key) =>
    isMap(data) ? data.has(key) : (isList(data) || typeof data === 'string') && data.includes(key),
  )
}

/** Undefined for what is not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const encoded = (text: string) => new TextEncoder().encode(text)

/** What is no UTF-8 is sent as lines of Base64 (`base64.encodebytes`). */
export function contentOf(bytes: Uint8Array): string {
  const text = textOf(bytes)
  if (text !== undefined) return text
  const binary = [...bytes].map((byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replace(/.{1,76}/g, '$&\n')
}

/** A file as Heat gets it: a template without blanks at its end, and as JSON where `get_file` asks for its content. */
export function asSent(bytes: Uint8Array, as: 'template' | 'content'): Uint8Array {
  const text = textOf(bytes)
  if (text === undefined) return as === 'content' ? encoded(contentOf(bytes)) : bytes
  if (as === 'template') return encoded(text.slice(0, endOf(text)))
  // Only what has the word can be a template.
  const data = versionKeys.some((key) => text.includes(key)) ? parsed(bytes, 'template') : undefined
  return isTemplate(data) ? encoded(jsonText(data, 'as it is')) : bytes
}
