import type { Workspace } from '../workspace.ts'

/** Templates, those that are called before those that call them; a circle is entered once. */
export function innermostFirst(pkg: Workspace, paths: readonly string[]): readonly string[] {
  const wanted = new Set(paths)
  const order = new Set<string>()
  const open = new Set<string>()
  const visit = (path: string): void => {
    if (open.has(path)) return
    open.add(path)
    for (const { callee } of pkg.callsFrom(path)) visit(callee)
    if (wanted.has(path)) order.add(path)
  }
  for (const path of paths) visit(path)
  return [...order]
}
