/** The one way of files through hotshift: chain, guards, print, proof, outcomes. A template is a package of one file. */

import { spokenLines } from '../document/document.ts'
import type { Comment } from '../document/node.ts'
import { extended } from '../document/records.ts'
import type { CloudOptions } from '../heat/cloud-names.ts'
import { recognise, type TemplateKind } from '../heat/kind.ts'
import { missingResourceTypes } from '../heat/resource-types.ts'
import { isCfn, type ReadingOption } from '../heat/template.ts'
import { type HotRelease, type HotVersion, hotVersions, versionOf } from '../heat/versions.ts'
import type { StackImpact } from '../impact/model.ts'
import { connectedFiles, joinedFiles } from '../workspace/connected-files.ts'
import { type SourceFile, yamlName } from '../workspace/source-file.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { catalogueEntry, topicOf } from './catalogue.ts'
import {
  type ChainOptions,
  type ChainResult,
  changedPaths,
  isWholeFor,
  runChain,
  type Stretch,
} from './chain.ts'
import { besideIn } from './check.ts'
import { defectFinding, defectReason, foundIn, isDefect } from './defect.ts'
import { blocked, blocks, changed, type Details, left, reasonOf, unchanged } from './file-outcome.ts'
import { allowed, type Finding, findingOf, withoutChange } from './finding.ts'
import { impactsOf } from './impact.ts'
import type { ChangedOutcome, FileOutcome, ProofVerdict, Step } from './outcome.ts'
import { isBroken, type ModuleProof } from './package-proof.ts'
import type { Transform } from './package-transform.ts'
import { type Printed, printFile } from './print-file.ts'
import { proveStretch } from './prove-stretch.ts'
import { readingFindings, unreadVersion } from './reading-findings.ts'
import { checkResult, type ResultCheck, type ResultSurroundings, type Undeployable } from './result-check.ts'
import { closedOutcome } from './standing.ts'
import {
  type ChosenTarget,
  otherVersionFindings,
  runForTarget,
  type TargetedRun,
  withVersionAdvice,
} from './target.ts'
import { distinct, guardFindings, withoutReplaced } from './tree-guards.ts'

/** What to do with every package of a run. */
export interface Plan {
  /** In the order to run them in. */
  readonly transforms: readonly Transform[]
  /** The kinds of files that transforms of single templates are meant for; others stay as they are. */
  readonly kinds: (kind: TemplateKind) => boolean
  /** `whole` for a preset, whose steps keep the meaning together; `steps` for transforms that somebody put together. */
  readonly extent: 'whole' | 'steps'
  readonly rounds: 'one' | 'settled'
  readonly target: HotVersion | ChosenTarget
  /** The release by which the user named the target, when that may stand in a template. */
  readonly targetRelease?: HotRelease
  /** What such a file still has of what the transforms are there to rewrite: it blocks the file. */
  readonly leftIn?: (file: SourceFile) => readonly Finding[]
  /** What is to be said of a file of a kind that the transforms are not meant for. */
  readonly ofOtherKind?: (kind: TemplateKind) => string | undefined
  /** What becomes of HOT templates that another program fills in first: they are named, or have their version changed. */
  readonly templated?: 'named' | 'edited'
  /** What a HOT template counts as that declares no version of Heat's. */
  readonly assumedVersion?: HotVersion
  /** How CloudFormation is read; `auto` without it. */
  readonly from?: ReadingOption
  readonly accept: ReadonlySet<string>
  readonly cloud?: CloudOptions
  /** Whether an environment outside of the package gives a type another meaning. */
  readonly registers?: (type: string) => boolean
  /** Convert what can be converted of a file in which transforms of single templates left something. */
  readonly partial: boolean
  /** CloudFormation becomes HOT as a whole: what Heat refuses in the result is held against what it refused before. */
  readonly isMigration?: boolean
  /**
   * Whether a change has to be shown to keep the meaning: `strict`, or `lenient` where what cannot be shown is let
   * through, or `none` for chains that change the meaning on purpose, or nothing at all.
   */
  readonly proof: 'strict' | 'lenient' | 'none'
  /** Say of every changed file what each transform made of it. */
  readonly steps?: boolean
  /** Why a package is not taken on at all. */
  readonly refuse?: (pkg: Workspace) => Finding | undefined
  /** What a defect keeps from being looked at in a package, by the files that bring it out: they fail. */
  readonly defects?: (pkg: Workspace) => ReadonlyMap<string, unknown>
  /** Hears what else fails over a file by a defect. */
  readonly onFailure?: (path: string, error: unknown) => void
  /** Has the last word on what is reported: it sees the package as it was, as it is now, and what was reported so far. */
  readonly audit?: (before: Workspace, after: Workspace, reported: Findings) => Findings
}

