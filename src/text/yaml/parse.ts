import { causeAbove } from './cause.ts'
import {
  aliasNode,
  mappingNode,
  type ReadAlias,
  type ReadEntry,
  type ReadMapping,
  type ReadNode,
  type ReadSequence,
  sequenceNode,
} from './node.ts'
import {
  asKey,
  type NodePosition,
  type ParseState,
  type Properties,
  readProperties,
  withProperties,
} from './parse-state.ts'
import { UnreadableText } from './position.ts'
import { emptyScalar, readBlockScalar, readScalar } from './read-scalar.ts'
import { Token, type TokenType } from './tokens.ts'

/** The production `block_node` or `flow_node` of LibYAML's parser.c. */
export function readNode(state: ParseState, position: NodePosition): ReadNode {
  const { stream } = state
  if (stream.type === Token.alias) return readAlias(state)
  const isNamed = stream.type === Token.anchor || stream.type === Token.tag
  const properties = isNamed ? readProperties(stream, state.anchors) : undefined
  const node = readContent(state, position, properties)
  if (properties?.anchor !== undefined) state.anchors.close(properties.anchor, node)
  return node
}

function readContent(
  state: ParseState,
  position: NodePosition,
  properties: Properties | undefined,
): ReadNode {
  const { stream } = state
  switch (stream.type) {
    case Token.plain:
    case Token.singleQuoted:
    case Token.doubleQuoted:
      return readScalar(stream, properties, position.as)
    case Token.blockScalar:
      return readBlockScalar(stream, properties, state.bodyColumns.get(stream.start) ?? 0)
    case Token.sequenceStart:
      return readFlowSequence(state, properties)
    case Token.mappingStart:
      return readFlowMapping(state, properties)
    case Token.blockSequenceStart:
      if (position.in === 'block') return readBlockSequence(state, properties)
      break
    case Token.blockMappingStart:
      if (position.in === 'block') return readBlockMapping(state, properties)
      break
    case Token.dash:
      if (position.flush) return readIndentlessSequence(state, properties)
      break
    default:
  }
  if (properties !== undefined) return emptyScalar(properties.end, properties)
  return stream.fail('yaml-syntax', `${stream.found} does not fit here`)
}

function readAlias(state: ParseState): ReadAlias {
  const { stream } = state
  const { start, end, text } = stream
  const target = state.anchors.target(stream)
  stream.advance()
  return aliasNode(text.slice(start + 1, end), target, start, end)
}

function readBlockSequence(state: ParseState, properties: Properties | undefined): ReadSequence {
  const { stream } = state
  stream.advance()
  const sequence = readBlockItems(state, properties, (next) => next === Token.dash || next === Token.blockEnd)
  if (!stream.is(Token.blockEnd)) refuseUnlike(state)
  stream.advance()
  return sequence
}

/** A list whose dashes are in the column of the key above. */
function readIndentlessSequence(state: ParseState, properties: Properties | undefined): ReadSequence {
  return readBlockItems(state, properties, (next) => next === Token.dash || endsEntry(next))
}

function readBlockItems(
  state: ParseState,
  properties: Properties | undefined,
  endsItem: (next: TokenType) => boolean,
): ReadSequence {
  const { stream } = state
  return state.descend(() => {
    const { start } = stream
    const items: ReadNode[] = []
    const marks: number[] = []
    let end = start
    while (stream.is(Token.dash)) {
      marks.push(stream.start)
      const dashEnd = stream.advance()
      const item = endsItem(stream.type)
        ? emptyScalar(dashEnd, undefined)
        : readNode(state, { in: 'block', as: 'value' })
      items.push(item)
      end = item.end
    }
    // Arrays that grew by push hold room for 16 more; a copy does not.
    return withProperties(sequenceNode(items.slice(), 'block', start, end, marks.slice()), properties)
  })
}

function readBlockMapping(state: ParseState, properties: Properties | undefined): ReadMapping {
  const { stream } = state
  return state.descend(() => {
    const { start } = stream
    stream.advance()
    const entries: ReadEntry[] = []
    let end = start
    while (stream.type !== Token.blockEnd) {
      if (stream.type !== Token.key) refuseUnlike(state)
      const entry = readBlockEntry(state)
      entries.push(entry)
      end = Math.max(entry.value.end, entry.key.end)
    }
    stream.advance()
    return withProperties(mappingNode(entries.slice(), 'block', start, end), properties)
  })
}

