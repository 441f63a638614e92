import { findingsOf } from './found.ts'

const { found, foundInCfn, foundInHot } = findingsOf(
  'deprecated-name',
  'deprecated-resource-type',
  'misread-placeholder',
  'misread-value',
  'removed-resource-type',
  'unknown-resource-type',
  'duplicate-key',
)

describe('the names of types', () => {
  it('have the names that Heat has now, also those of members and by merge keys', () => {
    const body = `resources:
  a: {type: OS::Quantum::Net}
  b: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Quantum::Net}}}
  c: {<<: {type: OS::Quantum::Net}}
  d: {type: OS::Ceilometer::GnocchiResourcesAlarm, properties: {metric: m, threshold: 1, resource_type: r, resource_id: i}}
`
    const named = (version: '2013-05-23' | '2018-08-31') =>
      foundInHot(body, version).filter((one) => one.startsWith('deprecated-name'))
    expect(named('2018-08-31')).toEqual([
      'deprecated-name 3:13 OS::Quantum::Net is OS::Neutron::Net since 2013.2',
      'deprecated-name 4:72 OS::Quantum::Net is OS::Neutron::Net since 2013.2',
      'deprecated-name 5:18 OS::Quantum::Net is OS::Neutron::Net since 2013.2',
      'deprecated-name 6:13 OS::Ceilometer::GnocchiResourcesAlarm is OS::Aodh::GnocchiResourcesAlarm since 7.0.0',
    ])
    // A Heat of that version may not have the new name.
    expect(named('2013-05-23').at(-1)).not.toContain('Aodh')
  })
})

