/** Checks packages against the requirements of a profile, ONAP's so far. */

import { rangeOf } from '../document/node.ts'
import { requirementOf, severityOf } from '../onap/requirement.ts'
import type { RepairClass, Violation } from '../onap/violation.ts'
import { offsetOf, violationsOf } from '../onap/violations.ts'
import type { FileInput } from '../package/load.ts'
import type { Package } from '../package/package.ts'
import { inPackages } from './engine.ts'
import type { Engine } from './engine-contract.ts'
import { outcome } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import type { FileOutcome } from './outcome.ts'
import type { PackageOutcomes } from './pipeline.ts'

/** The profiles that `--profile` knows. */
export const profiles = ['onap'] as const

/**
 * An engine that changes nothing: every file of a package ends as it is, with what it does not meet.
 * @param exists whether there is a file at a path: an environment that is only left out of the run is not missing
 */
export function createProfileChecker(exists: (path: string) => boolean = () => false): Engine {
  const runTogether = (inputs: readonly FileInput[]) => inPackages(inputs, { exists }, outcomesOf)
  return {
    run: (input) => runTogether([input])[0] as FileOutcome,
    runTogether,
    followRenames: (outcomes) => outcomes,
  }
}

function outcomesOf(pkg: Package): PackageOutcomes {
  const findings = new Map<string, Finding[]>()
  for (const violation of violationsOf(pkg)) {
    const list = findings.get(violation.path)
    const finding = requirementFinding(violation)
    if (list === undefined) findings.set(violation.path, [finding])
    else list.push(finding)
  }
  const outcomes = [...pkg.files.values()].map(({ path, document, recognition }) =>
    outcome(path, recognition.kind, 'unchanged', {
      before: document.text,
      findings: findings.get(path) ?? [],
    }),
  )
  const others = new Map([...findings].filter(([path]) => !pkg.files.has(path)))
  // That a file cannot be read is the requirement's finding now.
  return { outcomes, others, isInstead: true }
}

/**
 * A violation as a finding: its code is the number of the requirement.
 * @returns the severity by the keyword, and in `help` what hotshift does about it or a person must decide
 */
export function requirementFinding(violation: Violation): Finding {
  const { requirement, at, message, repair, advice } = violation
  const entry = requirementOf(requirement)
  const range = at === undefined ? undefined : (rangeOf(at) ?? { start: offsetOf(at), end: offsetOf(at) })
  return {
    code: requirement,
    severity: entry === undefined ? 'error' : severityOf(entry),
    message,
    ...(range === undefined ? {} : { range }),
    help: helpOf(repair, advice),
    requirement: { keyword: entry?.keyword ?? 'MUST', repair },
  }
}

function helpOf(repair: RepairClass, advice: string): string {
  switch (repair) {
    case 'safe':
      return `\`hotshift remediate --profile onap\` ${advice}.`
    case 'lossy':
      return `\`hotshift remediate --profile onap --lossy\` ${advice}.`
    case 'by-hand':
      return advice
  }
}
