/** Which locations of a template name things of a cloud, and which parameters do nothing else. */
import {
  callOf,
  declarations,
  type Entry,
  itemsOf,
  type Mapping,
  mapOf,
  type Node,
  nameOf,
  readValue,
  type Scalar,
  scalarOf,
  valueOf,
} from '../../src/engine/authoring/authoring.ts'
import { type NamedThing, namedThing, propertySchema } from '../../src/heat/cloud-names.ts'
import type { PropertySchema } from '../../src/heat/facts/resource-types.ts'
import { type ParameterRead, parameterRead } from '../../src/heat/reads.ts'
import { forEachNode, someNode } from '../../src/heat/walk.ts'
import { mapDefinitions, typeOf } from '../hot/definitions.ts'

/** A string of the template that names something. */
export interface NameLocation {
  readonly thing: NamedThing
  /** The value, or the key of a mapping in which something is looked up by such a name. */
  readonly at: Scalar
}

/** What a template says about the cloud by name. */
export interface NameUses {
  readonly locations: readonly NameLocation[]
  /** Parameters that name one kind of thing and are used for nothing else. */
  readonly parameters: ReadonlyMap<string, NamedThing>
  /** Parameters that name something, used for something else, too: where, and the names that they have themselves. */
  readonly mixed: ReadonlyMap<string, { readonly at: Node; readonly locations: readonly NameLocation[] }>
}

export function nameUsesIn(root: Mapping): NameUses {
  const search = new Search(root)
  return search.result()
}

class Search {
  readonly #root: Mapping
  readonly #parameters: ReadonlyMap<string, Mapping>
  readonly #questions: ReadonlyMap<Node, ParameterRead>
  /** Questions whose value names something. */
  readonly #naming = new Map<Node, NamedThing>()
  readonly #locations = new Map<Scalar, NamedThing>()

  constructor(root: Mapping) {
    this.#root = root
    this.#parameters = declarations(root).parameters
    this.#questions = new Map(questionsIn(root).map((one) => [one.call, one]))
    mapDefinitions(root, (definition) => {
      this.#definition(definition)
      return definition
    })
  }

  result(): NameUses {
    const mixed = new Map<string, { readonly at: Node; readonly locations: readonly NameLocation[] }>()
    const { pure: parameters, others } = this.#parametersThatName()
    for (const [name, thing] of parameters)
      for (const { at } of this.#declared(name, thing)) this.#locations.set(at, thing)
    for (const [name, { at, thing }] of others)
      mixed.set(name, { at, locations: this.#declared(name, thing) })
    for (const [node, thing] of this.#naming) {
      const question = this.#questions.get(node)
      if (question !== undefined && question.path.length > 0) this.#leaves(question, thing)
    }
    this.#keys(parameters)
    this.#comparisons(parameters)
    const locations = [...this.#locations].map(([at, thing]) => ({ at, thing }))
    return { locations, parameters, mixed }
  }

  #definition(definition: Mapping): void {
    const type = typeOf(definition)
    for (const one of mapOf(readValue(definition, 'properties'))?.entries ?? []) {
      const name = nameOf(one) ?? ''
      const schema = propertySchema(type, name)
      if (schema !== undefined) this.#value(name, schema, one.value)
    }
  }

  /** Goes down a value beside its schema. */
  #value(name: string, schema: PropertySchema, value: Node): void {
    const thing = namedThing(name, schema)
    if (thing !== undefined) this.#named(value, thing)
    if (value.kind === 'seq' && schema.items !== undefined)
      for (const item of value.items) this.#value(name, schema.items, item)
    if (value.kind !== 'map' || schema.schema === undefined || callOf(value)?.name === 'if') return
    for (const one of value.entries) {
      const part = Object.hasOwn(schema.schema, nameOf(one) ?? '')
        ? schema.schema[nameOf(one) ?? '']
        : undefined
      if (part !== undefined) this.#value(nameOf(one) ?? '', part, one.value)
    }
  }

  #named(value: Node, thing: NamedThing): void {
    const scalar = plainString(value)
    if (scalar !== undefined) this.#locations.set(scalar, thing)
    const call = callOf(value)
    if (call?.name === 'get_param') this.#naming.set(value, thing)
    if (call?.name !== 'if') return
    for (const branch of itemsOf(call.argument).slice(1)) this.#named(branch, thing)
  }

  /** A parameter is pure if each question for it names the same kind of thing, or looks something up by it. */
  #parametersThatName() {
    const others = new Map<string, { readonly at: Node; readonly thing: NamedThing }>()
    const things = new Map<string, NamedThing>()
    for (const [node, thing] of this.#naming) {
      const question = this.#questions.get(node)
      if (question !== undefined && question.path.length === 0) things.set(question.name, thing)
    }
    const harmless = this.#harmless()
    for (const { call: node, name: parameter, path: steps } of this.#questions.values()) {
      const thing = things.get(parameter)
      if (thing === undefined) continue
      const same = this.#naming.get(node)
      const isNaming = same?.section === thing.section && same.constraint === thing.constraint
      if (steps.length > 0 || (!isNaming && !harmless.has(node))) others.set(parameter, { at: node, thing })
    }
    return { pure: new Map([...things].filter(([name]) => !others.has(name))), others }
  }

