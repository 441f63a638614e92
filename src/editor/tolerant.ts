/**
 * A tree of a text that is being typed. It is read as Heat reads it; where that fails, the line of the last edit is
 * finished, or left blank, and the text is read again by the same reader. Such a tree answers questions of an editor,
 * and nothing is ever rewritten or proved from it.
 */
import { type Document, readDocument } from '../document/document.ts'
import type { Mapping, Range } from '../document/node.ts'
import { mapOf } from '../document/read.ts'
import type { DocumentProblem } from '../yaml/position.ts'

export interface TolerantReading {
  /** The root of the tree; undefined where nothing made the text readable. */
  readonly root: Mapping | undefined
  /** Why the text itself cannot be read; undefined where it can. */
  readonly problem: DocumentProblem | undefined
  /** The text that was read. */
  readonly text: string
  /** Characters that were put in to finish a line. */
  readonly finished?: { readonly at: number; readonly length: number }
  /** Lines that were left blank, as ranges of the text that is being typed. */
  readonly blanked: readonly Range[]
}

/** So many lines are left blank at most. */
const MOST_BLANKED = 8

/** @param edited offset of the last edit, as far as it is known */
export function readTolerantly(text: string, edited?: number): TolerantReading {
  const first = readDocument(text)
  if ('document' in first) return readingOf(first.document, { problem: undefined, text, blanked: [] })
  const { problem } = first
  const hint = edited ?? problem.start
  return (
    finishedReading(text, hint, problem) ??
    blankedReading(text, hint, problem) ?? { root: undefined, problem, text, blanked: [] }
  )
}

/** Where an offset of the text that was read stands in the text that is being typed. */
export function typedOffset({ finished }: TolerantReading, offset: number): number {
  if (finished === undefined || offset <= finished.at) return offset
  return Math.max(finished.at, offset - finished.length)
}

function readingOf(document: Document, rest: Omit<TolerantReading, 'root'>): TolerantReading {
  return { root: mapOf(document.root), ...rest }
}

function finishedReading(
  text: string,
  edited: number,
  problem: DocumentProblem,
): TolerantReading | undefined {
  const line = lineAround(text, edited)
  for (const end of endings(text.slice(line.start, line.end))) {
    const whole = text.slice(0, line.end) + end + text.slice(line.end)
    const reading = readDocument(whole)
    if (!('document' in reading) || mapOf(reading.document.root) === undefined) continue
    const finished = { at: line.end, length: end.length }
    return readingOf(reading.document, { problem, text: whole, finished, blanked: [] })
  }
  return undefined
}

/** What may finish a line: the closers of what is open in it, and a colon behind a key. */
function endings(line: string): readonly string[] {
  const closers = closersOf(line)
  if (closers !== '') return [closers, `:${closers}`, ` x${closers}`]
  return isLoneWord(line) ? [':'] : []
}

/** Quotes, braces and brackets that are open at the end of a line. */
export function closersOf(line: string): string {
  const open: string[] = []
  let quote = ''
  for (const [index, char] of [...line].entries()) {
    const before = line[index - 1] ?? ' '
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if ((char === '"' || char === "'") && ' \t[{,:'.includes(before)) quote = char
    else if (char === '#' && ' \t'.includes(before)) break
    else if (char === '{') open.push('}')
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

function blankedReading(text: string, edited: number, problem: DocumentProblem): TolerantReading | undefined {
  const blanked = [lineAround(text, edited)]
  let left = withBlank(text, blanked[0] as Range)
  while (blanked.length <= MOST_BLANKED) {
    const reading = readDocument(left)
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
