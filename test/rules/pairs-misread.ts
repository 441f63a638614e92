/** What Heat accepts and reads otherwise than it looks, with what it reads. */
import type { Pair } from './pairs.ts'

const preset = (value: string, type = 'string') => `parameters: {p: {type: ${type}, default: ${value}}}
resources: {a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}
`
const value = (text: string) => `resources: {a: {type: OS::Heat::Value, properties: {value: ${text}}}}\n`
const net = (name: string) => `resources: {a: {type: OS::Neutron::Net, properties: {name: ${name}}}}\n`
const port = (address: string) =>
  `resources: {a: {type: OS::Neutron::Port, properties: {network: n, mac_address: ${address}}}}\n`
const compared = (
  type: string,
  given: string,
  literal: string,
) => `parameters: {p: {type: ${type}, default: ${given}}}
conditions: {c: {equals: [{get_param: p}, ${literal}]}}
resources: {a: {type: OS::Heat::Value, condition: c, properties: {value: 1}}}
`
const replaced = (template: string, params: string) =>
  value(`{str_replace: {template: '${template}', params: {${params}}}}`)
const group = (rest: string) => `parameters: {p: {type: comma_delimited_list, default: [a, b]}}
resources:
  g: {type: OS::Heat::ResourceGroup, properties: {count: 2, ${rest}}}
`
const member = (text: string, rest = '') =>
  group(`resource_def: {type: OS::Heat::Value, properties: {value: ${text}}${rest}}`)
const script = (body: string, style = '|') => `resources:
  a:
    type: OS::Heat::SoftwareConfig
    properties:
      config: ${style}
${body.replaceAll(/^/gm, '        ')}
`
const read = (expected: unknown) => ({ 'resources.a.value': expected })

