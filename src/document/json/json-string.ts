import { UnreadableText } from '../../yaml/problem.ts'

const simpleEscapes = '"\\/bfnrt'

/** The length of the escape at `position` (its backslash); 0 when JSON has no such escape. RFC 8259 section 7. */
function escapeLength(text: string, position: number): number {
  const mark = text.charAt(position + 1)
  if (mark === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(position + 2, position + 6)) ? 6 : 0
  return mark !== '' && simpleEscapes.includes(mark) ? 2 : 0
}

function rawControl(code: number, position: number): UnreadableText {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const message =
    code === 0x0a || code === 0x0d
      ? 'a line break inside a string: JSON wants \\n there, or the closing quote is missing'
      : `the control character ${name} inside a string: JSON wants an escape there`
  return new UnreadableText('json-raw-control', message, position)
}

/**
 * What is wrong with a string that the scanner found faulty.
 *
 * @param start offset of the opening quote
 * @returns `json-raw-control` for a control character (JSON refuses it, YAML may not), else `json-syntax`
 */
export function stringFault(text: string, start: number): UnreadableText {
  let position = start + 1
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code < 0x20) return rawControl(code, position)
    if (code === 0x22) break
    if (code === 0x5c) {
      const length = escapeLength(text, position)
      if (length === 0 && position + 1 < text.length) {
        const source = text.slice(position, position + 2)
        const message =
          source === '\\u' ? '\\u needs four hexadecimal digits' : `JSON has no escape ${source}`
        return new UnreadableText('json-syntax', message, position, position + 2)
      }
      position += Math.max(length, 1)
    } else position += 1
  }
  return new UnreadableText('json-syntax', 'this string has no closing quote', start)
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** The code unit at `position` of a faultless string's source, and how much source says it. */
function unitAt(text: string, position: number): { readonly code: number; readonly length: number } {
  if (text.charCodeAt(position) !== 0x5c) return { code: text.charCodeAt(position), length: 1 }
  const length = escapeLength(text, position)
  return { code: length === 6 ? Number.parseInt(text.slice(position + 2, position + 6), 16) : 0, length }
}

/** Where, between two offsets inside the quotes, the first half of a surrogate pair without its other half stands. */
export function loneSurrogateOffset(text: string, start: number, end: number): number {
  let position = start
  while (position < end) {
    const unit = unitAt(text, position)
    const next = position + unit.length
    if (isLow(unit.code)) return position
    if (isHigh(unit.code)) {
      const other = next < end ? unitAt(text, next) : undefined
      if (other === undefined || !isLow(other.code)) return position
      position = next + other.length
    } else position = next
  }
  return start
}
