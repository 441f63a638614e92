/** Packages and the requirements of a profile, ONAP's so far: what is found, and what a repair makes of it. */

import { type Became, optionFor } from '../../rules/onap/became.ts'
import type { RepairClass, RepairCost } from '../../rules/onap/losses.ts'
import type { Answered } from '../../rules/onap/questions.ts'
import { isInScope, isMadeFor, mayLose, mostRepairs, type RepairScope } from '../../rules/onap/repairing.ts'
import { requirementOf } from '../../rules/onap/requirement.ts'
import { costOf, type RelatedPart, type Remedy, type Violation } from '../../rules/onap/rule.ts'
import { mostViolations } from '../../rules/onap/state.ts'
import { type OwnTask, tasksOf } from '../../rules/onap/tasks.ts'
import { defectsIn, isCutOff, violationsOf } from '../../rules/onap/violations.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { push } from '../../text/document/multimap.ts'
import { rangeOf } from '../../text/document/node.ts'
import { defined } from '../../text/document/records.ts'
import { type Answer, answersTransform } from '../authoring/answers-transform.ts'
import type { Transform } from '../authoring/package-transform.ts'
import { type PackageOutcomes, packageCommand } from '../command.ts'
import { doneBefore, failedBy } from '../defect.ts'
import { createPackageEngine, type PackageEngineOptions } from '../engine.ts'
import type { Engine } from '../engine-contract.ts'
import { unchanged } from '../file-outcome.ts'
import { behaves } from '../findings/catalogue.ts'
import { type Finding, findingOf, type Related, requirementFinding } from '../findings/finding.ts'
import { sifted } from '../findings/ignored-findings.ts'
import { locator } from '../findings/problem-finding.ts'
import { runPackage } from '../run-package.ts'
import { withManifestFindings, withUpdatedManifests } from './manifests.ts'
import { packagesEngine, withStage } from './packages-engine.ts'
import type { RunSources } from './packages-of-run.ts'

/** The repair of packages for one scope. */
export interface Remediation {
  readonly scope: RepairScope
  readonly transforms: readonly Transform[]
  /** What became of the violations of a package that its transforms have just run over; asked once for each run of them. */
  readonly became: (before: Workspace, after: Workspace) => readonly Became[]
}

/** What an engine needs to repair packages. */
export function remediationOptions({
  scope,
  transforms,
  became,
}: Remediation): Pick<PackageEngineOptions, 'transforms' | 'rounds' | 'audit' | 'refuse' | 'defects'> {
  return {
    transforms,
    refuse: (pkg) => tooLarge(pkg, scope),
    defects: (pkg) =>
      new Map(
        ruleDefects(pkg).flatMap(({ paths, doing, error }) =>
          paths.map((path) => [path, doneBefore(doing, error)] as const),
        ),
      ),
    // A later repair may clear the way for an earlier one.
    rounds: 'settled',
    audit: (before, after, reported) => audited(before, after, became(before, after), reported),
  }
}

/** What a repair of packages may be asked beside the repair. */
type RemediationExtras = Omit<PackageEngineOptions, 'transforms' | 'rounds' | 'audit'> & {
  /** Called for each package, before and after its repair. */
  readonly onRepaired?: (before: Workspace, after: Workspace) => void
  /**
   * Called for each package with what became of its violations.
   * @param answered what following answers before all repairs would give
   */
  readonly onLeft?:
    | ((
        before: Workspace,
        became: readonly Became[],
        answered: (answers: readonly Answer[]) => Answered,
      ) => void)
    | undefined
  /** The same repairs with those that lose something, to say of what is left whether these repair it. */
  readonly more?: Remediation | undefined
}

/** An engine that repairs packages. */
export function createRemediationEngine(
  remediation: Remediation,
  { onRepaired, onLeft, more, ...options }: RemediationExtras,
): Engine {
  const own = remediationOptions({
    ...remediation,
    became(before, after) {
      const made = remediation.became(before, after)
      const all = more === undefined ? made : withMore(made, before, remediation, more)
      onLeft?.(before, all, (answers) => answeredWith(before, answers, more ?? remediation))
      return all
    },
  })
  const audit: typeof own.audit = (before, after, reported) => {
    onRepaired?.(before, after)
    return own.audit?.(before, after, reported) ?? reported
  }
  return withStage(createPackageEngine({ ...own, audit, ...options }), { see: withUpdatedManifests })
}

/**
 * What is left after the repairs that lose nothing, with what the others make of it: they are tried, so that `check`, this run and
 * the run that makes them give one number.
 */
