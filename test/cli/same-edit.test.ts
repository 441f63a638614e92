import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const web = `heat_template_version: 2018-08-31
description: Web
parameters:
  image: {type: string}
  flavor:
    type: string
    default: m1.small  # cheap
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: private
      security_groups: [web, ssh]
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: {get_param: flavor}
      networks:
        - port: {get_resource: port}
outputs:
  ip: {value: {get_attr: [server, first_address]}}
`
/** The edit, in whatever template. */
const edited = (text: string) =>
  text
    .replace(
      '    default: m1.small  # cheap\n',
      '    default: m1.medium  # cheap\n  # The key\n  key_name: {type: string}  # of all\n',
    )
    .replace(
      '      flavor: {get_param: flavor}\n',
      '      flavor: {get_param: flavor}\n      key_name: {get_param: key_name}\n',
    )
    .replace('ssh]', 'ssh, monitoring]')
    .replace('get_attr: [server, first_address]', 'get_attr: [port, fixed_ips, 0, ip_address]')
const db = web.replace('description: Web', 'description: Database  # big').replace('[web, ssh]', '[db, ssh]')

function git(root: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

function committed(files: Readonly<Record<string, string>>) {
  const tree = temporaryTree(files)
  git(tree.root, 'init', '-q', '.')
  git(tree.root, 'add', '-A')
  git(tree.root, 'commit', '-qm', 'a')
  return tree
}

describe('hotshift same-edit', () => {
  it('makes an edit that is not committed yet in near-copies, in the text of each', async () => {
    const tree = committed({
      'web.yaml': web,
      'lib/db.yaml': db,
      'other.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n',
    })
    tree.write('web.yaml', edited(web))
    const { status, stderr } = await inProcess(
      ['same-edit', 'web.yaml', '--write', '--allow-dirty'],
      tree.root,
    )
    expect(status).toBe(0)
    expect(tree.read('lib/db.yaml')).toBe(edited(db))
    expect(tree.read('web.yaml')).toBe(edited(web))
    expect(stderr).toContain('87 % as web.yaml; the edit applies at 5 of 5 locations\n')
    expect(stderr).toContain('effect on a live stack')
    expect(tree.read('other.yaml')).toBe('heat_template_version: 2018-08-31\nresources: {}\n')
    const again = await inProcess(['same-edit', 'web.yaml', '--check', '--allow-dirty'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
    expect(again.stderr).toContain('the edit applies at 0 of 5 locations, and 5 had it already\n')
  })

  it('takes the version before from a commit or a file', async () => {
    const tree = committed({ 'web.yaml': web, 'db.yaml': db })
    tree.write('web.yaml', edited(web))
    git(tree.root, 'add', '-A')
    git(tree.root, 'commit', '-qm', 'b')
    expect(
      (await inProcess(['same-edit', 'web.yaml', '--from', 'HEAD~1', '--write'], tree.root)).status,
    ).toBe(0)
    expect(tree.read('db.yaml')).toBe(edited(db))
    const files = temporaryTree({ 'old.yaml': web, 'new.yaml': edited(web), 'db.yaml': db })
    expect(
      (await inProcess(['same-edit', 'new.yaml', '.', '--from', 'old.yaml', '--write'], files.root)).status,
    ).toBe(0)
    expect(files.read('db.yaml')).toBe(edited(db))
    expect(files.read('old.yaml')).toBe(web)
  })

  it('reads an edited template that is given as a link', async () => {
    const { root, read } = temporaryTree({ 'old.yaml': web, 'new.yaml': edited(web), 'db.yaml': db })
    symlinkSync('new.yaml', join(root, 'link.yaml'))
    const asked = ['same-edit', 'link.yaml', 'db.yaml', '--from', 'old.yaml', '--write']
    expect((await inProcess(asked, root)).status).toBe(0)
    expect(read('db.yaml')).toBe(edited(db))
  })

  it('leaves what differs in the copy, and names it', async () => {
    const large = db
      .replace('default: m1.small', 'default: m1.large')
      .replace('get_attr: [server, first_address]', 'get_attr: [server, name]')
    const tree = temporaryTree({ 'old.yaml': web, 'new.yaml': edited(web), 'db.yaml': large })
    const { status, stderr } = await inProcess(
      ['same-edit', 'new.yaml', '.', '--from', 'old.yaml', '--write'],
      tree.root,
    )
    expect(status).toBe(3)
    expect(tree.read('db.yaml')).toBe(
      edited(db)
        .replace('default: m1.medium', 'default: m1.large')
        .replace('get_attr: [port, fixed_ips, 0, ip_address]', 'get_attr: [server, name]'),
    )
    expect(stderr).toContain(
      '  7:14   error    edit-left         parameters.flavor.default is changed in new.yaml but not here: it has another value here\n',
    )
    expect(stderr).toContain(
      'outputs.ip.value.get_attr is changed in new.yaml but not here: it has another value here\n',
    )
    expect(stderr).toContain('the edit applies at 3 of 5 locations\n')
  })

  it('removes what was removed, and reorders nothing', async () => {
    const less = web
      .replace('      security_groups: [web, ssh]\n', '')
      .replace('  image: {type: string}\n', '')
    const tree = temporaryTree({
      'old.yaml': web,
      'new.yaml': less,
      'db.yaml': web.replace('Web', 'Database'),
    })
    await inProcess(['same-edit', 'new.yaml', '.', '--from', 'old.yaml', '--write'], tree.root)
    expect(tree.read('db.yaml')).toBe(less.replace('Web', 'Database'))
  })

  it('says what the edit reads and the copy does not have', async () => {
    const tree = temporaryTree({
      'old.yaml': web,
      'new.yaml': web.replace('get_attr: [server, first_address]', 'get_attr: [port, name]'),
      'db.yaml': db.replace('  port:\n', '  nic:\n').replace('get_resource: port', 'get_resource: nic'),
    })
    const { status, stderr } = await inProcess(
      ['same-edit', 'new.yaml', 'db.yaml', '--from', 'old.yaml', '--alike', '40'],
      tree.root,
    )
    expect(status).toBe(3)
    expect(stderr).toContain('unknown-reference  in the result, there is no resource "port"')
  })

  it('leaves what a merge key brings in, or what is there twice', async () => {
    const own = `heat_template_version: 2018-08-31
x-common: &common {flavor: m1.small}
resources:
  a:
    type: OS::Nova::Server
    properties: {image: x, flavor: m1.small}
`
    const copy = own.replace('{image: x, flavor: m1.small}', '{<<: *common, image: x, image: x}')
    const tree = temporaryTree({
      'old.yaml': own,
      'new.yaml': own.replace('{image: x, flavor: m1.small}', '{image: y}'),
      'copy.yaml': copy,
    })
    const { stderr, stdout } = await inProcess(
      ['same-edit', 'new.yaml', 'copy.yaml', '--from', 'old.yaml'],
      tree.root,
    )
    expect(stdout).toBe('')
    expect(stderr).toContain('properties.image is changed in new.yaml but not here: it exists more than once')
    expect(stderr).toContain('properties.flavor is removed in new.yaml but not here: a merge key supplies it')
  })

  it('leaves templates alone that are less alike than is asked for', async () => {
    const tree = temporaryTree({ 'old.yaml': web, 'new.yaml': edited(web), 'db.yaml': db })
    const { status, stdout, stderr } = await inProcess(
      ['same-edit', 'new.yaml', '.', '--from', 'old.yaml', '--alike', '95'],
      tree.root,
    )
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('hotshift: no template is nearly the same as new.yaml\n')
  })

  it.each([
    [['new.yaml', '--from', 'new.yaml'], 'new.yaml is the same as new.yaml has it'],
    [['new.yaml', '--from', 'no-commit'], '--from no-commit: '],
    [['new.yaml', '--from=--output=x'], '--from --output=x: neither a file nor a commit'],
    [['new.yaml', '--from', 'old.yaml', '--alike', '0'], '--alike 0: a number from 1 to 100'],
  ])('refuses %j', async (args, message) => {
    const tree = committed({ 'old.yaml': web, 'new.yaml': edited(web), 'a.env': 'parameters: {}\n' })
    const { status, stderr } = await inProcess(['same-edit', ...args], tree.root)
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
  })
  it.each([
    [['none.yaml'], 'none.yaml:1:1  error  path-not-found  no such file or directory\n'],
    [['a.env', '--from', 'old.yaml'], 'a.env:1:1  error  not-a-template  the file is no HOT template\n'],
    [['torn.yaml', '--from', 'old.yaml'], 'torn.yaml:3:1  error  yaml-tab  '],
    [['new.yaml', '--from', 'torn.yaml'], 'torn.yaml:3:1  error  yaml-tab  '],
  ])('says what is wrong with a file, and where: %j', async (args, message) => {
    const torn = 'heat_template_version: 2018-08-31\nresources:\n\ta: 1\n'
    const { root } = temporaryTree({
      'old.yaml': web,
      'new.yaml': edited(web),
      'a.env': '',
      'torn.yaml': torn,
    })
    const { status, stderr } = await inProcess(['same-edit', ...args], root)
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
