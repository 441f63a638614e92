/** What Heat accepts at first, and what fails or is lost only when the stack is made. */

import { createChecker } from '../../src/engine/check.ts'
import { cloudRelease } from '../../src/heat/cloud.ts'
import { isAbout } from './found.ts'
import { filesOf } from './pairs.ts'

const version = 'heat_template_version: 2018-08-31\n'

/** What is found in `t.yaml`, in a cloud that is named among the codes, of errors and of some codes: `code line:column message`. */
function found(texts: string | Readonly<Record<string, string>>, ...codes: readonly string[]) {
  const files = filesOf(texts)
  const release = codes.map((one) => cloudRelease(one)).find((one) => one !== undefined)
  const checker = createChecker({
    ...(release === undefined ? {} : { cloud: { release } }),
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
    'misread-value 4:32 "net" is a string, and get_param with a path returns one character of it; write {get_param: net}',
    `misread-value 5:32 "net" is a string, and get_param with a path returns ''; write {get_param: net}`,
    `misread-value 6:33 "size" is a number, and get_param with a path returns ''; write {get_param: size}`,
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
      'unknown-key 3:33 unknown key "property" of the resource "a" in heat_template_version 2018-08-31; did you mean "properties"?',
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
      'circular-dependency 4:125 circular dependency: a → b → a; write the rule that names the other group as an OS::Neutron::SecurityGroupRule of its own',
      'circular-dependency 5:125 circular dependency: c → c; remote_mode: remote_group_id without a remote_group_id means the group itself',
    ])
  })

  it('for an if without an else, and for a longer name', () => {
    const body = `parameters: {x: {type: boolean}}
conditions: {c: {get_param: x}}
resources: {lb: {type: OS::Octavia::LoadBalancer, properties: {vip_subnet: x, description: {if: [c, a]}}}}
outputs: {a: {value: {get_attr: [lb, vip_port]}}}
`
    expect(found(version + body)).toEqual([
      'bad-arguments 4:93 an if without an else requires heat_template_version 2021-04-16; write a third item',
      'unknown-attribute 5:38 "lb" (OS::Octavia::LoadBalancer) has no attribute "vip_port"; did you mean "vip_port_id"?',
    ])
  })
})

const server =
  'type: OS::Nova::Server, properties: {flavor: small, image: debian, networks: [{network: inner}]}'

describe('resources that are made for others', () => {
  const idle = `resources:
  group: {type: OS::Neutron::SecurityGroup}
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  port: {type: OS::Neutron::Port, properties: {network: inner}}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: outer}}
  scaled: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {${server}}}}
  more: {type: OS::Heat::ScalingPolicy, properties: {auto_scaling_group_id: {get_resource: scaled}, adjustment_type: exact_capacity, scaling_adjustment: 1}}
`

  it('are reported where nothing uses them, and a server would', () => {
    expect(found(version + idle, 'unused-resource')).toEqual([
      'unused-resource 3:17 nothing uses the security group "group"; write security_groups: [{get_resource: group}] on a port or server',
      'unused-resource 4:15 nothing uses the key pair "key"; write key_name: {get_resource: key} on a server',
      'unused-resource 5:16 nothing uses the volume "disk"; write an OS::Cinder::VolumeAttachment with volume_id: {get_resource: disk}',
      'unused-resource 6:16 nothing uses the port "port"; write networks: [{port: {get_resource: port}}] on a server',
      'unused-resource 7:19 nothing uses the floating IP "address"; write its port_id',
      'unused-resource 9:16 nothing uses the scaling policy "more"; write alarm_actions: [{get_attr: [more, signal_url]}] on an alarm, or print it as an output',
    ])
  })

  it('stand alone on purpose where an output prints them, something waits for them or names them, or no server is there', () => {
    const used = `outputs:
  a: {value: [{get_resource: group}, {get_attr: [key, private_key]}, {get_attr: [disk, size]}, {get_resource: port}]}
  b: {value: [{get_resource: address}, {get_attr: [more, signal_url]}]}
`
    expect(found(version + idle + used, 'unused-resource')).toEqual([])
    const waiting = `resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  server: {${server}, depends_on: disk}
`
    expect(found(version + waiting, 'unused-resource')).toEqual([])
    const named = `resources:
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, key_name: mine}}
`
    expect(found(version + named, 'unused-resource')).toEqual([])
    const alone = 'resources: {group: {type: OS::Neutron::SecurityGroup}}\n'
    expect(found(version + alone, 'unused-resource')).toEqual([])
    const caller = 'resources: {t: {type: t.yaml}}\noutputs: {o: {value: {get_attr: [t, resource.disk]}}}\n'
    expect(found({ 't.yaml': version + idle, 'main.yaml': caller }, 'unused-resource')).toEqual([])
  })

  it('are handles that somebody can signal', () => {
    const body = `resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: handle}, timeout: 60}}
`
    expect(found(version + body, 'unsignalled-wait')).toEqual([
      'unsignalled-wait 3:18 nothing uses the signal URL of "handle", so it is never signalled; write {get_attr: [handle, curl_cli]} in a script or output',
    ])
    expect(
      found(`${version}${body}outputs: {o: {value: {get_attr: [handle, token]}}}\n`, 'unsignalled-wait'),
    ).toEqual([])
  })
})

