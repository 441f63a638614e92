/** What becomes of outputs that cannot be written to their end, or that nobody reads to their end. */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeProgress } from '../../src/apps/cli/output/run-progress.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { shell } from './hotshift.ts'
import { inProcess } from './in-process.ts'
import { args, testWorld } from './test-world.ts'

afterEach(removeTemporaryTrees)

const onUnix = process.platform === 'win32' ? describe.skip : describe

/** Whose reports and patches are longer than a block of 1,024 bytes. */
const manyFiles = () =>
  Object.fromEntries([
    ...Array.from({ length: 40 }, (_, n) => [
      `in/${n + 100}.yaml`,
      'HeatTemplateFormatVersion: "2012-12-12"\nParameters: {P: {Type: String}, Q: {Type: Number}}\n',
    ]),
    ['pier/base_pier.yaml', pier],
    [
      'pier/base_pier.env',
      'parameters: {pier_image_name: oak, pier_flavor_name: m1.long, pier_title_0: pier}\n',
    ],
  ])

/** What `--keep-values` has something to say about. */
const pier = `heat_template_version: 2018-03-02
parameters:
  pier_image_name: {type: string}
  pier_flavor_name: {type: string}
  pier_title_0: {type: string}
resources:
  pier_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: pier_title_0}
      image: {get_param: pier_image_name}
      flavor: {get_param: pier_flavor_name}
`

const contents = (tree: TemporaryTree) =>
  Object.fromEntries(
    tree
      .list()
      .filter((path) => !/^(?:in|pier)\//.test(path))
      .map((path) => [path, tree.read(path)]),
  )

onUnix('an output that cannot be written to its end', () => {
  it.each([
    ['migrate in --format json --output r.json', '--output r.json'],
    ['migrate in --format html --output r.html', '--output r.html'],
    ['migrate in --format xlsx --output r.xlsx', '--output r.xlsx'],
    ['migrate in --patch p.patch', '--patch p.patch'],
    ['migrate in --plan p.json', '--plan p.json'],
    ['migrate in --patches series', '--patches series/0001-convert-cloudformation-to-hot.patch'],
    ['remediate pier --profile onap --lossy --keep-values kept', '--keep-values kept/base_pier.preload.json'],
  ])('is absent, and the older ones stay: %s', async (line, option) => {
    const tree = temporaryTree(manyFiles())
    const limited = `ulimit -f 1; hotshift ${line} --quiet`
    expect(shell(limited, tree.root)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`hotshift: ${option}: cannot be written: file too large\n`),
    })
    expect(contents(tree)).toEqual({})
    const first = await inProcess([...line.split(' '), '--quiet'], tree.root)
    expect(first.status).not.toBe(2)
    const before = contents(tree)
    expect(Object.keys(before)).not.toEqual([])
    expect(shell(limited, tree.root).status).toBe(2)
    expect(contents(tree)).toEqual(before)
  })
})

onUnix('a reader that goes away', () => {
  it.each([
    ['migrate in', 0],
    ['migrate in --check --format jsonl', 1],
    ['check in/bad.yaml', 1],
    ['list', 0],
    ['--help', 0],
  ])('changes no exit code: %s', (line, code) => {
    const tree = temporaryTree({
      ...manyFiles(),
      'in/bad.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::None::Such, x: 1}}\n',
    })
    const piped = `hotshift ${line} 2> err.txt | true; echo "\${PIPESTATUS[0]}"`
    expect(shell(piped, tree.root)).toEqual({ status: 0, stdout: `${code}\n`, stderr: '' })
    expect(tree.read('err.txt')).not.toMatch(/EPIPE|cannot be written|^ +at /m)
  })

  it('keeps no file from being written, and no report', () => {
    const tree = temporaryTree(manyFiles())
    const line = 'migrate in --write --format json --output r.json'
    const { stdout } = shell(`hotshift ${line} 2>&1 | true; echo "\${PIPESTATUS[0]}"`, tree.root)
    expect(stdout).toBe('0\n')
    const written = tree.list().filter((path) => path.startsWith('in/'))
    expect(written.filter((path) => !tree.read(path).startsWith('heat_template_version'))).toEqual([])
    expect(JSON.parse(tree.read('r.json')).totals.changed).toBe(40)
  })
})

describe('--keep-values', () => {
  const args = ['--profile', 'onap', '--lossy', '--keep-values', 'kept', '--quiet']

  it('does not go through a link that was planted in its folder', async () => {
    const outside = temporaryTree()
    const tree = temporaryTree({ 'in/a/base_a.yaml': pier, 'in/b/base_b.yaml': pier })
    mkdirSync(join(tree.root, 'kept'))
    symlinkSync(outside.root, join(tree.root, 'kept/b'))
    expect(await inProcess(['remediate', 'in', ...args], tree.root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('--keep-values kept/b/base_b.env: lies behind a symbolic link\n'),
    })
    expect(outside.list()).toEqual([])
  })

  it('may be a link itself', async () => {
    const outside = temporaryTree()
    const tree = temporaryTree({ 'in/a/base_a.yaml': pier, 'in/b/base_b.yaml': pier })
    symlinkSync(outside.root, join(tree.root, 'kept'))
    expect((await inProcess(['remediate', 'in', ...args], tree.root)).status).not.toBe(64)
    expect(outside.list().filter((path) => path.endsWith('.env'))).toEqual(['a/base_a.env', 'b/base_b.env'])
  })
})

describe('progress on standard output', () => {
  const said = (options: Parameters<typeof args>[0], env = {}) => {
    let time = 0
    const world = testWorld('/', { env, now: () => time })
    const progress = makeProgress(args(options), world)
    time = 1000
    progress.update('preparing', 5000, 100_000)
    return world.text('out')
  }

  it('is a record of jsonl', () => {
    const record = '{"type":"progress","step":"preparing","done":5000,"total":100000}\n'
    expect(said({ format: 'jsonl' })).toBe(record)
    // The file is a report as others are, read when it is done.
    expect(said({ format: 'jsonl', output: 'r.jsonl' })).toBe('')
  })

  it.each([
    [{ format: 'json' }],
    [{}],
    [{ format: 'jsonl', quiet: true } as const],
    [{ format: 'jsonl', summary: true } as const],
  ])('is absent with %j', (options) => {
    expect(said(options)).toBe('')
  })

  it('is absent where the same run gives the same report', () => {
    expect(said({ format: 'jsonl' }, { SOURCE_DATE_EPOCH: '0' })).toBe('')
  })
})
