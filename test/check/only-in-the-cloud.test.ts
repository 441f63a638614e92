/** What Heat accepts at first, and what fails or is lost only when the stack is made. */

import { createChecker } from '../../src/engine/check.ts'
import { isAbout } from './found.ts'
import { filesOf } from './pairs.ts'

const version = 'heat_template_version: 2018-08-31\n'

/** What is found in `t.yaml` of errors and of some codes: `code line:column message`. */
function found(texts: string | Readonly<Record<string, string>>, ...codes: readonly string[]) {
  const files = filesOf(texts)
  const checker = createChecker({
    readFile: (path) => (Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : undefined),
    exists: (path) => Object.hasOwn(files, path),
    besides: Object.keys(files),
  })
  const { findings } = checker.run({ path: 't.yaml', bytes: Buffer.from(files['t.yaml'] ?? '') })
  return findings
    .filter(isAbout(codes))
    .map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)
}

describe('what get_attr looks up inside of other stacks', () => {
  const jump = `${version}resources:
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian}}
  inner: {type: other.yaml}
  mine: {type: My::Type}
outputs: {address: {value: {get_attr: [server, networks]}}}
`

  it('are resources of a nested template, and attributes of these', () => {
    const body = `resources:
  jump: {type: jump.yaml}
  jumps: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: jump.yaml}}}
outputs:
  a: {value: {get_attr: [jump, resource.machine, name]}}
  b: {value: {get_attr: [jump, resource.server, namme]}}
  c: {value: {get_attr: [jumps, resource.0.resource.servr.name]}}
  d: {value: {get_attr: [jump, resource.server, name]}}
  e: {value: {get_attr: [jump, resource.server.networks]}}
  f: {value: {get_attr: [jump, resource.server]}}
  g: {value: {get_attr: [jump, resource.inner, anything]}}
  h: {value: {get_attr: [jump, resource.mine, anything]}}
  i: {value: {get_attr: [jumps, resource.1, resource.server, show]}}
`
    expect(found({ 't.yaml': version + body, 'jump.yaml': jump, 'other.yaml': 'resources: {}' })).toEqual([
      'unknown-member 6:32 jump.yaml has no resource "machine"; it has server, inner, mine',
      'unknown-member 7:49 "server" (OS::Nova::Server) in jump.yaml has no attribute "namme"; did you mean "name"?',
      'unknown-member 8:33 jump.yaml has no resource "servr"; did you mean "server"?',
    ])
  })

  it('are attributes of the members of groups', () => {
    const member = 'type: OS::Cinder::Volume, properties: {size: 1}'
    const body = `resources:
  disks: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {${member}}}}
  scaled: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {${member}}}}
outputs:
  a: {value: {get_attr: [disks, statuss]}}
  b: {value: {get_attr: [disks, resource.0.statuss]}}
  c: {value: {get_attr: [disks, resource.0, statuss]}}
  d: {value: {get_attr: [disks, attributes, statuss]}}
  e: {value: {get_attr: [scaled, outputs_list, statuss]}}
  f: {value: [{get_attr: [disks, status]}, {get_attr: [disks, refs]}, {get_attr: [disks, refs_map]}]}
  g: {value: [{get_attr: [disks, resource.0]}, {get_attr: [disks, attachments_list, 0]}]}
  h: {value: [{get_attr: [scaled, current_size]}, {get_attr: [scaled, outputs, status]}]}
`
    const what = (of: string) =>
      `the members of "${of}" (OS::Cinder::Volume) have no attribute "statuss"; did you mean "status"?`
    expect(found(version + body)).toEqual([
      `unknown-member 6:33 ${what('disks')}`,
      `unknown-member 7:33 ${what('disks')}`,
      `unknown-member 8:45 ${what('disks')}`,
      `unknown-member 9:45 ${what('disks')}`,
      `unknown-member 10:48 ${what('scaled')}`,
    ])
  })

  it('are members, where Fn::Select selected one', () => {
    const body = `resources:
  disks: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::RandomString}}}
outputs: {a: {value: {'Fn::Select': [0, {get_attr: [disks, value]}]}}}
`
    expect(found(version + body, 'foreign-function')).toEqual([
      'foreign-function 4:23 HOT has no Fn::Select; write {get_attr: [disks, resource.0.value]}',
    ])
  })
})

describe('software', () => {
  const config = (script: string) => `resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, inputs: [{name: owner}, {name: city}], outputs: [{name: result}], config: '${script}'}
`
  const deployed = (values: string) => `  run:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: web, input_values: ${values}}
`
  const codes = ['unknown-software-input']

  it('gets inputs that its configuration declares, or that its script reads', () => {
    expect(found(version + config('x') + deployed('{ownr: a}'), ...codes)).toEqual([
      'unknown-software-input 8:78 "config" declares no input "ownr"; did you mean "owner"?',
    ])
    expect(found(version + config('x') + deployed('{road: a}'), ...codes)).toEqual([
      'unknown-software-input 8:78 "config" declares no input "road"',
    ])
    expect(found(version + config('echo $road') + deployed('{owner: a, road: b}'), ...codes)).toEqual([])
  })

  it('gives outputs that its configuration declares, and three of its own', () => {
    const outputs = `outputs:
  a: {value: {get_attr: [run, results]}}
  b: {value: {get_attr: [run, result]}}
  c: {value: {get_attr: [run, deploy_stdout]}}
  d: {value: {get_attr: [run, deploy_stdoutt]}}
`
    expect(found(version + config('x') + deployed('{owner: a}') + outputs)).toEqual([
      'unknown-software-output 10:31 "config" declares no output "results"; did you mean "result"?',
      'unknown-software-output 13:31 "config" declares no output "deploy_stdoutt"; did you mean "deploy_stdout"?',
    ])
  })
})

