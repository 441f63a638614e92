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
  for (const [path, some] of told)
    findings.set(
      path,
      some.filter(({ code }) => !keptDefault.has(code)),
    )
  const messages = new Set(left.map(({ message }) => message))
  const add = (path: string, finding: Finding): void => {
    const known = findings.get(path) ?? []
    // A later repair may have renamed what the message names.
    const isSaid = known.some(
      (one) =>
        one.code === finding.code &&
        one.range?.start === finding.range?.start &&
        (one.message === finding.message || !messages.has(one.message)),
    )
    if (!isSaid) findings.set(path, [...known, finding])
  }
  for (const violation of violationsOf(before)) {
    if (!open.has(violation)) add(violation.path, repairedFinding(violation))
  }
  for (const violation of left) add(violation.path, leftFinding(violation, scope, whyKept(violation, told)))
  return findings
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
