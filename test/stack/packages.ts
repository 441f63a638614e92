import { readPackages } from '../../src/engine/packages/package-inputs.ts'
import { defaultNaming, type EnvironmentNaming, type Workspace } from '../../src/stack/workspace.ts'

/** The packages among texts, by path. */
export function packagesIn(
  texts: Readonly<Record<string, string>>,
  naming: EnvironmentNaming = defaultNaming,
): readonly Workspace[] {
  const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return readPackages(inputs, naming).packages
}

/** The only package among texts. */
export function packageIn(texts: Readonly<Record<string, string>>, naming?: EnvironmentNaming): Workspace {
  const [pkg, ...others] = packagesIn(texts, naming)
  if (pkg === undefined || others.length > 0) throw new Error(`${others.length + 1} packages`)
  return pkg
}

/** A template that makes one resource of each type. */
export function calling(...types: readonly string[]): string {
  const resources = types.map((type, index) => `  r${index}: {type: "${type}"}\n`)
  return `heat_template_version: 2016-10-14\nresources:\n${resources.join('')}`
}
