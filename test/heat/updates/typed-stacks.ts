/** Stacks of resources of every type that a Heat has, with what their schemas accept, and one or two edits of them. */

import type {
  PropertySchema,
  PropertySchemas,
  ResourceTypeSchema,
} from '../../../src/heat/facts/resource-types.ts'
import { memberDefinitionOf, membersOf } from '../../../src/heat/group-types.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'
import { fitting, numbers } from '../schema-values.ts'
import { planned } from './judge.ts'
import {
  conditions,
  type Json,
  one,
  type Part,
  partOf,
  type Random,
  type Surroundings,
  text,
  type Update,
  type Version,
  version,
} from './stacks.ts'

type Files = Record<string, Part>

interface Made {
  files: Files
  parameters: Record<string, string>
  registry: Record<string, string>
}

/** What has stacks inside of it is made up in stacks.ts; a handle for waiting that is new each time no Heat with convergence updates. */
const isPlain = ({ name, support }: ResourceTypeSchema): boolean =>
  membersOf(name) === undefined &&
  memberDefinitionOf(name) === undefined &&
  !/Group$|LoadBalancing::LoadBalancer$|UpdateWaitConditionHandle$|OS::Heat::(?:Stack|ScaledResource|None|TestResource)$/.test(
    name,
  ) &&
  support?.status !== 'hidden' &&
  resourceTypeFacts(name)?.placeholder !== true

/** Whether values of a property can be made up, and Heat has no newer name for it. */
const isMadeUp = ({ implemented, items, support, constraints = [] }: PropertySchema): boolean =>
  implemented !== false &&
  items?.implemented !== false &&
  support?.status === undefined &&
  !constraints.some(({ kind }) => kind === 'allowed_pattern')

/** Numbers and booleans as others write them. */
function spellings(value: number | boolean): readonly Json[] {
  return typeof value === 'number' ? [value, String(value), asFloat(value)] : [value, String(value)]
}

/** A number with a point in the source, which JSON of JavaScript has not. */
const asFloat = (value: number): string => `@@${value}.0@@`

/** A value that a schema accepts. */
function valueFor(schema: PropertySchema, around: Surroundings): Json {
  const { type = 'string', constraints = [], items, schema: keys } = schema
  const { random } = around
  const listed = constraints.find(({ kind }) => kind === 'allowed_values')
  if (listed?.kind === 'allowed_values' && type !== 'list') return one(random, listed.values) as Json
  switch (type) {
    case 'integer':
    case 'number': {
      const lowest = Number(fitting(schema))
      const range = constraints.find(({ kind }) => kind === 'range')
      const most = range?.kind === 'range' ? (range.max ?? lowest + 5) : lowest + 5
      return one(random, [
        ...spellings(Math.min(most, lowest + random(3))),
        ...(lowest <= 4 && most >= 4 && around.parameters.includes('zone') ? [{ get_param: 'count' }] : []),
      ])
    }
    case 'boolean':
      return one(random, spellings(random(2) === 0))
    case 'list':
      if (listed !== undefined) return fitting(schema)
      return Array.from({ length: 1 + random(2) }, () =>
        items === undefined ? text(around) : valueFor(items, around),
      )
    case 'map':
      if (keys !== undefined) return propertiesFor(keys, around)
      return { k: items === undefined ? text(around) : valueFor(items, around) }
    default:
      return constraints.length > 0 ? constrained(schema, random) : text(around)
  }
}

/** A string that is no word of ours. */
function constrained(schema: PropertySchema, random: Random): Json {
  const own = fitting(schema)
  if (own === '10.0.0.0/24') return one(random, [own, '10.1.0.0/24'])
  return own === 'some' ? one(random, ['a', 'b', 'c']) : own
}

function propertiesFor(schemas: PropertySchemas, around: Surroundings): Part {
  const chosen = Object.entries(schemas).filter(
    ([, { required, implemented }]) => implemented !== false && (required === true || around.random(4) === 0),
  )
  return Object.fromEntries(chosen.map(([name, schema]) => [name, valueFor(schema, around)]))
}

function resourceOf(schema: ResourceTypeSchema, around: Surroundings): Part {
  const { random } = around
  return {
    type: schema.name,
    properties: propertiesFor(schema.properties ?? {}, around),
    ...(random(8) === 0 ? { condition: 'is_big' } : {}),
    ...(random(8) === 0 ? { deletion_policy: one(random, ['Retain', 'Delete']) } : {}),
    ...(random(6) === 0 ? { metadata: { note: text(around) } } : {}),
  }
}

/** Resources by the names of their types: `r2` with what others may read of it. */
function resourcesOf(
  count: number,
  schemas: readonly ResourceTypeSchema[],
  around: Surroundings,
  others: (name: string) => Part | undefined = () => undefined,
): Part {
  const resources: Part = {}
  for (let at = 0; at < count; at += 1) {
    const name = `r${at}`
    const schema = one(around.random, schemas)
    const other = others(name)
    const made = other ?? resourceOf(schema, around)
    resources[name] = made
    const attributes = Object.entries(schema.attributes ?? {}).filter(
      ([, { type = 'string' }]) => type === 'string',
    )
    if (!('condition' in made))
      around.resources.set(name, other === undefined ? attributes.map(([key]) => [key]) : outputsOf(other))
  }
  return resources
}

