/** A HOT template in the making: what the components of a blueprint add to it. */

import { callOf } from '../../../heat/calls.ts'
import { isSlip } from '../../../heat/near-names.ts'
import { resourceTypeFacts } from '../../../heat/resource-types.ts'
import { type HotVersion, hasFunction } from '../../../heat/versions.ts'
import { entry, mapping } from '../../../text/document/build.ts'
import { type Data, type DataMap, data, fromData } from '../../../text/document/from-data.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved } from '../../../text/document/read.ts'
import { defined } from '../../../text/document/records.ts'
import type { Blueprint, Component, Requirement } from '../model.ts'
import type { BlueprintOptions } from '../options.ts'
import { meantRequirement } from '../vocabulary.ts'

export type LoweringCode =
  | 'blueprint-parameter'
  | 'blueprint-provider'
  | 'blueprint-loss'
  | 'blueprint-incomplete'
  | 'blueprint-misspelt'
  | 'blueprint-denied'
  | 'blueprint-generated-id'
  | 'data-becomes-call'

export interface LoweringFinding {
  readonly code: LoweringCode
  readonly at: Node | Entry
  readonly message: string
}

export interface NewParameter {
  readonly type: 'string' | 'number'
  /** @param owner the component that it is for */
  readonly description: (owner: string) => string
  readonly constraint?: string
  readonly default?: string
}

type Description = NewParameter['description']

/** A parameter that takes a number. */
export function ofNumber(description: Description): NewParameter {
  return { type: 'number', description }
}

/** A parameter that takes the name of something that is there; `constraint` checks that. */
export function ofExisting(constraint: string, description: Description, standard?: string): NewParameter {
  return { type: 'string', description, constraint, ...defined({ default: standard }) }
}

/** A parameter with what its name is made of: who it is for, where it is for one component, and what it says. */
interface DeclaredParameter extends NewParameter {
  readonly owner: string | undefined
  readonly what: string
  /** The requirement that it is made of. */
  readonly from?: Node | Entry
}

/** What is common to all templates of one blueprint. */
export interface Making {
  readonly blueprint: Blueprint
  /** Its components by their ids. */
  readonly components: ReadonlyMap<string, Component>
  /** The name of the blueprint's file without its ending. */
  readonly base: string
  /** The version whose functions the new templates use. */
  readonly version: HotVersion
  /** What `heat_template_version` says: the version, or the release by which the user named it. */
  readonly versionText: string
  readonly options: BlueprintOptions
  /** The path of the archive that the blueprint's file is in, with a final `/`. */
  readonly archive?: string | undefined
}

/** All that the making of a template needs beside the blueprint. */
export function makingOf(blueprint: Blueprint, rest: Omit<Making, 'blueprint' | 'components'>): Making {
  return { blueprint, components: new Map(blueprint.components.map((one) => [one.id, one])), ...rest }
}

/** What exists already. */
export interface Existing {
  /** The resource of the outermost template. */
  readonly name: string
  readonly type: string
  readonly id: string
}

export class LoweringScope {
  readonly making: Making
  /** The template that this one is nested in. */
  readonly outer: LoweringScope | undefined
  readonly nested = new Map<string, Mapping>()
  readonly types: { readonly type: string; readonly at: Node | Entry }[] = []
  readonly findings: LoweringFinding[] = []
  readonly parameters = new Map<string, DeclaredParameter>()
  /** What the template outside passes for a parameter, because it is about a resource there. */
  readonly passed = new Map<string, Data>()
  /** The parts that something has been made of. */
  readonly parts: Set<string>
  /** The entries whose comments go along with something. */
  readonly claimed = new Set<Entry>()
  /** By its URL, what exists already and has a resource here. */
  readonly existing = new Map<string, Existing>()
  readonly #resources: Entry[] = []
  readonly #names: Names

