/** Stacks that are made up, with nested files, groups and conditions, and edits of them: what an operator changes between two updates. */
import { numbers } from '../schema-values.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Part = { [key: string]: Json }

/** Templates by their names, and what the environment gives; `t.yaml` is the outer one. */
export interface Version {
  readonly files: Readonly<Record<string, Part>>
  readonly parameters: Readonly<Record<string, string>>
  /** The types that the environment registers. */
  readonly registry?: Readonly<Record<string, string>>
}

/** A template as it is written; `@@4.0@@` is a number with a point. */
export const sourceOf = (file: Part): string => JSON.stringify(file).replace(/"@@([^"]*)@@"/g, '$1')

export interface Update {
  readonly name: string
  readonly before: Version
  readonly after: Version
  /** The update keeps what the stack was given (`--existing`). */
  readonly existing?: true
}

export type Random = (below: number) => number

export const version = '2018-08-31'

/** What a value may be made of where it is made: resources before it, parameters, and what a caller passes. */
export interface Surroundings {
  readonly random: Random
  /** By name the attributes that may be read of a resource; a reference to it is always possible. */
  readonly resources: Map<string, readonly (readonly string[])[]>
  readonly parameters: readonly string[]
  /** Ports that servers have. */
  readonly taken: Set<string>
}

export const one = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

/** A string, or what gives one. */
export function text(around: Surroundings): Json {
  const { random, resources, parameters } = around
  const literal = one(random, ['a', 'b', 'c', 'd'])
  const names = [...resources.keys()]
  const known = one(random, [
    'literal',
    'literal',
    'parameter',
    'reference',
    'attribute',
    'attribute',
    'join',
    'if',
  ])
  if (known === 'parameter' && parameters.length > 0) return { get_param: one(random, parameters) }
  if (known === 'reference' && names.length > 0) return { get_resource: one(random, names) }
  if (known === 'attribute') {
    const read = [...resources].flatMap(([name, paths]) => paths.map((path) => [name, ...path]))
    if (read.length > 0) {
      const path = one(random, read)
      // A list of all members is joined to one string.
      return path.at(-1) === '[]'
        ? { list_join: ['-', { get_attr: path.slice(0, -1) }] }
        : { get_attr: path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)) }
    }
  }
  if (known === 'join') return { list_join: ['-', [literal, text(around)]] }
  if (known === 'if') return { if: ['is_big', literal, text(around)] }
  return literal
}

const reference = (around: Surroundings, ...names: readonly string[]): Json => {
  const found = [...around.resources.keys()].filter((name) => names.some((prefix) => name.startsWith(prefix)))
  return found.length > 0 && around.random(5) > 0
    ? { get_resource: one(around.random, found) }
    : one(around.random, ['x', 'y'])
}

/** A port that no other server has: Nova gives each to one. */
function ownPort(around: Surroundings): Json {
  const port = reference(around, 'port')
  const name = JSON.stringify(port)
  if (!around.taken.has(name)) {
    if (typeof port === 'object') around.taken.add(name)
    return port
  }
  return 'z'
}

interface Made {
  readonly type: string
  readonly properties: Part
  /** What may be read of it. */
  readonly read: readonly (readonly string[])[]
  readonly update_policy?: Json
}

/** Of a server with another format Heat refuses deployments, before it does anything; no edit changes it. */
const forDeployments = 'SOFTWARE_CONFIG'