/** By path. */
type Findings = ReadonlyMap<string, readonly Finding[]>

/** What a run made of a package. */
export interface PackageOutcomes {
  /** Of all its files, those that it creates included. */
  readonly outcomes: readonly FileOutcome[]
  /** What is to be said of files that are not part of it, for example because they cannot be read; by path. */
  readonly others: Findings
  /** Whether that is said instead of why they cannot be read. */
  readonly isInstead?: boolean
}

export function runPackage(before: Workspace, given: Plan): PackageOutcomes {
  const plan = concerning(before, given)
  const closed = closedFiles(before, plan)
  if (
    closed.size === before.files.size &&
    plan.transforms.every(({ ofTemplate }) => ofTemplate !== undefined)
  )
    return { outcomes: [...closed.values()], others: new Map() }
  // The trees that the chain makes are as large as those that were read, and the proof does without them.
  return new Conclusion(before, closed, rewrite(before, closed, plan), plan).outcomes()
}

/** Without the transforms that are about a kind of which the package has no file. */
function concerning(pkg: Workspace, plan: Plan): Plan {
  if (plan.transforms.every(({ ofKind }) => ofKind === undefined)) return plan
  const kinds = new Set([...pkg.files.values()].map(({ recognition }) => recognition.kind))
  const transforms = plan.transforms.filter(({ ofKind }) => ofKind === undefined || kinds.has(ofKind))
  return { ...plan, transforms }
}

/** The files that transforms of single templates leave alone, with what becomes of them. */
function closedFiles(
  pkg: Workspace,
  { transforms, kinds, leftIn, ofOtherKind }: Plan,
): ReadonlyMap<string, FileOutcome> {
  const closed = new Map<string, FileOutcome>()
  for (const file of pkg.files.values()) {
    const { kind } = file.recognition
    if (file.outside !== undefined) {
      closed.set(file.path, unchanged(file.path, kind, { before: file.document.text }))
      continue
    }
    const isConcerned =
      kinds(kind) &&
      transforms.some(({ ofTemplate, ofKind }) => ofTemplate?.appliesTo(kind) === true || ofKind === kind)
    const outcome = closedOutcome(file, isConcerned)
    if (outcome === undefined) continue
    const left = outcome.status === 'unchanged' ? (leftIn?.(file) ?? []) : []
    const note = isConcerned ? undefined : ofOtherKind?.(kind)
    if (left.length > 0) closed.set(file.path, blocked(file.path, kind, file.document.text, left))
    else if (note === undefined) closed.set(file.path, outcome)
    else closed.set(file.path, unchanged(file.path, kind, noted(file, note)))
  }
  return closed
}

function noted({ document }: SourceFile, note: string) {
  return { before: document.text, findings: [findingOf('other-kind', note, { start: 0, end: 0 })] }
}

/** What a chain made of a package, in texts. */
interface Rewrite {
  /** The package as the new texts read; files that cannot be written are as they were. */
  readonly after: Workspace
  readonly changed: readonly string[]
  readonly findings: Findings
  /** What a chain must not have done. */
  readonly guards: Findings
  /** The errors that keep a file from being written, the proof aside; by path. */
  readonly refusals: Findings
  /** Files that are written although something of them could not be rewritten. */
  readonly partial: ReadonlySet<string>
  /** The new texts, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** By path, where they were asked for. */
  readonly steps: ReadonlyMap<string, readonly Step[]>
  readonly chain: Pick<ChainResult, 'applied' | 'lossy'>
  /** Whether the proofs count on what the user accepted, or on values that parameters are taken to have. */
  readonly isAssuming: boolean
  /** Whether a transform depends on how CloudFormation is read. */
  readonly isReadingAsked: boolean
  readonly groups: readonly (readonly string[])[]
  readonly proofs: readonly ModuleProof[]
  /** The trees that the chain made; only where an audit asks for them. */
  readonly made: Workspace | undefined
  /** Results that Heat refuses, by path. */
  readonly undeployable: ReadonlyMap<string, Undeployable>
}

