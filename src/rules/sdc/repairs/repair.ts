/** Repairs for SDC: each rewrites what SDC does not take and leaves what Heat makes of a package. */

import { directoryOf, type SourceFile } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { withEntries, withItems, withValue } from '../../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import type { PackageRepair } from '../../repair.ts'
import type { SdcFound, SdcRepairName } from '../rule.ts'

/** A repair of all that it is for in the file of a finding. */
export interface SdcRepair extends PackageRepair<Pick<SdcFound, 'path'>, Changed> {
  /** What findings call it. */
  readonly repairs: SdcRepairName
  /** Of one that names other files than Heat would read: the proof does not compare what it changes. */
  readonly keeps: 'meaning' | 'nothing'
}

/** A repair by what it makes of one file of a package: the root, the very same one where there is nothing to do. */
export function sdcRepair({
  rewrite,
  ...facts
}: Omit<SdcRepair, 'repair'> & {
  readonly rewrite: (file: SourceFile, pkg: Workspace, changed: Changed) => Mapping
}): SdcRepair {
  return {
    ...facts,
    repair(pkg, { path }, changed) {
      const file = pkg.files.get(path)
      return file === undefined || file.outside !== undefined
        ? pkg
        : pkg.withRoot(path, rewrite(file, pkg, changed))
    },
  }
}

/** Notes a change for the report. */
export type Changed = (at: Node | Entry | undefined) => void

/** The names of the files beside one, templates and environments and all others. */
export function namesBeside(pkg: Workspace, path: string): ReadonlySet<string> {
  const directory = directoryOf(path)
  const paths = [...pkg.files.keys(), ...pkg.unreadable.keys(), ...pkg.others]
  return new Set(
    paths.filter((one) => directoryOf(one) === directory).map((one) => one.slice(directory.length)),
  )
}

/**
 * The tree with other nodes instead of some, from the leaves up; the very same tree where nothing changes. What
 * stands behind an alias is left to where its anchor stands.
 * @param change gives the node itself where it is preserved
 */
function rewritten<T extends Node>(node: T, change: (node: Node) => Node): Node {
  return change(withParts(node, change))
}

function withParts(node: Node, change: (node: Node) => Node): Node {
  if (node.kind === 'seq') {
    const items = node.items.map((item) => rewritten(item, change))
    return items.every((item, index) => item === node.items[index]) ? node : withItems(node, items)
  }
  if (node.kind !== 'map') return node
  const entries = node.entries.map((one) => {
    const value = rewritten(one.value, change)
    return value === one.value ? one : withValue(one, value)
  })
  return entries.every((one, index) => one === node.entries[index]) ? node : withEntries(node, entries)
}

/** The same of a root, which remains a mapping. */
export function rewrittenRoot(root: Mapping, change: (node: Node) => Node): Mapping {
  const made = withParts(root, change)
  return made.kind === 'map' ? made : root
}
