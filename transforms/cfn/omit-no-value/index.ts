import {
  type Call,
  callOf,
  entry,
  hasFunction,
  isMerge,
  list,
  mapEntries,
  mapping,
  type Node,
  nameOf,
  nothing,
  parsedNode,
  resolved,
  rewriteTemplate,
  seqOf,
  type TemplateScope,
  textOf,
  versionsWith,
  withEntries,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'

export const omitNoValue = rewriteTemplate(
  {
    title: 'Leave out what AWS::NoValue removes',
    description:
      'Leaves out properties and items that are `AWS::NoValue`, and writes `Fn::If` with it as a choice between a list or mapping and an empty one.',
    references: [
      'AWS CloudFormation User Guide, Pseudo parameters reference',
      'heat/engine/hot/functions.py: ListConcat, MapMerge, If',
      'heat/engine/properties.py: Property.get_value',
    ],
    safety: 'review',
    kinds: 'cfn',
    mentions: 'AWS::NoValue',
  },
  (scope) => {
    const { root, mapValues } = scope
    const own = ownOperands(scope)
    const tops = propertiesOf(root)
    return mapValues((node) => {
      const condition = callOf(node)
      if (condition?.name === 'Fn::If') return withoutNothing(condition)
      // What a function is given cannot be left out.
      if ((condition !== undefined && isCfnName(condition.name)) || own.has(parsedNode(node))) return node
      if (node.kind === 'map') return inMapping(node, tops.has(parsedNode(node)), scope)
      return node.kind === 'seq' ? inList(node, scope) : node
    })
  },
)

type MapNode = Extract<Node, { kind: 'map' }>
type ListNode = Extract<Node, { kind: 'seq' }>

/** The lists and mappings that are the arguments of functions: their items are operands, not values of their own. */
function ownOperands({ mapValues }: TemplateScope): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  mapValues((node) => {
    const call = callOf(node)
    if (call !== undefined && isCfnName(call.name)) found.add(parsedNode(resolved(call.argument)))
    return node
  })
  return found
}

/** The mappings under `Properties` and `UpdatePolicy`, where Heat wants a mapping and resolves no function. */
function propertiesOf(root: MapNode): ReadonlySet<Node | undefined> {
  const resources = root.entries.filter((one) => nameOf(one) === 'Resources').map(({ value }) => value)
  const parts = resources.flatMap((one) => (one.kind === 'map' ? one.entries.map(({ value }) => value) : []))
  return new Set(
    parts.flatMap((part) =>
      part.kind === 'map'
        ? part.entries
            .filter((one) => ['Properties', 'UpdatePolicy'].includes(nameOf(one) ?? ''))
            .map(({ value }) => parsedNode(resolved(value)))
        : [],
    ),
  )
}

function isNoValue(node: Node): boolean {
  const ref = callOf(node)
  return ref?.name === 'Ref' && textOf(ref.argument) === 'AWS::NoValue'
}

/** `[c, NoValue, NoValue]` → NoValue. */
function withoutNothing({ argument, node }: Call): Node {
  const [, whenTrue, whenFalse, ...more] = seqOf(argument)?.items ?? []
  const isNothing =
    whenTrue !== undefined && whenFalse !== undefined && isNoValue(whenTrue) && isNoValue(whenFalse)
  return isNothing && more.length === 0 ? whenTrue : node
}

/** Whether a value is `Fn::If` that may come to AWS::NoValue, through however many of its kind. */
function isOptional(node: Node): boolean {
  const condition = callOf(node)
  const items = seqOf(condition?.argument)?.items ?? []
  if (condition?.name !== 'Fn::If' || items.length !== 3) return false
  return items.slice(1).some((branch) => isNoValue(branch) || isOptional(branch))
}

/** The first AWS::NoValue in an optional value: what is left of it is reported there. */
function noValueIn(node: Node): Node {
  const branches = seqOf(callOf(node)?.argument)?.items.slice(1) ?? []
  const inner = branches.find((one) => isNoValue(one) || isOptional(one))
  return inner === undefined ? node : noValueIn(inner)
}