describe('what releases took away', () => {
  const alarm = (metric: string, query = 'x') => `  busy:
    type: OS::Aodh::GnocchiAggregationByResourcesAlarm
    properties: {metric: ${metric}, aggregation_method: mean, granularity: 300, threshold: 80, resource_type: instance, query: '${query}'}
`
  const codes = ['removed-metric', 'unmetered-group', 'changed-default']

  it('are metrics: an error in a cloud of that release, fine in an older one', () => {
    const what =
      'Ceilometer has no metric cpu_util since Stein; write cpu with aggregation_method: rate:mean and a threshold in ns of CPU time'
    const body = `resources:\n${alarm('cpu_util')}`
    expect(found(version + body, ...codes)).toEqual([`removed-metric 5:26 ${what}`])
    expect(found(version + body, 'wallaby', ...codes)).toEqual([`not-in-cloud 5:26 ${what}`])
    expect(found(version + body, 'rocky', ...codes)).toEqual([])
    expect(found(`${version}resources:\n${alarm('memory.usage')}`, ...codes)).toEqual([])
    expect(found(`${version}resources:\n${alarm('disk.read.bytes.rate')}`, ...codes)).toEqual([
      'removed-metric 5:26 Ceilometer has no metric disk.read.bytes.rate since Stein; write disk.read.bytes with aggregation_method: rate:mean',
    ])
  })

  it('are groups that only metadata tells', () => {
    const group = (properties: string) => `resources:
  web:
    type: OS::Heat::AutoScalingGroup
    properties: {min_size: 1, max_size: 2, resource: {type: OS::Nova::Server, properties: {flavor: a, image: b${properties}}}}
${alarm('memory.usage', '{"=": {"server_group": "x"}}')}`
    expect(found(version + group(''), ...codes).map((one) => one.split(' ')[1])).toEqual(['8:131'])
    expect(found(version + group(', metadata: {metering.server_group: x}'), ...codes)).toEqual([])
  })

  it('are properties that Nova accepted, also of members', () => {
    const body = `resources:
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
  given: {type: OS::Nova::KeyPair, properties: {name: mine, public_key: ssh-rsa x}}
  web:
    type: OS::Heat::ResourceGroup
    properties: {resource_def: {type: OS::Nova::Server, properties: {flavor: a, image: b, personality: {/a: b}}}}
  none: {type: OS::Nova::Server, properties: {flavor: a, image: b, networks: [{network: c}], personality: {}}}
`
    const key =
      'Nova requires "public_key" of OS::Nova::KeyPair since Zed (API 2.92); write public_key: {get_param: public_key}, with a key made by ssh-keygen'
    const files =
      'Nova does not accept "personality" of OS::Nova::Server since Stein (API 2.57); put the files into user_data, as write_files of a cloud-config'
    expect(found(version + body, 'removed-feature', 'deprecated-name')).toEqual([
      `removed-feature 3:15 ${key}`,
      `removed-feature 7:104 ${files}`,
    ])
    expect(found(version + body, 'yoga')).toEqual([`not-in-cloud 7:104 ${files}`])
    expect(found(version + body, 'zed')).toEqual([`not-in-cloud 3:15 ${key}`, `not-in-cloud 7:104 ${files}`])
    expect(found(version + body, 'rocky')).toEqual([])
  })

  it('are schemas: each cloud is checked by its own', () => {
    const body = `resources:
  a: {type: OS::Octavia::Listener, properties: {protocol: TCP, protocol_port: 80, default_pool: x}}
  b: {type: OS::Octavia::Listener, properties: {protocol: UDP, protocol_port: 80, loadbalancer: x}}
`
    expect(found(version + body, 'removed-feature')).toEqual([
      'removed-feature 3:13 Heat requires "loadbalancer" of OS::Octavia::Listener since 2024.1; write loadbalancer: {get_resource: LOADBALANCER}',
    ])
    expect(found(version + body, 'zed')).toEqual([])
    expect(found(version + body, '2024.1')).toEqual([
      'missing-property 3:13 OS::Octavia::Listener requires the property "loadbalancer"',
    ])
    expect(found(version + body, 'rocky')).toEqual([
      'bad-value 4:59 the property "protocol" of OS::Octavia::Listener is not one of TCP, HTTP, HTTPS, TERMINATED_HTTPS, PROXY',
    ])
  })

  it('are extensions of Neutron', () => {
    const body = 'resources: {wall: {type: OS::Neutron::Firewall, properties: {firewall_policy_id: x}}}\n'
    const what =
      'OS::Neutron::Firewall cannot be created as of Stein: Neutron has no FWaaS v1; write rules of security groups (OS::Neutron::SecurityGroupRule) for the ports behind the router'
    expect(found(version + body, 'removed-resource-type')).toEqual([`removed-resource-type 2:26 ${what}`])
    expect(found(version + body, 'wallaby')).toEqual([`not-in-cloud 2:26 ${what}`])
    expect(found(version + body, 'rocky')).toEqual([])
  })

  it('are defaults', () => {
    const body = 'resources: {role: {type: OS::Keystone::Role}}\n'
    expect(found(version + body, ...codes)).toEqual([
      'changed-default 2:26 the role "role" has no domain: since Wallaby it is a global role, before one of the domain "default"',
    ])
    expect(found(version + body, 'xena', ...codes)).toEqual([])
    expect(found(version + body, 'ussuri', ...codes)).toEqual([
      'changed-default 2:26 the role "role" has no domain, and is one of the domain "default" in Ussuri (Heat 14.0.0)',
    ])
  })
})

