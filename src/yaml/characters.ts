/** What a text is read by: its UTF-16 code units. */

/**
 * What stands behind the end of a text, where `charCodeAt` gives NaN: where V8 has met that once it calls a function for each
 * character instead of reading it, so nobody asks it for what is not there.
 */
export const END = -1

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** A line break or the end of the text; lone carriage returns were refused before. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === END
}

/** Blank, line break or end: what has to follow most indicators. */
export function endsWord(code: number): boolean {
  return isBlank(code) || isBreak(code)
}
