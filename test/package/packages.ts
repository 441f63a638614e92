import { defaultNaming, type EnvironmentNaming, type Package } from '../../src/package/package.ts'
import type { PackageFile, UnreadableFile } from '../../src/package/package-file.ts'
import { packagesOf } from '../../src/package/packages-of.ts'
import { readPackageFile } from '../../src/package/read-file.ts'

/** The packages among texts, by path. */
export function packagesIn(
  texts: Readonly<Record<string, string>>,
  naming: EnvironmentNaming = defaultNaming,
): readonly Package[] {
  const files: PackageFile[] = []
  const unreadable: UnreadableFile[] = []
  const others: string[] = []
  for (const [path, text] of Object.entries(texts)) {
    const read = readPackageFile(path, text, naming)
    if ('file' in read) files.push(read.file)
    else if ('unreadable' in read) unreadable.push(read.unreadable)
    else others.push(path)
  }
  return packagesOf({ files, unreadable, others, naming })
}

/** The only package among texts. */
export function packageIn(texts: Readonly<Record<string, string>>, naming?: EnvironmentNaming): Package {
  const [pkg, ...others] = packagesIn(texts, naming)
  if (pkg === undefined || others.length > 0) throw new Error(`${others.length + 1} packages`)
  return pkg
}

/** A template that makes one resource of each type. */
export function calling(...types: readonly string[]): string {
  const resources = types.map((type, index) => `  r${index}: {type: "${type}"}\n`)
  return `heat_template_version: 2016-10-14\nresources:\n${resources.join('')}`
}
