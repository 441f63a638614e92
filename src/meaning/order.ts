/**
 * Who sees the order of maps: a function that lists their entries (`repeat`, `yaql`, the query of `make_url`,
 * `MemberListToMap`; heat/engine/hot/functions.py, heat/engine/cfn/functions.py). To all others, and to what Heat
 * builds, it is no part of a value.
 */
import type { Node } from '../text/document/node.ts'
import type { Both, NestedTemplate, Side } from './side.ts'

const listingFunctions: ReadonlySet<string> = new Set(['repeat', 'yaql', 'make_url', 'Fn::MemberListToMap'])
const parameterFunctions: ReadonlySet<string> = new Set(['get_param', 'Ref'])
/** Their results may hold any map that is elsewhere. */
const attributeFunctions: ReadonlySet<string> = new Set([
  'get_attr',
  'Fn::GetAtt',
  'resource_facade',
  'Fn::ResourceFacade',
])

/** What the functions of one template list. */
interface ListedNames {
  readonly parameters: ReadonlySet<string>
  /** Attributes, or parameters whose names are not literal. */
  readonly others: boolean
}

const known = new WeakMap<Node, ListedNames>()

function listedIn(root: Node): ListedNames {
  let listed = known.get(root)
  if (listed === undefined) {
    const parameters = new Set<string>()
    listed = { parameters, others: collect(root, parameters, false, new Set()) }
    known.set(root, listed)
  }
  return listed
}

/** @returns whether more than parameters may be listed */
function collect(node: Node, parameters: Set<string>, inside: boolean, seen: Set<Node>): boolean {
  if (node.kind === 'scalar') return false
  if (node.kind === 'alias') {
    // An anchored value is visited at its anchor; inside of a listing function it is visited again, once.
    if (!inside || seen.has(node.target)) return false
    seen.add(node.target)
    return collect(node.target, parameters, inside, seen)
  }
  if (node.kind === 'seq')
    return node.items.map((item) => collect(item, parameters, inside, seen)).includes(true)
  const [only] = node.entries.length === 1 ? node.entries : []
  const name = only?.key.kind === 'scalar' ? String(only.key.value) : ''
  if (only !== undefined && inside && attributeFunctions.has(name)) return true
  if (only !== undefined && inside && parameterFunctions.has(name)) {
    const first = only.value.kind === 'seq' ? only.value.items[0] : only.value
    if (first?.kind !== 'scalar') return true
    parameters.add(String(first.value))
  }
  const isListing = inside || listingFunctions.has(name)
  return node.entries.map(({ value }) => collect(value, parameters, isListing, seen)).includes(true)
}

/** What sees the order of maps in a pair of templates, and in all of the two stacks to which they belong. */
export class Order {
  readonly #templates: Both<NestedTemplate>
  readonly #stacks: Both<Side>

  constructor(stacks: Both<Side>, templates: Both<NestedTemplate> = stacks) {
    this.#stacks = stacks
    this.#templates = templates
  }

  /** The same for a pair of nested templates. */
  of(templates: Both<NestedTemplate>): Order {
    return new Order(this.#stacks, templates)
  }

  /** Whether a function may list a map that a parameter holds, by itself or as what a resource was given. */
  seesParameter(name: string): boolean {
    const { before, after } = this.#templates
    return [before, after].some(({ root }) => listedIn(root).parameters.has(name)) || this.seesBuilt()
  }

  /** Whether a function may list what a resource or an output holds. */
  seesBuilt(): boolean {
    const { before, after } = this.#stacks
    return [before, after].some((stack) =>
      [stack, ...(stack.nested?.values() ?? [])].some(({ root }) => listedIn(root).others),
    )
  }
}

export const reordered = 'the entries of a map stand in another order, and a function may list them'