function withMore(
  all: readonly Became[],
  before: Workspace,
  { scope }: Remediation,
  more: Remediation,
): readonly Became[] {
  const isOpen = all.some(({ isRepaired, isNew }) => !isRepaired && isNew !== true)
  if (!isOpen || tooLarge(before, more.scope) !== undefined) return all
  const made = tried(before, more, () => {})
  return all.map((one): Became => {
    const byMore = made.get(one.violation.id)
    if (one.isRepaired || one.isNew === true || byMore === undefined) return one
    if (byMore.isRepaired) return withOffer(one, byMore, scope)
    return isCostly(one) ? { ...withoutCost(one), repair: 'by-hand', help: byMore.help } : one
  })
}

/** A package with answers followed and all repairs made. */
function answeredWith(pkg: Workspace, answers: readonly Answer[], remediation: Remediation): Answered {
  const transforms = [answersTransform(answers, () => {}), ...remediation.transforms]
  let made: Answered = { pkg, left: [] }
  tried(
    pkg,
    {
      ...remediation,
      transforms,
      became: (before, after) => {
        const all = remediation.became(before, after)
        made = { pkg: after, left: all.filter(({ isRepaired }) => !isRepaired) }
        return all
      },
    },
    () => {},
  )
  return made
}

/** A violation that is left, and that other repairs would end, with what they cost. */
function withOffer(one: Became, byMore: Became, scope: RepairScope): Became {
  if (one.repair === 'supplied' && byMore.repair === 'supplied') return one
  const loses = byMore.loses ?? 'other repair'
  const { becomes } = byMore
  const lossy = { ...withoutCost(one), ...defined({ becomes }), repair: 'lossy', loses } as const
  if (one.repair === 'lossy') return lossy
  return { ...lossy, help: lossyHelp(one, byMore, mayLose(scope, one.violation.requirement)) }
}

function isCostly({ repair }: Became): boolean {
  return repair === 'supplied' || repair === 'lossy'
}

function withoutCost({ loses: _loses, suppliedBy: _supplier, ...rest }: Became): Became {
  return rest
}

/** A requirement that was chosen may need changes for others, too: then it says what alone prevents it. */
function lossyHelp(
  { help }: Became,
  { does = 'repairs it together with other findings' }: Became,
  isChosen: boolean,
): string {
  return isChosen
    ? `${help ?? 'It is not repaired alone.'} For all requirements together, \`hotshift remediate --lossy\` ${does}.`
    : `\`hotshift remediate --lossy\` ${does}.`
}

/** Why a package is not repaired at once, if it is not. */
function tooLarge(pkg: Workspace, scope: RepairScope): Finding | undefined {
  const violations = violationsOf(pkg)
  if (isCutOff(violations)) return tooMany('none is repaired')
  const repairable = violations.filter(
    ({ requirement, remedy }) =>
      isInScope(scope, requirement) &&
      (remedy.kind === 'default' ||
        (remedy.kind === 'repairs' && remedy.proposals.some((one) => isMadeFor(requirement, one, scope)))),
  )
  if (repairable.length <= mostRepairs) return undefined
  const message = `the package has ${repairable.length} locations to repair, more than the ${mostRepairs} that are tried at once`
  return findingOf('package-too-large', message)
}

function tooMany(consequence: string): Finding {
  const message = `the package does not meet requirements at ${mostViolations} locations or more: ${consequence}`
  return findingOf('package-too-large', message, undefined, { help: 'Split the package.' })
}

type Findings = ReadonlyMap<string, readonly Finding[]>

/**
 * Replaces the findings of transforms by the fate of the violations: why a default was preserved is why a violation
 * remains.
 */
function audited(before: Workspace, after: Workspace, all: readonly Became[], reported: Findings): Findings {
  const findings = new Map<string, Finding[]>()
  for (const [path, some] of reported) {
    for (const finding of some)
      if (finding.requirement === undefined && !behaves(finding.code, 'of a default'))
        push(findings, path, finding)
  }
  const tasks = tasksOf(before, after, all)
  for (const one of all) push(findings, one.violation.path, findingOfViolation(one, before, tasks.get(one)))
  return findings
}

/** A violation as a finding: its code is the number of the requirement. */
function findingOfViolation(
  { violation, isRepaired, repair, help: advice, by, isNew, loses, suppliedBy }: Became,
  pkg: Workspace,
  { task, why }: OwnTask = {},
): Finding {
  const { requirement, at, message, isUntested, item } = violation
  const related = violation.related?.flatMap((one) => relatedTo(one, pkg))
  const keyword = requirementOf(requirement)?.keyword ?? 'MUST'
  const range = at === undefined ? undefined : rangeOf(at)
  const proposal =
    task?.proposed === undefined
      ? ''
      : ` hotshift proposes "${task.proposed}"${why === undefined ? '' : `: ${why}`}.`
  const details = { help: `${advice}${proposal}`, ...defined({ transform: by, item, related }) }
  return requirementFinding(
    requirement,
    message,
    {
      keyword,
      repair,
      ...(isRepaired ? { isRepaired } : {}),
      ...defined({ isNew, loses, suppliedBy, task, isUntested }),
    },
    range,
    details,
  )
}

