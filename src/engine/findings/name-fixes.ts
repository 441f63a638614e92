/** Fixes of unknown names, as edits of the source. */

import type { HotParameterType } from '../../heat/dialects.ts'
import { type Instead, isSlip } from '../../heat/near-names.ts'
import { sectionEntry } from '../../heat/sections.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { lineEnding } from '../../text/document/document.ts'
import {
  childrenOf,
  childStart,
  childValue,
  type Entry,
  type Node,
  nodeStart,
  textRange,
} from '../../text/document/node.ts'
import { mapOf, stringOf } from '../../text/document/read.ts'
import { lineStartOf } from '../../text/yaml/position.ts'
import type { Fix } from './finding.ts'

type Source = Pick<SourceFile, 'document' | 'syntax' | 'root'>

/** @param at what the finding is about: the entry with the name, the name, or the function that it is given to */
export function nameFixes(
  at: Node | Entry,
  { of, names, declares, isSuccessor }: Instead,
  file: Source,
): readonly Fix[] {
  const { text } = file.document
  const range = textRange(nameNode(at, of))
  const start = range === undefined ? -1 : text.slice(range.start, range.end).indexOf(of) + range.start
  const isWritten = range !== undefined && start >= range.start
  const renamed = isWritten
    ? names.map((name) => ({
        title: `Write "${name}"`,
        edits: [{ start, end: start + of.length, text: name }],
        ...(isSuccessor === true || isSlip(of, name) ? {} : { needsAuthor: true as const }),
      }))
    : []
  const declared = declares === 'parameter' ? declaration(of, file) : undefined
  return declared === undefined ? renamed : [...renamed, declared]
}

/** The node that holds a name and nothing else. */
function nameNode(at: Node | Entry, name: string): Node | undefined {
  if ('key' in at) return stringOf(at.key) === name ? at.key : nameNode(at.value, name)
  if (at.kind === 'scalar') return stringOf(at) === name ? at : undefined
  if (at.kind === 'alias') return undefined
  for (const child of childrenOf(at)) {
    const found = nameNode(childValue(child), name)
    if (found !== undefined) return found
  }
  return undefined
}

function declaration(name: string, file: Source): Fix | undefined {
  const edit = declarationEdit([{ name, type: 'string' }], file)
  return edit && { title: `Declare the parameter "${name}"`, edits: [edit], needsAuthor: true }
}

/** New parameters before those that there are; undefined where these are not one below the other. */
export function declarationEdit(
  parameters: readonly { readonly name: string; readonly type: HotParameterType }[],
  { root, document, syntax }: Source,
): Fix['edits'][number] | undefined {
  if (syntax === 'json' || !parameters.every(({ name }) => /^[A-Za-z_][\w.-]*$/.test(name))) return undefined
  const { text } = document
  const lines = (indent: string) =>
    parameters
      .flatMap(({ name, type }) => [`${indent}${name}:`, `${indent}${indent}type: ${type}`, ''])
      .filter((line, index, all) => line !== '' || index === all.length - 1)
      .join(lineEnding(text))
  const section = sectionEntry(root, 'parameters')
  const map = mapOf(section?.value)
  const first = map?.entries[0]
  if (section !== undefined) {
    if (map?.style !== 'block' || first === undefined) return undefined
    const indent = text.slice(lineStartOf(text, childStart(first)), childStart(first))
    if (indent === '' || indent.trim() !== '') return undefined
    // Comments above the first one go on being about it.
    const start = text.indexOf('\n', section.key.end) + 1
    return { start, end: start, text: lines(indent) }
  }
  const resources = sectionEntry(root, 'resources')
  const start = nodeStart(resources?.key)
  if (start === undefined || root.style !== 'block' || lineStartOf(text, start) !== start) return undefined
  return { start, end: start, text: `parameters:${lineEnding(text)}${lines('  ')}` }
}
