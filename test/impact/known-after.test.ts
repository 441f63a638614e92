/** What only the cloud decides while an update runs: the plan says so, and does not guess. */
import { impactRows, impactText } from '../../src/show/report/impact.ts'
import { impactMarkdown } from '../../src/show/report/impact-markdown.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { effectsOf, impactBetween, template, withResources } from './impact-of.ts'

const volume = (zone: string) => `vol OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`
const reading = (value: string) => `r OS::Heat::Value {value: ${value}}`

/** The lines about `r`, and what JSON has of its change. */
function changeOf(before: readonly string[], after: readonly string[]) {
  const impact = impactBetween(withResources(...before), withResources(...after))
  const text = impactText(impact, 'openstack', plainStyle)
  const { changes: [change] = [] } = impact.resources.find(({ name }) => name === 'r') ?? {}
  return {
    line: text
      .split('\n')
      .find((one) => one.includes('properties.value'))
      ?.trim(),
    change,
  }
}

it.each([
  [
    'the id of what is replaced',
    [volume('a'), reading('{get_resource: vol}')],
    [volume('b'), reading('{get_resource: vol}')],
    'reads vol, which is another one, known after the update',
    'vol',
  ],
  [
    'an attribute of what is replaced, which may be the same',
    [volume('a'), reading('{get_attr: [vol, display_name]}')],
    [volume('b'), reading('{get_attr: [vol, display_name]}')],
    'reads vol.display_name, known after the update',
    'vol.display_name',
  ],
  [
    'the id of what is created',
    [volume('a'), reading('{get_resource: vol}')],
    [volume('a'), 'new OS::Cinder::Volume {size: 1}', reading('{get_resource: new}')],
    'get_resource vol -> get_resource new  (new is known after the update)',
    'new',
  ],
  [
    'a part of a value',
    [volume('a'), reading('plain')],
    [volume('b'), reading('{list_join: ["/", [dev, {get_resource: vol}, {get_attr: [vol, display_name]}]]}')],
    '"plain" -> "dev/" + get_resource vol + "/" + get_attr vol.display_name  (vol and vol.display_name are known after the update)',
    'vol and vol.display_name',
  ],
  [
    'an attribute that follows an update in place',
    ['p OS::Neutron::Port {network: n}', reading('{get_attr: [p, subnets]}')],
    ['p OS::Neutron::Port {network: n, fixed_ips: [{subnet: s}]}', reading('{get_attr: [p, subnets]}')],
    'reads p.subnets, known after the update',
    'p.subnets',
  ],
  [
    'a value that is passed on',
    [volume('a'), 'v OS::Heat::Value {value: {get_resource: vol}}', reading('{get_attr: [v, value]}')],
    [volume('b'), 'v OS::Heat::Value {value: {get_resource: vol}}', reading('{get_attr: [v, value]}')],
    'reads v.value, which is another one, known after the update',
    'v.value',
  ],
])('is said of %s', (_, before, after, said, knownAfter) => {
  const impact = impactBetween(withResources(...before), withResources(...after))
  const resource = impact.resources.find(({ name }) => name === 'r')
  expect(resource?.changes).toMatchObject([{ path: 'properties.value', knownAfter }])
  expect(impactText(impact, 'openstack', plainStyle)).toContain(
    `~ r  OS::Heat::Value  ${resource?.effects[0]?.certainty === 'may' ? 'may be ' : ''}updated in place\n      properties.value: ${said}\n`,
  )
  expect(impactRows(impact).find(({ name }) => name === 'r')?.why).toEqual([`properties.value: ${said}`])
  expect(impactMarkdown(impact, 'openstack').replaceAll('\\', '')).toContain('known after the update')
})

it.each([
  [
    'what a template says of a value',
    ['c OS::Heat::SoftwareConfig {config: a}', reading('{get_attr: [c, config]}')],
    ['c OS::Heat::SoftwareConfig {config: b}', reading('{get_attr: [c, config]}')],
    'properties.value: reads c.config, which is another one',
  ],
  [
    'the name that a key has in the template',
    ['k OS::Nova::KeyPair {name: a}', reading('{get_resource: k}')],
    ['k OS::Nova::KeyPair {name: b}', reading('{get_resource: k}')],
    'properties.value: reads k, which is another one',
  ],
  [
    'what the live stack has already',
    [volume('a'), reading('plain')],
    [volume('a'), reading('{get_resource: vol}')],
    'properties.value: "plain" -> get_resource vol',
  ],
])('is not said of %s', (_, before, after, line) => {
  const found = changeOf(before, after)
  expect(found.line).toBe(line)
  expect(found.change).not.toHaveProperty('knownAfter')
})

it('is said under the condition under which the resource is another one', () => {
  const of = (zone: string) =>
    template(
      [
        'parameters: {env: {type: string}}',
        'conditions: {is_prod: {equals: [{get_param: env}, prod]}}',
        'resources:',
        `  vol: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {if: [is_prod, ${zone}, z]}}}`,
        '  r: {type: OS::Heat::Value, properties: {value: {get_resource: vol}}}',
        'outputs: {id: {value: {get_resource: vol}}, disk: {value: {list_join: ["", [/dev/, {get_resource: vol}]]}}}',
        '',
      ].join('\n'),
    )
  const text = impactText(impactBetween(of('x'), of('y')), 'openstack', plainStyle)
  expect(text).toContain(
    'properties.value: reads vol, which is another one, known after the update  (if is_prod)\n',
  )
  expect(text).toContain('~ id, disk  reads vol, which is another one, known after the update if is_prod\n')
})

describe('a resource that an update renews in place', () => {
  const gateway = (device: string) =>
    template(`resources:
  gateway: {type: OS::Neutron::NetworkGateway, properties: {devices: [{id: ${device}, interface_name: eth0}]}}
  reader: {type: OS::Nova::Server, properties: {flavor: s, image: i, user_data: {get_resource: gateway}}}
  other: {type: OS::Nova::Server, properties: {flavor: s, image: i, user_data: x}}
`)

  // `NetworkGateway.handle_update`: handle_delete and handle_create for other devices.
  it('gives those that refer to it another id', () => {
    const impact = impactBetween(gateway('a'), gateway('b'))
    expect(effectsOf(impact)).toEqual({ gateway: 'update', reader: 'replace' })
  })
})