/** What a repair made stands nowhere. */
function relatedTo({ path, at, message }: RelatedPart, pkg: Workspace): readonly Related[] {
  const file = pkg.files.get(path)
  if (at === undefined) return [{ path, message, line: 1, column: 1 }]
  return file === undefined ? [] : locator(file)(at, message)
}

// --- check

/** What a check of a profile looks at. */
interface ProfileCheck extends Omit<RunSources, 'naming'> {
  readonly isWanted?: (requirement: string) => boolean
  /** Whether the release has a requirement that packages are held against. */
  readonly isAsked?: RepairScope['isAsked']
  /** Whether the repairs are tried, which takes several times as long as the check; they are when left out. */
  readonly repairs?: 'tried' | 'untried'
}

/**
 * An engine that changes nothing: every file of a package ends as it is, with what it does not meet.
 * @param remediation what would repair it: each finding says what that makes of it
 * @param check what is looked at; an environment that is only left out of the run is not missing
 */
export function createProfileChecker(
  remediation: (scope: RepairScope) => Remediation,
  { isWanted = () => true, isAsked, repairs = 'tried', ...sources }: ProfileCheck = {},
): Engine {
  const checker = packagesEngine(sources, (pkg) => {
    const { became, defects } =
      repairs === 'tried' ? assessed(pkg, remediation, isAsked) : unassessed(pkg, isAsked)
    const found = became.filter(({ violation }) => isWanted(violation.requirement))
    const isComplete = !isCutOff(violationsOf(pkg))
    return withDefects(outcomesOf(pkg, found, isComplete), defects)
  })
  return withStage(checker, { see: withManifestFindings })
}

/** A defect of ours that some files of a package bring out, with what it keeps from being looked at. */
interface Defect {
  readonly doing: string
  readonly error: unknown
  readonly paths: readonly string[]
}

/**
 * The violations of a package, each with what it takes to repair it. The repairs are tried, first those that lose
 * nothing: what `check` says of them is what `remediate` does. Rules that fail leave what the others find.
 */
export function assessed(
  pkg: Workspace,
  remediation: (scope: RepairScope) => Remediation,
  isAsked: RepairScope['isAsked'] = () => true,
): { readonly became: readonly Became[]; readonly defects: readonly Defect[] } {
  const violations = violationsOf(pkg).filter(({ requirement }) => isAsked(requirement))
  const defects = [...ruleDefects(pkg)]
  const met = new Set(defects.flatMap(({ paths }) => paths))
  const onFailure = (path: string, error: unknown) => {
    if (!met.has(path)) defects.push({ doing: repairing, error, paths: [path] })
    met.add(path)
  }
  try {
    const ofRelease = (scope: RepairScope) => remediation({ ...scope, isAsked })
    return { became: repairable(pkg, violations, ofRelease, onFailure), defects }
  } catch (error) {
    const [first = ''] = pkg.files.keys()
    onFailure(first, error)
    return { became: violations.map((one) => untried(one, 'a repair failed')), defects }
  }
}

/** The violations of a package, each with the repair that is meant for it, which nobody has tried. */
function unassessed(
  pkg: Workspace,
  isAsked: RepairScope['isAsked'] = () => true,
): ReturnType<typeof assessed> {
  const violations = violationsOf(pkg).filter(({ requirement }) => isAsked(requirement))
  return { became: violations.map(proposed), defects: ruleDefects(pkg) }
}

function proposed(violation: Violation): Became {
  const { remedy } = violation
  if (remedy.kind === 'by-hand')
    return { violation, isRepaired: false, repair: 'by-hand', help: remedy.advice }
  const [first] = remedy.kind === 'repairs' ? remedy.proposals : []
  const help = `To repair it: ${commandFor(costOf(first).repair)}, which ${first?.does ?? 'moves the default to the environment file'}.`
  return { violation, isRepaired: false, repair: 'untried', help }
}

function commandFor(repair: RepairClass): string {
  const option = optionFor(repair)
  return `\`hotshift remediate --profile onap${option === undefined ? '' : ` ${option}`}\``
}

const repairing = 'repairs were not tried'

function ruleDefects(pkg: Workspace): readonly Defect[] {
  return defectsIn(pkg).map(({ requirements, ...rest }) => ({
    ...rest,
    doing: `the package was not checked against ${requirements.join(', ')}`,
  }))
}

