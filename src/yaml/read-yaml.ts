import type { Comment, ReadNode } from './node.ts'
import { readNode } from './parse.ts'
import { ParseState } from './parse-state.ts'
import { scan } from './scanner.ts'
import { Token, type TokenStream } from './tokens.ts'

export interface YamlReading {
  /** Undefined for a document without any node. */
  readonly root: ReadNode | undefined
  readonly comments: readonly Comment[]
  readonly hasAnchors: boolean
}

/**
 * Reads one YAML document as LibYAML, and so Heat, reads it. Linear in the length of the text.
 * @throws UnreadableText at the first place that Heat's loader would refuse too
 */
export function readYaml(text: string): YamlReading {
  const scanned = scan(text)
  const state = new ParseState(text, scanned)
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

/** Passes over `%YAML` and `---`; whether there is a `---`. */
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