function endsEntry(type: TokenType): boolean {
  return type === Token.key || type === Token.colon || type === Token.blockEnd
}

function readBlockEntry(state: ParseState): ReadEntry {
  const { stream } = state
  const { start, end } = stream
  const explicit = end > start
  stream.advance()
  const key = endsEntry(stream.type)
    ? emptyScalar(end, undefined)
    : asKey(readNode(state, { in: 'block', as: 'key', flush: true }))
  if (!stream.is(Token.colon)) {
    return { key, value: emptyScalar(key.end, undefined), explicit: { mark: start } }
  }
  const colon = stream.start
  const value = readBlockValue(state)
  return explicit ? { key, value, explicit: { mark: start, colon } } : { key, value }
}

function readBlockValue(state: ParseState): ReadNode {
  const { stream } = state
  const colonEnd = stream.advance()
  if (endsEntry(stream.type)) return emptyScalar(colonEnd, undefined)
  return readNode(state, { in: 'block', as: 'value', flush: true })
}

function refuseUnlike(state: ParseState): never {
  const { stream } = state
  if (stream.is(Token.dash) || stream.is(Token.blockSequenceStart)) {
    stream.fail('yaml-indentation', 'wrong indentation of a list item')
  }
  if (stream.is(Token.colon)) stream.fail('yaml-syntax', 'a ":" without a key before it')
  const cause = causeAbove(stream.text, stream.start)
  return stream.fail(
    'yaml-indentation',
    cause === undefined
      ? `wrong indentation of ${stream.found}, or an unclosed string above it`
      : `${stream.found} does not fit here: ${cause}`,
  )
}

type Close = typeof Token.sequenceEnd | typeof Token.mappingEnd

function readFlowSequence(state: ParseState, properties: Properties | undefined): ReadSequence {
  return state.descend(() => {
    const { items, start, end } = readFlowParts(state, Token.sequenceEnd, () => readFlowItem(state))
    return withProperties(sequenceNode(items, 'flow', start, end), properties)
  })
}

function readFlowMapping(state: ParseState, properties: Properties | undefined): ReadMapping {
  return state.descend(() => {
    const {
      items: entries,
      start,
      end,
    } = readFlowParts(state, Token.mappingEnd, () => readFlowEntry(state, Token.mappingEnd))
    return withProperties(mappingNode(entries, 'flow', start, end), properties)
  })
}

/** The nodes between brackets, separated by commas; a trailing comma is allowed. */
function readFlowParts<T>(
  state: ParseState,
  close: Close,
  read: () => T,
): { items: T[]; start: number; end: number } {
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
  return { items: items.slice(), start, end: stream.advance() }
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
function readFlowItem(state: ParseState): ReadNode {
  const { stream } = state
  if (!stream.is(Token.key)) return readNode(state, { in: 'flow', as: 'value' })
  const { start } = stream
  const entry = readFlowEntry(state, Token.sequenceEnd)
  const end = Math.max(entry.value.end, entry.key.end)
  const pair = mappingNode([entry], 'flow' as const, start, end)
  pair.braces = 'omitted'
  return pair
}

function readFlowEntry(state: ParseState, close: Close): ReadEntry {
  const { stream } = state
  const { start, end } = stream
  const isMarked = stream.is(Token.key)
  const explicit = isMarked && end > start
  if (isMarked) stream.advance()
  const key = asKey(readFlowKey(state, close, end))
  if (!isMarked || !stream.is(Token.colon)) {
    const value = emptyScalar(key.end, undefined)
    return explicit ? { key, value, explicit: { mark: start } } : { key, value }
  }
  const colon = stream.start
  const colonEnd = stream.advance()
  const isEmpty = stream.is(Token.comma) || stream.is(close)
  const value = isEmpty ? emptyScalar(colonEnd, undefined) : readNode(state, { in: 'flow', as: 'value' })
  return explicit ? { key, value, explicit: { mark: start, colon } } : { key, value }
}

/** @param markEnd where the `?` ends, when there is one: the location of a key that is missing */
function readFlowKey(state: ParseState, close: Close, markEnd: number): ReadNode {
  const { type } = state.stream
  // LibYAML loses the colon of `[? : a]` and then refuses what follows.
  const isEmpty =
    type === Token.comma || type === close || (type === Token.colon && close === Token.mappingEnd)
  return isEmpty && state.stream.start >= markEnd
    ? emptyScalar(markEnd, undefined)
    : readNode(state, { in: 'flow', as: 'key' })
}
