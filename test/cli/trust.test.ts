/** Whose code runs: modules that are configurations, and transforms that a configuration names. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { othersMayWrite } from '../../src/run/trust.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { type Spawned, hotshift as spawned } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(() => {
  jest.restoreAllMocks()
  removeTemporaryTrees()
})

const template = 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n'
const noticed = (name: string) =>
  `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(name)}, '')\n`

/** A tree of somebody, with code that leaves a file behind when it is run, and a home of this user. */
function checkout(files: Readonly<Record<string, string>>) {
  const home = temporaryTree({
    'at-home.cjs': "require('node:os').userInfo = () => ({ homedir: __dirname })\n",
  })
  // Where the system says that the user is at home; an environment cannot say so.
  jest.spyOn(os, 'userInfo').mockReturnValue({ ...os.userInfo(), homedir: home.root })
  const marks = temporaryTree()
  const mark = join(marks.root, 'ran')
  const tree = temporaryTree({
    'a.yaml': template,
    '.git/HEAD': '',
    ...Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replace('RAN', noticed(mark))]),
    ),
  })
  const env = { HOME: tree.root }
  const hotshift = async (line: string, cwd = tree.root): Promise<Spawned & { readonly ran: boolean }> => {
    rmSync(mark, { force: true })
    return { ...(await inProcess(line.split(' '), cwd, env)), ran: existsSync(mark) }
  }
  /** For what may run: the same process would run a module only once. */
  const running = (line: string): Spawned & { readonly ran: boolean } => {
    rmSync(mark, { force: true })
    const atHome = { ...env, NODE_OPTIONS: `--require=${join(home.root, 'at-home.cjs')}` }
    return { ...spawned(line.split(' '), tree.root, atHome), ran: existsSync(mark) }
  }
  return { tree, home, hotshift, running }
}

const moduleFiles = { 'hotshift.config.mjs': 'RANexport default { quiet: true }\n' }
const transform = 'RANexport default { title: "x", run: (pkg) => pkg }\n'
const naming = { 'hotshift.config.yaml': 'transforms: [./own.mjs]\n', 'own.mjs': transform }

describe.each([
  ['a configuration that is a module', moduleFiles, 'check a.yaml', 'hotshift.config.mjs'],
  ['a transform that a configuration names', naming, 'run a.yaml', 'own.mjs'],
  [
    'a folder that a configuration names',
    { 'hotshift.config.yaml': 'transforms: [own/x]\n', 'own/x/index.mjs': transform },
    'run a.yaml',
    'own/x/index.mjs',
  ],
])('%s', (_, files, line, name) => {
  it('does not run before somebody has said yes to its repository', async () => {
    const { tree, home, hotshift, running } = checkout(files)
    expect(await hotshift(line)).toMatchObject({
      status: 64,
      ran: false,
      stderr: expect.stringMatching(
        `${name} was not run: nobody has said yes to code of ${tree.root}\n.*hotshift trust`,
      ),
    })
    expect(running(`${line} --trust-config`)).toMatchObject({ status: 0, ran: true })
    expect((await hotshift(line)).ran).toBe(false)
    mkdirSync(join(tree.root, 'below'))
    expect(await hotshift('trust', join(tree.root, 'below'))).toMatchObject({
      status: 0,
      ran: false,
      stdout: expect.stringContaining(`code of configurations in ${tree.root} may run`),
    })
    expect(running(line)).toMatchObject({ status: 0, ran: true })
    expect(home.list()).toContain('.config/hotshift/trusted.json')
    expect((await hotshift('trust --list')).stdout).toBe(`${tree.root}\n`)
    expect((await hotshift('trust --revoke')).status).toBe(0)
    expect(await hotshift(line)).toMatchObject({ status: 64, ran: false })
  })

  it('does not run where others may write it, whoever has said yes', async () => {
    const { tree, hotshift, running } = checkout(files)
    await hotshift('trust')
    const path = join(tree.root, name)
    for (const spoil of [
      () => chmodSync(path, 0o666),
      () => chmodSync(join(path, '..'), 0o777),
      ...(process.getuid?.() === 0
        ? [() => chownSync(path, 12_345, 12_345), () => chownSync(join(path, '..'), 12_345, 12_345)]
        : []),
    ]) {
      spoil()
      for (const yes of ['', ' --trust-config'])
        expect(await hotshift(line + yes)).toMatchObject({ status: 64, ran: false })
      chmodSync(path, 0o644)
      chmodSync(join(path, '..'), 0o755)
      if (process.getuid?.() === 0) for (const one of [path, join(path, '..')]) chownSync(one, 0, 0)
      expect(running(line)).toMatchObject({ status: 0, ran: true })
    }
  })
})

