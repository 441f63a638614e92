/** Native resources are held against what the facts about their types want, property by property. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareTexts } from './pairs.ts'

/** A fixture of a transform as it was and as it becomes, the latter with one thing changed. */
function pair(fixture: string, from: string | RegExp = '', to = ''): readonly [string, string] {
  const [id = '', name = ''] = fixture.split(' ')
  const folder = join(import.meta.dirname, '../../transforms', id, 'fixtures', name)
  const [before, after] = ['input', 'expected'].map((file) =>
    readFileSync(join(folder, `${file}.yaml`), 'utf8'),
  )
  if (before === undefined || after === undefined) throw new Error(`no ${fixture}`)
  const changed = after.replace(from, to)
  if (from !== '' && changed === after) throw new Error(`${fixture} has no ${from}`)
  return [before, changed]
}

const native = { types: 'natively', names: 'as Heat translates' } as const

function verdict(fixture: string, from?: string | RegExp, to?: string) {
  const [before, after] = pair(fixture, from, to)
  return compareTexts(before, after, 'heat', native)
}

const pairs = [
  'os/alarm change',
  'os/autoscaling change',
  'os/container change',
  'os/floating-ip change',
  'os/floating-ip server',
  'os/floating-ip-association change',
  'os/nested-stack change',
  'os/port change',
  'os/security-group change',
  'os/security-group rules',
  'os/server change',
  'os/server networks',
  'os/server volumes',
  'os/volume change',
  'os/volume-attachment change',
  'os/vpc change',
  'os/wait-condition change',
]

it.each(pairs)('%s corresponds', (fixture) => {
  const { differences, reasons } = verdict(fixture)
  expect([...differences, ...reasons]).toEqual([])
})

it.each(pairs)('%s is another template where nobody says that types may be native', (fixture) => {
  const [before, after] = pair(fixture)
  expect(compareTexts(before, after).verdict).toBe('differs')
})

/** What is wrong, and where it is found. */
const spoiled: readonly (readonly [string, string, string | RegExp, string, string])[] = [
  ['a property is lost', 'os/server change', /\n {6}key_name: .*/, '', 'resources.till.properties.key_name'],
  [
    'a property has another value',
    'os/volume change',
    /size: .*/,
    'size: 77',
    'resources.ledger.properties.size',
  ],
  [
    'the form of user data is left to the cloud',
    'os/server volumes',
    /\n {6}user_data_format: .*/,
    '',
    'resources.till.properties.user_data_format',
  ],
  ['a volume is not attached', 'os/server volumes', /\n {2}till_volume_2:[\s\S]*?vdd/, '', 'resources.till'],
  ['a volume is attached elsewhere', 'os/server volumes', '/dev/vdd', '/dev/vde', 'resources.till'],
  [
    'a volume is attached to a server that is not there',
    'os/server volumes',
    /(till_volume_2:.*\n.*\n {4}condition: )stocked/,
    '$1{not: stocked}',
    'resources.till',
  ],
  [
    'a resource is there that nothing asks for',
    'os/server volumes',
    'resources:\n',
    'resources:\n  more: {type: OS::Cinder::VolumeAttachment}\n',
    'resources.more',
  ],
  [
    'a rule lets traffic in instead of out',
    'os/security-group change',
    /direction: ingress([\s\S]*)$/,
    'direction: egress$1',
    'resources.shop.properties.rules[0].direction',
  ],
  [
    'a reference is still asked for the resource',
    'os/floating-ip change',
    /address: .*/,
    'address: {value: {get_resource: door}}',
    'outputs.address.value',
  ],
  [
    'an attribute is another one',
    'os/wait-condition change',
    /get_attr: \[(.*), data\]/,
    'get_attr: [$1, signals]',
    'outputs',
  ],
  [
    'the router is reached from another subnet',
    'os/vpc change',
    /(store_interface[\s\S]*?subnet: {get_resource: )store/,
    '$1shop',
    'resources.store',
  ],
  [
    'a route table has no gateway',
    'os/vpc change',
    /\n {4}properties:\n {6}external_gateway_info: .*/,
    '',
    'resources.signs.properties.external_gateway_info',
  ],
  ['nothing waits for the gateway', 'os/vpc change', /\n {4}depends_on: .*/, '', 'resources.till.depends_on'],
  [
    'members are made of another image',
    'os/autoscaling change',
    'clerk-2',
    'clerk-3',
    'resources.clerks.properties.resource.properties.image',
  ],
  [
    'members pause for too short',
    'os/autoscaling change',
    'pause_time: 90',
    'pause_time: 1',
    'resources.clerks.properties.rolling_updates.pause_time',
  ],
  [
    'a policy changes another group',
    'os/autoscaling change',
    'auto_scaling_group_id: {get_resource: clerks}',
    'auto_scaling_group_id: clerks',
    'resources.more',
  ],
  [
    'the external network has a default',
    'os/floating-ip change',
    'type: string',
    'type: string\n    default: lan',
    'resources.door.properties',
  ],
]

it.each(spoiled)('%s: is seen', (_, fixture, from, to, where) => {
  const [before, after] = pair(fixture, from, to)
  const { verdict: said, differences, reasons } = compareTexts(before, after, 'heat', native)
  expect(said).not.toBe('equal')
  const paths = [...differences, ...reasons].map(({ path }) => path)
  expect(paths.filter((path) => path.startsWith(where))).not.toEqual([])
})