  constructor(making: Making, outer?: LoweringScope) {
    this.making = making
    this.outer = outer
    this.parts = outer?.parts ?? new Set()
    const ids = making.blueprint.components.map(({ id }) => id)
    this.#names = new Names(outer === undefined ? ids.filter(isResourceName) : ['server', 'member'])
  }

  get blueprint(): Blueprint {
    return this.making.blueprint
  }

  /** The template that the blueprint itself becomes. */
  get outermost(): LoweringScope {
    return this.outer?.outermost ?? this
  }

  report(code: LoweringCode, at: Node | Entry, message: string): void {
    this.findings.push({ code, at, message })
  }

  /** Reports what HOT does not say. */
  lose(at: Node | Entry, message: string): void {
    this.report('blueprint-loss', at, message)
  }

  /** Reports what a component needs and the blueprint does not have. */
  lack(at: Node | Entry, message: string): void {
    this.report('blueprint-incomplete', at, message)
  }

  /** Reports the attributes of something that nothing has been made of. */
  loseAttributes(
    attributes: Iterable<readonly [name: string, at: Node | Entry]>,
    of: string,
    known: readonly string[] = [],
  ): void {
    for (const [name, at] of attributes) {
      if (known.includes(name)) continue
      const meant = known.find((one) => isSlip(name, one))
      if (meant === undefined) this.lose(at, `"${name}" of ${of} has no equivalent in HOT`)
      else this.report('blueprint-misspelt', at, `"${name}" of ${of} is unknown; did you mean "${meant}"?`)
    }
  }

  /** The name of a component's own resource, with parts behind it that of another one that it needs. */
  name(id: string, ...parts: readonly string[]): string {
    if (parts.length > 0) return this.#names.of(...[id, ...parts].map(inResourceName))
    return isResourceName(id) ? id : this.#names.of(inResourceName(id))
  }

  /** A reference to a resource of the outermost template: by a parameter, where this one is nested in it. */
  reference(name: string, what: string): Data {
    if (this.outer === undefined) return data({ get_resource: name })
    return this.taken(name, this.outer.reference(name, what), what)
  }

  /** A reference to a parameter by which the template outside passes something of its own. */
  taken(wanted: string, value: Data, what: string): Data {
    const parameter = this.#names.of(wanted)
    const facts = { owner: undefined, what: wanted, type: 'string', description: () => what } as const
    this.parameters.set(parameter, facts)
    this.passed.set(parameter, value)
    return data({ get_param: parameter })
  }

  /**
   * A reference to a parameter, declared with its first use.
   * @param from the requirement that it is made of: its comments go along
   */
  parameter(
    owner: string | undefined,
    what: string,
    parameter: NewParameter,
    at: Node | Entry,
    from?: Node | Entry,
  ): Data {
    const name = owner === undefined ? this.#names.of(what) : this.name(owner, what)
    if (!this.parameters.has(name)) {
      this.parameters.set(name, { ...parameter, owner, what, ...defined({ from }) })
      const description = parameter.description(owner ?? '')
      const message =
        parameter.default === undefined
          ? `the blueprint has no value for "${name}" (${description})`
          : `"${parameter.default}" is the default of "${name}" (${description})`
      // A nested template takes it from the template outside, which says so.
      if (this.outer === undefined) this.report('blueprint-parameter', at, message)
    }
    return data({ get_param: name })
  }

