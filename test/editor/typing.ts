/** Somebody types in a template: what the server finds at every keystroke, against what is true of the rest of it. */
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type Checked, checkedDocument } from '../../src/apps/lsp/diagnostics.ts'
import { OpenDocument } from '../../src/apps/lsp/open-documents.ts'
import { createChecker } from '../../src/engine/check.ts'
import { type FileOutcome, type LocatedFinding, outcomesOf } from '../../src/engine/outcome.ts'
import type { ReadSource } from '../../src/text/document/document.ts'

/** A text while it is typed: where it was edited last, and the lines that what is typed is part of. */
interface Keystroke {
  readonly text: string
  readonly edited: number
  readonly start: number
  readonly end: number
}

export interface Session {
  /** The text before the first keystroke. */
  readonly before: string
  /** The text with what is typed, and without it; undefined where that cannot be read. */
  readonly whole: string
  readonly without: string
  readonly keystrokes: readonly Keystroke[]
}

/** Some lines at the place where they stand, letter by letter. */
export function typedLines(whole: string, start: number, end: number): Session {
  const [head, block, tail] = [whole.slice(0, start), whole.slice(start, end), whole.slice(end)]
  const without = head + tail
  const keystrokes = Array.from(block, (_, index) => {
    const written = block.slice(0, index + 1)
    const isEnded = written.endsWith('\n')
    const typed = start + written.length
    const text = `${head}${written}${isEnded ? '' : '\n'}${tail}`
    return { text, edited: isEnded ? typed - 1 : typed, start, end: typed }
  })
  return { before: without, whole, without, keystrokes }
}

/** A part of a line that is deleted from its end, letter by letter, and written again. */
export function retyped(whole: string, start: number, end: number): Session {
  const tail = whole.slice(end)
  const lengths = Array.from({ length: end - start }, (_, index) => end - start - 1 - index)
  const line = whole.lastIndexOf('\n', start - 1) + 1
  const keystrokes = [...lengths, ...lengths.map((left) => left + 1).reverse()].map((length) => {
    const text = whole.slice(0, start + length) + tail
    return { text, edited: start + length, start: line, end: endBelow(text, line) }
  })
  const without = whole.slice(0, line) + whole.slice(endBelow(whole, line) + 1)
  return { before: whole, whole, without, keystrokes }
}

/** Where the lines end that are indented below one. */
function endBelow(text: string, start: number): number {
  const endOf = (at: number) => {
    const next = text.indexOf('\n', at)
    return next === -1 ? text.length : next
  }
  const depth = /^[ -]*/.exec(text.slice(start))?.[0].length ?? 0
  let end = endOf(start)
  while (end < text.length) {
    const line = text.slice(end + 1, endOf(end + 1))
    const indent = /^ */.exec(line)?.[0].length ?? 0
    if (line.trim() !== '' && !line.trim().startsWith('#') && indent <= depth && !/^ *[\]}]/.test(line)) break
    end = endOf(end + 1)
  }
  return end
}

/** Every line that says something, from its first letter on, typed anew. */
export function linesOf(text: string): readonly Session[] {
  return [...text.matchAll(/^ *(\S.*)$/gm)].map((line) => {
    const end = line.index + line[0].length
    return retyped(text, end - (line[1] ?? '').length, end)
  })
}

export interface Outcome {
  /** Texts that cannot be read, and findings elsewhere that are to be there in them. */
  readonly broken: number
  readonly expected: number
  /** Those that are missing, and those that are true of no text before or after. */
  readonly lost: readonly string[]
  readonly untrue: readonly string[]
}

const encoder = new TextEncoder()
const identity = ({ code, message }: LocatedFinding) => `${code} ${message}`

function checkedSource(path: string, read: ReadSource): FileOutcome {
  const [outcome] = outcomesOf(createChecker().run({ path, bytes: encoder.encode(read.text), read }))
  if (outcome === undefined) throw new Error('nothing was found out about a text')
  return outcome
}

function checkedText(path: string, text: string): FileOutcome {
  return checkedSource(path, { text })
}

const project = { checks: async (path: string) => (source: ReadSource) => checkedSource(path, source) }

/**
 * Types, and looks after each keystroke, or after each so many of them.
 *
 * @param path what the file is called
 */
export async function typed(
  { before, whole, without, keystrokes }: Session,
  each = 1,
  path = 'typed.yaml',
): Promise<Outcome> {
  const place = { project, path, open: () => undefined, folder: '/' }
  const [first, rest] = [checkedText(path, whole).findings, checkedText(path, without)]
  const isRead = rest.status !== 'failed'
  const common = new Set(rest.findings.map(identity))
  const all = isRead ? first.filter((one) => common.has(identity(one))) : first
  // Where a file ceases to be JSON is the line that is typed.
  const mustStay = all.filter(({ code }) => code !== 'client-json')
  const atEnds = new Set([...first, ...(isRead ? rest.findings : [])].map(identity))
  // What was true of the text when it could be read last is no news.
  let recent = atEnds
  let checked: Checked | undefined
  let document = new OpenDocument(TextDocument.create('file:///typed.yaml', 'yaml', 0, before))
  const see = async () => {
    checked = await checkedDocument(document, place, checked, true)
    return checked.findings
  }
  await see()
  const [lost, untrue]: [string[], string[]] = [[], []]
  let [broken, expected] = [0, 0]
  for (const [index, { text, edited, start, end }] of keystrokes.entries()) {
    if (index % each !== 0) continue
    const created = TextDocument.create('file:///typed.yaml', 'yaml', index + 1, text)
    document = new OpenDocument(created, edited, document.memory)
    const found = await see()
    if (document.reading.problem === undefined) {
      recent = new Set(found.map(identity))
      continue
    }
    broken += 1
    const isElsewhere = (one: LocatedFinding, last: number) =>
      one.range === undefined || one.range.end < start || one.range.start > last
    const names = new Set(found.map(identity))
    const where = JSON.stringify(text.slice(start, end).slice(-60))
    for (const one of mustStay) {
      if (!isElsewhere(one, end - text.length + whole.length) || !recent.has(identity(one))) continue
      expected += 1
      if (!names.has(identity(one))) lost.push(`${identity(one)} at ${where}`)
    }
    for (const one of found) {
      const isNews = !atEnds.has(identity(one)) && !recent.has(identity(one))
      if (isNews && isElsewhere(one, end) && !/^(?:yaml|json)-/.test(one.code))
        untrue.push(`${identity(one)} at ${where}`)
    }
  }
  return { broken, expected, lost, untrue }
}

/** Sessions one after the other. @param each so many keystrokes are one step */
export async function allTyped(sessions: readonly Session[], each: number, path?: string): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const session of sessions) outcomes.push(await typed(session, each, path))
  return {
    broken: outcomes.reduce((sum, one) => sum + one.broken, 0),
    expected: outcomes.reduce((sum, one) => sum + one.expected, 0),
    lost: outcomes.flatMap(({ lost }) => lost),
    untrue: outcomes.flatMap(({ untrue }) => untrue),
  }
}