function rewrite(pkg: Workspace, closed: ReadonlyMap<string, FileOutcome>, plan: Plan): Rewrite {
  // The trees that the chain made are not in reach here: what the proof needs is the trees that were read.
  const { stretches, target, ...printed } = printedRewrite(pkg, closed, plan)
  const { partial, refusals } = printed
  const proofs = plan.proof === 'none' ? [] : proofsOf(stretches, target, partial, refusals, plan)
  return { proofs, ...printed }
}

/** What a chain made of a package before anything is proved, and the stretches that are to be. */
interface PrintedRewrite extends Omit<Rewrite, 'proofs'> {
  readonly stretches: readonly ChangingStretch[]
  readonly target: HotVersion
}

/** A stretch with the paths of the files that it changed, which a text that was read again no longer shows. */
interface ChangingStretch extends Stretch {
  readonly touched: readonly string[]
  /** Those of them whose tree is the one that was read: JSON that becomes YAML. */
  readonly sameTrees: ReadonlySet<string>
}

/** @param after the package as its new texts read, for that which the chain made in the end */
function changingStretch(stretch: Stretch, made: Workspace, after: Workspace): ChangingStretch {
  const { from, to } = stretch
  const touched = changedPaths(from, to)
  const sameTrees = touched.filter((path) => from.files.get(path)?.root === to.files.get(path)?.root)
  const { intended, keeps } = stretch
  return { from, to: to === made ? after : to, intended, keeps, touched, sameTrees: new Set(sameTrees) }
}

function printedRewrite(
  pkg: Workspace,
  closed: ReadonlyMap<string, FileOutcome>,
  plan: Plan,
): PrintedRewrite {
  const read = readingsOf(pkg, closed, plan)
  const run = runFor(pkg, closed, plan)
  const { chain } = run
  const changed = changedPaths(pkg, chain.pkg)
  const findings = new Map<string, readonly Finding[]>()
  const guarded = new Map<string, readonly Finding[]>()
  const refusals = new Map<string, readonly Finding[]>()
  const printed = new Map<string, Printed>()
  const partial = new Set<string>()
  const checked = new Map<string, ResultCheck>()
  const surroundings = lazily(() => ({
    target: run.target,
    beside: besideIn(chain.pkg),
    besideBefore: besideIn(pkg),
  }))
  const touched = new Set(changed)
  const concerned = new Set([...chain.findings.keys(), ...read.keys(), ...changed, ...chain.failures.keys()])
  for (const path of pkg.files.keys()) if (!closed.has(path)) concerned.add(path)
  for (const path of concerned) {
    const file = chain.pkg.files.get(path)
    const { reported, unrewritten } = reportedAt(path, run)
    const isGuarded = touched.has(path) || (file !== undefined && !closed.has(path))
    const guards = isGuarded && file !== undefined ? guardsOf(file, plan) : []
    findings.set(path, [...(read.get(path) ?? []), ...otherVersionFindings(run, path), ...reported])
    if (chain.failures.has(path)) {
      const error = chain.failures.get(path)
      plan.onFailure?.(path, error)
      refusals.set(path, [defectFinding(error)])
      continue
    }
    if (guards.length > 0) guarded.set(path, guards)
    if (file === undefined) continue
    const errors = [...unrewritten, ...guards.filter(blocks), ...unreadVersion(pkg.files.get(path), file)]
    const isRefused = errors.some((one) => !plan.partial || isIndivisible(one) || !unrewritten.includes(one))
    if (isRefused) refusals.set(path, errors)
    else if (unrewritten.length > 0) partial.add(path)
    if (!touched.has(path) || isRefused) continue
    // The tree of the new text is as large as that of the old: it is read when this has been looked at.
    if (!partial.has(path)) checked.set(path, checkedResult(pkg.files.get(path), file, surroundings, plan))
    const one = written(file, closed, plan)
    printed.set(path, one)
    if ('refusal' in one) refusals.set(path, [one.refusal])
  }
  const after = reread(chain.pkg, printed)
  if (plan.transforms.some(({ file }) => file !== undefined)) {
    const again = changedPaths(after, runFor(after, closed, plan).chain.pkg)
    for (const path of changed) {
      if (!printed.has(path) || refusals.has(path)) continue
      guarded.set(path, [
        ...(guarded.get(path) ?? []),
        ...lostComments(pkg.files.get(path), [after.files.get(path)]),
      ])
      if (again.includes(path)) refusals.set(path, [unsettled])
    }
  }
  for (const [path, found] of resultsOf(pkg, after, printed, checked, plan)) {
    if (found.length === 0) continue
    findings.set(path, withoutReplaced([...(findings.get(path) ?? []), ...found]))
    const errors = found.filter(blocks)
    if (errors.length > 0 && !refusals.has(path)) refusals.set(path, errors)
  }
  const texts = new Map(
    [...printed].flatMap(([path, one]) => ('after' in one ? [[path, one.after] as const] : [])),
  )
  return {
    after,
    changed,
    findings,
    guards: guarded,
    refusals,
    partial,
    texts,
    steps: new Map(
      [...texts].map(([path, text]) => [path, stepsTo(text, path, pkg, chain, closed, plan)] as const),
    ),
    chain: { applied: chain.applied, lossy: chain.lossy },
    isAssuming: chain.stretches.some(({ intended }) =>
      intended.some(({ kind }) => kind === 'accepted' || kind === 'value'),
    ),
    isReadingAsked: isReadingAsked(plan),
    groups: isOfTemplates(plan)
      ? joinedFiles(changed, chain.followed)
      : connectedFiles(chain.pkg, changed, pkg),
    stretches: chain.stretches.map((one) => changingStretch(one, chain.pkg, after)),
    target: run.target,
    made: plan.audit === undefined ? undefined : chain.pkg,
    undeployable: new Map(
      [...checked].flatMap(([path, { undeployable }]) =>
        undeployable === undefined ? [] : [[path, undeployable] as const],
      ),
    ),
  }
}

