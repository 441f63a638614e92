import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { repositoryRoot } from '../runner/boundary.ts'
import type { FileSystem } from '../runner/file-system.ts'

/**
 * Gives the path that a patch names a file by. `git apply` takes the paths of a patch
 * relative to the root of the repository, wherever it is called, and passes over all
 * others without a word; outside of a repository they are relative to where it is
 * called. It refuses to patch through symbolic links, so the real path counts.
 */
export function patchPaths(cwd: string, fs: FileSystem): (path: string) => string {
  const real = (path: string): string => {
    try {
      return fs.realpathSync(path)
    } catch {
      return dirname(path) === path ? path : join(real(dirname(path)), basename(path))
    }
  }
  const start = real(cwd)
  const root = repositoryRoot(start, fs) ?? start
  return (path) =>
    relative(root, real(resolve(cwd, path)))
      .split(sep)
      .join('/')
}
