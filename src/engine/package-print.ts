/** Writes the changed files of a package, and reads them again. */
import { type Document, lineEnding } from '../document/document.ts'
import type { PackageFile } from '../package/package-file.ts'
import { isJson } from '../print/json-members.ts'
import { editJson, newDocument, printDocument } from '../print/print.ts'
import { blocks } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { reread } from './reread.ts'
import { checkAliases, checkShadowed } from './tree-guards.ts'

/** The new text of a file with what was read from it again, or why it is not to be written. */
export interface PrintedFile {
  readonly after: string
  readonly document: Document
  readonly findings: readonly Finding[]
}

export type Printed = PrintedFile | { readonly refusal: readonly Finding[]; readonly isDefect: boolean }

/** @param file changed by a chain, or created by it */
export function printFile(file: PackageFile): Printed {
  const { document, root } = file
  const findings = [...checkShadowed(document, root), ...checkAliases(document, root)]
  if (findings.some(blocks)) return { refusal: findings, isDefect: false }
  const after = textOf(file)
  if (after === undefined) {
    const message = 'JSON with comments or trailing commas is not edited, nor is what JSON has no word for'
    return { refusal: [{ code: 'json-not-edited', severity: 'error', message }], isDefect: false }
  }
  const reading = reread(after, root, document.syntax === 'yaml' ? 'yaml' : undefined)
  if ('defect' in reading) return { refusal: [reading.defect], isDefect: true }
  return { after, document: reading.document, findings }
}

function textOf({ document, root, created }: PackageFile): string | undefined {
  if (created !== undefined)
    return newDocument(root, { eol: lineEnding(created.like.text), like: created.like })
  if (document.syntax === 'yaml') return printDocument(document, root, 'yaml')
  return isJson(document.text) ? editJson(document, root) : undefined
}