/** Made when it is asked for first. */
function lazily<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Whether every file is rewritten by itself, but for what follows a change of another one. */
function isOfTemplates({ transforms }: Plan): boolean {
  return transforms.every(({ ofTemplate }) => ofTemplate !== undefined)
}

/** What transforms reported of a file, and which of that is about what they could not rewrite. */
function reportedAt(path: string, run: TargetedRun) {
  const left = new Set(run.chain.unrewritten.get(path))
  const unrewritten: Finding[] = []
  const reported = distinct(run.chain.findings.get(path) ?? [], left).map((one) => {
    if (!left.has(one)) return one
    const advised = withVersionAdvice(one, run)
    unrewritten.push(advised)
    return advised
  })
  return { reported, unrewritten }
}

/** What is to be said of templates that became HOT: what Heat refuses there, and what got lost on the way. */
function resultsOf(
  pkg: Workspace,
  after: Workspace,
  printed: ReadonlyMap<string, Printed>,
  checked: ReadonlyMap<string, ResultCheck>,
  { isMigration }: Plan,
): Findings {
  const found = new Map<string, readonly Finding[]>()
  // A tier of a blueprint has a template of its own, with its comments.
  const created = [...after.files.values()].filter(({ path }) => !pkg.files.has(path))
  for (const [path, one] of printed) {
    if ('refusal' in one) continue
    const before = pkg.files.get(path)
    const isOther = isMigration === true && before !== undefined && isOtherDialect(before)
    found.set(path, [
      ...(checked.get(path)?.findings ?? []),
      ...(isOther ? lostComments(before, [after.files.get(path), ...created]) : []),
    ])
  }
  return found
}

function isOtherDialect({ kind }: SourceFile): boolean {
  return isCfn(kind) || kind === 'blueprint'
}

/** What Heat refuses in what CloudFormation became. */
function checkedResult(
  before: SourceFile | undefined,
  made: SourceFile,
  surroundings: () => ResultSurroundings,
  { extent }: Plan,
): ResultCheck {
  let result: ResultCheck = { findings: [] }
  const defects = foundIn(() => {
    result = checkResult(before, made, surroundings)
    return []
  })
  if (defects.length > 0) return { findings: defects }
  // What single steps make is on its way to something: that it is not deployable is all there is to say.
  return extent === 'steps' ? { ...result, findings: [] } : result
}

/** A migration rewrites an entry that has no effect like the one that has: neither is taken for the other. */
function guardsOf(file: SourceFile, { isMigration }: Plan): readonly Finding[] {
  const found = foundIn(() => guardFindings(file))
  return isMigration === true ? found.filter((one) => topicOf(one) !== 'no effect') : found
}

function isReadingAsked({ transforms }: Plan): boolean {
  return transforms.some(({ ofTemplate, keepsData }) => ofTemplate !== undefined && keepsData !== true)
}

/** What is said of how CloudFormation is read, where a transform depends on it. */
function readingsOf(pkg: Workspace, closed: ReadonlyMap<string, FileOutcome>, plan: Plan): Findings {
  const open = isReadingAsked(plan) ? [...pkg.files.values()].filter(({ path }) => !closed.has(path)) : []
  const found = open.map((file) => [file.path, readingFindings(file)] as const)
  return new Map(found.filter(([, findings]) => findings.length > 0))
}