describe('a module', () => {
  it('is not run by `hotshift config`, which is for looking', async () => {
    const { tree, hotshift, running } = checkout(moduleFiles)
    const looked = await hotshift('config')
    expect(looked).toMatchObject({ status: 0, ran: false })
    expect(looked.stdout).toContain(
      `${join(tree.root, 'hotshift.config.mjs')}\n  hotshift.config.mjs was not run`,
    )
    expect(JSON.parse((await hotshift('config --format json')).stdout)).toMatchObject({
      settings: [],
      notRun: expect.any(String),
    })
    expect(running('config --trust-config')).toMatchObject({
      ran: true,
      stdout: expect.stringContaining('quiet  true'),
    })
  })

  it('runs when it is named', () => {
    const { running } = checkout(moduleFiles)
    expect(running('check a.yaml --config hotshift.config.mjs')).toMatchObject({ status: 0, ran: true })
  })

  const asRoot = process.getuid?.() === 0 ? it : it.skip

  asRoot('does not run through a link of somebody else, even if it is our own', async () => {
    const { tree, home, hotshift } = checkout({})
    const theirs = join(tree.root, 'theirs')
    mkdirSync(theirs)
    home.write('tool.mjs', noticed(join(tree.root, 'ran')))
    symlinkSync(join(home.root, 'tool.mjs'), join(theirs, 'hotshift.config.mjs'))
    chownSync(theirs, 12_345, 12_345)
    await hotshift('trust')
    writeFileSync(join(theirs, 'a.yaml'), template)
    expect((await hotshift('check a.yaml', theirs)).status).toBe(64)
    expect(existsSync(join(tree.root, 'ran'))).toBe(false)
  })
})

describe('the yes', () => {
  it('is not one that came with the tree', async () => {
    const { tree, hotshift } = checkout(moduleFiles)
    await hotshift('trust')
    const other = temporaryTree({ ...moduleFiles, 'a.yaml': template, '.git/HEAD': '' })
    // HOME is the tree, and so is what the configuration of this user would be then.
    other.write('.config/hotshift/trusted.json', JSON.stringify([{ path: other.root, inode: 1 }]))
    expect(await hotshift('check a.yaml', other.root)).toMatchObject({ status: 64, ran: false })
    expect(tree.list()).not.toContain('.config/hotshift/trusted.json')
  })

  it('is for one tree, and not for what comes up at its path later', async () => {
    const { tree, hotshift } = checkout(moduleFiles)
    await hotshift('trust')
    const moved = `${tree.root}-moved`
    renameSync(tree.root, moved)
    mkdirSync(tree.root)
    for (const name of ['a.yaml', 'hotshift.config.mjs']) renameSync(join(moved, name), join(tree.root, name))
    mkdirSync(join(tree.root, '.git'))
    expect(await hotshift('check a.yaml')).toMatchObject({ status: 64, ran: false })
    rmSync(moved, { recursive: true })
  })

  it('cannot be given by a tree that the user is at home in', async () => {
    const { home, hotshift } = checkout(moduleFiles)
    home.write('.git/HEAD', '')
    home.write('hotshift.config.mjs', 'export default {}\n')
    expect(await hotshift('trust', home.root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('a tree cannot vouch for itself'),
    })
  })
})

