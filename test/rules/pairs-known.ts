/** Values that parameters get, by a default, an environment or a caller, where Heat rejects what is made of them. */
import type { Pair } from './pairs.ts'

const volume = (size: string) =>
  `parameters: {size: {type: string, default: ${size}}}\nresources: {a: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}\n`
const routes = (destination: string, read = 'get_param: routes') => `parameters:
  routes: {type: json, default: [{destination: ${destination}, nexthop: 10.0.0.1}]}
resources:
  net: {type: OS::Neutron::Net}
  a: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24, host_routes: {${read}}}}
`
const looped = (second: string) => `parameters:
  a: {type: comma_delimited_list, default: [x, y]}
  b: {type: comma_delimited_list, default: ${second}}
resources:
  v:
    type: OS::Heat::Value
    properties:
      value: {repeat: {for_each: {'%a%': {get_param: a}, '%b%': {get_param: b}}, template: '%a%%b%', permutations: false}}
`
const policy = (action: string, type = 'string') => ({
  't.yaml': `parameters: {act: {type: ${type}}}
resources: {a: {type: OS::Octavia::L7Policy, properties: {listener: abc, action: {get_param: act}}}}\n`,
  'env.yaml': `parameters: {act: ${action}}\n`,
})
const merged = (least: number, tag: string) => ({
  't.yaml': `parameters:
  zones: {type: comma_delimited_list, constraints: [{length: {min: ${least}}}]}
  tag: {type: string}
conditions: {both: {equals: [{get_param: tag}, ${tag}]}}
resources: {v: {type: OS::Heat::Value, condition: both, properties: {value: {get_param: zones}}}}
outputs: {o: {value: {if: [both, {get_attr: [v, value]}, none]}}}
`,
  'env.yaml': 'parameter_merge_strategies: {zones: merge, tag: merge}\nparameters: {zones: [x], tag: a}\n',
  'env2.yaml': 'parameter_merge_strategies: {zones: merge, tag: merge}\nparameters: {zones: [y], tag: b}\n',
})
const chosen = (isUsed: boolean, size = 'big') => `parameters:
  size: {type: string, default: ${size}}
  use: {type: boolean, default: ${isUsed}}
conditions: {used: {get_param: use}}
resources: {a: {type: OS::Cinder::Volume, properties: {size: {if: [used, {get_param: size}, 1]}}}}
`
const made = (
  isMade: boolean,
) => `parameters: {size: {type: string, default: ''}, use: {type: string, default: '${isMade ? 'yes' : 'no'}'}}
conditions: {used: {equals: [{get_param: use}, 'yes']}}
resources: {a: {type: OS::Cinder::Volume, condition: used, properties: {size: {get_param: size}}}}
`
const passed = (value: string) => ({
  't.yaml': `resources: {n: {type: n.yaml, properties: {size: ${value}}}}\n`,
  'n.yaml': volume("'1'"),
})
const through = (value: string) => ({
  't.yaml': `parameters: {big: {type: string}}\nresources: {n: {type: m.yaml, properties: {size: {get_param: big}}}}\n`,
  'm.yaml':
    "parameters: {size: {type: string, default: '1'}}\nresources: {n: {type: n.yaml, properties: {size: {get_param: size}}}}\n",
  'n.yaml': volume("'1'"),
  'env.yaml': `parameters: {big: ${value}}\n`,
})
const inherited = (value: string) => ({
  't.yaml': 'resources: {n: {type: n.yaml}}\n',
  'n.yaml': volume("'1'"),
  'env.yaml': `parameter_defaults: {size: ${value}}\n`,
})
const counting = (size: string) => ({
  't.yaml': `parameters: {size: {type: string, default: ${size}}, name: {type: string}}
resources: {a: {type: OS::Cinder::Volume, properties: {name: {get_param: name}, size: {get_param: size}}}}\n`,
  'env.yaml': 'parameters: {name: a}\n',
})
const grouped = (size: string) => `parameters: {size: {type: string, default: ${size}}}
resources:
  g:
    type: OS::Heat::ResourceGroup
    properties: {count: 1, resource_def: {type: OS::Cinder::Volume, properties: {name: 'v%index%', size: {get_param: size}}}}
`

export const pairsKnown: readonly Pair[] = [
  {
    what: 'a default that is no number',
    code: 'rejected-default',
    wrong: volume('big'),
    sound: volume("'8'"),
    heat: 'refused',
  },
  {
    what: 'a default that is no number, with environments that do not give another value',
    code: 'bad-value',
    wrong: counting('big'),
    sound: counting("'8'"),
    heat: 'refused',
  },
  {
    what: 'a bad network inside of a default',
    code: 'rejected-default',
    wrong: routes('10.0.0.0/99'),
    sound: routes('10.0.0.0/9'),
    heat: 'refused',
  },
  {
    what: 'a list that functions make of a default',
    code: 'rejected-default',
    wrong: routes(
      '10.0.0.0/99',
      'list_concat: [[{destination: 10.1.0.0/16, nexthop: 10.0.0.2}], {get_param: routes}]',
    ),
    sound: routes(
      '10.0.0.0/9',
      'list_concat: [[{destination: 10.1.0.0/16, nexthop: 10.0.0.2}], {get_param: routes}]',
    ),
    heat: 'refused',
  },
  {
    what: 'defaults of different lengths, looped over together',
    code: 'rejected-default',
    wrong: looped('[z]'),
    sound: looped("'z,zz'"),
    heat: 'refused',
  },
  {
    what: 'an action whose properties are missing, given by an environment',
    code: 'bad-combination',
    wrong: policy('REDIRECT_TO_URL'),
    sound: policy('REJECT'),
    heat: 'refused',
  },
  {
    what: 'a list of two environments that is still too short',
    code: 'bad-value',
    wrong: merged(3, 'ab'),
    sound: merged(2, 'ab'),
    heat: 'refused',
  },
  {
    what: 'a default in the branch that counts',
    code: 'rejected-default',
    wrong: chosen(true),
    sound: chosen(false),
    heat: 'refused',
  },
  {
    what: 'a default of a resource that is made',
    code: 'rejected-default',
    wrong: made(true),
    sound: made(false),
    heat: 'refused',
  },
  {
    what: 'a literal that is passed to a nested template',
    code: 'bad-value',
    wrong: passed('huge'),
    sound: passed('4'),
    heat: 'refused',
  },
  {
    what: 'a value of an environment that is passed through two templates',
    code: 'bad-value',
    wrong: through('huge'),
    sound: through("'4'"),
    heat: 'refused',
  },
  {
    what: 'a value that parameter_defaults give a nested template',
    code: 'bad-value',
    wrong: inherited('huge'),
    sound: inherited("'4'"),
    heat: 'refused',
  },
  {
    what: 'a default that the members of a group get',
    code: 'rejected-default',
    wrong: grouped('big'),
    sound: grouped("'8'"),
    heat: 'refused',
  },
  {
    what: 'a name that no template declares in the environment that has the first values',
    code: 'refused-parameter',
    wrong: { ...policy('REJECT'), 'env.yaml': 'parameters: {act: REJECT, other: a}\n' },
    sound: policy('REJECT'),
    heat: 'refused',
  },
]
