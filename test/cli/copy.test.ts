import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}\n'
const files = {
  't/child.json': json,
  't/parent.yaml': 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  s:\n    Type: child.json\n',
  't/blocked.yaml': 'AWSTemplateFormatVersion: "2010-09-09"\nTransform: T\nResources: {}\n',
  't/sub/run.sh': '#!/bin/sh\r\n',
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const contents = (tree: TemporaryTree, folder: string) =>
  Object.fromEntries(
    tree
      .list()
      .filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('/.hotshift-copy'))
      .map((path) => [path, tree.read(path)]),
  )

describe('--out', () => {
  it('writes every file below a folder, and leaves the files alone', async () => {
    const [tree, written] = [temporaryTree(files), temporaryTree(files)]
    chmodSync(join(tree.root, 't/sub/run.sh'), 0o755)
    const { code, out, err } = await commandLine(tree.root, 'migrate t --out o/p')
    expect([code, out]).toEqual([3, ''])
    expect(err.split('\n').at(-2)).toBe('the converted copy is in o/p')
    expect(contents(tree, 't')).toEqual(files)
    await commandLine(written.root, 'migrate t --write')
    const expected = Object.entries(contents(written, 't')).map(([path, text]) => [`o/p/${path}`, text])
    expect(contents(tree, 'o')).toEqual(Object.fromEntries(expected))
    expect(Object.keys(contents(tree, 'o'))).toContain('o/p/t/child.yaml')
    expect(statSync(join(tree.root, 'o/p/t/sub/run.sh')).mode & 0o111).toBe(0o111)
  })

  it('has every file of a run of many, those of a change together, and a record of all', async () => {
    const between = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`t/m${index}.json`, json]))
    const parent = 'AWSTemplateFormatVersion: "2010-09-09"\nResources:\n  s:\n    Type: child.json\n'
    const tree = temporaryTree({
      't/child.json': json,
      ...between,
      't/z.yaml': parent,
      'o/t/z.yaml': 'somebody wrote this\n',
    })
    const { code, err } = await commandLine(tree.root, 'migrate t --out o')
    expect(code).toBe(2)
    expect(err.split('\n').at(-2)).toBe('the converted copy is in o, without 2 files that failed')
    expect(tree.list().filter((path) => /^o\/t\/m\d+\.yaml$/.test(path))).toHaveLength(150)
    expect(tree.list()).not.toContain('o/t/child.yaml')
    expect(tree.read('o/.hotshift-copy').trimEnd().split('\n')).toHaveLength(150)
    tree.write('d.json', '{"$schema": "urn:hotshift:decisions:1", "files": []}')
    await commandLine(tree.root, 'migrate t --out again --decisions d.json')
    expect(tree.read('again/.hotshift-copy').trimEnd().split('\n')).toHaveLength(152)
  })

  it('can be made again, and does not read what it made', async () => {
    const tree = temporaryTree({ 'a.json': json })
    await commandLine(tree.root, 'migrate --out o')
    const { code, err } = await commandLine(tree.root, 'migrate --out o')
    expect(code).toBe(0)
    expect(err).toContain('\n1 file in ')
    expect(tree.list()).toEqual(['a.json', 'o/.hotshift-copy', 'o/a.yaml'])
  })

  it('gives what it wrote earlier way to what it writes now, and keeps what others changed', async () => {
    const hot = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: OS::Heat::None}\n'
    const tree = temporaryTree({ 'a.yaml': hot, 'b.yaml': hot, 'c.yaml': hot })
    await commandLine(tree.root, 'upgrade --to queens --out o')
    const queens = hot.replace('2016-10-14', '2018-03-02')
    expect(tree.read('o/a.yaml')).toBe(queens)
    tree.write('o/b.yaml', '# mine\n')
    const { code, err } = await commandLine(tree.root, 'upgrade --to rocky --out o')
    expect([code, err]).toEqual([2, expect.stringContaining('o/b.yaml exists and has another content')])
    expect(tree.read('o/a.yaml')).toBe(hot.replace('2016-10-14', '2018-08-31'))
    expect(tree.read('o/b.yaml')).toBe('# mine\n')
    // A part of the files leaves the record of the others as it is.
    await commandLine(tree.root, 'upgrade --to queens --out o a.yaml')
    expect((await commandLine(tree.root, 'upgrade --to queens --out o c.yaml')).code).toBe(0)
    expect([tree.read('o/a.yaml'), tree.read('o/c.yaml')]).toEqual([queens, queens])
    expect(tree.read('a.yaml')).toBe(hot)
    const sums = tree.read('o/.hotshift-copy')
    expect(sums).toBe(['a', 'b', 'c'].map((name) => `${hash(queens)}  ${name}.yaml\n`).join(''))
  })

  it('replaces nothing that differs, and then nothing of the change', async () => {
    const tree = temporaryTree({ ...files, 'o/t/child.yaml': 'mine\n' })
    const { code, err } = await commandLine(tree.root, 'migrate t --out o')
    expect(code).toBe(2)
    expect(err).toContain(
      'o/t/child.yaml exists and has another content than hotshift wrote; it is not replaced',
    )
    expect(err).toContain('was not written, because t/child.json could not be')
    expect(err.split('\n').at(-2)).toBe('the converted copy is in o, without 2 files that failed')
    expect(tree.read('o/t/child.yaml')).toBe('mine\n')
    expect(Object.keys(contents(tree, 'o'))).toEqual(['o/t/blocked.yaml', 'o/t/child.yaml', 'o/t/sub/run.sh'])
  })

  it('goes behind no link out of the folder', async () => {
    const tree = temporaryTree({ 't/a.json': json, 'elsewhere/x': '' })
    mkdirSync(join(tree.root, 'o'))
    symlinkSync('../elsewhere', join(tree.root, 'o/t'))
    const { code, err } = await commandLine(tree.root, 'migrate t --out o')
    expect([code, err.includes('link-in-target')]).toEqual([2, true])
    expect(Object.keys(contents(tree, 'elsewhere'))).toEqual(['elsewhere/x'])
  })

  it('takes files from elsewhere as they lie to one another', async () => {
    const tree = temporaryTree({ ...files, 'here/x': '' })
    await commandLine(join(tree.root, 'here'), 'migrate ../t --out o')
    expect(Object.keys(contents(tree, 'here'))).toEqual([
      'here/o/t/blocked.yaml',
      'here/o/t/child.yaml',
      'here/o/t/parent.yaml',
      'here/o/t/sub/run.sh',
      'here/x',
    ])
  })

  it('writes what was chosen, and all other files as they are', async () => {
    const hot = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: OS::Heat::None}\n'
    const rocky = hot.replace('2016-10-14', '2018-08-31')
    const tree = temporaryTree({ 't/a.yaml': hot, 't/b.yaml': hot, 't/c.yaml': rocky, 't/run.sh': 'x\n' })
    symlinkSync('/etc/hostname', join(tree.root, 't/link'))
    const given = contents(tree, 't')
    const line = 'upgrade t --to rocky --interactive --decisions d.json --out o'
    const { code, err } = await commandLine(tree.root, line, ['n', 'y'])
    expect([code, err]).toEqual([0, expect.stringContaining('the converted copy is in o')])
    const copy = { 'o/t/a.yaml': hot, 'o/t/b.yaml': rocky, 'o/t/c.yaml': rocky, 'o/t/run.sh': 'x\n' }
    expect(contents(tree, 'o')).toEqual(copy)
    expect(contents(tree, 't')).toEqual(given)
    const again = await commandLine(tree.root, 'upgrade t --to rocky --decisions d.json --out p')
    expect(again.code).toBe(0)
    expect(Object.values(contents(tree, 'p'))).toEqual(Object.values(copy))
  })

  it('is refused together with other ways, and over the files themselves', async () => {
    const tree = temporaryTree(files)
    const message = async (line: string) => (await commandLine(tree.root, line)).err.split('\n')[0]
    expect(await message('migrate --out o --write')).toBe('hotshift: --out and --write cannot be combined')
    expect(await message('migrate t/sub --out t')).toBe(
      'hotshift: --out t: the folder holds the files themselves',
    )
    expect(contents(tree, 't')).toEqual(files)
  })
})
