import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`

const start = "import * as hotshift from 'hotshift'\n"

/** Runs transforms, by the texts of their files, over one template. */
async function ran(transforms: Readonly<Record<string, string>>, ...options: string[]) {
  const { root, read } = temporaryTree({ 'disk.yaml': template, ...transforms })
  const chosen = Object.keys(transforms).flatMap((path) => ['-t', `./${path}`])
  return { ...(await inProcess(['run', ...chosen, ...options, 'disk.yaml'], root)), read }
}

/** A transform that makes another root of the root `root`. */
function makes(root: string, more = ''): string {
  return `${start}const { entry, entryOf, integer, string, withEntries, withRoot } = hotshift
export default hotshift.templateTransform({
  title: 'Change it',${more}
  run(template, context) {
    const { root } = template
    return withRoot(template, ${root})
  },
})
`
}

const described = makes(
  "entryOf(root, 'description') ? root : withEntries(root, [root.entries[0], entry('description', string('A disk')), ...root.entries.slice(1)])",
)

describe('a transform of the user', () => {
  it('is written when it is shown to keep the meaning', async () => {
    const { status, stderr, read } = await ran(
      {
        'mine/describe.mjs': described.replace(
          'const { root }',
          "context.intend('description-added'); const { root }",
        ),
      },
      '--write',
    )
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('1 proved equal') })
    expect(read('disk.yaml')).toBe(template.replace('\n', '\ndescription: A disk\n'))
  })

  it('is not written when it changes what is not declared', async () => {
    const { status, stderr } = await ran({ 'mine/describe.mjs': described })
    expect(status).toBe(3)
    expect(stderr).toContain('meaning-differs')
  })

  it.each([
    ['mayRename: "all"', 'no-transform: ./odd.mjs: its mayRename is not a function'],
    ['appliesTo: "hot"', 'no-transform: ./odd.mjs: its appliesTo is not a function'],
    ['mayRename() { throw new Error("no idea") }', '/odd failed: no idea'],
  ])('is refused with %s', async (property, message) => {
    const { status, stderr } = await ran({ 'odd.mjs': `export default { run: (pkg) => pkg, ${property} }` })
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
  })

  it('that renames files is named wherever a new name is followed', async () => {
    const renames = `export default {
  title: 'Rename parts',
  run: (pkg) => pkg.withFiles([...pkg.files.values()].flatMap((file) =>
    file.path === 'part.yaml' ? [{ ...file, newPath: 'piece.yaml' }] : [])),
}
`
    const whole = 'heat_template_version: 2018-08-31\nresources:\n  part: {type: part.yaml}\n'
    const { root } = temporaryTree({ 'part.yaml': template, 'whole.yaml': whole, 'mine/rename.mjs': renames })
    const { stdout } = await inProcess(['run', '-t', 'mine/rename.mjs', '--format', 'json', '*.yaml'], root)
    const { files } = JSON.parse(stdout) as { files: { path: string; changes: unknown; newPath?: string }[] }
    expect(files.map(({ path, newPath, changes }) => ({ path, newPath, changes }))).toEqual([
      { path: 'part.yaml', newPath: 'piece.yaml', changes: { 'mine/rename': 1 } },
      { path: 'whole.yaml', newPath: undefined, changes: { 'mine/rename': 1 } },
    ])
  })

  it('is not held to the meaning when it says that it is lossy, and the report says so', async () => {
    const { status, stdout, stderr } = await ran({
      'mine/describe.mjs': described.replace("title: 'Change it',", "title: 'Change it', safety: 'lossy',"),
    })
    expect(status).toBe(0)
    expect(stdout).toContain('+description: A disk\n')
    expect(stderr).toContain('changed by mine/describe on request; nothing is proved')
  })

  it('may not change anything in a second run', async () => {
    const again = makes('withEntries(root, [...root.entries].reverse())')
    const { status, stderr } = await ran({ 'again.mjs': again })
    expect(status).toBe(3)
    expect(stderr).toContain('not-settled')
  })

  it('fails the file that it fails on', async () => {
    const { status, stderr } = await ran({ 'mine/bad.mjs': makes('missing.thing') })
    expect(status).toBe(2)
    expect(stderr).toContain(
      'failed     disk.yaml\n  1:1  error    transform-failed  mine/bad failed: missing is not defined',
    )
    const asking = makes('root').replace(
      "title: 'Change it',",
      "title: 'Change it', mayConcern() { throw new Error('no answer') },",
    )
    expect((await ran({ 'mine/asking.mjs': asking })).stderr).toContain('mine/asking failed: no answer')
    expect((await ran({ 'none.mjs': 'export default { run: () => undefined }\n' })).stderr).toContain(
      'transform-failed',
    )
  })

  it('runs with others in the order given, also with those of hotshift', async () => {
    const one = makes(
      "root.entries.length > 3 ? root : withEntries(root, [...root.entries, entry('outputs', hotshift.mapping([]))])",
    )
    const { stderr, status } = await ran(
      { 'a/one.mjs': one },
      '-t',
      'hot/modernize-types',
      '-t',
      'env/move-defaults',
      '--verbose',
    )
    expect(stderr).toMatch(/a\/one +1 +1\n/)
    expect(stderr).toMatch(/env\/move-defaults +2 +/)
    expect(status).toBe(0)
  })
})

describe('a file that gives no transform', () => {
  it.each([
    ['missing.mjs', undefined, 'transform-not-found: ./missing.mjs: no such file'],
    ['empty.mjs', 'export const a = 1\n', 'no-transform: ./empty.mjs: it exports no transform'],
    [
      'text.mjs',
      "export default 'a'\n",
      'no-transform: ./text.mjs: what it exports is not an object, but a string',
    ],
    [
      'run.mjs',
      'export default { title: "a" }\n',
      'no-transform: ./run.mjs: the transform has no function run',
    ],
    [
      'safe.mjs',
      'export default { safety: "yes", run() {} }\n',
      'no-transform: ./safe.mjs: its safety is "yes"',
    ],
    ['syntax.mjs', 'export default {\n', 'transform-not-loaded: ./syntax.mjs: it cannot be loaded: '],
    ['import.mjs', "import 'no-such-thing'\n", 'transform-not-loaded: ./import.mjs: it cannot be loaded: '],
  ])('%s is a mistake in the command line', async (path, text, message) => {
    const { root } = temporaryTree({ 'disk.yaml': template, ...(text === undefined ? {} : { [path]: text }) })
    const { status, stderr } = await inProcess(['run', '-t', `./${path}`, 'disk.yaml'], root)
    expect(stderr).toContain(`hotshift: ${message}`)
    expect(status).toBe(64)
  })
})

describe('hotshift new transform', () => {
  it('writes a folder, and never over another one', async () => {
    const { root, list } = temporaryTree({ 'disk.yaml': template })
    const made = await inProcess(['new', 'transform', 'acme/describe', '--dir', 'own'], root)
    expect(made.status).toBe(0)
    expect(list()).toContain('own/acme/describe/index.mjs')
    const again = await inProcess(['new', 'transform', 'acme/describe', '--dir', 'own'], root)
    expect(again).toMatchObject({ status: 64, stderr: expect.stringContaining('exists already') })
    expect((await inProcess(['new', 'transform', '../x'], root)).status).toBe(64)
    expect((await inProcess(['new', 'thing', 'a/b'], root)).status).toBe(64)
  })

  it.each([
    ['transform', 'transforms', 'acme'],
    ['rule', 'rules', 'acme'],
    ['transform', 'own/acme', 'acme', '--dir', 'own'],
  ])('writes no %s through a link %s that came with the tree', async (what, link, family, ...options) => {
    const outside = temporaryTree()
    const { root } = temporaryTree({ 'own/x': '' })
    symlinkSync(outside.root, join(root, link))
    const { status, stderr } = await inProcess(['new', what, `${family}/describe`, ...options], root)
    expect([status, stderr]).toEqual([64, expect.stringMatching(/leads out of .* by a link/)])
    expect(outside.list()).toEqual([])
    // The user's own choice.
    expect((await inProcess(['new', what, 'acme/describe', '--dir', link], root)).status).toBe(0)
  })

  it.each([
    ['JavaScript', 'index.mjs', []],
    ['TypeScript', 'index.ts', ['--typescript']],
  ])('writes what runs, in %s', async (_, file, options) => {
    const { root, list } = temporaryTree({ 'disk.yaml': template })
    await inProcess(['new', 'transform', 'acme/describe', ...options], root)
    expect(list()).toContain(`transforms/acme/describe/${file}`)
    expect(await inProcess(['run', '-t', 'transforms/acme/describe', 'disk.yaml'], root)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('+description'),
    })
  })
})

describe('hotshift new transform in a checkout of hotshift', () => {
  const registry = `import { addOne } from './hot/add-one/index.ts'
