/** What a person reads who must say yes: the worst first, the rest together, and no secrets. */
import { impactOf } from '../../src/engine/proof/impact.ts'
import { noEffects, noImpact, withEffects } from '../../src/meaning/impact/model.ts'
import { impactText } from '../../src/show/report/impact.ts'
import { impactMarkdown } from '../../src/show/report/impact-markdown.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { impactBetween, template, withResources } from './impact-of.ts'

const server = (rest: string) => `{flavor: f, image: i, networks: [{network: n}]${rest}}`

const textOf = (before: readonly string[], after: readonly string[]) =>
  impactText(impactBetween(withResources(...before), withResources(...after)), 'openstack', plainStyle)

it('has the worst first, and resources of which the same is to be said as one', () => {
  const keys = (metadata: string) =>
    ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (one) => `${one} OS::Nova::Server ${server(`, metadata: {m: ${metadata}}`)}`,
    )
  const gone = 'z OS::Cinder::Volume {size: 1}'
  const kept = 'k OS::Heat::Value {value: v}'
  expect(textOf([...keys('1'), kept, gone], [...keys('2'), kept])).toBe(
    [
      '8 resources: 1 deleted, 6 updated in place, 1 unchanged',
      '',
      '  - z  OS::Cinder::Volume  deleted',
      '      also deleted: its data',
      '      to preserve it: deletion_policy: retain, in an update before this one',
      '',
      '  ~ a, b, c, d, e and 1 more  OS::Nova::Server  updated in place',
      '      properties.metadata.m: 1 -> 2',
      '',
      'assumes: openstack',
      '',
    ].join('\n'),
  )
})

it('shows scripts line by line', () => {
  const of = (last: string) =>
    withResources(`s OS::Nova::Server ${server(`, user_data: "#!/bin/sh\\none\\ntwo\\nthree\\n${last}\\n"`)}`)
  const text = impactText(impactBetween(of('old'), of('new')), 'openstack', plainStyle)
  expect(text).toContain(
    [
      'properties.user_data: these lines  replaces',
      '         two',
      '         three',
      '        -old',
      '        +new',
      '',
    ].join('\n'),
  )
})

it('shows scripts line by line also where they are put together, with conditions by their names', () => {
  const of = (color: string) =>
    [
      'heat_template_version: 2018-08-31',
      'parameters: {env: {type: string}, color: {type: string}}',
      'conditions:',
      '  is_prod: {equals: [{get_param: env}, prod]}',
      '  is_red: {equals: [{get_param: color}, red]}',
      'resources:',
      '  s:',
      '    type: OS::Nova::Server',
      '    properties:',
      '      flavor: f',
      '      image: i',
      '      networks: [{network: n}]',
      '      user_data:',
      '        str_replace:',
      '          template: "#!/bin/sh\\necho ENV COLOR\\nexit\\n"',
      `          params: {ENV: {if: [is_prod, production, test]}, COLOR: {if: [is_red, red, ${color}]}}`,
      '',
    ].join('\n')
  expect(impactText(impactBetween(of('blue'), of('green')), 'openstack', plainStyle)).toContain(
    [
      'replaced if not is_red',
      '      also deleted: its local disks',
      '      to preserve it: user_data_update_policy: IGNORE',
      '      properties.user_data: these lines  replaces  (if not is_red)',
      '         #!/bin/sh',
      '        -echo «if is_prod then "production" else "test"» blue',
      '        +echo «if is_prod then "production" else "test"» green',
      '         exit',
      '',
    ].join('\n'),
  )
})

it('calls functions by the names that they have in templates', () => {
  const of = (name: string) =>
    withResources(
      `r OS::Heat::Value {value: {digest: [${name}, {get_attr: [a, b]}]}}`,
      'a OS::Heat::Value {value: x}',
    )
  expect(impactText(impactBetween(of('md5'), of('sha256')), 'openstack', plainStyle)).toContain(
    'digest("md5", get_attr a.b) -> digest("sha256", get_attr a.b)',
  )
})

it('shows no secrets of outputs and of defaults of parameters, and whether there is a key', () => {
  const of = (one: string, made: boolean) =>
    template(`parameters:
  db_pass: {type: string, default: ${one}}
  kind: {type: string, default: ${one}}
resources:
  key: {type: OS::Nova::KeyPair, properties: {name: k, save_private_key: ${made}}}
outputs:
  root_password: {value: ${one}-out}
  login: {value: {user: ${one}, password: ${one}-in}}
`)
  const impact = impactBetween(of('first', false), of('second', true))
  const text = impactText(impact, 'openstack', plainStyle)
  expect(text.slice(text.indexOf('properties.'))).toBe(
    [
      'properties.save_private_key: false -> true  replaces',
      '',
      'parameters',
      '  ~ db_pass  default "******" -> "******"',
      '  ~ kind  default "first" -> "second"',
      '',
      'outputs',
      '  ~ root_password  "******" -> "******"',
      '  ~ login  user: "first" -> "second"; password: "******" -> "******"',
      '',
      'assumes: openstack',
      '',
    ].join('\n'),
  )
})

