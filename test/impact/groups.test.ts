/** Groups as sets of named members: which an update creates, deletes and replaces, and whether that is counted. */
import { type EffectCounts, noEffects, withEffects } from '../../src/impact/model.ts'
import { effectsOf, impactBetween, template, withResources } from './impact-of.ts'

const between = (before: string, after: string, ids: readonly string[] = []) =>
  impactBetween(
    withResources(before),
    withResources(after),
    {},
    {},
    {},
    {
      live: { are: 'all', ids: new Map(ids.map((id) => [id, id])) },
    },
  )

const counts = (...lines: Parameters<typeof between>): Partial<EffectCounts> => {
  const { create, delete: gone, replace, untold } = withEffects(noEffects, between(...lines))
  return { create, delete: gone, replace, untold }
}

const numbered = (count: number | string, rest = '', zone = 'a') =>
  `g OS::Heat::ResourceGroup {count: ${count}, ${rest}resource_def: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: ${zone}}}}`

describe('the members of a group', () => {
  it('are counted where a condition chooses the properties as a whole', () => {
    const member = 'resource: {type: OS::Nova::KeyPair, properties: {name: a}}'
    const chosen = (size: number) => `heat_template_version: 2018-08-31
parameters: {is_large: {type: boolean}}
conditions: {large: {equals: [{get_param: is_large}, true]}}
resources:
  g:
    type: OS::Heat::AutoScalingGroup
    properties:
      if:
        - large
        - {min_size: ${size}, max_size: 9, desired_capacity: ${size}, ${member}}
        - {min_size: 1, max_size: 9, desired_capacity: 1, ${member}}
`
    expect(effectsOf(impactBetween(chosen(2), chosen(2)))).toEqual({})
    expect(effectsOf(impactBetween(chosen(2), chosen(4)))).toEqual({
      g: 'update if large',
      'g/(2 new)': 'create if large',
    })
  })

  it('are created and deleted with its count', () => {
    expect(effectsOf(between(numbered(1), numbered(4)))).toEqual({ g: 'update', 'g/1..3': 'create' })
    expect(effectsOf(between(numbered(3), numbered(1)))).toEqual({ g: 'update', 'g/1,2': 'delete' })
    expect(counts(numbered(3), numbered(1))).toMatchObject({ create: 0, delete: 2, replace: 0 })
    expect(effectsOf(between(numbered("'2'"), numbered(2)))).toEqual({})
  })

  it('are deleted by removal policies, and others take their place', () => {
    const removal = "removal_policies: [{resource_list: ['0']}], "
    expect(effectsOf(between(numbered(2), numbered(2, removal)))).toEqual({
      g: 'update',
      'g/0': 'delete',
      'g/2': 'create',
    })
    expect(effectsOf(between(numbered(2, removal), numbered(2, removal)))).toEqual({})
    expect(
      effectsOf(between(numbered(2), numbered(2, "removal_policies: [{resource_list: ['9']}], "))),
    ).toEqual({
      g: 'update',
    })
  })

  it('that stay are replaced, each of them', () => {
    expect(counts(numbered(3), numbered(3, '', 'b'))).toMatchObject({ create: 0, delete: 0, replace: 3 })
    expect(counts(numbered(4), numbered(3, '', 'b'))).toMatchObject({ create: 0, delete: 1, replace: 3 })
  })

  it('come and go with their group', () => {
    expect(effectsOf(between(numbered(3), 'k OS::Heat::Value {value: a}'))).toMatchObject({
      g: 'delete',
      'g/0..2': 'delete',
    })
    expect(counts(numbered(3), 'k OS::Heat::Value {value: a}').delete).toBe(4)
  })

  it('are those of the live stack where it is known', () => {
    const live = ['g', 'g/0', 'g/2', 'g/3']
    // 1 was removed once, and its name is not used again.
    expect(effectsOf(between(numbered(3), numbered(4), live))).toEqual({ g: 'update', 'g/4': 'create' })
    expect(effectsOf(between(numbered(3), numbered(2), live))).toEqual({ g: 'update', 'g/3': 'delete' })
  })

  const scaled = (limits: string) =>
    `g OS::Heat::AutoScalingGroup {${limits}, resource: {type: OS::Nova::KeyPair, properties: {name: a}}}`

  it('of a group that scales follow its limits', () => {
    const live = ['g', 'g/abc', 'g/def', 'g/ghi']
    const one = scaled('min_size: 1, max_size: 5')
    expect(effectsOf(between(one, scaled('min_size: 1, max_size: 2'), live))).toEqual({
      g: 'update',
      'g/(1 oldest)': 'delete',
    })
    expect(effectsOf(between(one, scaled('min_size: 5, max_size: 5'), live))).toEqual({
      g: 'update',
      'g/(2 new)': 'create',
    })
    // An update sets the size to the desired one.
    expect(
      counts(
        scaled('min_size: 1, max_size: 5, desired_capacity: 1'),
        scaled('min_size: 1, max_size: 5, desired_capacity: 1'),
        live,
      ),
    ).toMatchObject({ delete: 2 })
    // Nobody knows how many there are.
    expect(counts(one, scaled('min_size: 1, max_size: 2')).untold).toBe(0)
    expect(between(one, scaled('min_size: 2, max_size: 2')).resources[0]?.unknown).toContain('not known')
  })

  it('of a chain are its types, one by one', () => {
    const chain = (types: string, properties = '{name: a}') =>
      `c OS::Heat::ResourceChain {resources: [${types}], resource_properties: ${properties}}`
    expect(
      effectsOf(between(chain('OS::Nova::KeyPair, OS::Neutron::Net'), chain('OS::Nova::KeyPair'))),
    ).toEqual({
      c: 'update',
      'c/1': 'delete',
    })
    // Heat cannot change what it passes in place.
    expect(
      effectsOf(between(chain('OS::Nova::KeyPair'), chain('OS::Nova::KeyPair', '{name: b}'))),
    ).toMatchObject({
      c: 'replace',
    })
  })

  it('of deployment groups are their servers', () => {
    const group = (servers: string) =>
      `d OS::Heat::SoftwareDeploymentGroup {config: c, servers: {${servers}}}`
    expect(effectsOf(between(group('a: x, b: y'), group('a: x')))).toEqual({ d: 'update', 'd/b': 'delete' })
  })

  it('follow a parameter, or a condition', () => {
    const of = (count: string) =>
      template(
        `parameters: {p: {type: string}, n: {type: number}}\nconditions: {big: {equals: [{get_param: p}, big]}}\nresources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: ${count}, resource_def: {type: OS::Nova::KeyPair, properties: {name: a}}}}\n`,
      )
    expect(effectsOf(impactBetween(of('3'), of('{if: [big, 3, 1]}')))).toEqual({
      g: 'update if not big',
      'g/1,2': 'delete if not big',
    })
    expect(effectsOf(impactBetween(of('{get_param: n}'), of('{get_param: n}')))).toEqual({})
    expect(impactBetween(of('{get_param: n}'), of('2')).resources[0]?.unknown).toContain('not known')
  })
})
