import { findingsOf } from './found.ts'

const { found, foundInHot } = findingsOf(
  'removed-resource-type',
  'unknown-resource-type',
  'unread-key',
  'unresolved-call',
  'several-constraints',
  'unknown-constraint',
  'two-item-if',
  'no-resources',
)

describe('sections', () => {
  it('are those of the version', () => {
    const body = 'conditions: {c: true}\nresource: {}\nMappings: {}\n'
    expect(foundInHot(body, '2015-10-15')).toEqual([
      'version-too-old 2:1 the section "conditions" requires heat_template_version 2016-10-14',
      'unknown-section 3:1 unknown section "resource" in heat_template_version 2015-10-15; did you mean "resources"?',
      'unknown-section 4:1 unknown section "Mappings" in heat_template_version 2015-10-15',
    ])
  })

  it('hold mappings', () => {
    expect(foundInHot('resources: [a]\noutputs:\nparameters: []\ndescription: 3\nconditions:\n')).toEqual([
      'not-a-mapping 2:1 the section resources is not a mapping',
      'missing-key 6:1 an empty section conditions is an error',
    ])
  })

  it('may come by merge keys', () => {
    expect(
      foundInHot('parameters:\n  p: &p {type: string}\n  q: {<<: *p, default: a}\nresources: {}\n'),
    ).toEqual([])
  })
})

describe('an if with two items', () => {
  it('is reported, since Heat cannot copy what it gives', () => {
    const body = 'conditions: {c: true}\noutputs: {o: {value: [{if: [c, a]}, {if: [c, a, b]}]}}\n'
    expect(foundInHot(body, '2021-04-16')).toEqual([
      'two-item-if 3:23 Heat 19 fails with a TypeError when the condition of an if with two items is false',
    ])
  })
})

describe('not', () => {
  it('takes a condition, and no list of one', () => {
    const body = 'conditions: {c: true, d: {not: [c]}, e: {not: {equals: [1, 1]}}}\nresources: {}\n'
    expect(foundInHot(body)).toEqual(['bad-value 2:32 a condition is a name, a function, true or false'])
  })
})

describe('versions', () => {
  it('that Heat does not have are found, and the template is held against the one that fits', () => {
    const text = 'heat_template_version: 2018-02-01\noutputs: {o: {value: {filter: [[a], [b]]}, other: a}}\n'
    expect(found(text)).toEqual([
      'no-such-version 1:1 "2018-02-01" is not a heat_template_version; the last one before it is 2017-09-01, which supports the whole template',
      'unread-key 2:44 Heat ignores the key "other" of the output "o"',
    ])
  })

  it('can be asked for', () => {
    const text =
      'heat_template_version: 2013-05-23\noutputs: {o: {value: {Ref: p}}}\nparameters: {p: {type: string}}\n'
    expect(found(text)).toEqual([])
    expect(found(text, '2014-10-16')).toEqual([
      'foreign-function 2:23 Heat rejects Ref in 2014-10-16; write get_param or get_resource',
    ])
    expect(found('resources: {a: {type: OS::Heat::None}}\n')).toEqual([
      'no-such-version 1:1 no heat_template_version is declared; the lowest version that supports the whole template is 2013-05-23',
    ])
  })
})

