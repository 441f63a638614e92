/** Wrong rewrites, each a right one with one thing spoiled: the comparison must see all of them. */
import {
  bakery,
  bakeryInHot,
  compareTexts,
  library,
  libraryInHot,
  orchard,
  orchardLifted,
  spoiled,
} from './pairs.ts'

/** What is spoiled, the text that goes, the text that comes, where it must show. */
type Mutant = readonly [what: string, from: string, to: string, at: string]

const ofBakery: readonly Mutant[] = [
  [
    'the content of Fn::Base64 is dropped',
    '#!/bin/sh\n            bake',
    'bake',
    'resources.Oven.properties.UserData',
  ],
  [
    'the line break at the end is dropped',
    'template: |',
    'template: |-',
    'resources.Oven.properties.UserData',
  ],
  [
    'the delimiter of a join is another',
    "list_join: ['-', [",
    "list_join: ['_', [",
    'resources.Net.properties.name',
  ],
  [
    'items of a join change places',
    "[{get_param: 'OS::stack_name'}, net]",
    "[net, {get_param: 'OS::stack_name'}]",
    'resources.Net.properties.name',
  ],
  [
    'a placeholder collides with the text',
    '__Size__: {get_param: Size}',
    'size: {get_param: Size}\n            __Size__: {get_param: Size}',
    'resources.Oven.properties.UserData',
  ],
  [
    'a placeholder is not replaced',
    '            __Shelf__: {get_attr: [Shelf, PublicIp]}\n',
    '',
    'resources.Oven.properties.UserData',
  ],
  [
    'values of placeholders are exchanged',
    '__Size__: {get_param: Size}',
    '__Size__: {get_param: Stage}',
    'resources.Oven.properties.UserData',
  ],
  ['an index is off by one', '[Flours, 1]', '[Flours, 0]', 'resources.Oven.properties.UserData'],
  ['NoEcho is lost', '    hidden: true\n', '', 'parameters.Key.hidden'],
  ['a bound of a length is another', "min: '8'", 'min: 7', 'parameters.Key.constraints'],
  ['a bound of a range is another', 'max: 40', 'max: 41', 'parameters.Loaves.constraints'],
  ['a bound of a range is lost', '{min: 1, max: 40}', '{min: 1}', 'parameters.Loaves.constraints'],
  [
    'an allowed value is lost',
    'allowed_values: [small, large]',
    'allowed_values: [small]',
    'parameters.Size.constraints',
  ],
  [
    'the description of a constraint is lost',
    '        description: small or large\n',
    '',
    'parameters.Size.constraints',
  ],
  [
    'a constraint moves to another parameter',
    "      - length: {min: '8'}",
    '      - allowed_values: [small, large]',
    'parameters.Key.constraints',
  ],
  [
    'a default is lost',
    "{type: comma_delimited_list, default: 'rye,wheat'}",
    '{type: comma_delimited_list}',
    'parameters.Flours.default',
  ],
  ['a default is another', 'default: test', 'default: testing', 'parameters.Stage.default'],
  ['a parameter has another type', '{type: comma_delimited_list', '{type: string', 'parameters.Flours.type'],
  [
    'a parameter is lost',
    "  Loaves:\n    type: number\n    default: '12'\n    constraints:\n      - range: {min: 1, max: 40}\n",
    '',
    'parameters.Loaves',
  ],
  [
    'a parameter comes without a value',
    '  Ovens:\n    type: json',
    '  Extra: {type: string}\n  Ovens:\n    type: json',
    'parameters.Extra',
  ],
  ['a key of a mapping is wrong', 'large: {Flavor', 'huge: {Flavor', 'parameters.Ovens'],
  ['a value of a mapping is another', 'm1.large', 'm1.xlarge', 'parameters.Ovens'],
  [
    'the wrong key is looked up',
    '[Ovens, {get_param: Size}, Flavor]',
    '[Ovens, {get_param: Size}, Trays]',
    'resources.Oven.properties.InstanceType',
  ],
  [
    'a lookup goes by another parameter',
    '[Ovens, {get_param: Size}, Trays]',
    '[Ovens, {get_param: Stage}, Trays]',
    'outputs.Trays.value',
  ],
  ['an octal number becomes decimal', 'mode: 0644', 'mode: 644', 'resources.Oven.metadata.mode'],
  ['a text becomes a number', 'note: "0644"', 'note: 0644', 'resources.Oven.metadata.note'],
  ['a number becomes text', 'Ports: [80, 443]', "Ports: [80, '443']", 'resources.Oven.properties.Ports[1]'],
  [
    'a number becomes a float',
    'Ports: [80, 443]',
    'Ports: [80.0, 443]',
    'resources.Oven.properties.Ports[0]',
  ],
  [
    'items of a list change places',
    '[one, two,',
    '[two, one,',
    'resources.Oven.properties.SecurityGroups[0]',
  ],
  ['an item of a list is lost', '[one, two,', '[one,', 'resources.Oven.properties.SecurityGroups'],
  [
    'a condition is negated',
    'Open: {equals: [{get_param: Stage}, live]}',
    'Open: {not: {equals: [{get_param: Stage}, live]}}',
    'conditions.Open',
  ],
  ['a condition compares with another text', 'Stage}, live]', 'Stage}, Live]', 'conditions.Open'],
  ['not is lost', 'Closed: {not: Open}', 'Closed: {or: [Open, Open]}', 'conditions.Closed'],
  [
    'a condition of a resource is another',
    'condition: Open',
    'condition: Closed',
    'resources.Sign.condition',
  ],
  ['a condition of a resource is lost', 'condition: Open, ', '', 'resources.Sign.condition'],
  [
    'branches are exchanged',
    '{if: [Open, {get_attr: [Oven, PublicIp]}, none]}',
    '{if: [Open, none, {get_attr: [Oven, PublicIp]}]}',
    'outputs.Address.value',
  ],
  [
    'a property moves to another resource',
    '      Ports: [80, 443]\n  Shelf: {type: AWS::EC2::Instance, properties: {ImageId: shelf}}',
    '  Shelf: {type: AWS::EC2::Instance, properties: {ImageId: shelf, Ports: [80, 443]}}',
    'resources.Oven.properties.Ports',
  ],
  [
    'depends_on is dropped with the reference',
    '            __Shelf__: {get_attr: [Shelf, PublicIp]}',
    "            __Shelf__: ''",
    'resources.Oven.properties.UserData',
  ],
  ['depends_on names another resource', 'depends_on: Shelf', 'depends_on: Net', 'resources.Oven.depends_on'],
  [
    'a deletion policy is another',
    'deletion_policy: Retain',
    'deletion_policy: Delete',
    'resources.Oven.deletion_policy',
  ],
  ['a deletion policy is lost', '    deletion_policy: Retain\n', '', 'resources.Oven.deletion_policy'],
  ['an update policy is lost', ', update_policy: {pause: 10}', '', 'resources.Sign.update_policy.pause'],
  ['a resource has another type', "'OS::Neutron::Net'", "'OS::Neutron::Port'", 'resources.Net.type'],
  [
    'a resource is lost',
    "  Sign: {type: 'OS::Heat::None', condition: Open, update_policy: {pause: 10}}\n",
    '',
    'resources.Sign',
  ],
  [
    'an attribute is another',
    '{get_attr: [Oven, PublicIp]}',
    '{get_attr: [Oven, PrivateIp]}',
    'outputs.Address.value',
  ],
  [
    'an attribute of another resource',
    '{get_attr: [Oven, PublicIp]}',
    '{get_attr: [Shelf, PublicIp]}',
    'outputs.Address.value',
  ],
  [
    'a reference to a parameter becomes one to a resource',
    '{get_param: Key}',
    '{get_resource: Shelf}',
    'resources.Oven.properties.KeyName',
  ],
  [
    'the id stands for the ARN',
    "['', ['arn:openstack:heat::', {get_param: 'OS::project_id'}, ':stacks/', {get_param: 'OS::stack_name'}, /, {get_param: 'OS::stack_id'}]]",
    "['', [{get_param: 'OS::stack_id'}]]",
    'outputs.Stack.value',
  ],
  [
    'an output is lost',
    '  Address: {value: {if: [Open, {get_attr: [Oven, PublicIp]}, none]}}\n',
    '',
    'outputs.Address',
  ],
  ['the description of an output is lost', ', description: How many', '', 'outputs.Trays.description'],
  ['the description is lost', 'description: Ovens and a counter\n', '', 'description'],
  [
    'a function of CloudFormation stays',
    '{get_param: Stage}]',
    '{Ref: Stage}]',
    'resources.Oven.properties.SecurityGroups[2]',
  ],
  ['a section of CloudFormation stays', 'outputs:', 'Mappings: {}\noutputs:', 'sections'],
  ['a key of CloudFormation stays', '    depends_on: Shelf', '    DependsOn: Shelf', 'resources.Oven'],
  ['a version that has no conditions', '2018-08-31', '2015-10-15', 'sections'],
]