describe('properties', () => {
  it('are those of the type, of its types, and given once', () => {
    const body = `resources:
  a: {type: OS::Neutron::Port, properties: {network: x, network_id: y, admin_state_up: maybe, fixed_ip: z}}
  b: {type: OS::Neutron::Port, properties: {network_id: y}}
  c: {type: OS::Cinder::Volume, properties: {size: 2.5, name: 2.5, metadata: [], read_only: 'TRUE'}}
  d: {type: OS::Nova::Server}
  e: {type: OS::Nova::Server, external_id: '7'}
  f: {type: OS::Heat::None, properties: {whatever: 3}}
  g: {type: OS::Sahara::Cluster, properties: {whatever: 3}}
  h: {type: My::Own, properties: {whatever: 3}}
  i: {type: OS::Cinder::Volume, properties: {size: {get_param: p}, name: {if: [true, [a], b]}}}
parameters: {p: {type: string}}
`
    expect(foundInHot(body)).toEqual([
      'deprecated-name 3:57 "network_id" of OS::Neutron::Port was renamed to "network" in 2014.2',
      'name-collision 3:69 "network_id" is another name of "network"; only one of them may be given',
      'bad-value 3:88 the property "admin_state_up" of OS::Neutron::Port is neither true nor false',
      'unknown-property 3:95 OS::Neutron::Port has no property "fixed_ip"; did you mean "fixed_ips"?',
      'deprecated-name 4:45 "network_id" of OS::Neutron::Port was renamed to "network" in 2014.2',
      'misread-value 5:52 the property "size" of OS::Cinder::Volume is a whole number: Heat reads 2.5 as 2',
      'bad-value 5:63 the property "name" of OS::Cinder::Volume is a number with a fraction, not a string; quote it',
      'bad-value 5:78 the property "metadata" of OS::Cinder::Volume is not a mapping',
      'missing-property 6:13 OS::Nova::Server requires the property "flavor"',
      'bad-combination 6:13 OS::Nova::Server requires an "image", or a bootable volume in "block_device_mapping_v2"',
      'removed-resource-type 9:13 OS::Sahara::Cluster is an empty placeholder in Heat as of 2024.2 23.0.0: Sahara was retired; servers and software deployments of your own, or a cluster of Magnum',
      'bad-value 11:86 the property "name" of OS::Cinder::Volume is not a string',
    ])
  })

  it('may come by merge keys and aliases', () => {
    const body = `resources:
  a: {type: OS::Nova::Server, properties: &small {flavor: small, image: i}}
  b: {type: OS::Nova::Server, properties: {<<: *small, colour: red}}
  c: {type: OS::Nova::Server, properties: *small}
  d: {type: OS::Nova::Server, properties: {<<: {flavour: small}}}
`
    expect(foundInHot(body)).toEqual([
      'unknown-property 4:56 OS::Nova::Server has no property "colour"',
      // One cause is one finding: with the right name nothing is missing.
      'unknown-property 6:49 OS::Nova::Server has no property "flavour"; did you mean "flavor"?',
    ])
  })

  it('have a value that is judged once where it is written, and once at each alias of its own', () => {
    const body = `resources:
  a: {type: OS::Cinder::Volume, properties: &all {size: &size 0}}
  b: {type: OS::Cinder::Volume, properties: *all}
  c: {type: OS::Cinder::Volume, properties: {<<: *all, name: c}}
  d: {type: OS::Cinder::Volume, properties: {size: *size}}
`
    const message = 'the property "size" of OS::Cinder::Volume is less than 1'
    expect(foundInHot(body)).toEqual([`bad-value 3:63 ${message}`, `bad-value 6:52 ${message}`])
  })

  it('stand anywhere below merge keys, also in parameters and outputs', () => {
    const body = `parameters: {<<: {n: {type: number}, o: {type: nonsense}}}
conditions: {<<: {c: {equals: [1]}}}
resources:
  <<: {a: {type: OS::Heat::RandomString, properties: {length: {get_param: n}, lengthh: {get_param: none}}}}
  b: {type: OS::Heat::RandomString, depends_on: [a, none], condition: c}
outputs: {<<: {o: {value: {get_attr: [none, value]}}, p: {value: {get_resource: a}}}}
`
    const expected = [
      'unknown-parameter-type 2:48 unknown parameter type "nonsense" in heat_template_version 2018-08-31',
      'bad-arguments 3:23 equals takes a list of two',
      'unknown-property 5:79 OS::Heat::RandomString has no property "lengthh"; did you mean "length"?',
      'unknown-reference 5:100 there is no parameter "none" in this template',
      'unknown-reference 6:53 there is no resource "none" in this template',
      'unknown-reference 7:39 there is no resource "none" in this template',
    ]
    expect(foundInHot(body)).toEqual(expected)
    expect(foundInHot(body.replaceAll(/<<: \{(.*)\}/g, '$1'))).toHaveLength(expected.length)
    expect(foundInHot(`<<:\n${body.replace(/^/gm, '  ').trimEnd()}\n`)).toHaveLength(expected.length)
  })

  it('may be merged into thousands of mappings', () => {
    const keys = Array.from({ length: 4000 }, (_, at) => `k${at}: 1`).join(', ')
    const rows = Array.from({ length: 4000 }, (_, at) => `      - {<<: *all, own${at}: 1}\n`).join('')
    const value = `  a: {type: OS::Heat::Value, properties: {value: &all {${keys}}}}\n`
    const list = `  b:\n    type: OS::Heat::Value\n    properties:\n      value:\n${rows}`
    expect(foundInHot(`resources:\n${value}${list}`)).toEqual([])
  })

  it('of the members of groups are looked at too', () => {
    const body = `resources:
  a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Nova::Server, properties: {x: y}}}}
  b: {type: OS::Heat::AutoScalingGroup, properties: {max_size: 2, min_size: 1, resource: {type: OS::No::Such}}}
`
    expect(foundInHot(body)).toEqual([
      'missing-property 3:72 OS::Nova::Server requires the property "flavor"',
      'unknown-property 3:103 OS::Nova::Server has no property "x"',
      'unknown-resource-type 4:97 unknown resource type "OS::No::Such": not in Heat',
    ])
  })

  it('are looked at to any depth', () => {
    const body = `resources:
  a: {type: OS::Neutron::Port, properties: {network: x, fixed_ips: [{subnetid: y}, {subnet: z, subnet_id: z}, 3]}}
  b: {type: OS::Neutron::SecurityGroup, properties: {rules: [{protocl: tcp}, {direction: inn}, {protocol: tpc}]}}
  c: {type: OS::Nova::Server, properties: {flavor: s, networks: [{netwrk: x}, a, null, {get_param: p}]}}
  d: {type: OS::Heat::ResourceGroup, properties: {resource_def: {typ: OS::Heat::None}}}
  e: {type: OS::Neutron::Port, properties: {network: x, fixed_ips: {get_param: p}, value_specs: {any: [thing]}}}
parameters: {p: {type: json}}
`
    expect(foundInHot(body)).toEqual([
      'unknown-property 3:70 OS::Neutron::Port has no property "fixed_ips[0].subnetid"; did you mean "subnet_id"?',
      'deprecated-name 3:96 "fixed_ips[].subnet_id" of OS::Neutron::Port was renamed to "fixed_ips[].subnet" in 2014.2',
      'name-collision 3:107 "fixed_ips[1].subnet_id" is another name of "subnet"; only one of them may be given',
      'bad-value 3:111 the property "fixed_ips[2]" of OS::Neutron::Port is not a mapping',
      'unknown-property 4:63 OS::Neutron::SecurityGroup has no property "rules[0].protocl"; did you mean "protocol"?',
      'bad-value 4:90 the property "rules[1].direction" of OS::Neutron::SecurityGroup is not one of ingress, egress',
      'bad-value 4:107 the property "rules[2].protocol" of OS::Neutron::SecurityGroup is not among the allowed values; did you mean "tcp"?',
      'bad-combination 5:13 OS::Nova::Server requires an "image", or a bootable volume in "block_device_mapping_v2"',
      'unknown-property 5:67 OS::Nova::Server has no property "networks[0].netwrk"; did you mean "network"?',
      'bad-value 5:79 the property "networks[1]" of OS::Nova::Server is not a mapping',
      'unknown-property 6:66 OS::Heat::ResourceGroup has no property "resource_def.typ"; did you mean "type"?',
    ])
  })

  it('keep to what constrains them', () => {
    const body = `resources:
  a: {type: OS::Neutron::Subnet, properties: {network: x, cidr: 10.0.0.0/99, ip_version: 5, host_routes: [{destination: x, nexthop: 10.0.0.01}]}}
  b: {type: OS::Heat::RandomString, properties: {length: 1000}}
  c: {type: OS::Heat::Value, properties: {type: blob, value: 1}}
  d: {type: OS::Cinder::Volume, properties: {size: null, description: null}}
  e: {type: OS::Heat::SoftwareDeployment, properties: {server: x, actions: [CREATE, created]}}
  f: {type: OS::Aodh::CompositeAlarm, properties: {composite_rule: {operator: or, rules: []}, time_constraints: [{name: a, start: '61 * * * *', duration: 1, timezone: Mars/East}]}}
  g: {type: OS::Neutron::Port, properties: {network: x, mac_address: 12:34, dns_name: -a}}
  h: {type: OS::Neutron::Subnet, properties: {network: x, cidr: 'fe80::1/64', gateway_ip: '::1', ip_version: '6'}}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 3:65 the property "cidr" of OS::Neutron::Subnet is not a network in CIDR notation',
      'bad-value 3:90 the property "ip_version" of OS::Neutron::Subnet is not one of 4, 6',
      'bad-value 3:121 the property "host_routes[0].destination" of OS::Neutron::Subnet is not a network in CIDR notation',
      'bad-value 3:133 the property "host_routes[0].nexthop" of OS::Neutron::Subnet is not an IP address',
      'bad-value 4:58 the property "length" of OS::Heat::RandomString is outside the range 1–512',
      'bad-value 5:49 the property "type" of OS::Heat::Value is not one of string, number, comma_delimited_list, json, boolean',
      'bad-value 6:52 the property "size" of OS::Cinder::Volume is empty, which counts as 0, and is less than 1',
      'bad-value 7:76 the property "actions" of OS::Heat::SoftwareDeployment holds "created", which is not one of CREATE, UPDATE, DELETE, SUSPEND, RESUME',
      'bad-value 8:90 the property "composite_rule.rules" of OS::Aodh::CompositeAlarm has fewer than 2 items',
      'bad-value 8:131 the property "time_constraints[0].start" of OS::Aodh::CompositeAlarm is not a cron expression: a number is out of the range of its column',
      'bad-value 8:168 the property "time_constraints[0].timezone" of OS::Aodh::CompositeAlarm is not a time zone',
      'bad-value 9:70 the property "mac_address" of OS::Neutron::Port is not a MAC address',
      'bad-value 9:87 the property "dns_name" of OS::Neutron::Port is not a domain name: its parts are small letters, digits and hyphens within',
    ])
  })

  it('of members may hold the number of the member, and be left out', () => {
    const body = `resources:
  a: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Neutron::Port, properties: {
    network: x, fixed_ips: [{ip_address: 10.0.0.%index%}], mac_address: null, device_id: 'a'}}}}
  b: {type: OS::Heat::ResourceGroup, properties: {index_var: XXX, resource_def: {type: OS::Neutron::Port, properties: {
    network: x, fixed_ips: [{ip_address: 10.0.0.%index%}]}}}}
`
    expect(foundInHot(body)).toEqual([
      'misread-placeholder 5:62 index_var is XXX, so that %index% stays as it is',
      'bad-value 6:42 the property "fixed_ips[0].ip_address" of OS::Neutron::Port is not an IP address',
    ])
  })

  it('in the branches of a condition are looked at, too, but for null', () => {
    const body = `conditions: {c: true}
resources:
  a: {type: OS::Neutron::Subnet, properties: {network: x, cidr: {if: [c, 10.0.0.0/99, null]}, host_routes: [
    {if: [c, {dest: x}, {get_param: OS::stack_id}]}]}}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 4:74 the property "cidr" of OS::Neutron::Subnet is not a network in CIDR notation',
      'missing-property 5:14 OS::Neutron::Subnet requires the property "host_routes[0].destination"',
      'missing-property 5:14 OS::Neutron::Subnet requires the property "host_routes[0].nexthop"',
      'unknown-property 5:15 OS::Neutron::Subnet has no property "host_routes[0].dest"; "host_routes[0]" accepts destination, nexthop',
    ])
  })

  it('that aliases bring in many times are looked at once', () => {
    const items = Array.from({ length: 400 }, (_, index) => (index === 0 ? '&r {protocl: tcp}' : '*r'))
    const body = `resources:
  a:
    type: OS::Neutron::SecurityGroup
    properties:
      rules: &all [${items.join(', ')}]
  b: {type: OS::Neutron::SecurityGroup, properties: {rules: *all}}
`
    expect(foundInHot(body).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      'unknown-property 6:24',
    ])
  })

  it('go together as the class of the type wants', () => {
    const body = `resources:
  a: {type: OS::Neutron::Subnet, properties: {network: x}}
  b: {type: OS::Neutron::Subnet, properties: {network: x, cidr: 10.0.0.0/8, subnetpool: y}}
  c: {type: OS::Cinder::Volume}
  d: {type: OS::Nova::Server, properties: {flavor: s, networks: [{network: x}, {fixed_ip: 10.0.0.1}, {port: {get_resource: p}, fixed_ip: 10.0.0.1}]}}
  e: {type: OS::Neutron::RouterInterface, properties: {router_id: r, subnet_id: s, port: {get_resource: p}}}
  f: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 3, max_size: 2, resource: {typ: OS::Heat::None}}}
  g: {type: OS::Neutron::SecurityGroupRule, properties: {security_group: x, protocol: tcp, port_range_min: 90, port_range_max: '80'}}
  p: {type: OS::Neutron::Port, properties: {network: x, fixed_ips: [{}], no_fixed_ips: true}}
`
    expect(foundInHot(body)).toEqual([
      'bad-combination 3:13 OS::Neutron::Subnet requires "cidr" or "subnetpool"',
      'bad-combination 4:65 OS::Neutron::Subnet accepts "cidr" or "subnetpool", not both',
      'bad-combination 5:13 OS::Cinder::Volume requires "size", "backup_id", "snapshot_id" or "source_volid"',
      'bad-combination 6:13 OS::Nova::Server requires an "image", or a bootable volume in "block_device_mapping_v2"',
      'bad-combination 6:80 OS::Nova::Server requires "network", "port", "subnet" or "allocate_network", in "networks[1]"',
      'bad-combination 6:138 OS::Nova::Server accepts "fixed_ip" or "port", not both, in "networks[2]"',
      'deprecated-name 7:56 "router_id" of OS::Neutron::RouterInterface was renamed to "router" in 2015.1',
      'deprecated-name 7:70 "subnet_id" of OS::Neutron::RouterInterface was renamed to "subnet" in 2014.2',
      'bad-combination 7:90 OS::Neutron::RouterInterface accepts "subnet" or "port", not both',
      'bad-combination 8:64 OS::Heat::AutoScalingGroup has a "min_size" greater than its "max_size"',
      'missing-key 8:90 the definition of the members has no type',
      'bad-combination 9:108 OS::Neutron::SecurityGroupRule has a "port_range_min" greater than its "port_range_max"',
      'bad-combination 10:88 OS::Neutron::Port accepts "fixed_ips" or "no_fixed_ips", not both',
    ])
  })

  it('that are null count as what Heat makes of null', () => {
    const body = `resources:
  a: {type: OS::Neutron::RouterInterface, properties: {router: r, subnet: null, port: s}}
  b: {type: OS::Neutron::RouterInterface, properties: {router: r, subnet: null}}
  c: {type: OS::Cinder::Volume, properties: {size: null}}
`
    expect(foundInHot(body)).toEqual([
      'bad-combination 3:87 OS::Neutron::RouterInterface accepts "subnet" or "port", not both',
      expect.stringMatching(/^bad-value 5:52 .* is empty, which counts as 0/),
    ])
  })

  it('of a type that Heat has removed are those of the last release that had it', () => {
    const body = `resources:
  a: {type: OS::Senlin::Cluster, properties: {profile: small, min_size: -1}}
  b: {type: OS::Senlin::Cluster, properties: {profil: small}, update_policy: {pause: 1}}
outputs: {o: {value: {get_attr: [a, nod]}}, p: {value: {get_attr: [a, nodes]}}}
`
    expect(findingsOf('removed-type-member').foundInHot(body)).toEqual([
      expect.stringMatching(/^removed-type-member 3:73 the property "min_size" of OS::Senlin::Cluster /),
      'removed-type-member 4:47 OS::Senlin::Cluster has no property "profil"; did you mean "profile"?',
      expect.stringMatching(/^removed-type-member 4:79 OS::Senlin::Cluster has no update policy "pause"/),
      expect.stringMatching(/^removed-type-member 5:37 "a" \(OS::Senlin::Cluster\) has no attribute "nod"/),
    ])
  })

  it('may go together where functions decide', () => {
    const body = `resources:
  a: {type: OS::Neutron::Subnet, properties: {network: x, cidr: {get_param: p}, subnetpool: {get_param: p}}}
  b: {type: OS::Cinder::Volume, properties: {size: {get_param: p}}}
  c: {type: OS::Nova::Server, properties: {flavor: s, block_device_mapping_v2: {get_param: l}}}
  d: {type: OS::Nova::Server, properties: {flavor: s, block_device_mapping_v2: [{volume_id: {get_resource: b}}]}}
  e: {type: OS::Nova::Server, properties: {flavor: s, image: {if: [c, x, null]}, networks: [{network: x}, {get_param: l}]}}
  f: {type: OS::Neutron::RouterInterface, properties: {router: r, subnet: {if: [c, x, null]}, port: s}}
  g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: {get_param: p}, max_size: 2, resource: {type: OS::Heat::None}}}
  h: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Neutron::Subnet, properties: {
    network: x, cidr: 10.%index%.0.0/16}}}}
conditions: {c: {equals: [{get_param: p}, a]}}
parameters: {p: {type: string}, l: {type: json}}
`
    expect(foundInHot(body)).toEqual([])
  })

  it('that Heat knows and refuses', () => {
    const body = 'Resources: {A: {Type: AWS::EC2::VPC, Properties: {InstanceTenancy: default}}}\n'
    expect(foundInCfn(body)).toEqual([
      'unknown-property 2:51 Heat does not support the property "InstanceTenancy" of AWS::EC2::VPC',
    ])
  })
})

