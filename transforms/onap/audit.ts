/** What a run made of the violations of a package: repaired, or left and why. */

import { type Entry, parsedEntry, rangeOf } from '../../src/document/node.ts'
import type { Finding } from '../../src/engine/finding.ts'
import type { RequirementId } from '../../src/onap/requirement.ts'
import { defaultRules } from '../../src/onap/rules/defaults.ts'
import { environmentValueRules } from '../../src/onap/rules/in-environment.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'
import { declaredParameter, declaredParameters } from '../../src/package/effective-value.ts'
import type { Package } from '../../src/package/package.ts'
import type { PackageFile } from '../../src/package/package-file.ts'
import { factsOf, movesDefaults, type RepairScope, severityOfRequirement } from './repairing.ts'
import { KnownViolations } from './violation-key.ts'

type Findings = ReadonlyMap<string, readonly Finding[]>

/**
 * The findings of a chain with those of the requirements: the check is asked before and after, so that the
 * report does not depend on what transforms say of themselves. What was found before and no longer is has been
 * repaired; what is found now is left.
 * @param told what the transforms of the chain reported; what they say of a violation goes before the check's
 */
export function audited(before: Package, after: Package, told: Findings, scope: RepairScope): Findings {
  const left = violationsOf(after)
  const open = new KnownViolations(left)
  const findings = new Map<string, Finding[]>()
  const add = (path: string, finding: Finding): void => {
    const known = findings.get(path)
    if (known === undefined) findings.set(path, [finding])
    else known.push(finding)
  }
  for (const [path, some] of told) {
    for (const finding of some)
      if (!isRequirement(finding) && !keptDefault.has(finding.code)) add(path, finding)
  }
  for (const violation of violationsOf(before)) {
    if (!open.has(violation))
      add(violation.path, repairedFinding(violation, howRepaired(violation, before, after)))
  }
  const said = new Said(told, left)
  for (const violation of left)
    add(violation.path, said.of(violation) ?? leftFinding(violation, scope, whyKept(violation, told)))
  return findings
}

function isRequirement({ requirement }: Finding): boolean {
  return requirement !== undefined
}

/** What transforms said of violations that they could not repair; what is repaired by now is of no interest. */
class Said {
  readonly #told: Findings
  readonly #messages: ReadonlySet<string>
  readonly #used = new Set<Finding>()

  constructor(told: Findings, left: readonly Violation[]) {
    this.#told = told
    this.#messages = new Set(left.map(({ message }) => message))
  }

  /** The last that was said of a violation, for earlier reasons may be gone. */
  of(violation: Violation): Finding | undefined {
    const { requirement, path, at, message } = violation
    const { range } = rangeIn(at)
    const about = (this.#told.get(path) ?? []).filter(
      (one) => isRequirement(one) && one.code === requirement && one.range?.start === range?.start,
    )
    // A later repair may have renamed what the message names.
    const found =
      about.findLast((one) => one.message === message) ??
      about.findLast((one) => !this.#messages.has(one.message) && !this.#used.has(one))
    if (found !== undefined) this.#used.add(found)
    return found === undefined ? undefined : { ...found, message }
  }
}

/** What `env/*` say of a default that stays is about a violation, and stands there as the reason. */
const keptDefault: ReadonlySet<string> = new Set(['default-kept', 'default-assigned'])

/** What a default in its environment, or passed from there, meets along with R-90526. */
const metByMoving: ReadonlySet<RequirementId> = new Set([
  ...defaultRules.requirements,
  ...environmentValueRules.requirements,
  'R-11041',
])

function whyKept({ requirement, path, subject, repair }: Violation, told: Findings): string | undefined {
  if (repair === 'lossy' || !metByMoving.has(requirement)) return undefined
  const [file, name] =
    subject.kind === 'call'
      ? [subject.call.callee, subject.parameter]
      : [path, subject.kind === 'parameter' ? subject.name : undefined]
  const start = `the default of "${name}" stays: `
  const said = told
    .get(file)
    ?.findLast(({ code, message }) => keptDefault.has(code) && message.startsWith(start))
  return said === undefined ? undefined : `The default stays: ${said.message.slice(start.length)}.`
}

function repairedFinding({ requirement, at, message, repair }: Violation, how: string): Finding {
  return {
    code: requirement,
    severity: 'info',
    message,
    ...rangeIn(at),
    help: how,
    requirement: { ...factsOf(requirement, repair), isRepaired: true },
  }
}

/** What was said before may not be what became of it: an unused parameter may be read now, another one be gone. */
function howRepaired(violation: Violation, before: Package, after: Package): string {
  const { requirement, path, subject, repair, advice } = violation
  if (subject.kind === 'parameter') {
    const isThere = isDeclared(declarationIn(before, path, subject.name), after.files.get(path))
    if (requirement === 'R-90279' && isThere) return 'Repaired: it is used now.'
    if (requirement !== 'R-90279' && !isThere) return 'Repaired along with others: the parameter is gone.'
  }
  return repair === 'by-hand' ? 'Repaired along with others.' : `Repaired: ${advice}.`
}

function declarationIn(pkg: Package, path: string, name: string): Entry | undefined {
  const root = pkg.files.get(path)?.root
  return root === undefined ? undefined : declaredParameter(root, name)?.entry
}

/** Whether a later state of a template still has a declaration, perhaps changed or under another name. */
function isDeclared(one: Entry | undefined, file: PackageFile | undefined): boolean {
  const parsed = one === undefined ? undefined : parsedEntry(one)
  return (
    file !== undefined &&
    declaredParameters(file.root).some(({ entry }) => parsedEntry(entry) === parsed || entry === one)
  )
}

function leftFinding(violation: Violation, scope: RepairScope, why: string | undefined): Finding {
  const { requirement, at, message, repair } = violation
  return {
    code: requirement,
    severity: severityOfRequirement(requirement),
    message,
    ...rangeIn(at),
    help: why ?? helpFor(violation, scope),
    // What was tried and could not be done is for a person.
    requirement: factsOf(requirement, why === undefined ? repair : 'by-hand'),
  }
}

function rangeIn(at: Violation['at']): Pick<Finding, 'range'> {
  const range = at === undefined ? undefined : rangeOf(at)
  return range === undefined ? {} : { range }
}

function helpFor({ repair, advice, requirement }: Violation, scope: RepairScope): string {
  const { isLossy, isWanted } = scope
  if (repair === 'by-hand') return advice
  if (!isWanted(requirement)) return `Left out on request; hotshift ${advice}.`
  if (repair === 'lossy' && !isLossy) return `With --lossy hotshift ${advice}.`
  if (movesDefaults(scope))
    return 'It is not repaired: something that would have to change with it cannot be changed.'
  return `hotshift ${advice}, together with R-90526, which is left out on request.`
}
