import { EqualStrings } from '../../yaml/equal-strings.ts'
import { mappingNode, readScalarNode, sequenceNode } from '../../yaml/node.ts'
import { type DocumentProblem, UnreadableText } from '../../yaml/position.ts'
import { loneSurrogate } from '../../yaml/scalar-text.ts'
import type { Comment, Entry, Node, Scalar } from '../node.ts'
import { inBlockStyle } from './commented-members.ts'
import {
  JsonToken,
  JsonTokens,
  jsonNumber,
  loneSurrogateOffset,
  namedNumbers,
  stringFault,
  unexpected,
} from './json-tokens.ts'

/** A key of a JSON object that a later, equal key of the same object shadows: Python keeps the last. */
interface ShadowedKey {
  readonly key: Node
}

/** What `readJson` finds. */
export interface JsonReading {
  /** Undefined when `problems` has a problem other than `lone-surrogate`. */
  readonly root: Node | undefined
  readonly comments: readonly Comment[]
  readonly problems: readonly DocumentProblem[]
  /** All shadowed keys, inner objects first. */
  readonly duplicates: readonly ShadowedKey[]
  /** Whether Python's decoder loads it: no comments, no trailing commas, no byte order mark, no problem. */
  readonly strict: boolean
}

/** Deeper nesting is refused, here as in YAML. */
const maxDepth = 256

/** Reads one source, with a stack of its own: a deep document must not overflow that of JavaScript. */
class JsonReader {
  readonly tokens: JsonTokens
  readonly problems: DocumentProblem[] = []
  readonly duplicates: ShadowedKey[] = []
  trailingCommas = false
  readonly #text: string
  readonly #strings: EqualStrings
  readonly #stack: OpenCollection[] = []

  constructor(text: string, from: number) {
    this.#text = text
    this.#strings = new EqualStrings(text.length)
    this.tokens = new JsonTokens(text, from)
  }

  /** @throws UnreadableText at the first token that is not JSON, comments and trailing commas excepted */
  read(): Node {
    this.tokens.next()
    for (;;) {
      const node = this.#leaf() ?? this.#opened()
      if (node === undefined) continue
      const root = this.#complete(node)
      if (root !== undefined) return root
    }
  }

  /** The scalar at the current token, or undefined when a collection begins there. */
  #leaf(): Scalar | undefined {
    const { tokens } = this
    const { start, end } = tokens
    switch (tokens.kind) {
      case JsonToken.string:
        return this.#string()
      case JsonToken.number:
        return this.#number()
      case JsonToken.true:
        return readScalarNode('bool', true, 'plain', start, end)
      case JsonToken.false:
        return readScalarNode('bool', false, 'plain', start, end)
      case JsonToken.null:
        return readScalarNode('null', null, 'plain', start, end)
      case JsonToken.openBrace:
      case JsonToken.openBracket:
        return undefined
      default:
        return this.#namedNumber()
    }
  }

  #number(): Scalar {
    const { start, end } = this.tokens
    if (this.tokens.faulty) {
      const message = `'${this.#text.slice(start, end)}' is not a complete number`
      throw new UnreadableText('json-syntax', message, start, end)
    }
    const { type, value } = jsonNumber(this.tokens.value, start)
    return readScalarNode(type, value, 'plain', start, end)
  }

  #namedNumber(): Scalar {
    const { tokens } = this
    const { start } = tokens
    let word = tokens.kind === JsonToken.unknown ? tokens.value : ''
    if (word === '-' && this.#text.startsWith('Infinity', tokens.end)) {
      tokens.next()
      word += tokens.value
    }
    const value = namedNumbers.get(word)
    if (value === undefined) throw this.#unexpected('expected a value')
    return readScalarNode('float', value, 'plain', start, tokens.end)
  }

  #string(): Scalar {
    const { tokens } = this
    const { start, end } = tokens
    if (tokens.faulty) throw stringFault(this.#text, start)
    const { value } = tokens
    // Without an escape the source itself would have to hold half a character, and decoding UTF-8 leaves none.
    if (value.length !== end - start - 2 && loneSurrogate.test(value)) {
      const at = loneSurrogateOffset(this.#text, start + 1, end - 1)
      const message = 'half of a character (a surrogate without its other half), which YAML cannot hold'
      this.problems.push({ code: 'lone-surrogate', message, start: at, end: at + 6 })
    }
    return readScalarNode('str', this.#strings.one(value), 'double', start, end)
  }

  /** Enters a collection; it comes back at once when it is empty. */
  #opened(): Node | undefined {
    const { start, kind } = this.tokens
    if (this.#stack.length === maxDepth) {
      throw new UnreadableText('nesting-too-deep', `more than ${maxDepth} levels of nesting`, start)
    }
    const isMap = kind === JsonToken.openBrace
    const open: OpenCollection = {
      kind: isMap ? 'map' : 'seq',
      start,
      entries: [],
      items: [],
      key: undefined,
    }
    this.#stack.push(open)
    this.tokens.next()
    if (this.#atClose(open)) return this.#close(open)
    if (isMap) this.#key(open, "expected a key in double quotes or '}'")
    return undefined
  }

  /** Reads a key and its colon; the value's token is then the current one. */
  #key(open: OpenCollection, expected: string): void {
    if (this.tokens.kind !== JsonToken.string) throw this.#unexpected(expected)
    open.key = this.#string()
    if (this.tokens.next() !== JsonToken.colon) {
      const { start, end } = open.key
      throw this.#unexpected(`expected ':' after the key ${this.#text.slice(start, end)}`)
    }
    this.tokens.next()
  }

  /** Puts a node where it belongs and closes what ends after it; the root, when that is complete. */
  #complete(node: Node): Node | undefined {
    let done = node
    for (;;) {
      const open = this.#stack.at(-1)
      if (open === undefined) return this.#ended(done)
      this.#attach(open, done)
      if (this.tokens.next() === JsonToken.comma) {
        this.tokens.next()
        if (!this.#atClose(open)) {
          if (open.kind === 'map') this.#key(open, "expected a key in double quotes after ','")
          return undefined
        }
        this.trailingCommas = true
      } else if (!this.#atClose(open)) throw this.#unexpected(this.#separator(open))
      done = this.#close(open)
    }
  }

  #attach(open: OpenCollection, node: Node): void {
    if (open.key === undefined) open.items.push(node)
    else open.entries.push({ key: open.key, value: node })
  }

  #separator(open: OpenCollection): string {
    if (open.key === undefined) return `expected ',' or ']' after item ${open.items.length} of the array`
    const { start, end } = open.key
    return `expected ',' or '}' after the value of ${this.#text.slice(start, end)}`
  }

  #atClose(open: OpenCollection): boolean {
    return this.tokens.kind === (open.kind === 'map' ? JsonToken.closeBrace : JsonToken.closeBracket)
  }

  #close(open: OpenCollection): Node {
    this.#stack.pop()
    reportShadowed(open.entries, (key) => this.duplicates.push({ key }))
    return closed(open, this.tokens.end)
  }

  #ended(root: Node): Node {
    if (this.tokens.next() !== JsonToken.end)
      throw this.#unexpected('expected nothing after the end of the value')
    return root
  }

  #unexpected(expected: string): UnreadableText {
    return unexpected(this.#text, this.tokens, expected, this.#stack.at(-1))
  }
}

