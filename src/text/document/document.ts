import { othersRead } from '../yaml/other-readers.ts'
import { type DocumentProblem, LineIndex, UnreadableText, withLineFeeds } from '../yaml/position.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import { duplicateEntries } from './data.ts'
import { type JsonReading, readJson } from './json/json-reader.ts'
import type { Comment, Entry, Node, SourceText, Syntax } from './node.ts'

export type { Syntax } from './node.ts'

/** A source with its read-only index: the node tree and the comments, all with offsets into the source. */
export interface Document extends SourceText {
  readonly lines: LineIndex
  /** Whether some node carries an anchor. */
  readonly hasAnchors: boolean
  /** Why only one of the two loaders that Heat tries reads the source, with the location. */
  readonly onlyInPython?: DocumentProblem
  /** Entries that a later one with an equal key shadows: Heat reads the last. */
  shadowed(): readonly Entry[]
}

export type Reading = { readonly document: Document } | { readonly problem: DocumentProblem }

/** A source, and what `readDocument` made of it where somebody has read it. */
export interface ReadSource {
  readonly text: string
  readonly reading?: Reading
}

/** Characters that LibYAML refuses outside of escapes. */
const oddCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/

/** These, and what only LibYAML takes for line breaks. */
const odd = new RegExp(`${oddCharacter.source}|\\r(?!\\n)|[\\x85\\u2028\\u2029]`)

