/** Findings as the editor shows them. */
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver/node'
import { isLookedForLast } from '../../engine/check.ts'
import { type Fix, type Related, sameIn } from '../../engine/findings/finding.ts'
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Range } from '../../text/document/node.ts'
import { defined } from '../../text/document/records.ts'
import { type TolerantReading, typedOffset } from '../editor/tolerant.ts'
import { addressIn } from './addresses.ts'
import type { Place } from './folders.ts'
import type { Host, Project } from './host.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

interface Whole {
  readonly text: string
  readonly kind: FileOutcome['kind']
  readonly findings: readonly LocatedFinding[]
}

/** Where findings about a file as a whole are marked. */
export const wholeFile: Range = { start: 0, end: 0 }

/** Stands for the version of findings that are to be looked for anew although nobody has typed. */
export const OUTDATED = -1

/** The findings of a document at one version. */
export interface Checked {
  readonly version: number
  readonly findings: readonly LocatedFinding[]
  /** The source that could be read last, and what was found in it. */
  readonly whole: Whole
  /** Absolute: what the paths of other files are relative to. */
  readonly folder: string
}

/** Where a document lies, as far as its check has to do with that. */
interface CheckedPlace extends Pick<Place, 'path' | 'open' | 'folder'> {
  readonly project: Pick<Project, 'checks'>
}

/** What was read instead of a source that cannot be read. */
type ReadInstead = Pick<TolerantReading, 'text' | 'finished' | 'blanked'>

/** Whether a file is one of AWS, which an editor has to ask for. */
export function isCloudFormation(kind: string): boolean {
  return kind.startsWith('cfn-')
}

/** @param before what was found before, which is preserved while the source cannot be read */
export async function checkedDocument(
  document: OpenDocument,
  place: CheckedPlace,
  before: Checked | undefined,
  asksForCloudFormation: boolean,
): Promise<Checked> {
  const { project, path, open, folder } = place
  const { version, source } = document
  const isTyped = before !== undefined && before.version !== OUTDATED
  const check = await project.checks(path, open)
  const outcome = check(document.toBeRead(isTyped ? 'own' : 'all'))
  const isRead = outcome.status === 'unchanged' || 'document' in document.exact
  // Of a broken source nobody knows whose it is: it is of the kind that it was of.
  const kind = isRead ? outcome.kind : (before?.whole.kind ?? outcome.kind)
  const isForeign = isCloudFormation(kind) && !asksForCloudFormation
  const own = isForeign || outcome.status === 'skipped' ? [] : outcome.findings
  if (isRead) return { version, folder, findings: own, whole: { text: source, kind, findings: own } }
  const whole = before?.whole ?? { text: source, kind, findings: [] }
  if (whole.findings.length === 0) return { version, folder, findings: own, whole }
  const others = document.withoutTyped()
  const elsewhere = checkedInstead(others, check)
  // Without its version, a template is of another kind, or of none.
  if (elsewhere?.status !== 'unchanged' || elsewhere.kind !== whole.kind)
    return { version, folder, findings: [...own, ...untouched(whole, source)], whole }
  const left = staying(elsewhere.findings, whole, others)
  // Where more than the typed line was left out, the lines around it may have been read as something else.
  const isReadAnew = others.blanked.length > 1
  const unread = missing(untouched(whole, source), left).filter(
    ({ code }) => isReadAnew || isLookedForLast(code),
  )
  return { version, folder, findings: [...own, ...left, ...unread], whole }
}

function checkedInstead(
  { text, document, root }: TolerantReading,
  check: Awaited<ReturnType<Project['checks']>>,
): FileOutcome | undefined {
  if (document === undefined || root === undefined) return undefined
  return check({ text, reading: { document } })
}

/** Findings of the lines that are not being typed, as far as they were there when the source could be read, and worded as then. */
function staying(
  found: readonly LocatedFinding[],
  whole: Whole,
  reading: ReadInstead,
): readonly LocatedFinding[] {
  const known = groupedBy(whole.findings, sameIn)
  const typed = [
    ...reading.blanked,
    ...(reading.finished === undefined ? [] : [lineOf(reading, reading.finished.at)]),
  ]
  return found.flatMap((one) => {
    const range = one.range === undefined ? undefined : typedRange(reading, one.range)
    const isTyped =
      range === undefined || typed.some(({ start, end }) => range.start <= end && range.end >= start)
    const said = known.get(sameIn(one))
    return isTyped || said === undefined ? [] : [{ ...wordedAs(said, one), range }]
  })
}

/** What is guessed of a name must not be one that is only half typed. */
function wordedAs([said, ...others]: readonly LocatedFinding[], one: LocatedFinding): LocatedFinding {
  // Of several that are about the same nobody knows which one this was.
  if (said === undefined || others.length > 0) return one
  const { fixes, help: _help, ...rest } = one
  const isSame = sameTitles(fixes, said.fixes)
  return {
    ...rest,
    message: said.message,
    ...defined({ help: said.help, fixes: isSame ? fixes : undefined }),
  }
}

function sameTitles(some: readonly Fix[] = [], others: readonly Fix[] = []): boolean {
  return some.length === others.length && some.every(({ title }, index) => title === others[index]?.title)
}

/** Those that are not among others. */
function missing(
  some: readonly LocatedFinding[],
  others: readonly LocatedFinding[],
): readonly LocatedFinding[] {
  const there = new Set(others.map(sameIn))
  return some.filter((one) => !there.has(sameIn(one)))
}

/** Where nothing can be read instead of a source: the findings of what is as it was when it could be. */
function untouched({ text, findings }: Whole, source: string): readonly LocatedFinding[] {
  const most = Math.min(text.length, source.length)
  let same = 0
  while (same < most && text[same] === source[same]) same += 1
  let sameBehind = 0
  while (sameBehind < most - same && text.at(-1 - sameBehind) === source.at(-1 - sameBehind)) sameBehind += 1
  const shift = source.length - text.length
  return findings.flatMap((one) => {
    const { start, end } = one.range ?? { start: 0, end: text.length }
    if (end < same) return [one]
    return start > text.length - sameBehind
      ? [{ ...one, range: { start: start + shift, end: end + shift } }]
      : []
  })
}

function lineOf({ text }: ReadInstead, at: number): Range {
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: at }
}

function typedRange(reading: ReadInstead, { start, end }: Range): Range {
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
  const { code, severity, message, range = wholeFile } = finding
  const { link, help } = host.explain(code) ?? {}
  const advice = finding.help ?? help
  const tag = tagOf(code)
  return {
    range: document.plainRange(range),
    severity: { error: severities.Error, warning: severities.Warning, info: severities.Information }[
      severity
    ],
    code,
    source: 'hotshift',
    message: advice === undefined ? message : `${message}\n${advice}`,
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
