/** `check --cache` as a user meets it: the bundle, and what lies on the disk. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadChecker } from '../../src/apps/cli/load-engine.ts'
import { threadTeam } from '../../src/apps/cli/options/jobs.ts'
import { givenLocation, ownLocation } from '../../src/run/cache/location.ts'
import { run } from '../../src/run/run.ts'
import { zipOf } from '../run/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
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

test('a cache in the tree, sealed with a secret, is none of the files of a run', () => {
  const { root, list } = temporaryTree(files)
  const cached = ['check', '--format', 'json', '--cache-location', '.cache']
  const env = { HOTSHIFT_CACHE_KEY: 'a secret of this test' }
  const first = hotshift(cached, join(root, 'tree'), env)
  expect(list().filter((path) => path.startsWith('tree/.cache/verdicts/'))).toHaveLength(2)
  expect(hotshift(cached, join(root, 'tree'), env)).toEqual(first)
  expect(first.stdout).not.toContain('verdicts')
})

describe('forged verdicts', () => {
  const wrong = {
    ...files,
    'tree/bad.yaml':
      'heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::RandomString, properties: {lenght: 4}}}\n',
  }
  const withoutFindings = (line: string) => {
    const [key, asked, outcome, day] = line.split('\t')
    if (outcome === undefined) return `${line}\n`
    return `${[key, asked, JSON.stringify({ ...JSON.parse(outcome), findings: [] }), day].join('\t')}\n`
  }
  /** What somebody can write who has the same hotshift: verdicts of nothing, with the hash that a check seals them with. */
  const forge = (root: string) => {
    check(root, '--cache-location', join(root, 'honest'))
    for (const name of readdirSync(join(root, 'honest/verdicts'))) {
      if (!name.endsWith('.verdicts')) continue
      const path = join(root, 'honest/verdicts', name)
      const body = readFileSync(path, 'utf8').split('\n').slice(0, -2).map(withoutFindings).join('')
      writeFileSync(path, `${body}s ${createHash('sha256').update(body).digest('hex')}\n`)
    }
    return join(root, 'honest')
  }
  const move = (from: string, to: string) => {
    mkdirSync(join(to, 'verdicts'), { recursive: true, mode: 0o700 })
    for (const name of readdirSync(join(from, 'verdicts')))
      writeFileSync(join(to, 'verdicts', name), readFileSync(join(from, 'verdicts', name)), { mode: 0o600 })
  }
  const env = { HOTSHIFT_CACHE_KEY: 'a secret of this test' }

  test('would be believed where they are our own: this is what is guarded', () => {
    const { root } = temporaryTree(wrong)
    const forged = check(root, '--cache-location', forge(root))
    expect([forged.status, forged.stdout]).toEqual([0, ''])
  })

  test.each([
    ['in the tree', 'tree', 'tree/.hotshift-cache', 'lies in what is checked'],
    ['in the tree, asked from a folder of it', 'tree/below', 'tree/.hotshift-cache', 'lies in a repository'],
    ['in another repository', 'tree', 'other/cache', 'lies in a repository'],
  ])('%s say nothing', (_, folder, location, why) => {
    const { root, write } = temporaryTree({ ...wrong, 'tree/below/a': '', 'other/.git/HEAD': '' })
    const expected = check(root)
    move(forge(root), join(root, location))
    if (folder !== 'tree') write('tree/.git/HEAD', '')
    const words = ['check', '--format', 'concise', '--no-config', '--cache-location', join(root, location)]
    const found = hotshift([...words, join(root, 'tree')], join(root, folder))
    expect([found.status, expected.status]).toEqual([1, 1])
    expect(found.stdout).toContain('lenght')
    if (folder === 'tree') expect(found.stderr).toContain(why)
    expect(found.stderr).toContain('no cache is used')
  })

  test('in the tree say nothing to who has a secret', () => {
    const { root } = temporaryTree(wrong)
    move(forge(root), join(root, 'tree/.hotshift-cache'))
    const words = ['check', '--format', 'concise', '--no-config', '--cache-location', '.hotshift-cache']
    for (let time = 0; time < 2; time++) {
      const found = hotshift(words, join(root, 'tree'), env)
      expect([found.status, found.stderr]).toEqual([1, ''])
      expect(found.stdout).toBe(check(root).stdout)
    }
    const other = hotshift(words, join(root, 'tree'), { HOTSHIFT_CACHE_KEY: 'another secret, as long' })
    expect(other.stdout).toBe(check(root).stdout)
  })

  test('are not reached through a link of the tree', () => {
    const { root } = temporaryTree(wrong)
    symlinkSync(forge(root), join(root, 'tree/.hotshift-cache'))
    for (const seal of ['none', 'secret'] as const)
      expect(
        givenLocation(join(root, 'tree/.hotshift-cache'), { cwd: join(root, 'tree'), given: ['.'], seal }),
      ).toHaveProperty('refused')
  })

  test('a short secret is none', () => {
    const { root } = temporaryTree(wrong)
    const { stderr, status } = hotshift(['check', '--cache-location', '../c'], join(root, 'tree'), {
      HOTSHIFT_CACHE_KEY: 'short',
    })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('HOTSHIFT_CACHE_KEY has fewer than 16 characters'),
    ])
  })

  const onPosix = process.platform === 'win32' ? test.skip : test

  onPosix.each([
    ['a folder', 0o755, (root: string) => join(root, 'honest/verdicts')],
    ['a folder above that all may write to', 0o777, (root: string) => join(root, 'honest')],
    [
      'a file',
      0o644,
      (root: string) =>
        join(
          root,
          'honest/verdicts',
          readdirSync(join(root, 'honest/verdicts')).find((one) => one.endsWith('s'))!,
        ),
    ],
  ])('%s that is not ours alone is rejected', (_, mode, pathOf) => {
    const { root } = temporaryTree(wrong)
    forge(root)
    chmodSync(pathOf(root), mode)
    const found = check(root, '--cache-location', join(root, 'honest'))
    expect([found.status, found.stderr]).toEqual([1, expect.stringContaining('no cache is used')])
  })
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
