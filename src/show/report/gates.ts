/** What each gate says that a package has to pass: Heat, ONAP's own validation scripts (VVP), and SDC. */

import type { ReportedOutcome } from '../../engine/outcome.ts'
import { behavesAs } from '../../heat/code-facts.ts'
import type { Invocation, WrittenState } from '../../run/run-report.ts'
import type { LookUpCode } from './reporter.ts'

/** The gates, in the order in which a package comes to them. */
export const gates = ['Heat', 'VVP', 'SDC'] as const

export type GateName = (typeof gates)[number]

/** Locations at which each gate refuses a package. */
export type GateCounts = Record<GateName, number>

/** `passed`, `failed (3)`, and where nobody can say that, why. */
export type GateVerdicts = Readonly<Record<GateName, string>>

/** Adds a file: what a comment, a waiver or a baseline sets aside, a gate refuses all the same. */
export function countGates(
  counts: GateCounts,
  { findings, ignored = [], refusals }: ReportedOutcome,
  lookUp: LookUpCode,
): void {
  counts.Heat += refusals ?? 0
  for (const { code, severity, requirement } of [...findings, ...ignored])
    if (requirement !== undefined) {
      const { isRepaired, isUntested } = requirement
      if (isRepaired !== true && isUntested !== true && isTested(code, lookUp)) counts.VVP++
    } else if (severity === 'error') {
      const gate = gateOf(code, lookUp)
      if (gate === 'SDC' || (gate === 'Heat' && refusals === undefined)) counts[gate]++
    }
}

/** Adds what a repair has left, as that stands in the package that it wrote. */
export function countGatesLeft(
  counts: GateCounts,
  { left, refused }: WrittenState,
  isOfPackage: (was: string) => boolean,
  lookUp: LookUpCode,
): void {
  counts.VVP += left.filter(
    ({ was, code, isUntested }) => isOfPackage(was) && isUntested !== true && isTested(code, lookUp),
  ).length
  for (const { was, code } of refused) {
    const gate = isOfPackage(was) ? gateOf(code, lookUp) : undefined
    if (gate !== undefined) counts[gate]++
  }
}

/**
 * Whose gate an error is; that of none for the manifest as we want it: Heat reads none, and SDC has findings of its own. Nor
 * is what only keeps a result from being written a word of Heat.
 */
function gateOf(code: string, lookUp: LookUpCode): GateName | undefined {
  if (isOfSdc(code)) return 'SDC'
  return behavesAs(lookUp(code), 'of a manifest') || isOfWriting(code, lookUp) ? undefined : 'Heat'
}

/** Whether a finding only keeps a file from being written, by its code. */
export function isOfWriting(code: string, lookUp: LookUpCode): boolean {
  return behavesAs(lookUp(code), 'of writing')
}

function isTested(requirement: string, lookUp: LookUpCode): boolean {
  return lookUp(requirement)?.testedBy !== undefined
}

/** Whether a finding is one of SDC's gate, by its code. */
export function isOfSdc(code: string): boolean {
  return code.startsWith('sdc-')
}

/** How a package was looked at. */
interface GateCircumstances {
  /** Whether some file of it could not be looked at, or no template is there. */
  readonly isUnseen: boolean
  /** Whether the package was read again after a repair, or nothing was repaired. */
  readonly isKnown: boolean
  /** Whether it was held against all requirements, and not those of an earlier release. */
  readonly isWhole: boolean
}

/**
 * The verdicts for the counts of a package.
 */
export function gateVerdicts(
  counts: GateCounts,
  invocation: Invocation | undefined,
  { isUnseen, isKnown, isWhole }: GateCircumstances,
): GateVerdicts {
  const { profile = ['onap'], only, except } = invocation?.options ?? {}
  const profiles = profile === true ? [] : profile.flatMap((one) => one.split(','))
  const isAsked = { Heat: true, VVP: profiles.includes('onap'), SDC: profiles.includes('sdc') }
  const isInPart = only !== undefined || except !== undefined
  const verdictOf = (gate: GateName) => {
    if (!isAsked[gate]) return 'not asked'
    if (!isKnown) return 'not known'
    if (counts[gate] > 0) return `failed (${counts[gate]})`
    if (isInPart || (gate === 'VVP' && !isWhole)) return 'asked in part'
    return isUnseen ? 'not known' : 'passed'
  }
  return { Heat: verdictOf('Heat'), VVP: verdictOf('VVP'), SDC: verdictOf('SDC') }
}