describe('scripts', () => {
  const running = (data: string) => `${version}resources:
  a: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data_format: RAW, user_data: ${data}}}
  b: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: ${data}}}
`
  const cases = (texts: string | Readonly<Record<string, string>>) =>
    found(texts, 'unread-script').map((one) => one.replace(/^unread-script /, ''))

  it('begin with #!', () => {
    expect(cases(running('"apt-get update\\n"'))).toEqual([
      '3:99 this begins with neither #! nor #cloud-config, and cloud-init runs nothing of it; write #!/bin/sh before it',
      '4:75 the script has no #! line, which the agent needs to run it; write #!/bin/sh before it',
    ])
    expect(cases(running('"#!/bin/sh\\napt-get update\\n"'))).toEqual([])
    expect(cases(running('"Some words for a program\\n"'))).toEqual([])
  })

  it('are run by Heat itself where no format is given', () => {
    const body = `resources:
  config: {type: OS::Heat::CloudConfig, properties: {cloud_config: {packages: []}}}
  a: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data: "#cloud-config\\npackages: []\\n"}}
  b: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data: {get_resource: config}}}
  c: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data: "apt-get update\\n"}}
  d: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data_format: RAW, user_data: {get_resource: config}}}
`
    expect(cases(version + body)).toEqual([
      '4:76 Heat runs user data as a program unless user_data_format says otherwise, and reads no cloud-config; write user_data_format: RAW on an OS::Nova::Server',
      '5:76 the server gets the ID of "config" instead of what it contains; write user_data_format: SOFTWARE_CONFIG or RAW',
      '6:76 the script has no #! line, without which the server cannot run it; write #!/bin/sh before it',
    ])
  })

  it('are parts of a message, and user data of members', () => {
    const body = `resources:
  all: {type: OS::Heat::MultipartMime, properties: {parts: [{config: "echo a\\n"}, {config: "echo a\\n", subtype: x}]}}
  web:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 2
      resource: {type: OS::Nova::Server, properties: {flavor: a, image: b, user_data: "echo a\\n"}}
`
    expect(cases(version + body).map((one) => one.split(' ')[0])).toEqual(['3:70', '9:87'])
  })

  it('are read from files, too', () => {
    expect(
      cases({ 't.yaml': running('{get_file: a.sh}'), 'a.sh': 'echo hello\n' }).map((one) => one.slice(0, 5)),
    ).toEqual(['3:110', '4:86 '])
    expect(
      cases({ 't.yaml': running('{get_file: a.sh}'), 'a.sh': '---\n#cloud-config\npackages: []\n' }),
    ).toEqual([
      '3:110 --- before #cloud-config keeps cloud-init from reading it; the first line has to be #cloud-config',
      '4:86 --- before #cloud-config keeps cloud-init from reading it; the first line has to be #cloud-config',
    ])
  })

  it('have the placeholders of str_replace over files', () => {
    const body = (key: string) =>
      `outputs: {o: {value: {str_replace: {template: {get_file: boot.sh}, params: {${key}: x}}}}}\n`
    const boot = '#!/bin/sh\necho $NAME\n'
    expect(found({ 't.yaml': body('$NAMME'), 'boot.sh': boot }, 'misread-placeholder')).toEqual([
      'misread-placeholder 2:77 "$NAMME" does not occur in the string, which has $NAME; nothing is replaced',
    ])
    expect(found({ 't.yaml': body("'%other%'"), 'boot.sh': boot }, 'misread-placeholder')).toEqual([
      'misread-placeholder 2:77 "%other%" does not occur in boot.sh; nothing is replaced',
    ])
    expect(found({ 't.yaml': body('$NAME'), 'boot.sh': boot }, 'misread-placeholder')).toEqual([])
  })
})