it('has a line for each of many changes of an output', () => {
  const of = (value: string) =>
    template(
      `resources: {}\noutputs:\n  all: {value: {${Array.from({ length: 12 }, (_, index) => `key_of_some_length_${index}: ${value}`).join(', ')}}}\n`,
    )
  const lines = impactText(impactBetween(of('one'), of('two')), 'openstack', plainStyle).split('\n')
  const from = lines.indexOf('  ~ all')
  expect(lines.slice(from, from + 3)).toEqual([
    '  ~ all',
    '      key_of_some_length_0: "one" -> "two"',
    '      key_of_some_length_1: "one" -> "two"',
  ])
  expect(lines[from + 9]).toBe('      and 4 more changes')
})

it('names functions as templates do', () => {
  const of = (value: string) =>
    template(
      `parameters: {names: {type: comma_delimited_list}, lit: {type: boolean}}\nconditions: {dark: {equals: [{get_param: lit}, false]}}\nresources: {}\noutputs: {o: {condition: dark, value: ${value}}}\n`,
    )
  const text = impactText(
    impactBetween(of('a'), of('{list_join: ["/", {get_param: names}]}')),
    'openstack',
    plainStyle,
  )
  expect(text).toContain('~ o  "a" -> list_join("/", get_param names) if dark\n')
})

it('says why Heat may refuse a change, beside what it does otherwise', () => {
  const of = (size: string) =>
    template(
      `parameters: {size: {type: number}}\nresources: {v: {type: OS::Cinder::Volume, properties: {size: ${size}}}}\n`,
    )
  const text = (before: string, after: string) =>
    impactText(impactBetween(of(before), of(after)), 'openstack', plainStyle)
  expect(text('{get_param: size}', '9')).toContain(
    'properties.size: get_param size -> 9  detaches it for some time  (or rejected: Heat makes no volume smaller, perhaps)\n',
  )
  expect(text('{get_param: size}', '9')).not.toContain('may not change')
  expect(text('10', '9')).toContain('properties.size: 10 -> 9  rejected: Heat makes no volume smaller\n')
})

it('says how to preserve what gets another name', () => {
  const of = (name: string) => withResources(`${name} OS::Cinder::Volume {size: 1, name: disk}`)
  expect(impactText(impactBetween(of('old'), of('new')), 'openstack', plainStyle)).toContain(
    [
      '  - old  OS::Cinder::Volume  deleted',
      '      also deleted: its data',
      '      is defined under the name new now: Heat makes a new one',
      '      to preserve it: update with deletion_policy: Retain on it first, then give new external_id: its id, and Heat only refers to it',
      '',
    ].join('\n'),
  )
})

it.each([
  ['OS::Nova::Server', server(', admin_pass: first'), server(', admin_pass: second')],
  ['OS::Keystone::User', '{name: a, password: first}', '{name: a, password: second}'],
  ['OS::Barbican::Secret', '{payload: first}', '{payload: second}'],
  [
    'OS::Nova::Server',
    server(', metadata: {db_password: first}'),
    server(', metadata: {db_password: second}'),
  ],
  [
    'OS::Trove::Instance',
    '{flavor: f, size: 1, users: [{name: u, password: first, databases: [d]}]}',
    '{flavor: f, size: 1, users: [{name: u, password: second, databases: [d]}, {name: w, password: second, databases: [d]}]}',
  ],
])('shows no secrets of %s', (type, before, after) => {
  const impact = impactBetween(withResources(`r ${type} ${before}`), withResources(`r ${type} ${after}`))
  expect(impact.resources).toHaveLength(1)
  const shown = [impactText(impact, '', plainStyle), impactMarkdown(impact, ''), JSON.stringify(impact)].join(
    '\n',
  )
  expect(shown).not.toMatch(/first|second/)
  expect(shown).toContain('******')
})