import { zip } from './os/zip/index.ts'

const byFolder: ByFolder = {
  'hot/add-one': addOne,
  'os/zip': zip,
}
`
  const checkout = { 'package.json': '{"name": "hotshift"}', 'transforms/registry.ts': registry }

  it('registers the transform, and in no chain', async () => {
    const { root, list, read } = temporaryTree(checkout)
    const made = await inProcess(['new', 'transform', 'hot/label-disks'], root)
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('No chain runs it yet') })
    expect(list()).toEqual(
      expect.arrayContaining([
        'transforms/hot/label-disks/index.ts',
        'transforms/hot/label-disks/README.md',
        ...['change', 'comments', 'look-alike', 'no-op'].map(
          (name) => `transforms/hot/label-disks/fixtures/${name}/input.yaml`,
        ),
      ]),
    )
    expect(read('transforms/registry.ts')).toBe(`import { addOne } from './hot/add-one/index.ts'
import { labelDisks } from './hot/label-disks/index.ts'
import { zip } from './os/zip/index.ts'

const byFolder: ByFolder = {
  'hot/add-one': addOne,
  'hot/label-disks': labelDisks,
  'os/zip': zip,
}
`)
  })

  it('leaves other projects alone', async () => {
    const { root, read, list } = temporaryTree({ ...checkout, 'package.json': '{"name": "other"}' })
    expect((await inProcess(['new', 'transform', 'hot/label-disks'], root)).status).toBe(0)
    expect(list()).toContain('transforms/hot/label-disks/index.mjs')
    expect(read('transforms/registry.ts')).toBe(registry)
  })
})

describe('TypeScript', () => {
  const typed = `import { entry, string, templateTransform, withEntries, withRoot, type Mapping } from 'hotshift'
