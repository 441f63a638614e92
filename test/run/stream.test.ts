import { createPackageEngine } from '../../src/engine/engine.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { linkByNames, unitsOf } from '../../src/run/units.ts'
import type { FileInput } from '../../src/stack/load.ts'
import { moveDefaults } from '../../transforms/env/move-defaults/index.ts'
import { fakeEngine } from './fake-engine.ts'
import { run } from './running.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

const FILES = 300
const many = Array.from({ length: FILES }, (_, i) => `m${1000 + i}.yaml`)
const manyFiles = Object.fromEntries(many.map((name) => [name, 'upper\n']))

const filesIn = (tree: TemporaryTree) =>
  tree.list().map((path) => ({ path, realPath: `${tree.root}/${path}` }))

describe('a long run', () => {
  it.each(['write', 'dry-run'] as const)('reports files before it has seen all: %s', async (mode) => {
    const tree = temporaryTree(manyFiles)
    const events: string[] = []
    const engine = {
      ...fakeEngine,
      run: (input: FileInput) => {
        events.push(`read ${input.path}`)
        return fakeEngine.run(input)
      },
    }
    const onOutcome = ({ path }: { readonly path: string }) => void events.push(`reported ${path}`)
    await run({ engine, paths: ['.'], cwd: tree.root, mode, onOutcome })
    expect(events.indexOf(`reported ${many[0]}`)).toBeLessThan(events.indexOf(`read ${many[100]}`))
    expect(events.filter((one) => one.startsWith('reported')).map((one) => one.slice(9))).toEqual(many)
  })

  it('has references follow names that are given much later, and keeps the order of the paths', async () => {
    const tree = temporaryTree({ ...manyFiles, 'a.yaml': 'same\n-> z.json\n', 'z.json': 'rename\n' })
    const { files } = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write' })
    expect(files.map(({ path }) => path)).toEqual(['a.yaml', ...many, 'z.json'])
    expect(tree.read('a.yaml')).toBe('same\n-> z.yaml\n')
    expect(tree.read('z.yaml')).toBe('RENAME\n')
  })

  it('gives a name to none of two files that want it, however far they are apart', async () => {
    const files = { ...manyFiles, 'A.json': 'rename\n', 'a.template': 'rename\n', 'b.json': 'rename\n' }
    const tree = temporaryTree({ ...files, 'b.yml/x.yaml': 'same\n' })
    const report = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write' })
    const blocked = report.files.filter(({ status }) => status === 'blocked').map(({ path }) => path)
    expect(blocked).toEqual(['A.json', 'a.template'])
  })

  it.each(['write', 'dry-run'] as const)(
    'says what it did not look at when it is interrupted, and goes on there: %s',
    async (mode) => {
      const tree = temporaryTree(manyFiles)
      let reported = 0
      const interruption = { begin: () => {}, end: () => {}, isRequested: () => reported > 100 }
      const options = { engine: fakeEngine, paths: ['.'], cwd: tree.root, mode }
      const first = await run({ ...options, interruption, onOutcome: () => void reported++ })
      const { changed, failed } = first.totals
      expect(changed).toBeGreaterThan(100)
      expect(changed + failed).toBe(FILES)
      expect(new Set(first.files.slice(changed).map(({ findings }) => findings[0]?.code))).toEqual(
        new Set(['interrupted']),
      )
      const second = await run(options)
      expect(second.totals.failed).toBe(0)
      expect(second.totals.changed).toBe(mode === 'write' ? failed : FILES)
    },
  )
})

