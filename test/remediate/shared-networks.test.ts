/** A network that one module makes and another one uses has one role, in both: environments give it one name. */
import { violationsIn } from '../onap/package.ts'
import { changedAgain, newlyViolated } from './properties.ts'
import { remediated } from './remediated.ts'

const server = (name: string, port: string) => `  ${name}_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: ${name}_name_0}
      image: {get_param: ${name}_image_name}
      flavor: {get_param: ${name}_flavor_name}
      networks: [{port: {get_resource: ${port}}}]
`
const parameters = (...names: readonly string[]) =>
  names.map((name) => `  ${name}: {type: string, description: about it}\n`).join('')
const own = (name: string) => [`${name}_name_0`, `${name}_image_name`, `${name}_flavor_name`, `${name}_ip_0`]
const port = (id: string, network: string, address: string) => `  ${id}:
    type: OS::Neutron::Port
    properties:
      network: ${network}
      fixed_ips: [{ip_address: {get_param: ${address}}}]
`
const base = (name: string) => `heat_template_version: 2018-03-02
description: Makes the network
parameters:
${parameters(...own('pump'), 'well_net_name')}resources:
  well_network:
    type: OS::Neutron::Net
    properties: {name: ${name}}
  int_well_subnet_0: {type: OS::Neutron::Subnet, properties: {network: {get_resource: well_network}, cidr: 10.0.0.0/24}}
${port('pump_port', '{get_resource: well_network}', 'pump_ip_0')}${server('pump', 'pump_port')}`
const user = `heat_template_version: 2018-03-02
description: Uses it
parameters:
${parameters(...own('tap'), 'pipe_net_id')}resources:
${port('tap_port', '{get_param: pipe_net_id}', 'tap_ip_0')}${server('tap', 'tap_port')}`
const values = (name: string, more: string) => `parameters:
  ${name}_image_name: a
  ${name}_flavor_name: b
  ${name}_ip_0: 10.0.0.4
${more}`

const texts = (given: { readonly made: string; readonly used: string; readonly name?: string }) =>
  new Map([
    ['base_pump.yaml', base(given.name ?? '{get_param: well_net_name}')],
    ['base_pump.env', values('pump', `  well_net_name: ${given.made}\n`)],
    ['tap.yaml', user],
    ['tap.env', values('tap', `  pipe_net_id: ${given.used}\n`)],
  ])

/** On which side the port of the second module is. */
const sidesIn = (files: ReadonlyMap<string, string>) =>
  violationsIn(files).flatMap(({ path, message }) => {
    const [, side] = /OS::Neutron::Port "[^"]*" on an (internal|external) network/.exec(message) ?? []
    return path === 'tap.yaml' && side !== undefined ? [side] : []
  })

describe('a network of several modules', () => {
  it('is internal in all of them, and is renamed in all of them', () => {
    const files = texts({ made: 'deep', used: 'deep' })
    expect(sidesIn(files)).toEqual(['internal'])
    const made = remediated(files, 'lossy')
    expect(made.texts.get('base_pump.yaml')).toContain('int_well_network:')
    expect(made.texts.get('base_pump.yaml')).toContain('pump_0_int_well_port_0:')
    const tap = made.texts.get('tap.yaml')
    expect(tap).toContain('network: {get_param: int_well_net_id}')
    expect(tap).toContain('tap_0_int_well_port_0:')
    expect(tap).toContain('ip_address: {get_param: tap_int_well_ip_0}')
    expect(newlyViolated(files, made)).toEqual([])
    expect(changedAgain(made, 'lossy')).toEqual([])
  })

  it('may be named by a literal', () => {
    expect(sidesIn(texts({ made: 'x', used: 'deep', name: 'deep' }))).toEqual(['internal'])
  })

  it('is another one under another name', () => {
    expect(sidesIn(texts({ made: 'deep', used: 'high' }))).toEqual(['external'])
  })

  it('is not known by a value that stands for several', () => {
    const files = new Map(texts({ made: 'FILL ME IN', used: 'FILL ME IN' }))
    files.set('tap.env', `${files.get('tap.env')}  sea_net_id: FILL ME IN\n`)
    expect(sidesIn(files)).toEqual(['external'])
  })
})
