/** Sorts files into packages: what stands in one directory or refers to one another belongs together. */
import { Groups } from './groups.ts'
import { defaultNaming, type EnvironmentNaming, Package } from './package.ts'
import { directoryOf, isEnvironment, type PackageFile, type UnreadableFile } from './package-file.ts'
import { typeReferences } from './references.ts'
import { registryMappings, templatePath } from './registry.ts'
import { templatesNamedIn } from './unreadable-names.ts'

/** What the files of a run are. */
export interface PackageInput {
  readonly files: readonly PackageFile[]
  readonly unreadable?: readonly UnreadableFile[]
  /** Paths of all other files. */
  readonly others?: readonly string[]
  readonly naming?: EnvironmentNaming
}

/**
 * The packages, in the order of their first directories. Directories without any template or
 * environment make none. With a common environment, or named ones, there is only one package.
 */
export function packagesOf(input: PackageInput): readonly Package[] {
  const { unreadable = [], others = [], naming = defaultNaming } = input
  const groups = new Groups()
  const paths = new Set(input.files.map(({ path }) => path))
  const [first] = input.files
  for (const file of input.files) {
    groups.add(directoryOf(file.path))
    if (naming.common !== undefined) groups.join(directoryOf(file.path), directoryOf(naming.common))
    if (naming.named !== undefined && first !== undefined)
      groups.join(directoryOf(file.path), directoryOf(first.path))
    for (const target of targetsOf(file)) {
      if (paths.has(target)) groups.join(directoryOf(file.path), directoryOf(target))
    }
  }
  for (const file of unreadable) {
    groups.add(directoryOf(file.path))
    for (const target of templatesNamedIn(file)) {
      if (paths.has(target)) groups.join(directoryOf(file.path), directoryOf(target))
    }
  }
  const byGroup = new Map<string, { files: PackageFile[]; unreadable: UnreadableFile[]; others: string[] }>()
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
  // A file without a group in its own directory belongs to the package above.
  for (const path of others) {
    for (let at = path; ; at = directoryOf(at).slice(0, -1)) {
      const group = groupAt(at)
      if (group !== undefined || !at.includes('/')) {
        group?.others.push(path)
        break
      }
    }
  }
  return [...byGroup.values()]
    .map(
      (group) =>
        new Package({
          files: byPath(group.files),
          unreadable: byPath(group.unreadable),
          others: group.others.sort(),
          naming,
        }),
    )
    .sort((a, b) => (a.directory < b.directory ? -1 : 1))
}

/** Paths that a file names as templates. */
function targetsOf(file: PackageFile): readonly string[] {
  if (isEnvironment(file))
    return registryMappings(file.path, file.root).flatMap(({ targets }) =>
      targets.flatMap(({ path }) => path ?? []),
    )
  return typeReferences(file.root).flatMap(({ name }) => templatePath(file.path, name) ?? [])
}

function byPath<T extends { readonly path: string }>(files: readonly T[]): ReadonlyMap<string, T> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  return new Map(sorted.map((file) => [file.path, file]))
}
