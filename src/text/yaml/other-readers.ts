/** What other readers of YAML say of a source that Heat's loader refuses. */
import { parseDocument } from 'yaml'
import { partAround } from './part-around.ts'
import { lineStartOf } from './position.ts'

/** Longer sources are not tried: the answer is not worth the time. */
const longest = 1_000_000

/**
 * Whether the npm package `yaml`, a YAML 1.2 reader like most tools, reads a source that Heat's loader refuses: authors
 * whose other tools accept a file should learn that it is Heat that does not.
 * @param at where Heat's loader gives up
 */
export function othersRead(text: string, at: number): boolean {
  if (text.length > longest) return false
  const known = answers.get(text)
  if (known !== undefined) return known
  // It takes longer than all else that is done with a source, and most of what is refused, others refuse as well.
  const part = linesAround(text, at)
  const answer = (part === undefined || isReadByOthers(part)) && isReadByOthers(text)
  if (text.length <= longestKept) {
    if (answers.size === mostKept) answers.clear()
    answers.set(text, answer)
  }
  return answer
}

/** A run loads a file more than once, and asks each time. */
const answers = new Map<string, boolean>()
const mostKept = 64
const longestKept = 16_384

const sectionLine = /^[\w-]+:[ \t]*\r?\n/

/**
 * The entry of a section in which an offset is, and the one in which something is written before it, below the line of
 * their section: what is refused there is refused in the whole source. Undefined where the lines do not show it.
 */
function linesAround(text: string, at: number): string | undefined {
  const part = partAround(text, at)
  const before = partAround(text, lastWritten(text, lineStartOf(text, at)))
  if (part === undefined || before?.section !== part.section || /^%/m.test(text)) return undefined
  const head = sectionLine.exec(text.slice(part.section, part.start))?.[0]
  return head === undefined ? undefined : head + text.slice(before.start, part.end)
}

/** The last character before an offset that is no blank. */
function lastWritten(text: string, offset: number): number {
  let at = offset - 1
  while (at > 0 && ' \t\r\n'.includes(text.charAt(at))) at -= 1
  return at
}

function isReadByOthers(text: string): boolean {
  try {
    // Its messages are never read, and creating each costs time proportional to the length of the line.
    const options = { uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const
    return parseDocument(text, options).errors.length === 0
  } catch {
    return false
  }
}