it('says what a value reads that joins many resources in one line', () => {
  const names = Array.from({ length: 400 }, (_, index) => `v${index}`)
  const of = (zone: string) =>
    withResources(
      ...names.map((name) => `${name} OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`),
      `all OS::Heat::Value {value: [${names.map((name) => `{get_resource: ${name}}`).join(', ')}]}`,
      `one OS::Heat::Value {value: {list_join: [',', [${names.map((name) => `{get_resource: ${name}}`).join(', ')}]]}}`,
    )
  const impact = impactBetween(of('a'), of('b'))
  expect(impact.resources.find(({ name }) => name === 'one')?.changes).toEqual([
    {
      path: 'properties.value',
      by: 'v0, v1, v2 and 397 more',
      certainty: 'sure',
      action: 'update',
      knownAfter: 'v0, v1, v2 and 397 more',
    },
  ])
})

it('says once of resources that each read another one what happens to them', () => {
  const of = (tenant: string) => [
    `net OS::Neutron::Net {tenant_id: ${tenant}}`,
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `p${number} OS::Neutron::Port {network: {get_resource: net}}`),
    ...[1, 2].map(
      (number) =>
        `s${number} OS::Nova::Server {flavor: f, image: i, networks: [{port: {get_resource: p${number}}}]}`,
    ),
    ...[3, 4, 5, 6, 7].map((number) => `v${number} OS::Heat::Value {value: {get_resource: p${number}}}`),
    'w OS::Heat::Value {value: {get_attr: [p1, mac_address]}}',
  ]
  const text = textOf(of('a'), of('b'))
  expect(text).toContain(`
-/+ p1, p2, p3, p4, p5 and 2 more  OS::Neutron::Port  replaced
      properties.network: reads net, which is another one, known after the update  replaces

  ~ s1, s2  OS::Nova::Server  updated in place
      properties.networks[0].port: reads p1 and p2, which are other ones, known after the update  detaches it for some time

  ~ v3, v4, v5, v6, v7  OS::Heat::Value  updated in place
      properties.value: reads p3, p4, p5, p6 and p7, which are other ones, known after the update

 ?~ w  OS::Heat::Value  may be updated in place
      properties.value: reads p1.mac_address, known after the update
`)
})

it('says a reason for a refusal once, with its other locations', () => {
  const refused = (line: number, message = 'there is an error') =>
    ({ message, certainty: 'sure', code: 'nested-error', path: 'a.yaml', line, column: 3 }) as const
  const text = impactText(
    { ...noImpact, refusals: [refused(4), refused(9), refused(12), refused(20, 'another')] },
    'openstack',
    plainStyle,
  )
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Heat rejects this update: 2 reasons',
    '  a.yaml:4:3  nested-error  there is an error (also in lines 9 and 12)',
    '  a.yaml:20:3  nested-error  another',
  ])
  const many = impactText(
    { ...noImpact, refusals: [1, 2, 3, 4, 5].map((line) => refused(line)) },
    '',
    plainStyle,
  )
  expect(many).toContain('there is an error (also in 4 more lines)')
})

it('says of the first of many files that they are unknown', () => {
  const open = Array.from({ length: 9 }, (_, index) => `${index}.yaml does not exist`)
  const text = impactText({ ...noImpact, open }, 'openstack', plainStyle)
  expect(text).toContain('  5.yaml does not exist\n  and 3 more that are unknown\n')
  expect(impactText({ ...noImpact, open: open.slice(0, 7) }, '', plainStyle)).toContain(
    '6.yaml does not exist',
  )
})

it('says of a nested stack that has another name, and not again of all that is inside', () => {
  const child = {
    'child.yaml': withResources('key OS::Nova::KeyPair {name: a}', 'disk OS::Cinder::Volume {size: 1}'),
  }
  const impact = impactBetween(
    withResources('old child.yaml {}'),
    withResources('new child.yaml {}'),
    {},
    child,
  )
  expect(impactText(impact, 'openstack', plainStyle)).toBe(
    [
      '6 resources: 3 deleted, 3 created',
      '',
      '  - old  child.yaml  deleted',
      '      is defined under the name new now: Heat makes a new one',
      '',
      '    - old/key  OS::Nova::KeyPair  deleted',
      '',
      '    - old/disk  OS::Cinder::Volume  deleted',
      '        also deleted: its data',
      '        to preserve it: update with deletion_policy: Retain on it first, then give new/disk external_id: its id, and Heat only refers to it',
      '',
      '  + new  child.yaml  created',
      '      was defined under the name old: Heat deletes that one',
      '',
      '    + new/key  OS::Nova::KeyPair  created',
      '    + new/disk  OS::Cinder::Volume  created',
      '',
      'assumes: openstack',
      '',
    ].join('\n'),
  )
})

