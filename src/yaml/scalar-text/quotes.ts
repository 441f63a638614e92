import { unwritable } from './characters.ts'

export type Quote = 'single' | 'double'

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Only escapes that JSON has too, so that the text can also stand in a JSON document. */
function escapeCharacter(character: string): string {
  return escapes.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escapeCharacter)}"`
}

/**
 * A text in quotes, on one line. `double` is kept to in any case (the text may stand in a JSON document);
 * `single` gives way where only double quotes can say it, and where the text has an apostrophe and
 * nothing that double quotes would have to escape.
 */
export function quoted(text: string, quote: Quote): string {
  if (quote === 'double' || unwritable.test(text)) return doubleQuoted(text)
  if (!text.includes("'")) return `'${text}'`
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : doubleQuoted(text)
}
