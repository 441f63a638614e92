/** Which changes of a package are one change: all of them are written or none. */
import { Groups } from '../package/groups.ts'
import type { Package } from '../package/package.ts'

/** The changed files that hang together, each set in the order of paths; a file of its own is a set too. */
export function changeGroups(pkg: Package, changed: readonly string[]): readonly (readonly string[])[] {
  const present = new Set(changed)
  const groups = new Groups()
  for (const path of changed) groups.add(path)
  const join = (a: string, b: string): void => {
    if (present.has(a) && present.has(b)) groups.join(a, b)
  }
  for (const { path } of pkg.modules()) join(path, pkg.environmentPathOf(path))
  for (const { caller, callee } of pkg.calls) join(caller, callee)
  const sets = new Map<string, string[]>()
  for (const path of changed) {
    const leader = groups.leaderOf(path) ?? path
    const set = sets.get(leader)
    if (set === undefined) sets.set(leader, [path])
    else set.push(path)
  }
  return [...sets.values()]
}
