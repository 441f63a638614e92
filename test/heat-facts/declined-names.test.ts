import { readDocument } from '../../src/document/document.ts'
import { mapOf } from '../../src/document/read.ts'
import { declinedNames } from '../../src/heat/deprecations.ts'
import type { HotVersion } from '../../src/heat/versions.ts'

function namesIn(text: string, version: HotVersion): readonly string[] {
  const reading = readDocument(text)
  const root = 'document' in reading ? mapOf(reading.document.root) : undefined
  if (root === undefined) throw new Error('no template')
  return declinedNames(root, version).map(({ kind, message }) => `${kind}: ${message}`)
}

const template = `
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Quantum::Net}
  ports:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        type: OS::Neutron::Port
        properties: &port
          network_id: bakery
          replacement_policy: AUTO
          fixed_ips: {if: [big, [{subnet_id: ''}], []]}
  again: {type: OS::Neutron::Port, properties: *port}
  zone: {type: OS::Designate::Zone, properties: {name: bakery., masters: [shop]}}
  float: {type: OS::Nova::FloatingIP}
outputs:
  address: {value: {get_attr: [oven, first_address]}}
  queue: {value: {get_attr: [float, ip]}}
`

describe('declinedNames', () => {
  it('finds types, properties wherever they stand, and attributes, that a version has better names for', () => {
    expect(namesIn(template, '2018-08-31')).toEqual([
      'type: OS::Quantum::Net is called OS::Neutron::Net since 2013.2',
      'property: fixed_ips[].subnet_id of OS::Neutron::Port is called fixed_ips[].subnet since 2014.2',
      'property: network_id of OS::Neutron::Port is called network since 2014.2',
      'property: replacement_policy of OS::Neutron::Port is not to be used any more since Pike 9.0.0. Worked around a Nova/Neutron problem fixed in Liberty',
      'type: OS::Nova::FloatingIP is not to be used any more since Rocky 11.0.0. Use the Neutron floating IP',
    ])
  })

  it('finds the names that came later only for later versions', () => {
    const later = (version: HotVersion) =>
      namesIn(template, version).filter((message) => /masters|network_id/.test(message))
    expect(later('2013-05-23')).toEqual([])
    expect(later('2021-04-16')).toEqual([
      'property: network_id of OS::Neutron::Port is called network since 2014.2',
      'property: masters of OS::Designate::Zone is called primaries since 15.0.0',
    ])
  })

  it('knows the attributes of resources that stand there', () => {
    const outputs = 'outputs: {a: {value: {get_attr: [oven, first_address]}}}'
    const server = 'resources: {oven: {type: OS::Nova::Server}}'
    expect(namesIn(`heat_template_version: 2018-08-31\n${server}\n${outputs}\n`, '2018-08-31')).toEqual([
      'attribute: first_address of OS::Nova::Server is not to be used any more since Liberty 5.0.0. Use [networks, <network name>, 0]',
    ])
  })
})
