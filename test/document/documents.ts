/** Documents for tests, read from texts that can be read. */
import { type Document, readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'

/** @throws Error for a text that cannot be read */
export function documentOf(text: string): Document {
  const reading = readDocument(text)
  if ('problem' in reading) throw new Error(`${reading.problem.message}:\n${text}`)
  return reading.document
}

/** @throws Error for a text that is no mapping */
export function mappingOf(text: string): Mapping {
  const { root } = documentOf(text)
  if (root?.kind !== 'map') throw new Error(`no mapping:\n${text}`)
  return root
}
