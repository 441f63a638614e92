import type { Comment, ReadNode } from './node.ts'
import { readNode } from './parse.ts'
import { ParseState } from './parse-state.ts'
import { ColonWithoutBlank, type DocumentProblem, UnreadableText } from './position.ts'
import type { Loader } from './scan-state.ts'
import { scan } from './scanner.ts'
import { Token, type TokenStream } from './tokens.ts'

interface YamlReading {
  /** Undefined for a document without any node. */
  readonly root: ReadNode | undefined
  readonly comments: readonly Comment[]
  readonly hasAnchors: boolean
  /** Why LibYAML refuses the source, where the loader in Python had to read it. */
  readonly onlyInPython?: DocumentProblem
}

/**
 * Reads one YAML document as Heat reads it: with LibYAML, and with the loader in Python where LibYAML refuses a colon
 * without a blank. Linear in the length of the source.
 * @param text with line feeds for all line breaks but `\r\n`, see `withLineFeeds`
 * @throws UnreadableText at the first location that both of Heat's loaders refuse
 */
export function readYaml(text: string): YamlReading {
  try {
    return readWith('libyaml', text)
  } catch (error) {
    const again = error instanceof ColonWithoutBlank ? readInPython(text) : undefined
    if (again === undefined) throw error
    return { ...again, onlyInPython: (error as ColonWithoutBlank).problem }
  }
}

/**
 * Undefined for what the loader in Python refuses, and for a source with a date, which that loader does not read as a
 * string.
 */
function readInPython(text: string): YamlReading | undefined {
  try {
    const reading = readWith('python', text)
    return reading.root !== undefined && holdsDate(reading.root) ? undefined : reading
  } catch (error) {
    if (error instanceof UnreadableText) return undefined
    throw error
  }
}

/** PyYAML's resolver.py, `tag:yaml.org,2002:timestamp`. */
const timestamp =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/

function holdsDate(node: ReadNode): boolean {
  switch (node.kind) {
    case 'alias':
      return false
    case 'scalar':
      return node.style === 'plain' && node.tag === undefined && timestamp.test(String(node.value))
    case 'seq':
      return node.items.some(holdsDate)
    case 'map':
      return node.entries.some(({ key, value }) => holdsDate(key) || holdsDate(value))
  }
}

/**
 * Reads the end of a source as a document of its own, as LibYAML does; offsets are those of the source.
 * @param from where a line begins
 * @param depth how many collections it stands in
 * @throws UnreadableText
 */
export function readYamlFrom(text: string, from: number, depth: number): YamlReading {
  return readWith('libyaml', text, { from, depth })
}

const whole = { from: 0, depth: 0 }

function readWith(loader: Loader, text: string, { from, depth } = whole): YamlReading {
  const scanned = scan(text, loader, from)
  const state = new ParseState(text, scanned, depth)
  const { stream } = state
  const marked = passPrefix(stream)
  const isEmpty = stream.is(Token.end) || (marked && isDocumentLine(stream))
  const root = isEmpty ? undefined : readNode(state, { in: 'block', as: 'value' })
  while (stream.is(Token.documentEnd)) stream.advance()
  if (!stream.is(Token.end)) refuseTail(stream)
  return { root, comments: scanned.comments, hasAnchors: state.anchors.any }
}

function isDocumentLine(stream: TokenStream): boolean {
  return stream.is(Token.directive) || stream.is(Token.documentStart) || stream.is(Token.documentEnd)
}

/** Skips `%YAML` and `---`; returns whether there is a `---`. */
function passPrefix(stream: TokenStream): boolean {
  if (stream.is(Token.directive)) {
    stream.advance()
    if (!stream.is(Token.documentStart))
      stream.fail('yaml-directive', 'a "---" line has to follow the directive')
  }
  if (!stream.is(Token.documentStart)) return false
  stream.advance()
  return true
}

function refuseTail(stream: TokenStream): never {
  if (isDocumentLine(stream)) {
    stream.fail('yaml-several-documents', 'a second YAML document begins here; Heat reads one per file')
  }
  return stream.fail('yaml-syntax', `${stream.found} does not fit here; is the indentation right?`)
}