const ofLibrary: readonly Mutant[] = [
  [
    'a label of another',
    'label: Reading room',
    'label: Reading room\n    hidden: true',
    'parameters.Hall.hidden',
  ],
  ['another check than AWS makes', 'neutron.network', 'neutron.subnet', 'parameters.Hall.constraints'],
  ['blanks in a list stay', "'north,south'", "'north, south'", 'parameters.Rooms.default[1]'],
  ['true becomes Python text', "default: 'true'", 'default: true', 'parameters.Quiet.default'],
  [
    'a comparison of a text with a boolean',
    "{get_param: Quiet}, 'true']",
    '{get_param: Quiet}, true]',
    'conditions.IsQuiet',
  ],
  [
    'a comparison of a number with a text',
    '{get_param: Seats}, 31]',
    "{get_param: Seats}, '31']",
    'conditions.IsFull',
  ],
  [
    'an escape of Fn::Sub is taken for a variable',
    '${Literal}',
    '${!Literal}',
    'resources.Door.properties.ImageId',
  ],
  [
    'a region that is written out',
    '{__region__: {get_param: region}',
    '{__region__: ap-southeast-1',
    'resources.Door.properties.ImageId',
  ],
  [
    'AWS::NoValue becomes null',
    '{if: [IsQuiet, hush]}',
    '{if: [IsQuiet, hush, null]}',
    'resources.Door.properties.KeyName',
  ],
  [
    'another branch is left out',
    '{if: [IsQuiet, hush]}',
    '{if: [{not: IsQuiet}, hush]}',
    'resources.Door.properties.KeyName',
  ],
  [
    'an account becomes the stack',
    "'OS::project_id'",
    "'OS::stack_id'",
    'resources.Door.properties.Tags[0].Value',
  ],
  ['a number in a join', "'7', {get_attr", '7, {get_attr', 'resources.Door.properties.Tags[0].Value'],
  ['a default for what AWS knows', 'default: amazonaws.com', 'default: example.com', 'parameters.url_suffix'],
]