describe('the yes is for what was there', () => {
  const imports = {
    'hotshift.config.mjs': `RANimport './lib/a.mjs'\nimport own from 'own'\nexport default { quiet: own }\n`,
    'lib/a.mjs': `import './b.ts'\nimport data from './c.cjs'\nawait import('./e.mjs')\nvoid data\n`,
    'lib/b.ts': 'export type Of = string\n',
    'lib/c.cjs': `module.exports = require('./d')\n`,
    'lib/d.js': `module.exports = 1\n`,
    'lib/e.mjs': 'export {}\n',
    'package.json': '{"name": "x"}\n',
    'node_modules/own/package.json': '{"name": "own", "exports": {"import": "./m.mjs"}}\n',
    'node_modules/own/m.mjs': `import './n.mjs'\nexport default true\n`,
    'node_modules/own/n.mjs': '\n',
  }
  const all = Object.keys(imports).filter(
    (path) => path !== 'package.json' && !path.endsWith('own/package.json'),
  )

  it('and lists it', async () => {
    const { hotshift, running } = checkout(imports)
    const { stdout } = await hotshift('trust')
    expect(all.filter((path) => !stdout.includes(`  ${path}\n`))).toEqual([])
    expect(running('check a.yaml')).toMatchObject({ status: 0, ran: true })
    expect(running('check a.yaml')).toMatchObject({ status: 0, ran: true })
  })

  it.each(all)('and not for another %s', async (path) => {
    const { tree, hotshift } = checkout(imports)
    await hotshift('trust')
    writeFileSync(join(tree.root, path), `${tree.read(path)}\n`)
    expect(await hotshift('check a.yaml')).toMatchObject({
      status: 64,
      ran: false,
      stderr: expect.stringMatching(
        `hotshift.config.mjs was not run: its code is not what you said yes to\n +not as it was: ${path} \\(changed\\)`,
      ),
    })
    await hotshift('trust')
    expect((await hotshift('check a.yaml')).stderr).not.toContain('was not run')
  })

  it('and not for one that is imported since then', async () => {
    const { tree, hotshift } = checkout({ ...imports, 'lib/new.mjs': 'RAN' })
    await hotshift('trust')
    writeFileSync(join(tree.root, 'lib/e.mjs'), `import './new.mjs'\n`)
    const { status, ran, stderr } = await hotshift('check a.yaml')
    expect([status, ran]).toEqual([64, false])
    expect(stderr).toContain('lib/e.mjs (changed) and lib/new.mjs (new)')
  })

  it.each([
    ['import()', `const name = 'hid' + 'den.mjs'\nawait import('./' + name)\nexport default {}\n`, 'mjs'],
    [
      'require',
      `import { createRequire } from 'node:module'\nimport './own.cjs'\nexport default {}\n`,
      'cjs',
    ],
  ])('and not for a name that is put together while it runs: %s', async (_, text, ending) => {
    const { tree, hotshift, running } = checkout({
      'hotshift.config.mjs': text,
      'own.cjs': `const name = 'hid' + 'den.cjs'\nrequire('./' + name)\n`,
      [`hidden.${ending}`]: ending === 'cjs' ? `require('node:fs').writeFileSync(MARK, '')\n` : 'RAN',
    })
    await hotshift('trust')
    const mark = join(tree.root, 'mark')
    if (ending === 'cjs')
      writeFileSync(
        join(tree.root, 'hidden.cjs'),
        tree.read('hidden.cjs').replace('MARK', JSON.stringify(mark)),
      )
    const { status, ran, stderr } = running('check a.yaml')
    expect([status, ran || existsSync(mark), stderr]).toEqual([
      64,
      false,
      expect.stringContaining('is not among the modules that you said yes to'),
    ])
    expect(running('check a.yaml --trust-config').status).toBe(0)
  })

  it('and not for another repository at its path, whatever its number', async () => {
    const { tree, home, hotshift } = checkout(moduleFiles)
    await hotshift('trust')
    const answers = join(home.root, '.config/hotshift/trusted.json')
    writeFileSync(
      join(tree.root, 'hotshift.config.mjs'),
      `${tree.read('hotshift.config.mjs')}// another one\n`,
    )
    expect(JSON.parse(readFileSync(answers, 'utf8'))).toMatchObject([{ path: tree.root }])
    expect(await hotshift('check a.yaml')).toMatchObject({ status: 64, ran: false })
  })

  it('and an answer of an older version, which did not ask, is none', async () => {
    const { tree, home, hotshift } = checkout(moduleFiles)
    const { ino } = statSync(tree.root)
    home.write('.config/hotshift/trusted.json', JSON.stringify([{ path: tree.root, inode: ino }]))
    expect(await hotshift('check a.yaml')).toMatchObject({
      status: 64,
      ran: false,
      stderr: expect.stringContaining('hotshift.config.mjs (new)'),
    })
  })

  it('and for transforms that a module names', async () => {
    const { tree, hotshift, running } = checkout({
      'hotshift.config.mjs': `export default { transforms: ['./own.mjs'] }\n`,
      'own.mjs': transform,
    })
    await hotshift('trust')
    expect(running('run a.yaml')).toMatchObject({ status: 0, ran: true })
    writeFileSync(join(tree.root, 'own.mjs'), `${tree.read('own.mjs')}\n`)
    expect(running('run a.yaml')).toMatchObject({ status: 64, ran: false })
  })

  it('and data of a configuration may change', async () => {
    const { tree, hotshift, running } = checkout(naming)
    await hotshift('trust')
    writeFileSync(join(tree.root, 'hotshift.config.yaml'), 'transforms: [./own.mjs]\nquiet: true\n')
    expect(running('run a.yaml')).toMatchObject({ status: 0, ran: true })
  })
})