/** Steps of a preset keep the meaning together, and the accepted changes that they make are declared one by one. */
function keepsMeaning({ ofTemplate, meaning, safety }: Transform, extent: Plan['extent']): boolean {
  if (meaning === 'on request') return false
  if (ofTemplate !== undefined && extent === 'whole') return true
  return meaning === undefined ? safety !== 'lossy' : meaning !== 'step'
}

function runFor(pkg: Workspace, closed: ReadonlyMap<string, FileOutcome>, plan: Plan): TargetedRun {
  const { transforms, rounds, accept, cloud, targetRelease, extent } = plan
  const failures = plan.defects?.(pkg)
  const optionsFor = (target: HotVersion): ChainOptions => ({
    target,
    accept,
    rounds,
    ...(failures === undefined ? {} : { failures }),
    ...(targetRelease === undefined ? {} : { targetRelease }),
    ...(cloud === undefined ? {} : { cloud }),
    ...(plan.registers === undefined ? {} : { registers: plan.registers }),
    isOpen: ({ path }) => !closed.has(path),
    keepsMeaning: (transform) => keepsMeaning(transform, extent),
    keepsStates: plan.steps === true,
  })
  return runForTarget(
    plan.target,
    (target) => runChain(pkg, transforms, optionsFor(target)),
    (target, steps) => isWholeFor(pkg, transforms, optionsFor(target), steps),
    plan.isMigration === true ? undefined : newestDeclared(pkg, closed),
  )
}

/** An upgrade never lowers a version. */
function newestDeclared(pkg: Workspace, closed: ReadonlyMap<string, FileOutcome>): HotVersion | undefined {
  const open = [...pkg.files.values()].filter(({ path }) => !closed.has(path))
  return hotVersions.findLast((version) => open.some((file) => file.version === version))
}

function isIndivisible({ code }: Finding): boolean {
  return catalogueEntry(code)?.isIndivisible === true
}

const unsettled = findingOf('not-settled', 'a second run would change the file again')

/** The comments of a text that its new texts do not have; lines count, for a block comment of JSON becomes several. */
function lostComments(
  before: SourceFile | undefined,
  after: readonly (SourceFile | undefined)[],
): readonly Finding[] {
  const left = new Map<string, number>()
  for (const line of after.flatMap((one) => one?.document.comments ?? []).flatMap(trimmedLines))
    left.set(line, (left.get(line) ?? 0) + 1)
  return (before?.document.comments ?? []).flatMap((comment) => {
    const lost = trimmedLines(comment).filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return line !== '' && count <= 0
    })
    const { start, end } = comment
    return lost.length === 0
      ? []
      : [findingOf('comment-lost', `the comment "${lost.join(' ')}" is lost`, { start, end })]
  })
}

function trimmedLines(comment: Comment): readonly string[] {
  return spokenLines(comment).map((line) => line.trim())
}

/** Steps of a chain make sense of a dialect only in YAML; JSON stays JSON where the dialect stays what it is. */
function written(file: SourceFile, closed: ReadonlyMap<string, FileOutcome>, { transforms }: Plan): Printed {
  const isOpen = !closed.has(file.path)
  if (
    isOpen &&
    file.syntax === 'json' &&
    file.kind !== 'hot' &&
    transforms.some(({ meaning }) => meaning === 'step')
  ) {
    const message = 'JSON is not rewritten as JSON; run cfn/json-to-yaml first'
    return { refusal: findingOf('json-not-edited', message) }
  }
  try {
    return printFile(file, isOpen ? 'templates' : 'packages')
  } catch (error) {
    return { refusal: defectFinding(error) }
  }
}

/** What each transform made of a file, as far as that can be written; the last one made what is written. */
function stepsTo(
  text: string,
  path: string,
  before: Workspace,
  { states }: ChainResult,
  closed: ReadonlyMap<string, FileOutcome>,
  plan: Plan,
): readonly Step[] {
  const steps: Step[] = []
  let last = before.files.get(path)
  for (const { transform, pkg } of states) {
    const file = pkg.files.get(path)
    if (file === undefined || (file.root === last?.root && file.syntax === last.syntax)) continue
    last = file
    const one = written(file, closed, plan)
    if ('after' in one && one.after !== steps.at(-1)?.after) steps.push({ transform, after: one.after })
  }
  const final = steps.pop()
  return final === undefined ? [] : [...steps, { ...final, after: text }]
}

