/**
 * Several reports in JSON as one: of the parts of a run, or of runs over several repositories. Their files are read one
 * by one, in the order of the paths.
 */

import * as z from 'zod/mini'
import { repairClasses } from '../../../engine/findings/finding.ts'
import type { FileStatus, ReportedOutcome } from '../../../engine/outcome.ts'
import { validated } from '../../../run/plan/document.ts'
import { count } from '../../../run/plan/impact-schema.ts'
import { LongDocument, type Source } from '../../../run/plan/long-document.ts'
import {
  type Invocation,
  type RepositoryTotals,
  RunCounter,
  type RunMode,
  type RunReport,
  type WrittenState,
} from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import { reportSchema } from '../../../show/report/json.ts'
import type { LookUpCode } from '../../../show/report/reporter.ts'
import { groupedBy } from '../../../text/document/multimap.ts'
import { defined } from '../../../text/document/records.ts'
import { byPath } from '../../../text/document/sorted.ts'
import { UsageError } from '../usage-error.ts'
import { orUsage } from './plan-file.ts'
import { reportedOptions } from './reporters.ts'

const finding = z.looseObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  line: z.int(),
  column: z.int(),
})

const position = () => z.int().check(z.positive())

const replacement = z.object({
  deletedRegion: z.object({
    startLine: position(),
    startColumn: position(),
    endLine: position(),
    endColumn: position(),
  }),
  insertedContent: z.exactOptional(z.object({ text: z.string() })),
})

const file = z.looseObject({
  path: z.string().check(z.minLength(1)),
  kind: z.string(),
  status: z.enum(['changed', 'unchanged', 'skipped', 'blocked', 'failed']),
  proof: z.enum(['equal', 'corresponds', 'differs', 'unproved', 'none']),
  transforms: z.array(z.string()),
  changes: z.exactOptional(z.record(z.string(), count())),
  findings: z.array(finding),
  ignored: z.exactOptional(z.array(finding)),
  sha256: z.exactOptional(z.string()),
  replacements: z.exactOptional(z.array(replacement)),
})

const place = { path: z.string(), was: z.string() }

const written = z.looseObject({
  day: z.string(),
  requirements: z.string(),
  archives: z.array(z.looseObject({ path: z.string(), checksum: z.string() })),
  files: z.array(z.looseObject({ ...place, checksum: z.string() })),
  left: z.array(
    z.looseObject({
      ...place,
      line: count(),
      column: count(),
      code: z.string(),
      keyword: z.string(),
      repair: z.enum(repairClasses),
      message: z.string(),
      note: z.string(),
      isNew: z.boolean(),
    }),
  ),
  refused: z.array(
    z.looseObject({ ...place, line: count(), column: count(), code: z.string(), message: z.string() }),
  ),
  names: z.array(
    z.looseObject({
      path: z.string(),
      kind: z.enum(['file', 'parameter', 'resource', 'output']),
      from: z.string(),
      to: z.string(),
    }),
  ),
  mentions: z.array(
    z.looseObject({
      path: z.string(),
      line: count(),
      kind: z.enum(['file', 'parameter', 'resource', 'output']),
      from: z.string(),
      to: z.string(),
    }),
  ),
  values: z.array(
    z.looseObject({ path: z.string(), name: z.string(), before: z.enum(['given', 'needed', 'absent']) }),
  ),
})

const report = z.looseObject({
  $schema: z.literal(reportSchema),
  version: z.string(),
  command: z.string(),
  options: z.record(z.string(), z.union([z.literal(true), z.array(z.string())])),
  exitCode: count(),
  mode: z.enum(['written', 'dry-run', 'checked']),
  files: z.array(file),
  totals: z.exactOptional(z.record(z.string(), count())),
  requirements: z.exactOptional(
    z.object({
      release: z.string(),
      introducedLater: z.array(z.string()),
      rewordedLater: z.array(z.string()),
    }),
  ),
  written: z.exactOptional(written),
})

type ReportedFile = z.infer<typeof file>
/** A report without its files. */
type ReportHead = z.infer<typeof report>

/** A report that a command line names. */
interface NamedReport {
  /** As given. */
  readonly path: string
  readonly source: Source
  /** Of the repository that it is about, where there are several. */
  readonly repository?: string
}

interface PartialReport extends NamedReport {
  readonly content: ReportHead
  readonly document: LongDocument
}