it('a path into what is no list takes letters', () => {
  const body = `parameters: {net: {type: string}, size: {type: number}, all: {type: json}}
outputs:
  a: {value: {get_param: [net, 0]}}
  b: {value: {get_param: [net, name]}}
  c: {value: {get_param: [size, 0]}}
  d: {value: {get_param: [all, 0]}}
`
  expect(found(version + body, 'misread-value')).toEqual([
    'misread-value 4:32 "net" is a string, and get_param with a path gives one letter of it; write {get_param: net}',
    `misread-value 5:32 "net" is a string, and get_param with a path gives ''; write {get_param: net}`,
    `misread-value 6:33 "size" is a number, and get_param with a path gives ''; write {get_param: size}`,
  ])
})

it('values that only services refuse', () => {
  const body = `resources:
  a: {type: OS::Neutron::Subnet, properties: {network: x, cidr: 'fd00::/64'}}
  b: {type: OS::Neutron::Subnet, properties: {network: x, ip_version: 6, cidr: 10.0.0.0/24, gateway_ip: 10.0.0.1}}
  c: {type: OS::Neutron::Subnet, properties: {network: x, ip_version: 6, cidr: 'fd00::/64', gateway_ip: 'fd00::1'}}
  d:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 90, port_range_max: 80}
        - {protocol: icmp, port_range_min: 8, port_range_max: 0}
        - {protocol: tcp, port_range_min: 80, port_range_max: 80}
  e: {type: OS::Barbican::GenericContainer, properties: {secrets: [{name: a, ref: x}, {name: b, ref: x}]}}
  f: {type: OS::Barbican::RSAContainer, properties: {private_key_ref: {get_resource: e}, public_key_ref: {get_resource: e}}}
  g: {type: OS::Zaqar::Subscription, properties: {queue_name: x, subscriber: 'amqp://x'}}
  h: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: null}}
`
  expect(found(version + body)).toEqual([
    'bad-combination 3:65 cidr "fd00::/64" is IPv6, and ip_version is 4; write ip_version: 6',
    'bad-combination 4:80 cidr "10.0.0.0/24" is IPv4, and ip_version is 6; write ip_version: 4',
    'bad-combination 4:105 gateway_ip "10.0.0.1" is IPv4, and ip_version is 6; write ip_version: 4',
    'bad-combination 10:43 port_range_min 90 is greater than port_range_max 80',
    'bad-combination 13:102 this secret is in the container already; Barbican takes each once',
    'bad-combination 14:106 this secret is in the container already; Barbican takes each once',
    'bad-value 15:78 a subscriber begins with http:, https:, mailto:, trust+http:, trust+https:, and not "amqp"',
    'bad-value 16:90 the definition of the members is empty; write their type and properties',
  ])
})

describe('one cause is one finding', () => {
  it('for properties under another name', () => {
    const body = 'resources:\n  a: {type: OS::Cinder::Volume, property: {size: 1}}\n'
    expect(found(version + body)).toEqual([
      'unknown-key 3:33 heat_template_version 2018-08-31 knows no key "property" of the resource "a"; did you mean "properties"?',
    ])
  })

  it('for resources within the description', () => {
    const body = 'description: >\n  A disk\n  resources:\n    a: {type: OS::Cinder::Volume}\n'
    expect(found(version + body, 'no-resources')).toEqual([
      'no-resources 4:3 "resources:" is part of the description, because it is indented below it; move it and what follows to the left margin',
    ])
  })

  it('for groups whose rules name one another, with the way out', () => {
    const rule = (of: string) =>
      `rules: [{remote_mode: remote_group_id, remote_group_id: {get_resource: ${of}}}]`
    const body = `resources:
  a: {type: OS::Neutron::SecurityGroup, properties: {${rule('b')}}}
  b: {type: OS::Neutron::SecurityGroup, properties: {${rule('a')}}}
  c: {type: OS::Neutron::SecurityGroup, properties: {${rule('c')}}}
`
    expect(found(version + body)).toEqual([
      'circular-dependency 4:125 resources wait for one another: a → b → a; write the rule that names the other group as an OS::Neutron::SecurityGroupRule of its own',
      'circular-dependency 5:125 resources wait for one another: c → c; remote_mode: remote_group_id without a remote_group_id means the group itself',
    ])
  })

  it('for an if without an else, and for a longer name', () => {
    const body = `parameters: {x: {type: boolean}}
conditions: {c: {get_param: x}}
resources: {lb: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: x, description: {if: [c, a]}}}}
outputs: {a: {value: {get_attr: [lb, vip_port]}}}
`
    expect(found(version + body)).toEqual([
      'bad-arguments 4:93 an if without an else needs heat_template_version 2021-04-16; write a third item',
      'unknown-attribute 5:38 "lb" (OS::Octavia::LoadBalancer) has no attribute "vip_port"; did you mean "vip_port_id"?',
    ])
  })
})