  /** Questions that are steps of others, or one side of a comparison with a string: these follow the names. */
  #harmless(): ReadonlySet<Node> {
    const found = new Set<Node>()
    for (const { path } of this.#questions.values()) for (const step of path) found.add(step)
    for (const [one, other] of comparisonsIn(this.#root)) {
      if (plainString(other) !== undefined) found.add(one)
      if (plainString(one) !== undefined) found.add(other)
    }
    return found
  }

  /** The default and the allowed values of a parameter. */
  #declared(name: string, thing: NamedThing): readonly NameLocation[] {
    const declared = this.#parameters.get(name)
    const constraints = itemsOf(readValue(declared, 'constraints'))
    const allowed = constraints.flatMap((one) =>
      itemsOf(one.kind === 'map' ? valueOf(one, 'allowed_values') : undefined),
    )
    return [readValue(declared, 'default'), ...allowed].flatMap((node) => {
      const at = plainString(node)
      return at === undefined ? [] : [{ at, thing }]
    })
  }

  /** The strings to which a path into the default of a parameter may lead. */
  #leaves({ name: parameter, path }: ParameterRead, thing: NamedThing): void {
    for (const node of this.#reached(parameter, path)) {
      const leaf = plainString(node)
      if (leaf !== undefined && !this.#isReachedOtherwise(parameter, leaf)) this.#locations.set(leaf, thing)
    }
  }

  #isReachedOtherwise(parameter: string, leaf: Scalar): boolean {
    return [...this.#questions.values()].some(
      (one) =>
        one.name === parameter &&
        !this.#naming.has(one.call) &&
        this.#reached(parameter, one.path).some((node) => someNode(node, (one) => one === leaf)),
    )
  }

  #reached(parameter: string, steps: readonly Node[]): readonly Node[] {
    const preset = readValue(this.#parameters.get(parameter), 'default')
    return steps.reduce<readonly Node[]>(
      (nodes, step) => nodes.flatMap((node) => stepped(node, step)),
      preset === undefined ? [] : [preset],
    )
  }

  /** The keys of a mapping in which is looked up by a pure parameter alone. */
  #keys(pure: ReadonlyMap<string, NamedThing>): void {
    const others = new Set<Scalar>()
    const keys = new Map<Scalar, NamedThing>()
    for (const { name: parameter, path: steps } of this.#questions.values())
      for (const [index, step] of steps.entries()) {
        const by = this.#questions.get(step)
        const thing = by !== undefined && by.path.length === 0 ? pure.get(by.name) : undefined
        for (const map of this.#reached(parameter, steps.slice(0, index)))
          for (const one of mapOf(map)?.entries ?? []) {
            const key = scalarOf(one.key)
            if (key === undefined) continue
            if (thing === undefined && plainString(step) === undefined) others.add(key)
            else if (thing !== undefined) keys.set(key, thing)
          }
        const literal = plainString(step)
        if (literal !== undefined)
          this.#literalStep(literal, this.#reached(parameter, steps.slice(0, index)), keys)
      }
    for (const [key, thing] of keys) if (!others.has(key)) this.#locations.set(key, thing)
  }

  /** A step that is written out follows the key that it names. */
  #literalStep(step: Scalar, maps: readonly Node[], keys: ReadonlyMap<Scalar, NamedThing>): void {
    for (const map of maps)
      for (const one of mapOf(map)?.entries ?? []) {
        const key = scalarOf(one.key)
        const thing = key === undefined ? undefined : keys.get(key)
        if (thing !== undefined && key?.value === step.value) this.#locations.set(step, thing)
      }
  }

  #comparisons(pure: ReadonlyMap<string, NamedThing>): void {
    for (const [one, other] of comparisonsIn(this.#root))
      for (const [asked, literal] of [
        [one, other],
        [other, one],
      ] as const) {
        const question = this.#questions.get(asked)
        const thing = question?.path.length === 0 ? pure.get(question.name) : undefined
        const value = plainString(literal)
        if (thing !== undefined && value !== undefined) this.#locations.set(value, thing)
      }
  }
}

/** A string that stands here for itself alone. */
function plainString(node: Node | undefined): Scalar | undefined {
  return node?.kind === 'scalar' && node.anchor === undefined && typeof node.value === 'string'
    ? node
    : undefined
}

function stepped(node: Node, step: Node): readonly Node[] {
  const literal = scalarOf(step)
  if (node.kind === 'map')
    return node.entries.flatMap((one: Entry) =>
      literal === undefined || nameOf(one) === String(literal.value) ? [one.value] : [],
    )
  if (node.kind !== 'seq') return []
  const item = literal === undefined ? undefined : node.items[Number(literal.value)]
  return literal === undefined ? node.items : item === undefined ? [] : [item]
}

function questionsIn(root: Mapping): readonly ParameterRead[] {
  const found: ParameterRead[] = []
  forEachNode(root, (node) => {
    // What an alias brings in is met where its anchor stands.
    const read = callOf(node) === undefined ? undefined : parameterRead(node)
    if (read !== undefined) found.push(read)
  })
  return found
}

function comparisonsIn(root: Mapping): readonly (readonly [Node, Node])[] {
  const found: (readonly [Node, Node])[] = []
  forEachNode(root, (node) => {
    const call = callOf(node)
    const [one, other] = call?.name === 'equals' ? itemsOf(call.argument) : []
    if (one !== undefined && other !== undefined) found.push([one, other])
  })
  return found
}
