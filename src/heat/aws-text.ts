/** Scalars where AWS wants text. Heat writes Python's form of them: `True`, and `1.5` for 1.50. */
import { text } from '../document/build.ts'
import type { Document } from '../document/document.ts'
import type { Node, Scalar } from '../document/node.ts'
import { pythonText } from '../yaml/scalar-value.ts'

/** What AWS takes a scalar for: `true` and `false`, or the characters as they stand in the document that it was read from. */
export function awsText(node: Scalar, document: Pick<Document, 'text'>): string {
  if (node.type === 'str') return String(node.value)
  if (node.type === 'bool') return node.value === true ? 'true' : 'false'
  return node.range === undefined ? String(node.value) : document.text.slice(node.range.start, node.range.end)
}

/** The scalar quoted, where Heat would make another text of it than AWS; any other node as it is. */
export function keptAsText(node: Node, document: Pick<Document, 'text'>): Node {
  if (node.kind !== 'scalar' || node.type === 'str' || node.type === 'null') return node
  const meant = awsText(node, document)
  return meant === pythonText(node.type, node.value) ? node : text(meant, { for: node, style: 'single' })
}
