import {
  type Call,
  declarations,
  hasFunction,
  listOf,
  type Node,
  type Refusal,
  readValue,
  rewriteTemplate,
  scalarOf,
  string,
  stringOf,
  type Template,
  type TemplateContext,
  type TemplateScope,
  withArgument,
  withItems,
} from '../../../src/engine/authoring.ts'
import { selectByYaql } from '../../../src/heat/functions/yaql-selection.ts'
import { namesMembers, type PathChange, pathChange } from '../../../src/heat/group-types.ts'
import { callSites } from '../../../src/heat/values.ts'
import { features } from '../../../src/heat/versions.ts'

const since = features.attributePaths

export const groupAttributePaths = rewriteTemplate(
  {
    title: 'Name the member that a path into a group selects',
    description:
      'Reports `get_attr` with a path on groups and nested templates, where the path means something else from 2014-10-16 on, and names the member on request.',
    references: [
      'heat/engine/hot/functions.py: GetAttThenSelect, GetAtt',
      'heat/engine/resources/openstack/heat/resource_group.py: get_attribute',
    ],
    safety: 'lossy',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    calls: ['get_attr'],
    gaining: 'attributePaths',
  },
  (scope) => {
    const { template, root, mapCalls, report } = scope
    for (const { call, at, reach } of callSites(root)) {
      const found = reach === 'alias' && call.name === 'get_attr' ? affected(call, template) : undefined
      if (found !== undefined) report('anchor-edit', at, `${found.why}; write the call out`)
    }
    const instead = (call: Call) => {
      const found = affected(call, template)
      // What names a member and was not read is what another selection has become: it is meant so.
      const isMade = found?.change === 'names-member' && call.node.start === undefined
      return found === undefined || isMade ? undefined : rewritten(call, found, scope)
    }
    return mapCalls(instead)
  },
)

interface Affected {
  readonly type: string
  readonly change: PathChange
  readonly why: string
}

/** What becomes of a `get_attr` whose path may mean something else; undefined where it certainly does not. */
function affected(call: Call, template: Template): Affected | undefined {
  const path = listOf(call.argument)?.items
  if (path === undefined || path.length < 3) return undefined
  const [resource, attribute] = path.map((item) => stringOf(item))
  for (const type of typesOf(resource, template)) {
    const change = pathChange(type, attribute)
    if (type === undefined || change === 'same' || change === 'was-an-error') continue
    const what = attribute === undefined ? 'a computed attribute' : `"${attribute}"`
    return { type, change, why: `from ${since} on, ${what} of ${type} ${meanings[change]}` }
  }
  return undefined
}

const meanings = {
  'asks-members': 'takes what follows it as a path into every member',
  'ignores-path': 'gives everything, whatever path follows it',
  'names-member': 'asks the member for the path, which gave nothing before',
} as const satisfies Partial<Record<PathChange, string>>

/** The types that a resource may have: of all resources where its name is computed. */
function typesOf(name: string | undefined, template: Template): readonly (string | undefined)[] {
  const { resources } = declarations(template.root)
  const concerned = name === undefined ? [...resources.values()] : [resources.get(name)]
  return concerned.map((node) => stringOf(readValue(node, 'type')))
}

/** What can be done on request; undefined where nothing says it in the newer version. */
function remedy(
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

/** `resource.NAME` in the place of an item. */
function member(name: string, location: Node): Node {
  return string(`resource.${name}`, { for: location })
}

/** A literal text in the place of another item, whose comments stay where they are. */
function movedTo(location: Node, item: Node): Node {
  const style = item.kind === 'scalar' ? item.style : undefined
  return string(stringOf(item) ?? '', { for: location, style })
}

/** The list that a whole number selects from, and the number; what `yaql` can select as well. */
function selection(
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

/** Lets `yaql` select where the user accepts it, and asks for that where nothing else would do. */
function byYaql(
  call: Call,
  found: Affected,
  way: 'only' | 'other',
  context: TemplateContext,
): Node | undefined {
  const argument = listOf(call.argument)
  const selected = argument === undefined ? undefined : selection(found, argument.items)
  if (argument === undefined || selected === undefined || !hasFunction(context.target, 'yaql'))
    return undefined
  if (call.argument.kind === 'alias' || (way === 'other' && !context.isAccepted('select-by-yaql')))
    return undefined
  if (!context.accepts('select-by-yaql', call.node, found.why)) return call.node
  context.change(call.node, `Let yaql select item ${selected.index}`)
  const list = withArgument(call, withItems(argument, selected.whole))
  return selectByYaql(list, { index: selected.index, otherwise: null }, call.node)
}

function rewritten(call: Call, found: Affected, scope: TemplateScope): Node | Refusal | undefined {
  const argument = listOf(call.argument)
  const path = argument === undefined ? undefined : remedy(found, argument.items)
  const selected = byYaql(call, found, path === undefined ? 'only' : 'other', scope)
  if (selected !== undefined) return selected
  if (path === undefined || argument === undefined) {
    const help = 'Only the declared version says this.'
    return scope.refuse('group-attribute-path', found.why, { at: call.node, help })
  }
  if (!scope.accepts('group-attribute-path', call.node, found.why) || path === 'new-meaning') return undefined
  if (call.argument.kind === 'alias') {
    return scope.refuse('anchor-edit', 'the arguments are an alias; write them out', { at: call.node })
  }
  scope.change(call.node, `Name the member ${stringOf(path[1])}`)
  return withArgument(call, withItems(argument, path))
}

/** A whole number as it selects from a list; negative ones count from the end, which no name does, and a text finds nothing. */
function indexOf(node: Node): string | undefined {
  const scalar = scalarOf(node)
  return scalar?.type === 'int' && Number(scalar.value) >= 0 ? String(scalar.value) : undefined
}