  /** Adds the resource that a component becomes, at its location and with its comments. */
  own({ id, at }: Component, type: string, properties: DataMap, dependsOn: readonly string[] = []): void {
    this.types.push({ type, at })
    const body = bodyOf(type, properties, dependsOn)
    const name = this.name(id)
    this.#resources.push(
      'key' in at
        ? entry(name, body, { for: at })
        : entry(name, mapping(body.entries, { for: at, style: 'block' })),
    )
  }

  /**
   * A resource that a component or one of its requirements needs beside the component's own.
   * @param from what it is made of: its comments go along
   */
  add(
    name: string,
    type: string,
    properties: DataMap,
    at: Node | Entry,
    { dependsOn = [], from }: { readonly dependsOn?: readonly string[]; readonly from?: Node | Entry } = {},
  ): void {
    this.types.push({ type, at })
    this.#resources.push(entry(name, bodyOf(type, properties, dependsOn), this.#origin(from)))
  }

  /** A resource that refers to what exists already. */
  addExisting({ name, type, id }: Existing, at: Node | Entry): void {
    this.types.push({ type, at })
    this.#resources.push(entry(name, fromData(data({ type, external_id: id }), { style: 'block' })))
  }

  /** The entry that something new is made of, for the first that asks for it. */
  #origin(from: Node | Entry | undefined): { readonly for?: Entry } {
    const { claimed } = this.outermost
    if (from === undefined || !('key' in from) || claimed.has(from)) return {}
    claimed.add(from)
    return { for: from }
  }

  /** The components that fulfil a requirement. */
  targetsOf({ fulfillment }: Requirement): readonly Component[] {
    const ids = fulfillment.flatMap((one) => (one.kind === 'component' ? one.id : []))
    return [...new Set(ids)].flatMap((id) => this.componentOf(id) ?? [])
  }

  componentOf(id: string): Component | undefined {
    return this.making.components.get(id)
  }

  /** A value as the blueprint has it; what Heat would take for a function is reported. */
  value(node: Node): Node {
    const name = functionIn(node, this.making.version)
    if (name !== undefined)
      this.report('data-becomes-call', node, `HOT would read this data as the function ${name}`)
    return node
  }

  /** An attribute with its comments; its value as the blueprint has it. */
  taking(one: Entry): Entry {
    this.value(one.value)
    return one
  }

  /** Reports an attribute for which a type has no property. */
  loseProperty(at: Node | Entry, name = '?', type: string, properties: readonly string[]): void {
    const meant = properties.find((one) => isSlip(name, one))
    if (meant === undefined) this.lose(at, `${type} has no property "${name}"`)
    else this.report('blueprint-misspelt', at, `${type} has no property "${name}"; did you mean "${meant}"?`)
  }

  /** Attributes that the native type has as properties of the same name are passed, others reported. */
  pass(component: Component, type: string, properties: Map<string, Data | Entry | undefined>): void {
    const facts = resourceTypeFacts(type)
    for (const one of component.attributes) {
      const name = nameOf(one)
      if (name !== undefined && facts?.properties.get(name)?.implemented === true) {
        if (properties.get(name) === undefined) properties.set(name, this.taking(one))
        else this.lose(one, `"${name}" of "${component.id}" is given by what it requires`)
      } else this.loseProperty(one, name, type, [...(facts?.properties.keys() ?? [])])
    }
  }

  /** Reports every attribute of a component that nothing has been made of. */
  reportAttributes({ id, attributes, content }: Component, known: readonly string[]): void {
    this.loseAttributes(
      attributes.map((one) => [nameOf(one) ?? '?', one] as const),
      `"${id}"`,
      known,
    )
    if (content !== undefined && !known.includes('content'))
      this.lose(content, `the content of "${id}" has no equivalent in HOT`)
  }

  /**
   * Reports every requirement of a component that was not translated, and returns the resources that the component has to
   * wait for: the order of creation at least is preserved.
   */
  reportRequirements({ id, requires }: Component, known: readonly string[]): readonly string[] {
    return requires.flatMap((one) => {
      for (const by of one.fulfillment)
        if (by.kind === 'url' && known.includes(one.type) && !mayExist.has(one.type))
          this.lose(by.at, `HOT has no reference to "${by.url}", which exists already`)
      if (known.includes(one.type)) return []
      const meant = meantRequirement(one.type)
      if (meant !== undefined) {
        this.report('blueprint-misspelt', one.at, `"${id}" requires ${one.type}; did you mean ${meant}?`)
        return []
      }
      const targets = this.outer === undefined ? this.targetsOf(one).filter((by) => !isPart(by)) : []
      const rest = targets.length === 0 ? '' : '; it waits for what fulfils it, and no more'
      this.lose(one.at, `"${id}" requires ${one.type}, which has no equivalent in HOT${rest}`)
      return targets.map((by) => this.name(by.id))
    })
  }

  /** `heat_template_version`, description, parameters and resources, in place of a mapping where there is one. */
  entries(description: Entry | undefined, comment: readonly string[], inPlaceOf?: Entry): Entry[] {
    const made = inPlaceOf === undefined ? {} : { for: inPlaceOf.value }
    const resources = mapping(this.#resources, { ...made, style: 'block' })
    const { versionText } = this.making
    return [
      entry('heat_template_version', fromData(versionText), comment.length === 0 ? {} : { comment }),
      ...(description === undefined ? [] : [description]),
      ...this.#parameterEntries(),
      entry('resources', resources, inPlaceOf === undefined ? {} : { for: inPlaceOf }),
    ]
  }

  #parameterEntries(): Entry[] {
    if (this.parameters.size === 0) return []
    const declared = [...this.parameters].map(([name, one]) => {
      const { type, owner, constraint } = one
      const description = one.description(owner ?? '')
      const constraints = constraint === undefined ? undefined : [data({ custom_constraint: constraint })]
      const declaration = fromData(data({ type, description, default: one.default, constraints }), {
        style: 'block',
      })
      return entry(name, declaration, this.#origin(one.from))
    })
    return [entry('parameters', mapping(declared, { style: 'block' }))]
  }
}

