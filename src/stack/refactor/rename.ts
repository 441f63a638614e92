/** Renames that a user asks for: a parameter, a resource or an output, at every location of a package that names it. */

import { entryRead } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import { sameData } from '../../text/document/data.ts'
import {
  childrenOf,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Sequence,
} from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import { isEnvironment } from '../source-file.ts'
import { declaredParameter } from '../values.ts'
import type { Workspace } from '../workspace.ts'
import { type Attempt, attempt, Stuck } from './edit.ts'
import { withOutput } from './rename-output.ts'
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

/** The templates that a rename is about; all where nothing is said. Who calls them, and their environments, follow. */
export type RenameScope = Pick<ReadonlySet<string>, 'has'> | undefined

/** What is called by a name in a package, of each kind the paths of the templates that have it. */
export function kindsCalled(
  pkg: Workspace,
  name: string,
  scope?: RenameScope,
): ReadonlyMap<RenameKind, readonly string[]> {
  const templates = [...pkg.files.values()].filter(
    (file) => !isEnvironment(file) && scope?.has(file.path) !== false,
  )
  const having = (kind: RenameKind) =>
    templates.flatMap(({ path, root }) => {
      const one =
        kind === 'parameter' ? declaredParameter(root, name) : entryRead(section(root, `${kind}s`), name)
      return one === undefined ? [] : [path]
    })
  return new Map(
    renameKinds.flatMap((kind) => {
      const paths = having(kind)
      return paths.length === 0 ? [] : [[kind, paths] as const]
    }),
  )
}

interface KnownRename extends Rename {
  readonly kind: RenameKind
  /** The templates that have it. */
  readonly templates: readonly string[]
  /** Whether outputs of modules go along with a parameter. */
  readonly withOutputs: boolean
}

/** A package in which something has another name. */
export interface Renamed {
  readonly pkg: Workspace
  /** What had the new name already, though nothing was called so: Heat refused it, or did not read it. */
  readonly repaired: readonly NamedAt[]
}

/** Where a file names something. */
interface NamedAt {
  readonly path: string
  readonly at: Node | Entry
}

/**
 * The package with another name for something, or why it cannot have that. It is made only when the same the other
 * way round gives the package back, but for names that led nowhere: no location was forgotten, and none of another thing
 * was hit.
 */
export function renamedAll(pkg: Workspace, rename: KnownRename): Attempt<Renamed> {
  const { from, to } = rename
  const made = renameOnce(pkg, rename)
  if ('blocker' in made) return made
  const back = renameOnce(made.done, { ...rename, from: to, to: from })
  const why = `renaming ${to} back to ${from} would not give the original`
  if ('blocker' in back)
    return { blocker: { ...back.blocker, at: undefined, why: `${why}: ${back.blocker.why}` } }
  const repaired: NamedAt[] = []
  for (const [path, { root }] of pkg.files) {
    const differences = namesDiffering(root, back.done.files.get(path)?.root ?? root, rename)
    if ('at' in differences) return { blocker: { path, at: differences.at, why } }
    repaired.push(...differences.same.map((at) => ({ path, at })))
  }
  return { done: { pkg: made.done, repaired } }
}

/** Where two trees differ in that one has the new name and the other the old one, or the first location where they differ otherwise. */
type NameDifferences = { readonly same: readonly (Node | Entry)[] } | { readonly at: Node | Entry }

function namesDiffering(node: Node, other: Node, names: Pick<Rename, 'from' | 'to'>): NameDifferences {
  if (node === other || sameData(node, other)) return { same: [] }
  if (isSwapped(node, other, names)) return { same: [node] }
  if (node.kind !== other.kind || (node.kind !== 'map' && node.kind !== 'seq')) return { at: node }
  const [own, others] = [childrenOf(node), childrenOf(other as Mapping | Sequence)]
  if (own.length !== others.length) return { at: own.find((one, at) => !sameChild(one, others[at])) ?? node }
  const same: (Node | Entry)[] = []
  for (const [at, one] of own.entries()) {
    const instead = others[at]
    if (instead === undefined || 'key' in one !== 'key' in instead) return { at: one }
    if ('key' in one && 'key' in instead && !sameData(one.key, instead.key)) {
      if (!isSwapped(one.key, instead.key, names)) return { at: one }
      same.push(one)
    }
    const inside = namesDiffering(childValue(one), childValue(instead), names)
    if ('at' in inside) return inside
    same.push(...inside.same)
  }
  return { same }
}

function isSwapped(node: Node, other: Node, { from, to }: Pick<Rename, 'from' | 'to'>): boolean {
  return stringOf(node) === to && stringOf(other) === from
}

function sameChild(one: Entry | Node, other: Entry | Node | undefined): boolean {
  if (other === undefined || 'key' in one !== 'key' in other) return false
  const isKeySame = !('key' in one && 'key' in other) || sameData(one.key, other.key)
  return isKeySame && sameData(childValue(one), childValue(other))
}

function renameOnce(
  pkg: Workspace,
  { kind, from, to, templates, withOutputs }: KnownRename,
): Attempt<Workspace> {
  if (kind === 'parameter') return renameParameter(pkg, { from, to, templates, withOutputs })
  return attempt(() =>
    templates.reduce((current, path) => {
      if (kind === 'output') return withOutput(current, path, from, to)
      const made = renameResource(current, path, from, to)
      if ('blocker' in made) throw new Stuck(made.blocker)
      return made.done
    }, pkg),
  )
}
