import { type Entry, type Node, nodeStart, parsedNode, type Scalar } from '../document/node.ts'
import { type Quote, scalarText } from '../yaml/scalar-text.ts'
import type { PrintContext } from './context.ts'
import { contextOfOrigin, withoutProps } from './transplanted.ts'

/** The quotes that an author puts around every key of a mapping; undefined where one has none. */
export function quoteOfKeys(context: PrintContext, entries: readonly Entry[]): Quote | undefined {
  if (context.document.syntax === 'json') return undefined
  let quote: Quote | undefined
  for (const { key } of entries) {
    const parsed = parsedNode(key)
    if (parsed?.kind !== 'scalar') continue
    if (parsed.style !== 'single' && parsed.style !== 'double') return undefined
    quote = parsed.style
  }
  return quote
}

interface KeyOptions {
  /** The quotes of the keys beside it, which a new key takes over. */
  readonly siblings?: Quote | undefined
  /** Whether only quotes end the key: `{"a":1}`. */
  readonly tight?: boolean
}

/** A key as written, without its colon; it may be too long for a key without `?`. */
export function keyText(
  context: PrintContext,
  key: Node,
  location: 'block' | 'flow',
  { siblings, tight = false }: KeyOptions = {},
): string {
  if (key.kind === 'alias') return `*${key.name} `
  if (key.kind !== 'scalar') throw new Error('a collection cannot be a key')
  if (key.transplanted !== undefined) {
    const source = contextOfOrigin(context, key.transplanted.source)
    const props = key.tag === undefined ? '' : `${key.tag} `
    return props + keyText(source, withoutProps(key.transplanted.node), location, { siblings, tight })
  }
  const isYaml = context.document.syntax === 'yaml'
  if (isYaml && key.end !== undefined && key.end > (nodeStart(key) ?? 0)) {
    const kept = context.text.slice(nodeStart(key), key.end)
    const isOneLine = !kept.includes('\n') && key.style !== 'literal' && key.style !== 'folded'
    if (isOneLine && (!tight || /^['"]/.test(kept)) && staysInFlow(kept, key.style, location)) return kept
  }
  const own = key.origin?.kind === 'scalar' && isYaml ? key.origin.style : undefined
  const isWord = key.style === 'plain' && !context.layout.quotesKeys
  const was = isWord ? undefined : (own ?? siblings)
  const wasQuoted = was === 'single' || was === 'double'
  const anchor = key.anchor === undefined ? '' : `&${key.anchor} `
  const quote = wasQuoted ? was : context.layout.quote
  return anchor + scalarText(key, { in: location, as: 'key', quote, force: wasQuoted || tight })
}

/** Whether a key means the same inside brackets. */
function staysInFlow(text: string, style: string | undefined, location: 'block' | 'flow'): boolean {
  return location === 'block' || style !== 'plain' || !/[,[\]{}]|^[?:-]/.test(text)
}

/** Anchor and tag of a node as written before its value, with a blank after them. */
export function propsText(node: Node): string {
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `
  // `!` asks for the type that the scalar would have without it: the scalar already has that type by itself.
  return node.tag === undefined || node.tag === '!' ? anchor : `${anchor}${node.tag} `
}

/** A scalar on one line, in the quotes that it requests or that the document prefers. */
export function quotedText(context: PrintContext, node: Scalar, location: 'block' | 'flow'): string {
  const quoted = node.style === 'single' || node.style === 'double'
  return scalarText(node, {
    in: location,
    as: 'value',
    quote: quoted && node.start === undefined ? (node.style as 'single' | 'double') : context.layout.quote,
    force:
      (quoted && node.start === undefined && node.type === 'str') ||
      (node.tag !== undefined && node.value === ''),
  })
}
