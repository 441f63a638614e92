/** Releases of ONAP by their requirements: which of these a release has, and which it words otherwise than the newest one. */
import { nearNames } from '../../heat/near-names.ts'

/** Oldest first. The last one is that of the facts; what the facts say nothing of was there with the first. */
export const requirementsReleases = [
  'Beijing',
  'Casablanca',
  'Dublin',
  'El Alto',
  'Frankfurt',
  'Guilin',
  'Honolulu',
] as const

/** A release of ONAP, as ONAP writes it. */
export type RequirementsRelease = (typeof requirementsReleases)[number]

/** The release of the facts: their wording is the one that is checked. */
export const newestRelease: RequirementsRelease = 'Honolulu'

/** The names that users write: `el-alto`. */
export const releaseNames: readonly string[] = requirementsReleases.map(nameOf)

function nameOf(release: string): string {
  return release.toLowerCase().replaceAll(' ', '-')
}

/** Reads the name of a release, whatever its case, and however its words are joined; undefined for what is none. */
export function releaseNamed(text: string): RequirementsRelease | undefined {
  const joined = (one: string) => one.toLowerCase().replace(/[\s_-]/g, '')
  return requirementsReleases.find((one) => joined(one) === joined(text))
}

/** The names that a word may have been meant for. */
export function nearReleaseNames(text: string): readonly string[] {
  return nearNames(text.trim().toLowerCase(), releaseNames)
}

/** Since when there is something, and since when as it is worded now; as the facts write both. */
interface History {
  readonly introduced?: RequirementsRelease
  readonly updated?: RequirementsRelease
}

/** Whether a release has a requirement. */
export function isInRelease({ introduced }: History, release: RequirementsRelease): boolean {
  return introduced === undefined || isUpTo(introduced, release)
}

/** Whether a release has a requirement in other words than the newest one, which are those that are checked. */
export function isReworded({ updated }: History, release: RequirementsRelease): boolean {
  return updated !== undefined && !isUpTo(updated, release)
}

function isUpTo(one: RequirementsRelease, other: RequirementsRelease): boolean {
  return requirementsReleases.indexOf(one) <= requirementsReleases.indexOf(other)
}
