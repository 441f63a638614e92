/** All that a package does not meet. */

import { byPath, compareTexts } from '../document/sorted.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { defaultId, Identities, startOf } from './identity.ts'
import { addressSlots, allAddresses, namingRulesOf } from './naming/parameter-names.ts'
import type { RequirementId } from './requirement.ts'
import type { Remedy, RuleFamily, Subject, Violation } from './rule.ts'
import { constraintRules } from './rules/constraints.ts'
import { defaultRules } from './rules/defaults.ts'
import { descriptionRules } from './rules/descriptions.ts'
import { environmentRules } from './rules/environments.ts'
import { fileRules } from './rules/files.ts'
import { guideRules } from './rules/guide.ts'
import { environmentValueRules } from './rules/in-environment.ts'
import { metadataRules } from './rules/metadata.ts'
import { namingRules } from './rules/naming.ts'
import { nestedNameRules } from './rules/nested-names.ts'
import { nestingRules } from './rules/nesting.ts'
import { networkRules } from './rules/networks.ts'
import { resourceIndexRules } from './rules/numbering.ts'
import { otherNameRules } from './rules/other-names.ts'
import { outputRules } from './rules/outputs.ts'
import { pairRules } from './rules/pairs.ts'
import { parameterNameRules } from './rules/parameter-names.ts'
import { parameterTypeRules } from './rules/parameter-types.ts'
import { addressPairRules, portRules } from './rules/ports.ts'
import { referenceRules } from './rules/references.ts'
import { resourceIdRules } from './rules/resource-ids.ts'
import { serverParameterRules } from './rules/server-parameters.ts'
import { serverRules } from './rules/servers.ts'
import { sharedParameterRules } from './rules/shared-parameters.ts'
import { templateRules } from './rules/templates.ts'
import { unusedParameterRules } from './rules/unused-parameters.ts'
import { moduleIndexRules } from './rules/vf-module-index.ts'
import { vmRoleRules } from './rules/vm-roles.ts'
import { volumeRules } from './rules/volumes.ts'
import { Vnf, vnfOf } from './vnf/vnf.ts'

export const ruleFamilies: readonly RuleFamily[] = [
  fileRules,
  pairRules,
  environmentRules,
  templateRules,
  descriptionRules,
  unusedParameterRules,
  defaultRules,
  constraintRules,
  environmentValueRules,
  parameterTypeRules,
  serverParameterRules,
  parameterNameRules,
  addressPairRules,
  metadataRules,
  vmRoleRules,
  serverRules,
  sharedParameterRules,
  portRules,
  resourceIdRules,
  otherNameRules,
  moduleIndexRules,
  volumeRules,
  networkRules,
  outputRules,
  nestingRules,
  nestedNameRules,
  namingRules,
  resourceIndexRules,
  referenceRules,
  guideRules,
]

/**
 * The locations where a package does not meet ONAP's requirements, file by file, in the order of the source;
 * each requirement once for each location and subject. Pure; a package of another state of the trees is
 * asked anew. Rules that fail find nothing, see `defectsIn`.
 * @param only the requirements to look at; all of them when left out
 */
export function violationsOf(pkg: Workspace, only?: ReadonlySet<RequirementId>): readonly Violation[] {
  const known = knownViolations.get(pkg)
  if (known !== undefined && only === undefined) return known
  if (known !== undefined && only !== undefined && !isCutOff(known))
    return known.filter(({ requirement }) => only.has(requirement))
  const vnf = vnfOf(pkg)
  const found = new Map<string, Violation>()
  const failures = new Map<RuleFamily, unknown>()
  try {
    collectViolations(vnf, only, { found, failures })
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
  }
  const sorted = [...found.values()].sort(byLocation)
  if (only !== undefined) return sorted
  knownViolations.set(pkg, sorted)
  knownFailures.set(pkg, failures)
  return sorted
}

/** Nobody reads so many, and a megabyte of source can have a hundred times as many: the search ends with these. */
export const mostViolations = 20_000

/** Ends a search. */
class TooMany extends Error {}

/** Whether a package may have more violations than these. */
export function isCutOff(violations: readonly Violation[]): boolean {
  return violations.length >= mostViolations
}

/** Rules that failed by a defect of ours, with the files that bring it out. */
interface RuleDefect {
  readonly requirements: readonly RequirementId[]
  readonly error: unknown
  readonly paths: readonly string[]
}

/** The rules that fail over a package, each with the files that bring it out. */
export function defectsIn(pkg: Workspace): readonly RuleDefect[] {
  return [...failuresIn(pkg)].map(([family, error]) => ({
    requirements: family.requirements,
    error,
    paths: culprits(family, pkg),
  }))
}

