import type { Package } from '../package/package.ts'
import { isEnvironment, type PackageFile } from '../package/package-file.ts'
import type { Sources, SourceTree } from './model.ts'

/** The templates of a package, together with those environments that count. */
export function sourcesOf(pkg: Package, environments: readonly SourceTree[]): Sources {
  return { environments, templates: new Map(templatesOf(pkg).map((file) => [file.path, file])) }
}

/** HOT templates: no others may say what they are capable of. */
export function templatesOf(pkg: Package): readonly PackageFile[] {
  return [...pkg.files.values()].filter((file) => !isEnvironment(file) && file.recognition.kind === 'hot')
}

/** The environments that were named, in that order, as far as they belong to the package; by default all of them. */
export function environmentsOf(pkg: Package, named: readonly string[] | undefined): readonly PackageFile[] {
  if (named === undefined) return pkg.environments()
  return named.flatMap((path) => pkg.files.get(path) ?? []).filter(isEnvironment)
}
