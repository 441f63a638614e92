/** Sorts files into packages: files in one directory, or that refer to one another, belong together. */
import { byPath } from '../text/document/sorted.ts'
import { Groups } from './groups.ts'
import { typeReferences } from './references.ts'
import { registryMappings, templatePath, templatesNamedIn } from './registry.ts'
import { directoryOf, isEnvironment, type SourceFile, type UnreadableFile } from './source-file.ts'
import { defaultNaming, type EnvironmentNaming, sharedEnvironments, Workspace } from './workspace.ts'

/** What the files of a run are. */
interface PackageInput {
  readonly files: readonly SourceFile[]
  readonly unreadable?: readonly UnreadableFile[]
  /** Paths of all other files. */
  readonly others?: readonly string[]
  readonly naming?: EnvironmentNaming
}

/**
 * The packages, in the order of their first directories. Directories without any template or
 * environment make none. With a common environment, or named ones, there is only one package.
 */
export function packagesOf(input: PackageInput): readonly Workspace[] {
  const { unreadable = [], others = [], naming = defaultNaming } = input
  const groups = directoryGroups([...input.files.map(callerOf), ...unreadable.map(unreadCallerOf)], naming)
  const byGroup = new Map<string, { files: SourceFile[]; unreadable: UnreadableFile[]; others: string[] }>()
  const groupAt = (path: string) => {
    const name = groups.leaderOf(directoryOf(path))
    if (name === undefined) return undefined
    const known = byGroup.get(name)
    const group = known ?? { files: [], unreadable: [], others: [] }
    if (known === undefined) byGroup.set(name, group)
    return group
  }
  for (const file of input.files) groupAt(file.path)?.files.push(file)
  for (const file of unreadable) groupAt(file.path)?.unreadable.push(file)
  for (const path of others) {
    const at = directoryWithGroup(path, groups)
    if (at !== undefined) groupAt(at)?.others.push(path)
  }
  return [...byGroup.values()]
    .map(
      (group) =>
        new Workspace({
          files: withPaths(group.files),
          unreadable: withPaths(group.unreadable),
          others: group.others.sort(),
          naming,
        }),
    )
    .sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

/** The facts about a file that forming packages needs: everything else can be forgotten. */
export interface Caller {
  readonly path: string
  /** Paths that it names as templates; there may be no such files. */
  readonly targets: Iterable<string>
  /** Whether it can be read, so that others may name it. */
  readonly isTemplate: boolean
}

/** The facts about a file that was read. */
export function callerOf(file: SourceFile): Caller {
  return { path: file.path, targets: targetsOf(file), isTemplate: true }
}

/** The same of a file that cannot be read. */
export function unreadCallerOf(file: UnreadableFile): Caller {
  return { path: file.path, targets: templatesNamedIn(file), isTemplate: false }
}

/** The directories that belong together. */
export function directoryGroups(callers: readonly Caller[], naming: EnvironmentNaming): Groups {
  const groups = new Groups()
  const paths = new Set(callers.flatMap(({ path, isTemplate }) => (isTemplate ? [path] : [])))
  const [first] = paths
  const shared = sharedEnvironments(naming)
  for (const { path, targets, isTemplate } of callers) {
    const own = directoryOf(path)
    groups.add(own)
    if (isTemplate) for (const environment of shared) groups.join(own, directoryOf(environment))
    if (isTemplate && naming.named !== undefined && first !== undefined) groups.join(own, directoryOf(first))
    for (const target of targets) if (paths.has(target)) groups.join(own, directoryOf(target))
  }
  return groups
}

/** A file without a group in its own directory belongs to the package above: a path of that group. */
export function directoryWithGroup(path: string, groups: Groups): string | undefined {
  for (let at = path; ; at = directoryOf(at).slice(0, -1)) {
    if (groups.leaderOf(directoryOf(at)) !== undefined) return at
    if (!at.includes('/')) return undefined
  }
}

/** Paths that a file names as templates. */
function targetsOf(file: SourceFile): readonly string[] {
  if (isEnvironment(file))
    return registryMappings(file.path, file.root).flatMap(({ targets }) =>
      targets.flatMap(({ path }) => path ?? []),
    )
  return typeReferences(file.root).flatMap(({ name }) => templatePath(file.path, name) ?? [])
}

function withPaths<T extends { readonly path: string }>(files: readonly T[]): ReadonlyMap<string, T> {
  return new Map([...files].sort(byPath).map((file) => [file.path, file]))
}
