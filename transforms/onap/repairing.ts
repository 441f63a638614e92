/** What the repairs of ONAP packages share: they change exactly what the check finds. */
import type { FindingCode } from '../../src/engine/catalogue.ts'
import type { RequirementFacts } from '../../src/engine/finding.ts'
import type {
  DeclarationChange,
  PackageContext,
  PackageTransform,
} from '../../src/engine/package-transform.ts'
import { type RequirementId, requirementOf, severityOf } from '../../src/onap/requirement.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'
import type { Package } from '../../src/package/package.ts'
import { fileName } from '../../src/package/package-file.ts'
import { type Attempt, attempt, shadowedChange } from '../../src/refactor/edit.ts'
import { newViolations } from './violation-key.ts'

/** Which violations may be repaired. */
export interface RepairScope {
  /** Whether repairs may lose something. */
  readonly isLossy: boolean
  /** Whether the user wants a requirement repaired (`--only`, `--except`). */
  readonly isWanted: (requirement: RequirementId) => boolean
  /** Whether the user wants it left alone (`--except`), also where another one is repaired by the same change. */
  readonly isExcepted?: (requirement: RequirementId) => boolean
}

/** Whether defaults move: that repairs two requirements, and several that want values in environments. */
export function movesDefaults({ isWanted, isExcepted }: RepairScope): boolean {
  return isWanted('R-90526') || (isWanted('R-26124') && isExcepted?.('R-90526') !== true)
}

/** One repair: what it is about, and what it does to one violation. */
export interface Repair
  extends Pick<PackageTransform, 'id' | 'title' | 'description' | 'references' | 'safety'> {
  readonly requirements: readonly RequirementId[]
  /** What it changes in the declaration of the parameter or template that the violation is about. */
  readonly declares?: DeclarationChange
  /** Whether a repair may bring up further violations of the same kind, to be repaired as well. */
  readonly isRepeated?: true
  /** A later repair of the same scope: what is violated only until that has run breaks nothing. */
  readonly completedBy?: Repair
  /** Which of two violations is repaired first; in the order of the text when left out. */
  readonly inOrder?: (a: Violation, b: Violation) => number
  /**
   * The package without the violation; the very same one when an earlier repair has seen to it.
   * @throws Stuck when one of the places cannot be changed
   */
  readonly repair: (pkg: Package, violation: Violation, tell: Tell, declare: Declare) => Package
}

/** Says of a parameter elsewhere that its declaration changes in the same way. */
export type Declare = (path: string, parameter: string) => void

/** Says something about a repair at the place of its violation. */
export type Tell = (code: FindingCode, message: string) => void

/** The repair as a transform: all violations that the scope allows, one after the other. */
export function repairing(repair: Repair, scope: RepairScope): PackageTransform {
  const { id, title, description, references, safety, requirements } = repair
  return {
    id,
    title,
    description,
    references,
    safety,
    requirements,
    run(pkg, context) {
      const wanted = new Set(requirements.filter(scope.isWanted))
      if (wanted.size === 0) return pkg
      for (let before = pkg; ; ) {
        const all = violationsOf(before, wanted).filter((violation) => isFor(violation, repair))
        const found = repair.inOrder === undefined ? all : all.toSorted(repair.inOrder)
        const next = repairedAll(before, found, { repair, scope }, context)
        if (next === before || repair.isRepeated !== true) return next
        before = next
      }
    },
  }
}

interface Work {
  readonly repair: Repair
  readonly scope: RepairScope
}

/**
 * All of them at once where that breaks nothing; else each by itself, without those that would violate a
 * requirement that was met.
 */
