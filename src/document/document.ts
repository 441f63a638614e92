import { type DocumentProblem, LineIndex, UnreadableText } from '../yaml/position.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import { othersRead } from '../yaml/second-opinion.ts'
import { duplicateEntries } from './data.ts'
import { type JsonReading, readJson } from './json/json-reader.ts'
import type { Comment, Entry, Node, SourceText, Syntax } from './node.ts'

export type { Syntax } from './node.ts'

/** A text with its read-only index: the node tree and the comments, all with offsets into the text. */
export interface Document extends SourceText {
  readonly lines: LineIndex
  /** Whether some node carries an anchor. */
  readonly hasAnchors: boolean
  /** Entries that a later one with an equal key shadows: Heat reads the last. */
  shadowed(): readonly Entry[]
}

export type Reading = { readonly document: Document } | { readonly problem: DocumentProblem }

/** Breaks and characters that LibYAML refuses or takes for line breaks, outside of escapes. */
const oddCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\r(?!\n)/

function refuseOddCharacters(text: string): DocumentProblem | undefined {
  const match = oddCharacter.exec(text)
  if (!match) return undefined
  const code = match[0].charCodeAt(0)
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const breaks = code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029
  const message = breaks
    ? `${name} is a line break for Heat and for hardly any other reader; write an escape or a plain line break`
    : `the control character ${name} is refused by Heat's loader`
  return { code: 'odd-character', message, start: match.index, end: match.index + 1 }
}

/** Whether the first thing in a text, comments of JSON left aside, opens an object or a list. */
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
 * Reads a text as Heat would: as JSON when it is JSON (comments and trailing commas are
 * accepted), else as YAML 1.1. Linear in the length of the text.
 * @param known the syntax, where another reader leaves no choice: Heat reads environments as YAML always
 */
export function readDocument(text: string, known?: 'yaml'): Reading {
  if (known === 'yaml' || !startsLikeJson(text)) return readYamlDocument(text, 'yaml')
  const json = readJson(text)
  const [problem] = json.problems
  if (problem === undefined) {
    const asYaml = isForYaml(json) ? readYamlDocument(text, 'json') : undefined
    if (asYaml !== undefined && 'document' in asYaml) return asYaml
    return { document: makeDocument(text, 'json', json.root, json.comments, false) }
  }
  // What Python's JSON decoder refuses, Heat tries as YAML: raw line breaks in strings, for one.
  if (looksLikeYamlFlow(text)) return readYamlDocument(text, 'yaml')
  const yaml = readYamlDocument(text, 'json')
  return 'document' in yaml ? yaml : { problem }
}

/**
 * Behind a byte order mark, and with trailing commas, Python's JSON decoder refuses a text, and Heat reads it
 * as YAML: `1e3` is a text then. Comments make it no YAML either; what their author means is JSON.
 */
function isForYaml({ strict, comments }: JsonReading): boolean {
  return !strict && comments.length === 0
}

/** `{a: 1}`: a YAML flow mapping at the top; its first key has no quotes. */
function looksLikeYamlFlow(text: string): boolean {
  return /^\uFEFF?\s*[{[]\s*[^\s"{[\]}/]/.test(text)
}

function readYamlDocument(text: string, syntax: Syntax): Reading {
  const odd = refuseOddCharacters(text)
  if (odd) return { problem: odd }
  try {
    const { root, comments, hasAnchors } = readYaml(text)
    return { document: makeDocument(text, syntax, root, comments, hasAnchors) }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    const { problem } = error
    if (syntax === 'json' || problem.code === 'nesting-too-deep' || !othersRead(text)) return { problem }
    return {
      problem: {
        ...problem,
        message: `${problem.message}; other readers of YAML accept this, Heat's does not`,
      },
    }
  }
}

function makeDocument(
  text: string,
  syntax: Syntax,
  root: Node | undefined,
  comments: readonly Comment[],
  hasAnchors: boolean,
): Document {
  let shadowed: readonly Entry[] | undefined
  return {
    text,
    syntax,
    root,
    comments,
    lines: new LineIndex(text),
    hasAnchors,
    shadowed: () => {
      shadowed ??= root === undefined ? [] : duplicateEntries(root)
      return shadowed
    },
  }
}

/** The line ending that the text uses: that of its first line break, `\n` when there is none. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const first = text.indexOf('\n')
  return first > 0 && text.charCodeAt(first - 1) === 0x0d ? '\r\n' : '\n'
}
