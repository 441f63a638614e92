/** Groups as sets of named members: which an update creates, deletes and replaces, and whether that is counted. */
import { impactOf } from '../../src/engine/proof/impact.ts'
import { type EffectCounts, noEffects, withEffects } from '../../src/meaning/impact/model.ts'
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
    expect(counts(one, scaled('min_size: 1, max_size: 2')).untold).toBe(1)
    expect(counts(one, scaled('min_size: 1, max_size: 6')).untold).toBe(0)
    expect(counts(one, scaled('min_size: 1, max_size: 5, desired_capacity: 1')).untold).toBe(1)
    expect(between(one, scaled('min_size: 2, max_size: 2')).resources[0]?.unknown).toBe(
      'only the live stack knows how many members it has now (--live): which members are created or deleted is unknown',
    )
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
    expect(impactBetween(of('{get_param: n}'), of('2')).resources[0]?.unknown).toBe(
      'count is get_param n, which is not given a value here (--set n=VALUE): which members are created or deleted is unknown',
    )
  })

  it('of a group that is replaced are, with all that is in them', () => {
    const inner = { 'disk.yaml': withResources('v OS::Cinder::Volume {size: 1}') }
    const chain = (rest: string) =>
      withResources(`g OS::Heat::ResourceChain {resources: [OS::Heat::RandomString, disk.yaml], ${rest}}`)
    const impact = impactBetween(chain('concurrent: true'), chain('concurrent: false'), {}, inner)
    expect(effectsOf(impact)).toEqual({
      g: 'replace',
      'g/0': 'replace',
      'g/1': 'replace',
      'g/1/v': 'replace',
    })
    const volume = impact.resources.find(({ name }) => name === 'g/1/v')
    expect(volume).toMatchObject({ lost: 'its data', changes: [{ path: 'stack', action: 'replace' }] })
    expect(withEffects(noEffects, impact).replace).toBe(4)
  })

  it('that come for others are no moved ones, which external_id could preserve', () => {
    const inner = { 'disk.yaml': withResources('v OS::Cinder::Volume {size: 1}') }
    const group = (removed: string) =>
      withResources(
        `g OS::Heat::ResourceGroup {count: 2, removal_policies: [{resource_list: [${removed}]}], resource_def: {type: disk.yaml}}`,
      )
    const impact = impactBetween(group(''), group("'0'"), {}, inner)
    expect(effectsOf(impact)).toMatchObject({ 'g/0/v': 'delete', 'g/2/v': 'create' })
    const remedies = impact.resources.map(({ name, renamed, remedy }) => [name, renamed, remedy])
    expect(remedies).toEqual(
      impact.resources.map(({ name }) => [
        name,
        undefined,
        name === 'g/0/v' ? 'deletion_policy: retain, in an update before this one' : undefined,
      ]),
    )
  })

  it('are what the registry makes of their type', () => {
    const group =
      'g OS::Heat::ResourceGroup {count: 2, resource_def: {type: "Own::Key", properties: {name: a}}}'
    const registered = (type: string) => ({
      environment: {
        path: 'own.env',
        bytes: new TextEncoder().encode(`resource_registry: {"Own::Key": "${type}"}\n`),
      },
    })
    const side = (path: string, type: string) => ({
      path,
      bytes: new TextEncoder().encode(withResources(group)),
      ...registered(type),
    })
    const answer = impactOf(side('a.yaml', 'OS::Nova::KeyPair'), side('b.yaml', 'OS::Heat::None'))
    if ('problem' in answer) throw new Error(JSON.stringify(answer.problem))
    expect(effectsOf(answer.impact)).toEqual({ g: 'update', 'g/*': 'replace' })
    expect(withEffects(noEffects, answer.impact).replace).toBe(2)
  })

  it('of a chain come and go by their own types', () => {
    const chain =
      'g OS::Heat::ResourceChain {resources: [OS::Nova::KeyPair, OS::Neutron::Net, OS::Nova::KeyPair]}'
    const { resources } = between('k OS::Heat::Value {value: a}', chain)
    expect(
      resources
        .filter(({ name }) => name.startsWith('g/'))
        .map(({ name, type, count }) => [name, type, count]),
    ).toEqual([
      ['g/0,2', 'OS::Nova::KeyPair', 2],
      ['g/1', 'OS::Neutron::Net', 1],
    ])
  })

  describe('that are launched', () => {
    const launched = (image: string, policy: string, type = 'OS::Heat::InstanceGroup') => {
      const size = type === 'OS::Heat::InstanceGroup' ? 'Size: 3' : 'MinSize: 3, MaxSize: 3'
      return template(`resources:
  g: {type: "${type}", properties: {AvailabilityZones: [a], LaunchConfigurationName: {get_resource: l}, ${size}}${policy}}
  l: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: ${image}, InstanceType: s}}
`)
    }
    const rolling = ', update_policy: {RollingUpdate: {MaxBatchSize: 2}}'

    it('are replaced in batches by a policy', () => {
      const impact = impactBetween(launched('i', rolling), launched('j', rolling))
      expect(effectsOf(impact)).toEqual({ g: 'update', 'g/*': 'replace', l: 'replace' })
      expect(impact.resources.find(({ name }) => name === 'g/*')).toMatchObject({
        type: 'AWS::EC2::Instance',
        count: 3,
        note: 'in batches of at most 2, with at least 0 in service',
        lost: 'its local disks',
      })
    })

    it('are exchanged, the oldest for new ones, while too few would be in service', () => {
      const kept = ', update_policy: {RollingUpdate: {MaxBatchSize: 1, MinInstancesInService: 3}}'
      const impact = impactBetween(launched('i', kept), launched('j', kept))
      // A member that is replaced is the youngest from then on, and is not dropped.
      expect(effectsOf(impact)).toMatchObject({
        'g/(1 oldest)': 'delete',
        'g/(1 new)': 'create',
        'g/*': 'replace',
      })
      expect(impact.resources.find(({ name }) => name === 'g/*')?.count).toBe(2)
    })

    it('are replaced by the policy of the other type', () => {
      const type = 'AWS::AutoScaling::AutoScalingGroup'
      const policy = ', update_policy: {AutoScalingRollingUpdate: {MaxBatchSize: 2}}'
      const impact = impactBetween(launched('i', policy, type), launched('j', policy, type))
      expect(effectsOf(impact)).toMatchObject({ 'g/*': 'replace' })
      expect(effectsOf(impactBetween(launched('i', rolling, type), launched('j', rolling, type)))).toEqual({
        g: 'update',
        l: 'replace',
      })
    })

    it('stay as they are without one', () => {
      const impact = impactBetween(launched('i', ''), launched('j', ''))
      expect(effectsOf(impact)).toEqual({ g: 'update', l: 'replace' })
      expect(impact.resources.find(({ name }) => name === 'g')?.note).toMatch(/^without an update policy/)
    })

    it('are replaced with their group, whatever they are made with', () => {
      const zones = (zone: string, configuration: string) =>
        withResources(
          `g OS::Heat::InstanceGroup {AvailabilityZones: [${zone}], LaunchConfigurationName: ${configuration}, Size: 3}`,
        )
      const impact = impactBetween(zones('a', 'l'), zones('b', 'l'))
      expect(effectsOf(impact)).toEqual({ g: 'replace', 'g/*': 'replace' })
      expect(impact.resources).toMatchObject([{ name: 'g' }, { type: 'AWS::EC2::Instance', count: 3 }])
      expect(impact.resources[0]).not.toHaveProperty('unknown')
    })

    it('are unknown where the configuration copies a server', () => {
      const copied = (id: string) =>
        launched('i', rolling).replace('ImageId: i, InstanceType: s', `InstanceId: ${id}`)
      const group = impactBetween(copied('x'), copied('y')).resources.find(({ name }) => name === 'g')
      expect(group?.unknown).toMatch(/they may be replaced$/)
      expect(withEffects(noEffects, impactBetween(copied('x'), copied('y'))).untold).toBe(1)
    })
  })

  it('that batches leave with the old definition get the new files all the same', () => {
    const group = (name: string) => `resources:
  g:
    type: OS::Heat::AutoScalingGroup
    properties:
      {min_size: 2, max_size: 2, desired_capacity: 2, rolling_updates: {max_batch_size: 1, min_in_service: 2},
       resource: {type: kid.yaml, properties: {p: ${name}}}}
  reader: {type: OS::Neutron::Net, properties: {name: {list_join: [-, {get_attr: [g, refs]}]}}}
`
    const kid = (rest: string) =>
      template(`parameters: {p: {type: string}}
resources:
  net: {type: OS::Neutron::Net, properties: {name: {get_param: p}}}
${rest}`)
    const before = { 'kid.yaml': kid('') }
    const after = { 'kid.yaml': kid('  more: {type: OS::Neutron::Net}\n') }
    const impact = impactBetween(template(group('a')), template(group('b')), {}, before, after)
    expect(effectsOf(impact)).toMatchObject({
      'g/(1 oldest)': 'delete',
      'g/(1 new)/more': 'create',
      'g/(1 kept)': 'update',
      'g/(1 kept)/more': 'create',
      reader: 'may update',
    })
    expect(impact.resources.find(({ name }) => name === 'g')?.note).toMatch(
      /leaves 1 with the old definition$/,
    )
    const grown = template(
      group('b').replaceAll('2, ', '4, ').replace('min_in_service: 4', 'min_in_service: 2'),
    )
    expect(effectsOf(impactBetween(template(group('a')), grown, {}, before, after))).toMatchObject({
      'g/(1 oldest)': 'delete',
      'g/(3 new)': 'create',
    })
  })

  it('are exchanged where only the type of their template is another one', () => {
    const of = (file: string) =>
      template(
        `resources:\n  g: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 1, desired_capacity: 1, rolling_updates: {min_in_service: 1}, resource: {type: ${file}}}}\n`,
      )
    const files = {
      'kid.yaml': template('resources: {net: {type: OS::Neutron::Net}}\n'),
      'leaf.yaml': template('resources: {port: {type: OS::Neutron::Port, properties: {network: n}}}\n'),
    }
    expect(effectsOf(impactBetween(of('kid.yaml'), of('leaf.yaml'), {}, files))).toMatchObject({
      'g/(1 oldest)/net': 'delete',
      'g/(1 new)/port': 'create',
    })
  })

  it('follow a resource that they refer to for certain', () => {
    const referring = (name: string) =>
      withResources(`own OS::Nova::ServerGroup {name: ${name}}`, numbered(2, '', '{get_resource: own}'))
    expect(effectsOf(impactBetween(referring('a'), referring('b')))).toMatchObject({ 'g/*': 'replace' })
  })

  describe('of deployments', () => {
    const group = (servers: string, rest = 'config: c, name: n, actions: [CREATE]', type = 'Software') =>
      `dg OS::Heat::${type}DeploymentGroup {servers: ${servers}, ${rest}}`

    it.each(['Software', 'Structured'])('are replaced where a name leads to another server: %s', (type) => {
      const effects = effectsOf(
        between(group('{a: s1, b: s2}', 'config: c', type), group('{a: s1, b: s9}', 'config: c', type)),
      )
      expect(effects).toEqual({ dg: 'update', 'dg/b': 'replace' })
    })

    const config = (name: string) => `${name} OS::Heat::SoftwareConfig {config: a}`
    const withConfigs = (own: string) => withResources(config('c'), config('d'), own)

    it.each([
      'config: {get_resource: d}, name: n, actions: [CREATE]',
      'config: {get_resource: c}, name: n, actions: [CREATE, UPDATE]',
      'config: {get_resource: c}, name: m, actions: [CREATE]',
    ])('run on every server with %s', (rest) => {
      const first = 'config: {get_resource: c}, name: n, actions: [CREATE]'
      const of = (servers: string, own: string) => withConfigs(group(servers, own))
      const effects = effectsOf(impactBetween(of('{a: s1, b: s2}', first), of('{a: s1, b: s2}', rest)))
      expect(effects).toEqual({ dg: 'update', 'dg/a': 'update', 'dg/b': 'update' })
      const unlisted = '{get_param: p}'
      const declared = (own: string) =>
        of(unlisted, own).replace('resources:', 'parameters: {p: {type: json}}\nresources:')
      expect(effectsOf(impactBetween(declared(first), declared(rest)))).toEqual({
        dg: 'update',
        'dg/*': 'update',
      })
    })

    it('come and go with their names, whatever their servers are', () => {
      for (const server of ['s1', '{get_resource: c}'])
        expect(effectsOf(between(group(`{a: ${server}}`), group(`{b: ${server}}`)))).toEqual({
          dg: 'update',
          'dg/a': 'delete',
          'dg/b': 'create',
        })
    })
  })
})
