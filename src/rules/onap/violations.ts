/** All that a package does not meet. */

import { connectedFiles } from '../../stack/connected-files.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { addressSlots, allAddresses, namingRulesOf } from './naming/parameter-names.ts'
import type { RequirementId } from './requirement.ts'
import { type RuleFamily, requirementsIn, type Violation } from './rule.ts'
import { byLocation, familiesTogether, mostViolations, stateOf } from './state.ts'
import { Vnf } from './vnf/vnf.ts'

/**
 * The locations where a package does not meet ONAP's requirements, file by file, in the order of the source;
 * each requirement once for each location and subject. Pure; a package of another state of the trees is
 * asked anew. Rules that fail find nothing, see `defectsIn`.
 * @param only the requirements to look at; all of them when left out
 */
export function violationsOf(pkg: Workspace, only?: ReadonlySet<RequirementId>): readonly Violation[] {
  const state = stateOf(pkg)
  if (only === undefined) return state.all
  const found = familiesTogether
    .filter(({ requirements }) => requirements.some((one) => only.has(one)))
    .flatMap((families) => state.foundBy(families))
  return found.filter(({ requirement }) => only.has(requirement)).sort(byLocation)
}

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
  const state = stateOf(pkg)
  const failures = familiesTogether.flatMap((families) => [...state.failuresOf(families)])
  return failures.map(([family, error]) => ({
    requirements: requirementsIn(family),
    error,
    paths: culprits(family, pkg),
  }))
}

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

/** Why a state of a package is worse than an earlier one. */
export type Worsening =
  | { readonly kind: 'violated'; readonly by: Violation }
  /** A requirement that the earlier state could be held against. */
  | { readonly kind: 'unchecked'; readonly requirement: RequirementId }

/** Which rules are asked: those that look at the files that belong together, or all. */
export type WorseningExtent = RuleFamily['extent']

/**
 * What an earlier state of a package did not have, in the order of the rules that are asked together: the dearest ones
 * are asked only where nothing else is found.
 */
export function* worseningsOf(
  before: Workspace,
  after: Workspace,
  extent: WorseningExtent,
): Iterable<Worsening> {
  if (before === after) return
  const [old, now] = [stateOf(before), stateOf(after)]
  for (const families of familiesTogether) {
    if (extent === 'part' && families.extent !== 'part') continue
    for (const family of now.failuresOf(families).keys())
      if (!old.failuresOf(families).has(family))
        for (const requirement of requirementsIn(family)) yield { kind: 'unchecked', requirement }
    for (const by of now.newIn(families, old, generalOf)) yield { kind: 'violated', by }
  }
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

/** The paths of the files that belong together with one that is another one in a later state. */
export function pathsConnectedWithChanges(before: Workspace, after: Workspace): ReadonlySet<string> {
  const parts = connectedFiles(after, [...after.files.keys()])
  const isChanged = (path: string) => before.files.get(path) !== after.files.get(path)
  return new Set(parts.filter((paths) => paths.some(isChanged)).flat())
}
