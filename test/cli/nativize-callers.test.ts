/** Resources of nested templates keep their types where callers ask for what only those have. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const hot = (sections: string) => `heat_template_version: 2018-08-31\n${sections}`
const volume = '{type: AWS::EC2::Volume, properties: {AvailabilityZone: nova, Size: 1}}'
const child = hot(`resources:\n  v: ${volume}\n  w: ${volume}\noutputs: {w: {value: {get_resource: w}}}\n`)

/** What is left of AWS in the nested template, and why. */
async function keptIn(caller: string, nested = child, accept = '') {
  const { root } = temporaryTree({ 'stack.yaml': hot(caller), 'child.yaml': nested })
  const { err, code } = await commandLine(root, `nativize --write --allow-dirty${accept}`)
  const left = readFileSync(join(root, 'child.yaml'), 'utf8').match(/\w+: \{type: AWS::[\w:]+/g) ?? []
  return { left: left.map((one) => one.replace(/:.*/, '')), err, code }
}

const called = (value: string) => `resources:\n  stack: {type: child.yaml}\noutputs: {o: {value: ${value}}}\n`

describe('nativize, and what callers ask of nested templates', () => {
  it('keeps a resource whose attribute a caller asks for', async () => {
    const { left, err } = await keptIn(called('{get_attr: [stack, resource.v, VolumeId]}'))
    expect(left).toEqual(['v'])
    expect(err).toContain('native-kept  AWS::EC2::Volume stays: stack.yaml asks for its attribute VolumeId')
  })

  it.each([
    '{get_attr: [stack, resource.v.VolumeId]}',
    '{get_attr: [stack, resource.v, {get_param: "OS::stack_name"}]}',
  ])('understands %s', async (value) => {
    expect((await keptIn(called(value))).left).toEqual(['v'])
  })

  it('sees through groups', async () => {
    const caller =
      'resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: child.yaml}}}\noutputs: {o: {value: {get_attr: [g, resource.0.resource.w.VolumeId]}}}\n'
    expect((await keptIn(caller)).left).toEqual(['w'])
  })

  it.each([
    '{get_attr: [stack, resource.v]}',
    '{get_attr: [stack, w]}',
    '{get_attr: [other, resource.v, x]}',
  ])('lets go what is the same for %s', async (value) => {
    const { left } = await keptIn(called(value).replace('resources:\n', `resources:\n  other: ${volume}\n`))
    expect(left).toEqual([])
  })

  it('keeps a family of which a caller refers to what would go', async () => {
    const group = hot(
      'resources:\n' +
        '  l: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: f}}\n' +
        '  g: {type: AWS::AutoScaling::AutoScalingGroup, properties: {AvailabilityZones: [n], LaunchConfigurationName: {get_resource: l}, MinSize: 1, MaxSize: 1}}\n',
    )
    const accept = ' --accept login-user,group-members'
    expect((await keptIn(called('{get_attr: [stack, x]}'), group, accept)).left).toEqual([])
    const { left, err } = await keptIn(called('{get_attr: [stack, resource.l]}'), group, accept)
    expect(left).toEqual(['l', 'g'])
    expect(err).toContain('stack.yaml refers to it as resource.l')
  })
})
