/** A HOT template in the making: what the components of a blueprint add to it. */
import { entry, mapping } from '../../document/build.ts'
import { type Data, type DataMap, data, fromData } from '../../document/from-data.ts'
import type { Entry, Mapping, Node } from '../../document/node.ts'
import { nameOf } from '../../document/read.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import type { Blueprint, Component, Requirement } from '../model.ts'

export type LoweringCode =
  | 'blueprint-parameter'
  | 'blueprint-provider'
  | 'blueprint-loss'
  | 'blueprint-denied'
  | 'blueprint-generated-id'

export interface LoweringFinding {
  readonly code: LoweringCode
  readonly at: Node | Entry
  readonly message: string
}

export interface NewParameter {
  readonly type: 'string' | 'number'
  readonly description: string
  readonly constraint?: string
}

/** The version whose functions the new templates use; every release since Rocky has it. */
const version = '2018-08-31'

export class Scope {
  readonly blueprint: Blueprint
  /** The name of the blueprint's file without its ending. */
  readonly base: string
  readonly nested = new Map<string, Mapping>()
  readonly types: { readonly type: string; readonly at: Node | Entry }[] = []
  readonly findings: LoweringFinding[] = []
  readonly parameters = new Map<string, NewParameter>()
  readonly #resources: Entry[] = []

  constructor(blueprint: Blueprint, base: string) {
    this.blueprint = blueprint
    this.base = base
  }

  report(code: LoweringCode, at: Node | Entry, message: string): void {
    this.findings.push({ code, at, message })
  }

  /** A reference to a parameter, declared with its first use. */
  parameter(name: string, parameter: NewParameter, at: Node | Entry): Data {
    if (!this.parameters.has(name)) {
      this.parameters.set(name, parameter)
      this.report(
        'blueprint-parameter',
        at,
        `the blueprint has no value for "${name}" (${parameter.description})`,
      )
    }
    return data({ get_param: name })
  }

  /** The resource that a component becomes: it stands in the component's place, with its comments. */
  own({ id, at }: Component, type: string, properties: DataMap): void {
    this.types.push({ type, at })
    const body = bodyOf(type, properties)
    this.#resources.push(
      'key' in at
        ? entry(id, body, { for: at })
        : entry(id, mapping(body.entries, { for: at, style: 'block' })),
    )
  }

  /** A resource that a component or one of its requirements needs beside the component's own. */
  add(id: string, type: string, properties: DataMap, at: Node | Entry): void {
    this.types.push({ type, at })
    this.#resources.push(entry(id, bodyOf(type, properties)))
  }

  /** The components that fulfil a requirement. */
  targetsOf({ fulfillment }: Requirement): readonly Component[] {
    const ids = new Set(fulfillment.flatMap((one) => (one.kind === 'component' ? one.id : [])))
    return ids.size === 0 ? [] : this.blueprint.components.filter(({ id }) => ids.has(id))
  }

  /** Attributes that the native type has as properties of the same name are passed, others reported. */
  pass(component: Component, type: string, properties: Map<string, Data | undefined>): void {
    const facts = resourceTypeFacts(type)
    for (const one of component.attributes) {
      const name = nameOf(one) ?? ''
      if (facts?.properties.has(name) === true && properties.get(name) === undefined)
        properties.set(name, one.value)
      else this.report('blueprint-loss', one, `${type} has no property "${name}"`)
    }
  }

  /** Reports every attribute and requirement of a component that nothing has been made of. */
  reportRest(component: Component, attributes: readonly string[], requirements: readonly string[]): void {
    for (const one of component.attributes) {
      const name = nameOf(one) ?? ''
      if (!attributes.includes(name))
        this.report('blueprint-loss', one, `"${name}" of "${component.id}" has no equivalent in HOT`)
    }
    this.reportRequirements(component, requirements)
  }

  reportRequirements({ id, requires }: Component, known: readonly string[]): void {
    for (const { type, at } of requires)
      if (!known.includes(type))
        this.report('blueprint-loss', at, `"${id}" requires ${type}, which has no equivalent in HOT`)
  }

  /** `heat_template_version`, description, parameters and resources, in place of a mapping where there is one. */
  entries(description: Entry | undefined, comment: readonly string[], inPlaceOf?: Entry): Entry[] {
    const made = inPlaceOf === undefined ? {} : { for: inPlaceOf.value }
    const resources = mapping(this.#resources, { ...made, style: 'block' })
    return [
      entry('heat_template_version', fromData(version), comment.length === 0 ? {} : { comment }),
      ...(description === undefined ? [] : [description]),
      ...this.#parameters(),
      entry('resources', resources, inPlaceOf === undefined ? {} : { for: inPlaceOf }),
    ]
  }

  #parameters(): Entry[] {
    if (this.parameters.size === 0) return []
    const declared = [...this.parameters].map(([name, { type, description, constraint }]) => {
      const constraints = constraint === undefined ? undefined : [data({ custom_constraint: constraint })]
      return [name, data({ type, description, constraints })] as const
    })
    return [entry('parameters', fromData(new Map(declared), 'block'))]
  }
}

function bodyOf(type: string, properties: DataMap): Mapping {
  const body = data({ type, properties: properties.size === 0 ? undefined : properties })
  return fromData(body, 'block') as Mapping
}

export function attribute({ attributes }: Component, name: string): Node | undefined {
  return attributes.find((one) => nameOf(one) === name)?.value
}

/** The content of a component as a function; a client sends files and what URLs give with the template. */
export function fileOf(content: Node): Data {
  return data({ get_file: content })
}
