/** `--cache` of `check`: what earlier runs found out about files that have not changed. */
import { resolve } from 'node:path'
import { ownBuild } from '../../run/cache/build.ts'
import { givenLocation, ownLocation, verdictFolder } from '../../run/cache/location.ts'
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
      'The same in this folder, for CI that saves and restores it: outside of what is checked and of repositories, and only yours; anywhere with a secret in HOTSHIFT_CACHE_KEY',
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
  /** What seals them. */
  readonly secret?: string
}

/** The secret that seals verdicts, so that they may lie where others can write. */
const SECRET = 'HOTSHIFT_CACHE_KEY'
/** A shorter one could be guessed. */
const SHORTEST = 16

/** What a command line asks for; undefined where it asks for none, or there is none to be had, which is said then. */
export async function cacheFor(args: Arguments, world: World): Promise<CacheSetting | undefined> {
  const isAsked = args.value('cache-location') !== undefined || args.has('cache')
  // Checking a single source from a pipe is faster than opening the cache.
  if (!isAsked || args.has('no-cache') || args.input !== undefined) return undefined
  const setting = settingFor(args, world)
  if (typeof setting !== 'string') return setting
  await world.err.write(`no cache is used: ${setting}\n`)
  return undefined
}

/** Or why there is none. */
function settingFor(args: Arguments, { cwd, env }: World): CacheSetting | string {
  const build = ownBuild()
  if (build === undefined) return 'this hotshift does not know which build it is'
  const { [SECRET]: secret = '' } = env
  if (secret !== '' && secret.length < SHORTEST) return `${SECRET} has fewer than ${SHORTEST} characters`
  const named = args.value('cache-location')
  const seal = secret === '' ? 'none' : 'secret'
  const found =
    named === undefined
      ? ownLocation(cwd)
      : givenLocation(resolve(cwd, named), { cwd, given: args.paths, seal })
  if ('refused' in found) return `${found.refused}; ${hintFor(named)}`
  return { folder: verdictFolder(found.location), build, ...(secret === '' ? {} : { secret }) }
}

function hintFor(named: string | undefined): string {
  return named === undefined
    ? '--cache-location names another folder'
    : `name a folder elsewhere, or seal it with a secret in ${SECRET}`
}