it('says that the stack of a template that was not read is updated, and what happens inside unknown', () => {
  const of = (name: string) => withResources(`shop missing.yaml {name: ${name}}`)
  const [shop] = impactBetween(of('a'), of('b')).resources
  expect(shop).toMatchObject({
    effects: [{ action: 'update', certainty: 'sure' }],
    unknown: 'missing.yaml does not exist: what happens to its resources is unknown',
  })
  expect(withEffects(noEffects, impactBetween(of('a'), of('b')))).toMatchObject({ replace: 0, untold: 1 })
})

it('shows of two long values what differs, however deep it is', () => {
  const deep = (name: string) =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].reduce(
      (inner, key) => `{yaql: {expression: "str($.data)", data: {${key}: ${inner}}}}`,
      `{get_resource: ${name}}`,
    )
  const of = (name: string) =>
    withResources(
      'one OS::Heat::Value {}',
      'two OS::Heat::Value {}',
      `v OS::Heat::Value {value: ${deep(name)}}`,
    )
  const [{ before = '', after = '' } = {}] =
    impactBetween(of('one'), of('two')).resources.at(-1)?.changes ?? []
  expect([before, after]).toEqual(['… get_resource one …', '… get_resource two …'])
})

it('says the same reason as check says only once', () => {
  const of = (name: string) =>
    withResources('a OS::Nova::KeyPair {name: a}', `b OS::Heat::Value {value: {get_resource: ${name}}}`)
  const { refusals } = impactBetween(of('a'), of('c'), {}, {}, {}, { gate: 'checked' })
  expect(refusals.map(({ code }) => code)).toEqual(['unknown-reference'])
})

it.each([
  ['an item at the end', [1, 2], [1, 2, 3], 'properties.value[2]: (none) -> 3'],
  ['an item in between', [1, 2, 3], [1, 3], 'properties.value[1]: 2 -> (none)'],
  ['several items', [1, 2, 3, 4], [1, 5, 6, 7, 4], 'properties.value[1..3]: [2, 3] -> [5, 6, 7]'],
  ['nothing in common', [1], [2, 3], 'properties.value: [1] -> [2, 3]'],
  [
    'one of many items',
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    'properties.value[9]: (none) -> 10',
  ],
])('shows of lists what is not in both: %s', (_, before, after, said) => {
  const of = (items: readonly number[]) => [`v OS::Heat::Value {value: [${items.join(', ')}]}`]
  expect(textOf(of(before), of(after))).toContain(`      ${said}\n`)
})

it('says booleans as templates do, and conditions that never hold', () => {
  const of = (value: string, zone: string) =>
    template(`parameters: {backup: {type: boolean, default: ${value}}}
conditions: {with_backup: {equals: [{get_param: backup}, true]}}
resources:
  v: {type: OS::Heat::Value, properties: {value: {if: [with_backup, ${zone}, none]}}}
`)
  const text = impactText(impactBetween(of('true', 'a'), of('false', 'b')), 'openstack', plainStyle)
  expect(text).toContain('backup  default true -> false\n')
  expect(text).toMatch(/with_backup {2}.*backup is true/)
  expect(text).not.toMatch(/True|False|is 1/)
  const given = (on: string) =>
    of('true', 'a').replace('{equals: [{get_param: backup}, true]}', `{equals: [${on}, a]}`)
  expect(impactBetween(given('a'), given('b')).conditions).toEqual([
    { name: 'with_backup', change: 'changed', notes: ['always -> never'] },
  ])
})

it('says at the cause how many follow it, also those that follow another follower, or are in a nested stack', () => {
  const child = {
    'child.yaml': template(`parameters: {net: {type: string}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: {get_param: net}}}
`),
  }
  const of = (zone: string) =>
    withResources(
      `a OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`,
      'b OS::Heat::RandomString {salt: {get_resource: a}}',
      'c OS::Heat::RandomString {salt: {get_resource: b}}',
      'd OS::Heat::Value {value: {get_attr: [c, show]}}',
      'nested child.yaml {net: {get_resource: c}}',
      `alone OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`,
    )
  const impact = impactBetween(of('x'), of('y'), {}, child)
  const following = impact.resources.flatMap(({ name, follow }) =>
    follow === undefined ? [] : [[name, follow]],
  )
  expect(following).toEqual([
    [
      'a',
      [
        { action: 'replace', certainty: 'sure', count: 3 },
        { action: 'update', certainty: 'sure', count: 1 },
        { action: 'update', certainty: 'may', count: 1 },
      ],
    ],
  ])
  expect(impactText(impact, 'openstack', plainStyle)).toContain(
    '      because of it: 3 replaced, 1 updated in place, 1 may be updated in place\n',
  )
})