it('secrets are hidden', () => {
  const body = `parameters:
  entry: {type: string}
  DbPassword: {type: string}
  root_password: {type: string, hidden: true}
  password_length: {type: number}
  key_name: {type: string}
resources:
  a: {type: OS::Nova::Server, properties: {flavor: a, image: b, admin_pass: {get_param: entry}, key_name: {get_param: key_name}}}
  b: {type: OS::Keystone::User, properties: {password: {get_param: root_password}}}
outputs: {o: {value: {list_join: ['', [{get_param: entry}]]}}}
`
  expect(found(version + body, 'visible-secret')).toEqual([
    'visible-secret 3:3 "entry" is passed to admin_pass but is not hidden, and output "o" prints it; write hidden: true',
    'visible-secret 4:3 "DbPassword" has the name of a secret but is not hidden; write hidden: true',
  ])
})

it('templates with other names than Heat reads are no types', () => {
  const body = 'resources: {a: {type: node.yml}}\n'
  const what =
    'Heat does not accept node.yml as a template, because its name does not end in .yaml or .template; rename it to node.yaml'
  expect(found({ 't.yaml': body, 'node.yml': `${version}resources: {}\n` })).toEqual([
    `unloadable-template 2:23 ${what}`,
  ])
})

it('types that Heat lost keep the rules of their classes', () => {
  const listener =
    'resources: {a: {type: OS::Neutron::LBaaS::Listener, properties: {protocol: TCP, protocol_port: 80}}}\n'
  expect(found(version + listener, 'rocky')).toEqual([
    'bad-combination 2:23 OS::Neutron::LBaaS::Listener requires "loadbalancer" or "default_pool"',
  ])
  const body = `resources:
  b: {type: OS::Senlin::Cluster, properties: {profile: x, min_size: 2}}
  c: {type: OS::Sahara::JobBinary, properties: {url: ftp://x}}
  d: {type: OS::Vitrage::Template, properties: {template_file: x}}
`
  expect(found(version + body, 'wallaby')).toEqual([
    'bad-combination 3:13 OS::Senlin::Cluster has a "desired_capacity" outside "min_size"–"max_size"',
    'bad-combination 4:54 OS::Sahara::JobBinary requires a "url" that begins with swift:// or internal-db://',
    'missing-property 5:13 OS::Vitrage::Template requires the property "template_params"',
  ])
})

it('types that Heat lost are checked as the release of the cloud had them', () => {
  const body = `resources:
  profile: {type: OS::Senlin::Profile, properties: {typ: x, metadata: 1}}
  job: {type: OS::Monasca::Notification, properties: {type: email, address: us@here}}
outputs: {o: {value: {get_attr: [job, nothing]}}}
`
  expect(found(version + body, 'zed')).toEqual([
    'unknown-property 3:53 OS::Senlin::Profile has no property "typ"; did you mean "type"?',
    'bad-value 3:71 the property "metadata" of OS::Senlin::Profile is not a mapping',
    'unknown-attribute 5:39 "job" (OS::Monasca::Notification) has no attribute "nothing"',
  ])
  expect(found(version + body, '2026.1').map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
    'not-in-cloud 3:19',
    'not-in-cloud 4:15',
  ])
  // Without a cloud nothing says which release reads it.
  expect(found(version + body)).toEqual([])
})
