/** `check --cache` as a user meets it: the bundle, and what lies on the disk. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownLocation } from '../../src/cache/location.ts'
import { threadTeam } from '../../src/cli/jobs.ts'
import { loadChecker } from '../../src/cli/load-engine.ts'
import { run } from '../../src/runner/run.ts'
import { zipOf } from '../runner/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { hotshift } from './hotshift.ts'
import { testWorld } from './test-world.ts'

afterEach(removeTemporaryTrees)

const nested = (parameter: string) => `heat_template_version: 2018-08-31
parameters:
  ${parameter}: {type: string}
resources:
  one: {type: OS::Heat::RandomString, properties: {length: {get_param: ${parameter}}}}
`
const files = {
  'tree/main.yaml': `heat_template_version: 2018-08-31
resources:
  inner: {type: nested.yaml, properties: {size: 4}}
`,
  'tree/nested.yaml': nested('size'),
  'tree/wrong.yaml': 'heat_template_version: 2018-08-31\nresources: {a: {type: OS::Nova::Sever}}\n',
}

const check = (root: string, ...args: readonly string[]) =>
  hotshift(['check', '--format', 'concise', '--no-config', ...args], join(root, 'tree'))

test('a second check says the same as the first one, and of a changed file what is true now', () => {
  const { root, write } = temporaryTree(files)
  const cached = ['--cache-location', join(root, 'cache')]
  const first = check(root, ...cached)
  expect(first).toEqual(check(root))
  expect(first.stdout).toContain('OS::Nova::Sever')
  expect(check(root, ...cached)).toEqual(first)
  // The one that names it has not changed.
  write('tree/nested.yaml', nested('length'))
  const third = check(root, ...cached)
  expect(third).toEqual(check(root))
  expect(third.stdout).toContain('main.yaml:3')
})

test('an archive is checked by what is in it now', () => {
  const { root } = temporaryTree(files)
  const archive = (parameter: string) =>
    writeFileSync(
      join(root, 'tree/vnf.zip'),
      zipOf([
        { name: 'main.yaml', content: files['tree/main.yaml'] },
        { name: 'nested.yaml', content: nested(parameter) },
      ]),
    )
  const cached = ['vnf.zip', '--cache-location', join(root, 'cache')]
  archive('size')
  const first = check(root, ...cached)
  expect(first).toEqual(check(root, 'vnf.zip'))
  expect(check(root, ...cached)).toEqual(first)
  archive('length')
  const changed = check(root, ...cached)
  expect(changed).toEqual(check(root, 'vnf.zip'))
  expect(changed.stdout).toContain('vnf.zip/main.yaml:3')
  archive('size')
  expect(check(root, ...cached)).toEqual(first)
})

test('nothing is looked at again of what has not changed', () => {
  const { root } = temporaryTree(files)
  const folder = join(root, 'cache/verdicts')
  check(root, '--cache-location', join(root, 'cache'))
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.verdicts'))
  check(root, '--cache-location', join(root, 'cache'))
  // A run that had found something out would have stored it.
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', name])
})

test('a cache in the tree is none of the files of a run', () => {
  const { root } = temporaryTree(files)
  const cached = ['--cache-location', '.cache']
  const first = check(root, ...cached)
  expect(check(root, ...cached)).toEqual(first)
  expect(hotshift(['check', '--format', 'json', ...cached], join(root, 'tree')).stdout).not.toContain(
    'verdicts',
  )
})

test.each([
  [['--cache', '--profile', 'onap'], '--cache and --profile'],
  [['--cache-location', 'x', '--fix'], '--cache-location and --fix'],
  [['--cache', '--no-cache'], '--no-cache and --cache'],
])('%s is refused', (args, message) => {
  const { status, stderr } = check(temporaryTree(files).root, ...args)
  expect([status, stderr.includes(message)]).toEqual([64, true])
})

test('what threads find out is known to the next run as well', async () => {
  const paths = Array.from({ length: 300 }, (_, index) => `s${index}.yaml`)
  const { root } = temporaryTree(
    Object.fromEntries(paths.map((path) => [path, `${nested('size')}# ${path}\n`])),
  )
  const { createEngine: _fake, ...world } = testWorld(root)
  const besides = { besides: paths, environments: [], together: [] }
  const cache = { folder: join(root, 'cache'), build: 'test' }
  const checker = () =>
    loadChecker({}, { given: ['.'], cwd: root, reach: 'inside' }, { ...besides, cache }, world)
  const engine = await checker()
  const { recipe } = engine
  if (recipe === undefined) throw new Error('a checker can be made by its recipe')
  await run({ engine, team: threadTeam(recipe, 3, 0), paths, cwd: root, mode: 'check' })
  engine.settle?.()
  const next = await checker()
  const known = paths.filter((path) => next.recall?.({ path, bytes: readFileSync(join(root, path)) }))
  expect(known).toEqual(paths)
})

describe('the own location', () => {
  test('is below the home that the system knows', () => {
    const { root } = temporaryTree()
    mkdirSync(join(root, 'work'))
    expect(ownLocation(join(root, 'work'), root)).toEqual({ location: join(root, '.cache/hotshift') })
  })

  test.each([
    ['lies in the working directory', (root: string) => ownLocation(root, root)],
    ['lies in the working directory', (root: string) => ownLocation(root, join(root, 'home'))],
    [
      'lies in a repository',
      (root: string) => {
        mkdirSync(join(root, 'home/.git'), { recursive: true })
        mkdirSync(join(root, 'work'))
        return ownLocation(join(root, 'work'), join(root, 'home'))
      },
    ],
  ])('%s, and is refused', (why, locate) => {
    const { root } = temporaryTree()
    const found = locate(root)
    expect('refused' in found && found.refused).toContain(why)
  })

  test('is refused where others can write to it', () => {
    const { root } = temporaryTree()
    mkdirSync(join(root, 'work'))
    mkdirSync(join(root, 'home'), { mode: 0o777 })
    writeFileSync(join(root, 'home/x'), '')
    // The mask of the process does not count here.
    process.umask(0)
    mkdirSync(join(root, 'open'), { mode: 0o777 })
    const found = ownLocation(join(root, 'work'), join(root, 'open'))
    process.umask(0o022)
    expect('refused' in found && found.refused).toContain('can be written by others')
  })
})
