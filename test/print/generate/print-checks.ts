/** What must hold for the text of a document after any change of its tree. */
import { sameData } from '../../../src/text/document/data.ts'
import { type Document, readDocument } from '../../../src/text/document/document.ts'
import type { Node } from '../../../src/text/document/node.ts'
import { printDocument } from '../../../src/text/print/print.ts'
import type { Choices } from './choices.ts'
import { commentFaults, lineFaults } from './layout-checks.ts'
import { changed } from './tree-edits.ts'

/** Undefined for a text that no change can be made in: without a node, or one that Heat refuses. */
function editable(text: string): (Document & { readonly root: Node }) | undefined {
  const reading = readDocument(text)
  if ('problem' in reading) return undefined
  const { document } = reading
  const { root } = document
  return root === undefined || document.syntax === 'json' ? undefined : { ...document, root }
}

export function faultOfChange(text: string, choices: Choices): string | undefined {
  const document = editable(text)
  if (document === undefined) return undefined
  const root = changed(document.root, choices)
  const after = printDocument(document, root, 'yaml')
  if (root === document.root) return after === text ? undefined : `changed for nothing: ${after}`
  return faultOf(document, root, after)
}

function faultOf(document: Document, root: Node, after: string): string | undefined {
  const reading = readDocument(after)
  if ('problem' in reading) return `${reading.problem.message} in:\n${after}`
  if (reading.document.root === undefined || !sameData(reading.document.root, root))
    return `other data:\n${after}`
  const [comment] = commentFaults(document, root, reading.document)
  if (comment !== undefined) return `comment ${comment} in:\n${after}`
  const [line] = lineFaults(document, root, after)
  return line === undefined ? undefined : `line "${line}" changed in:\n${after}`
}