describe('a part of a run', () => {
  const run3 = async (files: Readonly<Record<string, string>>) => {
    const { root } = temporaryTree(files)
    const part = async (number: number) => {
      const shard = { number, count: 3 }
      const report = await run({ engine: fakeEngine, paths: ['.'], cwd: root, mode: 'dry-run', shard })
      return report.files.map(({ path, newPath = path }) => newPath)
    }
    return [await part(1), await part(2), await part(3)]
  }

  it('has its share of the files, and no other part has any of it', async () => {
    const parts = await run3(manyFiles)
    expect(parts.flat().sort()).toEqual(many)
    for (const part of parts) expect(part.length).toBeGreaterThan(FILES / 5)
  })

  it('has the files that it has, whatever other files there are', async () => {
    const [first = []] = await run3(manyFiles)
    const [with_ = []] = await run3({ ...manyFiles, 'a.yaml': 'upper\n', 'n.yaml': 'upper\n' })
    expect(with_.filter((path) => path.startsWith('m'))).toEqual(first)
  })

  it('has what belongs together', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${i}`)
    const files = Object.fromEntries(
      names.flatMap((name) => [
        [`a${name}.yaml`, `same\n-> z${name}.json\n`],
        [`z${name}.json`, 'rename\n'],
      ]),
    )
    for (const part of await run3(files))
      for (const name of names) expect(part.includes(`a${name}.yaml`)).toBe(part.includes(`z${name}.yaml`))
  })

  it('gives no name that a file of another part has', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        [`${i}.json`, 'rename\n'],
        [`${i}.yaml`, 'same\n'],
      ]).flat(),
    )
    const parts = await run3(files)
    expect(parts.flat().sort()).toEqual(Object.keys(files).sort())
  })
})

const pass = { onRead: () => undefined, nextTurn: () => undefined }

describe('files that belong together', () => {
  const template = (text = '') =>
    `heat_template_version: rocky\nparameters:\n  p: {type: string, default: x}\nresources:\n  r: {type: OS::Heat::None}\n${text}`
  const packages = {
    'MANIFEST.json': '{}\n',
    'a/one.yaml': template('  n: {type: ../c/nested.yaml}\n'),
    'a/one.env': 'parameters: {}\n',
    'b/two.yaml': template(),
    'b/notes.txt': 'nothing\n',
    'c/nested.yaml': template(),
    'd/notes.txt': 'nothing\n',
  }
  const units = async (files: Readonly<Record<string, string>>) => {
    const engine = createPackageEngine({ transforms: [moveDefaults], rounds: 'settled' })
    const all = await unitsOf(filesIn(temporaryTree(files)), engine, realFileSystem, pass)
    return all.map((unit) => unit.map(({ path }) => path))
  }

  it('are those of directories that name one another', async () => {
    const { 'MANIFEST.json': _manifest, ...files } = packages
    expect(await units(files)).toEqual([
      ['a/one.env', 'a/one.yaml', 'c/nested.yaml'],
      ['b/notes.txt', 'b/two.yaml'],
      ['d/notes.txt'],
    ])
  })

  it('are those below a manifest', async () => {
    expect(await units(packages)).toEqual([Object.keys(packages).sort()])
  })

  it.each([
    ['by its name', 'x: {get_file: z.json}\n', ['a.yaml', 'z.json']],
    ['by a way to it', 'x: {get_file: ./b/../z.json}\n', ['a.yaml', 'z.json']],
    ['in quotes, with a blank', 'x: "my file.json"\n', ['a.yaml', 'my file.json']],
    ['by another name that ends alike', 'x: {get_file: zz.json}\n', undefined],
    ['by a longer name', 'x: {get_file: z.json5}\n', undefined],
    [
      'by its name behind another directory, which has no such file',
      'x: {get_file: b/z.json}\n',
      ['a.yaml', 'z.json'],
    ],
  ])('are those that name a file that may get another name: %s', async (_, text, expected) => {
    const tree = temporaryTree({ 'a.yaml': text, 'my file.json': '{}\n', 'z.json': '{}\n' })
    const links: string[][] = []
    const link = (a: string, b: string) => void links.push([a, b])
    const given = { givesName: () => true, link, ...pass }
    await linkByNames(filesIn(tree), given, realFileSystem)
    expect(links).toEqual(expected === undefined ? [] : [expected])
  })
})
