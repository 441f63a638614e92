/** Mutants of resources that Heat accepts: one thing wrong in each, of every type, from the schemas of that Heat. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  type Constraint,
  type PropertySchema,
  type PropertySchemas,
  type ResourceTypeSchema,
  resourceTypeNames,
} from '../../src/heat/facts/resource-types.ts'
import { python } from './installed.ts'
import { type Answer, askHeat, isTaken } from './refusal.ts'
import { fitting, type Json, numbers, requiredOf } from './schema-values.ts'

type Properties = Readonly<Record<string, Json>>

export interface Mutant {
  readonly type: string
  /** The template without the mutation. */
  readonly base: string
  /** One of a few words for what was done. */
  readonly kind: string
  /** The template, as JSON. */
  readonly text: string
}

export interface AskedMutant extends Mutant {
  readonly answer: Answer
}

/** A resource that Heat accepts, and what else it may be given, each accepted too. */
interface Base {
  readonly schema: ResourceTypeSchema
  readonly properties: Properties
  readonly more: PropertySchemas
}

/** A template with a resource, and with those that its type asks for. */
function template(resource: Candidate & Properties, rest: Properties = {}): string {
  const resources = { r: resource, ...beside[resource.type] }
  return JSON.stringify({ heat_template_version: '2018-08-31', resources, ...rest })
}

/** What Heat accepts of types whose schemas alone do not say it. */
const accepted: Readonly<Record<string, Properties>> = {
  'AWS::EC2::EIPAssociation': { EIP: '10.0.0.1', InstanceId: 'some' },
  'AWS::EC2::VolumeAttachment': { Device: '/dev/vdc', InstanceId: 'some', VolumeId: 'some' },
  'OS::Aodh::CompositeAlarm': { composite_rule: { operator: 'or', rules: [{}, {}] } },
  'OS::Barbican::Order': { type: 'key', name: 'some', algorithm: 'aes', bit_length: 256, mode: 'cbc' },
  'OS::Blazar::Lease': {
    name: 'some',
    start_date: '2030-01-01 10:00',
    end_date: '2030-01-02 10:00',
    reservations: [
      { resource_type: 'virtual:instance', amount: 1, vcpus: 1, memory_mb: 512, disk_gb: 1, affinity: true },
    ],
  },
  'OS::Heat::AccessPolicy': { AllowedResources: ['r'] },
  'OS::Heat::AutoScalingGroup': { min_size: 1, max_size: 2, resource: { type: 'OS::Heat::None' } },
  'OS::Heat::InstanceGroup': {
    AvailabilityZones: ['nova'],
    Size: 1,
    LaunchConfigurationName: { get_resource: 'launch' },
  },
  'OS::Heat::ResourceChain': { resources: ['OS::Heat::None'] },
  'OS::Heat::ResourceGroup': { resource_def: { type: 'OS::Heat::None' } },
  'OS::Mistral::Workflow': { type: 'direct', tasks: [{ name: 'some', action: 'std.noop' }] },
  'OS::Monasca::Notification': { type: 'webhook', address: 'http://example.com' },
  'OS::Sahara::JobBinary': { url: 'swift://some/thing', credentials: { user: 'some', password: 'some' } },
  'OS::Zaqar::Subscription': { queue_name: 'some', subscriber: 'http://example.com' },
}

const beside: Readonly<Record<string, Properties>> = {
  'OS::Heat::InstanceGroup': {
    launch: {
      type: 'AWS::AutoScaling::LaunchConfiguration',
      properties: { ImageId: 'some', InstanceType: 'some' },
    },
  },
}

