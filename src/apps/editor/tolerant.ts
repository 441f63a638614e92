/**
 * A tree of a source that is being typed. It is read as Heat reads it; where that fails, the line of the last edit is
 * finished, or left blank, and the source is read again by the same reader. Such a tree answers questions of an editor,
 * and nothing is ever rewritten or proved from it.
 */
import {
  type Document,
  isMeantAsJson,
  type Reading,
  readDocument,
  readJsonDocument,
} from '../../text/document/document.ts'
import type { Mapping, Range } from '../../text/document/node.ts'
import { mapOf, nameOf } from '../../text/document/read.ts'
import type { DocumentProblem } from '../../text/yaml/position.ts'

export interface TolerantReading {
  /** What was read; undefined where nothing made the source readable. */
  readonly document: Document | undefined
  /** The root of its tree. */
  readonly root: Mapping | undefined
  /** Why the source itself cannot be read; undefined where it can. */
  readonly problem: DocumentProblem | undefined
  /** The source that was read. */
  readonly text: string
  /** Characters that were put in to finish a line. */
  readonly finished?: { readonly at: number; readonly length: number }
  /** Lines that were left blank, as ranges of the source that is being typed. */
  readonly blanked: readonly Range[]
}

/** So many lines are left blank at most. */
const MOST_BLANKED = 8

/** So many lines above the one that is typed are asked for brackets and quotes that are open. */
const MOST_LINES_OPEN = 40

/** So many of them are closed one after the other: in JSON all of what is typed is in brackets. */
const MOST_OPEN = 3

/** So far below a blank line the next one is looked for. */
const LONGEST_GAP = 1000

/** What is put in where a key is not written yet, or is that of another entry still. */
export const PUT_IN = 'hotshift0name'

/**
 * @param edited offset of the last edit, as far as it is known
 * @param first what the source itself is read as
 */
export function readTolerantly(
  text: string,
  edited?: number,
  first: Reading = readDocument(text),
): TolerantReading {
  if ('document' in first) return readingOf(first.document, { problem: undefined, text, blanked: [] })
  const { problem } = first
  const typed = { text, edited: edited ?? problem.start, problem }
  for (const read of readersOf(text)) {
    const reading = finishedReading(typed, read) ?? blankedReading(typed, read)
    if (reading !== undefined) return reading
  }
  return { document: undefined, root: undefined, problem, text, blanked: [] }
}

type Reader = (text: string) => Reading

/** JSON is given up where it ceases to be that, and YAML only at its end: what may be either is tried as JSON first. */
function readersOf(text: string): readonly Reader[] {
  return isMeantAsJson(text) ? [readJsonDocument, readDocument] : [readDocument]
}

/** A source that cannot be read. */
interface Typed {
  readonly text: string
  /** Where it was edited last, or else where it ceases to be readable. */
  readonly edited: number
  readonly problem: DocumentProblem
}

/** Where an offset of the source that was read is in the one that is being typed. */
export function typedOffset({ finished }: Pick<TolerantReading, 'finished'>, offset: number): number {
  if (finished === undefined || offset <= finished.at) return offset
  return Math.max(finished.at, offset - finished.length)
}

/**
 * What is read for the findings elsewhere: what is typed changes nothing there. A word that is not a key yet is left out
 * where nothing stands below it, as an unknown key makes a whole part wrong.
 *
 * @param problem why the source itself cannot be read
 */
export function readWithoutTyped(
  text: string,
  edited: number | undefined,
  problem: DocumentProblem,
): TolerantReading {
  const line = lineAround(text, edited ?? problem.start)
  if (isLoneWord(text.slice(line.start, line.end)) && !isAbove(text, line)) {
    const left = withBlank(text, line)
    const reading = readDocument(left)
    if ('document' in reading && mapOf(reading.document.root) !== undefined)
      return readingOf(reading.document, { problem, text: left, blanked: [line] })
  }
  return readTolerantly(text, edited, { problem })
}

function readingOf(document: Document, rest: Omit<TolerantReading, 'document' | 'root'>): TolerantReading {
  return { document, root: mapOf(document.root), ...rest }
}

function finishedReading({ text, edited, problem }: Typed, read: Reader): TolerantReading | undefined {
  const line = lineAround(text, edited)
  for (const { end, mayClash } of endings(text, line)) {
    const whole = text.slice(0, line.end) + end + text.slice(line.end)
    const reading = read(whole)
    if (!('document' in reading) || mapOf(reading.document.root) === undefined) continue
    // A name that is typed is that of another entry for a moment, which it must not replace.
    if (mayClash && isTwice(text.slice(line.start, line.end), reading.document)) continue
    const finished = { at: line.end, length: end.length }
    return readingOf(reading.document, { problem, text: whole, finished, blanked: [] })
  }
  return undefined
}

