/** All that sets findings of a check aside. */
import type { Arguments } from '../command.ts'
import { ruleSettings } from '../options/rule-settings.ts'
import type { World } from '../world.ts'
import { baselineOf } from './baseline.ts'
import type { Revision } from './revision.ts'
import { useWaivers } from './waivers.ts'

/** A waiver before the baseline, which is then not to hold what has been waived. */
export async function revisionsOf(args: Arguments, world: World): Promise<readonly Revision[]> {
  const { cwd, today } = world
  const baseline = baselineOf(args, world)
  const waivers =
    args.has('profile') && args.waivers.length > 0 ? [await useWaivers(args.waivers, cwd, today())] : []
  const settings = await ruleSettings(args, cwd)
  return [
    ...waivers,
    ...(settings === undefined ? [] : [settings]),
    ...(baseline === undefined ? [] : [baseline]),
  ]
}
