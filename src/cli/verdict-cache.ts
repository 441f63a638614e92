/** `--cache` of `check`: what earlier runs found out about files that have not changed. */
import { resolve } from 'node:path'
import { ownBuild } from '../cache/build.ts'
import { ownLocation, verdictFolder } from '../cache/location.ts'
import type { Arguments, Option } from './command.ts'
import type { World } from './world.ts'

const group = 'How it runs'

/** What a check changes or asks of whole packages is not stored. */
const without = [{ option: 'profile' }, { option: 'fix' }]

export const cacheOptions: readonly Option[] = [
  {
    name: 'cache',
    excludes: without,
    group,
    description:
      'Take over what an earlier check with --cache found in unchanged files, as long as all that it asked of other files is answered as it was, for the same options and the same hotshift. Stored in ~/.cache/hotshift, for 30 days after the last use',
  },
  {
    name: 'cache-location',
    value: '<folder>',
    isPath: true,
    isOfOneRun: true,
    excludes: without,
    group,
    description:
      'The same in this folder, for CI that saves and restores it. Whoever can write there can decide what a check finds',
  },
  {
    name: 'no-cache',
    isOfOneRun: true,
    excludes: [{ option: 'cache' }, { option: 'cache-location' }],
    group,
    description: 'Use no cache, whatever the configuration says',
  },
]

/** Where another run's verdicts are, and those of which hotshift count. Plain data: it goes to threads. */
export interface CacheSetting {
  /** Absolute. */
  readonly folder: string
  readonly build: string
}

/** What a command line asks for; undefined where it asks for none, or there is none to be had, which is said then. */
export async function cacheFor(args: Arguments, world: World): Promise<CacheSetting | undefined> {
  const { cwd } = world
  const given = args.value('cache-location')
  const isAsked = given !== undefined || args.has('cache')
  // Checking a single source from a pipe is faster than opening the cache.
  if (!isAsked || args.has('no-cache') || args.input !== undefined) return undefined
  const own = given === undefined ? ownLocation(cwd) : { location: resolve(cwd, given) }
  const build = ownBuild()
  const refused = 'refused' in own ? own.refused : undefined
  const reason =
    refused ?? (build === undefined ? 'this hotshift does not know which build it is' : undefined)
  if ('location' in own && build !== undefined) return { folder: verdictFolder(own.location), build }
  const hint = refused === undefined ? '' : '; --cache-location names another folder'
  await world.err.write(`no cache is used: ${reason}${hint}\n`)
  return undefined
}
