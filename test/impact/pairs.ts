/** Updates of stacks, made by hand: two templates, and the values that parameters are given. */
import { template, withResources } from './impact-of.ts'

export interface Pair {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly values: Readonly<Record<string, unknown>>
}

const pair = (name: string, before: string, after: string, values: Pair['values'] = {}): Pair => ({
  name,
  before,
  after,
  values,
})

/** One resource with other properties. */
const one = (type: string, before: string, after: string): Pair =>
  pair(
    `${type} ${before} -> ${after}`,
    withResources(`r ${type} ${before}`),
    withResources(`r ${type} ${after}`),
  )

/** One resource with something beside its properties. */
const beside = (type: string, properties: string, before: string, after: string): Pair => {
  const of = (rest: string) =>
    template(`resources:\n  r: {type: ${type}, properties: ${properties}${rest}}\n`)
  return pair(`${type}${before} -> ${after}`, of(before), of(after))
}

const server = 'flavor: f, image: i, networks: [{network: n}]'

/** Resources that are replaced where what they refer to is another one. */
const referring = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `of_${name} OS::Heat::RandomString {salt: {get_resource: ${name}}}`)

const reading = (...attributes: readonly string[]): readonly string[] =>
  attributes.map(
    (one) =>
      `of_${one.replace('.', '_')} OS::Heat::RandomString {salt: {get_attr: [${one.replace('.', ', ')}]}}`,
  )

