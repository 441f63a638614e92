/** What is said of a template that declares no version of Heat's. */
import { rangeOf } from '../document/node.ts'
import { proposeVersion } from '../heat/version-needs.ts'
import type { PackageFile } from '../package/package-file.ts'
import { catalogue } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'

/** What there is to be done about it, by the version that fits it. */
export function versionAdvice(version: string | undefined): string {
  return version === undefined
    ? catalogue['no-such-version'].help
    : `Declare it, or use --assume-version ${version} with upgrade.`
}

/**
 * Why a change of such a template is not made: without the version nobody knows what its functions mean, so that nothing can
 * be shown of it.
 * @param made what a chain made of it
 */
export function unreadVersion(before: PackageFile | undefined, made: PackageFile): readonly Finding[] {
  if (before === undefined || before.version !== undefined || before.root === made.root) return []
  if (before.kind !== 'hot' && before.kind !== 'hot-fragment') return []
  const { at, message, version } = proposeVersion(before.root)
  return [findingOf('no-such-version', message, rangeOf(at), { help: versionAdvice(version) })]
}
