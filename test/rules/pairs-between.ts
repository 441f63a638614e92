/** Mistakes between resources, and between the parts of one. */
import type { Pair } from './pairs.ts'

const server = 'type: OS::Nova::Server, properties: {flavor: f, image: i'
const plain = 'type: OS::Heat::Value, properties: {value: 1}'
const cfn = "AWSTemplateFormatVersion: '2010-09-09'\n"

const deployed = (rest: string) => `resources:
  s: {${server}${rest}}}
  d: {type: OS::Heat::SoftwareDeployment, properties: {config: c, server: {get_resource: s}}}
`
const grouped = (rest: string) => `resources:
  s: {${server}${rest}}}
  d: {type: OS::Heat::SoftwareDeploymentGroup, properties: {config: c, servers: {a: {get_resource: s}}}}
`
const inNested = (rest: string) => ({
  't.yaml': `resources:
  s: {${server}${rest}}}
  n: {type: n.yaml, properties: {server: {get_resource: s}}}
`,
  'n.yaml': `parameters: {server: {type: string}}
resources:
  d: {type: OS::Heat::SoftwareDeployment, properties: {config: c, server: {get_param: server}}}
`,
})
const conditional = (preset: boolean, value: string) => `parameters: {p: {type: boolean, default: ${preset}}}
conditions: {c: {get_param: p}}
resources:
  b: {${plain}, condition: c}
  a: {type: OS::Heat::Value, properties: {value: ${value}}}
`
const yaql = (expression: string) => `resources:
  r: {type: OS::Heat::RandomString}
  a: {type: OS::Heat::Value, properties: {value: {yaql: {expression: '${expression}', data: {l: {get_attr: [r, value]}}}}}}
`
const booting = (index: number) =>
  `resources: {a: {type: OS::Nova::Server, properties: {flavor: f, block_device_mapping_v2: [{volume_id: v, boot_index: 0}, {volume_id: w, boot_index: ${index}}]}}}\n`
const pausing = (pause: string) => `${cfn}Resources:
  l: {Type: 'AWS::AutoScaling::LaunchConfiguration', Properties: {ImageId: i, InstanceType: t}}
  a:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {AvailabilityZones: [a], MinSize: '1', MaxSize: '1', LaunchConfigurationName: {Ref: l}}
    UpdatePolicy: {AutoScalingRollingUpdate: {PauseTime: ${pause}}}
`
const lookup = (key: string, type: string) => `${cfn}Parameters: {p: {Type: ${type}, Default: '1'}}
Mappings: {m: {'1': {x: a}}}
Resources: {a: {Type: 'OS::Heat::Value', Properties: {value: {'Fn::FindInMap': [m, ${key}, x]}}}}
`
const regional = (region: string) => `${cfn}Mappings: {m: {${region}: {x: a}}}
Resources: {a: {Type: 'OS::Heat::Value', Properties: {value: {'Fn::FindInMap': [m, {Ref: 'AWS::Region'}, x]}}}}
`
const facade = (outputs: string, length: string) => ({
  't.yaml': 'resources: {a: {type: OS::Heat::RandomString}}\n',
  'env.yaml': 'resource_registry: {"OS::Heat::RandomString": n.yaml}\n',
  'n.yaml': `parameters: {length: {type: ${length}, default: 5}}\noutputs: {${outputs}show: {value: 1}}\n`,
})
const attached = (environment: string) => ({
  't.yaml': 'resources: {a: {type: OS::Neutron::RouterInterface, properties: {router: r}}}\n',
  'env.yaml': `resource_registry: {${environment}}\n`,
  'n.yaml': 'parameters: {router: {type: string}}\nresources: {}\noutputs: {show: {value: 1}}\n',
})
const stack = (parameters: string) => ({
  't.yaml': `resources: {a: {type: OS::Heat::Stack, properties: {template: {get_file: n.yaml}, parameters: {${parameters}}}}}\n`,
  'n.yaml': 'parameters: {p: {type: string}}\nresources: {}\n',
})
const remote = { unasked: 'Heat asks another Heat about the template' }

