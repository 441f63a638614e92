/** Archives on the command line: where packages come from, and where they go. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isArchiveName, statOf } from '../../../run/file-system.ts'
import type { CheckedArchive } from '../../../run/run-report.ts'
import { sha256 } from '../../../text/document/sha256.ts'
import type { Arguments } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

/** The values of `--output`: reports by their endings, and archives or folders for packages. */
interface Outputs {
  readonly reports: readonly string[]
  readonly packages: readonly string[]
}

export function outputsOf(args: Arguments, { cwd }: Pick<World, 'cwd'>): Outputs {
  const isPackage = (path: string) =>
    isArchiveName(path) || path.endsWith('/') || statOf(resolve(cwd, path))?.isDirectory() === true
  const all = args.values('output')
  return { reports: all.filter((path) => !isPackage(path)), packages: all.filter(isPackage) }
}

/** The archives among the paths, patterns of them included. */
export function givenArchives({ positionals }: Arguments): readonly string[] {
  return positionals.filter((path) => isArchiveName(path))
}

/** The archives of a run with their checksums, for its report; those that cannot be read are reported anyway. */
export function checkedArchives(args: Arguments, { cwd }: Pick<World, 'cwd'>): readonly CheckedArchive[] {
  return givenArchives(args).flatMap((path) => {
    if (statOf(resolve(cwd, path))?.isFile() !== true) return []
    return [{ path, checksum: sha256(readFileSync(resolve(cwd, path))) }]
  })
}

/** What a command does about archives. */
export interface ArchiveRun {
  readonly archives: 'open' | 'closed'
  /** Absolute. */
  readonly output: string | undefined
  /** Whether naming the output is all the leave that is asked for: nothing that exists changes. */
  readonly isSaved: boolean
}

/**
 * What is to become of the archives among the paths of a command that rewrites: they are read in place, and written to
 * `--output` or `--out`, a new archive or a folder.
 *
 * @throws UsageError for an output that does not fit the paths, and for none where one is needed
 */
export function archiveRun(args: Arguments, world: World): ArchiveRun {
  const { packages } = outputsOf(args, world)
  const given = givenArchives(args)
  const copy = given.length === 0 ? undefined : args.value('out')
  const [output, second] = copy === undefined ? packages : [copy, ...packages]
  if (second !== undefined) throw new UsageError(`--output ${second}: the package already goes to ${output}`)
  if (given.length === 0) {
    if (output === undefined) return { archives: 'open', output: undefined, isSaved: false }
    throw new UsageError(`--output ${output}: only packages that come as an archive are written elsewhere`, [
      '--write changes files in folders directly',
    ])
  }
  if (args.value('patch') !== undefined)
    throw new UsageError('--patch is for files in folders, not in an archive')
  const onlyFiles = ['plan', 'decisions', 'interactive', 'patches', 'commit'].find((name) => args.has(name))
  if (onlyFiles !== undefined)
    throw new UsageError(`--${onlyFiles} is for files in folders, not in an archive`)
  if (output === undefined) {
    if (args.has('write')) throw inPlace(given)
    return { archives: 'open', output: undefined, isSaved: false }
  }
  if (given.length > 1 && isArchiveName(output))
    throw new UsageError(`--output ${output}: one archive for ${given.length} packages`, [
      'name a folder; each package gets a folder in it',
    ])
  const isAlone = given.length === args.positionals.length
  if (!isAlone && copy !== undefined)
    throw new UsageError(`--out ${copy}: give folders and archives in runs of their own`)
  if (!isAlone && !args.has('write'))
    throw new UsageError(`--output ${output}: add --write, or give no folders beside the archive`)
  return { archives: 'open', output: resolve(world.cwd, output), isSaved: isAlone && !args.has('check') }
}

function inPlace([first]: readonly string[]): UsageError {
  return new UsageError(`--write: hotshift never changes ${first} itself`, [
    'name the new archive, or a folder for its files: --output new.zip',
  ])
}
