import type { Node } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'

/** The tree of a piece of YAML. */
export function parsed(yaml: string): Node | undefined {
  const document = documentOf(yaml)
  return document.root
}
