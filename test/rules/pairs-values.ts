/** Values that environments give, constraints, limits, and names that only look like those of templates. */
import type { Pair } from './pairs.ts'

const given = (type: string, value: string) => ({
  't.yaml': `parameters: {p: {type: ${type}}}\nresources: {a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}\n`,
  'env.yaml': `parameters: {p: ${value}}\n`,
})
const registered = (resources: string) => ({
  't.yaml': 'resources: {a: {type: OS::Heat::Value, properties: {value: 1}}}\n',
  'env.yaml': `resource_registry: {resources: {a: {${resources}}}}\n`,
})
const constrained = (type: string, constraints: string) => ({
  't.yaml': `parameters: {p: {type: ${type}, default: ${type === 'string' ? "'3'" : '3'}, constraints: [${constraints}]}}
resources: {a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}\n`,
})
const tested = (type: string, value: string) => `parameters: {p: {type: ${type}, default: ${value}}}
conditions: {c: {get_param: p}}
resources: {a: {type: OS::Heat::Value, condition: c, properties: {value: 1}}}\n`
const computed = (expression: string) =>
  `resources: {a: {type: OS::Heat::Value, properties: {value: {yaql: {expression: '${expression}', data: [1, 2]}}}}}\n`
const nested = (levels: number) => {
  const files = Array.from({ length: levels }, (_, at) => [
    `n${at + 1}.yaml`,
    at + 1 === levels ? 'resources: {}\n' : `resources: {a: {type: n${at + 2}.yaml}}\n`,
  ])
  return { 't.yaml': 'resources: {a: {type: n1.yaml}}\n', ...Object.fromEntries(files) }
}
const merged = (type: string, one: string, strategy: string, two: string, other: string) => ({
  't.yaml': `parameters: {p: {type: ${type}}}\nresources: {a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}\n`,
  'env.yaml': `parameters: {p: ${one}}\nparameter_merge_strategies: {p: ${strategy}}\n`,
  'env2.yaml': `parameters: {p: ${two}}\nparameter_merge_strategies: {p: ${other}}\n`,
})
const excludedBy = (isThere: boolean) => ({
  't.yaml': `parameters: {p: {type: boolean, default: ${!isThere}}, q: {type: boolean, default: true}}
conditions: {c: {get_param: p}, d: {get_param: q}}
resources:
  b: {type: OS::Heat::RandomString, condition: c}
  a: {type: OS::Heat::Value, properties: {value: {if: [c, {get_resource: b}, 1]}}}
  e: {type: OS::Heat::Value, condition: d, properties: {value: ${isThere ? 1 : '{get_resource: b}'}}}
`,
  'env.yaml': `parameters: {p: ${isThere}}\n`,
})
const nestedNeeding = (given: string) => ({
  't.yaml': 'resources: {a: {type: n.yaml}}\n',
  'n.yaml':
    'parameters: {p: {type: string}, q: {type: string, default: a}}\nresources: {b: {type: OS::Heat::Value, properties: {value: [{get_param: p}, {get_param: q}]}}}\n',
  'env.yaml': `parameter_defaults: {${given}: b}\n`,
})
const declared = (declaration: string, environment = '{}') => ({
  't.yaml': `parameters: {p: {${declaration}}}\nresources: {a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}\n`,
  'env.yaml': `${environment}\n`,
})
const read = (expected: unknown) => ({ 'resources.a.value': expected })
const client = { unasked: 'the client rejects it' }

/** A parameter whose value one environment gives, and a property that takes few values. */
const scaling = (value: string, condition = '') => ({
  't.yaml': `parameters: {p: {type: string}}
resources:
  a:
    type: OS::Heat::ScalingPolicy
    ${condition}
    properties: {auto_scaling_group_id: g, scaling_adjustment: 1, adjustment_type: {get_param: p}}
`,
  'env.yaml': `parameters: {p: '${value}'}\n`,
})

