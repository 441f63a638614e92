/** Archives with a blueprint as `heat.yaml` and files local to it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openArchive, readMembers } from '../../src/run/archive/archive.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const script = '#!/bin/sh\napt-get install -y nginx\n'
const blueprint = `name: shop
components:
  # Where customers knock.
  web:
    type: tier
    initialSize: 2
    nodespec: {requires: {run: setup}}
  setup: {content: scripts/setup.sh}
`

/** A tree with an archive, and what a command says of it. */
function shipped(members: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) {
  const { root } = temporaryTree(others)
  const all = Object.entries(members).map(([name, content]) => ({ name, content }))
  writeFileSync(join(root, 'shop.zip'), zipOf(all))
  return { root, run: (...args: readonly string[]) => inProcess([...args], root) }
}

async function membersOf(root: string, name: string): Promise<Readonly<Record<string, string>>> {
  const archive = await openArchive(name, join(root, name), realFileSystem)
  const contents = 'problem' in archive ? archive : readMembers(archive)
  if ('problem' in contents) throw new Error(contents.problem.message)
  return Object.fromEntries([...contents].map(([one, bytes]) => [one.name, Buffer.from(bytes).toString()]))
}

describe('a blueprint in an archive', () => {
  it('becomes HOT in a new one, with what its files name', async () => {
    const { root, run } = shipped({ 'heat.yaml': blueprint, 'scripts/setup.sh': script })
    const before = readFileSync(join(root, 'shop.zip'))
    expect((await run('check', 'shop.zip')).status).toBe(0)
    expect((await run('migrate', 'shop.zip', '--output', 'new.zip')).status).toBe(0)
    expect(readFileSync(join(root, 'shop.zip'))).toEqual(before)
    const members = await membersOf(root, 'new.zip')
    expect(Object.keys(members).sort()).toEqual(['heat-web.yaml', 'heat.yaml', 'scripts/setup.sh'])
    expect(members['scripts/setup.sh']).toBe(script)
    expect(members['heat.yaml']).toContain('      config: {get_file: scripts/setup.sh}\n')
    expect(members['heat.yaml']).toContain('        type: heat-web.yaml\n')
    const again = await run('check', 'new.zip')
    expect([again.status, again.stdout]).toEqual([0, expect.not.stringContaining('missing-file')])
  })

  it('is changed by single transforms', async () => {
    const { root, run } = shipped({ 'heat.yaml': blueprint, 'scripts/setup.sh': script })
    expect((await run('run', '-t', 'blueprint/expand', 'shop.zip', '--output', 'new.zip')).status).toBe(0)
    expect((await membersOf(root, 'new.zip'))['heat.yaml']).toBe(
      blueprint.replace('{run: setup}', '{run: {fulfillment: setup}}'),
    )
  })

  it.each([
    ['is missing', 'setup.sh', 'file "setup.sh" not found (relative to this blueprint)'],
    [
      'lies beside the archive',
      '../out.sh',
      '"../out.sh" is outside of the archive that contains this blueprint',
    ],
    [
      'lies on this machine',
      'file:///etc/hosts',
      '"file:///etc/hosts" is outside of the archive that contains this blueprint',
    ],
  ])('is reported where a file %s', async (_, content, message) => {
    const text = `components:\n  setup: {type: ShellScript, content: "${content}"}\n`
    const { run } = shipped({ 'heat.yaml': text }, { 'out.sh': script })
    expect((await run('check', 'shop.zip', '--format', 'concise')).stdout).toContain(
      `shop.zip/heat.yaml:2:39: warning missing-file ${message}\n`,
    )
  })

  it('is not reported for a URL', async () => {
    const text = 'components:\n  setup: {type: ShellScript, content: "https://example.org/setup.sh"}\n'
    expect(
      (await shipped({ 'heat.yaml': text }).run('check', 'shop.zip', '--format', 'concise')).stdout,
    ).not.toContain('missing-file')
  })

  it('is reported where the template of a type lies outside of the archive', async () => {
    const text = 'components:\n  mail: {type: x:Mail}\n'
    const mail = 'heat_template_version: 2018-08-31\nresources: {}\n'
    const others = { 'mail.yaml': mail, 'ours.txt': 'components: {x:Mail: mail.yaml}\n' }
    const { stderr } = await shipped({ 'heat.yaml': text }, others).run(
      'migrate',
      'shop.zip',
      '--blueprint',
      'ours.txt',
    )
    expect(stderr).toContain(
      '2:3  warning  blueprint-provider  the archive does not have mail.yaml, the template for "x:Mail"; add it, and name it in the environment\n',
    )
  })
})

it('has a template or a blueprint where heat.yaml is', async () => {
  const { run } = shipped({ 'heat.yaml': 'parts: []\n', 'other.yaml': 'parts: []\n' })
  const { status, stdout } = await run('check', 'shop.zip', '--format', 'concise')
  expect(status).toBe(2)
  expect(stdout).toContain(
    "shop.zip/heat.yaml:1:1: error not-a-template is not a template, and has the name of an archive's template\n",
  )
  expect(stdout).not.toContain('other.yaml')
})

it('reports names of templates that lead out of it, too', async () => {
  const template = 'heat_template_version: 2018-08-31\nresources:\n  a: {type: ../inner.yaml}\n'
  const inner = 'heat_template_version: 2018-08-31\nresources: {}\n'
  const { run } = shipped(
    { 'heat.yaml': template, 'a.env': 'resource_registry: {"x::A": ../inner.yaml}\n' },
    { 'inner.yaml': inner },
  )
  const { stdout } = await run('check', 'shop.zip', '--format', 'concise')
  expect(stdout).toContain(
    'shop.zip/heat.yaml:3:13: error missing-file "../inner.yaml" is outside of the archive that contains this template\n',
  )
  expect(stdout).toContain(
    'error missing-file "../inner.yaml" is outside of the archive that contains this environment\n',
  )
})