/** Kinds of resources, by the beginning of their names. */
const kinds: Readonly<Record<string, (around: Surroundings) => Made>> = {
  net: (around) => ({
    type: 'OS::Neutron::Net',
    properties: { name: text(around), ...maybe(around, 'port_security_enabled', true) },
    read: [['name'], ['mtu']],
  }),
  subnet: (around) => ({
    type: 'OS::Neutron::Subnet',
    properties: {
      network: reference(around, 'net'),
      cidr: one(around.random, ['10.0.0.0/24', '10.1.0.0/24']),
      name: text(around),
    },
    read: [['gateway_ip']],
  }),
  port: (around) => ({
    type: 'OS::Neutron::Port',
    properties: {
      network: reference(around, 'net'),
      name: text(around),
      ...maybe(around, 'mac_address', 'aa:bb:cc:dd:ee:ff'),
    },
    read: [['fixed_ips', '0', 'ip_address'], ['mac_address']],
  }),
  server: (around) => ({
    type: 'OS::Nova::Server',
    properties: {
      flavor: one(around.random, ['small', 'large']),
      image: one(around.random, ['debian', 'fedora']),
      networks: [{ port: ownPort(around) }],
      user_data_format: forDeployments,
      ...maybe(around, 'user_data', text(around)),
      ...maybe(around, 'key_name', reference(around, 'key')),
      ...maybe(around, 'name', text(around)),
      ...maybe(around, 'metadata', { told: text(around) }),
      ...maybe(around, 'user_data_update_policy', 'IGNORE'),
      ...maybe(around, 'image_update_policy', one(around.random, ['REPLACE', 'REBUILD'])),
    },
    read: [['first_address'], ['name']],
  }),
  key: (around) => ({
    type: 'OS::Nova::KeyPair',
    properties: { name: text(around) },
    read: [['public_key']],
  }),
  volume: (around) => ({
    type: 'OS::Cinder::Volume',
    properties: {
      size: 1 + around.random(3),
      ...maybe(around, 'name', text(around)),
      ...maybe(around, 'availability_zone', text(around)),
    },
    read: [['display_name']],
  }),
  attachment: (around) => ({
    type: 'OS::Cinder::VolumeAttachment',
    properties: { instance_uuid: reference(around, 'server'), volume_id: reference(around, 'volume') },
    read: [],
  }),
  value: (around) => ({ type: 'OS::Heat::Value', properties: { value: text(around) }, read: [['value']] }),
  random: (around) => ({
    type: 'OS::Heat::RandomString',
    properties: { length: 8 + around.random(2), ...maybe(around, 'salt', text(around)) },
    read: [['value']],
  }),
  config: (around) => ({
    type: 'OS::Heat::SoftwareConfig',
    properties: {
      config: text(around),
      inputs: [{ name: 'i', ...maybe(around, 'replace_on_change', true) }],
    },
    read: [['config']],
  }),
  deployment: (around) => ({
    type: 'OS::Heat::SoftwareDeployment',
    properties: {
      config: reference(around, 'config'),
      server: reference(around, 'server'),
      signal_transport: 'NO_SIGNAL',
      ...maybe(around, 'input_values', { i: text(around) }),
    },
    read: [['deploy_stdout']],
  }),
  group: (around) => ({
    type: 'OS::Nova::ServerGroup',
    properties: { name: text(around), policies: [one(around.random, ['affinity', 'anti-affinity'])] },
    read: [],
  }),
  stack: (around) => ({
    ...called(around, 'kid.yaml'),
    read: [['v'], ['w'], ['resource.server', 'first_address'], ['resource.value', 'value']],
  }),
  own: (around) => ({
    type: 'OS::Heat::Stack',
    properties: {
      template: one<Json>(around.random, [
        { get_file: 'kid.yaml' },
        { get_file: 'kid.yaml' },
        literalTemplate(around),
      ]),
      parameters: called(around, 'kid.yaml').properties,
    },
    read: [['outputs', 'v'], ['outputs', 'w'], ['stack_name']],
  }),
  members: (around) => {
    const count = 1 + around.random(3)
    const resource_def = one(around.random, [
      called(around, 'kid.yaml', '%index%'),
      called(around, 'kid.yaml'),
      volumeOf(around),
    ])
    return {
      type: 'OS::Heat::ResourceGroup',
      properties: { count, resource_def },
      read:
        resource_def.type === 'kid.yaml'
          ? [['resource.0.v'], ['resource.0', 'w'], ['refs', '[]'], ['v', '[]']]
          : [['refs', '[]']],
      ...policy(around, 'rolling_update', batches(around, 'max_batch_size', 'min_in_service')),
    }
  },
  groups: (around) => ({
    type: 'OS::Heat::ResourceGroup',
    properties: { count: 1 + around.random(2), resource_def: innerGroup(around) },
    read: [['refs', '[]']],
    ...policy(around, 'rolling_update', batches(around, 'max_batch_size', 'min_in_service')),
  }),
  chain: (around) => ({
    type: 'OS::Heat::ResourceChain',
    properties: {
      resources: one(around.random, [['kid.yaml'], ['kid.yaml', 'kid.yaml'], ['kid.yaml', 'leaf.yaml']]),
      resource_properties: called(around, 'kid.yaml').properties,
    },
    read: [
      ['resource.0', 'v'],
      ['refs', '0'],
      ['v', '[]'],
    ],
  }),
  scaled: (around) => {
    const size = 1 + around.random(2)
    const resource = one(around.random, [called(around, 'kid.yaml'), volumeOf(around)])
    return {
      type: 'OS::Heat::AutoScalingGroup',
      properties: {
        min_size: 1,
        max_size: 5,
        desired_capacity: size,
        resource,
        ...maybe(around, 'rolling_updates', batches(around, 'max_batch_size', 'min_in_service')),
      },
      read: [
        ...(resource.type === 'kid.yaml' ? [['outputs_list', 'v', '[]']] : []),
        ['current_size'],
        ['refs', '[]'],
      ],
    }
  },
  launch: (around) => ({
    type: 'AWS::AutoScaling::LaunchConfiguration',
    properties: {
      ImageId: one(around.random, ['debian', 'fedora']),
      InstanceType: one(around.random, ['small', 'large']),
      ...maybe(around, 'UserData', text(around)),
      ...maybe(around, 'KeyName', reference(around, 'key')),
    },
    read: [],
  }),
  instances: (around) => ({
    type: 'OS::Heat::InstanceGroup',
    properties: {
      AvailabilityZones: ['z'],
      LaunchConfigurationName: launched(around),
      Size: 1 + around.random(3),
    },
    read: [['InstanceList']],
    ...policy(around, 'RollingUpdate', batches(around, 'MaxBatchSize', 'MinInstancesInService')),
  }),
  autoscaled: (around) => ({
    type: 'AWS::AutoScaling::AutoScalingGroup',
    properties: {
      AvailabilityZones: ['z'],
      LaunchConfigurationName: launched(around),
      MinSize: 1,
      MaxSize: 5,
      ...maybe(around, 'DesiredCapacity', 1 + around.random(3)),
    },
    read: [['InstanceList']],
    ...policy(around, 'AutoScalingRollingUpdate', batches(around, 'MaxBatchSize', 'MinInstancesInService')),
  }),
  deployments: (around) => ({
    type: 'OS::Heat::SoftwareDeploymentGroup',
    properties: {
      config: reference(around, 'config'),
      servers: one(around.random, [
        { a: reference(around, 'server') },
        { a: 's1', b: reference(around, 'server') },
        { a: 's1', b: 's2', c: 's3' },
      ]),
      signal_transport: 'NO_SIGNAL',
      ...maybe(around, 'input_values', { i: text(around) }),
    },
    read: [['deploy_stdouts', 'a']],
  }),
}

