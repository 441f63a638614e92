/** Environments are part of what is compared. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

describe('an environment', () => {
  afterEach(removeTemporaryTrees)

  const template = (type: string) =>
    `heat_template_version: 2018-08-31\nresources: {ip: {type: ${type}, properties: {port_id: p}}}\n`

  async function verified(files: Readonly<Record<string, string>>): Promise<number | null> {
    const { root } = temporaryTree({ 'a.yaml': template('OS::Neutron::FloatingIPAssociation'), ...files })
    return (await inProcess(['verify', 'a.yaml', 'b.yaml', '--env-before', 'a.env', '--env', 'b.env'], root))
      .status
  }

  it('decides by its registry what a type is', async () => {
    const files = {
      'a.yaml': template('OS::Quantum::FloatingIPAssociation'),
      'b.yaml': template('OS::Neutron::FloatingIPAssociation'),
    }
    const env = 'resource_registry: {"OS::Quantum::FloatingIPAssociation": own.yaml}\n'
    expect(await verified({ ...files, 'a.env': env, 'b.env': env })).not.toBe(0)
    expect(await verified({ ...files, 'a.env': '{}\n', 'b.env': '{}\n' })).toBe(0)
  })

  // Heat 19: `get_rsrc_restricted_actions` and `matches_hook` answer the same.
  it.each([
    ['hooks: pre-create', 'hooks: [pre-create]'],
    ['restricted_actions: replace', 'restricted_actions: [replace]'],
    ['restricted_actions: [update, replace]', 'restricted_actions: [replace, update]'],
  ])('is the same with one action as with a list of it: %s, %s', async (one, list) => {
    const env = (what: string) => `resource_registry: {resources: {ip: {${what}}}}\n`
    const b = template('OS::Neutron::FloatingIPAssociation')
    expect(await verified({ 'b.yaml': b, 'a.env': env(one), 'b.env': env(list) })).toBe(0)
    expect(await verified({ 'b.yaml': b, 'a.env': env(one), 'b.env': env('hooks: post-create') })).not.toBe(0)
  })

  it.each([
    [
      'registry',
      'resource_registry: {"OS::Neutron::*": "OS::Heat::None"}',
      'resource_registry: {"OS::Neutron::*": "OS::Heat::TestResource"}',
    ],
    [
      'hooks',
      'resource_registry: {resources: {ip: {hooks: pre-create}}}',
      'resource_registry: {resources: {ip: {hooks: pre-update}}}',
    ],
    [
      'merge strategies',
      'parameter_merge_strategies: {p: merge}',
      'parameter_merge_strategies: {p: deep_merge}',
    ],
    ['encrypted parameters', 'encrypted_param_names: [p]', 'encrypted_param_names: []'],
    [
      'event sinks',
      'event_sinks: [{type: zaqar-queue, target: a}]',
      'event_sinks: [{type: zaqar-queue, target: b}]',
    ],
  ])('counts with its %s', async (_what, one, other) => {
    const files = { 'b.yaml': template('OS::Neutron::FloatingIPAssociation'), 'a.env': `${one}\n` }
    expect(await verified({ ...files, 'b.env': `${other}\n` })).not.toBe(0)
    expect(await verified({ ...files, 'b.env': `# the same\n${one}\n` })).toBe(0)
  })

  const registered = (type: string, target: string) => `resource_registry: {"${type}": ${target}}\n`

  // Heat 19: `get_resource_info` is asked for the types of resources alone, see test/heat/registries.slow.test.ts.
  it('is the same without a name in its registry that nothing uses', async () => {
    const files = { 'b.yaml': template('OS::Neutron::FloatingIPAssociation'), 'b.env': '{}\n' }
    expect(await verified({ ...files, 'a.env': registered('My::Unused', 'a.yaml') })).toBe(0)
    expect(await verified({ ...files, 'a.env': registered('My::Unused', 'OS::Heat::None') })).toBe(0)
    expect(await verified({ ...files, 'a.env': registered('OS::Neutron::*', 'OS::Heat::None') })).not.toBe(0)
    // A client fails where a file is not there.
    expect(await verified({ ...files, 'a.env': registered('My::Unused', 'missing.yaml') })).not.toBe(0)
  })

  it.each([
    [
      'a type that is computed',
      'OS::Heat::ResourceGroup, properties: {resource_def: {type: {get_param: t}}}',
    ],
    ['a class that names types itself', 'OS::Heat::SoftwareDeploymentGroup, properties: {servers: {a: b}}'],
    [
      'a stack that is a resource',
      'OS::Heat::Stack, properties: {template: "heat_template_version: 2018-08-31"}',
    ],
  ])('counts with all of its registry where there is %s', async (_, type) => {
    const text = `heat_template_version: 2018-08-31\nparameters: {t: {type: string}}\nresources: {r: {type: ${type}}}\n`
    const files = { 'a.yaml': text, 'b.yaml': text, 'note.yaml': template('OS::Heat::Value') }
    expect(
      await verified({ ...files, 'a.env': registered('My::Unused', 'note.yaml'), 'b.env': '{}\n' }),
    ).not.toBe(0)
    expect(await verified({ ...files, 'a.env': '{}\n', 'b.env': '{}\n' })).toBe(0)
  })

  const resource = (type: string, properties: string) =>
    `heat_template_version: 2018-08-31\nresources: {r: {type: "${type}", properties: {${properties}}}}\n`

  // Heat 19: `Properties` are those of the class that `get_class_to_instantiate` finds, and `Value.reparse`.
  it.each([
    ['what the class of a registered type has anyway', 'My::Net', 'shared: false', '', 'OS::Neutron::Net', 0],
    ['the same in a group', 'My::Net', 'shared: false', '', 'OS::Neutron::Net', 0],
    ['what its class reads as another value', 'My::Net', 'name: 1', 'name: "2"', 'OS::Neutron::Net', 1],
    [
      'the name of a class that stands for another one',
      'OS::Neutron::Net',
      'shared: false',
      '',
      'No::Such',
      1,
    ],
    [
      'a type that another property names',
      'OS::Heat::Value',
      'value: 1, type: string',
      'value: "1", type: string',
      'OS::Heat::Value',
      0,
    ],
    ['no such type', 'OS::Heat::Value', 'value: 1', 'value: "1"', 'OS::Heat::Value', 1],
  ])('says by its registry whether two are the same: %s', async (_, type, one, other, target, status) => {
    const isGroup = _ === 'the same in a group'
    const text = (properties: string) =>
      isGroup
        ? resource('OS::Heat::ResourceGroup', `resource_def: {type: "${type}", properties: {${properties}}}`)
        : resource(type, properties)
    const env = type === target ? '{}\n' : registered(type, target)
    const files = { 'a.yaml': text(one), 'b.yaml': text(other), 'a.env': env, 'b.env': env }
    expect(await verified(files)).toBe(status)
  })

  it.each([
    ['values that are no mapping', 'parameters: [p]'],
    ['defaults that are a string', 'parameter_defaults: p'],
  ])('is refused with %s', async (_what, refused) => {
    const files = { 'b.yaml': template('OS::Neutron::FloatingIPAssociation') }
    expect(await verified({ ...files, 'a.env': '{}\n', 'b.env': `${refused}\n` })).toBe(1)
    expect(await verified({ ...files, 'a.env': `${refused}\n`, 'b.env': '{}\n' })).toBe(4)
    expect(await verified({ ...files, 'a.env': '{}\n', 'b.env': 'parameters: []\n' })).toBe(0)
  })
})