interface Merged {
  readonly mode: RunMode
  readonly exitCode: number
  /** In the order of the paths, once. */
  readonly outcomes: Iterable<ReportedOutcome>
  /** On the outcomes so far. */
  report(): RunReport
}

/**
 * The report that one run over all would have given.
 *
 * @throws UsageError for what is no report, for reports of different runs, and for a part that is missing
 */
export function mergedReport(reports: readonly NamedReport[]): Merged {
  const parts = reports.map(partialReport)
  const [first, ...others] = parts
  if (first === undefined) throw new UsageError('no report is given')
  for (const other of others) assertSameRun(first, other)
  const repositories = groupedBy(parts, ({ repository }) => repository)
  for (const own of repositories.values()) assertComplete(own)
  const { mode } = first.content
  const invocation = invocationOf(parts, first)
  const counter = new RunCounter()
  const counters = new Map([...repositories.keys()].map((name) => [name, new RunCounter()]))
  const entries = entriesIn(parts)
  return {
    mode,
    exitCode: invocation.exitCode,
    outcomes: {
      *[Symbol.iterator]() {
        for (const { part, index } of entries) {
          const outcome = outcomeIn(part, index)
          counter.count(outcome)
          counters.get(part.repository)?.count(outcome)
          yield outcome
        }
      },
    },
    report: () => ({
      ...counter.report(mode),
      invocation,
      ...defined({ requirements: first.content.requirements }),
      ...writtenOf(parts),
      ...(first.repository === undefined ? {} : { repositories: [...counters].map(totalsOf) }),
    }),
  }
}

const KIND = 'report of hotshift in JSON'

function partialReport(one: NamedReport): PartialReport {
  return orUsage(one.path, () => {
    const document = new LongDocument(one.source, 'files', KIND)
    const content = validated(document.rest, report, KIND)
    assertWhole(one.path, content, document.length)
    return { ...one, document, content }
  })
}

/** A file of a report. */
interface Entry {
  readonly path: string
  readonly part: PartialReport
  readonly index: number
}

/** All files in the order of their paths. @throws UsageError for what is no file of a report, and for one that stands in two */
function entriesIn(parts: readonly PartialReport[]): readonly Entry[] {
  const entries = parts.flatMap((part) =>
    Array.from({ length: part.document.length }, (_, index): Entry => {
      return { path: located(part, fileIn(part, index).path), part, index }
    }),
  )
  entries.sort(byPath)
  entries.forEach(({ path }, index) => {
    if (path === entries[index + 1]?.path) throw new UsageError(`${path} stands in two of the reports`)
  })
  return entries
}

function fileIn({ path, document }: PartialReport, index: number): ReportedFile {
  return orUsage(path, () => validated(document.entry(index), file, KIND, ['files', index]))
}

const statuses: readonly FileStatus[] = ['changed', 'unchanged', 'skipped', 'blocked', 'failed']

/** A report of `--summary` has totals and no files: merged, it would look as if nothing had been found. */
function assertWhole(path: string, { totals }: ReportHead, listed: number): void {
  const counted = totals === undefined ? listed : statuses.reduce((sum, one) => sum + (totals[one] ?? 0), 0)
  if (counted === listed) return
  throw new UsageError(`${path}: the report counts ${quantity(counted, 'file')}, and lists ${listed}`, [
    'make it without --summary',
  ])
}

function assertSameRun({ path, content, repository }: PartialReport, other: PartialReport): void {
  if ((repository === undefined) !== (other.repository === undefined))
    throw new UsageError('give a repository name to all reports or to none', ['write web=report.json'])
  const facts = (one: ReportHead) => ({
    version: one.version,
    command: one.command,
    mode: one.mode,
    ...(repository === undefined ? { options: JSON.stringify(meantOptions(one)) } : {}),
  })
  const [mine, theirs] = [Object.entries(facts(content)), Object.values(facts(other.content))]
  const differing = mine.find(([, value], index) => value !== theirs[index])?.[0]
  if (differing !== undefined)
    throw new UsageError(`${other.path}: the report of another run than ${path}: the ${differing} differs`)
}

function meantOptions({ options }: ReportHead): Invocation['options'] {
  const { shard: _shard, ...others } = reportedOptions(options)
  return others
}

