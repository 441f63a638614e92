/** The characters of a source text, as UTF-16 code units. */

/**
 * The code unit reported past the end of a source. `charCodeAt` would give NaN there, and once V8 has met that, it
 * calls a function for each character instead of reading it; so nothing is read past the end.
 */
export const END = -1

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** A line break or the end of the source; lone carriage returns were refused before. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === END
}

/** Blank, line break or end: what has to follow most indicators. */
export function endsWord(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === END
}
