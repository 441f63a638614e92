/** Collections in brackets: the productions `flow_sequence` and `flow_mapping` of LibYAML's parser.c. */
import type { Entry, Mapping, Node, Sequence } from './node.ts'
import { type Properties, withProperties } from './node-properties.ts'
import { asKey, type ParseState } from './parse-state.ts'
import { UnreadableText } from './problem.ts'
import { emptyScalar } from './scalar-node.ts'
import { Token } from './tokens.ts'

type Close = typeof Token.sequenceEnd | typeof Token.mappingEnd

export function readFlowSequence(state: ParseState, properties: Properties | undefined): Sequence {
  return state.descend(() => {
    const { items, range } = readParts(state, Token.sequenceEnd, () => readItem(state))
    const node: Sequence = { kind: 'seq', style: 'flow', items, range, propsStart: range.start }
    return withProperties(node, properties)
  })
}

export function readFlowMapping(state: ParseState, properties: Properties | undefined): Mapping {
  return state.descend(() => {
    const { items: entries, range } = readParts(state, Token.mappingEnd, () =>
      readEntry(state, Token.mappingEnd),
    )
    const node: Mapping = { kind: 'map', style: 'flow', entries, range, propsStart: range.start }
    return withProperties(node, properties)
  })
}

/** What stands between brackets, separated by commas; one may stand behind the last. */
function readParts<T>(
  state: ParseState,
  close: Close,
  read: () => T,
): { items: T[]; range: { start: number; end: number } } {
  const { stream } = state
  const { start } = stream
  stream.advance()
  const items: T[] = []
  while (!stream.is(close)) {
    if (items.length > 0) {
      if (!stream.is(Token.comma)) refuseUnclosed(state, close, start)
      stream.advance()
    }
    if (stream.is(close)) break
    items.push(read())
  }
  // As in block collections, without the room that push leaves.
  return { items: items.slice(), range: { start, end: stream.advance() } }
}

function refuseUnclosed(state: ParseState, close: Close, start: number): never {
  const { stream } = state
  if (stream.is(Token.end)) {
    throw new UnreadableText('yaml-syntax', `this "${stream.text.charAt(start)}" is never closed`, start)
  }
  return stream.fail(
    'yaml-syntax',
    `expected "," or "${close === Token.mappingEnd ? '}' : ']'}" before ${stream.found}`,
  )
}

/** An item of `[ ]`; `a: b` there is a mapping of one entry. */
function readItem(state: ParseState): Node {
  const { stream } = state
  if (!stream.is(Token.key)) return state.readNode({ in: 'flow', as: 'value' })
  const { start } = stream
  const entry = readEntry(state, Token.sequenceEnd)
  const end = Math.max(entry.value.range?.end ?? 0, entry.key.range?.end ?? 0)
  return {
    kind: 'map',
    style: 'flow',
    entries: [entry],
    pair: true,
    range: { start, end },
    propsStart: start,
  }
}

function readEntry(state: ParseState, close: Close): Entry {
  const { stream } = state
  const { start, end } = stream
  const isMarked = stream.is(Token.key)
  const explicit = isMarked && end > start
  if (isMarked) stream.advance()
  const key = asKey(readKey(state, close, end))
  if (!isMarked || !stream.is(Token.colon)) {
    const value = emptyScalar(key.range?.end ?? end, undefined)
    return explicit ? { key, value, explicit: { mark: start } } : { key, value }
  }
  const colon = stream.start
  const colonEnd = stream.advance()
  const isEmpty = stream.is(Token.comma) || stream.is(close)
  const value = isEmpty ? emptyScalar(colonEnd, undefined) : state.readNode({ in: 'flow', as: 'value' })
  return explicit ? { key, value, explicit: { mark: start, colon } } : { key, value }
}

/** @param markEnd where the `?` ends, when there is one: the place of a key that is not there */
function readKey(state: ParseState, close: Close, markEnd: number): Node {
  const { type } = state.stream
  // LibYAML loses the colon of `[? : a]` and then refuses what follows.
  const isEmpty =
    type === Token.comma || type === close || (type === Token.colon && close === Token.mappingEnd)
  return isEmpty && state.stream.start >= markEnd
    ? emptyScalar(markEnd, undefined)
    : state.readNode({ in: 'flow', as: 'key' })
}