/** The requirements that a package cannot be held against, and an earlier state of it could. */
export function newlyUnchecked(before: Workspace, after: Workspace): readonly RequirementId[] {
  if (before === after) return []
  const old = failuresIn(before)
  return [...failuresIn(after).keys()].flatMap((family) => (old.has(family) ? [] : family.requirements))
}

function failuresIn(pkg: Workspace): ReadonlyMap<RuleFamily, unknown> {
  violationsOf(pkg)
  return knownFailures.get(pkg) ?? new Map()
}

const knownFailures = new WeakMap<Workspace, ReadonlyMap<RuleFamily, unknown>>()

function fails(family: RuleFamily, pkg: Workspace): boolean {
  try {
    family.find(new Vnf(pkg), () => {})
    return false
  } catch {
    return true
  }
}

/** Of more files it takes too long to find out which. */
const mostSuspects = 100

/** The files without which the rules do not fail; all where no single one is to blame. */
function culprits(family: RuleFamily, pkg: Workspace): readonly string[] {
  const paths = [...pkg.files.keys()]
  const found =
    paths.length > mostSuspects
      ? []
      : paths.filter((path) => !fails(family, pkg.part(paths.filter((one) => one !== path))))
  return found.length === 0 ? paths : found
}

interface Collected {
  readonly found: Map<string, Violation>
  /** What families threw: a defect in one is no reason to go without the others. */
  readonly failures: Map<RuleFamily, unknown>
}

/** @throws TooMany */
function collectViolations(
  vnf: Vnf,
  only: ReadonlySet<RequirementId> | undefined,
  { found, failures }: Collected,
): void {
  const identities = new Identities(vnf)
  for (const family of ruleFamilies) {
    if (only !== undefined && !family.requirements.some((one) => only.has(one))) continue
    const own: string[] = []
    try {
      family.find(vnf, (reported) => {
        const one = { ...reported, item: reported.item ?? itemOf(reported.subject) }
        const { requirement, path, at, item = '' } = one
        if (only?.has(requirement) === false) return
        const key = `${requirement}\n${path}\n${startOf(at)}\n${item}`
        if (found.has(key)) return
        if (found.size === mostViolations) throw new TooMany()
        found.set(key, { id: identities.of(one), ...one, ...endingWith(vnf, one.remedy) })
        own.push(key)
      })
    } catch (error) {
      if (error instanceof TooMany) throw error
      for (const key of own) found.delete(key)
      failures.set(family, error)
    }
  }
}

/** Which of several things a location is about: an alias brings one location to several resources. */
function itemOf(subject: Subject): string | undefined {
  switch (subject.kind) {
    case 'resource':
      return subject.id
    case 'property':
      return `${subject.resource} ${subject.name}`
    case 'call':
      return `${subject.call.resource} ${subject.parameter}`
    case 'words':
      return subject.words.join(' ')
    default:
      return undefined
  }
}

function endingWith(vnf: Vnf, remedy: Remedy): Pick<Violation, 'defaultId'> {
  if (remedy.kind !== 'default') return {}
  const { path, parameter } = remedy
  return { defaultId: defaultId(path, parameter, vnf.template(path)?.parameters.get(parameter)?.entry) }
}

/** The violations of a package that an earlier state of it did not have. */
export function newViolations(before: Workspace, after: Workspace): readonly Violation[] {
  if (before === after) return []
  const old = new Set(violationsOf(before).map(({ id }) => id))
  return violationsOf(after).filter(({ id, requirement }) => {
    const general = generalOf.get(requirement)
    return !old.has(id) && (general === undefined || !old.has(id.replace(requirement, general)))
  })
}

/**
 * What is asked of an address by its very name is asked of all addresses, so that a new name asks for nothing new; and a module
 * that becomes the base module needs an environment as before.
 */
const generalOf: ReadonlyMap<RequirementId, RequirementId> = new Map([
  ['R-38474', 'R-81725'] as const,
  ...namingRulesOf(...addressSlots).flatMap(({ slot, side, environment }) => {
    const family = slot === 'port-address' ? 'neutron' : 'contrail'
    return side === undefined || environment === undefined
      ? []
      : [[environment, allAddresses[family][side]] as const]
  }),
])

const knownViolations = new WeakMap<Workspace, readonly Violation[]>()

function byLocation(a: Violation, b: Violation): number {
  return byPath(a, b) || startOf(a.at) - startOf(b.at) || compareTexts(a.requirement, b.requirement)
}
