/** Whether two states of a workspace differ in what is about some parameters alone: the proof of what an edit on request preserves. */
import { mapping } from '../document/build.ts'
import { sameData } from '../document/data.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { isNull, nameOf, resolved, textOf } from '../document/read.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What an edit of parameters is about. */
export interface EditedParts {
  readonly names: ReadonlySet<string>
  /** The properties that it sets, by the path of their template: the keys from the root, joined by NUL. */
  readonly set: ReadonlySet<string>
}

/** How `EditedParts.set` names a property. */
export function partKey(path: string, trail: readonly string[]): string {
  return [path, ...trail].join('\0')
}

/**
 * The first file that differs in more. It knows nothing of how an edit is made: whatever stands under one of the names, in
 * any mapping and any list of parameter groups, is left out of both trees, and the rest has to be the same.
 */
export function firstOther(before: Workspace, after: Workspace, parts: EditedParts): string | undefined {
  for (const [path, { root }] of after.files) {
    const old = before.files.get(path)?.root
    if (old === root) continue
    const [was, is] = [old ?? emptied, root].map((one) => without(one, path, parts))
    if (was === undefined || is === undefined || !sameParts(was, is)) return path
  }
  return undefined
}

/** Sections and keys that an edit may make or leave empty. */
const holders: ReadonlySet<string> = new Set([
  'parameters',
  'properties',
  'parameter_defaults',
  'parameter_groups',
])

type Part =
  | { readonly kind: 'leaf'; readonly node: Node }
  | { readonly kind: 'list'; readonly items: readonly Part[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Entry, Part])[] }

const emptied = mapping([])

function without(root: Mapping, path: string, { names, set }: EditedParts): Part {
  const isEmpty = (part: Part) =>
    (part.kind === 'map' && part.entries.length === 0) ||
    (part.kind === 'list' && part.items.length === 0) ||
    (part.kind === 'leaf' && isNull(part.node))
  const partOf = (node: Node, trail: readonly string[], isListed: boolean): Part => {
    const one = resolved(node)
    if (one.kind === 'seq')
      return {
        kind: 'list',
        items: one.items.flatMap((item, index) => {
          if (isListed && names.has(textOf(item) ?? '')) return []
          const part = partOf(item, [...trail, String(index)], isListed)
          return isListed && isEmpty(part) ? [] : [part]
        }),
      }
    if (one.kind !== 'map') return { kind: 'leaf', node: one }
    return {
      kind: 'map',
      entries: one.entries.flatMap((entry) => {
        const name = nameOf(entry) ?? ''
        const at = [...trail, name]
        if (names.has(name) || set.has(partKey(path, at))) return []
        const isGroups = isListed || name === 'parameter_groups' || name === 'encrypted_param_names'
        const part = partOf(entry.value, at, isGroups)
        return holders.has(name) && isEmpty(part) ? [] : [[entry, part] as const]
      }),
    }
  }
  return partOf(root, [], false)
}

function sameParts(one: Part, other: Part): boolean {
  if (one.kind === 'leaf') return other.kind === 'leaf' && sameData(one.node, other.node)
  if (one.kind === 'list')
    return (
      other.kind === 'list' &&
      one.items.length === other.items.length &&
      one.items.every((item, at) => sameParts(item, other.items[at] as Part))
    )
  return (
    other.kind === 'map' &&
    one.entries.length === other.entries.length &&
    one.entries.every(([entry, part], at) => {
      const [instead, its] = other.entries[at] as readonly [Entry, Part]
      return sameData(entry.key, instead.key) && sameParts(part, its)
    })
  )
}