export const pairsMisread: readonly Pair[] = [
  {
    what: 'an octal number',
    code: 'misread-value',
    wrong: preset('0644'),
    sound: preset("'0644'"),
    heat: read('420'),
  },
  {
    what: 'an octal account',
    code: 'misread-value',
    wrong: preset('012345670123'),
    sound: preset('912345670123'),
    heat: read('1402433619'),
  },
  {
    what: 'an octal number as a value',
    code: 'misread-value',
    wrong: value('[{step: 0644}]'),
    sound: value('[{mode: 0644, permissions: 0600}]'),
    heat: read([{ step: 420 }]),
  },
  {
    what: 'a time',
    code: 'misread-value',
    wrong: preset('22:30'),
    sound: preset("'22:30'"),
    heat: read('1350'),
  },
  {
    what: 'ports',
    code: 'misread-value',
    wrong: value('[22:22]'),
    sound: value("['22:22', 80:80]"),
    heat: read([1342]),
  },
  {
    what: 'a PCI address',
    code: 'misread-value',
    wrong: value('0000:00:05.0'),
    sound: value("'0000:00:05.0'"),
    heat: read(5),
  },
  {
    what: 'a MAC address',
    code: 'misread-address',
    wrong: port('52:54:00:12:34:56'),
    sound: port("'52:54:00:12:34:56'"),
    heat: { 'resources.a.mac_address': 41135085296 },
  },
  {
    what: 'a name with underscores',
    code: 'misread-value',
    wrong: net('100_1000_0011'),
    sound: net('100_1000_001a'),
    heat: { 'resources.a.name': 10010000011 },
  },
  {
    what: 'a word for true',
    code: 'misread-value',
    wrong: preset('yes'),
    sound: preset('yes', 'boolean'),
    heat: read('True'),
  },
  {
    what: 'true as a string',
    code: 'misread-value',
    wrong: preset('true'),
    sound: preset("'true'"),
    heat: read('True'),
  },
  {
    what: 'a version',
    code: 'misread-value',
    wrong: preset('1.10'),
    sound: preset('1.10', 'number'),
    heat: read('1.1'),
  },
  {
    what: 'a word for a name',
    code: 'misread-value',
    wrong: net('on'),
    sound: net("'on'"),
    heat: { 'resources.a.name': true },
  },
  {
    what: 'a hexadecimal number',
    code: 'misread-value',
    wrong: preset('0x1F'),
    sound: preset('0x1F', 'number'),
    heat: read('31'),
  },
  {
    what: 'words for allowed values',
    code: 'misread-value',
    wrong:
      'parameters: {p: {type: string, constraints: [{allowed_values: [yes, no]}], default: yes}}\nresources: {}\n',
    sound:
      "parameters: {p: {type: string, constraints: [{allowed_values: ['yes', 'no']}], default: 'yes'}}\nresources: {}\n",
    heat: { 'parameters.p': 'True' },
  },
  {
    what: 'text for hidden',
    code: 'misread-value',
    wrong: "parameters: {p: {type: string, default: a, hidden: 'false'}}\nresources: {}\n",
    sound: 'parameters: {p: {type: string, default: a, hidden: false}}\nresources: {}\n',
    heat: { 'shown.p': '******' },
  },
  {
    what: 'NoEcho that shows',
    code: 'not-hidden',
    wrong:
      "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {p: {Type: String, Default: a, NoEcho: 'yes'}}\nResources: {}\n",
    sound:
      "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {p: {Type: String, Default: a, NoEcho: 'true'}}\nResources: {}\n",
    heat: { 'shown.p': 'a' },
  },
  {
    what: 'blanks in a list',
    code: 'misread-value',
    wrong: preset("'a, b'", 'comma_delimited_list'),
    sound: preset("'a,b'", 'comma_delimited_list'),
    heat: read(['a', ' b']),
  },
  {
    what: 'brackets in a list',
    code: 'misread-value',
    wrong: preset("'[a,b]'", 'comma_delimited_list'),
    sound: preset('[a, b]', 'comma_delimited_list'),
    heat: read(['[a', 'b]']),
  },
  {
    what: 'a boolean and a text',
    code: 'constant-comparison',
    wrong: compared('boolean', 'true', "'true'"),
    sound: compared('boolean', 'true', 'true'),
    heat: { 'conditions.c': false },
  },
  {
    what: 'a number and a text',
    code: 'constant-comparison',
    wrong: compared('number', '3', "'3'"),
    sound: compared('number', '3', '3'),
    heat: { 'conditions.c': false },
  },
  {
    what: 'a string and a number',
    code: 'constant-comparison',
    wrong: compared('string', "'3'", '3'),
    sound: compared('string', "'3'", "'3'"),
    heat: { 'conditions.c': false },
  },
  {
    what: 'a list and a text',
    code: 'constant-comparison',
    wrong: compared('comma_delimited_list', "''", "''"),
    sound: compared('comma_delimited_list', "''", '[]'),
    heat: { 'conditions.c': false },
  },
  {
    what: 'a number and the key of a replacement',
    code: 'constant-comparison',
    wrong: value('{map_replace: [{a: 1}, {values: {1: x}}]}'),
    sound: value("{map_replace: [{a: '1', b: 2, c: {get_param: 'OS::stack_name'}}, {values: {1: x}}]}"),
    heat: read({ a: 1 }),
  },
  {
    what: 'null and the key of a replacement',
    code: 'constant-comparison',
    wrong: value('{map_replace: [{a: null}, {values: {null: x}}]}'),
    sound: value("{map_replace: [{a: 'null'}, {values: {null: x}}]}"),
    heat: read({ a: null }),
  },
  {
    what: 'a parameter for numbers and the key of a replacement',
    code: 'constant-comparison',
    wrong: preset('1', 'number').replace(
      '{get_param: p}',
      '{map_replace: [{a: {get_param: p}}, {values: {1: x}}]}',
    ),
    sound: preset("'1'").replace('{get_param: p}', '{map_replace: [{a: {get_param: p}}, {values: {1: x}}]}'),
    heat: read({ a: 1 }),
  },
  {
    what: 'braces that stay',
    code: 'misread-placeholder',
    wrong: replaced('v=${NAME}', 'NAME: 1'),
    sound: replaced('NAME=1 v=${NAME}', 'NAME: 1'),
    heat: read('v=${1}'),
  },
  {
    what: 'a dollar that stays',
    code: 'misread-placeholder',
    wrong: replaced('v=$NAME.', 'NAME: 1'),
    sound: replaced('v=$NAME.', '$NAME: 1'),
    heat: read('v=$1.'),
  },
  {
    what: 'a key with signs that the string does not have',
    code: 'misread-placeholder',
    wrong: replaced('v=<NAME>', '"%NAME%": 1'),
    sound: replaced('v=<NAME>', '<NAME>: 1'),
    heat: read('v=<NAME>'),
  },
  {
    what: 'the number of a member as a step',
    code: 'misread-placeholder',
    wrong: member("{get_param: [p, '%index%']}"),
    sound: member("{list_join: ['-', [{get_param: [p, 0]}, '%index%']]}"),
    heat: {},
  },
  {
    what: 'the number of a member in metadata',
    code: 'misread-placeholder',
    wrong: member('1', ", metadata: {n: '%index%'}"),
    sound: member("'%index%'", ', metadata: {n: 1}'),
    heat: {},
  },
  {
    what: 'another index_var',
    code: 'misread-placeholder',
    wrong: group("index_var: '%i%', resource_def: {type: OS::Heat::Value, properties: {value: '%index%'}}"),
    sound: group(
      "index_var: '%i%', resource_def: {type: OS::Heat::Value, properties: {value: '%i% %index%'}}",
    ),
    heat: {},
  },
  {
    what: 'a function in quotes',
    code: 'unresolved-call',
    wrong: preset('a').replace('{get_param: p}', "'{get_param: p}'"),
    sound: preset('a').replace('{get_param: p}', "'write {get_param: p} here'"),
    heat: read('{get_param: p}'),
  },
  {
    what: 'a function beside a key',
    code: 'unresolved-call',
    wrong: preset('a').replace('{get_param: p}', '{get_param: p, x: 1}'),
    sound: preset('a').replace('{get_param: p}', '{y: {get_param: p}, x: 1}'),
    heat: read({ get_param: 'p', x: 1 }),
  },
  {
    what: 'a name in braces',
    code: 'unresolved-call',
    wrong: preset('a').replace('{get_param: p}', '{p}'),
    sound: preset('a').replace('{get_param: p}', '{q}'),
    heat: read({ p: null }),
  },
  {
    what: 'a function in a default',
    code: 'unresolved-call',
    wrong: preset('{get_param: q}', 'json'),
    sound: preset('{get: q}', 'json'),
    heat: read({ get_param: 'q' }),
  },
  {
    what: 'a misspelt function',
    code: 'unresolved-call',
    wrong: value('{get_atr: [a, b]}'),
    sound: value('{get: [a, b]}'),
    heat: read({ get_atr: ['a', 'b'] }),
  },
  {
    what: 'a function with two letters changed',
    code: 'unresolved-call',
    wrong: value("{list_jion: ['', [a]]}"),
    sound: value("{list_of: ['', [a]]}"),
    heat: read({ list_jion: ['', ['a']] }),
  },
  {
    what: 'permutations before their time',
    code: 'unread-key',
    wrong: `heat_template_version: 2016-10-14\n${value('{repeat: {template: a b, for_each: {a: [x, y], b: [x, y]}, permutations: false}}')}`,
    sound: value('{repeat: {template: a b, for_each: {a: [x, y], b: [x, y]}, permutations: false}}'),
    heat: read(['x x', 'x y', 'y x', 'y y']),
  },
  {
    what: 'a key of a parameter group',
    code: 'unread-key',
    wrong:
      'parameters: {p: {type: string, default: x}}\nparameter_groups: [{label: l, parameter: [p], parameters: [p]}]\nresources: {}\n',
    sound:
      'parameters: {p: {type: string, default: x}}\nparameter_groups: [{label: l, description: d, parameters: [p]}]\nresources: {}\n',
    heat: {},
  },
  {
    what: 'a folded script',
    code: 'unread-script',
    wrong: script('#!/bin/sh\ndate\nuptime', '>'),
    sound: script('#!/bin/sh\ndate\nuptime'),
    heat: { 'resources.a.config': '#!/bin/sh date uptime\n' },
  },
  {
    what: 'a blank line before a script',
    code: 'unread-script',
    wrong: script('\n#!/bin/sh\ndate'),
    sound: script('#!/bin/sh\n\ndate'),
    heat: { 'resources.a.config': '\n#!/bin/sh\ndate\n' },
  },
  {
    what: 'a cloud-config that is no YAML',
    code: 'unread-script',
    wrong: script('#cloud-config\npackages: [git\nruncmd: []'),
    sound: script('#cloud-config\npackages: [git]\nruncmd: []'),
    heat: { 'resources.a.config': '#cloud-config\npackages: [git\nruncmd: []\n' },
  },
  {
    what: 'a blank in the header of a cloud-config',
    code: 'unread-script',
    wrong: script('#cloud-config x\npackages: [git]'),
    sound: script('#cloud-config\npackages: [git] # x'),
    heat: { 'resources.a.config': '#cloud-config x\npackages: [git]\n' },
  },
  {
    what: 'a blank within the header of a cloud-config',
    code: 'unread-script',
    wrong: script('# cloud-config\npackages: [git]'),
    sound: script('# cloud-config for the web server\necho done'),
    heat: { 'resources.a.config': '# cloud-config\npackages: [git]\n' },
  },
  {
    what: 'a condition that nothing uses',
    code: 'unused-declaration',
    wrong: `conditions: {c: true}\n${value('1')}`,
    sound: `conditions: {c: true}\n${value('{if: [c, 1, 2]}')}`,
    heat: read(1),
  },
  {
    what: 'a key of str_replace that does not occur',
    code: 'unused-declaration',
    wrong: replaced('v=$A', '$A: 1, $B: 2'),
    sound: replaced('v=$A$B', '$A: 1, $B: 2'),
    heat: read('v=1'),
  },
  {
    what: 'a misspelt key of str_replace',
    code: 'misread-placeholder',
    wrong: replaced('v=$NAMES', '$NAMSE: 1'),
    sound: replaced('v=$NAMES', '$NAMES: 1'),
    heat: read('v=$NAMES'),
  },
  {
    what: 'an escape in single quotes as a delimiter',
    code: 'misread-value',
    wrong: value("{list_join: ['\\n', [a, b]]}"),
    sound: value('{list_join: ["\\n", [a, b]]}'),
    heat: read('a\\nb'),
  },
  {
    what: 'a fraction where a whole number is wanted',
    code: 'misread-value',
    wrong: member('1').replace('count: 2', 'count: 2.7'),
    sound: member('1').replace('count: 2', 'count: 2.0'),
    heat: {},
  },
  {
    what: 'a parameter for JSON and a string',
    code: 'constant-comparison',
    wrong: compared('json', '{}', "''"),
    sound: compared('json', '{}', '{}'),
    heat: { 'conditions.c': false },
  },
  {
    what: 'a template without resources',
    code: 'no-resources',
    wrong: 'parameters: {p: {type: string, default: a}}\n',
    sound: 'outputs: {o: {value: 1}}\n',
    heat: {},
  },
  {
    what: 'a hook for a resource that is not there',
    code: 'unread-key',
    wrong: {
      't.yaml': value('1'),
      'env.yaml': 'resource_registry: {resources: {b: {hooks: pre-create}}}\n',
    },
    sound: {
      't.yaml': value('1'),
      'env.yaml': 'resource_registry: {resources: {a: {hooks: pre-create}, "x*": {hooks: pre-create}}}\n',
    },
    heat: {},
  },
  {
    what: 'a key that the default of a parameter does not have',
    code: 'misread-value',
    wrong: `parameters: {p: {type: json, default: {a: {b: 1}}}}\n${value('{get_param: [p, a, c]}')}`,
    sound: `parameters: {p: {type: json, default: {a: {b: 1}}}, q: {type: json, default: {}}}\n${value('[{get_param: [p, a, b]}, {get_param: [q, x]}]')}`,
    heat: read(''),
  },
  {
    what: 'an item that the given value of a parameter does not have',
    code: 'misread-value',
    wrong: {
      't.yaml': `parameters: {p: {type: json, default: []}}\n${value('{get_param: [p, 2]}')}`,
      'env.yaml': 'parameters: {p: [a, b]}\n',
    },
    sound: {
      't.yaml': `parameters: {p: {type: json, default: [a]}}\n${value('{get_param: [p, 1]}')}`,
      'env.yaml': 'parameters: {p: [a, b]}\n',
    },
    heat: read(''),
  },
  {
    what: 'a default of null',
    code: 'misread-value',
    wrong: preset('null'),
    sound: preset("''"),
    heat: 'refused',
  },
  {
    what: 'a function among allowed values',
    code: 'unresolved-call',
    wrong: `parameters: {q: {type: string, default: a}, p: {type: string, default: a, constraints: [{allowed_values: [a, {get_param: q}]}]}}\n${value('{get_param: [p]}')}`,
    sound: `parameters: {q: {type: string, default: a}, p: {type: string, default: a, constraints: [{allowed_values: [a, get_param]}]}}\n${value('{get_param: [p]}')}`,
    heat: {},
  },
  {
    what: 'a function in the description of an output',
    code: 'unresolved-call',
    wrong: `${value('1')}outputs: {o: {value: 1, description: {get_param: 'OS::stack_name'}}}\n`,
    sound: `${value('1')}outputs: {o: {value: 1, description: 'get_param: OS::stack_name'}}\n`,
    heat: {},
  },
  {
    what: 'a function in the description of a template',
    code: 'unresolved-call',
    wrong: `description: {get_param: 'OS::stack_name'}\n${value('1')}`,
    sound: `description: of {get_param}\n${value('1')}`,
    heat: {},
  },
  {
    what: 'the only key of str_replace, which does not occur',
    code: 'unused-declaration',
    wrong: replaced('v=B', '$A: 1'),
    sound: replaced('v=$A', '$A: 1'),
    heat: read('v=B'),
  },
  {
    what: 'a cloud-config that a replaced value breaks',
    code: 'unread-script',
    wrong: value('{str_replace: {template: "#cloud-config\\nusers: X\\n", params: {X: "a: b: c"}}}')
      .replace('OS::Heat::Value', 'OS::Heat::SoftwareConfig')
      .replace('{value:', '{config:'),
    sound: value('{str_replace: {template: "#cloud-config\\nusers: X\\n", params: {X: "[a, b]"}}}')
      .replace('OS::Heat::Value', 'OS::Heat::SoftwareConfig')
      .replace('{value:', '{config:'),
    heat: {},
  },
]