function maybe({ random }: Surroundings, name: string, value: Json): Part {
  return random(2) === 0 ? { [name]: value } : {}
}

function called(around: Surroundings, type: string, index?: string): Omit<Made, 'read'> {
  const first = index === undefined ? text(around) : one<Json>(around.random, [`m${index}`, text(around)])
  return { type, properties: { p: first, ...maybe(around, 'q', text(around)) } }
}

const volumeOf = (around: Surroundings): Part => {
  const { type, properties } = (kinds.volume as (typeof kinds)[string])(around)
  return { type, properties }
}

/** Groups of groups. */
const innerGroup = (around: Surroundings): Part => ({
  type: 'OS::Heat::ResourceGroup',
  properties: {
    count: 1 + around.random(2),
    resource_def: one(around.random, [called(around, 'kid.yaml'), volumeOf(around)]),
  },
})

const batches = ({ random }: Surroundings, size: string, least: string): Part => ({
  [size]: 1 + random(2),
  ...(random(2) === 0 ? { [least]: random(4) } : {}),
})

const policy = ({ random }: Surroundings, name: string, value: Part): Pick<Made, 'update_policy'> =>
  random(2) === 0 ? { update_policy: { [name]: value } } : {}

/** The configuration that a group needs to be there. */
const launched = ({ resources, random }: Surroundings): Json => ({
  get_resource: one(
    random,
    [...resources.keys()].filter((name) => name.startsWith('launch')),
  ),
})

