/** Block collections: the productions `block_sequence`, `indentless_sequence` and `block_mapping` of LibYAML's parser.c. */
import type { Entry, Mapping, Node, Sequence } from './node.ts'
import { type Properties, withProperties } from './node-properties.ts'
import { asKey, type ParseState } from './parse-state.ts'
import { emptyScalar } from './scalar-node.ts'
import { Token, type TokenType } from './tokens.ts'

export function readBlockSequence(state: ParseState, properties: Properties | undefined): Sequence {
  const { stream } = state
  stream.advance()
  const sequence = readItems(state, properties, (next) => next === Token.dash || next === Token.blockEnd)
  if (!stream.is(Token.blockEnd)) refuseUnlike(state)
  stream.advance()
  return sequence
}

/** A list whose dashes stand in the column of the key above. */
export function readIndentlessSequence(state: ParseState, properties: Properties | undefined): Sequence {
  return readItems(state, properties, (next) => next === Token.dash || endsEntry(next))
}

function readItems(
  state: ParseState,
  properties: Properties | undefined,
  endsItem: (next: TokenType) => boolean,
): Sequence {
  const { stream } = state
  return state.descend(() => {
    const { start } = stream
    const items: Node[] = []
    const marks: number[] = []
    let end = start
    while (stream.is(Token.dash)) {
      marks.push(stream.start)
      const dashEnd = stream.advance()
      const item = endsItem(stream.type)
        ? emptyScalar(dashEnd, undefined)
        : state.readNode({ in: 'block', as: 'value' })
      items.push(item)
      end = item.range?.end ?? end
    }
    // Arrays that grew by push hold room for 16 more; a copy does not.
    const node: Sequence = {
      kind: 'seq',
      style: 'block',
      items: items.slice(),
      marks: marks.slice(),
      range: { start, end },
      propsStart: start,
    }
    return withProperties(node, properties)
  })
}

export function readBlockMapping(state: ParseState, properties: Properties | undefined): Mapping {
  const { stream } = state
  return state.descend(() => {
    const { start } = stream
    stream.advance()
    const entries: Entry[] = []
    let end = start
    while (!stream.is(Token.blockEnd)) {
      if (!stream.is(Token.key)) refuseUnlike(state)
      const entry = readEntry(state)
      entries.push(entry)
      end = Math.max(entry.value.range?.end ?? end, entry.key.range?.end ?? end)
    }
    stream.advance()
    const node: Mapping = {
      kind: 'map',
      style: 'block',
      entries: entries.slice(),
      range: { start, end },
      propsStart: start,
    }
    return withProperties(node, properties)
  })
}

function endsEntry(type: TokenType): boolean {
  return type === Token.key || type === Token.colon || type === Token.blockEnd
}

function readEntry(state: ParseState): Entry {
  const { stream } = state
  const { start, end } = stream
  const explicit = end > start
  stream.advance()
  const key = endsEntry(stream.type)
    ? emptyScalar(end, undefined)
    : asKey(state.readNode({ in: 'block', as: 'key', flush: true }))
  if (!stream.is(Token.colon)) {
    return { key, value: emptyScalar(key.range?.end ?? end, undefined), explicit: { mark: start } }
  }
  const colon = stream.start
  const value = readValue(state)
  return explicit ? { key, value, explicit: { mark: start, colon } } : { key, value }
}

function readValue(state: ParseState): Node {
  const { stream } = state
  const colonEnd = stream.advance()
  if (endsEntry(stream.type)) return emptyScalar(colonEnd, undefined)
  return state.readNode({ in: 'block', as: 'value', flush: true })
}

function refuseUnlike(state: ParseState): never {
  const { stream } = state
  if (stream.is(Token.dash) || stream.is(Token.blockSequenceStart)) {
    stream.fail('yaml-indentation', 'a list item does not fit here; it is indented unlike its neighbours')
  }
  if (stream.is(Token.colon)) stream.fail('yaml-syntax', 'a ":" without a key before it')
  return stream.fail(
    'yaml-indentation',
    `${stream.found} does not fit here; it is indented unlike its neighbours, or the text before it should have ended`,
  )
}
