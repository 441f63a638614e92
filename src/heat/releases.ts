/** Releases of Heat: named by the year until 2015 (`2014.2`), numbered since (`5.0.0`). */
import type { HotVersion } from './versions.ts'

/** The release that brought a template version (HOT specification, heat_template_version). */
const releases: Readonly<Record<HotVersion, string>> = {
  '2013-05-23': '2014.1',
  '2014-10-16': '2014.2',
  '2015-04-30': '2015.1',
  '2015-10-15': '5.0.0',
  '2016-04-08': '6.0.0',
  '2016-10-14': '7.0.0',
  '2017-02-24': '8.0.0',
  '2017-09-01': '9.0.0',
  '2018-03-02': '10.0.0',
  '2018-08-31': '11.0.0',
  '2021-04-16': '16.0.0',
}

/** Whether every Heat that takes a template version is of some release or a newer one. */
export function impliesRelease(version: HotVersion, release: string): boolean {
  return compareReleases(releases[version], release) >= 0
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