const policy = (parts: string) =>
  `resources: {a: {type: OS::Heat::None, deletion_policy: {list_join: ['', ${parts}]}}}\n`

export const pairsValues: readonly Pair[] = [
  {
    what: 'an octal number for a string, in an environment',
    code: 'misread-value',
    wrong: given('string', '0644'),
    sound: given('string', "'0644'"),
    heat: read('420'),
  },
  {
    what: 'a MAC address for a string, in an environment',
    code: 'misread-value',
    wrong: given('string', '11:11:11:11:00:11'),
    sound: given('string', 'fa:16:3e:00:00:11'),
    heat: read('8698575611'),
  },
  {
    what: 'a PCI address, in an environment',
    code: 'misread-value',
    wrong: given('string', '0000:00:05.0'),
    sound: given('string', "'0000:00:05.0'"),
    heat: read('5.0'),
  },
  {
    what: 'a word that is a boolean, in an environment',
    code: 'misread-value',
    wrong: given('string', 'no'),
    sound: given('boolean', 'no'),
    heat: read('False'),
  },
  {
    what: 'a function in an environment',
    code: 'unresolved-call',
    wrong: given('json', '{get_param: q}'),
    sound: given('json', '{get_params: q}'),
    heat: read({ get_param: 'q' }),
  },
  {
    what: 'a hook that there is none of',
    code: 'bad-value',
    wrong: registered('hooks: before-create'),
    sound: registered('hooks: [pre-create, post-update]'),
    heat: 'refused',
  },
  {
    what: 'an action that cannot be restricted',
    code: 'bad-value',
    wrong: registered('restricted_actions: delete'),
    sound: registered('restricted_actions: [update, replace]'),
    heat: 'refused',
  },
  {
    what: 'a type that is registered as nothing',
    code: 'bad-value',
    wrong: { ...registered('hooks: pre-create'), 'env.yaml': 'resource_registry: {"My::Type": }\n' },
    sound: {
      ...registered('hooks: pre-create'),
      'env.yaml': 'resource_registry: {"My::Type": OS::Heat::Value}\n',
    },
    heat: client,
  },
  {
    what: 'bounds with nothing between them',
    code: 'bad-constraint',
    wrong: constrained('number', 'range: {min: 5, max: 1}'),
    sound: constrained('number', 'range: {min: 1, max: 5}'),
    heat: 'refused',
  },
  {
    what: 'bounds of two constraints with nothing between them',
    code: 'bad-constraint',
    wrong: constrained('number', '{range: {min: 3}}, {range: {max: 1}}'),
    sound: constrained('number', '{range: {min: 3}}, {range: {max: 3}}'),
    heat: 'refused',
  },
  {
    what: 'no allowed values',
    code: 'bad-constraint',
    wrong: constrained('string', 'allowed_values: []'),
    sound: constrained('string', "allowed_values: ['3']"),
    heat: 'refused',
  },
  {
    what: 'allowed values that another constraint rejects',
    code: 'bad-constraint',
    wrong: constrained('string', "{allowed_values: ['3', '4']}, {length: {min: 2}}"),
    sound: constrained('string', "{allowed_values: ['3', '44']}, {length: {max: 1}}"),
    heat: 'refused',
  },
  {
    what: 'a string as a condition',
    code: 'bad-value',
    wrong: tested('string', "'true'"),
    sound: tested('boolean', "'true'"),
    heat: 'refused',
  },
  {
    what: 'a function that YAQL does not have',
    code: 'bad-arguments',
    wrong: computed('$.data.selekt($)'),
    sound: computed('$.data.select($)'),
    heat: 'refused',
  },
  {
    what: 'templates nested too deep',
    code: 'default-limit',
    wrong: nested(6),
    sound: nested(5),
    heat: 'refused',
  },
  {
    what: 'a delay longer than the timeout of a stack',
    code: 'default-limit',
    wrong: 'resources: {a: {type: OS::Heat::Delay, properties: {min_wait: 3000, max_jitter: 601}}}\n',
    sound: 'resources: {a: {type: OS::Heat::Delay, properties: {min_wait: 3000, max_jitter: 600}}}\n',
    heat: 'refused',
  },
  {
    what: 'a nested template that is named .yml',
    code: 'unloadable-template',
    wrong: {
      't.yaml': 'resources: {a: {type: n.yml}}\n',
      'n.yml': 'heat_template_version: 2018-08-31\nresources: {}\n',
    },
    sound: { 't.yaml': 'resources: {a: {type: n.yaml}}\n', 'n.yaml': 'resources: {}\n' },
    heat: 'refused',
  },
  {
    what: 'strategies of two environments that differ',
    code: 'bad-value',
    wrong: merged('comma_delimited_list', '[a]', 'merge', '[b]', 'deep_merge'),
    sound: merged('comma_delimited_list', '[a]', 'merge', '[b]', 'merge'),
    heat: 'refused',
  },
  {
    what: 'a parameter that cannot be merged',
    code: 'bad-value',
    wrong: merged('boolean', "'true'", 'merge', "'false'", 'merge'),
    sound: merged('boolean', "'true'", 'overwrite', "'false'", 'overwrite'),
    heat: 'refused',
  },
  {
    what: 'a value of another kind, merged',
    code: 'bad-value',
    wrong: merged('string', 'a', 'merge', '1', 'merge'),
    sound: merged('string', 'a', 'merge', "'1'", 'merge'),
    heat: 'refused',
  },
  {
    what: 'a parameter that a second environment misspells',
    code: 'undeclared-parameter',
    wrong: { ...given('string', 'a'), 'env2.yaml': 'parameter_defaults: {pp: b}\n' },
    sound: { ...given('string', 'a'), 'env2.yaml': 'parameter_defaults: {p: b}\n' },
    heat: {},
  },
  {
    what: 'a template in braces that is not JSON',
    code: 'client-json',
    wrong: '{heat_template_version: 2018-08-31, resources: {}}\n',
    sound: '{"heat_template_version": "2018-08-31", "resources": {}}\n',
    heat: client,
  },
  {
    what: 'a reference to what a given value leaves out',
    code: 'excluded-reference',
    wrong: excludedBy(false),
    sound: excludedBy(true),
    heat: 'refused',
  },
  {
    what: 'a pattern with doubled backslashes in single quotes',
    code: 'bad-value',
    wrong: constrained('string', "{allowed_pattern: '\\\\d'}"),
    sound: constrained('string', "{allowed_pattern: '\\d'}"),
    heat: 'refused',
  },
  {
    what: 'a nested parameter that no environment gives a value',
    code: 'missing-value',
    wrong: nestedNeeding('q'),
    sound: nestedNeeding('p'),
    heat: 'refused',
  },
  {
    what: 'a value that parameters replace, and Heat would reject',
    code: 'unread-key',
    wrong: declared('type: boolean', '{parameters: {p: true}, parameter_defaults: {p: perhaps}}'),
    sound: declared('type: boolean', '{parameters: {p: true}, parameter_defaults: {p: false}}'),
    heat: read(true),
  },
  {
    what: 'a value that a later environment replaces, and Heat would reject',
    code: 'unread-key',
    wrong: { ...declared('type: number', 'parameters: {p: x}'), 'env2.yaml': 'parameters: {p: 2}\n' },
    sound: { ...declared('type: number', 'parameters: {p: 1}'), 'env2.yaml': 'parameters: {p: 2}\n' },
    heat: read(2),
  },
  {
    what: 'a default of another type that is used',
    code: 'bad-value',
    wrong: declared('type: number, default: big'),
    sound: declared('type: number, default: big', 'parameters: {p: 3}'),
    heat: 'refused',
  },
  {
    what: 'a default of another type that a constraint tests, used or not',
    code: 'bad-value',
    wrong: declared('type: number, default: big, constraints: [{range: {min: 1}}]', 'parameters: {p: 3}'),
    sound: declared('type: number, default: 1, constraints: [{range: {min: 1}}]', 'parameters: {p: 3}'),
    heat: 'refused',
  },
  {
    what: 'an address that is a default',
    code: 'bad-value',
    wrong: declared("type: string, default: '10.0.0', constraints: [{custom_constraint: ip_addr}]"),
    sound: declared(
      "type: string, default: '10.0.0', constraints: [{custom_constraint: ip_addr}]",
      "parameters: {p: '10.0.0.1'}",
    ),
    heat: 'refused',
  },
  {
    what: 'an empty string for a list as a default, and as a value',
    code: 'bad-value',
    wrong: declared("type: comma_delimited_list, default: '', constraints: [{allowed_values: [a]}]"),
    sound: declared(
      'type: comma_delimited_list, constraints: [{allowed_values: [a]}]',
      "parameters: {p: ''}",
    ),
    heat: 'refused',
  },
  {
    what: 'JSON whose text is too long as a default, and whose entries are few as a value',
    code: 'bad-value',
    wrong: declared('type: json, default: \'{"a": 1}\', constraints: [{length: {max: 1}}]'),
    sound: declared('type: json, constraints: [{length: {max: 1}}]', 'parameters: {p: \'{"a": 1}\'}'),
    heat: 'refused',
  },
  {
    what: 'allowed values of a boolean that are none',
    code: 'bad-constraint',
    wrong: declared(
      "type: boolean, constraints: [{allowed_values: ['true', always]}]",
      'parameters: {p: true}',
    ),
    sound: declared(
      "type: boolean, constraints: [{allowed_values: ['true', 'on']}]",
      'parameters: {p: true}',
    ),
    heat: 'refused',
  },
  {
    what: 'an event sink that Heat does not have',
    code: 'bad-value',
    wrong: declared('type: string, default: a', 'event_sinks: [{type: queue, target: q}]'),
    sound: declared('type: string, default: a', 'event_sinks: [{type: zaqar-queue, target: q}]'),
    heat: 'refused',
  },
  {
    what: 'an event sink with what it does not take',
    code: 'unknown-key',
    wrong: declared('type: string, default: a', 'event_sinks: [{type: zaqar-queue, target: q, queue: r}]'),
    sound: declared('type: string, default: a', 'event_sinks: [{type: zaqar-queue, target: q, ttl: 60}]'),
    heat: 'refused',
  },
  {
    what: 'a resource in a registry without a mapping',
    code: 'not-a-mapping',
    wrong: declared('type: string, default: a', 'resource_registry: {resources: {a: [hooks]}}'),
    sound: declared('type: string, default: a', 'resource_registry: {resources: {a: {hooks: []}}}'),
    heat: 'refused',
  },
  {
    what: 'a value of an environment that a property does not take',
    code: 'bad-value',
    wrong: scaling('up'),
    sound: scaling('exact_capacity'),
    heat: 'refused',
  },
  {
    what: 'the same of a resource that a condition may leave out',
    code: 'bad-value',
    wrong: scaling('up'),
    sound: scaling('', 'condition: {not: {equals: [{get_param: p}, ""]}}'),
    heat: 'refused',
  },
  {
    what: 'a deletion policy that a function gives',
    code: 'bad-value',
    wrong: policy('[Re, move]'),
    sound: policy('[Re, tain]'),
    heat: 'refused',
  },
  {
    what: 'a condition among several that is not declared',
    code: 'unknown-reference',
    wrong: 'conditions: {c: {or: [false, nowhere]}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n',
    // What comes behind the answer is not looked up.
    sound: 'conditions: {c: {or: [true, nowhere]}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n',
    heat: 'refused',
  },
  {
    what: 'a function behind the condition that decides',
    code: 'unknown-reference',
    wrong:
      'conditions: {c: {and: [false, {not: nowhere}]}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n',
    sound: 'conditions: {c: {and: [false, 5]}}\nresources: {a: {type: OS::Heat::None, condition: c}}\n',
    heat: 'refused',
  },
]
