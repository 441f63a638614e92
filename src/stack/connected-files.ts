import { memoized } from '../text/document/attached.ts'
import { groupedBy, push } from '../text/document/multimap.ts'
import type { Mapping } from '../text/document/node.ts'
import { Groups } from './groups.ts'
import { registryMappings } from './registry.ts'
import { sharedEnvironments, type Workspace } from './workspace.ts'

/**
 * The connected components among some files of a package: a module with its environment, callers with their nested
 * templates, and an environment with the templates that it chooses from. Each set is in the order of the paths; a
 * single file is a set too.
 * @param before the package before the change that it is about, which still has the lists
 */
export function connectedFiles(
  pkg: Workspace,
  paths: readonly string[],
  before: Workspace = pkg,
): readonly (readonly string[])[] {
  if (paths.length < 2) return paths.length === 0 ? [] : [paths]
  const present = new Set(paths)
  const groups = new Groups()
  for (const path of paths) groups.add(path)
  const join = (a: string, b: string): void => {
    if (present.has(a) && present.has(b)) groups.join(a, b)
  }
  for (const { path } of pkg.modules())
    for (const environment of [pkg.environmentPathOf(path), ...sharedEnvironments(pkg.naming)])
      join(path, environment)
  for (const { caller, callee } of pkg.calls) join(caller, callee)
  // The choice from a list depends on the capabilities of its templates, so those belong to the set.
  for (const { path, root } of before.environments())
    for (const { isList, targets } of registryMappings(path, root))
      if (isList) for (const target of targets) join(path, target.path ?? path)
  return setsOf(paths, groups)
}

/** A template that is connected with another one by callers, directly or through others. */
export interface ConnectedTemplate {
  readonly path: string
  /** Undefined where it is not part of the package. */
  readonly root: Mapping | undefined
  /** The resources of the given template by which one reaches it; none where only callers do. */
  readonly by: ReadonlySet<string>
}

const connectedSets = memoized((pkg: Workspace): ReadonlyMap<string, readonly string[]> => {
  const pairs = pkg.calls.map(({ caller, callee }) => [caller, callee] as const)
  const found = joinedFiles([...new Set(pairs.flat())], pairs)
  return new Map(found.flatMap((set) => set.map((one) => [one, set] as const)))
})

/** All others that are connected with a template by callers. */
export function connectedTemplates(pkg: Workspace, path: string): readonly ConnectedTemplate[] {
  const others = (connectedSets(pkg).get(path) ?? []).filter((one) => one !== path)
  return others.map((one) => ({
    path: one,
    root: pkg.files.get(one)?.root,
    get by() {
      return resourcesLeadingTo(pkg, path, one)
    },
  }))
}

/** The resources of a template that are made of another one, or of one that leads there. */
function resourcesLeadingTo(pkg: Workspace, path: string, to: string): ReadonlySet<string> {
  const callers = new Map<string, string[]>()
  for (const { caller, callee } of pkg.calls) push(callers, callee, caller)
  const onTheWay = new Set([to])
  for (const one of onTheWay) for (const caller of callers.get(one) ?? []) onTheWay.add(caller)
  const own = pkg.calls.filter(({ caller, callee }) => caller === path && onTheWay.has(callee))
  return new Set(own.map(({ resource }) => resource))
}

/** Some files in sets of those that are joined in pairs. */
export function joinedFiles(
  paths: readonly string[],
  pairs: Iterable<readonly [string, string]>,
): readonly (readonly string[])[] {
  const present = new Set(paths)
  const groups = new Groups()
  for (const path of paths) groups.add(path)
  for (const [a, b] of pairs) if (present.has(a) && present.has(b)) groups.join(a, b)
  return setsOf(paths, groups)
}

function setsOf(paths: readonly string[], groups: Groups): readonly (readonly string[])[] {
  return [...groupedBy(paths, (path) => groups.leaderOf(path) ?? path).values()]
}
