/** Runs a chain for the version that was asked for, or for one that can say all of a package. */
import { type HotVersion, hotVersions, oldestVersion, usualVersion } from '../heat/versions.ts'
import type { Workspace } from '../stack/workspace.ts'
import type { ChainResult, TracedChain } from './chain.ts'
import type { ChosenTarget, Findings } from './command.ts'
import { behaves, catalogueEntry } from './findings/catalogue.ts'
import { type Finding, findingOf } from './findings/finding.ts'
import { distinct } from './proof/tree-guards.ts'

/** A chain that was run for a version, and what keeps files from the usual one where it is another. */
export interface TargetedRun {
  readonly chain: ChainResult
  readonly target: HotVersion
  readonly instead: Findings
  /** Where something is left that another version might express: the nearest that expresses all, if any does. */
  readonly better?: HotVersion | 'none'
  /** The newest version that the cloud reads, where it is known. */
  readonly newest?: HotVersion | undefined
  /** What the chain made, where callers pass more parameters by now than it had them pass. */
  readonly proved?: Workspace
}

/**
 * Where no version can express all of it, the findings are those of the usual one.
 *
 * @param isWhole whether the chain rewrites all for another target, of which it is known what it does for one
 * @param bounds what the files declare already: only newer versions are suggested; the newest that the cloud reads; and
 *   whether the files remain CloudFormation, which no version of HOT helps
 */
export function runForTarget(
  wanted: HotVersion | ChosenTarget,
  run: (target: HotVersion) => TracedChain,
  isWhole: (target: HotVersion, known: TracedChain['steps']) => boolean,
  {
    declared,
    newest,
    staysCfn = false,
  }: {
    readonly declared?: HotVersion | undefined
    readonly newest?: HotVersion | undefined
    readonly staysCfn?: boolean
  } = {},
): TargetedRun {
  const usual = newest !== undefined && newest < usualVersion ? newest : usualVersion
  const isRead = (version: HotVersion) => newest === undefined || version <= newest
  const tracedTo = (target: HotVersion) => {
    const { steps, ...chain } = run(target)
    return { steps, made: { target, chain, instead: new Map() } satisfies TargetedRun }
  }
  const runTo = (target: HotVersion): TargetedRun => tracedTo(target).made
  if (wanted === 'oldest') {
    const { made: first, steps } = tracedTo(oldestVersion)
    if (allErrorsLeft(first.chain).size === 0) return first
    const other = byDistance(oldestVersion).find((version) => isRead(version) && isWhole(version, steps))
    return other === undefined ? { ...runTo(usual), better: 'none', newest } : runTo(other)
  }
  const { made: first, steps } = tracedTo(wanted === 'auto' ? usual : wanted)
  if (staysCfn) return first
  const errors = allErrorsLeft(first.chain)
  const all = [...errors.values()].flat()
  if (!all.some(dependsOnVersion)) return first
  // Another version would leave the other errors: nothing is known of one that would do for this.
  if (!all.every(dependsOnVersion)) return first
  const isNewer = (version: HotVersion) => declared === undefined || version > declared
  const others = byDistance(first.target).filter((one) => isRead(one) && isNewer(one))
  const other = others.find((version) => isWhole(version, steps))
  if (other === undefined) return { ...first, better: 'none', newest }
  return wanted === 'auto' ? { ...runTo(other), instead: errors } : { ...first, better: other }
}

/** An error that another version might not have, with what `--to` can do about it. */
export function withVersionAdvice(finding: Finding, { better, newest }: TargetedRun): Finding {
  if (better === undefined || !dependsOnVersion(finding)) return finding
  const advice =
    better === 'none'
      ? `hotshift can write the whole file in no other version${newest === undefined ? '' : ' that the cloud reads'} either.`
      : `With --to ${better} the whole file can be rewritten.`
  return { ...finding, help: `${finding.help ?? catalogueEntry(finding.code)?.help} ${advice}` }
}

/** All other versions, the older ones first: a newer version has more often removed what is needed than added it. */
function byDistance(from: HotVersion): readonly HotVersion[] {
  const at = hotVersions.indexOf(from)
  return [...hotVersions.slice(0, at).reverse(), ...hotVersions.slice(at + 1)]
}

function dependsOnVersion({ code }: Finding): boolean {
  return behaves(code, 'of a version')
}

/** By path, where there are some. */
function allErrorsLeft(chain: ChainResult): Findings {
  const left = [...chain.unrewritten.keys()].map((path) => [path, errorsLeft(path, chain)] as const)
  return new Map(left.filter(([, errors]) => errors.length > 0))
}

/** Why a file is written in another version than the default, at the first location that needs it. */
export function otherVersionFindings({ target, instead }: TargetedRun, path: string): readonly Finding[] {
  const [first] = instead.get(path) ?? []
  if (first === undefined) return []
  const { range, message: why } = first
  const message = `uses ${target}, the closest version to ${usualVersion} that supports the whole template (${why})`
  return [findingOf('other-version', message, range)]
}

/** What transforms of single templates could not rewrite, as far as it is reported. */
function errorsLeft(path: string, { findings, unrewritten }: ChainResult): readonly Finding[] {
  const own = new Set(unrewritten.get(path))
  return distinct(findings.get(path) ?? [], own).filter((one) => own.has(one))
}
