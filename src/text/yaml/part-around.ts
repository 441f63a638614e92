/** An entry one level below the top of a source in block style, by its lines alone: no reader has to understand them. */

import { lineStartOf } from './position.ts'

/** Offsets where lines begin. */
interface Part {
  /** The line in the first column above the entry. */
  readonly section: number
  readonly start: number
  /** Behind the last line of the entry. */
  readonly end: number
}

/** An indentation, and what is written behind it, unless that is a comment. */
const written = /([ ]*)[^ \t\r\n#]/y

/** The entry that holds an offset; undefined where its line begins in the first column, or no line above does. */
export function partAround(source: string, offset: number): Part | undefined {
  const first = lineStartOf(source, 0)
  let line = lineStartOf(source, offset)
  // The lines from the offset up, until one that begins in the first column.
  let [start, least] = [-1, Number.POSITIVE_INFINITY]
  while (true) {
    const indent = indentAt(source, line)
    if (indent === 0) break
    if (indent !== undefined && indent <= least) {
      if (indent < least || start === -1) start = line
      least = indent
    }
    if (line === first) return undefined
    line = lineStartOf(source, line - 1)
  }
  return start === -1 ? undefined : { section: line, start, end: endOf(source, start, offset, least) }
}

/** Where the next line begins that is not indented further than the entry. */
function endOf(source: string, start: number, offset: number, indent: number): number {
  let next = source.indexOf('\n', Math.max(start, offset))
  while (next !== -1) {
    const own = indentAt(source, next + 1)
    if (own !== undefined && own <= indent) return next + 1
    next = source.indexOf('\n', next + 1)
  }
  return source.length
}

/** The indentation of a line in which something is written that is no comment. */
function indentAt(source: string, line: number): number | undefined {
  written.lastIndex = line
  return written.exec(source)?.[1]?.length
}
