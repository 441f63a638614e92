import { findingsOf } from './found.ts'

const { found, foundInCfn, foundInHot } = findingsOf('deprecated-name', 'unresolved-call')

const parameters = `parameters:
  s: {type: string}
  n: {type: number}
  b: {type: boolean}
  l: {type: comma_delimited_list}
  j: {type: json}
`

describe('arguments that a function gives', () => {
  it('have to be what the function takes', () => {
    const body = `${parameters}resources:
  port: {type: OS::Neutron::Port, properties: {network: net}}
outputs:
  a: {value: {list_join: [',', [a, {get_param: n}]]}}
  b: {value: {list_join: [',', {get_param: s}]}}
  c: {value: {list_join: [{get_param: l}, [a]]}}
  d: {value: {str_replace: {template: abc, params: {get_param: s}}}}
  e: {value: {str_replace: {template: {get_param: l}, params: {a: b}}}}
  f: {value: {map_merge: [{a: b}, {list_join: [',', {get_param: l}]}]}}
  g: {value: {repeat: {template: '%x%', for_each: {'%x%': {get_param: s}}}}}
  h: {value: {repeat: {template: '%x%', for_each: {'%x%': [a, {get_param: b}]}}}}
  i: {value: {map_replace: [{a: b}, {keys: {get_param: l}}]}}
  k: {value: {make_url: {scheme: http, host: {get_param: l}}}}
  m: {value: {digest: [md5, {get_param: n}]}}
  o: {value: {contains: [{get_param: n}, abc]}}
  p: {value: {list_concat: [[a], {get_resource: port}]}}
  q: {value: {str_split: [',', {str_split: [',', {get_param: s}]}]}}
  r: {value: {map_merge: [{get_param: [l, 0]}]}}
`
    expect(foundInHot(body)).toEqual([
      'bad-arguments 11:36 list_join joins strings, lists and mappings only, and the parameter "n" is a number',
      'bad-arguments 12:32 list_join joins the items of lists, and the parameter "s" is a string',
      'bad-arguments 13:27 list_join takes a delimiter and a list, and the parameter "l" is a list',
      'bad-arguments 14:52 str_replace takes template and params, and the parameter "s" is a string',
      'bad-arguments 15:39 str_replace takes template and params, and the parameter "l" is a list',
      'bad-arguments 16:35 map_merge merges mappings only, and list_join gives a string',
      'bad-arguments 17:59 repeat repeats its template for the items of lists or the keys of mappings, and the parameter "s" is a string',
      'bad-arguments 18:63 repeat puts nothing but strings into its template, and the parameter "b" is a boolean',
      'bad-arguments 19:44 map_replace takes a map and what to replace, keys or values, and the parameter "l" is a list',
      'bad-arguments 20:46 make_url takes a string as host, and the parameter "l" is a list',
      'bad-arguments 21:29 digest reads characters up to U+00FF only, and the parameter "n" is a number',
      'bad-arguments 22:26 contains finds nothing but strings in a string',
      'bad-arguments 23:34 list_concat puts lists together only, and a reference to "port" is a string',
      'bad-arguments 24:32 str_split splits strings only, and str_split gives a list',
      'bad-arguments 25:27 map_merge merges mappings only, and an item of the list "l" is a string',
    ])
  })

  it('may be anything where their type does not say', () => {
    const body = `${parameters}resources:
  port: {type: OS::Neutron::Port, properties: {network: net}}
  mine: {type: My::Own}
outputs:
  a: {value: {list_join: [',', [a, {get_param: j}, {get_param: l}, {get_param: [l, 0]}]]}}
  b: {value: {map_merge: [{get_param: j}, {get_attr: [port, show]}, {get_resource: mine}]}}
  c: {value: {str_replace: {template: a, params: {a: {get_param: n}, b: {get_param: b}, c: {get_param: l}}}}}
  d: {value: {str_split: [',', {str_split: [';', {get_param: s}, 0]}]}}
  e: {value: {make_url: {scheme: http, host: {get_param: s}, port: {get_param: n}, query: {get_param: j}}}}
  f: {value: {get_param: {get_param: s}}}
`
    expect(foundInHot(body)).toEqual([])
  })

  it('are numbers to Fn::Join where the parameter is one', () => {
    const body = `Parameters: {N: {Type: Number}, S: {Type: String}}
Outputs:
  A: {Value: {'Fn::Join': ['', [a, {Ref: S}, {Ref: 'AWS::Region'}, {Ref: N}]]}}
  B: {Value: {'Fn::Join': ['', [a, {'Fn::Equals': [a, b]}]]}}
`
    expect(foundInCfn(body)).toEqual([
      'bad-arguments 4:68 Fn::Join joins strings only, and the parameter "N" is a number',
      'bad-arguments 5:36 Fn::Join joins strings only',
      'unresolved-call 5:37 only a condition can use Fn::Equals; here Heat would use it as data',
    ])
  })
})

