/** A second run changes nothing, whatever names say: numbering is a fixed point, and no two names change places. */
import { packageTexts } from '../onap/changes.ts'
import { changedAgain } from './properties.ts'
import { modes, remediated } from './remediated.ts'
import { twisted } from './twisted.ts'

const seeds = Array.from({ length: 40 }, (_, seed) => seed)

describe.each(['onap-lighthouse', 'onap-switchyard'])('%s with other names', (name) => {
  const texts = packageTexts(name)
  it.each(modes)('is as it should be after one run of %s repairs', (mode) => {
    const unsettled = seeds.filter((seed) => {
      const made = remediated(twisted(texts, seed), mode)
      return changedAgain(made, mode).length > 0
    })
    expect(unsettled).toEqual([])
  })
})

it('does not number anew what it cannot name', () => {
  const address = (name: string) => `  ${name}: {type: string, description: An address}\n`
  const port = (index: number, read: number) => `  winch_${index}_int_dock_port_0:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: int_dock_network}
      fixed_ips: [{ip_address: {get_param: crane_int_dock_ip_${read}}}]
`
  const server = (index: number) => `  crane_server_${index}:
    type: OS::Nova::Server
    properties:
      name: {get_param: [crane_names, ${index}]}
      image: {get_param: crane_image_name}
      flavor: {get_param: crane_flavor_name}
      networks: [{network: {get_resource: int_dock_network}}]
`
  const template = `heat_template_version: 2018-03-02
description: Two cranes, and ports of a winch that there is none of, each with an address of the other
parameters:
${['crane_image_name', 'crane_flavor_name', 'crane_int_dock_ip_0', 'crane_int_dock_ip_1'].map(address).join('')}  crane_names: {type: comma_delimited_list, description: Names}
resources:
  int_dock_network: {type: OS::Neutron::Net}
${server(0)}${server(1)}${port(0, 1)}${port(1, 0)}`
  const environment = `parameters:
  crane_image_name: steel
  crane_flavor_name: big
  crane_int_dock_ip_0: 10.0.0.1
  crane_int_dock_ip_1: 10.0.0.2
`
  const texts = new Map([
    ['base_dock.yaml', template],
    ['base_dock.env', environment],
  ])
  const made = remediated(texts, 'lossy')
  expect(made.texts.get('base_dock.yaml')).toContain('[{ip_address: {get_param: crane_int_dock_ip_1}}]')
  expect(changedAgain(made, 'lossy')).toEqual([])
})
