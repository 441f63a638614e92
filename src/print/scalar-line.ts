import type { Node, Scalar } from '../document/node.ts'
import { scalarText } from '../yaml/scalar-text.ts'
import type { PrintContext } from './context.ts'

/** Anchor and tag of a node as they stand before its text, with a blank after them. */
export function propsText(node: Node): string {
  const anchor = node.anchor === undefined ? '' : `&${node.anchor} `
  // `!` asks for the type that the text would have without it: the text says that by itself.
  return node.tag === undefined || node.tag === '!' ? anchor : `${anchor}${node.tag} `
}

/** A scalar on one line, in the quotes that it asks for or that the document prefers. */
export function quotedText(context: PrintContext, node: Scalar, place: 'block' | 'flow'): string {
  const quoted = node.style === 'single' || node.style === 'double'
  return scalarText(node, {
    in: place,
    as: 'value',
    quote: quoted && node.range === undefined ? (node.style as 'single' | 'double') : context.layout.quote,
    force:
      (quoted && node.range === undefined && node.type === 'str') ||
      (node.tag !== undefined && node.value === ''),
  })
}