/** The package as its new texts read. */
function reread(made: Workspace, printed: ReadonlyMap<string, Printed>): Workspace {
  const files = [...printed].flatMap(([path, one]) => {
    const file = made.files.get(path)
    if (file === undefined || !('after' in one) || one.document.root?.kind !== 'map') return []
    const { document } = one
    const recognition =
      file.kind === file.recognition.kind ? file.recognition : recognise(one.document.root, document.syntax)
    return [{ ...file, document, root: one.document.root, recognition }]
  })
  return made.withFiles(files)
}

function proofsOf(
  stretches: readonly ChangingStretch[],
  target: HotVersion,
  partial: ReadonlySet<string>,
  refusals: Findings,
  plan: Plan,
): readonly ModuleProof[] {
  const translating = plan.transforms.filter(({ meaning }) => meaning === 'as Heat translates')
  const isSingle = isOfTemplates(plan)
  return stretches.flatMap(({ touched, ...stretch }) => {
    const left = touched.filter((path) => !partial.has(path) && (!isSingle || !refusals.has(path)))
    if (left.length === 0) return []
    return proveStretch({ changed: new Set(left), isSingle, translating, target, ...stretch })
  })
}

/** A file that stays as it is because of some errors; a defect comes before all else that is wrong with it. */
function stopped(path: string, kind: string, details: Details, errors: readonly Finding[]): FileOutcome {
  const defect = errors.find(isDefect)
  return defect === undefined
    ? left(path, kind, 'blocked', details, reasonOf(errors))
    : left(path, kind, 'failed', details, defectReason(defect))
}

/** Files that change together, and the one of them that keeps all from being written. */
interface ChangeGroup {
  readonly paths: readonly string[]
  readonly culprit: string | undefined
}

/** From what was rewritten and proved to the outcomes of all files. */
class Conclusion {
  readonly #before: Workspace
  readonly #closed: ReadonlyMap<string, FileOutcome>
  readonly #rewrite: Rewrite
  readonly #plan: Plan
  #findings: Findings

  constructor(before: Workspace, closed: ReadonlyMap<string, FileOutcome>, rewrite: Rewrite, plan: Plan) {
    this.#before = before
    this.#closed = closed
    this.#rewrite = rewrite
    this.#plan = plan
    this.#findings = rewrite.findings
  }

