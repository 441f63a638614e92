/** What is reported of environments beside those that get the defaults. */

import type { PackageContext } from '../../../src/engine/authoring/package-transform.ts'
import { entriesRead, readValue } from '../../../src/heat/merge-keys.ts'
import { directoryOf, fileName, type SourceFile } from '../../../src/stack/source-file.ts'
import { givenIn } from '../../../src/stack/value-of.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { push } from '../../../src/text/document/multimap.ts'
import { nameOf } from '../../../src/text/document/read.ts'

/** Environments that belong to no template of their name do not get the value, and may need it. */
export function reportOthers(context: PackageContext, pkg: Workspace, modules: readonly string[]): void {
  const { common, together = [] } = pkg.naming
  if (common !== undefined) {
    const others = together.filter((path) => path !== common)
    const message = `stacks with ${others.join(', ')} now also need ${common}, which has the moved defaults`
    if (others.length > 0)
      for (const path of modules)
        context.report('other-environment', path, undefined, message, { item: common })
    return
  }
  const lonely = new Map<string, string[]>()
  for (const { path } of lonelyEnvironments(pkg)) push(lonely, directoryOf(path), fileName(path))
  for (const path of modules) {
    const others = lonely.get(directoryOf(path)) ?? []
    if (others.length === 0) continue
    const own = fileName(pkg.environmentPathOf(path))
    const message = `${others.join(', ')} in this directory did not get the defaults that moved to ${own}`
    context.report('other-environment', path, undefined, message, { item: others.join(' ') })
  }
}

/** The default of a parameter of a template, which an environment has taken. */
export interface TakenDefault {
  readonly path: string
  readonly name: string
  readonly environment: string
}

/** What counted as long as the template had but a default: `parameters` count before all `parameter_defaults`. */
export function reportOutweighed(
  context: PackageContext,
  pkg: Workspace,
  taken: readonly TakenDefault[],
): void {
  const given = new Map<string, string[]>()
  const key = (path: string, name: string) => `${directoryOf(path)}\0${name}`
  for (const { path, root } of lonelyEnvironments(pkg))
    for (const entry of entriesRead(readValue(root, 'parameter_defaults')))
      push(given, key(path, nameOf(entry) ?? ''), fileName(path))
  for (const { path, name, environment } of taken) {
    const others = given.get(key(path, name))
    if (others === undefined) continue
    if (givenIn('parameters', pkg.fileAt(path), pkg.files.get(environment), name) === undefined) continue
    const message = `"${name}" stands under parameters of ${fileName(environment)} now, which counts before parameter_defaults of ${others.join(', ')}`
    context.report('environment-outweighed', path, undefined, message, { item: name })
  }
}

/** Environments that are named after no template, and are not the one for hidden values. */
function lonelyEnvironments(pkg: Workspace): readonly SourceFile[] {
  return pkg.unpairedEnvironments().filter(({ path }) => path !== pkg.naming.hidden)
}