function isTwice(line: string, { shadowed }: Document): boolean {
  const word = line.replace(/^[\s-]*/, '').trimEnd()
  return shadowed().some((entry) => nameOf(entry) === word)
}

interface Ending {
  readonly end: string
  /** Whether a key that is made by it may be there already. */
  readonly mayClash?: true
}

/** What may finish a line: the closers of what is open, and a colon behind a key. */
function endings(text: string, line: Range): readonly Ending[] {
  const written = text.slice(line.start, line.end)
  const own = closersOf(written)
  if (own === '' && isLoneWord(written)) return [{ end: ':', mayClash: true }, { end: `${PUT_IN}:` }]
  const open = openAround(text, line)
  const closing = [...new Set([own, ...open])].filter((closers) => closers !== '').flatMap(closedBy)
  // In brackets what follows is another item.
  const next = text.slice(line.end, line.end + LONGEST_GAP).trimStart()
  const isInside = (open.length > 0 || /^\s*\{/.test(text)) && /^[^}\],]/.test(next)
  const before = isInside ? ['', own, ...open].map((closers) => `${closers},`) : []
  const isKeyless = written.trim() === '' && isAbove(text, line)
  const others = [...(isKeyless ? [`${PUT_IN}:`] : []), ...(/^["']$/.test(own) ? [`${own},`] : [])]
  return [...new Set([...closing, ...before, ...others])].map((end) => ({ end }))
}

/** Whether the lines below one go deeper: it is the key of theirs, or that is not written yet. */
function isAbove(text: string, { start, end }: Range): boolean {
  const [, indent = '', first] = /\n( *)([^\s#])/.exec(text.slice(end, end + LONGEST_GAP)) ?? []
  const own = /^[\s-]*/.exec(text.slice(start, end))?.[0] ?? ''
  return indent.length > own.length || (indent.length === own.length && first === '-')
}

function closedBy(closers: string): readonly string[] {
  return [closers, `:${closers}`, ` x${closers}`]
}

/** The closers of what was opened in the lines above, too: of the nearest line with such an opening, and of those above that. */
function openAround(text: string, line: Range): readonly string[] {
  const found: string[] = []
  let above = line
  for (let count = 0; count < MOST_LINES_OPEN && above.start > 0 && found.length < MOST_OPEN; count++) {
    above = lineAround(text, above.start - 1)
    if (closersOf(text.slice(above.start, above.end)) === '') continue
    const closers = closersOf(text.slice(above.start, line.end))
    if (closers !== '' && closers !== found.at(-1)) found.push(closers)
  }
  return found
}

/** Quotes, braces and brackets that are open at the end of a source. */
export function closersOf(text: string): string {
  const open: string[] = []
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index)
    const isWordStart = index === 0 || ' \t\n[{,:'.includes(text.charAt(index - 1))
    if (quote !== '') {
      const isEscape = quote === '"' ? char === '\\' : char === "'" && text.charAt(index + 1) === "'"
      if (isEscape) index++
      else if (char === quote) quote = ''
    } else if ((char === '"' || char === "'") && isWordStart) quote = char
    else if (char === '#' && isWordStart) {
      const next = text.indexOf('\n', index)
      if (next === -1) break
      index = next
    } else if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if (char === open.at(-1)) open.pop()
  }
  return quote + open.reverse().join('')
}

/** Whether a line holds a plain word that may become a key. */
function isLoneWord(line: string): boolean {
  const word = line.replace(/^[\s-]*/, '')
  return /^[^#:'"[\]{}&*!|>%@`]/.test(word) && !/[#'"[\]{}]|:(?:\s|$)/.test(word)
}

function blankedReading({ text, edited, problem }: Typed, read: Reader): TolerantReading | undefined {
  const blanked = [lineAround(text, edited)]
  let left = withBlank(text, blanked[0] as Range)
  while (blanked.length <= MOST_BLANKED) {
    const reading = read(left)
    if ('document' in reading)
      return mapOf(reading.document.root) === undefined
        ? undefined
        : readingOf(reading.document, { problem, text: left, blanked })
    const next = lastWritten(left, reading.problem.start)
    if (next === undefined) return undefined
    blanked.push(next)
    left = withBlank(left, next)
  }
  return undefined
}

/** The line of an offset, or the last one above it in which something stands. */
function lastWritten(text: string, offset: number): Range | undefined {
  let line = lineAround(text, Math.min(offset, text.length))
  while (text.slice(line.start, line.end).trim() === '') {
    if (line.start === 0) return undefined
    line = lineAround(text, line.start - 1)
  }
  return line
}

function withBlank(text: string, { start, end }: Range): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
}

/** The line that holds an offset, without its line break. */
export function lineAround(text: string, offset: number): Range {
  const start = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const next = text.indexOf('\n', Math.max(start, offset))
  const end = next === -1 ? text.length : next
  return { start, end: end > start && text[end - 1] === '\r' ? end - 1 : end }
}