/** The outputs of kid.yaml, of which a group has lists. */
const outputsOf = ({ type }: Part): readonly (readonly string[])[] =>
  ['v', 'w'].map((name) => (type === 'My::Kid' ? [name] : [name, '[]']))

const surroundings = (random: Random, parameters: readonly string[]): Surroundings => ({
  random,
  resources: new Map(),
  parameters,
  taken: new Set(),
})

function nested(random: Random, schemas: readonly ResourceTypeSchema[]): Part {
  const around = surroundings(random, ['p', 'q'])
  const resources = resourcesOf(2 + random(2), schemas, around)
  return {
    heat_template_version: version,
    parameters: {
      p: { type: 'string', default: 'x' },
      q: { type: 'string', default: 'y' },
      size: { type: 'string', default: 'big' },
    },
    conditions,
    resources,
    outputs: { v: { value: text(around) }, w: { value: text(around) } },
  }
}

/** A nested stack, by a name that the environment registers; or a group of such. */
function composed(around: Surroundings): Part {
  const properties: Part = { p: text(around) }
  if (around.random(2) === 0) return { type: 'My::Kid', properties }
  return {
    type: 'OS::Heat::ResourceGroup',
    properties: { count: 1 + around.random(2), resource_def: { type: 'My::Kid', properties } },
  }
}

function stackOf(random: Random, schemas: readonly ResourceTypeSchema[]): Version {
  const around = surroundings(random, ['zone', 'word'])
  const count = 4 + random(6)
  const at = `r${random(2 * count)}`
  const resources = resourcesOf(count, schemas, around, (name) =>
    name === at ? composed(around) : undefined,
  )
  return {
    files: {
      't.yaml': {
        heat_template_version: version,
        parameters: {
          zone: { type: 'string', default: 'z' },
          word: { type: 'string', default: 'w' },
          count: { type: 'number', default: 4 },
          size: { type: 'string', default: 'big' },
        },
        conditions,
        resources,
        outputs: { o: { value: text(around) } },
      },
      'kid.yaml': nested(random, schemas),
      'leaf.yaml': nested(random, schemas),
    },
    parameters: { zone: 'z', word: 'w', count: '4', size: 'big' },
    registry: { 'My::Kid': 'kid.yaml' },
  }
}

// Edits

type Edit = (made: Made, random: Random, schemas: ReadonlyMap<string, PropertySchemas>) => string | undefined

function picked({ files }: Made, random: Random) {
  const file = one(random, ['t.yaml', 't.yaml', 't.yaml', 'kid.yaml'])
  const resources = partOf(files[file], 'resources')
  const name = one(random, Object.keys(resources))
  const resource = resources[name] as Part
  const before = Object.keys(resources)
    .slice(0, Object.keys(resources).indexOf(name))
    .filter((other) => !('condition' in (resources[other] as Part)))
  return { file, resources, name, resource, before, at: `${file} ${name}` }
}

/** A property that is there, or one that is not, of a resource whose schema is known. */
function property(
  made: Made,
  random: Random,
  schemas: ReadonlyMap<string, PropertySchemas>,
  isThere: boolean,
) {
  const found = picked(made, random)
  const known = schemas.get(String(found.resource.type)) ?? {}
  const properties = partOf(found.resource, 'properties')
  const names = Object.keys(known).filter((key) => key in properties === isThere)
  if (names.length === 0) return undefined
  const key = one(random, names)
  return {
    ...found,
    properties,
    key,
    schema: known[key] as PropertySchema,
    what: `${found.at} ${found.resource.type} ${key}`,
  }
}

/** The same value as others write it, at any depth. */
function respelled(value: Json, random: Random): Json {
  if (Array.isArray(value)) return value.map((item: Json) => respelled(item, random))
  if (typeof value === 'number' || typeof value === 'boolean') return one(random, spellings(value))
  if (typeof value === 'string') {
    const written = value.replaceAll('@@', '')
    if (/^\d+\.0$/.test(written)) return one(random, spellings(Number(written)))
    if (/^\d+$/.test(value)) return one(random, spellings(Number(value)))
    return /^(?:true|false)$/.test(value) ? one(random, [value === 'true', value.toUpperCase()]) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      /^(?:get_|if$)/.test(key) ? inner : respelled(inner, random),
    ]),
  )
}

const inside = (
  random: Random,
  { before, file }: { readonly before: readonly string[]; readonly file: string },
): Surroundings => ({
  ...surroundings(random, file === 't.yaml' ? ['zone', 'word'] : ['p', 'q']),
  resources: new Map(before.map((name) => [name, []])),
})

