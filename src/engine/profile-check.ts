/** Checks packages against the requirements of a profile, ONAP's so far. */

import { rangeOf } from '../document/node.ts'
import { requirementOf, severityOf } from '../onap/requirement.ts'
import type { RepairClass, Violation } from '../onap/violation.ts'
import { offsetOf, violationsOf } from '../onap/violations.ts'
import { defaultNaming, type Package } from '../package/package.ts'
import type { Engine, FileInput } from './engine-contract.ts'
import { outcome, packageDefect } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import { readPackages } from './package-inputs.ts'

/** The profiles that `--profile` knows. */
export const profiles = ['onap'] as const

/**
 * An engine that changes nothing: every file of a package ends as it is, with what it does not meet.
 * @param exists whether there is a file at a path: an environment that is only left out of the run is not missing
 */
export function createProfileChecker(exists?: (path: string) => boolean): Engine {
  const runTogether = (inputs: readonly FileInput[]) => checkTogether(inputs, exists)
  return { run: (input) => runTogether([input])[0] as FileOutcome, runTogether, followRenames }
}

function checkTogether(
  inputs: readonly FileInput[],
  exists?: (path: string) => boolean,
): readonly FileOutcome[] {
  const { packages, settled } = readPackages(inputs, defaultNaming, exists)
  const outcomes = new Map(settled)
  for (const pkg of packages) for (const one of checked(pkg, outcomes)) outcomes.set(one.path, one)
  return inputs.map(({ path }) => outcomes.get(path) ?? outcome(path, 'not-a-template', 'skipped', {}))
}

function checked(pkg: Package, settled: ReadonlyMap<string, FileOutcome>): readonly FileOutcome[] {
  try {
    return outcomesOf(pkg, settled)
  } catch (error) {
    return packageDefect(pkg, error)
  }
}

function outcomesOf(pkg: Package, settled: ReadonlyMap<string, FileOutcome>): FileOutcome[] {
  const findings = new Map<string, Finding[]>()
  for (const violation of violationsOf(pkg)) {
    const list = findings.get(violation.path)
    const finding = requirementFinding(violation)
    if (list === undefined) findings.set(violation.path, [finding])
    else list.push(finding)
  }
  const files = [...pkg.files.values()].map(({ path, document, recognition }) =>
    outcome(path, recognition.kind, 'unchanged', {
      before: document.text,
      findings: findings.get(path) ?? [],
    }),
  )
  const rest = [...findings.keys()].filter((path) => !pkg.files.has(path))
  return [...files, ...rest.map((path) => besides(path, settled.get(path), findings.get(path) ?? []))]
}

/** A file that is no template, or could not be read: that it cannot be read is the requirement's finding now. */
function besides(path: string, known: FileOutcome | undefined, found: readonly Finding[]): FileOutcome {
  const { kind = 'not-a-template', status = 'skipped', before, reason, findings = [] } = known ?? {}
  const place = findings.find(({ range }) => range !== undefined)?.range
  return outcome(path, kind, status, {
    ...(before === undefined ? {} : { before }),
    ...(reason === undefined ? {} : { reason }),
    findings: found.map((finding) =>
      finding.range === undefined && place !== undefined ? { ...finding, range: place } : finding,
    ),
  })
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