/** A template that is written into the one around it. */
const literalTemplate = (around: Surroundings): string =>
  JSON.stringify({
    heat_template_version: version,
    parameters: {
      p: { type: 'string' },
      q: { type: 'string', default: 'y' },
      size: { type: 'string', default: 'big' },
    },
    conditions,
    resources: {
      value: { type: 'OS::Heat::Value', properties: { value: { get_param: 'p' } } },
      volume: volumeOf({ ...around, resources: new Map(), parameters: ['q'] }),
    },
    outputs: { v: { value: { get_attr: ['value', 'value'] } }, w: { value: { get_param: 'q' } } },
  })

/** Of what no group or nested template is made again. */
const plainKinds = ['net', 'port', 'server', 'key', 'volume', 'value', 'random', 'config']

function resourcesOf(random: Random, names: readonly string[], parameters: readonly string[]): Part {
  const around: Surroundings = { random, resources: new Map(), parameters, taken: new Set() }
  const resources: Part = {}
  for (const [at, kind] of names.entries()) {
    const { read, ...made } = (kinds[kind] as (typeof kinds)[string])(around)
    const name = names.indexOf(kind) === at ? kind : `${kind}${at}`
    resources[name] = {
      ...made,
      ...(kind === 'launch' ? {} : maybeFew(random, 'condition', 'is_big')),
      ...maybeFew(random, 'deletion_policy', 'Retain'),
      ...maybeFew(random, 'metadata', { note: one(random, ['a', 'b']) }),
    }
    // What may not be there is read by nobody.
    if (!('condition' in (resources[name] as Part))) around.resources.set(name, read)
  }
  return resources
}

const maybeFew = (random: Random, name: string, value: Json): Part =>
  random(12) === 0 ? { [name]: value } : {}

export const conditions: Part = { is_big: { equals: [{ get_param: 'size' }, 'big'] } }

function nestedTemplate(random: Random, leaf: 'kid' | 'leaf'): Part {
  const picked = [...new Set(['value', 'server', one(random, plainKinds)])]
  const names = leaf === 'kid' && random(4) === 0 ? [...picked, 'inner'] : picked
  const resources = resourcesOf(
    random,
    names.filter((one) => one !== 'inner'),
    ['p', 'q'],
  )
  for (const part of Object.values(resources) as Part[]) delete part.condition
  if (names.includes('inner')) resources.inner = { type: 'leaf.yaml', properties: { p: { get_param: 'p' } } }
  const around: Surroundings = {
    random,
    resources: new Map([
      ['server', [['first_address']]],
      ['value', [['value']]],
      ...(names.includes('inner') ? [['inner', [['v']]] as const] : []),
    ]),
    parameters: ['p', 'q'],
    taken: new Set(),
  }
  return {
    heat_template_version: version,
    parameters: {
      p: { type: 'string', default: 'x' },
      q: { type: 'string', default: 'y' },
      size: { type: 'string', default: 'small' },
    },
    conditions,
    resources,
    outputs: { v: { value: text(around) }, w: { value: text(around) } },
  }
}

const launching: ReadonlySet<string> = new Set(['instances', 'autoscaled'])

