/** Heat's plug-ins of native types ask the cloud for what those of the AWS types ask for, but for what is reported. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resourceTypeSchema } from '../../src/heat/facts/resource-types.ts'
import { nativeTypes } from '../../src/heat/native-types.ts'
import { sharedCorpus } from '../engine/corpus-files.ts'
import { hasHeatFor, python } from './installed.ts'

const hasHeat = hasHeatFor('comparing the calls of plug-ins')
const withHeat = hasHeat ? describe : describe.skip

type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data }
type Calls = Readonly<Record<string, Data>>

/** What each template makes Heat ask for when it creates its resources, by resource. */
function callsOf(paths: readonly string[]): readonly Calls[] {
  const run = spawnSync(python, [join(__dirname, 'native_calls.py'), ...paths], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Calls)
}

/** Data with every value replaced, from the leaves upwards; undefined leaves an entry out. */
function mapped(
  data: Data,
  change: (value: Data, key: string) => Data | undefined,
  key = '',
): Data | undefined {
  if (Array.isArray(data))
    return change(
      (data as readonly Data[]).flatMap((one) => {
        const made = mapped(one, change)
        return made === undefined ? [] : [made]
      }),
      key,
    )
  if (typeof data !== 'object' || data === null) return change(data, key)
  const entries = Object.entries(data).flatMap(([name, one]) => {
    const made = mapped(one, change, name)
    return made === undefined ? [] : [[name, made] as const]
  })
  return change(Object.fromEntries(entries), key)
}

/** What Neutron, Nova and Octavia take for not being said. */
const unsaid: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['admin_state_up', true],
  ['shared', false],
  ['enable_dhcp', true],
  ['dns_nameservers', []],
  ['binding:vnic_type', 'normal'],
  ['device_id', ''],
  ['device_owner', ''],
  ['files', {}],
  ['meta', {}],
  ['security_groups', []],
  // The plug-in of LBaaS always says so of a monitor of type HTTP, and that of Octavia of a pool.
  ['http_method', 'GET'],
  ['url_path', '/'],
  ['expected_codes', '200'],
  ['tls_enabled', false],
])