  outcomes(): PackageOutcomes {
    const { groups, changed, after, made } = this.#rewrite
    const judged = groups.map((paths) => ({ paths, culprit: this.#culpritOf(paths) }))
    if (this.#plan.audit !== undefined && made !== undefined)
      this.#findings = this.#plan.audit(this.#before, this.#writtenPart(judged, made), this.#findings)
    const done = new Set(changed)
    const outcomes = judged.flatMap((group) => this.#groupOutcomes(group))
    const impacts = this.#impactsOf(outcomes)
    for (const file of this.#before.files.values())
      if (!done.has(file.path)) outcomes.push(this.#untouched(file, this.#proofFindings(file.path)))
    const others = [...this.#findings].filter(([path]) => !after.files.has(path))
    const told = outcomes.map((outcome) => {
      const impact = impacts.get(outcome.path)
      return impact === undefined ? outcome : extended(outcome, { impact })
    })
    return { outcomes: told, others: new Map(others) }
  }

  #impactsOf(outcomes: readonly FileOutcome[]): ReadonlyMap<string, StackImpact> {
    const { after, isAssuming, partial } = this.#rewrite
    const written = outcomes.flatMap(({ status, path }) => (status === 'changed' ? [path] : []))
    return impactsOf({
      before: this.#before,
      after: this.#before.withFiles(written.flatMap((path) => after.files.get(path) ?? [])),
      changed: new Set(written),
      isEqual: (module, paths) => !isAssuming && paths.every((path) => this.#isPlainlyEqual(module, path)),
      isUnfinished: (path) => this.#plan.isMigration === true && partial.has(path),
    })
  }

  /** Whether the proof of a module is about a file as it was written, and its words count as they stand there. */
  #isPlainlyEqual(module: string, path: string): boolean {
    const { proofs, chain, partial } = this.#rewrite
    const translating = this.#plan.transforms.filter(({ meaning }) => meaning === 'as Heat translates')
    const applied = chain.applied.get(path) ?? []
    const own = proofs.filter((proof) => proof.module === module)
    return (
      own.length > 0 &&
      own.every(({ verdict }) => verdict === 'equal') &&
      !partial.has(path) &&
      !chain.lossy.has(path) &&
      !applied.some(({ id }) => translating.some((one) => one.id === id))
    )
  }

  /** The audit is about what is written, not about what was meant. */
  #writtenPart(groups: readonly ChangeGroup[], made: Workspace): Workspace {
    if (groups.every(({ culprit }) => culprit === undefined)) return made
    const paths = groups.flatMap((group) => (group.culprit === undefined ? group.paths : []))
    return this.#before.withFiles(paths.flatMap((path) => made.files.get(path) ?? []))
  }

  #culpritOf(paths: readonly string[]): string | undefined {
    return paths.find((path) => this.#refusalsOf(path).some(blocks)) ?? this.#wrongModule(paths)
  }

  /** A module that does not change itself, and would mean something else by what changes in the group. */
  #wrongModule(group: readonly string[]): string | undefined {
    const fine: readonly ProofVerdict[] = ['equal', 'corresponds', 'none']
    const accepted = this.#plan.proof === 'lenient' ? [...fine, 'unproved'] : fine
    return this.#rewrite.proofs.find(
      (proof) =>
        (!accepted.includes(proof.verdict) || isBroken(proof)) &&
        proof.paths.some((path) => group.includes(path)),
    )?.module
  }

  #groupOutcomes({ paths, culprit }: ChangeGroup): FileOutcome[] {
    if (culprit !== undefined) return paths.flatMap((path) => this.#withdrawn(path, culprit))
    const [first] = paths
    const together = paths.length > 1 && first !== undefined ? { group: first } : {}
    return paths.flatMap((path) => {
      const [file, text] = [this.#rewrite.after.files.get(path), this.#rewrite.texts.get(path)]
      if (file === undefined || text === undefined) return []
      const made = this.#changed(file, text)
      return [made.status === 'changed' ? extended(made, together) : made]
    })
  }

  #changed({ path, newPath: given, kind, syntax, created }: SourceFile, after: string): FileOutcome {
    const old = this.#before.files.get(path)
    const own = this.#found(path)
    const found = [
      ...own,
      ...this.#proofFindings(path),
      ...this.#givenUp(path),
      ...this.#corresponding(path, own),
    ]
    const newPath = given ?? (old === undefined || old.syntax === syntax ? path : yamlName(path))
    if (old !== undefined && after === old.document.text && newPath === path)
      return this.#untouched(old, this.#proofFindings(path))
    const result = {
      after,
      ...(this.#plan.steps === true ? { steps: this.#rewrite.steps.get(path) ?? [] } : {}),
      ...(newPath === path || created !== undefined ? {} : { newPath }),
      ...(created === undefined ? {} : { isNew: true as const }),
      ...(created?.access === undefined ? {} : { access: created.access }),
      ...this.#migrated(path),
      ...this.#undeployable(path),
    }
    // A file that is created comes up under its new name at once.
    return changed(created === undefined ? path : newPath, kind, result, {
      findings: found,
      transforms: this.#rewrite.chain.applied.get(path) ?? [],
      ...(old === undefined ? {} : { before: old.document.text }),
      ...this.#readingOf(path),
      ...this.#proofOf(path),
    })
  }

  /** A file of a change that is not made; one that would have been created does not come up at all. */
  #withdrawn(path: string, culprit: string): FileOutcome[] {
    const file = this.#before.files.get(path)
    if (file === undefined) return []
    const own = this.#refusalsOf(path)
    const message = `belongs together with the change of ${culprit}, which cannot be made`
    const because = findingOf('change-incomplete', message)
    const reasons = own.some(blocks) ? own : [...own, because]
    const reported = withoutChange(this.#found(path))
    const known = new Set(reported)
    const findings = [...reported, ...reasons.filter((one) => !known.has(one))]
    const details = {
      before: file.document.text,
      findings,
      ...this.#readingOf(path),
      ...this.#proofOf(path),
    }
    return [stopped(path, file.recognition.kind, details, reasons)]
  }

  /** What was left to a person blocks the file, so that the run does not end as if all were done. */
  #untouched(file: SourceFile, added: readonly Finding[]): FileOutcome {
    const { path, document, kind } = file
    const closed = this.#closed.get(path)
    const failures = (this.#rewrite.refusals.get(path) ?? []).filter(isDefect)
    const findings = [...this.#found(path), ...added, ...failures]
    if (closed !== undefined && findings.length === 0) return closed
    const errors = this.#rewrite.partial.has(path) ? [] : findings.filter(blocks)
    const details = { before: document.text, findings, ...this.#readingOf(path) }
    return errors.length > 0 ? stopped(path, kind, details, errors) : unchanged(path, kind, details)
  }

  #readingOf(path: string): Pick<FileOutcome, 'reading'> {
    const file =
      this.#rewrite.isReadingAsked && !this.#closed.has(path) ? this.#before.files.get(path) : undefined
    return file?.readingChoice === undefined ? {} : { reading: file.reading }
  }

  /** What is said of a file that was CloudFormation and is HOT now. */
  #migrated(path: string): Pick<ChangedOutcome, 'version' | 'missingTypes'> {
    const [old, made] = [this.#before.files.get(path), this.#rewrite.after.files.get(path)]
    if (old === undefined || made === undefined || !isCfn(old.kind)) return {}
    const { kind, versionText = '' } = recognise(made.root, made.syntax)
    if (kind !== 'hot') return {}
    const version = versionOf(versionText)
    const missingTypes = missingResourceTypes(made.root)
    return version === undefined ? { missingTypes } : { version, missingTypes }
  }

  #undeployable(path: string): Pick<ChangedOutcome, 'undeployable'> {
    const found = this.#rewrite.undeployable.get(path)
    return found === undefined ? {} : { undeployable: found }
  }

  #found(path: string): readonly Finding[] {
    return [...(this.#findings.get(path) ?? []), ...(this.#rewrite.guards.get(path) ?? [])]
  }

  /** What keeps a file from being written. */
  #refusalsOf(path: string): readonly Finding[] {
    return [...(this.#rewrite.refusals.get(path) ?? []), ...this.#proofFindings(path)]
  }

  #proofFindings(path: string): readonly Finding[] {
    return this.#rewrite.proofs.flatMap((proof) => {
      const found = proof.findings.get(path) ?? []
      const isLenient = proof.verdict === 'unproved' && this.#plan.proof === 'lenient' && !isBroken(proof)
      return isLenient ? found.map(allowed) : found
    })
  }

  /** The least that the proofs say in which a file takes part; a step alone is not proved. */
  #proofOf(path: string): Pick<FileOutcome, 'proof' | 'proofMilliseconds'> {
    const { proofs, chain } = this.#rewrite
    const isStep = chain.lossy.get(path)?.some(({ meaning }) => meaning === 'step') === true
    const about = proofs.filter(({ paths }) => paths.includes(path))
    const own = about.filter(({ module, verdict }) => module === path && verdict !== 'none')
    const milliseconds = own.length === 0 ? undefined : own.reduce((sum, one) => sum + one.milliseconds, 0)
    const verdicts = [...about.map(({ verdict }) => verdict), ...(isStep ? ['none' as const] : [])]
    const proof =
      (['differs', 'unproved', 'none', 'corresponds', 'equal'] as const).find((one) =>
        verdicts.includes(one),
      ) ?? 'none'
    return { proof, ...(milliseconds === undefined ? {} : { proofMilliseconds: milliseconds }) }
  }

  /** Says what the verdict on native resources means, and lists what they give up. */
  #corresponding(path: string, reported: readonly Finding[]): readonly Finding[] {
    if (this.#proofOf(path).proof !== 'corresponds') return []
    const count = reported.filter(({ code }) => catalogueEntry(code)?.native === 'type').length
    const lost = reported
      .filter(({ code }) => catalogueEntry(code)?.native === 'loss')
      .map(({ code }) => code)
    const given = lost.length === 0 ? 'nothing' : [...new Set(lost)].sort().join(', ')
    const what =
      count === 0
        ? 'what is asked of nested templates with native resources, and passed to them, agrees'
        : `${count} ${count === 1 ? 'resource has' : 'resources have'} another type: all properties agree`
    const message = `${what} with what the facts about types say, which is not to be equal; given up: ${given}`
    return [{ code: 'meaning-corresponds', severity: 'info', message }]
  }

  /** Names what changed the meaning of a file on purpose, so that no verdict says more than it means. */
  #givenUp(path: string): readonly Finding[] {
    const lossy = (this.#rewrite.chain.lossy.get(path) ?? []).filter(({ meaning }) => meaning !== 'step')
    const ids = [...new Set(lossy.map(({ id }) => id))]
    if (ids.length === 0 || this.#plan.proof === 'none') return []
    const message = `means the same but for what ${ids.join(', ')} changed on request`
    const help = 'Nothing to do. The report says for each repaired requirement what is lost.'
    return [findingOf('meaning-accepted', message, undefined, { help })]
  }
}
