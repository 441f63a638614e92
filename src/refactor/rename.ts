/** Renames that a user asks for: a parameter, a resource or an output, in every place of a package that names it. */

import { sameData } from '../document/data.ts'
import {
  childrenOf,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Sequence,
} from '../document/node.ts'
import { entryRead } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import { isEnvironment } from '../workspace/source-file.ts'
import { declaredParameter } from '../workspace/values.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Attempt, attempt, Stuck, withOutputNames } from './edit.ts'
import { renameParameter } from './rename-parameter.ts'
import { renameResource } from './rename-resource.ts'

export type RenameKind = 'parameter' | 'resource' | 'output'

export interface Rename {
  /** What is called so; whatever is, when left out, if that is only one kind of thing. */
  readonly kind?: RenameKind
  readonly from: string
  readonly to: string
}

export const renameKinds: readonly RenameKind[] = ['parameter', 'resource', 'output']

/** What is called by a name in a package. */
export function kindsCalled(pkg: Workspace, name: string): readonly RenameKind[] {
  const templates = [...pkg.files.values()].filter((file) => !isEnvironment(file))
  const holds = (kind: RenameKind) =>
    templates.some(({ root }) =>
      kind === 'parameter'
        ? declaredParameter(root, name) !== undefined
        : entryRead(section(root, `${kind}s`), name) !== undefined,
    )
  return renameKinds.filter(holds)
}

interface KnownRename extends Rename {
  readonly kind: RenameKind
  /** Whether outputs of modules go along with a parameter. */
  readonly withOutputs: boolean
}

/**
 * The package with another name for something, or why it cannot have that. It is made only when the same the other
 * way round gives the package back: no place was forgotten, and none of another thing was hit.
 */
export function renamedAll(pkg: Workspace, rename: KnownRename): Attempt<Workspace> {
  const { from, to } = rename
  const made = renameOnce(pkg, rename)
  if ('blocker' in made || made.done === pkg) return made
  const back = renameOnce(made.done, { ...rename, from: to, to: from })
  const why = `renaming ${to} back to ${from} would not give the original`
  if ('blocker' in back)
    return { blocker: { ...back.blocker, at: undefined, why: `${why}: ${back.blocker.why}` } }
  for (const [path, { root }] of pkg.files) {
    const at = firstDifference(root, back.done.files.get(path)?.root ?? root)
    if (at !== undefined) return { blocker: { path, at, why } }
  }
  return made
}

/** Where the data of a tree is not what it is in another one. */
function firstDifference(node: Node, other: Node): Node | Entry | undefined {
  if (node === other || sameData(node, other)) return undefined
  if (node.kind !== other.kind || (node.kind !== 'map' && node.kind !== 'seq')) return node
  const [own, others] = [childrenOf(node), childrenOf(other as Mapping | Sequence)]
  const at = own.findIndex((one, index) => !sameChild(one, others[index]))
  const [one, instead] = [own[at], others[at]]
  if (one === undefined || instead === undefined || own.length !== others.length) return one ?? node
  return firstDifference(childValue(one), childValue(instead)) ?? one
}

function sameChild(one: Entry | Node, other: Entry | Node | undefined): boolean {
  if (other === undefined || 'key' in one !== 'key' in other) return false
  const isKeySame = !('key' in one && 'key' in other) || sameData(one.key, other.key)
  return isKeySame && sameData(childValue(one), childValue(other))
}

function renameOnce(pkg: Workspace, { kind, from, to, withOutputs }: KnownRename): Attempt<Workspace> {
  if (kind === 'parameter') return renameParameter(pkg, { from, to, withOutputs })
  return attempt(() =>
    [...pkg.files.values()]
      .filter((file) => !isEnvironment(file))
      .reduce((current, { path, root }) => {
        if (entryRead(section(root, `${kind}s`), from) === undefined) return current
        if (kind === 'output') return withOutput(current, path, from, to)
        const made = renameResource(current, path, from, to)
        if ('blocker' in made) throw new Stuck(made.blocker)
        return made.done
      }, pkg),
  )
}

/** Who calls a nested file reads its outputs by name, and so may whoever has a stack. */
function withOutput(pkg: Workspace, path: string, from: string, to: string): Workspace {
  const root = pkg.files.get(path)?.root
  if (root === undefined) return pkg
  if (pkg.roleOf(path) === 'nested') {
    const at = entryRead(section(root, 'outputs'), from)
    throw new Stuck({ path, at, why: `templates that call this one may read the output ${from}` })
  }
  return pkg.withRoot(path, withOutputNames(root, new Map([[from, to]]), path))
}
