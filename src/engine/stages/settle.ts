/** Held against a run: what transforms made that are not hotshift's own. */
import type { Workspace } from '../../stack/workspace.ts'
import { changedPaths } from '../chain.ts'
import type { Command } from '../command.ts'
import { eachFile, type PackageRun } from '../file-run.ts'
import { findingOf } from '../findings/finding.ts'
import { lostComments } from '../findings/lost-comments.ts'
import { chainOver } from './rewrite.ts'

/** Whether transforms take part that are not hotshift's own, of which nothing is known. */
export function isOfOthers({ transforms }: Command): boolean {
  return transforms.some(({ file }) => file !== undefined)
}

const unsettled = findingOf('not-settled', 'a second run would change the file again')

/** What others' transforms made has all comments, and is what a second run leaves as it is. */
export function settledFiles(
  run: PackageRun,
  after: Workspace,
  changed: readonly string[],
  command: Command,
): PackageRun {
  const isOpen = (path: string) => run.files.get(path)?.closed === undefined
  const again = new Set(changedPaths(after, chainOver(after, isOpen, command).chain.pkg))
  const touched = new Set(changed)
  return eachFile(run, (one) => {
    if (!touched.has(one.path) || one.after === undefined) return one
    const guards = [...one.guards, ...lostComments(one.before, [one.file])]
    return again.has(one.path) ? { ...one, guards, refusals: [unsettled] } : { ...one, guards }
  })
}
