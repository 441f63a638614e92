/** What a mutator is: all the ways in which it can change a template in one place. */
import {
  at,
  type Data,
  functionIn,
  isList,
  isMapping,
  locations,
  type Mapping,
  type Path,
  replaced,
} from './data.ts'

/** Numbers from a seed (mulberry32); the same seed gives the same mutants. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  choice<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)]
  }
}

export interface Parameter {
  readonly name: string
  readonly type: string
  readonly default: Data | undefined
}

/** A template that Heat takes, with what mutators ask of it. */
export class Template {
  readonly name: string
  readonly data: Mapping
  readonly isHot: boolean
  readonly version: string
  readonly locations: readonly (readonly [Path, Data])[]
  readonly #calls = new Map<string, readonly Data[]>()

  constructor(name: string, data: Mapping) {
    this.name = name
    this.data = data
    this.version = String(data.get('heat_template_version') ?? '')
    this.isHot = data.has('heat_template_version')
    this.locations = [...locations(data)]
  }

  section(name: string): Mapping {
    const found = this.data.get(this.isHot ? name : (cfnSections.get(name) ?? name))
    return isMapping(found) ? found : new Map()
  }

  get parameters(): readonly Parameter[] {
    return [...this.section('parameters')].flatMap(([name, declared]) => {
      if (!isMapping(declared) || typeof name !== 'string') return []
      const type = String(declared.get('type') ?? declared.get('Type')).toLowerCase()
      return [{ name, type, default: declared.get('default') ?? declared.get('Default') }]
    })
  }

  parameter(name: Data | undefined): Parameter | undefined {
    return this.parameters.find((one) => one.name === name)
  }

  get conditions(): readonly string[] {
    return [...this.section('conditions').keys()].filter((name) => typeof name === 'string')
  }

  /** All calls of a function. */
  calls(name: string): readonly Data[] {
    const known = this.#calls.get(name)
    if (known !== undefined) return known
    const found = this.locations.flatMap(([, value]) => (functionIn(value)?.[0] === name ? [value] : []))
    this.#calls.set(name, found)
    return found
  }

  /** Names of resources, of the type if one is given. */
  resources(type?: Data): readonly string[] {
    return [...this.section('resources')].flatMap(([name, resource]) => {
      const own = isMapping(resource) ? (resource.get('type') ?? resource.get('Type')) : undefined
      return typeof name === 'string' && (type === undefined || own === type) ? [name] : []
    })
  }

  resourceType(name: Data | undefined): Data | undefined {
    const resource = name === undefined ? undefined : this.section('resources').get(name)
    return isMapping(resource) ? (resource.get('type') ?? resource.get('Type')) : undefined
  }
}

const cfnSections = new Map([
  ['parameters', 'Parameters'],
  ['mappings', 'Mappings'],
  ['conditions', 'Conditions'],
  ['resources', 'Resources'],
  ['outputs', 'Outputs'],
])

export interface Pair {
  readonly before: Data
  readonly after: Data
}

export interface Mutator {
  readonly name: string
  /** `equal`: the mutants mean the same by construction; `rewrite`: a command of ours made them. */
  readonly kind: 'general' | 'aimed' | 'equal' | 'rewrite'
  /** A mutant of the template, or undefined if there is nothing to change. */
  readonly mutant: (template: Template, random: Random) => Pair | undefined
}

export interface Place {
  readonly path: Path
  readonly template: Template
  /** The mapping or list around the value. */
  readonly parent: Data | undefined
}

type Alternatives = (value: Data, location: Place) => readonly Data[]

/** A mutator that puts another value in one place; `alternatives` are empty where it has nothing to say. */
export function inPlace(kind: Mutator['kind'], name: string, alternatives: Alternatives): Mutator {
  return {
    name,
    kind,
    mutant(template, random) {
      const { data, locations: all } = template
      const start = random.below(all.length)
      for (const [path, value] of [...all.slice(start), ...all.slice(0, start)]) {
        if (path.length === 0 || versionKeys.has(path[0])) continue
        const other = random.choice(
          alternatives(value, { path, template, parent: at(data, path.slice(0, -1)) }),
        )
        if (other !== undefined) return { before: data, after: replaced(data, path, other) }
      }
      return undefined
    },
  }
}

const versionKeys: ReadonlySet<Data | undefined> = new Set([
  'heat_template_version',
  'HeatTemplateFormatVersion',
  'AWSTemplateFormatVersion',
])

/** A mutator for the arguments of functions; `others` gives other calls in place of the call. */
export function inCalls(
  kind: Mutator['kind'],
  name: string,
  functions: readonly string[],
  others: (argument: readonly Data[], name: string, location: Place) => readonly Data[],
): Mutator {
  const wanted = new Set(functions)
  return inPlace(kind, name, (value, location) => {
    const found = functionIn(value)
    if (found === undefined || !wanted.has(found[0])) return []
    return others(isList(found[1]) ? found[1] : [found[1]], found[0], location)
  })
}