function stackOf(random: Random, most: number): Version {
  const count = 4 + random(most - 3)
  const names = Array.from({ length: count }, () => one(random, Object.keys(kinds)))
  // What launches servers has its configuration before it.
  if (names.some((name) => launching.has(name))) names.unshift('launch')
  const resources = resourcesOf(random, names, ['zone', 'word'])
  const read = [...Object.entries(resources)].filter(([, part]) => !('condition' in (part as Part)))
  const around: Surroundings = {
    random,
    resources: new Map(read.map(([name]) => [name, []])),
    parameters: ['zone', 'word'],
    taken: new Set(),
  }
  return {
    files: {
      't.yaml': {
        heat_template_version: version,
        parameters: {
          zone: { type: 'string', default: 'z' },
          word: { type: 'string', default: 'w' },
          size: { type: 'string', default: 'small' },
        },
        conditions,
        resources,
        outputs: { o: { value: text(around) } },
      },
      'kid.yaml': nestedTemplate(random, 'kid'),
      'leaf.yaml': nestedTemplate(random, 'leaf'),
    },
    parameters: { zone: 'z', word: 'w', size: one(random, ['small', 'big']) },
  }
}

// Edits

/** All scalars below some data that are no part of a function, each with a way to change it. */
function leaves(data: Json, inCall = false): { readonly value: Json; set(value: Json): void }[] {
  if (typeof data !== 'object' || data === null) return []
  const holder = data as { [key: string]: Json }
  const keys = Object.keys(holder).filter((key) => holder[key] !== forDeployments)
  return keys.flatMap((key) => {
    const isCall = inCall || /^(?:get_|if$)/.test(key)
    const value = holder[key] as Json
    const inner = leaves(value, isCall)
    if (inner.length > 0 || isCall || (typeof value === 'object' && value !== null)) return inner
    return [{ value, set: (next: Json) => Object.assign(holder, { [key]: next }) }]
  })
}

const policies: Readonly<Record<string, readonly string[]>> = {
  affinity: ['anti-affinity'],
  'anti-affinity': ['affinity'],
  REPLACE: ['REBUILD'],
  REBUILD: ['REPLACE'],
  IGNORE: ['REPLACE'],
  NO_SIGNAL: ['CFN_SIGNAL'],
  'kid.yaml': ['leaf.yaml'],
  'leaf.yaml': ['kid.yaml'],
  '10.0.0.0/24': ['10.2.0.0/24'],
}

function another(value: Json, random: Random): Json {
  if (typeof value === 'number') return Math.max(1, value + one(random, [-1, 1, 2]))
  if (typeof value === 'boolean') return !value
  const text = String(value)
  return one(random, policies[text] ?? [`${text}2`, 'a', 'b'])
}

type Edit = (
  made: { files: Record<string, Part>; parameters: Record<string, string> },
  random: Random,
) => string | undefined

export const partOf = (template: Part | undefined, name: string) => (template?.[name] ?? {}) as Part

/** A resource of one of the files, with its name. */
function resourceIn(
  files: Record<string, Part>,
  random: Random,
  file = one(random, ['t.yaml', 't.yaml', 'kid.yaml', 'leaf.yaml']),
) {
  const resources = partOf(files[file], 'resources')
  const name = one(random, Object.keys(resources))
  return { file, resources, name, resource: resources[name] as Part }
}

const isRead = (template: Json, name: string) => JSON.stringify(template).split(`"${name}"`).length > 2

