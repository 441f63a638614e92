/** All that a package does not meet. */

import { type Entry, type Node, parsedEntry, placeOf } from '../document/node.ts'
import type { Package } from '../package/package.ts'
import type { RequirementId } from './requirement.ts'
import { addressPairRules } from './rules/address-pairs.ts'
import { constraintRules } from './rules/constraints.ts'
import { defaultRules } from './rules/defaults.ts'
import { environmentRules } from './rules/environments.ts'
import { fileRules } from './rules/files.ts'
import { guideRules } from './rules/guide.ts'
import { environmentValueRules } from './rules/in-environment.ts'
import { metadataRules } from './rules/metadata.ts'
import { namingRules } from './rules/naming.ts'
import { nestingRules } from './rules/nesting.ts'
import { networkRules } from './rules/networks.ts'
import { otherNameRules } from './rules/other-names.ts'
import { outputRules } from './rules/outputs.ts'
import { pairRules } from './rules/pairs.ts'
import { parameterNameRules } from './rules/parameter-names.ts'
import { parameterTypeRules } from './rules/parameter-types.ts'
import { parameterRules } from './rules/parameters.ts'
import { portRules } from './rules/ports.ts'
import { referenceRules } from './rules/references.ts'
import { resourceIdRules } from './rules/resource-ids.ts'
import { resourceIndexRules } from './rules/resource-indexes.ts'
import type { RuleFamily } from './rules/rule-family.ts'
import { serverRules } from './rules/servers.ts'
import { templateRules } from './rules/templates.ts'
import { moduleIndexRules } from './rules/vf-module-index.ts'
import { volumeRules } from './rules/volumes.ts'
import type { Violation } from './violation.ts'
import { Vnf } from './vnf/vnf.ts'

export const ruleFamilies: readonly RuleFamily[] = [
  fileRules,
  pairRules,
  environmentRules,
  templateRules,
  parameterRules,
  defaultRules,
  constraintRules,
  environmentValueRules,
  parameterTypeRules,
  parameterNameRules,
  addressPairRules,
  metadataRules,
  serverRules,
  portRules,
  resourceIdRules,
  otherNameRules,
  moduleIndexRules,
  volumeRules,
  networkRules,
  outputRules,
  nestingRules,
  namingRules,
  resourceIndexRules,
  referenceRules,
  guideRules,
]

/** The requirements that are looked at. */
export const checkedRequirements: ReadonlySet<RequirementId> = new Set(
  ruleFamilies.flatMap(({ requirements }) => requirements),
)

/**
 * The places where a package does not meet ONAP's requirements, file by file, in the order of the text;
 * each requirement once for each place and subject. Pure; a package of another state of the trees is
 * asked anew.
 * @param only the requirements to look at; all of them when left out
 */
export function violationsOf(pkg: Package, only?: ReadonlySet<RequirementId>): readonly Violation[] {
  const vnf = vnfOf(pkg)
  const found = new Map<string, Violation>()
  for (const family of ruleFamilies) {
    if (only !== undefined && !family.requirements.some((one) => only.has(one))) continue
    family.find(vnf, (violation) => {
      const { requirement, path, at, message } = violation
      if (only?.has(requirement) === false) return
      const key = `${requirement}\n${path}\n${offsetOf(at)}\n${message}`
      if (!found.has(key)) found.set(key, violation)
    })
  }
  return [...found.values()].sort(byPlace)
}

const known = new WeakMap<Package, Vnf>()

/** A package is never changed, and asked for one requirement after the other while it is repaired. */
function vnfOf(pkg: Package): Vnf {
  let vnf = known.get(pkg)
  if (vnf === undefined) {
    vnf = new Vnf(pkg)
    known.set(pkg, vnf)
  }
  return vnf
}

/** Where a violation stands in the text that was read; 0 for what is about a whole file or is new. */
export function offsetOf(at: Node | Entry | undefined): number {
  if (at === undefined) return 0
  return ('kind' in at ? placeOf(at)?.range?.start : parsedEntry(at)?.key.range?.start) ?? 0
}

function byPlace(a: Violation, b: Violation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return (
    offsetOf(a.at) - offsetOf(b.at) ||
    (a.requirement < b.requirement ? -1 : a.requirement > b.requirement ? 1 : 0)
  )
}
