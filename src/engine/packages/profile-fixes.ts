/** What repairs one finding of a profile, as an editor offers it: tried in memory, and left out where the finding remains. */
import type { RepairCost } from '../../rules/onap/losses.ts'
import { type RepairScope, scopeFor } from '../../rules/onap/repairing.ts'
import { violationsOf } from '../../rules/onap/violations.ts'
import { sdcFindings } from '../../rules/sdc/findings.ts'
import type { SdcRepairName } from '../../rules/sdc/rule.ts'
import { manifestName } from '../../rules/sdc/sdc-package.ts'
import type { FileInput } from '../../stack/load.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { type Range, rangeOf } from '../../text/document/node.ts'
import type { Transform } from '../authoring/package-transform.ts'
import { packageCommand } from '../command.ts'
import { createPackageEngine, type PackageEngineOptions } from '../engine.ts'
import type { Engine } from '../engine-contract.ts'
import { type Finding, sameIn } from '../findings/finding.ts'
import type { ChangedOutcome, FileOutcome } from '../outcome.ts'
import { runPackage } from '../run-package.ts'
import { withUpdatedManifests } from './manifests.ts'
import { packagesEngine, withStage } from './packages-engine.ts'
import type { RunSources } from './packages-of-run.ts'
import { type Remediation, remediationOptions } from './profile.ts'
import { SdcPackages, sdcFinding, sdcPackageOf } from './sdc.ts'
import { withSdcRemediation } from './sdc-remediation.ts'

/** A repair of a finding, with what it makes of the files of the package. */
export interface ProfileFix {
  /** What it does, as an order, and what it costs. */
  readonly title: string
  /** Whether it costs nothing. */
  readonly isSafe: boolean
  readonly outcomes: readonly ChangedOutcome[]
}

/** A finding of a profile in one of the files of a package. */
interface Sought {
  readonly files: readonly FileInput[]
  readonly path: string
  readonly finding: Finding
}

/** What repairs a violation of a requirement of ONAP; undefined where a person decides, or no repair can be made. */
export function requirementFix(
  { files, path, finding }: Sought,
  remediation: (scope: RepairScope) => Remediation,
  sources: RunSources,
): ProfileFix | undefined {
  let found: Priced | undefined
  const repaired = (pkg: Workspace) => {
    const all = violationsOf(pkg)
    const own = all.find(
      ({ requirement, at, item, ...one }) =>
        one.path === path && isAbout(finding, { code: requirement, range: at && rangeOf(at), item }),
    )
    const repair = own && scopeFor(own, all)
    if (repair === undefined) return { outcomes: [], others: new Map() }
    found = repair
    const command = packageCommand({ ...remediationOptions(remediation(repair.scope)), isTrial: true })
    return runPackage(pkg, command)
  }
  const outcomes = outcomesOf(
    withStage(packagesEngine(sources, repaired), { see: withUpdatedManifests }),
    files,
  )
  const isRepaired = outcomes
    .find((one) => one.path === path)
    ?.findings.some((one) => one.requirement?.isRepaired && isAbout(finding, one))
  return found && isRepaired ? fixOf(found, outcomes) : undefined
}

/** What repairs something that SDC finds; undefined where a person decides, or the finding would remain. */
export function sdcFix(
  { files, path, finding }: Sought,
  transformsFor: (of: { readonly path: string; readonly by: SdcRepairName }) => readonly Transform[],
  sources: RunSources & Pick<PackageEngineOptions, 'allowUnproved'>,
): ProfileFix | undefined {
  const found = sdcFindingsIn(files).find((one) => one.path === path && isSame(finding, sdcFinding(one)))
  if (found?.remedy.kind !== 'repaired') return undefined
  const { by } = found.remedy
  const transforms = transformsFor({ path, by })
  const engine = createPackageEngine({ ...sources, transforms, isTrial: true })
  const outcomes = outcomesOf(by === 'manifest' ? withSdcRemediation(engine) : engine, files)
  const after = new Map(outcomes.flatMap((one) => (one.after === undefined ? [] : [[one.path, one.after]])))
  const inputs = [...new Map([...files, ...inputsFrom(after)].map((one) => [one.path, one])).values()]
  const count = (some: readonly FileInput[]) =>
    sdcFindingsIn(some).filter((one) => one.check === found.check && one.path === path).length
  if (count(inputs) >= count(files)) return undefined
  const title = transforms[0]?.title ?? `Write ${manifestName}`
  return fixOf({ title, cost: { repair: 'safe' } }, outcomes)
}

function inputsFrom(texts: ReadonlyMap<string, string>): readonly FileInput[] {
  return [...texts].map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
}

function sdcFindingsIn(files: readonly FileInput[]) {
  return [...new SdcPackages().sets(files)].flatMap(([root, own]) => sdcFindings(sdcPackageOf(root, own)))
}

function isSame(finding: Finding, other: Finding): boolean {
  return sameIn(finding) === sameIn(other) && isAbout(finding, other)
}

/** Where a finding of a code stands. */
interface Place extends Pick<Finding, 'code' | 'item'> {
  readonly range?: Range | undefined
}

function isAbout(finding: Finding, { code, range, item }: Place): boolean {
  return finding.code === code && finding.range?.start === range?.start && finding.item === item
}

function outcomesOf(engine: Engine, files: readonly FileInput[]): readonly FileOutcome[] {
  return engine.runTogether?.(files) ?? []
}

/** A repair by its title, with what it costs. */
type Priced = Pick<NonNullable<ReturnType<typeof scopeFor>>, 'title' | 'cost'>

function fixOf({ title, cost }: Priced, outcomes: readonly FileOutcome[]): ProfileFix | undefined {
  const changed = outcomes.flatMap((one) => (one.status === 'changed' ? [one] : []))
  if (changed.length === 0) return undefined
  return { title: `${title}${costText(cost)}`, isSafe: cost.repair === 'safe', outcomes: changed }
}

function costText(cost: RepairCost): string {
  if (cost.repair === 'safe') return ''
  return cost.repair === 'supplied' ? ` (${cost.suppliedBy} supplies the value)` : ` (lossy: ${cost.loses})`
}