function nameOfCharacter(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** For the words of comments: characters that LibYAML refuses as the escapes that JSON has for them. */
function withOddSpelled(text: string): string {
  const spelled = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(new RegExp(oddCharacter, 'g'), spelled)
}

/**
 * The words of a comment, line by line, as YAML can hold them: a block comment of JSON has several lines, which
 * preserve their relative indentation, without the stars at their beginnings and the empty lines at its ends.
 */
export function spokenLines({ text }: Pick<Comment, 'text'>): string[] {
  const [head = '', ...below] = text.split(/\r\n|[\n\r\x85\u2028\u2029]/).map((line) => line.trimEnd())
  const first = head.replace(/^\*(?=\s|$)/, '').trim()
  if (below.length === 0) return [withOddSpelled(first)]
  const said = below.filter((line) => line !== '')
  const stars = said.every((line) => /^\s*\*(?:\s|$)/.test(line)) ? /^\s*\* ?/ : ''
  const lines = below.map((line) => line.replace(stars, ''))
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const all = [first, ...lines.map((line) => line.slice(indent))]
  const from = all.findIndex((line) => line !== '')
  return (from === -1 ? [''] : all.slice(from, all.findLastIndex((line) => line !== '') + 1)).map(
    withOddSpelled,
  )
}

function refuseOddCharacters(text: string): DocumentProblem | undefined {
  const match = oddCharacter.exec(text)
  if (!match) return undefined
  const name = nameOfCharacter(match[0].charCodeAt(0))
  const message = `the control character ${name} is rejected by Heat's loader`
  return { code: 'odd-character', message, start: match.index, end: match.index + 1 }
}

/** U+2028 and U+2029 break a line and are part of the value, as in no other reader. */
function refuseKeptBreaks(text: string, root: Node | undefined): DocumentProblem | undefined {
  const start = root === undefined || !/[\u2028\u2029]/.test(text) ? undefined : keptBreak(text, root)
  if (start === undefined) return undefined
  const name = nameOfCharacter(text.charCodeAt(start))
  const message = `${name} is a line break for Heat and for hardly any other reader; write an escape or a plain line break`
  return { code: 'odd-character', message, start, end: start + 1 }
}

/** The offset of the first U+2028 or U+2029 inside of a scalar. */
function keptBreak(text: string, node: Node): number | undefined {
  if (node.kind === 'scalar') {
    const { start = 0, end = 0 } = node
    // The break after a block scalar belongs to it.
    const at = text.slice(start, end + 1).search(/[\u2028\u2029]/)
    const isBlock = node.style === 'literal' || node.style === 'folded'
    return at === -1 || (!isBlock && start + at >= end) ? undefined : start + at
  }
  if (node.kind === 'alias') return undefined
  const parts = node.kind === 'seq' ? node.items : node.entries.flatMap(({ key, value }) => [key, value])
  for (const part of parts) {
    const at = keptBreak(text, part)
    if (at !== undefined) return at
  }
  return undefined
}

/** Whether the first token of a source, comments of JSON excluded, opens an object or a list. */
function startsLikeJson(text: string): boolean {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    const char = text.charAt(at)
    if (char === '{' || char === '[') return true
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') at += 1
    else if (text.startsWith('//', at)) at = after(text, '\n', at)
    else if (text.startsWith('/*', at)) at = after(text, '*/', at)
    else return false
  }
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

/**
 * Reads a source as Heat would: as JSON when it is JSON (comments and trailing commas are accepted), else as YAML 1.1.
 * Linear in the length of the source.
 * @param known the syntax, where another reader leaves no choice: Heat reads environments as YAML always
 */
export function readDocument(text: string, known?: 'yaml'): Reading {
  if (known === 'yaml' || !startsLikeJson(text)) return readYamlDocument(text, 'yaml')
  const json = readJsonDocument(text)
  if ('document' in json) return json
  // What Python's JSON decoder refuses, Heat tries as YAML: raw line breaks in strings, for one.
  if (looksLikeYamlFlow(text)) return readYamlDocument(text, 'yaml')
  const yaml = readYamlDocument(text, 'json')
  return 'document' in yaml ? yaml : json
}

/** Whether a source is to be JSON, whatever is wrong with it. */
export function isMeantAsJson(text: string): boolean {
  return startsLikeJson(text) && !looksLikeYamlFlow(text)
}

/** Reads a source that is JSON but for comments and trailing commas; gives up at the first location that is not. */
export function readJsonDocument(text: string): Reading {
  const json = readJson(text)
  const [problem] = json.problems
  if (problem !== undefined) return { problem }
  const asYaml = isForYaml(json) ? readYamlDocument(text, 'json') : undefined
  if (asYaml !== undefined && 'document' in asYaml) return asYaml
  return { document: makeDocument(text, 'json', json.root, json.comments, false) }
}

/**
 * After a byte order mark, and with trailing commas, Python's JSON decoder refuses a source, and Heat reads it as YAML:
 * `1e3` is a string then. Comments do not make it YAML either; the author means JSON.
 */
function isForYaml({ strict, comments }: JsonReading): boolean {
  return !strict && comments.length === 0
}

/** `{a: 1}`: a YAML flow mapping at the top; its first key has no quotes. */
function looksLikeYamlFlow(text: string): boolean {
  return /^\uFEFF?\s*[{[]\s*[^\s"{[\]}/]/.test(text)
}

function readYamlDocument(text: string, syntax: Syntax): Reading {
  const isOdd = odd.test(text)
  const refused = isOdd ? refuseOddCharacters(text) : undefined
  if (refused) return { problem: refused }
  const lineText = isOdd ? withLineFeeds(text) : text
  try {
    const { root, comments, hasAnchors, onlyInPython } = readYaml(lineText)
    const kept = refuseKeptBreaks(text, root)
    if (kept) return { problem: kept }
    const document = makeDocument(text, syntax, root, comments, hasAnchors, lineText)
    return { document: onlyInPython === undefined ? document : { ...document, onlyInPython } }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const { problem } = error
    const isAsked = syntax !== 'json' && problem.code !== 'nesting-too-deep'
    return { problem: isAsked ? withSecondOpinion(problem, text) : problem }
  }
}

/**
 * Reading a source with another reader takes longer than everything else: that is deferred until the message is needed.
 */
function withSecondOpinion(problem: DocumentProblem, text: string): DocumentProblem {
  let message: string | undefined
  return {
    ...problem,
    ownMessage: problem.message,
    get message() {
      const addition = "; other readers of YAML accept this, Heat's does not"
      message ??= othersRead(text, problem.start) ? `${problem.message}${addition}` : problem.message
      return message
    },
  }
}

function makeDocument(
  text: string,
  syntax: Syntax,
  root: Node | undefined,
  comments: readonly Comment[],
  hasAnchors: boolean,
  lineText = text,
): Document {
  return {
    text,
    syntax,
    root,
    comments,
    ...(lineText === text ? {} : { lineText }),
    lines: new LineIndex(lineText),
    hasAnchors,
    shadowed: () => (root === undefined ? [] : duplicateEntries(root)),
  }
}

/** The line ending of the source: that of its first line break, `\n` when there is none. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const first = text.indexOf('\n')
  return first > 0 && text.charCodeAt(first - 1) === 0x0d ? '\r\n' : '\n'
}

/** Whether a source is JSON to every reader: no comments, no trailing commas. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/** Whether a source is JSON to Python's decoder, by which Heat reads it: `NaN` and `Infinity` are numbers there. */
export function isJsonOfPython(text: string): boolean {
  return readJson(text).strict
}
