/** Makes strings safe to show in the order of their characters; also for the page in the browser. */

/**
 * Spells out the characters that change the direction of writing, and those that end a line without a line break: a
 * reader sees characters in the order in which they are (Unicode Technical Report 36, bidirectional spoofing).
 */
export function inOrder(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, spelled)
}

/** A character as a reader can see it. */
export function spelled(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
}
