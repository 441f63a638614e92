import { blockContent } from './block-content.ts'
import type { Scalar, ScalarStyle } from './node.ts'
import { isCoreTag, type Properties, withProperties } from './node-properties.ts'
import { UnreadableText } from './problem.ts'
import { doubleQuotedContent, plainContent, singleQuotedContent } from './scalar-content.ts'
import { type ResolvedScalar, resolvePlain, resolveTagged } from './scalar-value.ts'
import type { TokenStream } from './token-stream.ts'
import { Token } from './tokens.ts'

function resolve(content: string, style: ScalarStyle, tag: string | undefined): ResolvedScalar {
  if (tag !== undefined && isCoreTag(tag)) return resolveTagged(tag, content, style)
  return style === 'plain' && tag === undefined ? resolvePlain(content) : { type: 'str', value: content }
}

function scalar(
  content: string,
  style: ScalarStyle,
  start: number,
  end: number,
  properties: Properties | undefined,
): Scalar {
  const resolved = resolve(content, style, properties?.tag)
  if ('problem' in resolved)
    throw new UnreadableText('yaml-value', resolved.problem, start, Math.max(end, start + 1))
  const node: Scalar = {
    kind: 'scalar',
    type: resolved.type,
    value: resolved.value,
    style,
    range: { start, end },
    propsStart: start,
  }
  return withProperties(node, properties)
}

/** A node that is not there: null after a colon, or what its tag makes of nothing. */
export function emptyScalar(at: number, properties: Properties | undefined): Scalar {
  const tag = properties?.tag
  if (tag === undefined || tag === '!') {
    const value =
      tag === undefined ? ({ type: 'null', value: null } as const) : ({ type: 'str', value: '' } as const)
    const node: Scalar = {
      kind: 'scalar',
      ...value,
      style: 'plain',
      range: { start: at, end: at },
      propsStart: at,
    }
    return withProperties(node, properties)
  }
  return scalar('', 'plain', at, at, properties)
}

/** The scalar at the current token. A plain `<<` or `=` as a key is not the problem that it is as a value. */
export function readScalar(
  stream: TokenStream,
  properties: Properties | undefined,
  as: 'key' | 'value',
): Scalar {
  const { text, type, start, end } = stream
  const source = text.slice(start, end)
  stream.advance()
  if (type === Token.singleQuoted)
    return scalar(singleQuotedContent(source), 'single', start, end, properties)
  if (type === Token.doubleQuoted)
    return scalar(doubleQuotedContent(source, start), 'double', start, end, properties)
  const content = plainContent(source)
  if (as === 'key' && (content === '<<' || content === '=') && properties?.tag === undefined) {
    const node: Scalar = {
      kind: 'scalar',
      type: 'str',
      value: content,
      style: 'plain',
      range: { start, end },
      propsStart: start,
    }
    return withProperties(node, properties)
  }
  return scalar(content, 'plain', start, end, properties)
}

/** @param bodyColumn column at which the text of the scalar begins */
export function readBlockScalar(
  stream: TokenStream,
  properties: Properties | undefined,
  bodyColumn: number,
): Scalar {
  const { text, start, end } = stream
  stream.advance()
  const { content, cutOff } = blockContent(text, start, end, bodyColumn)
  const node = scalar(content, text.charCodeAt(start) === 0x3e ? 'folded' : 'literal', start, end, properties)
  return cutOff ? { ...node, bodyColumn, unterminated: true } : { ...node, bodyColumn }
}
