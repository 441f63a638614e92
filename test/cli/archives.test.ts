import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openArchive, readMembers } from '../../src/run/archive/archive.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { packageTexts } from '../onap/changes.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = `heat_template_version: 2018-03-02
description: A lamp
parameters:
  lamp_image_name:
    type: string
    description: the image
    default: ubuntu # LTS
resources:
  lamp_server_0:
    type: OS::Nova::Server
    properties:
      image: {get_param: lamp_image_name}
`

const members = [
  { name: 'picture.png', content: Buffer.from([0, 1, 2]), hasDescriptor: true },
  { name: 'base_lamp.yaml', content: template, method: 'deflate' as const },
]

function packedTree() {
  const tree = temporaryTree()
  tree.write('lamp.zip', zipOf(members))
  const run = (...args: readonly string[]) => inProcess([...args], tree.root)
  return { tree, run, bytes: (name: string) => readFileSync(join(tree.root, name)) }
}

async function contentOf(root: string, name: string): Promise<Record<string, string>> {
  const archive = await openArchive(name, join(root, name), realFileSystem)
  const contents = 'problem' in archive ? archive : readMembers(archive)
  if ('problem' in contents) throw new Error(contents.problem.message)
  return Object.fromEntries(
    [...contents].map(([one, bytes]) => [one.name, Buffer.from(bytes).toString('latin1')]),
  )
}

