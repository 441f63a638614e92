/** What to say of a HOT template that declares no version of Heat's. */
import type { Entry, Mapping } from '../document/node.ts'
import { entryOf, scalarOf } from '../document/read.ts'
import type { VersionNeed } from './version-need.ts'
import { fittingVersion, versionNeeds } from './version-needs.ts'
import { compareVersions, type HotVersion } from './versions.ts'

export interface VersionProposal {
  /** What is wrong, and the lowest version that has all that is used, or why none has. */
  readonly message: string
  readonly version: HotVersion | undefined
  /** Where the version stands, or should. */
  readonly at: Entry | Mapping
}

export function proposeVersion(root: Mapping): VersionProposal {
  const declared = entryOf(root, 'heat_template_version')
  const needs = versionNeeds(root)
  const version = fittingVersion(needs)
  const advice =
    version === undefined
      ? `no version has all that is used: ${conflict(needs)}`
      : `the lowest version that has all that is used is ${version}${reason(needs, version)}`
  return { message: `${problemWith(declared)}; ${advice}`, version, at: declared ?? root }
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
