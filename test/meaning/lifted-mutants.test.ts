/** Wrong upgrades and wrong moves into environments, each a right one with one thing spoiled. */

import type { Value } from '../../src/heat/values/value.ts'
import { compareDeployments } from '../../src/meaning/deployment.ts'
import type { EnvironmentValues } from '../../src/meaning/sample.ts'
import { compareTexts, sideOf, spoiled } from './pairs.ts'

/** Under names that Heat translates, in a version that lacks much. */
const harbour = `heat_template_version: 2016-10-14
parameters:
  berths: {type: number, default: 2}
  boats: {type: comma_delimited_list, default: 'one,two'}
  open: {type: boolean, default: true}
conditions:
  is_open: {equals: [{get_param: open}, true]}
resources:
  net: {type: 'OS::Quantum::Net', properties: {name: harbour}}
  other: {type: 'OS::Neutron::Net', properties: {name: other}}
  sub: {type: 'OS::Neutron::Subnet', properties: {network_id: {get_resource: net}, cidr: 10.0.0.0/24}}
  port:
    type: OS::Neutron::Port
    properties:
      network_id: {get_resource: net}
      fixed_ips: [{subnet_id: {get_resource: sub}}, {ip_address: 10.0.0.9}]
  router: {type: 'OS::Neutron::Router', properties: {l3_agent_id: agent}}
  alarm: {type: 'OS::Ceilometer::Alarm', properties: {meter_name: tide, threshold: 3}}
  word: {type: 'OS::Heat::RandomString', properties: {sequence: lettersdigits}}
  server:
    type: OS::Nova::Server
    properties:
      networks: [{uuid: {get_resource: net}}, {port: {get_resource: port}}]
      user_data:
        repeat:
          template: 'moor %boat% at %berth%'
          for_each: {'%boat%': {get_param: boats}, '%berth%': [a, b]}
      config_drive: {if: [is_open, true, false]}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: berths}
      resource_def: {type: 'OS::Neutron::Port', properties: {network_id: {get_resource: net}, name: 'p%index%'}}
outputs:
  first: {value: {get_attr: [group, resource.0, mac_address]}, condition: is_open}
  all: {value: {get_attr: [group, mac_address]}}
`

const harbourLifted = harbour
  .replace('2016-10-14', '2021-04-16')
  .replace('OS::Quantum::Net', 'OS::Neutron::Net')
  .replaceAll('network_id:', 'network:')
  .replace('subnet_id:', 'subnet:')
  .replace('l3_agent_id: agent', 'l3_agent_ids: [agent]')
  .replace('OS::Ceilometer::Alarm', 'OS::Aodh::Alarm')
  .replace('sequence: lettersdigits', 'character_classes: [{class: lettersdigits}]')
  .replace('{uuid:', '{network:')

type Mutant = readonly [what: string, from: string, to: string, at: string]

