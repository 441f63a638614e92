import type { Alias, Node } from './node.ts'
import { type Properties, readProperties } from './node-properties.ts'
import { readBlockMapping, readBlockSequence, readIndentlessSequence } from './parse-block.ts'
import { readFlowMapping, readFlowSequence } from './parse-flow.ts'
import type { ParseState, Place } from './parse-state.ts'
import { emptyScalar, readBlockScalar, readScalar } from './scalar-node.ts'
import { Token } from './tokens.ts'

/** The production `block_node` or `flow_node` of LibYAML's parser.c. */
export function readNode(state: ParseState, place: Place): Node {
  const { stream } = state
  if (stream.is(Token.alias)) return readAlias(state)
  const properties = readProperties(stream, state.anchors)
  const node = readContent(state, place, properties)
  if (properties?.anchor !== undefined) state.anchors.close(properties.anchor, node)
  return node
}

function readContent(state: ParseState, place: Place, properties: Properties | undefined): Node {
  const { stream } = state
  switch (stream.type) {
    case Token.plain:
    case Token.singleQuoted:
    case Token.doubleQuoted:
      return readScalar(stream, properties, place.as)
    case Token.blockScalar:
      return readBlockScalar(stream, properties, state.bodyColumns.get(stream.start) ?? 0)
    case Token.sequenceStart:
      return readFlowSequence(state, properties)
    case Token.mappingStart:
      return readFlowMapping(state, properties)
    case Token.blockSequenceStart:
      if (place.in === 'block') return readBlockSequence(state, properties)
      break
    case Token.blockMappingStart:
      if (place.in === 'block') return readBlockMapping(state, properties)
      break
    case Token.dash:
      if (place.flush) return readIndentlessSequence(state, properties)
      break
    default:
  }
  if (properties !== undefined) return emptyScalar(properties.end, properties)
  return stream.fail('yaml-syntax', `${stream.found} does not fit here`)
}

function readAlias(state: ParseState): Alias {
  const { stream } = state
  const { start, end, text } = stream
  const target = state.anchors.target(stream)
  stream.advance()
  return { kind: 'alias', name: text.slice(start + 1, end), target, range: { start, end }, propsStart: start }
}
