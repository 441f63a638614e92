/** Findings as the editor shows them. */
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver/node'
import type { Range } from '../document/node.ts'
import { type TolerantReading, typedOffset } from '../editor/tolerant.ts'
import type { Related } from '../engine/finding.ts'
import type { LocatedFinding } from '../engine/outcome.ts'
import { addressIn } from './addresses.ts'
import type { Place } from './folders.ts'
import type { Host } from './host.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

/** The findings of a document at one version. */
export interface Checked {
  readonly version: number
  readonly findings: readonly LocatedFinding[]
  /** Absolute: what the paths of other files are relative to. */
  readonly folder: string
}

/** Whether a file is one of AWS, which an editor has to ask for. */
export function isCloudFormation(kind: string): boolean {
  return kind.startsWith('cfn-')
}

/** @param before what was found before, which is preserved while the text cannot be read */
export async function checkedDocument(
  document: OpenDocument,
  place: Pick<Place, 'project' | 'path' | 'open' | 'folder'>,
  before: Checked | undefined,
  asksForCloudFormation: boolean,
): Promise<Checked> {
  const { project, path, open, folder } = place
  const { version, source, reading } = document
  const outcome = await project.check(path, source, open)
  const isForeign = isCloudFormation(outcome.kind) && !asksForCloudFormation
  if (isForeign || outcome.status === 'skipped') return { version, folder, findings: [] }
  const own = outcome.findings
  // What can be read is not read a second time.
  if (outcome.status === 'unchanged') return { version, folder, findings: own }
  if (reading.problem === undefined || reading.root === undefined || before === undefined)
    return { version, folder, findings: own }
  const elsewhere = await project.check(path, reading.text, open)
  return { version, folder, findings: [...own, ...staying(elsewhere.findings, before, reading)] }
}

/** Findings of the lines that are not being typed, as far as they were there before. */
function staying(
  found: readonly LocatedFinding[],
  before: Checked,
  reading: TolerantReading,
): readonly LocatedFinding[] {
  const known = new Set(before.findings.map(({ code, message }) => `${code} ${message}`))
  const typed = [
    ...reading.blanked,
    ...(reading.finished === undefined ? [] : [lineOf(reading, reading.finished.at)]),
  ]
  return found.flatMap((one) => {
    const range = one.range === undefined ? undefined : typedRange(reading, one.range)
    const isTyped =
      range === undefined || typed.some(({ start, end }) => range.start <= end && range.end >= start)
    return isTyped || !known.has(`${one.code} ${one.message}`) ? [] : [{ ...one, range }]
  })
}

function lineOf({ text }: TolerantReading, at: number): Range {
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: at }
}

function typedRange(reading: TolerantReading, { start, end }: Range): Range {
  return { start: typedOffset(reading, start), end: typedOffset(reading, end) }
}

/** One finding for the protocol. @param folder absolute: what the paths of other files are relative to */
export function diagnosticOf(
  finding: LocatedFinding,
  { document, folder }: { readonly document: OpenDocument; readonly folder: string },
  {
    DiagnosticSeverity: severities,
    DiagnosticTag: tags,
  }: Pick<typeof Protocol, 'DiagnosticSeverity' | 'DiagnosticTag'>,
  host: Host,
): Diagnostic {
  const { code, severity, message, help, range = { start: 0, end: 0 } } = finding
  const link = host.explain(code)?.link
  const tag = tagOf(code)
  return {
    range: document.plainRange(range),
    severity: { error: severities.Error, warning: severities.Warning, info: severities.Information }[
      severity
    ],
    code,
    source: 'hotshift',
    message: help === undefined ? message : `${message}\n${help}`,
    ...(link === undefined ? {} : { codeDescription: { href: link } }),
    ...(tag === undefined ? {} : { tags: [tags[tag]] }),
    ...(finding.related === undefined
      ? {}
      : { relatedInformation: finding.related.map((one) => relatedFor(one, document.uri, folder)) }),
    data: { version: document.version },
  }
}

function relatedFor(
  { message, path, line, column, endLine = line, endColumn = column }: Related,
  own: string,
  folder: string,
): DiagnosticRelatedInformation {
  const uri = path === undefined ? own : addressIn(folder, path)
  const start = { line: line - 1, character: column - 1 }
  return {
    message,
    location: { uri, range: { start, end: { line: endLine - 1, character: endColumn - 1 } } },
  }
}

function tagOf(code: string): 'Deprecated' | 'Unnecessary' | undefined {
  if (code.startsWith('deprecated-')) return 'Deprecated'
  return code.startsWith('unused-') ? 'Unnecessary' : undefined
}
