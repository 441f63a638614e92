/** What is unknown of an update: the plan says precisely what, and who knows it. */
import { impactOf } from '../../src/engine/proof/impact.ts'
import type { LiveStack } from '../../src/meaning/impact/live-stack.ts'
import type { ResourceImpact, StackImpact } from '../../src/meaning/impact/model.ts'
import { impactText } from '../../src/show/report/impact.ts'
import { plainStyle } from '../../src/show/report/style.ts'
import { effectsOf, withResources } from './impact-of.ts'

const encode = (text: string) => new TextEncoder().encode(text)

interface Given {
  /** What resource_registry of the environments has, before and after. */
  readonly registries?: readonly [string, string]
  readonly ids?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

function planOf(before: string, after: string, { registries, ids = {}, files = {} }: Given): StackImpact {
  const live: LiveStack = { are: 'all', ids: new Map(Object.entries(ids)) }
  const read = (path: string) => (files[path] === undefined ? undefined : encode(files[path]))
  const side = (path: string, text: string, registry: string | undefined) => ({
    path,
    bytes: encode(text),
    read,
    ...(registry === undefined
      ? {}
      : { environment: { path: `${path}.env`, bytes: encode(`resource_registry: ${registry}\n`) } }),
  })
  const answer = impactOf(
    side('before.yaml', before, registries?.[0]),
    side('after.yaml', after, registries?.[1]),
    { live },
  )
  if ('problem' in answer) throw new Error(JSON.stringify(answer.problem))
  return answer.impact
}

const named = ({ resources }: StackImpact, name: string): ResourceImpact | undefined =>
  resources.find((one) => one.name === name)

describe('templates that are not read', () => {
  const of = (size: number, type = 'My::Disk') =>
    withResources(`a ${type} {size: ${size}}`, 'k OS::Nova::KeyPair {name: a}')
  const registries = (one: string, other: string) =>
    [`{"My::Disk": "${one}"}`, `{"My::Disk": "${other}"}`] as const
  const url = 'https://example.com/disk.yaml'
  const copy =
    'heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n'

  it('are updated in place by what they are given, through a registry too', () => {
    const plan = planOf(of(1), of(2), { registries: registries(url, url) })
    expect(effectsOf(plan)).toEqual({ a: 'update' })
    expect(plan.resources[0]?.unknown).toBe(
      `${url} was not read (let resource_registry of --env-before and --env lead to a copy of it): what happens to its resources is unknown`,
    )
    expect(plan.open).toEqual([])
  })

  it('do nothing where nothing that leads to them changes', () => {
    expect(effectsOf(planOf(of(1), of(1), { registries: registries(url, url) }))).toEqual({})
  })

  it('are named where a registry leads to another one, and the rest is compared', () => {
    const plan = planOf(of(1), of(1), { registries: registries(url, 'https://example.com/new.yaml') })
    expect(effectsOf(plan)).toEqual({ a: 'may update' })
    expect(plan.resources[0]?.unknown).toMatch(
      /^https:\/\/example.com\/disk.yaml and https:\S+ were not read /,
    )
    expect(plan.open).toEqual([])
    expect(plan.unchanged).toBe(1)
  })

  it('are looked into as copies of them', () => {
    const plan = planOf(of(1), of(2), {
      registries: registries('copy.yaml', 'copy.yaml'),
      files: { 'copy.yaml': copy },
    })
    expect(effectsOf(plan)).toEqual({ a: 'update', 'a/v': 'update' })
    expect(plan.resources[0]).not.toHaveProperty('unknown')
  })

  it('say so where they come or go, and where a member of a group is one', () => {
    const group = (type: string) =>
      withResources(`g OS::Heat::ResourceGroup {count: 2, resource_def: {type: ${type}, properties: {}}}`)
    const gone = planOf(of(1, url), withResources('k OS::Nova::KeyPair {name: a}'), {})
    expect(gone.resources[0]).toMatchObject({
      name: 'a',
      note: `${url} was not read (name a copy of it in both templates): its resources are not listed`,
    })
    const other = planOf(group('My::Disk'), group('My::Disk'), {
      registries: registries(url, 'https://example.com/new.yaml'),
    })
    expect(effectsOf(other)).toEqual({ g: 'may update', 'g/*': 'may update' })
  })
})

describe('members that only the live stack knows', () => {
  const numbered = (rest: string) =>
    withResources(`g OS::Heat::ResourceGroup {count: 2, ${rest}resource_def: {type: OS::Heat::RandomString}}`)
  const removal = 'removal_policies: [{resource_list: [some-id]}], '
  const ids = { g: 'stack', 'g/0': 'first', 'g/1': 'some-id' }

  it('are found by their ids in removal policies', () => {
    expect(effectsOf(planOf(numbered(''), numbered(removal), { ids }))).toEqual({
      g: 'update',
      'g/1': 'delete',
      'g/2': 'create',
    })
  })

  it('are unknown without it, and where none has the id', () => {
    const plan = planOf(numbered(''), numbered(removal), {})
    expect(plan.resources[0]?.unknown).toBe(
      'only the live stack knows whether a member has the id some-id of removal_policies (--live): which members are created or deleted is unknown',
    )
    const text = impactText(plan, 'openstack', plainStyle)
    expect(text).not.toContain('the definition of its members changes')
    const other = planOf(numbered(''), numbered(removal), { ids: { ...ids, 'g/1': 'other' } })
    expect(other.resources[0]?.unknown).toMatch(/^no member in the live stack .* has the name or id some-id/)
  })

  it('come or go once in the text', () => {
    const of = (one: number) =>
      `heat_template_version: 2018-08-31
parameters: {n: {type: number}, env: {type: string}}
conditions: {prod: {equals: [{get_param: env}, prod]}}
resources:
  g:
    type: OS::Heat::ResourceGroup
    properties:
      count: {if: [prod, 4, {get_param: n}]}
      removal_policies: [{resource_list: [${one}]}]
      resource_def: {type: OS::Heat::RandomString}
`
    const text = impactText(planOf(of(0), of(1), {}), 'openstack', plainStyle)
    expect(text.split('\n').filter((line) => /members (?:come|change)|its members/.test(line))).toEqual([])
    expect(text).toContain('count is get_param n, which is not given a value here (--set n=VALUE)')
    const resized = impactText(planOf(numbered(''), numbered(removal), { ids }), 'openstack', plainStyle)
    expect(resized.split('members come or go')).toHaveLength(2)
  })

  it('have a type that the template leaves open', () => {
    const of = (length: number) =>
      `heat_template_version: 2018-08-31\nparameters: {kind: {type: string}}\nresources:\n  g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: {get_param: kind}, properties: {length: ${length}}}}}\n`
    expect(planOf(of(8), of(9), {}).resources[0]).toMatchObject({
      effects: [{ action: 'update', certainty: 'sure' }],
      unknown:
        'what its members are is not known here (their type is get_param kind), and so is what happens to them',
    })
    expect(effectsOf(planOf(of(8), of(8), {}))).toEqual({})
  })

  it('are all taken for there where the list of the live stack has none of them', () => {
    expect(effectsOf(planOf(numbered(''), numbered(''), { ids: { g: 'stack' } }))).toEqual({})
  })

  it('of a group that comes or goes are named as one', () => {
    const limits =
      'g OS::Heat::AutoScalingGroup {min_size: 1, max_size: 3, resource: {type: OS::Cinder::Volume}}'
    expect(effectsOf(planOf(withResources(limits), withResources('k OS::Heat::RandomString'), {}))).toEqual({
      g: 'delete',
      'g/*': 'delete',
      k: 'create',
    })
  })
})

describe('groups that scale', () => {
  const scaled = (rest: string, other = '') =>
    withResources(
      `g OS::Heat::AutoScalingGroup {min_size: 1, max_size: 5, ${rest}resource: {type: OS::Heat::RandomString}}`,
      `k OS::Nova::KeyPair {name: a${other}}`,
    )
  const remark =
    'every update sets groups that scale to their own size (g to 3): whether that creates or deletes members only the live stack knows (--live)'

  it('are set to their size by every update, which is said where the live stack is not given', () => {
    const desired = 'desired_capacity: 3, '
    const plan = planOf(scaled(desired), scaled(desired, 'b'), {})
    expect(plan.remarks).toEqual([remark])
    expect(impactText(plan, 'openstack', plainStyle)).toContain(`\n  ${remark}\n`)
    expect(planOf(scaled(desired), scaled(desired), { ids: { g: 's', 'g/x': '1' } })).toMatchObject({
      resources: [{ name: 'g' }, { name: 'g/(2 new)', count: 2 }],
    })
    expect(planOf(scaled(desired), scaled(desired), { ids: { g: 's', 'g/x': '1' } })).not.toHaveProperty(
      'remarks',
    )
  })

  it('keep their size without one', () => {
    expect(planOf(scaled(''), scaled('', 'b'), {})).not.toHaveProperty('remarks')
  })
})

describe('restricted actions of members', () => {
  const group = (length: number) =>
    withResources(
      `g OS::Heat::ResourceGroup {count: 3, resource_def: {type: OS::Heat::RandomString, properties: {length: ${length}}}}`,
    )
  const forbidding = (pattern: string) =>
    [`{resources: {g: {"${pattern}": {restricted_actions: replace}}}}`, '{}'].reverse() as [string, string]

  it('hold for all of them, or for those that they name', () => {
    const plan = (pattern: string) => planOf(group(8), group(9), { registries: forbidding(pattern) })
    expect(effectsOf(plan('*'))).toEqual({ g: 'update', 'g/*': 'refuse' })
    expect(named(plan('*'), 'g/*')).not.toHaveProperty('lost')
    expect(effectsOf(plan('1'))).toEqual({ g: 'update', 'g/0,2': 'replace', 'g/1': 'refuse' })
    expect(named(plan('1'), 'g/0,2')).toMatchObject({ count: 2, lost: 'its value' })
    expect(named(plan('1'), 'g/1')).toMatchObject({
      count: 1,
      note: 'restricted_actions forbids it: replace',
    })
    expect(effectsOf(plan('7'))).toEqual({ g: 'update', 'g/*': 'replace' })
  })

  it('may hold where the names of the members are not known', () => {
    const scaled = (length: number) =>
      withResources(
        `g OS::Heat::AutoScalingGroup {min_size: 1, max_size: 3, resource: {type: OS::Heat::RandomString, properties: {length: ${length}}}}`,
      )
    const registries = forbidding('a*')
    expect(effectsOf(planOf(scaled(8), scaled(9), { registries }))).toEqual({
      g: 'update',
      'g/*': 'may refuse, replace',
    })
    const ids = { g: 's', 'g/ab': '1', 'g/cd': '2' }
    expect(effectsOf(planOf(scaled(8), scaled(9), { registries, ids }))).toEqual({
      g: 'update',
      'g/ab': 'refuse',
      'g/cd': 'replace',
    })
  })
})
