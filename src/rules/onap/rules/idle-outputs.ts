/** Outputs of the base module that only fed a parameter which a repair removes. */

import { entriesRead, entryRead, mapStanding } from '../../../heat/merge-keys.ts'
import { section, sectionEntry } from '../../../heat/sections.ts'
import { mapSections } from '../../../heat/walk.ts'
import { Stuck, withoutName } from '../../../stack/refactor/edit.ts'
import { removeParameter } from '../../../stack/refactor/remove-parameter.ts'
import { refuseUnreadableCallers } from '../../../stack/refactor/unknown-callers.ts'
import type { SourceFile } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import type { Mapping } from '../../../text/document/node.ts'
import { holdsAnchor } from '../../../text/document/read.ts'
import { orStuck } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import { type Vnf, vnfOf } from '../vnf/vnf.ts'
import { isInventoried } from './outputs.ts'

/**
 * The package without a parameter that nothing uses. Where it was the last one that an output of the base module fed, the
 * output is removed with it: nothing reads it any longer, and R-52753 wants a parameter of its name.
 * @throws Stuck when one of them cannot be removed
 */
export function withoutUnused(pkg: Workspace, path: string, name: string): Workspace {
  refuseUnreadableCallers(pkg, path)
  const without = orStuck(removeParameter(pkg, path, name))
  if (isInventoried(name) || !isFed(pkg, name) || isFed(without, name)) return without
  const bases = vnfOf(without).modules.filter(({ role, outputs }) => {
    return role === 'base' && outputs.some((output) => output.name === name)
  })
  return bases.reduce(
    (next, base) => next.withRoot(base.path, withoutOutput(next.fileAt(base.path), name)),
    without,
  )
}

/** Whether the output of a base module feeds a parameter of a template, by its name. */
export function isFedByOutput({ whole: { modules } }: Vnf, { role }: VnfTemplate, name: string): boolean {
  if (role !== 'incremental' || isInventoried(name)) return false
  return modules.some((one) => one.role === 'base' && one.outputs.some((output) => output.name === name))
}

/** Whether an incremental module declares a parameter of the name. */
function isFed(pkg: Workspace, name: string): boolean {
  return vnfOf(pkg).modules.some(({ role, parameters }) => role === 'incremental' && parameters.has(name))
}

/** The section goes with its last output. */
function withoutOutput(file: SourceFile, name: string): Mapping {
  const { root, path } = file
  const own = entryRead(section(root, 'outputs'), name)
  if (own !== undefined && holdsAnchor(own.value))
    throw new Stuck({ path, at: own, why: `an alias refers to the output "${name}"` })
  const without = mapSections(root, (kind, map) => (kind === 'outputs' ? withoutName(file, map, name) : map))
  const left = section(without, 'outputs')
  if (left === undefined || entriesRead(left).length > 0) return without
  const empty = sectionEntry(without, 'outputs')
  return mapStanding(without, (one) => (one === empty ? undefined : one))
}
