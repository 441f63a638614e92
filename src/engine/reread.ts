/** Reads what was printed again, before anybody relies on it. */
import { sameData } from '../document/data.ts'
import { type Document, readDocument } from '../document/document.ts'
import type { Mapping, Syntax } from '../document/node.ts'
import type { Finding } from './finding.ts'

/**
 * The document that a printed text is, or the defect that it does not hold the data of `root`.
 * @param known the syntax, where it leaves no choice: see `readDocument`
 */
export function reread(
  after: string,
  root: Mapping,
  known?: Extract<Syntax, 'yaml'>,
): { readonly document: Document } | { readonly defect: Finding } {
  const defect = (message: string) => ({
    defect: { code: 'output-differs', severity: 'error' as const, message },
  })
  const reading = readDocument(after, known)
  if ('problem' in reading) return defect(`the result cannot be read: ${reading.problem.message}`)
  if (reading.document.root !== undefined && sameData(reading.document.root, root)) return reading
  return defect('the result does not hold the data that was meant')
}