function isMap(value: Data): value is { readonly [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is the same to the cloud: ports as numbers or digits, names in either case, what is said and what goes without saying. */
function asTheCloudReads(calls: Calls): Calls {
  return mapped(calls, (value, key) => {
    if (unsaid.has(key) && JSON.stringify(unsaid.get(key)) === JSON.stringify(value)) return undefined
    if (/^port_range_/.test(key)) return Number(value)
    // A port that a server makes for itself has a name natively, and says its network beside it.
    if (key === 'name' && /-port-\d+$/.test(String(value))) return undefined
    if (key === 'port-id') return String(value).replace(/-port-\d+$/, '')
    if (isMap(value) && 'port-id' in value) return { 'port-id': value['port-id'] as Data }
    // Heat makes it up from the name of the resource, which is another one inside of a template.
    if (isMap(value) && 'threshold_rule' in value) return { ...value, name: null }
    // Octavia's client takes the body by name.
    if (Array.isArray(value) && value[0] === 'load_balancer_create')
      return ['create_loadbalancer', [value[2].json], {}]
    if (key === 'protocol' && typeof value === 'string') return value.toLowerCase()
    return value
  }) as Calls
}

interface Case {
  readonly id: string
  readonly name: string
  /** The resources that are compared, by their names in both templates. */
  readonly given: readonly string[]
  /** What the AWS plug-in alone asks for, by the key of the argument. */
  readonly lost?: readonly string[]
  /** Whether what all calls together make is compared, for the native ones are others. */
  readonly asWhole?: true
}

const cases: readonly Case[] = [
  { id: 'os/server', name: 'change', given: ['till'], lost: ['instance_user'] },
  { id: 'os/server', name: 'networks', given: ['safe'], lost: ['instance_user'] },
  { id: 'os/volume', name: 'change', given: ['ledger'], lost: ['description'] },
  { id: 'os/volume', name: 'members', given: ['disks'], lost: ['description'] },
  { id: 'os/server', name: 'members', given: ['clerks'], lost: ['instance_user'] },
  { id: 'os/volume-attachment', name: 'change', given: ['ledger_on_till'] },
  { id: 'os/security-group', name: 'change', given: ['shop'] },
  { id: 'os/security-group', name: 'comments', given: ['shop'] },
  { id: 'os/security-group', name: 'rules', given: ['portless'] },
  { id: 'os/container', name: 'change', given: ['pictures'] },
  { id: 'os/floating-ip', name: 'change', given: ['door', 'sign'] },
  { id: 'os/floating-ip', name: 'server', given: [], asWhole: true },
  { id: 'os/floating-ip-association', name: 'change', given: ['door', 'sign', 'till', 'plug'] },
  { id: 'os/port', name: 'change', given: ['plug', 'ground'] },
  { id: 'os/vpc', name: 'change', given: [], asWhole: true },
  { id: 'os/wait-condition', name: 'change', given: ['open', 'opened'] },
  { id: 'os/nested-stack', name: 'change', given: ['annex'] },
  {
    id: 'os/autoscaling',
    name: 'change',
    given: ['clerks', 'more'],
    lost: ['instance_user', 'metering.groupname', 'metering.AutoScalingGroupName'],
  },
  { id: 'os/alarm', name: 'change', given: ['queue_is_long'] },
  { id: 'os/alarm', name: 'comments', given: ['queue_is_long'] },
  {
    id: 'hot/lbaas-to-octavia',
    name: 'change',
    given: ['counter', 'queue', 'ovens', 'oven', 'warmth', 'rye_first', 'asks_for_rye'],
  },
  { id: 'hot/nova-floating-ips', name: 'change', given: ['number'], asWhole: true },
  { id: 'hot/nova-floating-ips', name: 'alone', given: ['number'] },
]

/** The alarm of AWS is no plug-in of Heat but a template among its files, which the package of Debian does not have. */
const alarm = join(sharedCorpus, 'cfn-yaml/openstack+heat/etc/heat/templates/AWS_CloudWatch_Alarm.yaml')
const hasAlarm = existsSync(alarm)

type Call = readonly [what: string, args: readonly Data[], named: Data, by: string]

/**
 * Addresses, router interfaces and gateways as they are when all is made, and all else that was asked for: an interface
 * that is added and taken away again was never there, and an address may get its port when it is made or later.
 */
function stateAfter(calls: Calls): unknown {
  const others: Data[] = []
  const addresses = new Map<string, Data>()
  const gateways = new Map<string, Data>()
  const interfaces = new Set<string>()
  const all = Object.entries(calls).flatMap(([by, some]) =>
    (some as readonly (readonly [string, readonly Data[], Data])[]).map((one): Call => [...one, by]),
  )
  // Of one resource the calls are in their order; among resources what takes away comes last.
  const isRemoval = ([what]: Call) => Number(what.startsWith('remove_'))
  for (const [what, args, named, by] of all.toSorted((a, b) => isRemoval(a) - isRemoval(b))) {
    const [first, second] = args
    const of = (body: Data | undefined, kind: string) =>
      (body as Record<string, Record<string, Data>>)[kind] ?? {}
    if (what === 'add_interface_router') interfaces.add(JSON.stringify(args))
    else if (what === 'remove_interface_router') interfaces.delete(JSON.stringify(args))
    else if (what === 'add_gateway_router') gateways.set(String(first), second ?? null)
    else if (what === 'create_floatingip') addresses.set(by, of(first, 'floatingip'))
    else if (what === 'update_floatingip')
      addresses.set(String(first), {
        ...(addresses.get(String(first)) as object),
        ...of(second, 'floatingip'),
      })
    else if (what === 'create_router') {
      const { name, external_gateway_info: gateway } = of(first, 'router')
      // The router of a VPC has the name of its network.
      const id = isNetwork(String(name), all) ? `${String(name)}_router` : String(name)
      if (gateway !== undefined) gateways.set(id, gateway)
      others.push(`router ${id}`)
    } else others.push([what, args, named])
  }
  return {
    others: others.map((one) => JSON.stringify(one)).sort(),
    addresses: [...addresses].sort(),
    gateways: [...gateways].sort(),
    interfaces: [...interfaces].sort(),
  }
}

function isNetwork(name: string, all: readonly Call[]): boolean {
  return all.some(
    ([what, [body]]) =>
      what === 'create_network' &&
      (body as { readonly network: { readonly name: string } }).network.name === name,
  )
}

withHeat('the calls of native resources', () => {
  const fixtures = join(__dirname, '../../transforms')
  const looked = cases.filter(({ id }) => hasAlarm || id !== 'os/alarm')
  const paths = looked.flatMap(({ id, name }) =>
    ['input.yaml', 'expected.yaml'].map((file) => join(fixtures, id, 'fixtures', name, file)),
  )
  const types = hasAlarm ? [`AWS::CloudWatch::Alarm=${alarm}`] : []
  const answers = hasHeat ? callsOf([...types, ...paths]).map(asTheCloudReads) : []

  it.each(looked.map((one, index) => [one.id, one.name, one, index] as const))(
    'of %s, case %s, are those of the AWS resources',
    (_id, _name, { given, lost = [], asWhole }, index) => {
      const [before = {}, after = {}] = answers.slice(2 * index)
      const withoutLost = (calls: Data) =>
        mapped(calls, (value, key) => (lost.includes(key) ? undefined : value)) ?? null
      const shown = asWhole ? [before, after] : given.flatMap((one) => [before[one], after[one]])
      expect(JSON.stringify(shown)).not.toContain('"failed"')
      for (const key of lost) expect(JSON.stringify(before)).toContain(`"${key}"`)
      if (asWhole) expect(stateAfter(after)).toEqual(stateAfter(withoutLost(before) as Calls))
      for (const resource of given) {
        expect(JSON.stringify(before[resource])).not.toBe('[]')
        expect(inOneSpelling(after[resource])).toEqual(inOneSpelling(withoutLost(before[resource] ?? null)))
      }
    },
  )

  it('are compared for every type that becomes native and that Heat has', () => {
    const compared = new Map<string, string>()
    for (const { id, name } of cases) {
      const input = readFileSync(join(fixtures, id, 'fixtures', name, 'input.yaml'), 'utf8')
      compared.set(id, `${compared.get(id) ?? ''}${input}`)
    }
    const missing = [...nativeTypes].filter(
      ([type, { transform }]) =>
        transform !== undefined &&
        resourceTypeSchema(type) !== undefined &&
        !new RegExp(`type: ["']?${type}["']?[,}\\s]`).test(compared.get(transform) ?? ''),
    )
    expect(missing.map(([type]) => type)).toEqual([])
  })
})

/** `ChangeInCapacity` and `change_in_capacity` are two names for one thing. */
function inOneSpelling(calls: Data | undefined): Data | undefined {
  return mapped(calls ?? null, (value) =>
    typeof value === 'string' && /^(?:percent_?)?change_?in_?capacity$|^exact_?capacity$/i.test(value)
      ? value.replaceAll('_', '').toLowerCase()
      : value,
  )
}