function repairable(
  pkg: Workspace,
  violations: readonly Violation[],
  remediation: (scope: RepairScope) => Remediation,
  onFailure: (path: string, error: unknown) => void,
): readonly Became[] {
  const isWanted = () => true
  const isByHand = violations.every(({ remedy }) => remedy.kind === 'by-hand')
  if (isByHand || tooLarge(pkg, { isLossy: true, isWanted }) !== undefined)
    return violations.map((one) =>
      untried(
        one,
        'the package has too many locations to repair. Repair one requirement after the other, with --only',
      ),
    )
  const safe = tried(pkg, remediation({ isLossy: false, isWanted }), onFailure)
  const isOpen = violations.some(
    ({ id, remedy }) => remedy.kind !== 'by-hand' && safe.get(id)?.isRepaired !== true,
  )
  const isSupplied = isOpen && violations.some(({ remedy }) => isProposed('supplied', remedy))
  const supplied = isSupplied
    ? tried(pkg, remediation({ isLossy: false, isSupplied, isWanted }), onFailure)
    : safe
  const lossy = isOpen ? tried(pkg, remediation({ isLossy: true, isWanted }), onFailure) : safe
  return violations.map((violation): Became => {
    const bySafe = safe.get(violation.id)
    const bySupplied = supplied.get(violation.id)
    const byLossy = lossy.get(violation.id)
    if (bySafe?.isRepaired === true) return offered(bySafe, { repair: 'safe' })
    if (bySupplied?.isRepaired === true)
      return offered(bySupplied, { repair: 'supplied', suppliedBy: bySupplied.suppliedBy ?? 'SDNC' })
    if (byLossy?.isRepaired === true)
      return offered(byLossy, { repair: 'lossy', loses: byLossy.loses ?? 'other repair' })
    const help = byLossy?.help ?? ''
    return { violation, isRepaired: false, repair: 'by-hand', help }
  })
}

function untried(violation: Violation, why: string): Became {
  const { remedy } = violation
  if (remedy.kind === 'by-hand')
    return { violation, isRepaired: false, repair: 'by-hand', help: remedy.advice }
  const help = `Whether it can be repaired was not tried: ${why}.`
  return { violation, isRepaired: false, repair: 'untried', help }
}

/** What becomes of the violations of a package, by their identity; what cannot be printed is not made. */
function tried(
  pkg: Workspace,
  remediation: Remediation,
  onFailure: (path: string, error: unknown) => void,
): ReadonlyMap<string, Became> {
  let found: readonly Became[] = []
  const command = packageCommand({
    proof: 'none',
    onFailure,
    ...remediationOptions(remediation),
    audit(before, after, reported) {
      found = remediation.became(before, after)
      return reported
    },
  })
  runPackage(pkg, { ...command, isTrial: true })
  return new Map(found.map((one) => [one.violation.id, one]))
}

function isProposed(repair: RepairClass, remedy: Remedy): boolean {
  return remedy.kind === 'repairs' && remedy.proposals.some((one) => costOf(one).repair === repair)
}

function offered({ violation, does, becomes }: Became, cost: RepairCost): Became {
  const help = `${commandFor(cost.repair)} ${does ?? 'repairs it together with other findings'}.`
  return { violation, isRepaired: false, ...cost, ...defined({ becomes }), help }
}

/** The files that bring out a defect fail, and no others. */
function withDefects(made: PackageOutcomes, defects: readonly Defect[]): PackageOutcomes {
  if (defects.length === 0) return made
  const outcomes = made.outcomes.map((outcome) =>
    defects
      .filter(({ paths }) => paths.includes(outcome.path))
      .reduce((one, { error, doing }) => failedBy(one, error, doing), outcome),
  )
  return { ...made, outcomes }
}

function outcomesOf(pkg: Workspace, violations: readonly Became[], isComplete: boolean): PackageOutcomes {
  const findings = new Map<string, Finding[]>()
  const tasks = tasksOf(pkg, pkg, violations)
  for (const one of violations)
    push(findings, one.violation.path, findingOfViolation(one, pkg, tasks.get(one)))
  const [first] = pkg.files.keys()
  if (first !== undefined && !isComplete)
    push(findings, first, tooMany('only the first ones found are listed'))
  const outcomes = [...pkg.files.values()].map(({ path, document, recognition }) =>
    unchanged(path, recognition.kind, {
      before: document.text,
      root: document.root,
      ...sifted(findings.get(path) ?? [], document, 'onap'),
    }),
  )
  const others = new Map([...findings].filter(([path]) => !pkg.files.has(path)))
  return { outcomes, others, isInstead: true }
}
