import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const before = `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Size: {Type: Number, Default: 4, MaxValue: 9}
Resources:
  Disk:
    Type: AWS::EC2::Volume
    Properties:
      Size: {Ref: Size}
      AvailabilityZone: {"Fn::Join": ["-", [nova, a]]}
`
const after = `heat_template_version: 2018-08-31
parameters:
  Size: {type: number, default: 4, constraints: [{range: {max: 9}}]}
resources:
  Disk:
    type: AWS::EC2::Volume
    properties:
      Size: {get_param: Size}
      AvailabilityZone: nova-a
`

async function verify(second: string, ...options: string[]) {
  const tree = temporaryTree({ 'a.yaml': before, 'b.yaml': second, 'b.env': 'parameters: {Size: 4}\n' })
  return await inProcess(['verify', 'a.yaml', 'b.yaml', ...options], tree.root)
}

describe('hotshift verify', () => {
  it('says that two templates mean the same', async () => {
    expect(await verify(after)).toMatchObject({ status: 0, stdout: "equal (Heat's reading)\n" })
  })

  it('names what differs, with both values', async () => {
    const { status, stdout } = await verify(after.replace('nova-a', 'nova_a'))
    expect(status).toBe(1)
    expect(stdout).toContain(
      "differs (Heat's reading)\nresources.Disk.properties.AvailabilityZone  (all values)\n",
    )
    expect(stdout).toContain('\n  - "nova-a"\n  + "nova_a"\n')
  })

  it('says where Heat refuses the first and accepts the second', async () => {
    const text = (value: string) => `heat_template_version: 2018-08-31\noutputs: {o: {value: ${value}}}\n`
    const { root } = temporaryTree({
      'a.yaml': text('{list_join: ["", [1]]}'),
      'b.yaml': text('"1"'),
      'c.yaml': text('{list_join: ["", ["1"]]}'),
    })
    const { status, stdout } = await inProcess(['verify', 'a.yaml', 'b.yaml'], root)
    expect({ status, stdout }).toEqual({
      status: 4,
      stdout: [
        "refines (Heat's reading)",
        '',
        'Heat rejects the first here, and accepts the second',
        'outputs.o.value  error-to-value',
        '  - TypeError: Items to join must be strings',
        '  + "1"',
        '',
      ].join('\n'),
    })
    const json = JSON.parse(
      (await inProcess(['verify', 'a.yaml', 'b.yaml', '--format', 'json'], root)).stdout,
    )
    expect(json).toMatchObject({ verdict: 'equal', refines: true, refined: [{ path: 'outputs.o.value' }] })
    expect((await inProcess(['verify', 'c.yaml', 'b.yaml'], root)).status).toBe(0)
    expect((await inProcess(['verify', 'b.yaml', 'a.yaml'], root)).status).toBe(1)
  })

  it('says what has to be a list where nothing else is open', async () => {
    const text = (value: string) =>
      `heat_template_version: 2018-08-31\nresources: {a: {type: 'OS::Heat::None'}}\noutputs: {o: {value: {list_join: [',', ${value}]}}}\n`
    const things = '{get_attr: [a, things]}'
    const { root } = temporaryTree({
      'joined.yaml': text(`${things}, [x]`),
      'concat.yaml': text(`{list_concat: [${things}, [x]]}`),
      'other.yaml': text(`{list_concat: [${things}, [{digest: [md5, {get_attr: [a, other]}]}]]}`),
    })
    const { status, stdout } = await inProcess(['verify', 'joined.yaml', 'concat.yaml'], root)
    expect({ status, stdout }).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('\nequal if these are lists, or null: «attribute a things»\n'),
    })
    const json = JSON.parse(
      (await inProcess(['verify', 'joined.yaml', 'concat.yaml', '--format', 'json'], root)).stdout,
    )
    expect(json).toMatchObject({ verdict: 'unproved', reasons: [{ ifLists: ['«attribute a things»'] }] })
    expect((await inProcess(['verify', 'joined.yaml', 'other.yaml'], root)).stdout).not.toContain('equal if')
  })

  it('says which names of types Heat no longer has, and takes none that is gone', async () => {
    const text = (type: string) => `heat_template_version: 2018-08-31\nresources: {q: {type: ${type}}}\n`
    const { root } = temporaryTree({
      'gone.yaml': text('OS::Marconi::Queue'),
      'now.yaml': text('OS::Zaqar::Queue'),
      'alias.yaml': text('OS::Quantum::Net'),
      'net.yaml': text('OS::Neutron::Net'),
    })
    const statusOf = async (...files: readonly string[]) =>
      (await inProcess(['verify', ...files], root)).status
    expect(await statusOf('gone.yaml', 'now.yaml')).toBe(4)
    expect(await statusOf('now.yaml', 'gone.yaml')).toBe(1)
    expect(await statusOf('alias.yaml', 'net.yaml')).toBe(0)
    expect(await statusOf('net.yaml', 'alias.yaml')).toBe(0)
  })

  it('takes an environment for defaults that moved there', async () => {
    const moved = after.replace('default: 4, ', '')
    expect((await verify(moved)).status).toBe(1)
    expect((await verify(moved, '--env', 'b.env')).status).toBe(0)
  })

  it('says where a file cannot be read', async () => {
    const { status, stderr } = await verify('heat_template_version: 2018-08-31\n\tx: y\n')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^b\.yaml:2:1 {2}error {2}yaml-tab {2}a tab /)
  })

  it('says which file it cannot take, and what to do', async () => {
    const { root, write } = temporaryTree({ 'a.yaml': after, 'b.txt': 'x\n' })
    write('c.yaml', Buffer.from('a: \xe9\n', 'latin1'))
    const problem = async (...args: string[]) => {
      const { status, stdout, stderr } = await inProcess(['verify', ...args], root)
      expect([status, stdout]).toEqual([2, ''])
      return stderr
    }
    const missing = 'x.yaml:1:1  error  path-not-found  no such file or directory\n'
    expect(await problem('x.yaml', 'a.yaml')).toBe(missing)
    expect(await problem('a.yaml', 'x.yaml')).toBe(missing)
    expect(await problem('a.yaml', 'a.yaml', '--env', 'x.yaml')).toBe(missing)
    expect(await problem('a.yaml', '.')).toMatch(
      /^\.:1:1 {2}error {2}unreadable-file {2}cannot be read: it is a directory\n/,
    )
    expect(await problem('a.yaml', 'b.txt')).toMatch(
      /^b\.txt:1:1 {2}error {2}not-a-template {2}the file is not a template\n {2}A template is /,
    )
    expect(await problem('c.yaml', 'a.yaml')).toBe(
      'c.yaml:1:4  error  invalid-utf8  the file is not UTF-8\n  Convert it to UTF-8.\n',
    )
  })

  it('answers programs', async () => {
    const { root } = temporaryTree({ 'a.yaml': after, 'b.yaml': after.replace('default: 4, ', '') })
    const { status, stdout } = await inProcess(['verify', 'a.yaml', 'b.yaml', '--format', 'json'], root)
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'differs', reading: 'heat' })
    const missing = await inProcess(['verify', 'x.yaml', 'b.yaml', '--format', 'json'], root)
    expect(missing.status).toBe(2)
    expect(JSON.parse(missing.stdout)).toMatchObject({ problem: { path: 'x.yaml', code: 'path-not-found' } })
  })

  it('reads merge keys of an environment as Heat does', async () => {
    const { root } = temporaryTree({
      'a.yaml': after,
      'b.yaml': after.replace('default: 4, ', ''),
      'a.env': 'event_sinks: [{Size: 4}]\n',
      'b.env': 'event_sinks: [&sizes {Size: 4}]\nparameters: {<<: *sizes}\n',
    })
    const sides = ['--env-before', 'a.env', '--env', 'b.env']
    const { status, stdout } = await inProcess(['verify', 'a.yaml', 'b.yaml', ...sides], root)
    expect({ status, verdict: stdout.split('\n', 1) }).toEqual({
      status: 0,
      verdict: ["equal (Heat's reading)"],
    })
  })

  it('takes an environment for each side', async () => {
    const { root } = temporaryTree({
      'a.yaml': after.replace('default: 4, ', ''),
      'b.yaml': after,
      'a.env': 'parameter_defaults: {Size: "4"}\n',
      'b.env': 'parameters: {Size: 5}\n',
    })
    expect((await inProcess(['verify', 'a.yaml', 'b.yaml', '--env-before', 'a.env'], root)).status).toBe(0)
    const { status, stdout } = await inProcess(
      ['verify', 'a.yaml', 'b.yaml', '--env-before', 'a.env', '--env', 'b.env'],
      root,
    )
    expect(status).toBe(1)
    expect(stdout).toContain('parameters.Size.default  (declaration)\n  - 4\n  + 5\n')
  })

  it('takes a type and a property for the ones into which Heat translates them', async () => {
    const old = `heat_template_version: 2016-10-14
resources:
  net: {type: OS::Neutron::Net}
  alarm: {type: OS::Ceilometer::Alarm, properties: {meter_name: m, threshold: 1}}
  port: {type: OS::Neutron::Port, properties: {network_id: {get_resource: net}}}
`
    const { root } = temporaryTree({
      'a.yaml': old,
      'b.yaml': old.replace('network_id', 'network'),
      'c.yaml': old.replace('network_id', 'net'),
    })
    expect((await inProcess(['verify', 'a.yaml', 'b.yaml'], root)).status).toBe(0)
    expect((await inProcess(['verify', 'a.yaml', 'c.yaml'], root)).status).toBe(1)
  })
})

