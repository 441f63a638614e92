/** Checks of packages by several gates: Heat, the requirements of ONAP, SDC. None takes away what another one finds. */
import { ofFile } from '../../heat/about.ts'
import type { FileInput } from '../../stack/load.ts'
import { archiveOf } from '../../stack/source-file.ts'
import { type CheckOptions, createChecker } from '../check.ts'
import type { Engine } from '../engine-contract.ts'
import { skipped } from '../file-outcome.ts'
import { behaves } from '../findings/catalogue.ts'
import type { FileOutcome, LocatedFinding } from '../outcome.ts'
import { type RunStage, withStage } from './packages-engine.ts'
import { SdcPackages, withoutManifest, withSdcFindings } from './sdc.ts'

interface Gates {
  /** How the check is made that every template is given; undefined where only some findings are asked for. */
  readonly plain: CheckOptions | undefined
  /** `as read`: what the plain check reads by the path of an input is that input, unless it is in an archive. */
  readonly inputs?: 'as read' | undefined
  /** That of ONAP's requirements, if they are asked for. */
  readonly requirements?: Engine | undefined
  /** Whether SDC is asked for, and which of its codes; the directories that the run was given. */
  readonly sdc?:
    | { readonly isWanted: (code: string) => boolean; readonly folders: readonly string[] }
    | undefined
}

/** Where only some findings are asked for. */
const skipping: Engine = {
  run: ({ path }) => skipped(path, 'not asked for'),
  partition: () => [],
  givesName: 'never',
}

/** An engine that asks all of them about every file, and changes nothing. */
export function createGateChecker({ plain, inputs: source, requirements, sdc }: Gates): Engine {
  const stages: RunStage[] = []
  if (plain !== undefined) {
    const check = plainGate(plain, source)
    stages.push({
      see: (inputs, outcomes) =>
        requirements === undefined ? check(inputs) : joinedOutcomes(outcomes, check(inputs)),
    })
  }
  if (sdc !== undefined) {
    const packages = new SdcPackages(sdc.folders)
    stages.push({
      see: (inputs, outcomes) =>
        withSdcFindings(inputs, outcomes.map(withoutManifest), packages, sdc.isWanted),
      sets: (inputs) => packages.partition(inputs),
    })
  }
  return stages.reduce(withStage, requirements ?? skipping)
}

/** The plain check of one package after the other, which share what is read of the files around them. */
function plainGate(options: CheckOptions, source: Gates['inputs']) {
  let shared: Engine | undefined
  return (inputs: readonly FileInput[]): readonly FileOutcome[] => {
    const isShared = source === 'as read' && inputs.every(({ path }) => archiveOf(path) === undefined)
    if (isShared) shared ??= createChecker(options)
    const plain = (isShared ? shared : undefined) ?? checkerWith(inputs, options)
    return inputs.map((input) => withoutPlugIns(plain.run(input)))
  }
}

/** Files that others name may lie in the archive that they lie in. */
function checkerWith(inputs: readonly FileInput[], options: CheckOptions): Engine {
  const own = new Map(inputs.map((input) => [input.path, input]))
  const { readFile, exists, besides } = options
  return createChecker({
    ...options,
    readFile: (path) => own.get(path)?.bytes ?? readFile?.(path),
    ...(exists === undefined ? {} : { exists: (path) => own.has(path) || exists(path) }),
    ...(besides === undefined ? {} : { besides: [...new Set([...besides, ...own.keys()])] }),
  })
}

/** The outcomes of the requirements, with what only the plain check finds. */
function joinedOutcomes(
  outcomes: readonly FileOutcome[],
  plain: readonly FileOutcome[],
): readonly FileOutcome[] {
  const byPath = new Map(plain.map((one) => [one.path, one]))
  return outcomes.map((outcome) => withPlain(outcome, byPath.get(outcome.path)))
}

/** What the requirements say of a file, with what only its plain check finds. */
export function withPlain(outcome: FileOutcome, plain: FileOutcome | undefined): FileOutcome {
  if (plain === undefined || outcome.status === 'failed') return outcome
  if (plain.status === 'failed') return plain
  const isSaid = saidBy(outcome)
  const more = plain.findings.filter((one) => !isSaid(one))
  // What a requirement says, too, is not said again, and Heat refuses it all the same.
  const refusals = [...plain.findings, ...(plain.ignored ?? [])].filter(
    ({ severity }) => severity === 'error',
  ).length
  const counted = refusals === 0 ? outcome : { ...outcome, refusals }
  if (more.length === 0) return counted
  const findings = [...outcome.findings, ...more].sort((a, b) => a.line - b.line || a.column - b.column)
  return { ...counted, findings }
}

/** What the plain check finds in a file, with what only a profile does: where fixes are offered, none may be hidden. */
export function besidePlain(plain: FileOutcome, profile: FileOutcome): FileOutcome {
  const own = plain.findings.filter(({ code }) => !behaves(code, 'of an ignoring comment'))
  const known = new Set(own.map(subjectAt))
  const more = profile.findings.filter((one) => !known.has(subjectAt(one)))
  const findings = [...own, ...more].sort((a, b) => a.line - b.line || a.column - b.column)
  return { ...plain, findings }
}

/**
 * Whether the outcome of the requirements says a finding of the plain check, too: what cannot be read, and what a
 * requirement says of the same location, is said once.
 */
function saidBy({ findings, status }: FileOutcome): (finding: LocatedFinding) => boolean {
  if (status === 'blocked' || findings.some(({ code }) => code === 'R-95303')) return () => true
  const codes = new Set(findings.map(({ code }) => code))
  const locations = new Set(findings.flatMap((one) => [`${one.line}:${one.column}`, subjectAt(one)]))
  return (one) =>
    behaves(one.code, 'of an ignoring comment') ||
    codes.has(one.code) ||
    locations.has(`${one.line}:${one.column}`) ||
    locations.has(subjectAt(one))
}

/** What a finding is about on its line: a requirement marks another part of that, and names Heat's reason by its code. */
function subjectAt(finding: LocatedFinding): string {
  const { line, code, item, requirement, about: { kind, name = '' } = ofFile } = finding
  const reason = requirement !== undefined ? item : item === undefined ? code : `${code} ${item}`
  return `${line}: ${kind} ${name} ${reason}`
}

/** ONAP's clouds have the plug-ins of Contrail, whose types Heat alone does not know. */
function withoutPlugIns(outcome: FileOutcome): FileOutcome {
  const isOfPlugIn = ({ code, item = '' }: LocatedFinding) =>
    behaves(code, 'of plug-ins') && /^OS::Contrail(?:V2)?::/.test(item)
  return outcome.findings.some(isOfPlugIn)
    ? { ...outcome, findings: outcome.findings.filter((one) => !isOfPlugIn(one)) }
    : outcome
}
