/** Several reports in JSON as one: of the parts of a run, or of runs over several repositories. */
import * as z from 'zod/mini'
import type { ReportedOutcome } from '../engine/outcome.ts'
import { readDocument } from '../plan/plan.ts'
import { reportSchema } from '../report/json.ts'
import { type Invocation, type RepositoryTotals, type RunReport, reportOn } from '../runner/run-report.ts'
import { orUsage } from './plan-file.ts'
import { reportedOptions } from './reporters.ts'
import { UsageError } from './usage-error.ts'

const count = () => z.int().check(z.nonnegative())

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
  replacements: z.exactOptional(z.array(replacement)),
})

const report = z.looseObject({
  $schema: z.literal(reportSchema),
  version: z.string(),
  command: z.string(),
  options: z.record(z.string(), z.union([z.literal(true), z.array(z.string())])),
  exitCode: count(),
  mode: z.enum(['written', 'dry-run', 'checked']),
  files: z.array(file),
})

type Report = z.infer<typeof report>

/** A report that a command line names. */
export interface NamedReport {
  /** As given. */
  readonly path: string
  readonly text: string
  /** Of the repository that it is about, where there are several. */
  readonly repository?: string
}

interface Part extends NamedReport {
  readonly content: Report
}

export interface Merged {
  readonly report: RunReport
  readonly outcomes: readonly ReportedOutcome[]
}

/**
 * The report that one run over all would have given.
 *
 * @throws UsageError for what is no report, for reports of different runs, and for a part that is missing
 */
export function mergedReport(reports: readonly NamedReport[]): Merged {
  const parts = reports.map((one): Part => {
    const content = orUsage(one.path, () => readDocument(one.text, report, 'report of hotshift in JSON'))
    return { ...one, content }
  })
  const [first, ...others] = parts
  if (first === undefined) throw new UsageError('no report is given')
  for (const other of others) assertSameRun(first, other)
  const repositories = byRepository(parts)
  for (const own of repositories.values()) assertComplete(own)
  const outcomes = parts.flatMap(outcomesIn).sort(byPath)
  outcomes.forEach(({ path }, index) => {
    if (path === outcomes[index + 1]?.path) throw new UsageError(`${path} stands in two of the reports`)
  })
  const { mode } = first.content
  return {
    report: {
      ...reportOn(outcomes, mode),
      invocation: invocationOf(parts, first),
      ...(first.repository === undefined ? {} : { repositories: [...repositories].map(totalsOf) }),
    },
    outcomes,
  }
}

function assertSameRun({ path, content, repository }: Part, other: Part): void {
  if ((repository === undefined) !== (other.repository === undefined))
    throw new UsageError('give a repository name to all reports or to none', ['write web=report.json'])
  const facts = (one: Report) => ({
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

function meantOptions({ options }: Report): Invocation['options'] {
  const { shard: _shard, ...others } = reportedOptions(options)
  return others
}

/** A part that is missing would look as if nothing had been found in it. */
function assertComplete(parts: readonly Part[]): void {
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

function outcomesIn({ content, repository }: Part): ReportedOutcome[] {
  const located = (path: string) => (repository === undefined ? path : `${repository}/${path}`)
  return content.files.map(({ deployable: _deployable, changes = {}, ...one }) => {
    const { path, newPath, transforms, findings, ignored } = one
    return {
      ...one,
      path: located(path),
      ...(typeof newPath === 'string' ? { newPath: located(newPath) } : {}),
      transforms: transforms.map((id) => ({ id, changes: changes[id] ?? 0 })),
      findings: findings.map(withoutPath),
      ...(ignored === undefined ? {} : { ignored: ignored.map(withoutPath) }),
    } as unknown as ReportedOutcome
  })
}

function withoutPath({ path: _path, ...rest }: z.infer<typeof finding>) {
  return rest
}

/** The worst that happened counts, as in a single run: files failed, work is left, something was found. */
const worstFirst = [2, 3, 1] as const

function invocationOf(parts: readonly Part[], { content }: Part): Invocation {
  const codes = parts.map((part) => part.content.exitCode)
  const exitCode = worstFirst.find((code) => codes.includes(code)) ?? 0
  return { command: content.command, options: meantOptions(content), exitCode }
}

function totalsOf([name = '', parts]: readonly [string | undefined, readonly Part[]]): RepositoryTotals {
  return { name, totals: reportOn(parts.flatMap(outcomesIn), 'dry-run').totals }
}

function byPath(a: ReportedOutcome, b: ReportedOutcome): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

function byRepository(parts: readonly Part[]): ReadonlyMap<string | undefined, readonly Part[]> {
  const groups = new Map<string | undefined, Part[]>()
  for (const part of parts) groups.set(part.repository, [...(groups.get(part.repository) ?? []), part])
  return groups
}