/** Requirements that what exists already can fulfil; what takes them says what becomes of a URL. */
const mayExist: ReadonlySet<string> = new Set(['run', 'loadbalancer', 'database'])

/** Heat refuses `/` in the name of a resource (heat/engine/resource.py). */
function isResourceName(id: string): boolean {
  return !id.includes('/')
}

function inResourceName(id: string): string {
  return id.replaceAll('/', '_')
}

/** `rpm` and `tgz` are parts of the server that they are for, and no resources of their own. */
export function isPart({ type }: Component): boolean {
  return type === 'rpm' || type === 'tgz'
}

function bodyOf(type: string, properties: DataMap, dependsOn: readonly string[]): Mapping {
  const some = [...properties.values()].some((value) => value !== undefined)
  const waits = [...new Set(dependsOn)]
  const body = data({
    type,
    depends_on: waits.length === 0 ? undefined : waits,
    properties: some ? properties : undefined,
  })
  return fromData(body, { style: 'block' }) as Mapping
}

export function attribute({ attributes }: Component, name: string): Node | undefined {
  return attributes.find((one) => nameOf(one) === name)?.value
}

/** The content of a component as a function; a client sends files and what URLs give with the template. */
export function fileOf(content: Node): Data {
  return data({ get_file: content })
}

/** The name of the first function in a node, the node itself included. */
function functionIn(node: Node, version: HotVersion): string | undefined {
  const open: Node[] = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const one = resolved(next)
    const name = callOf(one)?.name
    if (name !== undefined && hasFunction(version, name)) return name
    open.push(...(listOf(one)?.items ?? []), ...(mapOf(one)?.entries ?? []).map(({ value }) => value))
  }
  return undefined
}

/** The names of a new template: parameters and resources share one room, in which components have the first choice. */
class Names {
  readonly #taken: Set<string>
  readonly #known = new Map<string, string>()

  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved)
  }

  /** One name for what the parts stand for together, the same whenever it is asked for: `web_flavor`. */
  of(...parts: readonly string[]): string {
    const key = JSON.stringify(parts)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const base = parts.join('_')
    let name = base
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}_${number}`
    this.#taken.add(name)
    this.#known.set(key, name)
    return name
  }
}