const external = (preset: string) => `parameters: {p: {type: string, ${preset}}}
resources:
  b: {${plain}}
  a: {${plain}, external_id: {get_param: p}, depends_on: b}
`

const group = (count: string) => `parameters: {n: {type: number, default: 1}}
resources:
  a:
    type: OS::Heat::ResourceGroup
    properties: {count: ${count}, resource_def: {type: OS::Heat::Value, properties: {value: {get_param: n}, more: 2}}}
`
const nestedWith = (policy: string) => ({
  't.yaml': `resources: {a: {type: n.yaml, ${policy}}}\n`,
  'n.yaml': 'resources: {}\n',
})
const named = (preset: string) => `parameters: {n: {type: number, default: ${preset}}}
resources: {a: {type: OS::Neutron::Net, properties: {name: {get_param: n}}}}
`
const branched = (condition: string) =>
  `resources: {a: {type: OS::Heat::RandomString, properties: {length: {if: [${condition}, 8, long]}}}}\n`

export const pairsBetween: readonly Pair[] = [
  {
    what: 'a deployment on a server that does not ask for software',
    code: 'bad-combination',
    wrong: deployed(''),
    sound: deployed(', user_data_format: SOFTWARE_CONFIG'),
    heat: 'refused',
  },
  {
    what: 'a deployment on a server with plain user data',
    code: 'bad-combination',
    wrong: deployed(', user_data_format: RAW'),
    sound: `parameters: {f: {type: string, default: SOFTWARE_CONFIG}}\n${deployed(', user_data_format: {get_param: f}')}`,
    heat: 'refused',
  },
  {
    what: 'a group of deployments on a server that does not ask for software',
    code: 'unread-deployment',
    wrong: grouped(''),
    sound: grouped(', user_data_format: SOFTWARE_CONFIG'),
    heat: { 'resources.d.servers': { a: 's' } },
  },
  {
    what: 'a deployment in a nested template on a server that does not ask for software',
    code: 'unread-deployment',
    wrong: inNested(''),
    sound: inNested(', user_data_format: SOFTWARE_CONFIG'),
    heat: { 'resources.n.server': 's' },
  },
  {
    what: 'deployments in the metadata of a server that asks for software',
    code: 'bad-combination',
    wrong: `resources: {a: {${server}, user_data_format: SOFTWARE_CONFIG}, metadata: {deployments: []}}}\n`,
    sound: `resources: {a: {${server}, user_data_format: RAW}, metadata: {deployments: []}}}\n`,
    heat: 'refused',
  },
  {
    what: 'a reference to a resource that is left out by default',
    code: 'excluded-reference',
    wrong: conditional(false, '{get_resource: b}'),
    sound: conditional(false, '{if: [c, {get_resource: b}, none]}'),
    heat: 'refused',
  },
  {
    what: 'a reference to a resource that may be left out',
    code: 'possibly-excluded-reference',
    wrong: conditional(true, '{get_attr: [b, value]}'),
    sound: conditional(true, '{if: [c, {get_attr: [b, value]}, none]}'),
    heat: { 'conditions.c': true },
  },
  {
    what: 'an output of a resource that is left out by default',
    code: 'excluded-reference',
    wrong: `conditions: {c: false}\nresources: {b: {${plain}, condition: c}}\noutputs: {o: {value: {get_attr: [b, value]}}}\n`,
    sound: `conditions: {c: false}\nresources:\n  b: {${plain}, condition: c}\n  a: {${plain}, depends_on: b}\noutputs: {o: {condition: c, value: {get_resource: b}}}\n`,
    heat: 'refused',
  },
  {
    what: 'a reference under the opposite condition',
    code: 'excluded-reference',
    wrong: conditional(false, '{if: [{not: c}, {get_resource: b}, none]}'),
    sound: `parameters: {p: {type: string, default: x, constraints: [{allowed_values: [x, y]}]}}
conditions: {c: {equals: [{get_param: p}, x]}, d: {not: {equals: [{get_param: p}, y]}}}
resources:
  b: {${plain}, condition: c}
  a: {type: OS::Heat::Value, condition: d, properties: {value: {get_resource: b}}}
`,
    heat: 'refused',
  },
  {
    what: 'an existing resource that waits for another',
    code: 'bad-combination',
    wrong: `resources:\n  b: {${plain}}\n  a: {${plain}, external_id: x, depends_on: b}\n`,
    sound: `resources:\n  b: {${plain}}\n  a: {${plain}, external_id: x, depends_on: []}\n`,
    heat: 'refused',
  },
  {
    what: 'a resource whose external_id is the default of a parameter, and that waits for another',
    code: 'bad-combination',
    wrong: external('default: x'),
    sound: external("default: ''"),
    heat: 'refused',
  },
  {
    what: 'a resource whose external_id an environment gives, and that waits for another',
    code: 'bad-combination',
    wrong: { 't.yaml': external("default: ''"), 'env.yaml': 'parameters: {p: x}\n' },
    sound: { 't.yaml': external('default: x'), 'env.yaml': "parameters: {p: ''}\n" },
    heat: 'refused',
  },
  {
    what: 'a resource whose external_id a parameter gives that needs a value, and that waits for another',
    code: 'bad-combination',
    wrong: external('description: id'),
    sound: { 't.yaml': external('description: id'), 'env.yaml': "parameters: {p: ''}\n" },
    heat: { unasked: 'Heat rejects every value but an empty one' },
  },
  {
    what: 'a snapshot of what has none',
    code: 'bad-value',
    wrong: `resources: {a: {${plain}, deletion_policy: Snapshot}}\n`,
    sound: `resources: {a: {${plain}, deletion_policy: Snapshot, external_id: x}}\n`,
    heat: 'refused',
  },
  {
    what: 'an update policy that the type has not',
    code: 'unknown-property',
    wrong: `resources: {a: {${plain}, update_policy: {rolling_update: {}}}}\n`,
    sound: `resources: {a: {${plain}, update_policy: {rolling_update: {}}, external_id: x}}\n`,
    heat: 'refused',
  },
  {
    what: 'an update policy of a nested template',
    code: 'unknown-property',
    wrong: nestedWith('update_policy: {rolling_update: {}}'),
    sound: nestedWith('update_policy: {}'),
    heat: 'refused',
  },
  {
    what: 'a fraction that an environment gives where a string is taken',
    code: 'bad-value',
    wrong: { 't.yaml': named('2'), 'env.yaml': 'parameters: {n: 2.5}\n' },
    sound: { 't.yaml': named('2.5'), 'env.yaml': 'parameters: {n: 2}\n' },
    heat: 'refused',
  },
  {
    what: 'a property that the type has not, of a resource that is never there',
    code: 'unknown-property',
    wrong: 'resources: {a: {type: OS::Heat::Value, condition: true, properties: {value: 1, more: 2}}}\n',
    sound: 'resources: {a: {type: OS::Heat::Value, condition: false, properties: {value: 1, more: 2}}}\n',
    heat: 'refused',
  },
  {
    what: 'a property that the type has not, of the members of an empty group',
    code: 'unknown-property',
    wrong: group('1'),
    sound: group('0'),
    heat: 'refused',
  },
  {
    what: 'a property that the type has not, of the members of a group that an environment empties',
    code: 'unknown-property',
    wrong: { 't.yaml': group('{get_param: n}'), 'env.yaml': 'parameters: {n: 2}\n' },
    sound: { 't.yaml': group('{get_param: n}'), 'env.yaml': 'parameters: {n: 0}\n' },
    heat: 'refused',
  },
  {
    what: 'a value of another type in a branch',
    code: 'bad-value',
    wrong: branched("{equals: [{get_param: 'OS::stack_name'}, x]}"),
    sound: branched('true'),
    heat: { unasked: 'Heat takes the branch that the name of the stack leads to' },
  },
  {
    what: 'a resource with the name of a pseudo parameter',
    code: 'name-collision',
    wrong: `resources: {'OS::stack_id': {${plain}}}\n`,
    sound: `resources: {'OS::stack_ids': {${plain}}}\n`,
    heat: 'refused',
  },
  {
    what: 'an output of a resource whose condition is written out',
    code: 'excluded-reference',
    wrong: `resources: {b: {${plain}, condition: false}}\noutputs: {o: {value: {get_attr: [b, value]}}}\n`,
    sound: `resources: {b: {${plain}, condition: true}}\noutputs: {o: {value: {get_attr: [b, value]}}}\n`,
    heat: 'refused',
  },
  {
    what: 'yaql that selects from an attribute',
    code: 'bad-arguments',
    wrong: yaql('$.data.l[0]'),
    sound: yaql('coalesce($.data.l, [0])[0]'),
    heat: 'refused',
  },
  {
    what: 'a method of yaql applied to an attribute',
    code: 'bad-arguments',
    wrong: yaql('$.data.l.len()'),
    sound: yaql('$.data.l'),
    heat: 'refused',
  },
  {
    what: 'an attribute where str_replace_vstrict wants a value',
    code: 'bad-arguments',
    wrong: `resources:\n  r: {type: OS::Heat::RandomString}\n  a: {type: OS::Heat::Value, properties: {value: {str_replace_vstrict: {template: P, params: {P: {get_attr: [r, value]}}}}}}\n`,
    sound: `resources:\n  r: {type: OS::Heat::RandomString}\n  a: {type: OS::Heat::Value, properties: {value: {str_replace_strict: {template: P, params: {P: {get_attr: [r, value]}}}}}}\n`,
    heat: 'refused',
  },
  {
    what: 'two devices to boot from',
    code: 'bad-combination',
    wrong: booting(0),
    sound: booting(1),
    heat: 'refused',
  },
  {
    what: 'allocate_network among several networks',
    code: 'bad-combination',
    wrong: `resources: {a: {${server}, networks: [{allocate_network: auto}, {port: q}]}}}\n`,
    sound: `resources: {a: {${server}, networks: [{network: n}, {port: q}]}}}\n`,
    heat: 'refused',
  },
  {
    what: 'two configurations for one action',
    code: 'bad-combination',
    wrong:
      'resources: {a: {type: OS::Heat::SoftwareComponent, properties: {configs: [{actions: [CREATE], config: a, tool: script}, {actions: [CREATE, UPDATE], config: b, tool: script}]}}}\n',
    sound:
      'resources: {a: {type: OS::Heat::SoftwareComponent, properties: {configs: [{actions: [CREATE], config: a, tool: script}, {actions: [UPDATE], config: b, tool: script}]}}}\n',
    heat: 'refused',
  },
  {
    what: 'two configurations for all actions',
    code: 'bad-combination',
    wrong:
      'resources: {a: {type: OS::Heat::SoftwareComponent, properties: {configs: [{config: a, tool: script}, {config: b, tool: script}]}}}\n',
    sound:
      'resources: {a: {type: OS::Heat::SoftwareComponent, properties: {configs: [{config: a, tool: script}, {actions: [DELETE], config: b, tool: script}]}}}\n',
    heat: 'refused',
  },
  {
    what: 'a policy for a resource that is not there',
    code: 'unknown-reference',
    wrong: 'resources: {a: {type: OS::Heat::AccessPolicy, properties: {AllowedResources: [b]}}}\n',
    sound: 'resources: {a: {type: OS::Heat::AccessPolicy, properties: {AllowedResources: [a]}}}\n',
    heat: 'refused',
  },
  {
    what: 'a pause in minutes',
    code: 'bad-value',
    wrong: pausing('5m'),
    sound: pausing('PT5M'),
    heat: 'refused',
  },
  {
    what: 'a pause of two hours',
    code: 'bad-value',
    wrong: pausing('PT2H'),
    sound: pausing('PT1H'),
    heat: 'refused',
  },
  {
    what: 'requirements of a task in a direct workflow',
    code: 'bad-combination',
    wrong:
      'resources: {a: {type: OS::Mistral::Workflow, properties: {type: direct, tasks: [{name: x, action: std.noop, requires: [y]}]}}}\n',
    sound:
      'resources: {a: {type: OS::Mistral::Workflow, properties: {type: reverse, params: {task_name: x}, tasks: [{name: x, action: std.noop, requires: [y]}]}}}\n',
    heat: 'refused',
  },
  {
    what: 'a volume driver of another engine',
    code: 'bad-combination',
    wrong:
      'resources: {a: {type: OS::Magnum::ClusterTemplate, properties: {image: i, external_network: n, coe: kubernetes, volume_driver: rexray}}}\n',
    sound:
      'resources: {a: {type: OS::Magnum::ClusterTemplate, properties: {image: i, external_network: n, coe: kubernetes, volume_driver: cinder}}}\n',
    heat: 'refused',
  },
  {
    what: 'an unknown restart policy',
    code: 'bad-combination',
    wrong: 'resources: {a: {type: OS::Zun::Container, properties: {image: i, restart_policy: sometimes}}}\n',
    sound:
      "resources: {a: {type: OS::Zun::Container, properties: {image: i, restart_policy: 'on-failure:3'}}}\n",
    heat: 'refused',
  },
  {
    what: 'a user of a database that is not listed',
    code: 'bad-combination',
    wrong:
      'resources: {a: {type: OS::Trove::Instance, properties: {flavor: f, size: 1, databases: [{name: ddd}], users: [{name: abc, password: bcd, databases: [ccc]}]}}}\n',
    sound:
      'resources: {a: {type: OS::Trove::Instance, properties: {flavor: f, size: 1, databases: [{name: ddd}], users: [{name: abc, password: bcd, databases: [ddd]}]}}}\n',
    heat: { unasked: 'the class asks a cloud for datastores first' },
  },
  {
    what: 'a computed name of a file',
    code: 'bad-arguments',
    wrong: {
      't.yaml':
        'parameters: {f: {type: string, default: a.sh}}\nresources: {a: {type: OS::Heat::Value, properties: {value: {get_file: {get_param: f}}}}}\n',
    },
    sound: {
      't.yaml': 'resources: {a: {type: OS::Heat::Value, properties: {value: {get_file: a.sh}}}}\n',
      'a.sh': 'date\n',
    },
    heat: 'refused',
  },
  {
    what: 'a lookup by a number parameter',
    code: 'unknown-reference',
    wrong: lookup('{Ref: p}', 'Number'),
    sound: lookup('{Ref: p}', 'String'),
    heat: 'refused',
  },
  {
    what: 'a lookup by a number',
    code: 'unknown-reference',
    wrong: lookup('1', 'String'),
    sound: lookup("'1'", 'String').replace("{'1':", '{1:'),
    heat: 'refused',
  },
  {
    what: 'a lookup by a boolean',
    code: 'unknown-reference',
    wrong: lookup('true', 'String').replace("{'1':", '{true:'),
    sound: lookup("'true'", 'String').replace("{'1':", '{true:'),
    heat: 'refused',
  },
  {
    what: 'a number with a fraction for a string',
    code: 'rejected-default',
    wrong:
      'parameters: {p: {type: number, default: 1.5}}\nresources: {a: {type: OS::Neutron::Net, properties: {name: {get_param: p}}}}\n',
    sound:
      'parameters: {p: {type: number, default: 15}}\nresources: {a: {type: OS::Neutron::Net, properties: {name: {get_param: p}}}}\n',
    heat: 'refused',
  },
  {
    what: 'a merge key with a number',
    code: 'bad-value',
    wrong: 'parameters: {<<: 5}\nresources: {}\n',
    sound: 'parameters: {<<: {a: {type: string, default: b}}}\nresources: {}\n',
    heat: 'refused',
  },
  {
    what: 'a reference to a condition by the word on',
    code: 'bad-value',
    wrong: `conditions: {on: false}\nresources: {a: {${plain}, condition: on}}\n`,
    sound: `conditions: {'on': false}\nresources: {a: {${plain}, condition: 'on'}}\n`,
    heat: { 'resources.a.value': 1 },
  },
  {
    what: 'a reference by number to a resource with a number for a name',
    code: 'bad-value',
    wrong: `resources:\n  1: {${plain}}\n  a: {${plain}, depends_on: 1}\n`,
    sound: `resources:\n  1: {${plain}}\n  a: {type: OS::Heat::Value, properties: {value: {get_resource: '1'}}}\n`,
    heat: 'refused',
  },
  {
    what: 'a condition named on',
    code: 'misread-value',
    wrong: `conditions: {on: false}\nresources: {a: {${plain}, condition: 'true'}}\n`,
    sound: `conditions: {'on': false}\nresources: {a: {${plain}, condition: 'on'}}\n`,
    heat: { 'conditions.true': false },
  },
  {
    what: 'a port of two servers',
    code: 'bad-combination',
    wrong: `resources:
  p: {type: OS::Neutron::Port, properties: {network: n}}
  a: {${server}, networks: [{port: {get_resource: p}}]}}
  b: {${server}, networks: [{port: {get_resource: p}}]}}
`,
    sound: `parameters: {q: {type: boolean, default: true}}
conditions: {c: {get_param: q}, d: {not: c}}
resources:
  p: {type: OS::Neutron::Port, properties: {network: n}}
  a: {${server}, networks: [{port: {get_resource: p}}]}, condition: c}
  b: {${server}, networks: [{port: {get_resource: p}}]}, condition: d}
`,
    heat: { unasked: 'Nova rejects it when the second server is made' },
  },
  {
    what: 'a registered template without an attribute of the type',
    code: 'unfit-template',
    wrong: facade('', 'number'),
    sound: facade('value: {value: 1}, ', 'number'),
    heat: 'refused',
  },
  {
    what: 'a registered template with another type for a property',
    code: 'unfit-template',
    wrong: facade('value: {value: 1}, ', 'string'),
    sound: facade('value: {value: 1}, ', 'number'),
    heat: 'refused',
  },
  {
    what: 'properties that the class of a type rejects together, but not the template that is registered for it',
    code: 'bad-combination',
    wrong: attached(''),
    sound: attached('"OS::Neutron::RouterInterface": n.yaml'),
    heat: 'refused',
  },
  {
    what: 'a stack by a file that is no address',
    code: 'bad-value',
    wrong: {
      't.yaml': `${cfn}Resources: {a: {Type: 'AWS::CloudFormation::Stack', Properties: {TemplateURL: n.yaml}}}\n`,
      'n.yaml': 'resources: {}\n',
    },
    sound: `${cfn}Resources: {a: {Type: 'AWS::CloudFormation::Stack', Properties: {TemplateURL: 'http://example.org/n.yaml'}}}\n`,
    heat: { unasked: 'nothing is fetched here' },
  },
  {
    what: 'a value for a parameter that a stack does not have',
    code: 'unknown-property',
    wrong: stack('p: a, q: b'),
    sound: stack('p: a'),
    heat: remote,
  },
  {
    what: 'a stack without a value',
    code: 'nested-parameter',
    wrong: stack(''),
    sound: stack('p: a'),
    heat: remote,
  },
  {
    what: 'a look-up by the region, which is the same on every cloud',
    code: 'unknown-reference',
    wrong: regional('us-east-1'),
    sound: regional('ap-southeast-1'),
    heat: 'refused',
  },
]
