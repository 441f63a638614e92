/** Anchors, aliases, tags and directives, with the characters that LibYAML allows in them (scanner.c). */
import { type Cursor, endsWord, isBreak } from './cursor.ts'

function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d
  )
}

/** Passes over `&name` or `*name`. */
export function scanAnchor(cursor: Cursor): void {
  const start = cursor.at
  cursor.at += 1
  while (isNameCharacter(cursor.code())) cursor.at += 1
  const next = cursor.text.charAt(cursor.at)
  if (cursor.at > start + 1 && (endsWord(cursor.code()) || '?:,]}%@`'.includes(next))) return
  while (!endsWord(cursor.code())) cursor.at += 1
  const name = cursor.text.slice(start + 1, cursor.at)
  cursor.fail('yaml-anchor', `"${name}" is no anchor name that Heat can read`, start, cursor.at)
}

// `%` stands for an escaped character in tags; no template has one there.
const verbatimTag = /!<[\w\-;/?:@&=+$.!~*'(),[\]]+>/y
const shorthandTag = /!(?:[\w-]*!)?[\w\-;/?:@&=+$.!~*'()]*/y

/** Passes over a tag. */
export function scanTag(cursor: Cursor, inFlow: boolean): void {
  const start = cursor.at
  const pattern = cursor.code(1) === 0x3c ? verbatimTag : shorthandTag
  pattern.lastIndex = start
  const length = pattern.exec(cursor.text)?.[0].length ?? 1
  cursor.at += length
  if (endsWord(cursor.code()) || (inFlow && cursor.code() === 0x2c)) return
  while (!endsWord(cursor.code())) cursor.at += 1
  cursor.fail(
    'yaml-tag',
    `"${cursor.text.slice(start, cursor.at)}" is no tag that Heat can read`,
    start,
    cursor.at,
  )
}

/** Passes over a `%YAML 1.1` line. Heat knows no other that a template could need. */
export function scanDirective(cursor: Cursor): void {
  const start = cursor.at
  while (!isBreak(cursor.code())) cursor.at += 1
  const line = cursor.text.slice(start, cursor.at)
  if (/^%YAML[ \t]+1\.[12][ \t]*(?:$|#)/.test(line)) return
  cursor.fail(
    'yaml-directive',
    `Heat's loader does not know the directive "${line.trimEnd()}"`,
    start,
    cursor.at,
  )
}
