import { dirname, join } from 'node:path'
import type { FileSystem } from './file-system.ts'

/**
 * The nearest directory at or above `directory` (absolute) that holds `.git`, a file
 * in worktrees and submodules; undefined outside of a repository.
 */
export function repositoryRoot(directory: string, fs: FileSystem): string | undefined {
  for (let current = directory; ; current = dirname(current)) {
    if (fs.existsSync(join(current, '.git'))) return current
    if (dirname(current) === current) return undefined
  }
}