describe('a package in an archive', () => {
  it('is checked with the names of its files', async () => {
    const { status, stdout } = await packedTree().run('check', '--profile', 'onap', 'lamp.zip', '--verbose')
    expect(stdout).toMatch(/^lamp\.zip\/base_lamp\.yaml\n(?: .*\n)* {2}4:3 .* at 7:5/m)
    expect(stdout).toContain('R-86285')
    expect(status).toBe(1)
  })

  it('is repaired into a new archive, and the old one is not touched', async () => {
    const { tree, run, bytes } = packedTree()
    const before = bytes('lamp.zip')
    const { status, stderr } = await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'new.zip')
    expect(status).toBe(3)
    expect(stderr).toContain('2 files written\nthe package is in new.zip\n')
    expect(bytes('lamp.zip').equals(before)).toBe(true)
    expect(tree.list()).toEqual(['lamp.zip', 'new.zip'])
    expect(await contentOf(tree.root, 'new.zip')).toEqual({
      'picture.png': '\0\u0001\u0002',
      'base_lamp.yaml': template.replace('    default: ubuntu # LTS\n', ''),
      'base_lamp.env': 'parameters:\n  lamp_image_name: ubuntu # LTS\n',
    })
    const again = await run('check', '--profile', 'onap', 'new.zip')
    expect(again.stdout).not.toMatch(/R-90526|R-86285/)
  })

  it('is checked, repaired until nothing is left, and checked again', async () => {
    const { tree, run } = packedTree()
    const texts = [...packageTexts('onap-lighthouse')].map(([name, content]) => ({
      name,
      content: content.replace('    description: Image of the lamp\n', '$&    default: lamp-2.0\n'),
    }))
    const spoilt = texts.map((one) =>
      one.name === 'base_lighthouse.env' ? { ...one, content: `${one.content}  vnf_id: x # by ONAP\n` } : one,
    )
    tree.write('vnf.zip', zipOf(spoilt))
    const codes = async (name: string) => {
      const { status, stdout } = await run('check', '--profile', 'onap', name, '--format', 'csv')
      const rows = stdout.split('\r\n').slice(1, -1)
      return { status, found: rows.flatMap((row) => /,(R-\d+|verdict),/.exec(row)?.[1] ?? []).sort() }
    }
    expect(await codes('vnf.zip')).toEqual({ status: 1, found: ['R-20856', 'R-90526', 'verdict'] })
    const repair = await run('remediate', '--profile', 'onap', 'vnf.zip', '--lossy', '--output', 'new.zip')
    expect(repair.status).toBe(0)
    expect(await codes('new.zip')).toEqual({ status: 0, found: ['verdict'] })
    const again = await run('remediate', '--profile', 'onap', 'new.zip', '--lossy', '--output', 'again.zip')
    expect(again.stderr).toContain('0 files written')
    expect(readFileSync(join(tree.root, 'again.zip')).equals(readFileSync(join(tree.root, 'new.zip')))).toBe(
      true,
    )
  })

  it('is not looked at without a template that is too large to be read', async () => {
    const tree = temporaryTree()
    const large = `a: ${' '.repeat(17 * 1024 * 1024)}\n`
    const pack = (name: string) => [...members, { name, content: large, method: 'deflate' as const }]
    tree.write('vnf.zip', zipOf(pack('nested_lamp.yml')))
    tree.write('photos.zip', zipOf(pack('photo.raw')))
    const check = (name: string) => inProcess(['check', '--profile', 'onap', name, '--verbose'], tree.root)
    expect([(await check('vnf.zip')).status, (await check('vnf.zip')).stdout]).toEqual([
      2,
      expect.stringContaining('archive-too-large  has 17 MB'),
    ])
    expect((await check('photos.zip')).status).toBe(1)
  })

  it('is repaired into a folder', async () => {
    const { tree, run } = packedTree()
    await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'new/', '--write')
    expect(tree.list()).toEqual(['lamp.zip', 'new/base_lamp.env', 'new/base_lamp.yaml', 'new/picture.png'])
    expect(tree.read('new/base_lamp.env')).toBe('parameters:\n  lamp_image_name: ubuntu # LTS\n')
  })

  it('is copied when nothing is to be done', async () => {
    const { run, bytes } = packedTree()
    await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'one.zip')
    const { stderr } = await run('remediate', '--profile', 'onap', 'one.zip', '--output', 'two.zip')
    expect(stderr).toContain('0 files written')
    expect(bytes('two.zip').equals(bytes('one.zip'))).toBe(true)
  })

  it('is never changed in place, and takes the place of nothing', async () => {
    const { tree, run, bytes } = packedTree()
    const inPlace = await run('remediate', '--profile', 'onap', 'lamp.zip', '--write')
    expect(inPlace.status).toBe(64)
    expect(inPlace.stderr).toContain('hotshift never changes lamp.zip itself')
    const before = bytes('lamp.zip')
    const onto = await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'lamp.zip')
    expect(onto.status).toBe(2)
    expect(onto.stdout + onto.stderr).toContain('archive-not-written')
    expect(onto.stderr).not.toContain('the package is in')
    expect(bytes('lamp.zip').equals(before)).toBe(true)
    tree.write('full/x', '')
    expect((await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'full')).status).toBe(2)
    expect(tree.list()).toEqual(['full/x', 'lamp.zip'])
  })

  it('is not taken for one that could not be written when nothing changed in it', async () => {
    const { run } = packedTree()
    await run('remediate', '--profile', 'onap', 'lamp.zip', '--output', 'one.zip')
    const onto = await run('remediate', '--profile', 'onap', 'one.zip', '--output', 'lamp.zip')
    expect(onto.status).toBe(2)
    expect(onto.stdout + onto.stderr).toContain('archive-not-written')
  })

  it('creates nothing in the place of a file that is left out', async () => {
    const tree = temporaryTree()
    tree.write('lamp.zip', zipOf([...members, { name: 'base_lamp.env', content: 'parameters: {}\n' }]))
    const { stdout, stderr } = await inProcess(
      ['remediate', '--profile', 'onap', 'lamp.zip', '--ignore', '*.env', '--output', 'new.zip'],
      tree.root,
    )
    expect(stdout + stderr).not.toContain('file-created-twice')
    expect(stderr).toContain('0 files written')
  })

  it('fails when it is not safe', async () => {
    const tree = temporaryTree()
    tree.write('bad.zip', zipOf([{ name: '../base.yaml', content: template }]))
    const { status, stdout } = await inProcess(['check', '--profile', 'onap', 'bad.zip'], tree.root)
    expect(status).toBe(2)
    expect(stdout).toContain('archive-unsafe')
  })
})