const ofHarbour: readonly Mutant[] = [
  ['another type for the old one', 'OS::Aodh::Alarm', 'OS::Aodh::EventAlarm', 'resources.alarm.type'],
  ['a type of the same family', "'OS::Neutron::Net', properties: {name: h", "'OS::Neutron::Subnet', properties: {name: h", 'resources.net.type'],
  ['a property under a wrong name', 'network: {get_resource: net}, cidr', 'net: {get_resource: net}, cidr', 'resources.sub.properties.network'],
  ['a property that is lost on the way', 'network: {get_resource: net}, cidr', 'cidr', 'resources.sub.properties.network'],
  ['a property with another value', 'network: {get_resource: net}, cidr', 'network: {get_resource: other}, cidr', 'resources.sub.properties.network'],
  ['the value of another property', 'subnet: {get_resource: sub}', 'subnet: {get_resource: net}', 'resources.port.properties.fixed_ips[0].subnet'],
  ['a property moved to the next item', '[{subnet: {get_resource: sub}}, {ip_address: 10.0.0.9}]', '[{}, {subnet: {get_resource: sub}, ip_address: 10.0.0.9}]', 'resources.port.properties.fixed_ips[0].subnet'],
  ['an id outside of its list', 'l3_agent_ids: [agent]', 'l3_agent_ids: agent', 'resources.router.properties.l3_agent_ids'],
  ['an id twice in its list', 'l3_agent_ids: [agent]', 'l3_agent_ids: [agent, agent]', 'resources.router.properties.l3_agent_ids'],
  ['a class of characters with a count', '{class: lettersdigits}', '{class: lettersdigits, min: 2}', 'resources.word.properties.character_classes'],
  ['networks that change places', '{network: {get_resource: net}}, {port', '{port: {get_resource: port}}, {xport', 'resources.server.properties.networks[0].network'],
  ['a member of a group with another network', "{network: {get_resource: net}, name: 'p", "{network: {get_resource: other}, name: 'p", 'resources.group.properties.resource_def.properties.network'],
  ['a member of a group without its index', "'p%index%'", 'p', 'resources.group.properties.resource_def.properties.name'],
  ['pairs in place of all combinations', "'%berth%': [a, b]}", "'%berth%': [a, b]}\n          permutations: false", 'resources.server.properties.user_data'],
  ['a loop over another list', "'%berth%': [a, b]", "'%berth%': [b, a]", 'resources.server.properties.user_data[0]'],
  ['branches that are exchanged', '[is_open, true, false]', '[is_open, false, true]', 'resources.server.properties.config_drive'],
  ['a branch that is left out', '[is_open, true, false]', '[is_open, true]', 'resources.server.properties.config_drive'],
  ['an output without its condition', ', condition: is_open', '', 'outputs.first.value'],
  ['another member of a group', 'resource.0', 'resource.1', 'outputs.first.value'],
  ['another attribute of all members', '[group, mac_address]', '[group, name]', 'outputs.all.value[0]'],
  ['a condition that compares with text', '{get_param: open}, true]', "{get_param: open}, 'true']", 'conditions.is_open'],
] // biome-ignore format: a table

describe('a template under the names that Heat translates', () => {
  const names = 'as Heat translates'

  it('is equal when nothing is wrong', () => {
    const { verdict, differences, tolerated } = compareTexts(harbour, harbourLifted, 'heat', { names })
    expect({ verdict, differences }).toEqual({ verdict: 'equal', differences: [] })
    expect(tolerated.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'translated resources.net.type',
      'translated resources.alarm.type',
    ])
  })

  it('differs for those who ask for the names as they are written', () => {
    const { differences } = compareTexts(harbour, harbourLifted)
    expect(differences.map(({ path }) => path)).toContain('resources.net.type')
    expect(differences.map(({ path }) => path)).toContain('resources.sub.properties.network_id')
  })

  it.each(ofHarbour)('sees: %s', (_, from, to, at) => {
    const { verdict, differences } = compareTexts(harbour, spoiled(harbourLifted, from, to), 'heat', {
      names,
    })
    expect(verdict).toBe('differs')
    expect(differences.map(({ path }) => path)).toContain(at)
  })
})

/** A module with a nested template; all defaults in them. */
const mill = `heat_template_version: 2018-08-31
parameters:
  stones: {type: number, default: '04'}
  grains: {type: comma_delimited_list, default: 'rye,oat'}
  wheel: {type: json, default: {size: 3, wood: [oak]}}
  name: {type: string, default: '0644'}
  turning: {type: boolean, default: true}
  sail: {type: string, default: ''}
resources:
  floor: {type: floor.yaml, properties: {name: {get_param: name}}}
  top: {type: floor.yaml, properties: {name: top, height: 9}}
outputs:
  o: {value: [{get_param: stones}, {get_param: grains}, {get_param: wheel}, {get_param: turning}, {get_param: sail}]}
`
const floor = `heat_template_version: 2018-08-31
parameters:
  name: {type: string}
  height: {type: number, default: 2}
resources:
  room: {type: 'OS::Heat::Value', properties: {value: [{get_param: name}, {get_param: height}]}}
`