/** The schemas of the types that this Heat has, by running it. */
export function schemasOfHeat(folder: string = __dirname): readonly ResourceTypeSchema[] {
  const { stdout } = spawnSync(python, [join(folder, 'resource_types.py')], {
    input: resourceTypeNames().join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResourceTypeSchema)
}

/** The mutants of all types with what Heat says of each. */
export function askedMutants(
  schemas: readonly ResourceTypeSchema[],
  isTurn: () => boolean = () => true,
  folder: string = __dirname,
): { readonly asked: readonly AskedMutant[]; readonly baseless: readonly string[] } {
  const bases = basesOf(schemas, folder)
  const found = new Set(bases.map(({ schema }) => schema.name))
  const mutants = bases.flatMap((base) => mutantsOf(base)).filter(isTurn)
  const answers = askHeat(mutants.map(question), folder)
  return {
    asked: mutants.map((one, index) => ({ ...one, answer: answers[index] as Answer })),
    baseless: schemas.flatMap(({ name }) => (found.has(name) ? [] : [name])),
  }
}

const question = ({ text }: { readonly text: string }) => ({ path: 'stack.yaml', text })

/** What must be given, or that and one thing more, whichever Heat accepts first; then what else it accepts beside. */
function basesOf(schemas: readonly ResourceTypeSchema[], folder: string): readonly Base[] {
  const accepted = acceptedOf(
    schemas.map((schema) => candidates(schema)),
    folder,
  )
  const bases = schemas.flatMap((schema, index) => {
    const [properties] = accepted[index] ?? []
    return properties === undefined ? [] : [{ schema, properties }]
  })
  const asked = bases.map(({ schema, properties }) =>
    optional(schema, properties).map(([name, one]) => ({
      type: schema.name,
      properties: { ...properties, [name]: fitting(one) },
    })),
  )
  const taken = acceptedOf(asked, folder)
  return bases.map(({ schema, properties }, index) => {
    const names = new Set((taken[index] ?? []).flatMap((one) => Object.keys(one)))
    const more = optional(schema, properties).filter(([name]) => names.has(name))
    return { schema, properties, more: Object.fromEntries(more) }
  })
}

interface Candidate {
  readonly type: string
  readonly properties: Properties
}

function acceptedOf(
  all: readonly (readonly Candidate[])[],
  folder: string,
): readonly (readonly Properties[])[] {
  const answers = askHeat(
    all.flat().map((resource) => question({ text: template({ ...resource }) })),
    folder,
  )
  let next = 0
  return all.map((group) =>
    group.flatMap(({ properties }) => (isTaken(answers[next++] as Answer) ? [properties] : [])),
  )
}

function candidates({ name, properties = {} }: ResourceTypeSchema): readonly Candidate[] {
  const required = requiredOf(properties)
  const others = optional({ properties }, required).map(([one, schema]) => ({
    ...required,
    [one]: fitting(schema),
  }))
  const own = accepted[name]
  return (own === undefined ? [required, ...others] : [own]).map((one) => ({ type: name, properties: one }))
}

function optional(
  { properties = {} }: Pick<ResourceTypeSchema, 'properties'>,
  given: Properties,
): readonly (readonly [string, PropertySchema])[] {
  return Object.entries(properties).filter(([name]) => !Object.hasOwn(given, name))
}

function mutantsOf(base: Base): readonly Mutant[] {
  const { schema, properties, more } = base
  const type = schema.name
  const sound = template({ type, properties })
  const named = (kind: string, own: Properties): Mutant => ({
    type,
    base: sound,
    kind,
    text: template({ type, properties: own }),
  })
  const all = schema.properties ?? {}
  const within = Object.entries(all).flatMap(([name, one]) => {
    if (!Object.hasOwn(properties, name) && !Object.hasOwn(more, name))
      return [named('a property more', { ...properties, [name]: fitting(one) })]
    return wrongValues(one).map(([kind, value]) => named(kind, { ...properties, [name]: value }))
  })
  return [
    ...Object.keys(properties).map((name) => named('missing property', without(properties, name))),
    ...Object.keys(all).map((name) =>
      named('misspelt property', { ...without(properties, name), [`${name}s`]: 'x' }),
    ),
    ...within,
    ...pairs(base).map((own) => named('two properties', own)),
    ...aroundProperties(base),
  ]
}

/** Some pairs of properties that go each alone. */
function pairs({ schema, properties, more }: Base): readonly Properties[] {
  const names = Object.keys(more)
  const random = numbers([...schema.name].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) % 65536)
  const count = Math.min(20, (names.length * (names.length - 1)) / 2)
  return Array.from({ length: count }, () => {
    const [one = '', other = ''] = [names[random(names.length)], names[random(names.length)]]
    return { ...properties, [one]: chosen(more[one], random), [other]: chosen(more[other], random) }
  })
}

/** A value that fits, any of those that are listed. */
function chosen(schema: PropertySchema | undefined, random: (below: number) => number): Json {
  const listed = schema?.constraints?.find((one) => one.kind === 'allowed_values')
  if (listed?.kind !== 'allowed_values' || schema?.type === 'list') return fitting(schema ?? {})
  return listed.values[random(listed.values.length)] as Json
}

