/** What a person reads who must say yes: the worst first, the rest together, and no secrets. */
import { impactMarkdown, impactText } from '../../src/report/impact.ts'
import { plainStyle } from '../../src/report/style.ts'
import { impactBetween, withResources } from './impact-of.ts'

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
      '      lost with it: its data',
      '',
      '  ~ a, b, c, d, e and 1 more  OS::Nova::Server  updated in place',
      '      properties.metadata.m: 1 -> 2',
      '',
      'the answer is for: openstack',
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
    { path: 'properties.value', by: 'v0, v1, v2 and 397 more', certainty: 'sure', action: 'update' },
  ])
})