/** A part that is missing would look as if nothing had been found in it. */
function assertComplete(parts: readonly PartialReport[]): void {
  const shards = parts.map(({ path, content }) => {
    const { shard } = content.options
    return { path, shard: shard === undefined || shard === true ? undefined : shard[0] }
  })
  const counts = new Set(shards.map(({ shard }) => shard?.split('/')[1]))
  const [all] = counts
  if (counts.size > 1) throw new UsageError('the reports are of runs in different numbers of parts')
  if (all === undefined) return
  for (let number = 1; number <= Number(all); number++) {
    const own = shards.filter(({ shard }) => shard === `${number}/${all}`)
    if (own.length === 0) throw new UsageError(`the report of part ${number}/${all} is missing`)
    if (own.length > 1)
      throw new UsageError(`${own.map(({ path }) => path).join(', ')}: all of part ${number}/${all}`)
  }
}

function outcomeIn(part: PartialReport, index: number): ReportedOutcome {
  const { deployable: _deployable, why, refusedBefore, changes = {}, ...one } = fileIn(part, index)
  const { path, newPath, transforms, findings, ignored, acceptance } = one
  const offered = (acceptance as { readonly codes?: readonly unknown[] } | undefined)?.codes?.[0]
  const accepting = offered === undefined ? {} : { accepting: offered }
  return {
    ...one,
    path: located(part, path),
    ...(why === undefined ? {} : { undeployable: { why, isNew: refusedBefore !== true, ...accepting } }),
    ...(typeof newPath === 'string' ? { newPath: located(part, newPath) } : {}),
    transforms: transforms.map((id) => ({ id, changes: changes[id] ?? 0 })),
    findings: findings.map(withoutPath),
    ...(ignored === undefined ? {} : { ignored: ignored.map(withoutPath) }),
  } as unknown as ReportedOutcome
}

/** Reports in JSON give every finding the general help for its code. A run has none of that in the findings themselves. */
export function withOwnHelp(outcome: ReportedOutcome, lookUp: LookUpCode): ReportedOutcome {
  const findings = outcome.findings.map((one) => {
    if (one.help === undefined || one.help !== lookUp(one.code)?.help) return one
    const { help: _general, ...own } = one
    return own
  })
  return { ...outcome, findings }
}

function located({ repository }: PartialReport, path: string): string {
  return repository === undefined ? path : `${repository}/${path}`
}

function withoutPath({ path: _path, ...rest }: z.infer<typeof finding>) {
  return rest
}

/** What the parts have written, as if one run had. */
function writtenOf(parts: readonly PartialReport[]): Pick<RunReport, 'written'> {
  const states = parts.flatMap((part) => {
    const state = part.content.written
    return state === undefined ? [] : [{ part, state }]
  })
  const [first] = states
  if (first === undefined) return {}
  const all = <One extends FilePaths>(of: (state: WrittenState) => readonly One[]): One[] =>
    states.flatMap(({ part, state }) => of(state).map((one) => placedIn(part, one))).sort(byPath)
  return {
    written: {
      day:
        states
          .map(({ state }) => state.day)
          .sort()
          .at(-1) ?? first.state.day,
      requirements: first.state.requirements,
      archives: all(({ archives }) => archives),
      files: all(({ files }) => files),
      left: all(({ left }) => left),
      refused: all(({ refused }) => refused),
      names: all(({ names }) => names),
      mentions: all(({ mentions }) => mentions),
      values: all(({ values }) => values),
    },
  }
}

/** What names a file by its path, and perhaps by the one under which it was read. */
interface FilePaths {
  readonly path: string
  readonly was?: string
}

function placedIn<One extends FilePaths>(part: PartialReport, one: One): One {
  const was = one.was === undefined ? {} : { was: located(part, one.was) }
  return { ...one, path: located(part, one.path), ...was }
}

/** The worst that happened counts, as in a single run: files failed, work is left, something was found. */
const worstFirst = [2, 3, 1] as const

function invocationOf(parts: readonly PartialReport[], { content }: PartialReport): Invocation {
  const codes = parts.map((part) => part.content.exitCode)
  const exitCode = worstFirst.find((code) => codes.includes(code)) ?? 0
  return { command: content.command, options: meantOptions(content), exitCode }
}

function totalsOf([name = '', counter]: readonly [string | undefined, RunCounter]): RepositoryTotals {
  return { name, totals: counter.report('dry-run').totals }
}