/** The choice with each value wrapped by a function, and with something else in place of AWS::NoValue. */
function chosen(node: Node, wrap: (value: Node) => Node, empty: (at: Node) => Node): Node {
  if (isNoValue(node)) return empty(node)
  const condition = callOf(node)
  const args = seqOf(condition?.argument)
  if (condition === undefined || args === undefined || !isOptional(node)) return wrap(node)
  const [test, ...branches] = args.items
  const items = [test as Node, ...branches.map((one) => chosen(one, wrap, empty))]
  return withEntries(condition.node, [withValue(condition.entry, withItems(args, items))])
}

function inList(node: ListNode, scope: TemplateScope): Node {
  const left = node.items.filter((item) => !isNoValue(item))
  if (left.length < node.items.length) scope.change(node, 'Leave out AWS::NoValue')
  const rest = withItems(node, left)
  const first = left.find(isOptional)
  if (first === undefined || !canSay('list_concat', first, scope)) return rest
  scope.change(first, 'Write Fn::If with AWS::NoValue by list_concat')
  const parts: Node[] = []
  let plain: Node[] = []
  const endPlain = () => {
    if (plain.length > 0) parts.push(list(plain))
    plain = []
  }
  for (const item of left) {
    if (!isOptional(item)) {
      plain.push(item)
      continue
    }
    endPlain()
    parts.push(
      chosen(
        item,
        (value) => list([value]),
        (at) => list([], { for: at, style: 'flow' }),
      ),
    )
  }
  endPlain()
  return mapping([entry('list_concat', list(parts))], { for: node })
}

function inMapping(node: MapNode, isTop: boolean, scope: TemplateScope): Node {
  const rest = mapEntries(node, (one) => {
    if (!isNoValue(one.value)) return one
    scope.change(one.value, 'Leave out AWS::NoValue')
    return undefined
  })
  const optional = rest.entries.filter((one) => isOptional(one.value))
  const [first] = optional
  if (first === undefined) return rest
  if (isTop) return mapEntries(rest, (one) => (isOptional(one.value) ? nullable(one, scope) : one))
  if (rest.entries.some(isMerge)) {
    scope.report(
      'anchor-edit',
      noValueIn(first.value),
      'Fn::If with AWS::NoValue stands beside merged entries',
    )
    return rest
  }
  if (!canSay('map_merge', first.value, scope)) return rest
  scope.change(first.value, 'Write Fn::If with AWS::NoValue by map_merge')
  const plain = rest.entries.filter((one) => !optional.includes(one))
  const parts = optional.map((one) =>
    chosen(
      one.value,
      (value) => mapping([entry(one.key, value, { for: one })]),
      (at) => mapping([], { for: at, style: 'flow' }),
    ),
  )
  const all = plain.length === 0 ? parts : [mapping(plain), ...parts]
  return mapping([entry('map_merge', list(all))], { for: node })
}

/** Heat takes null for an empty value of the property's type; where that is wanted, it is as near as HOT comes. */
function nullable(one: MapNode['entries'][number], scope: TemplateScope): MapNode['entries'][number] {
  const what = `the property "${nameOf(one)}" cannot be left out by a condition`
  if (!scope.accepts('no-value-null', noValueIn(one.value), what)) return one
  scope.change(one.value, 'Write null for AWS::NoValue')
  return withValue(
    one,
    chosen(
      one.value,
      (value) => value,
      (at) => nothing({ for: at }),
    ),
  )
}

function canSay(name: 'list_concat' | 'map_merge', at: Node, { target, report }: TemplateScope): boolean {
  if (hasFunction(target, name) && hasFunction(target, 'if')) return true
  const since = versionsWith(name).find((version) => hasFunction(version, 'if'))
  report(
    'version-too-old',
    noValueIn(at),
    `Fn::If with AWS::NoValue needs heat_template_version ${since} here`,
  )
  return false
}
