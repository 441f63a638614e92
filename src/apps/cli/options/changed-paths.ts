/** `--since`, `--staged` and `--files-from`: the files of a run, by what git or another program says. */
import { dirname, resolve } from 'node:path'
import { discover } from '../../../run/discovery.ts'
import { filesSince, GitFailure, stagedFiles } from '../../../run/git.ts'
import type { Arguments } from '../command.ts'
import { standardText } from '../standard-input.ts'
import { readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const sources = ['since', 'staged', 'files-from'] as const

/**
 * Restricts the command line to files that changed. Files of git go through discovery, so that ignore files apply;
 * files of a list count as named. Deleted files are skipped.
 *
 * @param takes whether the command takes whole packages
 * @throws UsageError if git fails or the list cannot be read
 */
export async function withChangedPaths(
  args: Arguments,
  takes: 'files' | 'packages',
  world: World,
): Promise<Arguments> {
  const source = sources.find((name) => args.has(name))
  if (source === undefined) return args
  const paths = source === 'files-from' ? await listed(args, world) : await changed(source, args, world)
  if (paths.length === 0) return args.withNothing()
  // A package is all that its directory holds.
  const folders = paths.map((path) => dirname(path))
  return args.withPositionals(takes === 'packages' ? [...new Set(folders)] : paths)
}

async function listed(args: Arguments, world: World): Promise<readonly string[]> {
  const name = args.value('files-from') ?? '-'
  if (args.positionals.length > 0)
    throw new UsageError('--files-from gives all paths; leave out the others', [...args.positionals])
  const text = name === '-' ? await standardText('--files-from -', world) : readTextFile(name, world)
  const names = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/)
  const fs = world.fileSystem
  const found = names.filter((one) => one !== '' && fs.existsSync(resolve(world.cwd, one)))
  const wrong = found.length > 0 ? -1 : names.findIndex((one) => noName.test(one))
  if (wrong !== -1)
    throw new UsageError(`--files-from ${name}: not a list of files: entry ${wrong + 1} is no name`)
  return found
}

/** Control characters, and what is no UTF-8: there may be such names, and not only such names in a list. */
const noName = /[\p{Cc}\ufffd]/u

/** The changed files among those that the command line would take anyway. */
async function changed(
  source: 'since' | 'staged',
  args: Arguments,
  world: World,
): Promise<readonly string[]> {
  const { cwd, fileSystem: fs } = world
  const wanted = new Set(namedByGit(source, args, cwd))
  if (wanted.size === 0) return []
  const found = await discover(args.paths, { cwd, ...args.excluded, fileSystem: fs })
  // What cannot be read has changed all the same, such as a file whose name is not UTF-8: the run says so.
  const unread = found.problems.filter(({ path }) => wanted.has(resolve(fs.realpathSync(cwd), path)))
  return [...found.files.filter(({ realPath }) => wanted.has(realPath)), ...unread].map(({ path }) => path)
}

function namedByGit(source: 'since' | 'staged', args: Arguments, cwd: string): readonly string[] {
  try {
    return source === 'staged' ? stagedFiles(cwd) : filesSince(args.value('since') ?? '', cwd)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const what = source === 'since' ? `--since ${args.value('since')}` : '--staged'
    throw new UsageError(`${what}: ${error.message}`)
  }
}