const edits: readonly Edit[] = [
  ...Array.from(
    { length: 4 },
    (): Edit => (made, random, schemas) => {
      const found = property(made, random, schemas, true)
      if (found === undefined) return undefined
      found.properties[found.key] = valueFor(found.schema, inside(random, found))
      return `value of ${found.what}`
    },
  ),
  (made, random, schemas) => {
    const found = property(made, random, schemas, true)
    if (found === undefined) return undefined
    found.properties[found.key] = respelled(found.properties[found.key] as Json, random)
    return `spelling of ${found.what}`
  },
  (made, random, schemas) => {
    const found = property(made, random, schemas, true)
    if (found === undefined || found.schema.required === true) return undefined
    delete found.properties[found.key]
    return `without ${found.what}`
  },
  ...Array.from(
    { length: 2 },
    (): Edit => (made, random, schemas) => {
      const found = property(made, random, schemas, false)
      if (found === undefined || !isMadeUp(found.schema)) return undefined
      found.properties[found.key] = valueFor(found.schema, inside(random, found))
      return `new ${found.what}`
    },
  ),
  (made, random) => {
    const { resource, at } = picked(made, random)
    if ('metadata' in resource && random(2) === 0) delete resource.metadata
    else resource.metadata = { note: one(random, ['a', 'c', 'd']) }
    return `metadata of ${at} ${resource.type}`
  },
  (made, random) => {
    const { resource, at } = picked(made, random)
    if ('deletion_policy' in resource && random(2) === 0) delete resource.deletion_policy
    else resource.deletion_policy = one(random, ['Retain', 'Delete'])
    return `deletion_policy of ${at} ${resource.type}`
  },
  (made, random) => {
    const { resource, at, before } = picked(made, random)
    if (before.length === 0) return undefined
    resource.depends_on = one<Json>(random, [one(random, before), before])
    return `depends_on of ${at} ${resource.type}`
  },
  (made, random) => {
    const { file, name, resource, at } = picked(made, random)
    if (!('condition' in resource) && JSON.stringify(made.files[file]).split(`"${name}"`).length > 2)
      return undefined
    if ('condition' in resource) delete resource.condition
    else resource.condition = one<Json>(random, ['is_big', { not: 'is_big' }])
    return `condition of ${at} ${resource.type}`
  },
  (made, random) => {
    const { file, resources, name, resource, at } = picked(made, random)
    if (JSON.stringify(made.files[file]).split(`"${name}"`).length > 2) return undefined
    delete resources[name]
    if (random(2) === 0) resources[`${name}x`] = resource
    return `${at} ${resource.type} is gone`
  },
  ({ files }, random) => {
    const name = one(random, ['p', 'q'])
    partOf(partOf(files['kid.yaml'], 'parameters'), name).default = one(random, ['k', 'l'])
    return `default of kid.yaml ${name}`
  },
  ({ parameters }, random) => {
    const name = one(random, ['zone', 'word', 'size', 'count'])
    parameters[name] = one(
      random,
      { zone: ['k'], word: ['l'], size: ['small'], count: ['5', '4.0', '6'] }[name] ?? [''],
    )
    return `parameter ${name}`
  },
  ({ files }, random) => {
    const resources = Object.keys(partOf(files['kid.yaml'], 'resources'))
    const output = partOf(partOf(files['kid.yaml'], 'outputs'), one(random, ['v', 'w']))
    output.value = one<Json>(random, ['a', { get_param: 'p' }, { get_resource: one(random, resources) }])
    return 'output of kid.yaml'
  },
  ({ registry }) => {
    registry['My::Kid'] = 'leaf.yaml'
    return 'registry'
  },
  ({ files }) => {
    conditionOf(files['t.yaml'])
    return 'the condition of t.yaml'
  },
]

function conditionOf(template: Part | undefined): void {
  partOf(template, 'conditions').is_big = { not: { equals: [{ get_param: 'size' }, 'big'] } }
}

/**
 * The first updates of a seed that check has nothing against: what classes check before an update is judged elsewhere
 * (type-mutants.ts), and `updating.py` leaves it out.
 * @param all the schemas of the Heat that makes the updates
 */
export function typedUpdates(
  count: number,
  seed: number,
  all: readonly ResourceTypeSchema[],
): readonly Update[] {
  const random = numbers(seed)
  const schemas = all.filter(isPlain)
  const properties = new Map(schemas.map((schema) => [schema.name, schema.properties ?? {}]))
  const found: Update[] = []
  for (let at = 0; found.length < count; at += 1) {
    const before = stackOf(random, schemas)
    const after = structuredClone(before) as Made
    const wanted = 1 + random(2)
    const names: string[] = []
    for (let tries = 0; names.length < wanted && tries < 20; tries += 1)
      names.push(...[one(random, edits)(after, random, properties) ?? []].flat())
    if ([before, after].every(isAccepted))
      found.push({ name: `${seed}/${at}: ${names.join('; ')}`, before, after })
  }
  return found
}

const isAccepted = (version: Version): boolean =>
  planned({ name: '', before: version, after: version }).refusals.length === 0
