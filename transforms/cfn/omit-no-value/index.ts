import {
  type Call,
  callOf,
  callRead,
  declarations,
  entry,
  hasFunction,
  inPlaceOf,
  isMerge,
  itemsOf,
  list,
  listOf,
  mapEntries,
  mapOf,
  mapping,
  type Node,
  nameOf,
  nothing,
  parsedNode,
  resolved,
  rewriteTemplate,
  stringOf,
  type TemplateScope,
  valueOf,
  versionsWith,
  withArgument,
  withItems,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'
import { isTemplateReference, resourceTypeFacts } from '../../../src/heat/resource-types.ts'

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
    keeps: 'meaning of the chain',
    kinds: 'cfn',
    mentions: 'AWS::NoValue',
    reads: 'all',
  },
  (scope) => {
    const { root, mapValues } = scope
    const own = ownOperands(scope)
    const tops = propertyMaps(root)
    return mapValues((node) => {
      const condition = callOf(node)
      if (condition?.name === 'Fn::If') return withoutNothing(condition)
      // What a function is given cannot be left out.
      if ((condition !== undefined && isCfnName(condition.name)) || own.has(parsedNode(node))) return node
      if (node.kind === 'map') return inMapping(node, tops.get(parsedNode(node)), scope)
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

/** What reads a mapping in which Heat resolves no function of its own: the properties of a type, or something else. */
interface Owner {
  /** Undefined where it is no properties, or no one type's. */
  readonly type: string | undefined
}

/** The mappings under `Properties` and `UpdatePolicy`, where Heat wants a mapping and resolves no function. */
function propertyMaps(root: MapNode): ReadonlyMap<Node | undefined, Owner> {
  const found = new Map<Node | undefined, Owner>()
  for (const resource of declarations(root).resources.values()) {
    const type = stringOf(valueOf(resource, 'Type'))
    for (const one of mapOf(resource)?.entries ?? []) {
      const isProperties = nameOf(one) === 'Properties'
      if (!isProperties && nameOf(one) !== 'UpdatePolicy') continue
      const map = parsedNode(resolved(one.value))
      const isShared = found.has(map) && found.get(map)?.type !== type
      found.set(map, { type: isProperties && !isShared ? type : undefined })
    }
  }
  return found
}

function isNoValue(node: Node): boolean {
  const ref = callRead(node)
  return ref?.name === 'Ref' && stringOf(ref.argument) === 'AWS::NoValue'
}

/** `[c, NoValue, NoValue]` → NoValue. */
function withoutNothing({ argument, node }: Call): Node {
  const [, whenTrue, whenFalse, ...more] = itemsOf(argument)
  const isNothing =
    whenTrue !== undefined && whenFalse !== undefined && isNoValue(whenTrue) && isNoValue(whenFalse)
  return isNothing && more.length === 0 ? whenTrue : node
}

/** Whether a value is `Fn::If` that may come to AWS::NoValue, through however many of its kind. */
function isOptional(node: Node): boolean {
  const condition = callRead(node)
  const items = itemsOf(condition?.argument)
  if (condition?.name !== 'Fn::If' || items.length !== 3) return false
  return items.slice(1).some((branch) => isNoValue(branch) || isOptional(branch))
}

/** The first AWS::NoValue in an optional value: what is left of it is reported there. */
function noValueIn(node: Node): Node {
  const branches = itemsOf(callRead(node)?.argument).slice(1)
  const inner = branches.find((one) => isNoValue(one) || isOptional(one))
  return inner === undefined ? node : noValueIn(inner)
}

/** The choice with each value wrapped by a function, and with something else instead of AWS::NoValue. */
function chosen(node: Node, wrap: (value: Node) => Node, empty: (at: Node) => Node): Node {
  if (isNoValue(node)) return empty(node)
  const condition = callRead(node)
  const args = listOf(condition?.argument)
  if (condition === undefined || args === undefined || !isOptional(node)) return wrap(node)
  const [test, ...branches] = args.items
  const items = [test as Node, ...branches.map((one) => chosen(one, wrap, empty))]
  return withArgument(condition, withItems(args, items))
}

/** A list or mapping around a value, with the comments around it; lines of its own have theirs. */
function wrapped(whole: Node, value: Node): Node {
  return value.kind === 'scalar' ? inPlaceOf(whole, value) : whole
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
        (value) => wrapped(list([value]), value),
        (at) => list([], { for: at, style: 'flow' }),
      ),
    )
  }
  endPlain()
  return mapping([entry('list_concat', list(parts))], { for: node })
}

function inMapping(node: MapNode, owner: Owner | undefined, scope: TemplateScope): Node {
  const rest = mapEntries(node, (one) => {
    if (isMerge(one) || !isNoValue(one.value)) return one
    scope.change(one.value, 'Leave out AWS::NoValue')
    return undefined
  })
  const optional = rest.entries.filter((one) => !isMerge(one) && isOptional(one.value))
  const [first] = optional
  if (first === undefined) return rest
  if (owner !== undefined)
    return mapEntries(rest, (one) => (isOptional(one.value) ? nullable(one, owner, scope) : one))
  if (rest.entries.some(isMerge)) {
    scope.report('anchor-edit', noValueIn(first.value), 'Fn::If with AWS::NoValue beside merged entries')
    return rest
  }
  if (!canSay('map_merge', first.value, scope)) return rest
  scope.change(first.value, 'Write Fn::If with AWS::NoValue by map_merge')
  const plain = rest.entries.filter((one) => !optional.includes(one))
  const parts = optional.map((one) =>
    chosen(
      one.value,
      (value) => wrapped(mapping([entry(one.key, value, { for: one })]), value),
      (at) => inPlaceOf(mapping([], { style: 'flow' }), at),
    ),
  )
  const all = plain.length === 0 ? parts : [mapping(plain), ...parts]
  return mapping([entry('map_merge', list(all))], { for: node })
}

/**
 * Heat takes null for the default of a property, and where there is none for an empty value of its type, which is another
 * thing than no value. Nothing is known of types and properties that Heat does not have, and no stack is made of them.
 */
function nullable(
  one: MapNode['entries'][number],
  { type }: Owner,
  scope: TemplateScope,
): MapNode['entries'][number] {
  const [name, at] = [nameOf(one) ?? '', noValueIn(one.value)]
  const what = `"${name}" becomes null instead of absent`
  if (type !== undefined && !isKnown(type, name))
    scope.report('null-for-absent', at, `${what} (Heat has no such property of ${type})`)
  else if (hasDefault(type, name))
    scope.report('null-is-default', at, `${what}; Heat uses the default for both`)
  else if (!scope.accepts('no-value-null', at, `HOT cannot omit "${name}" conditionally; it becomes null`))
    return one
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

/** Nothing is known of what other templates make of null, so that these count as known. */
function isKnown(type: string, property: string): boolean {
  return isTemplateReference(type) || resourceTypeFacts(type)?.properties.has(property) === true
}

/** `Property.get_value` gives the default for null, which is what a property that is not there has, too. */
function hasDefault(type: string | undefined, property: string): boolean {
  const facts = type === undefined ? undefined : resourceTypeFacts(type)
  return facts?.schema.properties?.[property]?.default !== undefined
}

function canSay(name: 'list_concat' | 'map_merge', at: Node, { target, report }: TemplateScope): boolean {
  if (hasFunction(target, name) && hasFunction(target, 'if')) return true
  const since = versionsWith(name).find((version) => hasFunction(version, 'if'))
  report(
    'version-too-old',
    noValueIn(at),
    `Fn::If with AWS::NoValue requires heat_template_version ${since} here`,
  )
  return false
}