describe('attributes', () => {
  it('are those of the type', () => {
    const body = `resources:
  a: {type: OS::Neutron::Port, properties: {network: x}}
  b: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::None}}}
  c: {type: nested.yaml}
outputs:
  a: {value: [{get_attr: [a, mac_address]}, {get_attr: [a, show]}, {get_attr: [a]}, {get_attr: [a, mac]}]}
  b: {value: [{get_attr: [b, anything]}, {get_attr: [c, anything]}]}
`
    expect(foundInHot(body)).toEqual([
      'unknown-attribute 7:100 "a" (OS::Neutron::Port) has no attribute "mac"',
    ])
  })
})

describe('policies', () => {
  it('fit the type', () => {
    const body = `resources:
  a: {type: OS::Nova::Server, deletion_policy: snapshot, properties: {flavor: small, image: i}}
  b: {type: OS::Nova::KeyPair, deletion_policy: snapshot, properties: {name: b}}
  c:
    type: OS::Heat::ResourceGroup
    update_policy: {rolling_update: {max_batch_size: 1, pause: 2}, batch: {}}
    properties: {resource_def: {type: OS::Heat::None}}
  d: {type: OS::Heat::None, deletion_policy: {get_param: p}}
parameters: {p: {type: string, default: Retain}}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 4:49 OS::Nova::KeyPair cannot make a snapshot when it is deleted',
      'unknown-property 7:57 OS::Heat::ResourceGroup has no update policy "rolling_update.pause"; did you mean "pause_time"?',
      'unknown-property 7:68 OS::Heat::ResourceGroup has no update policy "batch"; did you mean "batch_create"?',
    ])
  })
})

describe('types', () => {
  it('are gone, deprecated, hidden or never were', () => {
    const body = `resources:
  a: {type: OS::Neutron::RouterGateway, properties: {router_id: a, network: b}}
  b: {type: OS::Nova::FloatingIP, properties: {pool: a}}
  c: {type: OS::Trove::Instanse}
`
    expect(foundInHot(body)).toEqual([
      'deprecated-resource-type 3:13 OS::Neutron::RouterGateway is hidden in Heat since 5.0.0; write the property external_gateway_info of the router (`hotshift upgrade --modernize --accept router-gateway`)',
      'deprecated-resource-type 4:13 OS::Nova::FloatingIP is hidden in Heat since 11.0.0; write OS::Neutron::FloatingIP (`hotshift upgrade --modernize --accept nova-floating-ip`)',
      'unknown-resource-type 5:13 unknown resource type "OS::Trove::Instanse": not in Heat; did you mean OS::Trove::Instance?',
    ])
  })
})

describe('names that are not to be used any more', () => {
  it('are said with what takes their place', () => {
    const body = `resources:
  a: {type: OS::Neutron::Port, properties: {network: x, replacement_policy: AUTO}}
  b: {type: OS::Nova::Server, properties: {flavor: s, image: i, networks: [{uuid: x}]}}
  c: {type: OS::Heat::Value, properties: {value: {network_id: x}}}
outputs:
  o: {value: {get_attr: [b, first_address]}}
`
    expect(foundInHot(body)).toEqual([
      'deprecated-name 3:57 "replacement_policy" of OS::Neutron::Port is deprecated since Pike 9.0.0; worked around a Nova/Neutron problem fixed in Liberty',
      'deprecated-name 4:77 "networks[].uuid" of OS::Nova::Server was renamed to "networks[].network" in 2014.1',
      'deprecated-name 7:29 "first_address" of OS::Nova::Server is deprecated since Liberty 5.0.0; use [networks, <network name>, 0]',
    ])
  })
})

describe('what Heat does not read', () => {
  it('is not looked at', () => {
    const body = `outputs:
  o: {value: {get_param: nothing}}
  o: {value: {get_resource: nothing}, value: fine}
`
    expect(foundInHot(body)).toEqual([
      'duplicate-key 3:3 duplicate key "o"; Heat uses the last one',
      'duplicate-key 4:7 duplicate key "value"; Heat uses the last one',
    ])
  })

  it('are comments in JSON', () => {
    const text = '{"heat_template_version": "2018-08-31", /* why */ "resources": {}} // not\n'
    expect(found(text)).toEqual(['json-comment 1:41 Heat does not read JSON with comments'])
  })
})

describe('names that are not a text', () => {
  it('are those that clients send, and said where these look otherwise', () => {
    const body = `parameters: {no: {type: string}}
conditions: {1: true}
resources: {2: {type: OS::Heat::None, 3: 4}}
5: 6
`
    expect(foundInHot(body)).toEqual([
      'misread-value 2:14 the name no of a parameter is read as false; Heat gets "false"',
      'unknown-key 4:39 unknown key "3" of the resource "2" in heat_template_version 2018-08-31',
      'unknown-section 5:1 unknown section "5" in heat_template_version 2018-08-31',
    ])
  })
})

describe('classes', () => {
  it('give a value the type that stands beside it', () => {
    const body = `resources:
  a: {type: OS::Heat::Value, properties: {type: json, value: a}}
  b: {type: OS::Heat::Value, properties: {type: comma_delimited_list, value: 'a,b'}}
  c: {type: OS::Heat::Value, properties: {type: boolean, value: maybe}}
  d: {type: OS::Heat::Value, properties: {type: number, value: {list_join: ['', ['1', x]]}}}
  e: {type: OS::Heat::Value, properties: {type: string, value: {get_param: l}}}
  f: {type: OS::Heat::Value, properties: {type: number, value: '3'}}
  g: {type: OS::Heat::Value, properties: {type: {get_param: t}, value: [a]}}
  h: {type: OS::Heat::Value, properties: {value: [a]}}
parameters: {l: {type: comma_delimited_list}, t: {type: string}}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 3:62 the property "value" of OS::Heat::Value is not a mapping',
      'bad-value 4:78 the property "value" of OS::Heat::Value is not a list',
      'bad-value 5:65 the property "value" of OS::Heat::Value is neither true nor false',
      'bad-value 6:64 the property "value" of OS::Heat::Value is not a number',
      'bad-value 7:64 the property "value" of OS::Heat::Value must be a string, but the parameter "l" is a list',
    ])
  })

  it('add up what random strings must have, and read addresses', () => {
    const body = `resources:
  a: {type: OS::Heat::RandomString, properties: {length: 4, character_classes: [{class: digits, min: 3}, {min: 2}]}}
  b: {type: OS::Heat::RandomString, properties: {length: 4, character_classes: [{class: digits, min: 3}], character_sequences: [{sequence: ab}]}}
  c: {type: OS::Heat::RandomString, properties: {length: {get_param: n}, character_classes: [{class: digits, min: 300}]}}
  d: {type: OS::Heat::RandomString, properties: {character_classes: [{class: digits, min: 33}]}}
  e: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/24, gateway_ip: x}}
  f: {type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/24, gateway_ip: ''}}
  g: {type: OS::Neutron::Subnet, properties: {network: n, cidr: '2001:db8::/64', ip_version: 6, gateway_ip: '2001:db8::1'}}
  h: {type: OS::Heat::RandomString, properties: {length: 2, character_sequences: [{sequence: ab, min: {get_param: n}}, {sequence: c, min: 3}]}}
parameters: {n: {type: number}}
`
    const why = 'has a "length" less than the sum of the "min" of its classes and sequences'
    expect(foundInHot(body)).toEqual([
      `bad-combination 3:58 OS::Heat::RandomString ${why}`,
      `bad-combination 6:13 OS::Heat::RandomString ${why}`,
      'bad-combination 7:90 OS::Neutron::Subnet accepts an IP address as "gateway_ip"',
      `bad-combination 10:58 OS::Heat::RandomString ${why}`,
    ])
  })
})

