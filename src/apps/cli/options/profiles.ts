import { type Profile, profiles } from '../../../engine/packages/profiles.ts'
import { type Arguments, separated } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The profiles that a command line asks for.
 *
 * @throws UsageError for one that there is not
 */
export function profilesOf(args: Arguments): ReadonlySet<Profile> {
  const names = separated(args.value('profile') ?? '')
  const unknown = names.find((name) => !profiles.some((one) => one === name))
  if (unknown !== undefined || names.length === 0)
    throw new UsageError(`--profile ${unknown ?? ''}: no such profile`, [
      `the profiles are: ${profiles.join(', ')}`,
    ])
  return new Set(profiles.filter((one) => names.includes(one)))
}