describe('what keeps a server from being replaced', () => {
  const server = (rest: string) =>
    `s OS::Nova::Server {flavor: f, image: i, networks: [{network: n}], ${rest}}`
  const remedy = (before: string, after: string) =>
    impactBetween(withResources(server(before)), withResources(server(after))).resources[0]?.remedy

  it('is the policy of what changes, where nothing else replaces it', () => {
    expect(remedy('user_data: a', 'user_data: b')).toBe('user_data_update_policy: IGNORE')
    expect(remedy('user_data: a', 'user_data: b, user_data_update_policy: IGNORE')).toBeUndefined()
    expect(remedy('user_data: a, availability_zone: a', 'user_data: b, availability_zone: b')).toBe(
      'deletion_policy: retain, in an update before this one',
    )
    expect(remedy('flavor_update_policy: REPLACE', 'flavor: g, flavor_update_policy: REPLACE')).toBe(
      'flavor_update_policy: RESIZE',
    )
  })
})

it('says that --existing keeps what a parameter that is no longer given would replace, and that alone', () => {
  const of = (zone: string) =>
    template(`parameters: {zone: {type: string, default: z}}
resources:
  v: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {get_param: zone}}}
  w: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: ${zone}}}
`)
  const side = (path: string, zone: string, given: string) => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    return {
      path,
      bytes: bytes(of(zone)),
      environment: { path: `${path}.env`, bytes: bytes(`parameters: {${given}}`) },
    }
  }
  const remedies = (given: string) => {
    const answer = impactOf(side('a.yaml', 'a', 'zone: x'), side('b.yaml', 'b', given))
    return 'problem' in answer ? [] : answer.impact.resources.map(({ name, remedy }) => [name, remedy])
  }
  const retain = 'deletion_policy: retain, in an update before this one'
  expect(remedies('')).toEqual([
    ['v', '--existing'],
    ['w', retain],
  ])
  expect(remedies('zone: y')).toEqual([
    ['v', retain],
    ['w', retain],
  ])
})

describe('what is created before the old one is deleted', () => {
  const impact = (before: string, after: string) => impactBetween(withResources(before), withResources(after))
  const collision = (before: string, after: string) => impact(before, after).resources[0]?.collision

  it.each([
    [
      'k OS::Nova::KeyPair {name: k}',
      'k OS::Nova::KeyPair {name: k, public_key: x}',
      'the new one is created before the old one is deleted, and Nova rejects a second one with the same name; change name as well',
    ],
    [
      's OS::Neutron::Subnet {network: n, cidr: 10.0.0.0/24}',
      's OS::Neutron::Subnet {network: n, cidr: 10.0.0.0/24, ip_version: 6}',
      'the new one is created before the old one is deleted, and Neutron rejects a second one with the same network and cidr; change cidr as well',
    ],
    [
      'm OS::Octavia::HealthMonitor {pool: p, type: HTTP, delay: 1, max_retries: 1, timeout: 1}',
      'm OS::Octavia::HealthMonitor {pool: p, type: TCP, delay: 1, max_retries: 1, timeout: 1}',
      'the new one is created before the old one is deleted, and Octavia rejects a second one with the same pool; change pool as well',
    ],
    [
      'c OS::Swift::Container {name: c}',
      'c OS::Swift::Container {name: c, X-Container-Read: r}',
      'the new one is created before the old one is deleted, and to Swift both are one with the same name, which is deleted; change name as well',
    ],
  ])('collides: %s, %s', (before, after, said) => {
    expect(collision(before, after)).toBe(said)
  })

  it.each([
    ['k OS::Nova::KeyPair {name: k}', 'k OS::Nova::KeyPair {name: l}'],
    [
      's OS::Neutron::Subnet {network: n, cidr: 10.0.0.0/24}',
      's OS::Neutron::Subnet {network: m, cidr: 10.0.0.0/24}',
    ],
    ['c OS::Swift::Container {}', 'c OS::Swift::Container {X-Container-Read: r}'],
    ['p OS::Neutron::Port {network: n}', 'p OS::Neutron::Port {network: m}'],
  ])('collides with nothing: %s, %s', (before, after) => {
    expect(collision(before, after)).toBeUndefined()
  })

  it('needs room in quotas, unless what was there is retained', () => {
    const volume = (zone: string) => `v OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`
    const { remarks } = impact(volume('a'), volume('b'))
    expect(remarks).toEqual([
      'replaced resources are created before the old ones are deleted: the quota must allow 1 more volume',
    ])
    expect(impact(volume('a'), volume('a')).remarks).toBeUndefined()
  })
})