describe('members', () => {
  it('of a chain get its properties, each of them', () => {
    const body = `resources:
  a: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Neutron::Port, OS::Heat::Nothing], resource_properties: {network: n, size: 3}}}
  b: {type: OS::Heat::ResourceChain, properties: {resources: {if: [c, [OS::Neutron::Net], [OS::Neutron::Port]]}, resource_properties: {name: n}}}
  c: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Neutron::Net], resource_properties: {get_param: p}}}
conditions: {c: true}
parameters: {p: {type: json}}
`
    expect(foundInHot(body)).toEqual([
      'unknown-resource-type 3:82 unknown resource type "OS::Heat::Nothing": not in Heat',
      'unknown-property 3:136 OS::Neutron::Port has no property "size"',
      'missing-property 4:92 OS::Neutron::Port requires the property "network"',
    ])
  })

  it('of a group are defined by each branch of an if', () => {
    const member = '{type: OS::Neutron::Port, properties: {network: n, size: 3}}'
    const body = `resources:
  a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {if: [c, ${member}, {if: [c, ${member}, {get_param: p}]}]}}}
conditions: {c: true}
parameters: {p: {type: json}}
`
    expect(foundInHot(body)).toEqual([
      'unknown-property 3:125 OS::Neutron::Port has no property "size"',
      'unknown-property 3:196 OS::Neutron::Port has no property "size"',
    ])
  })
})

describe('mappings', () => {
  it('have the keys that are looked up', () => {
    const body = `Mappings: {M: {a: {b: c}, 1: {x: y}}, N: 3}
Outputs:
  A: {Value: [{'Fn::FindInMap': [M, a, b]}, {'Fn::FindInMap': [M, '1', x]}, {'Fn::FindInMap': [M, 1, x]}]}
  B: {Value: [{'Fn::FindInMap': [M, a, z]}, {'Fn::FindInMap': [M, {Ref: AWS::StackName}, z]}]}
  C: {Value: {'Fn::FindInMap': [M, {Ref: AWS::Region}, b]}}
`
    expect(foundInCfn(body)).toEqual([
      'unknown-reference 4:99 the keys of the mapping "M" are strings, and 1 is not a string; quote it',
      'unknown-reference 5:40 the mapping "M.a" has no key "z"',
      'unknown-reference 5:90 the mapping "M.*" has no key "z"',
      'unknown-reference 6:36 the mapping "M" has no key "ap-southeast-1", which is the region of every stack in Heat',
    ])
  })
})