const moved = {
  module: mill
    .replaceAll(/, default: (?:'[^']*'|\{.*\}|true)(?=\}\n)/g, '')
    .replace('parameters:\n', 'parameters:\n  height: {type: number}\n')
    .replace('{name: {get_param: name}}', '{name: {get_param: name}, height: {get_param: height}}'),
  nested: floor.replace(', default: 2', ''),
  parameters: new Map<string, Value>([
    ['stones', '04'],
    ['grains', 'rye,oat'],
    ['wheel', new Map<string, Value>([['size', 3], ['wood', ['oak']]])],
    ['name', '0644'],
    ['turning', true],
    ['sail', ''],
    ['height', 2],
  ]), // biome-ignore format: a table
}

type Moved = typeof moved

function compared(
  { module, nested, parameters }: Moved,
  defaults: EnvironmentValues['defaults'] = new Map(),
) {
  const templates = (text: string) => new Map([['floor.yaml', sideOf(text)]])
  return compareDeployments(
    { ...sideOf(mill), nested: templates(floor) },
    { ...sideOf(module), nested: templates(nested), environment: { parameters, defaults } },
  )
}

function withValue(name: string, value: Value): Moved {
  return { ...moved, parameters: new Map([...moved.parameters, [name, value]]) }
}

function without(name: string): Map<string, Value> {
  const parameters = new Map(moved.parameters)
  parameters.delete(name)
  return parameters
}

describe('defaults that move into an environment', () => {
  it('are equal when nothing is wrong', () => {
    const { verdict, differences, reasons } = compared(moved)
    expect({ verdict, differences, reasons }).toEqual({ verdict: 'equal', differences: [], reasons: [] })
  })

  it('may go to parameter_defaults as well', () => {
    const parameters = without('stones')
    expect(compared({ ...moved, parameters }, new Map([['stones', '04']])).verdict).toBe('equal')
  })

  const wrongly: readonly (readonly [what: string, wrong: () => ReturnType<typeof compared>, at: string])[] = [
    ['a number with other digits', () => compared(withValue('stones', 40)), 'parameters.stones.default'],
    ['a number as a float', () => compared(withValue('stones', '4.0')), 'parameters.stones.default'],
    ['a text as the number that it looks like', () => compared(withValue('name', 644)), 'parameters.name.default'],
    ['a text as the octal number that YAML reads', () => compared(withValue('name', 420)), 'parameters.name.default'],
    ['the order of a list', () => compared(withValue('grains', ['oat', 'rye'])), 'parameters.grains.default[0]'],
    ['a list with a blank', () => compared(withValue('grains', 'rye, oat')), 'parameters.grains.default[1]'],
    ['a list with one item', () => compared(withValue('grains', ['rye,oat'])), 'parameters.grains.default'],
    ['a number in a map as text', () => compared(withValue('wheel', '{"size": "3", "wood": ["oak"]}')), 'parameters.wheel.default.size'],
    ['a map without a key', () => compared(withValue('wheel', '{"size": 3}')), 'parameters.wheel.default.wood'],
    ['the opposite', () => compared(withValue('turning', 'no')), 'parameters.turning.default'],
    ['null for an empty text', () => compared(withValue('sail', null)), 'parameters.sail.default'],
    ['null for a value', () => compared(withValue('stones', null)), 'parameters.stones.default'],
    ['a value that is lost', () => compared({ ...moved, parameters: without('grains') }), 'parameters.grains.default'],
    ['a value under another name', () => compared({ ...moved, parameters: new Map([...without('name'), ['names', '0644']]) }), 'environment.parameters.names'],
    ['a value in the wrong section that another overrides', () => compared(withValue('stones', 5), new Map([['stones', '04']])), 'parameters.stones.default'],
    ['the default of a nested template with another value', () => compared(withValue('height', 3)), 'resources.floor.properties.height'],
    ['the default of a nested template that arrives nowhere', () => compared({ ...moved, module: moved.module.replace(', height: {get_param: height}', '') }), 'resources.floor.properties.height'],
    ['another parameter for it', () => compared({ ...moved, module: moved.module.replace('height: {get_param: height}', 'height: {get_param: stones}') }), 'resources.floor.properties.height'],
    ['a value that a call passed itself', () => compared({ ...moved, module: moved.module.replace(', height: 9', ', height: {get_param: height}') }), 'resources.top.properties.height'],
    ['a nested template that uses another value', () => compared({ ...moved, nested: moved.nested.replace('{get_param: height}', '2') }), 'resources.room.properties.value[1]'],
    ['a default for all callers in parameter_defaults', () => compared({ ...moved, module: moved.module.replace(', height: {get_param: height}', '') }, new Map([['height', 7]])), 'resources.floor.properties.height'],
  ] // biome-ignore format: a table

  it.each(wrongly)('are not: %s', (_, wrong, at) => {
    const { verdict, differences } = wrong()
    expect(verdict).toBe('differs')
    expect(differences.map(({ path }) => path)).toContain(at)
  })
})
