/** The files that a configuration names: it may come with a tree of somebody else. */
import { join, relative, resolve, sep } from 'node:path'
import { isInside, isNameOfGit, repositoryRoot, resolvedInside } from '../../../run/boundary.ts'
import { realFileSystem, realPathOf } from '../../../run/file-system.ts'
import type { Option } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** How far the paths of a configuration may lead. */
export interface PathScope {
  /** Of the configuration, absolute: its paths are relative to it. */
  readonly directory: string
  /** What may be read: anything by a configuration that the command line names. */
  readonly reads: 'its tree' | 'anything'
}

/** Where a configuration gives an option. */
interface Origin {
  readonly key: string
  readonly where: string
}

/**
 * The values of an option that names files, absolute. A found configuration names files of its repository, or of its
 * directory where there is none, links included; and what is written remains in its directory.
 *
 * @throws UsageError for others
 */
export function configuredPaths(
  option: Option,
  given: readonly string[],
  origin: Origin,
  scope: PathScope,
): readonly string[] {
  const isFile = (one: string) => option.isPath === true || /^\.{1,2}[/\\]|\.[cm]?[jt]s$/.test(one)
  return given.map((one) => {
    const path = resolve(scope.directory, one)
    const hints = [`--${option.name} on the command line names any file`]
    // An id of a transform looks like a path into the tree, and a path that does not may lead out of it.
    if (option.isWritten === true) checkWritten(path, origin, scope.directory, hints)
    else if (scope.reads === 'its tree' && leadsOut(path, treeAt(scope.directory)))
      throw new UsageError(
        `${origin.where}: ${origin.key} leads out of the repository of the configuration`,
        hints,
      )
    return isFile(one) ? path : one
  })
}

/** The repository of a directory, else the directory. @param directory absolute */
export function treeAt(directory: string): string {
  return repositoryRoot(directory, realFileSystem) ?? directory
}

/** Whether a path leads out of a directory, links included: what lies outside is not looked at. Both absolute. */
export function leadsOut(path: string, tree: string): boolean {
  return !isInside(path, tree) || realInside(path, tree) === undefined
}

function realInside(path: string, tree: string): string | undefined {
  const root = realPathOf(tree, realFileSystem)
  return resolvedInside(join(root, relative(tree, path)), root, realFileSystem)
}

/** What is written is no file that a shell or git reads by itself. */
function checkWritten(
  path: string,
  { key, where }: Origin,
  directory: string,
  hints: readonly string[],
): void {
  const target = isInside(path, directory) ? realInside(path, directory) : undefined
  if (target === undefined)
    throw new UsageError(`${where}: ${key} leads out of the directory of the configuration`, hints)
  const real = relative(realPathOf(directory, realFileSystem), target)
  const parts = [relative(directory, path), real].flatMap((one) => one.split(sep))
  if (parts.some((part) => part.startsWith('.') || isNameOfGit(part)))
    throw new UsageError(`${where}: ${key} names a hidden file or directory`, hints)
}
