/** Where the configuration of a directory stands, and whether it counts there. Whether its code may run, ./configured-code.ts says. */
import { readFileSync, type Stats } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { isInside, repositoryRoot } from '../../../run/boundary.ts'
import { realFileSystem, statOf } from '../../../run/file-system.ts'
import { shellWord } from '../../../show/report/shell-word.ts'
import { UsageError } from '../usage-error.ts'
import { leadsOut, treeAt } from './configured-paths.ts'

/** The names under which a configuration is looked for, in this order, from the working directory upwards. */
export const configurationNames = [
  'hotshift.config.ts',
  'hotshift.config.mts',
  'hotshift.config.js',
  'hotshift.config.mjs',
  'hotshift.config.cjs',
  'hotshift.config.json',
  'hotshift.config.yaml',
  'hotshift.config.yml',
] as const

const PACKAGE = 'package.json'
/** No package.json is larger; one that is says nothing of hotshift. */
const LARGEST_PACKAGE = 16 * 1024 * 1024

/**
 * The path of the configuration that counts in a directory; undefined where there is none.
 *
 * @param cwd absolute
 * @throws UsageError for one that nobody should read: no regular file, or a file of somebody else
 */
export function findConfiguration(cwd: string): string | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const path = configurationIn(directory, cwd)
    if (path !== undefined) return path
    if (dirname(directory) === directory) return undefined
  }
}

function configurationIn(directory: string, cwd: string): string | undefined {
  for (const name of configurationNames) {
    const path = join(directory, name)
    const stat = statOf(path)
    if (stat === undefined) continue
    // A pipe would be waited for.
    if (!stat.isFile())
      throw new UsageError(`${relative(cwd, path)}: the configuration is not a regular file`)
    return trusted(path, stat, cwd)
  }
  const path = join(directory, PACKAGE)
  const stat = statOf(path)
  const isOurs = stat?.isFile() === true && stat.size <= LARGEST_PACKAGE && mentionsHotshift(path)
  return isOurs ? trusted(path, stat, cwd) : undefined
}

/** A package.json that cannot be read is npm's business, not that of every run below it. */
function mentionsHotshift(path: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null && Object.hasOwn(content, 'hotshift')
  } catch {
    return false
  }
}

/**
 * Data of the working directory and its repository counts whoever wrote it: it is part of what was asked about. What
 * somebody else put into a folder above, as into /tmp, must not count by being there. Windows reports no owners.
 */
function trusted(path: string, { uid, mode }: Stats, cwd: string): string {
  // What a message quotes of it would be a line of a file elsewhere.
  if (leadsOut(path, treeAt(dirname(path))))
    throw new UsageError(
      `${relative(cwd, path)}: the configuration is a link that leads out of its repository`,
      [`--config ${shellWord(relative(cwd, path))} names it all the same; --no-config leaves it out`],
    )
  const own = process.getuid?.()
  if (own === undefined || (!isModule(path) && isOfTree(path, cwd))) return path
  const isOurs = uid === own || uid === 0
  const isClosed = (mode & 0o002) === 0
  if (isOurs && isClosed) return path
  const name = relative(cwd, path)
  throw new UsageError(
    `${name}: the configuration ${isOurs ? 'can be written by everybody' : 'belongs to another user'}`,
    [`if you trust it, name it: --config ${shellWord(name)}; --no-config leaves it out`],
  )
}

/** Whether a configuration is code. */
export function isModule(path: string): boolean {
  return /^\.[cm]?[jt]s$/.test(extname(path))
}

function isOfTree(path: string, cwd: string): boolean {
  return isInside(path, repositoryRoot(cwd, realFileSystem) ?? cwd)
}