function repairedAll(
  pkg: Package,
  found: readonly Violation[],
  work: Work,
  context: PackageContext,
): Package {
  const { repair } = work
  const notes: Note[] = []
  const all = found.reduce((current, violation) => repairedOne(current, violation, repair, notes), pkg)
  if (broken(pkg, all, work) === undefined) {
    for (const note of notes) note(context)
    return all
  }
  return found.reduce((current, violation) => {
    const own: Note[] = []
    const next = repairedOne(current, violation, repair, own)
    const hit = broken(current, next, work)
    if (hit === undefined) for (const note of own) note(context)
    else reportStuck(context, violation, `then ${hit.requirement} would be violated: ${hit.message}`)
    return hit === undefined ? next : current
  }, pkg)
}

/** What a repair reports, kept until it is known whether it is made. */
type Note = (context: PackageContext) => void

/** A requirement that is violated now and was not before; a repair that is repeated sees to its own. */
function broken(before: Package, after: Package, { repair, scope }: Work): Violation | undefined {
  const { isRepeated, requirements, completedBy } = repair
  const own = new Set<string>(isRepeated === true ? requirements : [])
  const hitIn = (state: Package) =>
    newViolations(before, state).find(({ requirement }) => !own.has(requirement))
  const hit = hitIn(after)
  if (hit === undefined || completedBy === undefined) return hit
  const completed = completedWith(completedBy, after, scope)
  return completed === after ? hit : hitIn(completed)
}

/** The package as the later repair would make it. */
function completedWith(repair: Repair, pkg: Package, scope: RepairScope): Package {
  const wanted = new Set(repair.requirements.filter(scope.isWanted))
  if (wanted.size === 0) return pkg
  const found = violationsOf(pkg, wanted).filter((violation) => isFor(violation, repair))
  return repairedAll(pkg, found, { repair, scope }, silent)
}

/** For what is only tried. */
const silent: PackageContext = { report() {}, intend() {}, change() {}, forTemplate: () => undefined }

/** What can be repaired safely in one case may be lossy in another; each is for a transform of its own. */
function isFor(violation: Violation, { safety }: Repair): boolean {
  return violation.repair === (safety === 'lossy' ? 'lossy' : 'safe')
}

function repairedOne(pkg: Package, violation: Violation, repair: Repair, notes: Note[]): Package {
  const { path, at } = violation
  const told: Note[] = []
  const tell: Tell = (code, message) => told.push((context) => context.report(code, path, at, message))
  const { declares } = repair
  const declare = (place: string, parameter: string | undefined) => {
    if (declares !== undefined)
      told.push((context) =>
        context.intend({ kind: 'declaration', change: declares, path: place, parameter }),
      )
  }
  declare(path, violation.subject.kind === 'parameter' ? violation.subject.name : undefined)
  const made: Attempt<Package> = attempt(() => repair.repair(pkg, violation, tell, declare))
  if ('obstacle' in made) {
    const { obstacle } = made
    const where = obstacle.path === path ? '' : `${fileName(obstacle.path)}: `
    notes.push((context) => reportStuck(context, violation, `${where}${obstacle.why}`))
    return pkg
  }
  if (made.done === pkg) return pkg
  const twice = shadowedChange(pkg, made.done)
  if (twice !== undefined) {
    const where = twice.path === path ? '' : `${fileName(twice.path)}: `
    notes.push((context) => reportStuck(context, violation, `${where}"${twice.name}" stands there twice`))
    return pkg
  }
  notes.push(...told, (context) => context.change(path, at, repair.title))
  return made.done
}

function reportStuck(context: PackageContext, violation: Violation, why: string): void {
  const { requirement, path, at, message } = violation
  context.report(requirement, path, at, message, {
    severity: severityOfRequirement(requirement),
    requirement: factsOf(requirement, 'by-hand'),
    help: `It is not repaired: ${why}.`,
  })
}

export function severityOfRequirement(id: RequirementId): 'error' | 'warning' | 'info' {
  const entry = requirementOf(id)
  return entry === undefined ? 'error' : severityOf(entry)
}

export function factsOf(id: RequirementId, repair: RequirementFacts['repair']): RequirementFacts {
  return { keyword: requirementOf(id)?.keyword ?? 'MUST', repair }
}