describe('hotshift verify, with files beside the templates', () => {
  const module = (rest: string, version = '2018-08-31') => `heat_template_version: ${version}
parameters: {size: {type: number${rest}}}
resources:
  disk: {type: lib/disk.yaml, properties: {size: {get_param: size}}}
  s: {type: OS::Nova::Server, properties: {user_data: {str_replace: {template: {get_file: boot.sh}, params: {'%x%': y}}}}}
`
  const disk = (rest: string) => `heat_template_version: 2018-08-31
parameters: {size: {type: number${rest}}}
resources:
  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, name: {get_file: name.txt}}}
`
  const files = {
    'a/base.yaml': module(', default: 3'),
    'a/boot.sh': 'echo %x%\n',
    'a/lib/disk.yaml': disk(', default: 1'),
    'a/lib/name.txt': 'one',
    'b/base.yaml': module(''),
    'b/base.env': 'parameters: {size: 3}\n',
    'b/boot.sh': 'echo %x%\n',
    'b/lib/disk.yaml': disk(''),
    'b/lib/name.txt': 'one',
  }
  const told = async (changes: Readonly<Record<string, string>>) => {
    const { root } = temporaryTree({ ...files, ...changes })
    const { status, stdout } = await inProcess(
      ['verify', 'a/base.yaml', 'b/base.yaml', '--env', 'b/base.env'],
      root,
    )
    return { status, locations: stdout.split('\n').flatMap((line) => /^(\S.*?) {2}\S/.exec(line)?.[1] ?? []) }
  }

  it('follows calls of nested templates', async () => {
    expect(await told({})).toEqual({ status: 0, locations: ['parameters.size.default'] })
    expect(await told({ 'b/base.env': 'parameters: {size: 4}\n' })).toMatchObject({ status: 1 })
    expect(await told({ 'b/lib/disk.yaml': disk('').replace('Volume', 'VolumeType') })).toEqual({
      status: 1,
      locations: ['a/lib/disk.yaml: resources.v.type', 'parameters.size.default'],
    })
  })

  it('compares what is in files', async () => {
    expect(await told({ 'b/lib/name.txt': 'two' })).toMatchObject({
      status: 1,
      locations: expect.arrayContaining(['a/lib/disk.yaml: resources.v.properties.name']) as unknown,
    })
    expect(await told({ 'b/boot.sh': 'echo %y%\n' })).toMatchObject({
      locations: expect.arrayContaining(['resources.s.properties.user_data']) as unknown,
    })
  })

  it('sees a file under its new name', async () => {
    const renamed = {
      'a/base.yaml': module(', default: 3').replace('disk.yaml', 'disk.template'),
      'a/lib/disk.template': disk(', default: 1'),
    }
    expect(await told(renamed)).toEqual({
      status: 0,
      locations: ['parameters.size.default', 'resources.disk.type'],
    })
  })
})