describe('data', () => {
  it.each([
    ['hotshift.config.yaml', 'quiet: true\n'],
    ['package.json', '{"hotshift": {"quiet": true}}'],
  ])('counts whoever wrote it, in the repository: %s', async (name, text) => {
    const { tree, hotshift } = checkout({ [name]: text })
    chmodSync(join(tree.root, name), 0o666)
    if (process.getuid?.() === 0) chownSync(join(tree.root, name), 12_345, 12_345)
    mkdirSync(join(tree.root, 'below'))
    const { status, stdout } = await hotshift('config', join(tree.root, 'below'))
    expect([status, stdout]).toEqual([0, expect.stringContaining('quiet  true')])
  })
})

describe('a file that others may write', () => {
  it('is found through links and in each directory above', () => {
    const tree: TemporaryTree = temporaryTree({ 'a/b/c.mjs': '', 'way/x': '' })
    symlinkSync(join(tree.root, 'a/b/c.mjs'), join(tree.root, 'way/link.mjs'))
    const paths = ['a/b/c.mjs', 'way/link.mjs'].map((path) => join(tree.root, path))
    expect(paths.map(othersMayWrite)).toEqual([undefined, undefined])
    chmodSync(join(tree.root, 'a'), 0o777)
    const doubt = `${join(tree.root, 'a')} can be written by others`
    expect(paths.map(othersMayWrite)).toEqual([doubt, doubt])
    // As in /tmp, nobody can replace what is there.
    chmodSync(join(tree.root, 'a'), 0o1777)
    expect(paths.map(othersMayWrite)).toEqual([undefined, undefined])
    chmodSync(join(tree.root, 'way'), 0o777)
    expect(paths.map(othersMayWrite)).toEqual([
      undefined,
      `${join(tree.root, 'way')} can be written by others`,
    ])
  })
})
