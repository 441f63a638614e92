/** Stacks of templates that a property gives, groups of groups, and groups that exchange members in batches. */
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { effectsOf, impactBetween, template, withResources } from './impact-of.ts'

afterEach(removeTemporaryTrees)

const server = (more = '') =>
  `{flavor: f, image: i, networks: [{network: n}]${more === '' ? '' : `, ${more}`}}`

/** The template of a stack of its own. */
const kid = (data: string, output = '{get_param: p}') =>
  template(`parameters: {p: {type: string, default: x}}
resources:
  inner: {type: OS::Nova::Server, properties: ${server(`user_data: ${data}`)}}
outputs: {v: {value: ${output}}}
`)

const caller = (given: string, more = '') =>
  template(`parameters: {text: {type: string, default: ''}}
resources:
  s: {type: OS::Heat::Stack, properties: {template: ${given}${more}}}
  key: {type: OS::Nova::KeyPair, properties: {name: {get_attr: [s, outputs, v]}}}
`)

const file = '{get_file: kid.yaml}'

const between = (
  before: readonly [string, string],
  after: readonly [string, string] = before,
  more: Readonly<Record<string, string>> = {},
) => impactBetween(before[0], after[0], {}, { 'kid.yaml': before[1] }, { 'kid.yaml': after[1], ...more })

describe('a stack of a template that a property gives', () => {
  it('is updated in place, and what is in it by its own definition', () => {
    const changed = between([caller(file), kid('a')], [caller(file), kid('b')])
    expect(effectsOf(changed)).toEqual({ s: 'update', 's/inner': 'replace' })
    const literal = (data: string) => caller(JSON.stringify(kid(data)))
    expect(effectsOf(between([literal('a'), ''], [literal('b'), '']))).toEqual(effectsOf(changed))
    expect(effectsOf(between([literal('a'), ''], [caller(file), kid('a')]))).toEqual({})
  })

  it('hands on what it is passed, and gives its outputs', () => {
    const passed = (value: string) => caller(file, `, parameters: {p: ${value}}`)
    const impact = between([passed('a'), kid('{get_param: p}')], [passed('b'), kid('{get_param: p}')])
    expect(effectsOf(impact)).toEqual({ s: 'update', 's/inner': 'replace', key: 'replace' })
    const same = between([passed('a'), kid('u')], [passed('a'), kid('u', 'a')])
    expect(effectsOf(same)).toEqual({})
  })

  it('is made anew in another region, with all that is in it, and comes and goes with it', () => {
    const region = (name: string) => caller(file, `, context: {region_name: ${name}}`)
    const moved = between([region('one'), kid('a')], [region('two'), kid('a')])
    expect(effectsOf(moved)).toMatchObject({ s: 'replace', 's/inner': 'replace' })
    const none = template('resources: {n: {type: OS::Heat::None}}\n')
    expect(effectsOf(between([caller(file), kid('a')], [none, '']))).toMatchObject({ 's/inner': 'delete' })
  })

  it('says that it is unknown what is inside where values make the template', () => {
    const made = (rest: string) => caller(`{list_join: ['', [{get_param: text}, "${rest}"]]}`)
    const { resources } = between([made('a'), ''], [made('b'), ''])
    expect(resources.find(({ name }) => name === 's')?.unknown).toBe(
      'its template is not in the files here: what happens to its resources is unknown',
    )
    expect(between([made('a'), '']).resources).toEqual([])
    const { refusals } = between([caller(file), kid('a')], [caller('plain'), ''])
    expect(refusals).toMatchObject([
      { certainty: 'sure', message: expect.stringContaining('is no template') },
    ])
  })
})

describe('a group of groups', () => {
  const group = (outer: number, inner: number) =>
    withResources(
      `g OS::Heat::ResourceGroup {count: ${outer}, resource_def: {type: OS::Heat::ResourceGroup, properties: {count: ${inner}, resource_def: {type: OS::Cinder::Volume, properties: {size: 1}}}}}`,
    )

  it('names what is in groups that come and go', () => {
    expect(effectsOf(impactBetween(group(1, 2), group(2, 2)))).toEqual({
      g: 'update',
      'g/1': 'create',
      'g/1/0,1': 'create',
    })
    const none = withResources('n OS::Heat::None')
    const { resources } = impactBetween(group(2, 2), none)
    const inner = resources.find(({ type }) => type === 'OS::Cinder::Volume')
    expect(inner).toMatchObject({ name: 'g/0,1/0,1', count: 4, effects: [{ action: 'delete' }] })
  })
})

describe('a group that keeps members in service', () => {
  const scaled = (size: string, least: number, batch = 1) =>
    withResources(
      `g OS::Heat::AutoScalingGroup {min_size: 1, max_size: 9, desired_capacity: 3, rolling_updates: {min_in_service: ${least}, max_batch_size: ${batch}}, resource: {type: OS::Cinder::Volume, properties: {size: ${size}}}}`,
    )
  const counts = (least: number, batch?: number) =>
    Object.fromEntries(
      impactBetween(scaled('1', least, batch), scaled('2', least, batch)).resources.flatMap((one) =>
        one.name === 'g' ? [] : [[one.name, `${one.count} ${one.effects[0]?.action}`]],
      ),
    )

  it('changes all of them in place where a batch leaves enough', () => {
    expect(counts(2)).toEqual({ 'g/*': '3 update' })
  })

  it('makes new ones, and deletes the oldest, where it does not', () => {
    expect(counts(3)).toEqual({ 'g/*': '1 update', 'g/(1 oldest)': '1 delete', 'g/(1 new)': '1 create' })
    // Heat counts new members as changed ones, and leaves one with the old definition.
    expect(counts(2, 2)).toEqual({ 'g/*': '1 update', 'g/(1 oldest)': '1 delete', 'g/(1 new)': '1 create' })
  })
})

describe('what Heat says before an update', () => {
  const first = async (sections: string, given = '') => {
    const head = `heat_template_version: 2018-08-31
parameters: {size: {type: string, default: small}}
conditions: {is_big: {equals: [{get_param: size}, big]}}
resources:
  subnet: {type: OS::Neutron::Subnet, properties: {network: x, cidr: 10.0.0.0/24}}
`
    const { root } = temporaryTree({
      'a.yaml': head,
      'b.yaml': head + sections,
      'e.yaml': `parameters: {${given}}\n`,
    })
    const { out } = await commandLine(root, 'diff a.yaml b.yaml --env-before e.yaml --env e.yaml')
    return out.split('\n').slice(0, 2).join(' ')
  }

  it('is nothing about a type in a resource that a condition leaves out', async () => {
    const odd = '  odd: {type: OS::Cinder::Volume2, condition: is_big, properties: {size: 1}}\n'
    expect(await first(odd, 'size: small')).toMatch(/^nothing happens/)
    expect(await first(odd, 'size: big')).toMatch(/^Heat rejects this update: 1 reason/)
  })

  it('is that a server waits for a subnet which depends on it', async () => {
    const waiting = `  server: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{port: p}]}}
  other: {type: OS::Neutron::Subnet, depends_on: server, properties: {network: x, cidr: 10.1.0.0/24}}
`
    expect(await first(waiting)).toMatch(/^Heat rejects this update.* server → other → server$/)
  })
})
