/** What to say of a HOT template that declares no version of Heat's. */

import type { Entry, Mapping, Scalar } from '../document/node.ts'
import { entryOf, scalarOf } from '../document/read.ts'
import type { VersionNeed } from './version-need.ts'
import { canSay, fittingVersion, versionNeeds } from './version-needs.ts'
import { compareVersions, type HotVersion, hotVersions, parseTarget } from './versions.ts'

export interface VersionProposal {
  /** What is wrong, and the version that was probably meant or the lowest that has all that is used, or why none has. */
  readonly message: string
  readonly version: HotVersion | undefined
  /** Where the version stands, or should. */
  readonly at: Entry | Mapping
}

export function proposeVersion(root: Mapping): VersionProposal {
  const declared = entryOf(root, 'heat_template_version')
  const needs = versionNeeds(root)
  const meant = intended(scalarOf(declared?.value))
  const guess = meant !== undefined && needs.every((need) => canSay(meant.version, need)) ? meant : undefined
  const version = guess?.version ?? fittingVersion(needs)
  const advice =
    version === undefined
      ? `no version has all that is used: ${conflict(needs)}`
      : guess === undefined
        ? `the lowest version that has all that is used is ${version}${reason(needs, version)}`
        : `${guess.why} ${version}, which has all that is used`
  return { message: `${problemWith(declared)}; ${advice}`, version, at: declared ?? root }
}

interface Intended {
  readonly version: HotVersion
  /** The start of a sentence that ends in the version. */
  readonly why: string
}

/** What the author may have meant: a version in other letters, or the last one at the time that is written. */
function intended(scalar: Scalar | undefined): Intended | undefined {
  const text = String(scalar?.value ?? '').trim()
  const date = dateIn(text)
  const target = parseTarget(date ?? text)
  if (target.kind === 'hot' && !/^latest$/i.test(text))
    return { version: target.version, why: 'it reads like' }
  const before = date === undefined ? undefined : hotVersions.findLast((version) => version < date)
  return before === undefined ? undefined : { version: before, why: 'the last one before it is' }
}

/** `20180831`, `2018-8-31` and `2018-08-31T00:00:00Z` as `2018-08-31`. */
function dateIn(text: string): string | undefined {
  const found = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text)
  if (found === null) return undefined
  const [, year = '', , month = '', day = ''] = found
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

function problemWith(declared: Entry | undefined): string {
  if (declared === undefined) return 'no heat_template_version is declared'
  const scalar = scalarOf(declared.value)
  if (scalar === undefined) return 'a list or mapping is no heat_template_version'
  if (scalar.type === 'null') return 'the heat_template_version is empty'
  return `"${scalar.value}" is no heat_template_version`
}

/** What asks for the version that fits. */
function reason(needs: readonly VersionNeed[], version: HotVersion): string {
  const [first] = needs.filter((need) => need.since === version)
  return first === undefined ? '' : ` (${first.what})`
}

function conflict(needs: readonly VersionNeed[]): string {
  const byAge = [...needs].sort((a, b) => compareVersions(a.since, b.since))
  const late = byAge.at(-1)
  const early = needs.find(({ until }) => until !== undefined && late !== undefined && late.since >= until)
  if (late === undefined || early === undefined) return 'see the findings of hotshift check'
  return `${late.what} needs ${late.since}, and ${early.what} is gone from ${early.until} on`
}
