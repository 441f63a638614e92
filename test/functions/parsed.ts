import { readDocument } from '../../src/document/document.ts'
import type { Node } from '../../src/document/node.ts'

/** The tree of a piece of YAML. */
export function parsed(yaml: string): Node | undefined {
  const reading = readDocument(yaml)
  if ('problem' in reading) throw new Error(reading.problem.message)
  return reading.document.root
}