/**
 * Reads JSON, also with `//` and block comments and trailing commas. Values are those of Python's decoder, which Heat
 * tries first: ints of any size, `NaN`, `Infinity`, the last of equal keys counts (all remain in the tree). A byte
 * order mark at the start is skipped. Linear in the length of the source.
 *
 * @returns one problem and no tree for the first location that is not JSON: `json-syntax`, `json-raw-control` (a
 * control character in a string; Heat then reads the source as YAML), `json-number`, `nesting-too-deep`; a tree and a
 * problem for each string with half a character (`lone-surrogate`)
 */
export function readJson(text: string): JsonReading {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const reader = new JsonReader(text, from)
  const { duplicates, tokens } = reader
  try {
    const root = reader.read()
    const strict = from === 0 && tokens.comments.length === 0 && !reader.trailingCommas
    return {
      root,
      comments: inBlockStyle(text, tokens.comments, root),
      problems: reader.problems,
      duplicates,
      strict,
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    return {
      root: undefined,
      comments: tokens.comments,
      problems: [error.problem],
      duplicates,
      strict: false,
    }
  }
}

/** An object or array whose end has not come yet. */
interface OpenCollection {
  readonly kind: 'map' | 'seq'
  readonly start: number
  readonly entries: Entry[]
  readonly items: Node[]
  /** The key whose value is being read. */
  key: Scalar | undefined
}

/** The node of a collection that ends at `end`. */
function closed(open: OpenCollection, end: number): Node {
  const { start, entries, items } = open
  // Arrays that grew by push hold room for 16 more; a copy does not.
  return open.kind === 'map'
    ? mappingNode(entries.slice(), 'flow', start, end)
    : sequenceNode(items.slice(), 'flow', start, end)
}

/** Up to here comparing each key with all before it is faster than building a map. */
const fewEntries = 8

function shadowedInFew(entries: readonly Entry[], report: (key: Node) => void): void {
  for (const [index, entry] of entries.entries()) {
    for (let later = index + 1; later < entries.length; later += 1) {
      if (sameKey(entry.key, entries[later]?.key)) {
        report(entry.key)
        break
      }
    }
  }
}

function sameKey(one: Node, other: Node | undefined): boolean {
  return one.kind === 'scalar' && other?.kind === 'scalar' && one.value === other.value
}

/** Reports, in source order, the keys that a later equal key of the same object shadows. */
function reportShadowed(entries: readonly Entry[], report: (key: Node) => void): void {
  if (entries.length < 2) return
  if (entries.length <= fewEntries) {
    shadowedInFew(entries, report)
    return
  }
  const last = new Map<unknown, Node>()
  for (const { key } of entries) if (key.kind === 'scalar') last.set(key.value, key)
  if (last.size === entries.length) return
  for (const { key } of entries) if (key.kind === 'scalar' && last.get(key.value) !== key) report(key)
}
