/** What the transforms that move defaults share. */

import type { PackageContext } from '../../src/engine/package-transform.ts'
import { type Declaration, declaredParameters, effectiveDefault } from '../../src/package/effective-value.ts'
import type { Package } from '../../src/package/package.ts'
import type { PackageFile } from '../../src/package/package-file.ts'
import type { Obstacle } from '../../src/refactor/obstacle.ts'

export interface DefaultMoveOptions {
  /** Paths of the templates whose defaults are to go; all when absent. */
  readonly templates?: ReadonlySet<string>
  /** Why a parameter gets its value from elsewhere, so that its default must not enter an environment. */
  readonly assigned?: (pkg: Package, template: string, parameter: string) => string | undefined
}

/** Whether the defaults of a template are to go: it is HOT, and of a version that Heat has, which is reported else. */
export function isConcerned(
  { path, root, recognition, version }: PackageFile,
  context: PackageContext,
  options: DefaultMoveOptions,
): boolean {
  if (recognition.kind !== 'hot' || options.templates?.has(path) === false) return false
  if (version !== undefined) return true
  const why = 'Heat has no such heat_template_version'
  for (const declaration of declaredParameters(root)) {
    if (effectiveDefault(declaration) !== undefined)
      reportKept(context, path, declaration, { path, at: declaration.entry, why })
  }
  return false
}

/** Says why a default stays where it is. */
export function reportKept(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  obstacle: Obstacle,
): void {
  const at = obstacle.path === path ? (obstacle.at ?? entry) : entry
  context.report('default-kept', path, at, `the default of "${name}" stays: ${obstacle.why}`)
}

/** Says so of a parameter that gets its value from elsewhere; gives whether it does. */
export function reportAssigned(
  context: PackageContext,
  pkg: Package,
  path: string,
  { name, entry }: Declaration,
  options: DefaultMoveOptions,
): boolean {
  const why = options.assigned?.(pkg, path, name)
  if (why === undefined) return false
  context.report('default-assigned', path, entry, `the default of "${name}" stays: ${why}`)
  return true
}