/** What is wrong beside the properties: keys and policies of the resource, references, attributes. */
function aroundProperties({ schema, properties, more }: Base): readonly Mutant[] {
  const type = schema.name
  const resource = { type, properties }
  const base = template(resource)
  const [text] =
    Object.entries({ ...schema.properties, ...more }).find(
      ([, one]) => (one.type ?? 'string') === 'string',
    ) ?? []
  const keys: readonly Readonly<Record<string, Json>>[] = [
    ...[
      { propertys: {} },
      { depends_on: 'nope' },
      { deletion_policy: 'Keep' },
      { deletion_policy: 'Snapshot' },
    ],
    ...[
      { update_policy: { nope: 1 } },
      { update_policy: [] },
      { metadata: 'x' },
      { condition: 'nope' },
      { properties: ['x'] },
    ],
    ...Object.entries(schema.updatePolicy ?? {}).flatMap(([name, one]) =>
      wrongValues(one).map(([, value]) => ({ update_policy: { [name]: value } })),
    ),
  ]
  const calls: readonly Json[] =
    text === undefined
      ? []
      : [
          { get_param: 'nope' },
          { get_resource: 'nope' },
          { get_attr: ['nope', 'x'] },
          { list_join: 'x' },
          { str_split: ['x'] },
        ]
  const names = Object.keys(schema.attributes ?? {})
  const attributes = ['nope', ...names, ...names.map((name) => `${name}s`)]
  return [
    ...keys.map((own) => ({
      type,
      base,
      kind: 'keys of the resource',
      text: template({ ...resource, ...own }),
    })),
    ...calls.map((call) => ({
      type,
      base,
      kind: 'functions',
      text: template({ ...resource, properties: { ...properties, [text ?? '']: call } }),
    })),
    ...attributes.map((name) => ({
      type,
      base,
      kind: 'attributes',
      text: template(resource, { outputs: { o: { value: { get_attr: ['r', name] } } } }),
    })),
  ]
}

const without = (properties: Properties, name: string): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([one]) => one !== name))

type Wrong = readonly [kind: string, value: Json]

/** Values that a schema refuses, as far as that can be made up, at any depth. */
function wrongValues(schema: PropertySchema): readonly Wrong[] {
  const { type = 'string', constraints = [], items, schema: keys } = schema
  const kinds = (wrongKinds[type] ?? []).map((value): Wrong => ['wrong type', value])
  const limits = constraints
    .flatMap(beyond)
    .map(
      (value): Wrong => ['beyond a constraint', type === 'list' && !Array.isArray(value) ? [value] : value],
    )
  const inner = keys === undefined ? [] : wrongKeys(keys)
  const members =
    items === undefined
      ? []
      : wrongValues(items).map(
          ([kind, value]): Wrong => [within(kind), type === 'map' ? { a: value } : [value]],
        )
  return [...kinds, ['null', null], ...limits, ...inner, ...members]
}

const within = (kind: string): string => (kind.endsWith(' within') ? kind : `${kind} within`)

function wrongKeys(keys: PropertySchemas): readonly Wrong[] {
  const sound = requiredOf(keys)
  return [
    ...Object.keys(sound).map((name): Wrong => ['missing key', without(sound, name)]),
    ['unknown key', { ...sound, nope: 'x' }],
    ...Object.entries(keys).flatMap(([name, one]) =>
      wrongValues(one).map(([kind, value]): Wrong => [within(kind), { ...sound, [name]: value }]),
    ),
  ]
}

const wrongKinds: Readonly<Record<string, readonly Json[]>> = {
  string: [{ a: 'b' }, ['a'], []],
  integer: ['x', [1], {}, 1.5, true],
  number: ['x', [1], {}, true],
  boolean: ['maybe', 3, ['true'], {}],
  list: ['x', 3, { a: 'b' }],
  map: ['x', 3, ['a'], [['a']]],
}

function beyond(one: Constraint): readonly Json[] {
  switch (one.kind) {
    case 'allowed_values':
      return ['nope', '']
    case 'range':
      return [
        ...(one.min === undefined ? [] : [one.min - 1]),
        ...(one.max === undefined ? [] : [one.max + 1]),
      ]
    case 'length':
      return [
        ...(one.min === undefined || one.min === 0 ? [] : ['x'.repeat(one.min - 1)]),
        ...(one.max === undefined ? [] : ['x'.repeat(one.max + 1)]),
      ]
    case 'modulo':
      return [one.offset + 1]
    case 'allowed_pattern':
      return ['\u00e9 ?', '']
    case 'custom_constraint':
      return ['10.0.0.300/64', 'x y']
  }
}
