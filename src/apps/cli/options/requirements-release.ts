/** `--requirements`: the release of ONAP whose requirements packages are held against. */
import {
  isInRelease,
  isReworded,
  nearReleaseNames,
  newestRelease,
  type RequirementsRelease,
  releaseNamed,
  releaseNames,
} from '../../../rules/onap/releases.ts'
import type { RequirementId } from '../../../rules/onap/requirement.ts'
import type { AskedRelease } from '../../../run/run-report.ts'
import type { Arguments, Option } from '../command.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { profilesOf } from './profiles.ts'

/** Of the commands that have `--profile`. */
export const requirementsOption: Option = {
  name: 'requirements',
  value: '<release>',
  choices: releaseNames,
  group: 'What to do',
  description: `With --profile onap: hold packages against the requirements that this release of ONAP has: ${releaseNames.join(', ')}. Default: ${releaseNames.at(-1)}. Their wording is that of the default, and the report counts those that were worded otherwise`,
}

/**
 * The release that a command line or a configuration names, or else the newest one.
 *
 * @throws UsageError for what is no release, and on a command line without ONAP's profile
 */
export function releaseOf(args: Arguments): RequirementsRelease {
  const { name } = requirementsOption
  if (args.isGiven(name) && !(args.has('profile') && profilesOf(args).has('onap')))
    throw new UsageError(`--${name} chooses requirements of ONAP`, ['together with --profile onap'])
  const text = args.value(name)
  if (text === undefined) return newestRelease
  const release = releaseNamed(text)
  if (release !== undefined) return release
  const near = didYouMean(nearReleaseNames(text))
  throw new UsageError(`--${name} ${text}: no release whose requirements are known`, [
    ...near,
    `the releases are ${releaseNames.join(', ')}`,
  ])
}

/** Which requirements a release has; undefined where it has all of them. */
export async function askedBy(
  release: RequirementsRelease,
): Promise<((requirement: RequirementId) => boolean) | undefined> {
  if (release === newestRelease) return undefined
  const { requirementTable } = await import('../../../rules/onap/facts/facts.ts')
  return (requirement) => isInRelease(requirementTable[requirement], release)
}

/** What a report says of the release; undefined where ONAP's requirements were not asked for. */
export async function askedRelease(args: Arguments): Promise<AskedRelease | undefined> {
  if (!args.has('profile') || !profilesOf(args).has('onap')) return undefined
  const release = releaseOf(args)
  if (release === newestRelease) return { release, introducedLater: [], rewordedLater: [] }
  const { isReportable, requirementIds, requirementOf } = await import('../../../rules/onap/requirement.ts')
  const entries = requirementIds.flatMap((id) => {
    const entry = requirementOf(id)
    return entry !== undefined && isReportable(entry) ? [{ id, entry }] : []
  })
  const has = ({ entry }: (typeof entries)[number]) => isInRelease(entry, release)
  return {
    release,
    introducedLater: entries.filter((one) => !has(one)).map(({ id }) => id),
    rewordedLater: entries.filter((one) => has(one) && isReworded(one.entry, release)).map(({ id }) => id),
  }
}
