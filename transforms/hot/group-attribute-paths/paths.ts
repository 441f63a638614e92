/** Paths behind attributes of groups: what they select before 2014-10-16 and from then on, and how the newer versions say it. */

import {
  type Call,
  declarations,
  listOf,
  type Node,
  readValue,
  scalarOf,
  string,
  stringOf,
  type Template,
} from '../../../src/engine/authoring/authoring.ts'
import { namesMembers, type PathChange, pathChange } from '../../../src/heat/group-types.ts'
import { features } from '../../../src/heat/versions.ts'

const since = features.attributePaths

/** A path that may mean something else in newer versions. */
export interface Affected {
  readonly type: string
  readonly change: PathChange
  readonly why: string
}

/** What becomes of a `get_attr` whose path may mean something else; undefined where it certainly does not. */
export function affected(call: Call, template: Template): Affected | undefined {
  const path = listOf(call.argument)?.items
  if (path === undefined || path.length < 3) return undefined
  const [resource, attribute] = path.map((item) => stringOf(item))
  for (const type of typesOf(resource, template)) {
    const change = pathChange(type, attribute)
    if (type === undefined || change === 'same' || change === 'was-an-error') continue
    const what = attribute === undefined ? 'a computed attribute' : `"${attribute}"`
    return { type, change, why: `from ${since}, ${what} of ${type} ${meanings[change]}` }
  }
  return undefined
}

const meanings = {
  'asks-members': 'applies the path after it to each member, not to the list',
  'ignores-path': 'ignores the path after it and returns everything',
  'names-member': 'applies the path to the member; it returned nothing before',
} as const satisfies Partial<Record<PathChange, string>>

/** The types that a resource may have: of all resources where its name is computed. */
function typesOf(name: string | undefined, template: Template): readonly (string | undefined)[] {
  const { resources } = declarations(template.root)
  const concerned = name === undefined ? [...resources.values()] : [resources.get(name)]
  return concerned.map((node) => stringOf(readValue(node, 'type')))
}

/** What can be done on request; undefined where nothing says it in the newer version. */
export function remedy(
  { type, change }: Affected,
  path: readonly Node[],
): 'new-meaning' | readonly Node[] | undefined {
  const [group, attribute, step, ...rest] = path
  if (stringOf(group) === undefined || group === undefined || attribute === undefined || step === undefined)
    return undefined
  if (change === 'names-member') return 'new-meaning'
  if (change === 'asks-members' && stringOf(attribute) !== undefined) {
    const index = indexOf(step)
    if (index !== undefined) return [group, member(index, attribute), movedTo(step, attribute), ...rest]
    return stringOf(step) === undefined || /^\d+$/.test(stringOf(step) ?? '') ? undefined : 'new-meaning'
  }
  const name = rest.length === 0 && stringOf(attribute) === 'refs_map' ? stringOf(step) : undefined
  if (change !== 'ignores-path' || name === undefined || !namesMembers(type)) return undefined
  return [group, member(name, attribute)]
}

/** `resource.NAME` instead of an item. */
function member(name: string, location: Node): Node {
  return string(`resource.${name}`, { for: location })
}

/** A literal string instead of another item, whose comments are left where they are. */
function movedTo(location: Node, item: Node): Node {
  const style = item.kind === 'scalar' ? item.style : undefined
  return string(stringOf(item) ?? '', { for: location, style })
}

/** The list that a whole number selects from, and the number; what `yaql` can select as well. */
export function selection(
  { change }: Affected,
  path: readonly Node[],
): { readonly index: number; readonly whole: readonly Node[] } | undefined {
  const [group, attribute, step] = path
  const name = stringOf(group) === undefined ? undefined : stringOf(attribute)
  const isList = change === 'asks-members' || name === 'refs' || name === 'removed_rsrc_list'
  const scalar = scalarOf(step)
  if (!isList || name === undefined || path.length !== 3 || scalar?.type !== 'int') return undefined
  const index = Number(scalar.value)
  return index < -1 ? undefined : { index, whole: path.slice(0, 2) }
}

/** A whole number as it selects from a list; negative ones count from the end, which no name does, and a string finds nothing. */
function indexOf(node: Node): string | undefined {
  const scalar = scalarOf(node)
  return scalar?.type === 'int' && Number(scalar.value) >= 0 ? String(scalar.value) : undefined
}