describe('functions of literals', () => {
  it('are looked at as what they give', () => {
    const body = `resources:
  a: {type: OS::Cinder::Volume, properties: {size: {list_join: ['', [a, b]]}}}
  b: {type: OS::Cinder::Volume, properties: {size: {list_join: ['', ['1', '2']]}}}
  c: {type: OS::Neutron::Subnet, properties: {network: n, cidr: {list_join: [/, [10.0.0.0, '99']]}}}
  d: {type: OS::Cinder::Volume, properties: {size: 1, name: {get_param: {list_join: ['', [a, b]]}}}}
  e: {type: OS::Cinder::Volume, properties: {size: 1, name: {get_attr: [b, {str_replace: {template: x, params: {x: y}}}]}}}
  f: {type: OS::Cinder::Volume, properties: {size: {if: [{equals: [{get_param: 'OS::stack_name'}, x]}, 1, {list_join: ['', [a]]}]}}}
`
    expect(foundInHot(body)).toEqual([
      'bad-value 3:52 the property "size" of OS::Cinder::Volume is not a whole number',
      'bad-value 5:65 the property "cidr" of OS::Neutron::Subnet is not a network in CIDR notation',
      'unknown-reference 6:73 there is no parameter "ab" in this template',
      'unknown-attribute 7:76 "b" (OS::Cinder::Volume) has no attribute "y"',
      'bad-value 8:107 the property "size" of OS::Cinder::Volume is not a whole number',
    ])
  })

  it('stay functions where Heat refuses them, and where a whole part of a resource is asked for', () => {
    const body = `resources:
  a: {type: OS::Cinder::Volume, properties: {size: {list_join: [',', [1, {}]]}}}
  b: {type: OS::Heat::None, properties: {map_merge: [{a: 1}, {b: 2}]}}
`
    expect(foundInHot(body)).toEqual([
      'bad-arguments 3:71 list_join joins strings, lists and mappings only; quote it',
    ])
  })

  it('find their keys in mappings, whichever of them a function names', () => {
    const body = `Mappings: {M: {a: {x: 1}, b: {y: 2}}, L: {a: [p, q]}}
Parameters: {K: {Type: String}}
Outputs:
  A: {Value: {'Fn::FindInMap': [M, {Ref: K}, x]}}
  B: {Value: {'Fn::FindInMap': [M, {Ref: K}, z]}}
  C: {Value: {'Fn::FindInMap': [M, {'Fn::FindInMap': [M, a, {Ref: K}]}, {Ref: K}]}}
  D: {Value: {'Fn::FindInMap': [L, a, 1]}}
  E: {Value: {'Fn::FindInMap': [L, {Ref: K}, x]}}
`
    expect(foundInCfn(body)).toEqual([
      'unknown-reference 6:46 the mapping "M.*" has no key "z"',
      'unknown-reference 9:46 the mapping "L.*" has no key "x"',
    ])
  })
})

describe('properties whose keys are required', () => {
  it('cannot come from an attribute, which is nothing before the stack is made', () => {
    const body = `resources:
  flow: {type: OS::Mistral::Workflow, properties: {type: direct, tasks: [{name: a, action: b}]}}
  a: {type: OS::Mistral::CronTrigger, properties: {count: 1, pattern: '* * * * *', workflow: {get_attr: [flow, data]}}}
  b: {type: OS::Mistral::CronTrigger, properties: {count: 1, pattern: '* * * * *', workflow: {name: {get_attr: [flow, data]}}}}
  c: {type: OS::Neutron::Trunk, properties: {port: p, sub_ports: {get_attr: [flow, data]}}}
`
    expect(foundInHot(body)).toEqual([
      'missing-property 4:94 OS::Mistral::CronTrigger requires the property "workflow.name", but an attribute has no value before the stack is created',
    ])
  })

  it('are looked at under the name that Heat gives them', () => {
    const body = `resources:
  a: {type: OS::Neutron::Port, properties: {network: n, fixed_ips: [{subnet_id: [a]}]}}
  b: {type: OS::Neutron::Port, properties: {network: n, fixed_ips: [{subnet_id: }]}}
`
    expect(foundInHot(body).filter((one) => !one.startsWith('deprecated-name'))).toEqual([
      'bad-value 3:81 the property "fixed_ips[0].subnet_id" of OS::Neutron::Port is not a string',
    ])
  })
})

describe('a custom constraint', () => {
  it('is named by a string', () => {
    const template = `heat_template_version: 2018-08-31
parameters:
  a: {type: string, constraints: [{custom_constraint: [nova.flavor]}, {custom_constraint: {a: b}}]}
`
    expect(found(template)).toEqual([
      'bad-constraint 3:55 custom_constraint is not the name of a constraint',
      'bad-constraint 3:91 custom_constraint is not the name of a constraint',
    ])
  })
})
