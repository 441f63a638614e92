/** One package on its way through a chain, and what becomes of its files. */
import type { EnvironmentNaming, Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { blocks, outcome, reasonOf } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import type { FileOutcome } from './outcome.ts'
import { changedPaths, type PackageChainResult, runPackageChain } from './package-chain.ts'
import { changeGroups } from './package-groups.ts'
import { type PrintedFile, printFile } from './package-print.ts'
import { type ModuleProof, provePackage } from './package-proof.ts'
import type { PackageTransform } from './package-transform.ts'

export interface PackageEngineOptions {
  /** In the order to run them in. */
  readonly transforms: readonly PackageTransform[]
  /** `settled` for chains whose transforms clear the way for one another. */
  readonly rounds?: 'one' | 'settled'
  readonly naming?: EnvironmentNaming
  /** Whether there is a file at a path, also one that is not part of the run. */
  readonly exists?: (path: string) => boolean
  /** Let changes through whose meaning cannot be shown to be the same. */
  readonly allowUnproved?: boolean
  /** `none` for chains that change the meaning on purpose, or nothing at all. */
  readonly proof?: 'modules' | 'none'
  /** Has the last word on what is reported: it sees the package as it was, as it is now, and what was said so far. */
  readonly audit?: (
    before: Package,
    after: Package,
    told: PackageChainResult['findings'],
  ) => PackageChainResult['findings']
}

/** What a run made of a package. */
export interface PackageOutcomes {
  /** Of all its files, those that it creates included. */
  readonly outcomes: readonly FileOutcome[]
  /** What is to be said of files that are not part of it, for example because they cannot be read; by path. */
  readonly besides: ReadonlyMap<string, readonly Finding[]>
}

export function runPackage(before: Package, options: PackageEngineOptions): PackageOutcomes {
  const result = runPackageChain(before, options.transforms, options.rounds)
  const changed = changedPaths(before, result.pkg)
  const printed = new Map(changed.map((path) => [path, printFile(fileAt(result.pkg, path))] as const))
  const proofs = options.proof === 'none' ? [] : proofsOf(result, printed)
  const ran: PackageRun = { before, result, printed, proofs, options }
  const groups = changeGroups(result.pkg, changed).map((paths) => ({ paths, culprit: culpritOf(paths, ran) }))
  const run = { ...ran, result: { ...result, findings: auditedFindings(groups, ran) } }
  const made = groups.flatMap((group) => groupOutcomes(group, run))
  const done = new Set(changed)
  const rest = [...before.files.values()].filter(({ path }) => !done.has(path))
  const left = rest.map((file) =>
    untouched(file, [...(run.result.findings.get(file.path) ?? []), ...proofFindings(file.path, run)]),
  )
  const besides = [...run.result.findings].filter(([path]) => !run.result.pkg.files.has(path))
  return { outcomes: [...made, ...left], besides: new Map(besides) }
}

/** Files that change together, and the one of them that keeps all from being written. */
interface ChangeGroup {
  readonly paths: readonly string[]
  readonly culprit: string | undefined
}

/** The audit is about what is written, not about what was meant. */
function auditedFindings(
  groups: readonly ChangeGroup[],
  { before, result, options }: PackageRun,
): PackageChainResult['findings'] {
  if (options.audit === undefined) return result.findings
  const isWhole = groups.every(({ culprit }) => culprit === undefined)
  const written = groups.filter(({ culprit }) => culprit === undefined).flatMap(({ paths }) => paths)
  const after = isWhole ? result.pkg : before.withFiles(written.map((path) => fileAt(result.pkg, path)))
  return options.audit(before, after, result.findings)
}

/** What loses something is named in the report; all else is shown to keep the meaning. */
function proofsOf(
  { pkg, exact, assumed }: PackageChainResult,
  printed: PackageRun['printed'],
): readonly ModuleProof[] {
  return exact.flatMap(({ from, to, declared }) => {
    const end = to === pkg ? reread(pkg, printed) : to
    return provePackage(from, end, new Set(changedPaths(from, to)), assumed, declared)
  })
}

interface PackageRun {
  readonly before: Package
  readonly result: PackageChainResult
  readonly printed: ReadonlyMap<string, ReturnType<typeof printFile>>
  readonly proofs: readonly ModuleProof[]
  readonly options: PackageEngineOptions
}

function fileAt(pkg: Package, path: string): PackageFile {
  const file = pkg.files.get(path)
  if (file === undefined) throw new Error(`${path} is not in its package`)
  return file
}

/** The package as its new texts read. */
function reread(pkg: Package, printed: PackageRun['printed']): Package {
  const files = [...printed].flatMap(([path, one]) =>
    'document' in one && one.document.root?.kind === 'map'
      ? [{ ...fileAt(pkg, path), document: one.document, root: one.document.root }]
      : [],
  )
  return pkg.withFiles(files)
}

function culpritOf(paths: readonly string[], run: PackageRun): string | undefined {
  return paths.find((path) => refusalOf(path, run).some(blocks)) ?? wrongModule(paths, run)
}

function groupOutcomes({ paths: group, culprit }: ChangeGroup, run: PackageRun): FileOutcome[] {
  if (culprit !== undefined) return group.flatMap((path) => withdrawn(path, culprit, run))
  const [first] = group
  const together = group.length > 1 && first !== undefined ? { group: first } : {}
  return group.flatMap((path) => {
    const printed = run.printed.get(path)
    if (printed === undefined || !('after' in printed)) return []
    return [{ ...changedOutcome(fileAt(run.result.pkg, path), printed, run), ...together }]
  })
}

/** A module that does not change itself, and would mean something else by what changes in the group. */
function wrongModule(group: readonly string[], { proofs, options }: PackageRun): string | undefined {
  const accepted = options.allowUnproved === true ? ['equal', 'none', 'unproved'] : ['equal', 'none']
  const wrong = proofs.find(
    ({ paths, verdict }) => !accepted.includes(verdict) && paths.some((path) => group.includes(path)),
  )
  return wrong?.module
}

/** What keeps a file from being written. */
function refusalOf(path: string, run: PackageRun): readonly Finding[] {
  const printed = run.printed.get(path)
  const refusal = printed !== undefined && 'refusal' in printed ? printed.refusal : []
  return [...refusal, ...proofFindings(path, run)]
}

function proofFindings(path: string, { proofs, options }: PackageRun): readonly Finding[] {
  return proofs.flatMap(({ verdict, findings }) => {
    const found = findings.get(path) ?? []
    const isLenient = verdict === 'unproved' && options.allowUnproved === true
    return isLenient ? found.map((one) => ({ ...one, severity: 'warning' as const })) : found
  })
}

/** The least that the proofs say in which a file takes part. */
function proofOf(path: string, { proofs }: PackageRun): Pick<FileOutcome, 'proof' | 'proofMilliseconds'> {
  const about = proofs.filter(({ paths }) => paths.includes(path))
  const own = about.filter(({ module }) => module === path)
  const milliseconds = own.length === 0 ? undefined : own.reduce((sum, one) => sum + one.milliseconds, 0)
  const verdicts = about.map(({ verdict }) => verdict)
  const proof =
    (['differs', 'unproved', 'none', 'equal'] as const).find((one) => verdicts.includes(one)) ?? 'none'
  return { proof, ...(milliseconds === undefined ? {} : { proofMilliseconds: milliseconds }) }
}

function changedOutcome(file: PackageFile, printed: PrintedFile, run: PackageRun): FileOutcome {
  const { path, document, recognition, created } = file
  const { findings, applied } = run.result
  const found = [
    ...(findings.get(path) ?? []),
    ...printed.findings,
    ...proofFindings(path, run),
    ...givenUp(path, run),
  ]
  if (created === undefined && printed.after === document.text) return untouched(file, found)
  const made = outcome(path, recognition.kind, 'changed', {
    before: document.text,
    after: printed.after,
    findings: found,
    transforms: applied.get(path) ?? [],
  })
  if (created === undefined) return { ...made, ...proofOf(path, run) }
  const { before: _before, ...rest } = made
  return { ...rest, ...proofOf(path, run), isNew: true }
}

/** Names what changed the meaning of a file on purpose, so that no verdict says more than it means. */
function givenUp(path: string, { result, options }: PackageRun): readonly Finding[] {
  const lossy = new Set(options.transforms.filter(({ safety }) => safety === 'lossy').map(({ id }) => id))
  const ids = (result.applied.get(path) ?? []).map(({ id }) => id).filter((id) => lossy.has(id))
  if (ids.length === 0) return []
  const message = `means the same but for what ${ids.join(', ')} changed on request`
  const help = 'Nothing to do. What is lost stands beside each requirement that was repaired.'
  return [{ code: 'meaning-accepted', severity: 'info', message, help }]
}

/** A file of a change that is not made; one that would have been created does not come up at all. */
function withdrawn(path: string, culprit: string, run: PackageRun): FileOutcome[] {
  const { path: _path, document, recognition, created } = fileAt(run.result.pkg, path)
  if (created !== undefined) return []
  const own = refusalOf(path, run)
  const message = `belongs together with the change of ${culprit}, which cannot be made`
  const because: Finding = { code: 'change-incomplete', severity: 'error', message }
  const reasons = own.some(blocks) ? own : [...own, because]
  const printed = run.printed.get(path)
  const isDefect = printed !== undefined && 'refusal' in printed && printed.isDefect
  const told = (run.result.findings.get(path) ?? []).filter(({ code }) => !tellsOfChange.has(code))
  const findings = [...told, ...reasons]
  const made = outcome(path, recognition.kind, isDefect ? 'failed' : 'blocked', {
    before: document.text,
    findings,
    reason: reasonOf(reasons),
  })
  return [{ ...made, ...proofOf(path, run) }]
}

/** What would not be true of a change that is not made. */
const tellsOfChange: ReadonlySet<string> = new Set([
  'default-dropped',
  'default-shared',
  'other-environment',
  'placeholder-text',
])

/** What a transform left to a person blocks the file, so that the run does not end as if all were done. */
function untouched({ path, document, recognition }: PackageFile, findings: readonly Finding[]): FileOutcome {
  const isLeft = findings.some(blocks)
  return outcome(path, recognition.kind, isLeft ? 'blocked' : 'unchanged', {
    before: document.text,
    findings,
    ...(isLeft ? { reason: reasonOf(findings) } : {}),
  })
}