describe('parameters', () => {
  it('have known keys and types', () => {
    const body = `parameters:
  a: {type: strnig, immutable: true, tags: [x]}
  b: {Type: string}
  c: {type: string, tags: x, min: 3}
  d: text
  e: {type: [string]}
`
    expect(foundInHot(body)).toEqual([
      'unknown-parameter-type 3:13 unknown parameter type "strnig" in heat_template_version 2018-08-31; did you mean "string"?',
      'missing-key 4:3 the parameter "b" has no type',
      'unknown-key 4:7 unknown key "Type" of the parameter "b" in heat_template_version 2018-08-31; did you mean "type"?',
      'bad-value 5:27 tags is not a list',
      'unknown-key 5:30 unknown key "min" of the parameter "c" in heat_template_version 2018-08-31',
      'not-a-mapping 6:3 the parameter "d" is not a mapping',
      'bad-value 7:13 the type of "e" is not a string',
    ])
    expect(foundInHot('parameters: {a: {type: string, tags: []}}\n', '2017-09-01')).toEqual([
      'version-too-old 2:32 the key "tags" of the parameter "a" requires heat_template_version 2018-03-02',
    ])
  })

  it('have constraints that fit their type', () => {
    const body = `parameters:
  a:
    type: string
    constraints:
      - range: {min: 3}
      - length: {min: 3, maximum: 4}
      - length: {}
      - length: 3
      - {description: nothing}
      - allowed_values: a
      - allowed_pattern: 3
      - custom_constraint: nova.flavour
      - {length: {max: 4}, allowed_values: [a]}
      - between: [3, 4]
      - text
  b: {type: number, constraints: [{modulo: {step: 3}}, {range: {min: a}}, {allowed_pattern: x}]}
  c: {type: json, constraints: {length: {min: 3}}}
`
    expect(foundInHot(body)).toEqual([
      'bad-constraint 6:16 range cannot test a parameter of type string',
      'bad-constraint 7:17 length takes min and max, not "maximum"',
      'bad-constraint 8:17 length needs min or max',
      'bad-constraint 9:17 length is not a mapping of min and max',
      'bad-constraint 10:9 this entry expresses no constraint',
      'bad-constraint 11:25 allowed_values is not a list',
      'bad-constraint 12:26 allowed_pattern is not a string',
      'unknown-constraint 13:28 unknown custom constraint "nova.flavour" (unless your cloud has a plug-in for it)',
      'several-constraints 14:9 only length counts here; allowed_values needs its own entry',
      'unknown-key 15:9 there is no constraint "between"',
      'bad-constraint 15:9 this entry expresses no constraint',
      'bad-constraint 16:9 a constraint of "a" is not a mapping',
      'bad-constraint 17:44 modulo needs step and offset',
      'bad-constraint 17:64 the bounds of range are not numbers',
      'bad-constraint 17:93 allowed_pattern cannot test a parameter of type number',
      'bad-constraint 18:32 the constraints of "c" are not a list',
    ])
  })

  it('know modulo from 2017-02-24 on, where it counts first', () => {
    const body =
      'parameters: {a: {type: number, constraints: [{range: {min: 1}, modulo: {step: 2, offset: 0}}]}}\nresources: {}\n'
    expect(foundInHot(body, '2016-10-14')).toEqual([
      'unread-key 2:64 the constraint "modulo" requires heat_template_version 2017-02-24',
    ])
    expect(foundInHot(body)).toEqual([
      'several-constraints 2:46 only modulo counts here; range needs its own entry',
    ])
  })

  it('have defaults that keep their constraints', () => {
    const body = `parameters:
  a: {type: string, default: red, constraints: [{allowed_values: [green, blue]}]}
  b: {type: number, default: 7, constraints: [{range: {min: 1, max: 6}}]}
  c: {type: string, default: '', constraints: [{length: {min: 1}}]}
  d: {type: comma_delimited_list, default: 'a,b', constraints: [{allowed_values: [a, c]}]}
  e: {type: string, default: x1, constraints: [{allowed_pattern: '[a-z]*'}]}
  f: {type: number, default: seven}
  g: {type: boolean, default: maybe}
  h: {type: number, default: '7', constraints: [{range: {max: '7'}}, {allowed_values: [7.0]}]}
  i: {type: boolean, default: 'On', constraints: [{allowed_values: [true]}]}
  j: {type: string, default: '1', constraints: [{allowed_values: [1, 2]}, {allowed_pattern: '(?P<x>1)'}]}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 3:30 the default of "a" is not one of green, blue',
      'bad-value 4:30 the default of "b" is outside the range 1–6',
      'bad-value 5:30 the default of "c" is shorter than 1',
      'bad-value 6:44 the default of "d" holds "b", which is not one of a, c',
      'bad-value 7:30 the default of "e" does not match the pattern [a-z]*',
      'bad-value 8:30 the default of "f" is not a number',
      'bad-value 9:31 the default of "g" is not a boolean',
    ])
  })

  it('are grouped once', () => {
    const body = `parameter_groups:
  - {label: A, parameters: [p, q]}
  - {parameters: [p]}
  - {label: B}
  - text
parameters: {p: {type: string}}
`
    expect(foundInHot(body)).toEqual([
      'unknown-reference 3:32 there is no parameter "q" in this template',
      'name-collision 4:19 "p" is in another group already',
      'missing-key 5:5 the parameter group has no parameters',
      'not-a-mapping 6:5 a parameter group is not a mapping',
    ])
  })

  it.each([
    ['[{parameters: [p, p]}]', ['name-collision 2:37 "p" is in this group already']],
    ['[{parameters: [1]}]', ['bad-value 2:34 a group names parameters, by strings']],
    ['[{parameters: [{a: b}]}]', ['bad-value 2:34 a group names parameters, by strings']],
    ['[{parameters: {}}]', ['bad-value 2:33 the parameters of a group are not a list']],
    ['{a: 1}', ['bad-value 2:19 parameter_groups is not a list']],
    // What Python takes for false Heat does not look at.
    ['{}', []],
    ["''", []],
    ['false', []],
  ])('by %s', (groups, expected) => {
    expect(
      foundInHot(`parameter_groups: ${groups}\nparameters: {p: {type: string}}\nresources: {}\n`),
    ).toEqual(expected)
  })
})

describe('sections of resources', () => {
  const nothing = 'no-resources 1:1 the template has no resources; Heat would create an empty stack'

  it.each([
    ['', [nothing]],
    ['resources:\n', [nothing]],
    ['resources: []\n', [nothing]],
    ['resources: {}\n', []],
    ['outputs: {a: {value: 1}}\n', []],
    ['resources: [a]\n', ['not-a-mapping 2:1 the section resources is not a mapping']],
  ])('%j', (body, expected) => {
    expect(foundInHot(body)).toEqual(expected)
  })

  it.each([
    ['type: null', ['missing-key 3:7 type of "a" is empty, which Heat rejects']],
    [
      'type: OS::Heat::None, depends_on: {b: 1}',
      ['bad-value 3:41 depends_on takes the names of resources, not a mapping'],
    ],
  ])('with {%s}', (resource, expected) => {
    expect(foundInHot(`resources:\n  a: {${resource}}\n`)).toEqual(expected)
  })
})

describe('resources and outputs', () => {
  it('have known keys, types and values', () => {
    const body = `resources:
  a: {properties: {}}
  b: {type: OS::Nova::Servr, propertys: {}}
  c: {type: OS::Heat::None, properties: [], metadata: null, deletion_policy: keep, description: 3}
  d: {type: OS::Heat::None, depends_on: [a, z, 3]}
  e: {type: OS::Heat::None, depends_on: {get_param: p}, condition: c}
  f: {type: Rackspace::Cloud::Server}
  g: {type: my.yaml, deletion_policy: {get_param: p}}
  h: {type: My::Own}
parameters: {p: {type: string}, a: {type: string}}
outputs:
  a: {description: nothing}
  b: {value: a, valeu: b, condition: c}
`
    expect(foundInHot(body)).toEqual([
      'missing-key 3:3 the resource "a" has no type',
      'unknown-resource-type 4:13 unknown resource type "OS::Nova::Servr": not in Heat; did you mean OS::Nova::Server?',
      'unknown-key 4:30 unknown key "propertys" of the resource "b" in heat_template_version 2018-08-31; did you mean "properties"?',
      'not-a-mapping 5:29 properties of "c" is not a mapping',
      'missing-key 5:45 metadata of "c" is empty, which Heat rejects',
      'bad-value 5:78 unknown deletion policy "keep" in heat_template_version 2018-08-31',
      'bad-value 5:84 the description of "c" is not a string',
      'unknown-reference 6:45 there is no resource "z" in this template',
      'bad-value 6:48 "d" depends on what is not a string',
      'not-resolved-here 7:41 depends_on takes names, not functions',
      'unknown-reference 7:68 there is no condition "c" in this template',
      'removed-resource-type 8:13 Rackspace::Cloud::Server was removed in Kilo 2015.1.0; write OS::Nova::Server; its properties are not checked',
      'name-collision 11:33 "a" is the name of a parameter and of a resource',
      'missing-key 13:3 the output "a" has no value',
      'unread-key 14:17 Heat ignores the key "valeu" of the output "b"',
      'unknown-reference 14:38 there is no condition "c" in this template',
    ])
  })

  it('have one finding where a function stands for all properties', () => {
    const body = `parameters: {p: {type: json}}
resources:
  a: {type: OS::Nova::Server, properties: {get_param: p}}
  b: {type: my.yaml, properties: {map_merge: [{get_param: p}]}}
  c: {type: OS::Heat::None, properties: {get_param: p}}
  d: {type: My::Own, properties: {get_param: p}}
`
    expect(foundInHot(body)).toEqual([
      'not-resolved-here 4:31 properties of "a" is a mapping, not a function',
      'not-resolved-here 5:22 properties of "b" is a mapping, not a function',
    ])
  })

  it('are told from what only newer versions know', () => {
    const body = 'resources: {a: {type: OS::Heat::None, external_id: x, deletion_policy: retain}}\n'
    expect(foundInHot(body, '2016-04-08')).toEqual([
      'version-too-old 2:39 the key "external_id" of the resource "a" requires heat_template_version 2016-10-14',
      'version-too-old 2:72 the deletion policy "retain" requires heat_template_version 2016-10-14',
    ])
    expect(foundInHot(body, '2016-10-14')).toEqual([])
  })
})

describe('functions', () => {
  it('are those of the version', () => {
    const body = `outputs:
  a: {value: {filter: [[a], [b]]}}
  b: {value: {'Fn::GetAtt': [a, b]}}
  c: {value: {filter: data}}
  d: {value: {Ref: a}}
  e: {value: {yaql: {expression: a, datum: b}}}
`
    expect(foundInHot(body, '2016-10-14')).toEqual([
      'unresolved-call 3:15 filter requires heat_template_version 2017-02-24; this version treats it as data',
      'unresolved-call 4:15 Fn::GetAtt is not a function in HOT; Heat would use it as data; write get_attr',
      'foreign-function 6:15 Heat rejects Ref in 2016-10-14; write get_param or get_resource',
      'bad-arguments 7:15 yaql takes expression and data',
    ])
  })

  it('take certain arguments', () => {
    const body = `outputs:
  a: {value: {get_param: []}}
  b: {value: {get_resource: [a]}}
  c: {value: {get_attr: [a]}}
  d: {value: {list_join: [',', [a], [b]]}}
  e: {value: {str_replace: {template: a, parms: {}}}}
  f: {value: {resource_facade: Metadata}}
  g: {value: {get_file: {get_param: p}}}
  h: {value: {get_param: {get_param: p}}}
  i: {value: {list_join: {get_param: p}}}
parameters: {p: {type: string}}
`
    expect(foundInHot(body, '2015-04-30')).toEqual([
      'bad-arguments 3:15 get_param takes a name, or a list of a name and a path',
      'bad-arguments 4:15 get_resource takes a name',
      'bad-arguments 5:15 get_attr takes a list of a resource, an attribute and a path',
      'bad-arguments 6:15 list_join takes a delimiter and a list',
      'bad-arguments 7:15 str_replace takes template and params',
      'bad-arguments 8:15 resource_facade takes metadata, deletion_policy or update_policy',
      'bad-arguments 9:14 get_file takes a literal name; no client uploads a file whose name a function returns',
      'bad-arguments 11:15 list_join takes a delimiter and a list',
    ])
    const newer = foundInHot(body.replace('get_attr: [a]', 'get_attr: [a]'), '2015-10-15')
    expect(newer).toContain('unknown-reference 5:26 there is no resource "a" in this template')
    expect(newer).not.toContain('bad-arguments 6:15 list_join takes a delimiter and a list')
  })

  it('refer to what is declared', () => {
    const body = `resources: {r: {type: OS::Heat::None}}
parameters: {p: {type: json}}
conditions: {c: true}
outputs:
  a: {value: [{get_param: p}, {get_param: [p, x]}, {get_param: OS::stack_id}, {get_resource: r}]}
  b: {value: [{get_param: q}, {get_param: [q, x]}, {get_param: OS::region}, {get_param: AWS::StackId}]}
  c: {value: [{get_resource: p}, {get_attr: [s, name]}, {if: [d, a, b]}, {if: [{not: d}, a, b]}]}
`
    expect(foundInHot(body)).toEqual([
      'unknown-reference 7:27 there is no parameter "q" in this template',
      'unknown-reference 7:44 there is no parameter "q" in this template',
      'unknown-reference 7:64 OS::region has no value in any stack',
      'unknown-reference 7:89 there is no parameter "AWS::StackId" in this template',
      'unknown-reference 8:30 there is no resource "p" in this template; "p" is a parameter',
      'unknown-reference 8:46 there is no resource "s" in this template',
      'unknown-reference 8:63 there is no condition "d" in this template',
      'unknown-reference 8:86 there is no condition "d" in this template',
    ])
  })

  it('in conditions are few', () => {
    const body = `conditions:
  a: {equals: [{get_param: p}, {list_join: ['', [a]]}]}
  b: {contains: [a, [a]]}
  c: other
  d: {and: [a]}
  e: {not: z}
  f: {or: [a, {equals: [a]}, 3]}
  g: {yaql: {expression: $.data, data: true}}
parameters: {p: {type: string}}
`
    expect(foundInHot(body, '2016-10-14')).toEqual([
      'not-resolved-here 3:33 a condition cannot use list_join; yaql can compute it in a condition from heat_template_version 2017-09-01 on',
      'version-too-old 4:7 contains in a condition requires heat_template_version 2017-09-01',
      'bad-value 5:3 the condition "c" is neither a function nor true or false',
      'bad-arguments 6:7 and takes a list of two or more',
      'unknown-reference 7:12 there is no condition "z" in this template',
      'bad-arguments 8:16 equals takes a list of two',
      'bad-value 8:30 a condition is a name, a function, true or false',
      // As a value it is older.
      'version-too-old 9:7 yaql in a condition requires heat_template_version 2017-09-01',
    ])
  })

  it('are found where an alias brings them', () => {
    const body = `parameters:
  p: {type: json, default: &call {get_param: q}}
outputs:
  a: {value: *call}
`
    expect(foundInHot(body)).toEqual(['unknown-reference 5:14 there is no parameter "q" in this template'])
  })
})

describe('circles', () => {
  it('of resources run through depends_on and references', () => {
    const body = `resources:
  a: {type: OS::Heat::None, depends_on: b}
  b: {type: OS::Heat::None, properties: {x: [{get_attr: [c, show]}]}}
  c: {type: OS::Heat::None, metadata: {x: {str_replace: {template: y, params: {y: {get_resource: a}}}}}}
  d: {type: OS::Heat::None, depends_on: [a, d]}
  e: {type: OS::Heat::None, depends_on: [a, b]}
`
    expect(foundInHot(body)).toEqual([
      'circular-dependency 5:98 circular dependency: a → b → c → a',
      'circular-dependency 6:45 circular dependency: d → d',
    ])
  })

  it('by properties and metadata alone, and not of what is there already', () => {
    const group = (more: string) => `resources:
  a: {type: OS::Heat::ResourceGroup, ${more}, properties: {resource_def: {type: OS::Heat::None}}}
  b: {type: OS::Heat::Value, properties: {value: {get_attr: [a, refs]}}}`
    const codes = (more: string) => foundInHot(group(more)).map((one) => one.split(' ')[0])
    expect(codes('metadata: {x: {get_attr: [b, value]}}')).toContain('circular-dependency')
    expect(codes('update_policy: {rolling_update: {min_in_service: {get_attr: [b, value]}}}')).toEqual([])
    expect(codes('external_id: a0, metadata: {x: {get_attr: [b, value]}}')).not.toContain(
      'circular-dependency',
    )
  })

  it('of conditions', () => {
    const body = `conditions:
  a: {not: b}
  b: {and: [c, {not: a}]}
  c: {equals: [a, b]}
`
    expect(foundInHot(body)).toEqual(['circular-dependency 4:22 circular conditions: a → b → a'])
  })
})

it('names the section of the specification', async () => {
  const { createChecker } = await import('../../src/engine/check.ts')
  const text =
    'heat_template_version: rocky\nparameters: {a: {type: x}}\noutputs: {o: {value: {get_param: b}}}\n'
  const { findings } = createChecker().run({ path: 'a.yaml', bytes: Buffer.from(text) })
  expect(findings.map(({ source }) => source)).toEqual([
    'HOT specification, Parameters section',
    'HOT specification, Intrinsic functions, get_param',
  ])
})

it('has no short tags of CloudFormation: one finding for all of them, with what HOT writes', () => {
  const body = `parameters: {p: {type: string}}
resources:
  a: {type: OS::Heat::Value, properties: {value: !Ref p}}
  b: {type: OS::Heat::Value, properties: {value: [!GetAtt a.value, !Ref p, !Jon x]}}
`
  expect(foundInHot(body)).toEqual([
    'yaml-tag 4:50 Heat cannot read the tags !Ref (get_param or get_resource) and !GetAtt (get_attr), here and in 2 more locations; write the HOT functions in brackets',
    'yaml-tag 5:76 Heat cannot read the tag !Jon; did you mean "!Join"?',
  ])
})

describe('a value that is no function', () => {
  it('is said with what makes it none, once', () => {
    const net = (name: string) =>
      `resources: {a: {type: OS::Neutron::Net, properties: {name: ${name}}}, b: {type: OS::Neutron::Net}}\n`
    expect(foundInHot(net('{get_atr: [b, name]}'))).toEqual([
      'bad-value 2:60 the property "name" of OS::Neutron::Net is not a string: "get_atr" is not a function (did you mean get_attr?); Heat would use it as data',
    ])
    expect(foundInHot(net('{Ref: b}'))).toEqual([
      'foreign-function 2:61 Heat rejects Ref in 2018-08-31; write get_param or get_resource',
    ])
  })
})
