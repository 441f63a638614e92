/** What a run made of the violations of a package: repaired, or left and why. */
import { rangeOf } from '../../src/document/read-range.ts'
import type { Finding } from '../../src/engine/finding.ts'
import type { Package } from '../../src/heat/package/package.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'
import { factsOf, type RepairScope, severityOfRequirement } from './repairing.ts'
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
    if (!open.has(violation)) add(violation.path, repairedFinding(violation))
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

function whyKept({ requirement, path, subject, repair }: Violation, told: Findings): string | undefined {
  if ((requirement !== 'R-90526' && requirement !== 'R-26124') || subject.kind !== 'parameter')
    return undefined
  if (repair === 'lossy') return undefined
  const start = `the default of "${subject.name}" stays: `
  const said = told.get(path)?.find(({ code, message }) => keptDefault.has(code) && message.startsWith(start))
  return said === undefined ? undefined : `The default stays: ${said.message.slice(start.length)}.`
}

function repairedFinding({ requirement, at, message, advice, repair }: Violation): Finding {
  return {
    code: requirement,
    severity: 'info',
    message,
    ...rangeIn(at),
    help: repair === 'by-hand' ? 'Repaired along with others.' : `Repaired: ${advice}.`,
    requirement: { ...factsOf(requirement, repair), isRepaired: true },
  }
}

function leftFinding(violation: Violation, scope: RepairScope, why: string | undefined): Finding {
  const { requirement, at, message, repair } = violation
  return {
    code: requirement,
    severity: severityOfRequirement(requirement),
    message,
    ...rangeIn(at),
    help: why ?? helpFor(violation, scope),
    requirement: factsOf(requirement, repair),
  }
}

function rangeIn(at: Violation['at']): Pick<Finding, 'range'> {
  const range = at === undefined ? undefined : rangeOf(at)
  return range === undefined ? {} : { range }
}

function helpFor({ repair, advice, requirement }: Violation, { isLossy, isWanted }: RepairScope): string {
  if (repair === 'by-hand') return advice
  if (!isWanted(requirement)) return `Left out on request; hotshift ${advice}.`
  if (repair === 'lossy' && !isLossy) return `With --lossy hotshift ${advice}.`
  return `hotshift ${advice}, together with R-90526, which is left out on request.`
}
