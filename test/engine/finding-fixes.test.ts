import { createChecker } from '../../src/engine/check.ts'
import { applied, areRepaired } from '../../src/engine/findings/fixes.ts'
import type { LocatedFinding } from '../../src/engine/outcome.ts'

const hot = (rest: string) => `heat_template_version: 2018-08-31\n${rest}`
const port = (properties: string) =>
  `resources:\n  a:\n    type: OS::Neutron::Port\n    properties:\n${properties}`
const cfn = "AWSTemplateFormatVersion: '2010-09-09'\n"

function found(text: string, path: string): readonly LocatedFinding[] {
  return createChecker().run({ path, bytes: Buffer.from(text) }).findings
}

type Case = readonly [what: string, code: string, before: string, title: string, after: string, path?: string]

/** What each fix is called, and what it makes of a text. */
const cases: readonly Case[] = [
  [
    'the new name of a property',
    'deprecated-name',
    hot(port('      network_id: n # of the office\n')),
    'Write "network"',
    hot(port('      network: n # of the office\n')),
  ],
  [
    'the new name of a key within one',
    'deprecated-name',
    hot(
      'resources:\n  a: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{uuid: n}]}}\n',
    ),
    'Write "network"',
    hot(
      'resources:\n  a: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}]}}\n',
    ),
  ],
  [
    'the new name of a type',
    'deprecated-name',
    'heat_template_version: 2015-04-30\nresources:\n  a: {type: "OS::Quantum::Net"}\n',
    'Write "OS::Neutron::Net"',
    'heat_template_version: 2015-04-30\nresources:\n  a: {type: "OS::Neutron::Net"}\n',
  ],
  [
    'a fraction that is to be a string',
    'bad-value',
    hot(port('      network: n\n      name: 1.10\n')),
    "Write '1.10'",
    hot(port("      network: n\n      name: '1.10'\n")),
  ],
  [
    'a fraction in JSON',
    'bad-value',
    '{"heat_template_version": "2018-08-31", "resources": {"a": {"type": "OS::Neutron::Net", "properties": {"name": 1.10}}}}\n',
    'Write "1.10"',
    '{"heat_template_version": "2018-08-31", "resources": {"a": {"type": "OS::Neutron::Net", "properties": {"name": "1.10"}}}}\n',
  ],
  [
    'a number to base 60',
    'misread-value',
    hot(port('      network: n\n      name: 12:30:45\n')),
    "Write '12:30:45'",
    hot(port("      network: n\n      name: '12:30:45'\n")),
  ],
  [
    'a truth value for a string parameter',
    'misread-value',
    hot(
      'parameters:\n  p: {type: string, default: true}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n',
    ),
    "Write 'true'",
    hot(
      "parameters:\n  p: {type: string, default: 'true'}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n",
    ),
  ],
  [
    'an argument that is to be a string',
    'bad-arguments',
    `${cfn}Resources:\n  a: {Type: OS::Heat::Value, Properties: {value: {'Fn::Join': ['', [a, 1.5]]}}}\n`,
    "Write '1.5'",
    `${cfn}Resources:\n  a: {Type: OS::Heat::Value, Properties: {value: {'Fn::Join': ['', [a, '1.5']]}}}\n`,
  ],
  [
    'the plain name of a condition',
    'bad-value',
    `${cfn}Conditions:\n  A: {'Fn::Equals': [a, b]}\n  B: {'Fn::Not': [{Condition: A}]}\nResources:\n  a: {Type: OS::Heat::Value, Condition: B}\n`,
    'Write A',
    `${cfn}Conditions:\n  A: {'Fn::Equals': [a, b]}\n  B: {'Fn::Not': [A]}\nResources:\n  a: {Type: OS::Heat::Value, Condition: B}\n`,
  ],
  [
    'a type of AWS for a parameter',
    'unknown-parameter-type',
    `${cfn}Parameters:\n  P: {Type: AWS::EC2::KeyPair::KeyName}\nResources:\n  a: {Type: OS::Heat::Value, Properties: {value: {Ref: P}}}\n`,
    'Write "String"',
    `${cfn}Parameters:\n  P: {Type: String}\nResources:\n  a: {Type: OS::Heat::Value, Properties: {value: {Ref: P}}}\n`,
  ],
  [
    'a version of CloudFormation',
    'template-version',
    '# disks\nResources:\n  a: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: a, Size: 1}}\n',
    'Declare AWSTemplateFormatVersion 2010-09-09',
    "# disks\nAWSTemplateFormatVersion: '2010-09-09'\nResources:\n  a: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: a, Size: 1}}\n",
  ],
  [
    'a version after a byte order mark',
    'template-version',
    '\ufeffResources:\n  a: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: a, Size: 1}}\n',
    'Declare AWSTemplateFormatVersion 2010-09-09',
    "\ufeffAWSTemplateFormatVersion: '2010-09-09'\nResources:\n  a: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: a, Size: 1}}\n",
  ],
  [
    'a version in JSON',
    'template-version',
    '{\n  "Resources": {"a": {"Type": "AWS::EC2::Volume", "Properties": {"AvailabilityZone": "a", "Size": 1}}}\n}\n',
    'Declare AWSTemplateFormatVersion 2010-09-09',
    '{\n  "AWSTemplateFormatVersion": "2010-09-09",\n  "Resources": {"a": {"Type": "AWS::EC2::Volume", "Properties": {"AvailabilityZone": "a", "Size": 1}}}\n}\n',
  ],
  [
    'a version that Heat has',
    'no-such-version',
    'heat_template_version: 2018-8-31\nresources: {}\n',
    'Write "2018-08-31"',
    'heat_template_version: 2018-08-31\nresources: {}\n',
  ],
  [
    'a key that is given again',
    'duplicate-key',
    hot(port('      network: n # first\n      name: x\n      network: m\n')),
    'Remove "network"',
    hot(port('      name: x\n      network: m\n')),
  ],
  [
    'a key that nothing reads, in braces',
    'unread-key',
    hot('resources: {}\noutputs:\n  o: {value: 1, valeu_2: 2}\n'),
    'Remove "valeu_2"',
    hot('resources: {}\noutputs:\n  o: {value: 1}\n'),
  ],
  [
    'the first key in braces',
    'unread-key',
    hot('resources: {}\noutputs:\n  o: {sort: 2, value: 1}\n'),
    'Remove "sort"',
    hot('resources: {}\noutputs:\n  o: {value: 1}\n'),
  ],
  [
    'a section of an environment',
    'unknown-section',
    'resource_registry: {}\nparamters: {a: b}\n',
    'Write "parameters"',
    'resource_registry: {}\nparameters: {a: b}\n',
    'a.env',
  ],
  [
    'a merge strategy',
    'unread-key',
    'parameters: {}\nparameter_merge_strategies: {a: merg}\n',
    'Write "merge"',
    'parameters: {}\nparameter_merge_strategies: {a: merge}\n',
    'a.env',
  ],
  [
    'a property that the type does not have',
    'unknown-property',
    hot(port('      network: n\n      colour: red\n')),
    'Remove "colour"',
    hot(port('      network: n\n')),
  ],
  [
    'a property that is missing, by a parameter that there is',
    'missing-property',
    hot(`parameters:\n  network: {type: string}\n${port('      # of the office\n      name: a\n')}`),
    'Give "network" by a parameter',
    hot(
      `parameters:\n  network: {type: string}\n${port('      # of the office\n      network: {get_param: network}\n      name: a\n')}`,
    ),
  ],
  [
    'properties that are missing, by new parameters',
    'missing-property',
    hot('resources:\n  a:\n    type: OS::Neutron::RBACPolicy # shared\n'),
    'Give "action", "object_id", "object_type", "target_tenant" by parameters',
    hot(
      'parameters:\n  action:\n    type: string\n  object_id:\n    type: string\n  object_type:\n    type: string\n  target_tenant:\n    type: string\nresources:\n  a:\n    type: OS::Neutron::RBACPolicy # shared\n    properties:\n      action: {get_param: action}\n      object_id: {get_param: object_id}\n      object_type: {get_param: object_type}\n      target_tenant: {get_param: target_tenant}\n',
    ),
  ],
  [
    'one that is missing in braces',
    'missing-property',
    hot('resources:\n  a: {type: OS::Neutron::Port, properties: {name: a}}\n'),
    'Give "network" by a parameter',
    hot(
      'parameters:\n  network:\n    type: string\nresources:\n  a: {type: OS::Neutron::Port, properties: {network: {get_param: network}, name: a}}\n',
    ),
  ],
  [
    'a number that is compared with a string',
    'constant-comparison',
    hot(
      'parameters: {p: {type: string}}\nconditions: {c: {equals: [{get_param: p}, 2]}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n',
    ),
    "Write '2'",
    hot(
      "parameters: {p: {type: string}}\nconditions: {c: {equals: [{get_param: p}, '2']}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n",
    ),
  ],
  [
    'a function that is misspelt',
    'unresolved-call',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_params: p}}}\n'),
    'Write get_param',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_param: p}}}\n'),
  ],
  [
    'a function of CloudFormation',
    'foreign-function',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {Ref: p}}}\n').replace(
      '2018-08-31',
      '2014-10-16',
    ),
    'Write get_param',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_param: p}}}\n').replace(
      '2018-08-31',
      '2014-10-16',
    ),
  ],
  [
    'a function in JSON',
    'unresolved-call',
    '{"heat_template_version": "2018-08-31", "parameters": {"p": {"type": "string"}}, "resources": {}, "outputs": {"o": {"value": {"get_params": "p"}}}}\n',
    'Write "get_param"',
    '{"heat_template_version": "2018-08-31", "parameters": {"p": {"type": "string"}}, "resources": {}, "outputs": {"o": {"value": {"get_param": "p"}}}}\n',
    'a.json',
  ],
  [
    'a parameter that is taken for a resource',
    'unknown-reference',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_resource: p}}}\n'),
    'Write get_param',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_param: p}}}\n'),
  ],
  [
    'a function in quotes',
    'unresolved-call',
    hot("parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: '{get_param: p}'}}\n"),
    'Write {get_param: p}',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_param: p}}}\n'),
  ],
  [
    'a name in braces',
    'unresolved-call',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {p}}}\n'),
    'Write {get_param: p}',
    hot('parameters: {p: {type: string}}\nresources: {}\noutputs: {o: {value: {get_param: p}}}\n'),
  ],
  [
    'a function in place of a name to wait for',
    'not-resolved-here',
    hot(
      'resources:\n  a: {type: OS::Heat::None}\n  b: {type: OS::Heat::None, depends_on: {get_resource: a}}\n',
    ),
    'Write a',
    hot('resources:\n  a: {type: OS::Heat::None}\n  b: {type: OS::Heat::None, depends_on: a}\n'),
  ],
]

