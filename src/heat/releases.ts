/** Releases of Heat: named by the year until 2015 (`2014.2`), numbered since (`5.0.0`). */
import { type HotVersion, versionReleases } from './facts/facts.ts'

/** Whether every Heat that takes a template version is of some release or a newer one. */
export function impliesRelease(version: HotVersion, release: string): boolean {
  return compareReleases(versionReleases[version], release) >= 0
}

/** Negative when `a` came before `b`. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [ordinals(a), ordinals(b)]
  const at = left.findIndex((number, index) => number !== (right[index] ?? 0))
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** Years come before numbers: 2015.1 is the release before 5.0.0. */
function ordinals(release: string): readonly number[] {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number)
  return major > 2000 ? [major - 2100, minor, patch] : [major, minor, patch]
}
