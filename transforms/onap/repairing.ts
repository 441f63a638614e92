/** What the repairs of ONAP packages share: they change exactly what the check finds. */
import type { RequirementFacts } from '../../src/engine/finding.ts'
import type { PackageContext, PackageTransform } from '../../src/engine/package-transform.ts'
import { type Attempt, attempt, type Obstacle } from '../../src/heat/package/obstacle.ts'
import type { Package } from '../../src/heat/package/package.ts'
import { fileName } from '../../src/heat/package/package-file.ts'
import { type RequirementId, requirementOf, severityOf } from '../../src/onap/requirement.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'

/** Which violations may be repaired. */
export interface RepairScope {
  /** Whether repairs may lose something. */
  readonly isLossy: boolean
  /** Whether the user wants a requirement repaired (`--only`, `--except`). */
  readonly isWanted: (requirement: RequirementId) => boolean
}

/** One repair: what it is about, and what it does to one violation. */
export interface Repair
  extends Pick<PackageTransform, 'id' | 'title' | 'description' | 'references' | 'safety' | 'declares'> {
  readonly requirements: readonly RequirementId[]
  /** Whether a repair may bring up further violations of the same kind, to be repaired as well. */
  readonly isRepeated?: true
  /**
   * The package without the violation; the very same one when an earlier repair has seen to it.
   * @throws Stuck when one of the places cannot be changed
   */
  readonly repair: (pkg: Package, violation: Violation) => Package
}

/** The repair as a transform: all violations that the scope allows, one after the other. */
export function repairing(repair: Repair, scope: RepairScope): PackageTransform {
  const { id, title, description, references, safety, declares = [], requirements } = repair
  return {
    id,
    title,
    description,
    references,
    safety,
    declares,
    requirements,
    run(pkg, context) {
      const wanted = new Set(requirements.filter(scope.isWanted))
      if (wanted.size === 0) return pkg
      for (let before = pkg; ; ) {
        const next = violationsOf(before, wanted)
          .filter((violation) => isFor(violation, repair))
          .reduce((current, violation) => repairedOne(current, violation, repair, context), before)
        if (next === before || repair.isRepeated !== true) return next
        before = next
      }
    },
  }
}

/** What can be repaired safely in one case may be lossy in another; each is for a transform of its own. */
function isFor(violation: Violation, { safety }: Repair): boolean {
  return violation.repair === (safety === 'lossy' ? 'lossy' : 'safe')
}

function repairedOne(pkg: Package, violation: Violation, repair: Repair, context: PackageContext): Package {
  const made: Attempt<Package> = attempt(() => repair.repair(pkg, violation))
  if ('obstacle' in made) {
    reportStuck(context, violation, made.obstacle)
    return pkg
  }
  if (made.done !== pkg) context.change(violation.path, violation.at, repair.title)
  return made.done
}

function reportStuck(context: PackageContext, violation: Violation, { path, why }: Obstacle): void {
  const where = path === violation.path ? '' : `${fileName(path)}: `
  context.report(violation.requirement, violation.path, violation.at, violation.message, {
    severity: severityOfRequirement(violation.requirement),
    requirement: factsOf(violation.requirement, 'by-hand'),
    help: `It is not repaired: ${where}${why}.`,
  })
}

export function severityOfRequirement(id: RequirementId): 'error' | 'warning' | 'info' {
  const entry = requirementOf(id)
  return entry === undefined ? 'error' : severityOf(entry)
}

export function factsOf(id: RequirementId, repair: RequirementFacts['repair']): RequirementFacts {
  return { keyword: requirementOf(id)?.keyword ?? 'MUST', repair }
}