const edits: readonly Edit[] = [
  ({ files }, random) => {
    const { file, name, resource } = resourceIn(files, random)
    const all = leaves(resource.properties ?? {})
    if (all.length === 0) return undefined
    const leaf = one(random, all)
    leaf.set(another(leaf.value, random))
    return `value in ${file} ${name}`
  },
  ({ files }, random) => {
    const { file, resources, name, resource } = resourceIn(files, random)
    const properties = partOf(resource, 'properties')
    const key = one(random, Object.keys(properties))
    const names = Object.keys(resources)
    const before = names
      .slice(0, names.indexOf(name))
      .filter((other) => !('condition' in (resources[other] as Part)))
    const isText = ['name', 'user_data', 'value', 'salt', 'p', 'q', 'config', 'availability_zone'].includes(
      key,
    )
    if (!isText || before.length === 0) return undefined
    properties[key] = { get_resource: one(random, before) }
    return `reference in ${file} ${name}.${key}`
  },
  ({ files }, random) => {
    const { file, name, resource } = resourceIn(files, random)
    const properties = partOf(resource, 'properties')
    const optional = [
      'name',
      'user_data',
      'key_name',
      'metadata',
      'salt',
      'q',
      'availability_zone',
      'input_values',
      'user_data_update_policy',
      'image_update_policy',
    ].filter((key) => key in properties)
    if (optional.length === 0) return undefined
    const key = one(random, optional)
    delete properties[key]
    return `without ${key} in ${file} ${name}`
  },
  ({ files }, random) => {
    const { file, name, resource } = resourceIn(files, random)
    resource.metadata = { note: one(random, ['c', 'd']) }
    return `metadata of ${file} ${name}`
  },
  ({ files }, random) => {
    const { file, resources, name, resource } = resourceIn(files, random)
    if (isRead(files[file] as Part, name)) return undefined
    delete resources[name]
    if (random(2) === 0) resources[`${name}x`] = resource
    return `${file} ${name} is gone`
  },
  ({ files }, random) => {
    const { file, resources } = resourceIn(files, random)
    const around: Surroundings = { random, resources: new Map(), parameters: [], taken: new Set() }
    const kind = one(random, plainKinds)
    const { type, properties } = (kinds[kind] as (typeof kinds)[string])(around)
    resources[`new${Object.keys(resources).length}`] = { type, properties }
    return `new ${kind} in ${file}`
  },
  ({ files }, random) => {
    const file = one(random, ['kid.yaml', 'leaf.yaml'])
    const output = partOf(partOf(files[file], 'outputs'), one(random, ['v', 'w']))
    output.value = one<Json>(random, [
      'a',
      'z',
      { get_param: 'p' },
      { get_param: 'q' },
      { get_attr: ['server', 'first_address'] },
      { get_attr: ['value', 'value'] },
    ])
    return `output of ${file}`
  },
  ({ parameters }, random) => {
    const name = one(random, ['zone', 'word', 'size'])
    parameters[name] =
      name === 'size' ? (parameters.size === 'big' ? 'small' : 'big') : one(random, ['k', 'l'])
    return `parameter ${name}`
  },
  ({ files }, random) => {
    const { file, name, resource } = resourceIn(files, random)
    if (isRead(partOf(files[file], 'resources'), name) && !('condition' in resource)) return undefined
    if ('condition' in resource) delete resource.condition
    else resource.condition = 'is_big'
    return `condition of ${file} ${name}`
  },
  ({ files }, random) => {
    const { file, resources, name, resource } = resourceIn(files, random)
    const names = Object.keys(resources)
    const others = names
      .slice(0, names.indexOf(name))
      .filter((other) => !('condition' in (resources[other] as Part)))
    if (others.length === 0) return undefined
    resource.depends_on = one(random, others)
    return `depends_on of ${file} ${name}`
  },
  ({ files }, random) => {
    const { file, resources, name } = resourceIn(files, random)
    if (isRead(files[file] as Part, name)) return undefined
    const kind = one(random, plainKinds)
    const { type, properties } = (kinds[kind] as (typeof kinds)[string])({
      random,
      resources: new Map(),
      parameters: [],
      taken: new Set(),
    })
    resources[name] = { type, properties }
    return `type of ${file} ${name}`
  },
]

/** Updates without end: a stack of four resources or more, and one to three edits of it. @param most resources that it has */
function* generatedUpdates(seed: number, most = 9): Generator<Update> {
  const random = numbers(seed)
  for (let at = 0; ; at += 1) {
    const before = stackOf(random, most)
    const made = structuredClone(before) as {
      files: Record<string, Part>
      parameters: Record<string, string>
    }
    const wanted = 1 + random(3)
    const names: string[] = []
    for (let tries = 0; names.length < wanted && tries < 20; tries += 1)
      names.push(...[one(random, edits)(made, random) ?? []].flat())
    if (names.length > 0) yield { name: `${seed}/${at}: ${names.join('; ')}`, before, after: made }
  }
}

/** The first updates of a seed. */
export function someUpdates(count: number, seed: number, most?: number): readonly Update[] {
  const updates: Update[] = []
  for (const update of generatedUpdates(seed, most)) {
    if (updates.length >= count) break
    updates.push(update)
  }
  return updates
}