enum Words { disk = 'A disk' }
export default templateTransform({
  title: 'Describe it',
  safety: 'lossy',
  run(template) {
    const root = template.root as Mapping
    const added = entry('description', string(Words.disk))
    return root.entries.some(({ key }) => (key as { value?: unknown }).value === 'description')
      ? template
      : withRoot(template, withEntries(root, [...root.entries, added]))
  },
})
`
  /** What leaves a file behind when somebody loads it in the place of a package. */
  const planted = `require('node:fs').writeFileSync(__dirname + '/ran', '')
exports.transformSync = exports.transform = (code) => ({ code })
`

  it('is read without asking the tree for a package, whoever owns that', async () => {
    const names = ['esbuild', 'sucrase', 'typescript', '@swc/core', 'amaro']
    const packages = names.map((name) => [`node_modules/${name}/index.js`, planted] as const)
    const { root, list } = temporaryTree({
      'work/tree/disk.yaml': template,
      'mine/describe.ts': typed,
      ...Object.fromEntries(packages),
      ...Object.fromEntries(packages.map(([path, text]) => [`work/tree/${path}`, text])),
      ...Object.fromEntries(packages.map(([path, text]) => [`mine/${path}`, text])),
    })
    const line = ['run', '--no-config', '-t', join(root, 'mine/describe.ts'), '.']
    expect(await inProcess(line, join(root, 'work/tree'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('+description: A disk\n'),
    })
    expect(list().filter((path) => path.endsWith('/ran'))).toEqual([])
  })

  it('names the location of what is none', async () => {
    const { root } = temporaryTree({
      'disk.yaml': template,
      'odd.ts': 'const a: number = 1\nconst b: = 2\n',
    })
    expect(await inProcess(['run', '-t', './odd.ts', 'disk.yaml'], root)).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(/transform-not-loaded: \.\/odd\.ts: .*odd\.ts.*\(2:10\)/),
    })
  })
})