describe('a fix writes', () => {
  it.each(cases.map(([what, ...rest]) => [what, rest] as const))(
    '%s',
    (_, [code, before, title, after, path = 'a.yaml']) => {
      for (const lineBreak of ['\n', '\r\n']) {
        const text = before.replaceAll('\n', lineBreak)
        const wanted = after.replaceAll('\n', lineBreak)
        const all = found(text, path)
        const finding = all.find((one) => one.code === code)
        const fix = finding?.fixes?.find((one) => one.title === title)
        expect([finding?.code, finding?.fixes?.map((one) => one.title)]).toEqual([
          code,
          expect.arrayContaining([title]),
        ])
        const fixed = applied(text, fix?.edits ?? [])
        expect(fixed).toBe(wanted)
        if (finding !== undefined) expect(areRepaired([finding], all, found(fixed, path))).toBe(true)
      }
    },
  )
})

describe('no fix', () => {
  it.each([
    ['takes out the only key in braces', 'unread-key', hot('resources: {}\noutputs:\n  o: {sort: 2}\n')],
    [
      'takes out a key with a comment behind its comma',
      'unread-key',
      hot('resources: {}\noutputs:\n  o: {\n    sort: 2, # here\n    value: 1}\n'),
    ],
    [
      'declares a version before what does not begin its line',
      'template-version',
      '{Resources: {a: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: a, Size: 1}}}}\n',
    ],
    [
      'makes a name of one that means another value',
      'deprecated-name',
      hot('resources:\n  a: {type: OS::Heat::RandomString, properties: {sequence: letters}}\n'),
    ],
  ])('%s', (_, code, text) => {
    const finding = found(text, 'a.yaml').find((one) => one.code === code)
    expect([finding?.code, finding?.fixes]).toEqual([code, undefined])
  })
})

it.each([
  ['the new name of a property', hot(port('      network_id: n\n')), undefined],
  ['what the author alone knows', hot('resources: {}\noutputs:\n  o: {value: 1, sort: 2}\n'), true],
])('says of each who may make it: %s', (_, text, needsAuthor) => {
  const [fix] = found(text, 'a.yaml').flatMap(({ fixes = [] }) => fixes)
  expect(fix?.needsAuthor).toBe(needsAuthor)
})