export const pairs: readonly Pair[] = [
  one('OS::Nova::Server', `{${server}}`, `{${server}}`),
  one('OS::Nova::Server', `{${server}, name: a}`, `{${server}, name: b}`),
  one('OS::Nova::Server', `{${server}}`, `{flavor: g, image: i, networks: [{network: n}]}`),
  one(
    'OS::Nova::Server',
    `{${server}}`,
    `{flavor: g, image: i, networks: [{network: n}], flavor_update_policy: REPLACE}`,
  ),
  one('OS::Nova::Server', `{${server}}`, `{flavor: f, image: j, networks: [{network: n}]}`),
  one(
    'OS::Nova::Server',
    `{${server}, image_update_policy: REPLACE}`,
    `{flavor: f, image: j, networks: [{network: n}], image_update_policy: REPLACE}`,
  ),
  one('OS::Nova::Server', `{${server}, user_data: a}`, `{${server}, user_data: b}`),
  one(
    'OS::Nova::Server',
    `{${server}, user_data: a}`,
    `{${server}, user_data: b, user_data_update_policy: IGNORE}`,
  ),
  one('OS::Nova::Server', `{${server}, key_name: a}`, `{${server}, key_name: b}`),
  one('OS::Nova::Server', `{${server}, availability_zone: a}`, `{${server}}`),
  one('OS::Nova::Server', `{${server}, metadata: {a: b}}`, `{${server}, metadata: {a: c}}`),
  one(
    'OS::Nova::Server',
    `{${server}, networks: [{network: n}]}`,
    `{flavor: f, image: i, networks: [{network: m}]}`,
  ),
  one('OS::Nova::Server', `{${server}, config_drive: true}`, `{${server}, config_drive: 'True'}`),
  one('OS::Nova::KeyPair', '{name: a}', '{name: b}'),
  one('OS::Nova::KeyPair', '{name: a, save_private_key: false}', '{name: a}'),
  one('OS::Nova::KeyPair', '{name: a}', '{name: a, save_private_key: true}'),
  one('OS::Nova::ServerGroup', '{policies: [affinity]}', '{policies: [anti-affinity]}'),
  one('OS::Cinder::Volume', '{size: 1}', '{size: 2}'),
  one('OS::Cinder::Volume', '{size: 1}', "{size: '1'}"),
  one('OS::Cinder::Volume', '{size: 1, name: a}', '{size: 1, name: b}'),
  one('OS::Cinder::Volume', '{size: 1, availability_zone: a}', '{size: 1, availability_zone: b}'),
  one('OS::Cinder::Volume', '{size: 1, volume_type: a}', '{size: 1, volume_type: b}'),
  one('OS::Cinder::Volume', '{size: 1, metadata: {a: b}}', '{size: 1, metadata: {}}'),
  one('OS::Neutron::Net', '{name: a}', '{name: b}'),
  one('OS::Neutron::Net', '{name: a, admin_state_up: true}', '{name: a}'),
  one('OS::Neutron::Net', '{name: a}', '{name: a, admin_state_up: false}'),
  one('OS::Neutron::Subnet', '{network: n, cidr: 10.0.0.0/24}', '{network: n, cidr: 10.0.1.0/24}'),
  one(
    'OS::Neutron::Subnet',
    '{network: n, cidr: 10.0.0.0/24}',
    '{network: n, cidr: 10.0.0.0/24, dns_nameservers: [1.1.1.1]}',
  ),
  one(
    'OS::Neutron::Subnet',
    '{network: n, cidr: 10.0.0.0/24, ip_version: 4}',
    '{network: n, cidr: 10.0.0.0/24}',
  ),
  one('OS::Neutron::Subnet', '{network_id: n, cidr: 10.0.0.0/24}', '{network: n, cidr: 10.0.0.0/24}'),
  one('OS::Neutron::Port', '{network: n}', '{network: m}'),
  one('OS::Neutron::Port', '{network: n, name: a}', '{network: n, name: b}'),
  one(
    'OS::Neutron::Port',
    '{network: n, replacement_policy: REPLACE_ALWAYS}',
    '{network: n, replacement_policy: REPLACE_ALWAYS}',
  ),
  one(
    'OS::Neutron::Port',
    '{network: n, fixed_ips: [{ip_address: 10.0.0.1}]}',
    '{network: n, fixed_ips: [{ip_address: 10.0.0.2}]}',
  ),
  one(
    'OS::Neutron::Port',
    '{network: n, mac_address: "00:00:00:00:00:01"}',
    '{network: n, mac_address: "00:00:00:00:00:02"}',
  ),
  one('OS::Neutron::Router', '{name: a}', '{name: b}'),
  one(
    'OS::Neutron::Router',
    '{external_gateway_info: {network: a}}',
    '{external_gateway_info: {network: b}}',
  ),
  one('OS::Neutron::RouterInterface', '{router: a, subnet: b}', '{router: a, subnet: c}'),
  one('OS::Neutron::FloatingIP', '{floating_network: a}', '{floating_network: b}'),
  one('OS::Neutron::FloatingIP', '{floating_network: a}', '{floating_network: a, port_id: p}'),
  one(
    'OS::Neutron::SecurityGroup',
    '{name: a, rules: [{protocol: tcp}]}',
    '{name: a, rules: [{protocol: udp}]}',
  ),
  one(
    'OS::Neutron::SecurityGroupRule',
    '{security_group: a, protocol: tcp}',
    '{security_group: a, protocol: udp}',
  ),
  one('OS::Heat::RandomString', '{length: 8}', '{length: 9}'),
  one('OS::Heat::RandomString', '{length: 32}', '{}'),
  one('OS::Heat::Value', '{value: a}', '{value: b}'),
  one('OS::Heat::Value', '{value: a, type: string}', '{value: b, type: string}'),
  one('OS::Heat::SoftwareConfig', '{config: a, group: script}', '{config: b, group: script}'),
  one('OS::Heat::CloudConfig', '{cloud_config: {a: b}}', '{cloud_config: {a: c}}'),
  one('OS::Heat::MultipartMime', '{parts: [{config: a}]}', '{parts: [{config: b}]}'),
  one('OS::Heat::WaitCondition', '{handle: h, timeout: 10}', '{handle: h, timeout: 20}'),
  one('OS::Heat::WaitConditionHandle', '{}', '{signal_transport: NO_SIGNAL}'),
  one('OS::Heat::UpdateWaitConditionHandle', '{}', '{}'),
  one(
    'OS::Heat::ResourceGroup',
    '{count: 1, resource_def: {type: OS::Heat::RandomString}}',
    '{count: 2, resource_def: {type: OS::Heat::RandomString}}',
  ),
  one(
    'OS::Heat::AutoScalingGroup',
    '{min_size: 1, max_size: 2, resource: {type: OS::Heat::RandomString}}',
    '{min_size: 1, max_size: 3, resource: {type: OS::Heat::RandomString}}',
  ),
  one(
    'OS::Heat::ScalingPolicy',
    '{adjustment_type: change_in_capacity, auto_scaling_group_id: a, scaling_adjustment: 1}',
    '{adjustment_type: change_in_capacity, auto_scaling_group_id: b, scaling_adjustment: 1}',
  ),
  one('OS::Swift::Container', '{name: a}', '{name: b}'),
  one('OS::Keystone::User', '{name: a, password: x}', '{name: a, password: y}'),
  one('OS::Barbican::Secret', '{payload: a}', '{payload: b}'),
  one('AWS::EC2::Volume', '{AvailabilityZone: a, Size: 1}', '{AvailabilityZone: b, Size: 1}'),
  one('AWS::CloudFormation::WaitConditionHandle', '{}', '{}'),
  one('AWS::EC2::EIPAssociation', '{EIP: 1.2.3.4, InstanceId: a}', '{EIP: 1.2.3.5, InstanceId: b}'),
  one('AWS::EC2::EIPAssociation', '{EIP: 1.2.3.4, InstanceId: a}', '{EIP: 1.2.3.5, InstanceId: a}'),
  beside('OS::Nova::KeyPair', '{name: a}', '', ', metadata: {a: b}'),
  beside('OS::Nova::KeyPair', '{name: a}', '', ', deletion_policy: Retain'),
  beside('OS::Nova::KeyPair', '{name: a}', '', ', external_id: x'),
  beside('OS::Nova::KeyPair', '{name: a}', ', external_id: x', ', external_id: x, metadata: {a: b}'),
  beside('OS::Heat::RandomString', '{length: 8}', '', ', update_policy: {a: b}'),
  pair(
    'another type',
    withResources('r OS::Nova::KeyPair {name: a}'),
    withResources('r OS::Neutron::Net {name: a}'),
  ),
  pair(
    'new and gone',
    withResources('a OS::Nova::KeyPair {name: a}'),
    withResources('b OS::Nova::KeyPair {name: a}'),
  ),
  pair(
    'a reference to what is replaced',
    withResources(
      'v OS::Cinder::Volume {size: 1, availability_zone: a}',
      'w OS::Heat::Value {value: {get_resource: v}}',
      'x OS::Heat::RandomString {salt: {get_resource: v}}',
    ),
    withResources(
      'v OS::Cinder::Volume {size: 1, availability_zone: b}',
      'w OS::Heat::Value {value: {get_resource: v}}',
      'x OS::Heat::RandomString {salt: {get_resource: v}}',
    ),
  ),
  pair(
    'a reference to what is updated in place',
    withResources('v OS::Cinder::Volume {size: 1}', 'x OS::Heat::RandomString {salt: {get_resource: v}}'),
    withResources('v OS::Cinder::Volume {size: 2}', 'x OS::Heat::RandomString {salt: {get_resource: v}}'),
  ),
  pair(
    'a condition',
    template(
      'parameters: {p: {type: string}}\nconditions: {c: {equals: [{get_param: p}, a]}}\nresources:\n  r: {type: OS::Nova::KeyPair, condition: c, properties: {name: k}}\n',
    ),
    template(
      'parameters: {p: {type: string}}\nconditions: {c: {not: {equals: [{get_param: p}, a]}}}\nresources:\n  r: {type: OS::Nova::KeyPair, condition: c, properties: {name: k}}\n',
    ),
    { p: 'a' },
  ),
  pair(
    'another function for the same value',
    template(
      "parameters: {p: {type: string}}\nresources:\n  r: {type: OS::Nova::KeyPair, properties: {name: {list_join: ['-', [a, {get_param: p}]]}}}\n",
    ),
    template(
      'parameters: {p: {type: string}}\nresources:\n  r: {type: OS::Nova::KeyPair, properties: {name: {str_replace: {template: a-x, params: {x: {get_param: p}}}}}}\n',
    ),
    { p: 'b' },
  ),
  pair(
    'references to what has the name that it is given',
    withResources(
      "k OS::Nova::KeyPair {name: a, public_key: 'ssh-rsa a'}",
      'l OS::Nova::KeyPair {name: l}',
      'f OS::Nova::Flavor {ram: 1, vcpus: 1, flavorid: f}',
      'g OS::Nova::Flavor {ram: 1, vcpus: 1}',
      ...referring('k', 'l', 'f', 'g'),
    ),
    withResources(
      "k OS::Nova::KeyPair {name: a, public_key: 'ssh-rsa b'}",
      'l OS::Nova::KeyPair {name: m}',
      'f OS::Nova::Flavor {ram: 2, vcpus: 1, flavorid: f}',
      'g OS::Nova::Flavor {ram: 2, vcpus: 1}',
      ...referring('k', 'l', 'f', 'g'),
    ),
  ),
  pair(
    'attributes that give a property, and values that are made anew',
    withResources(
      'v OS::Heat::Value {value: a}',
      'w OS::Heat::Value {value: a}',
      'c OS::Heat::SoftwareConfig {config: a}',
      'd OS::Heat::SoftwareConfig {config: a, group: x}',
      'p OS::Heat::RandomString {length: 8}',
      ...reading('v.value', 'w.value', 'c.config', 'd.config', 'p.value'),
      'q OS::Heat::RandomString {salt: {get_resource: p}}',
    ),
    withResources(
      'v OS::Heat::Value {value: b}',
      'w OS::Heat::Value {value: a, type: string}',
      'c OS::Heat::SoftwareConfig {config: b}',
      'd OS::Heat::SoftwareConfig {config: a, group: y}',
      'p OS::Heat::RandomString {length: 9}',
      ...reading('v.value', 'w.value', 'c.config', 'd.config', 'p.value'),
      'q OS::Heat::RandomString {salt: {get_resource: p}}',
    ),
  ),
  one('OS::Heat::Delay', '{}', "{jitter_multiplier: '1.0'}"),
  one('OS::Heat::Delay', '{}', "{jitter_multiplier: '1.5'}"),
  one(
    'OS::Neutron::NetworkGateway',
    '{devices: [{id: a, interface_name: b}]}',
    '{devices: [{id: a, interface_name: b}], connections: []}',
  ),
  one(
    'OS::Heat::SoftwareDeployment',
    '{server: s, input_values: {a: b}}',
    '{server: s, input_values: {a: c}}',
  ),
  one('OS::Heat::SoftwareDeployment', '{server: s}', '{server: s, input_values: {a: c}}'),
  pair(
    'a reference to another resource',
    withResources(
      'a OS::Neutron::Net {name: a}',
      `s OS::Nova::Server {${server}, user_data: {get_resource: a}}`,
    ),
    withResources(
      'b OS::Neutron::Net {name: a}',
      `s OS::Nova::Server {${server}, user_data: {get_resource: b}}`,
    ),
  ),
  // What Heat moves out of `policies` counts, whatever else stands there it drops.
  one(
    'OS::Mistral::Workflow',
    '{type: direct, tasks: [{name: t, policies: {a: b}}]}',
    '{type: direct, tasks: [{name: t, policies: {a: c}}]}',
  ),
  one(
    'OS::Mistral::Workflow',
    '{type: direct, tasks: [{name: t, policies: {timeout: 3, retry: null}}]}',
    '{type: direct, tasks: [{name: t, timeout: 3}]}',
  ),
  one(
    'OS::Mistral::Workflow',
    '{type: direct, tasks: [{name: t, policies: {timeout: 3, a: b}}]}',
    '{type: direct, tasks: [{name: t, policies: {timeout: 4}}]}',
  ),
  // Designate takes `masters`: null under the newer name is as good as not given, an empty list is one.
  one('OS::Designate::Zone', '{name: a}', '{name: a, primaries: null}'),
  one('OS::Designate::Zone', '{name: a, primaries: null}', '{name: a, masters: null}'),
  one('OS::Designate::Zone', '{name: a, masters: []}', '{name: a, primaries: []}'),
  one('OS::Designate::Zone', '{name: a, masters: [b]}', '{name: a, masters: [b], primaries: null}'),
]