const ofOrchard: readonly Mutant[] = [
  [
    'data becomes a call',
    '{map_replace: [{filter_: [a, b]}, {keys: {filter_: filter}}]}',
    '{filter: [a, b]}',
    'resources.pump.properties.data',
  ],
  [
    'loops change places',
    "{'%tree%': {get_param: trees}, '%row%': [r1, r2]}",
    "{'%row%': [r1, r2], '%tree%': {get_param: trees}}",
    'resources.pump.properties.user_data[1]',
  ],
  [
    'pairs in place of all combinations',
    "'%row%': [r1, r2]}",
    "'%row%': [r1, r2]}, permutations: false",
    'resources.pump.properties.user_data',
  ],
  ['another member of a group', '[group, refs, 0]', '[group, refs, 1]', 'resources.pump.properties.first'],
  ['another digest', 'sha256', 'sha512', 'resources.pump.properties.sum'],
  ['another file', 'seeds.txt', 'seed.txt', 'resources.pump.properties.sum'],
  ['a path that ends early', '[gate, lock, code]', '[gate, lock]', 'resources.pump.properties.code'],
  ['a value that is replaced again', '{a: b, b: c}', '{a: c, b: c}', 'resources.pump.properties.named'],
  [
    'metadata without the reference',
    '{uses: {get_attr: [pump, first_address]}}',
    '{uses: ""}',
    'resources.well.depends_on',
  ],
  [
    'another attribute path',
    '[pump, networks, private, 0]',
    '[pump, networks, public, 0]',
    'outputs.first.value',
  ],
  ['another number of members', 'count: {get_param: rows}', 'count: 2', 'resources.group.properties.count'],
]

describe.each([
  ['Heat reading CloudFormation', bakery, bakeryInHot, 'heat', ofBakery],
  ['AWS reading CloudFormation', library, libraryInHot, 'aws', ofLibrary],
  ['HOT lifted to a newer version', orchard, orchardLifted, 'heat', ofOrchard],
] as const)('%s', (_, before, after, reading, mutants) => {
  it('is equal when nothing is wrong', () => {
    const { verdict, differences, reasons } = compareTexts(before, after, reading)
    expect({ verdict, differences, reasons }).toEqual({ verdict: 'equal', differences: [], reasons: [] })
  })

  it.each(mutants)('sees: %s', (_what, from, to, at) => {
    const { verdict, differences } = compareTexts(before, spoiled(after, from, to), reading)
    expect(verdict).toBe('differs')
    expect(differences.map(({ path }) => path)).toContain(at)
  })
})
