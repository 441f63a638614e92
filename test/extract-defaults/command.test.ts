import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { template } from './deploy.ts'

afterEach(removeTemporaryTrees)

const web = template('  size: {type: string, default: "small"} # of it')
const caller = 'heat_template_version: 2016-10-14\nresources: {r: {type: disk.yaml}}\n'

describe('hotshift extract-defaults', () => {
  it('shows, writes, and has nothing left to do', async () => {
    const tree = temporaryTree({ 'web.yaml': web, 'db.yaml': web, 'db.env': 'parameters: {}\n' })
    const dry = await inProcess(['extract-defaults'], tree.root)
    expect(dry.status).toBe(0)
    expect(dry.stdout).toContain(
      '--- /dev/null\n+++ b/web.env\n@@ -0,0 +1,2 @@\n+parameters:\n+  size: "small"\n',
    )
    expect(tree.list()).toEqual(['db.env', 'db.yaml', 'web.yaml'])
    expect((await inProcess(['extract-defaults', '--check'], tree.root)).status).toBe(1)

    expect((await inProcess(['extract-defaults', '--write'], tree.root)).status).toBe(0)
    expect(tree.list()).toEqual(['db.env', 'db.yaml', 'web.env', 'web.yaml'])
    expect(tree.read('web.yaml')).toBe(template('  size: {type: string} # of it'))
    expect(tree.read('web.env')).toBe('parameters:\n  size: "small"\n')
    expect(tree.read('db.env')).toBe('parameters:\n  size: "small"\n')

    const again = await inProcess(['extract-defaults', '--check'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
  })

  it('ends with the parameters that are required now, and names each default that nothing relied on', async () => {
    const tree = temporaryTree({
      'web.yaml':
        'heat_template_version: 2016-10-14\nparameters:\n  size: {type: string, default: a}\nresources:\n  r: {type: disk.yaml, properties: {speed: 2}}\n',
      'disk.yaml': template('  speed: {type: number, default: 1}\n  kind: {type: string, default: ssd}'),
    })
    const { stderr } = await inProcess(['extract-defaults', '--write'], tree.root)
    expect(stderr).toContain('default 1 of "speed" is removed: every caller passes its own value\n')
    expect(stderr).toMatch(
      /\nthese parameters no longer have a default, and are required where nothing sets them:\n {2}disk.yaml: speed, kind \(every caller sets it\)\n {2}web.yaml: kind, size \(web.env sets it\)\n$/,
    )
    expect((await inProcess(['extract-defaults'], tree.root)).stderr).not.toContain('are required')
  })

  it('makes a patch that git applies', async () => {
    const tree = temporaryTree({ 'web.yaml': web })
    expect((await inProcess(['extract-defaults', '--patch', 'all.patch'], tree.root)).status).toBe(0)
    const applied = spawnSync('git', ['apply', 'all.patch'], { cwd: tree.root, encoding: 'utf8' })
    expect([applied.status, applied.stderr]).toEqual([0, ''])
    expect(tree.read('web.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('reads the other files of the directory when one is named, and changes what goes with it', async () => {
    const tree = temporaryTree({
      'disk.yaml': web,
      'base.yaml': caller,
      'other.yaml': web,
      'deeper/other.yaml': web,
    })
    expect((await inProcess(['extract-defaults', 'disk.yaml', '--write'], tree.root)).status).toBe(0)
    expect(tree.list()).toEqual(['base.env', 'base.yaml', 'deeper/other.yaml', 'disk.yaml', 'other.yaml'])
    expect(tree.read('base.env')).toBe('parameters:\n  size: "small"\n')
    expect(tree.read('disk.yaml')).toBe(template('  size: {type: string} # of it'))
    expect(tree.read('other.yaml')).toBe(web)
  })

  it('takes another suffix, or one file for all', async () => {
    const tree = temporaryTree({ 'a.yaml': web, 'sub/b.yaml': web })
    expect(
      (await inProcess(['extract-defaults', 'a.yaml', '--env-suffix=-env.yaml', '--write'], tree.root))
        .status,
    ).toBe(0)
    expect(tree.read('a-env.yaml')).toBe('parameters:\n  size: "small"\n')
    const common = ['extract-defaults', 'sub', '-e', 'all.env', '--write']
    expect((await inProcess(common, tree.root)).status).toBe(0)
    expect(tree.read('all.env')).toBe('parameters:\n  size: "small"\n')
    tree.write('sub/c.yaml', template('  mode: {type: number, default: 0644}'))
    expect((await inProcess(common, tree.root)).status).toBe(0)
    expect(tree.read('all.env')).toBe('parameters:\n  size: "small"\nparameter_defaults:\n  mode: 0644\n')
  })

  it('makes the directory of the one file for all', async () => {
    const tree = temporaryTree({ 'a.yaml': web })
    expect(
      (await inProcess(['extract-defaults', '-e', 'new/env/all.env', '--write'], tree.root)).status,
    ).toBe(0)
    expect(tree.read('new/env/all.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('ends with 3 when a default is left to a person, and writes the others', async () => {
    const tree = temporaryTree({
      'web.yaml': template('  a: {type: json, default: {}}', '  b: {type: json, default: {}}'),
      'web.env': 'parameter_merge_strategies: {a: merge}\n',
    })
    const run = await inProcess(['extract-defaults', '--write', '--format', 'json'], tree.root)
    expect(run.status).toBe(3)
    expect(tree.read('web.env')).toBe('parameter_merge_strategies: {a: merge}\nparameters:\n  b: {}\n')
    expect(JSON.parse(run.stdout).files[1].findings).toMatchObject([
      { code: 'default-kept', path: 'web.yaml', line: 3, column: 3 },
    ])
  })

  it('says which environment an ignore file keeps out of the run', async () => {
    const tree = temporaryTree({ 'web.yaml': web, 'web.env': 'parameters: {}\n', '.gitignore': '*.env\n' })
    const run = await inProcess(['extract-defaults', '--format', 'json'], tree.root)
    expect(run.status).toBe(3)
    expect(run.stdout).toContain(
      'the default of \\"size\\" is kept: web.env cannot be read: it is left out of this run; name it to have it filled',
    )
    expect((await inProcess(['extract-defaults', '.', 'web.env', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('web.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('moves the defaults of the parameters that are named, by patterns', async () => {
    const tree = temporaryTree({
      'web.yaml': template(
        '  web_flavor: {type: string, default: a}',
        '  test_flavor: {type: string, default: b}',
        '  size: {type: string, default: c}',
      ),
      'disk.yaml': web.replace('size', 'disk_flavor'),
      'base.yaml': caller,
    })
    const args = ['extract-defaults', '--only', '*_flavor,nothing', '--except', 'test?fl*r', '--write']
    expect((await inProcess(args, tree.root)).status).toBe(0)
    expect(tree.read('web.env')).toBe('parameters:\n  web_flavor: a\n')
    expect(tree.read('base.env')).toBe('parameters:\n  disk_flavor: "small"\n')
    expect(tree.read('web.yaml')).toContain('test_flavor: {type: string, default: b}')
    expect(tree.read('web.yaml')).toContain('size: {type: string, default: c}')
  })

  it.each([['--env=all.env'], ['--env-file=all.env']])('takes the environment by %s', async (option) => {
    const tree = temporaryTree({ 'a.yaml': web, 'all.env': '' })
    expect((await inProcess(['extract-defaults', 'a.yaml', option, '--write'], tree.root)).status).toBe(0)
    expect(tree.read('all.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('refuses names that environments cannot have', async () => {
    const { root } = temporaryTree({ 'web.yaml': web })
    for (const options of [
      ['--env-suffix', '.yaml'],
      ['--env-suffix', 'sub/x.env'],
      ['--env-suffix', '.env', '-e', 'all.env'],
    ]) {
      expect([options, (await inProcess(['extract-defaults', ...options], root)).status]).toEqual([
        options,
        64,
      ])
    }
  })
})

describe('several environments', () => {
  const two = template(
    '  size: {type: string, default: small} # of it\n  zone: {type: string, default: nova}\n  key: {type: string, hidden: true, default: "s3"}',
  )
  const files = {
    'web.yaml': two,
    'common.env': 'parameter_defaults:\n  zone: eu\n',
    'prod.env': 'parameters: {}\n',
  }
  const extract = (root: string, ...options: readonly string[]) =>
    inProcess(['extract-defaults', ...options], root)

  it('count together: the first takes the values, and values that exist win', async () => {
    const tree = temporaryTree(files)
    const { status, stderr } = await extract(tree.root, '-e', 'common.env', '-e', 'prod.env', '--write')
    expect(status).toBe(0)
    expect(tree.read('common.env')).toBe(
      'parameter_defaults:\n  zone: eu\nparameters:\n  size: small\n  key: "s3"\n',
    )
    expect(tree.read('prod.env')).toBe('parameters: {}\n')
    expect(stderr).toContain(
      'the default nova of "zone" is removed: parameter_defaults of common.env set it to eu',
    )
    expect(stderr).toContain('stacks with prod.env now also need common.env, which has the moved defaults')
  })

  it('--into names another one', async () => {
    const tree = temporaryTree(files)
    await extract(tree.root, '-e', 'common.env', '-e', 'prod.env', '--into', 'prod.env', '--write')
    expect(tree.read('common.env')).toBe(files['common.env'])
    expect(tree.read('prod.env')).toBe('parameters:\n  size: small\n  key: "s3"\n')
    expect(
      (await extract(tree.root, '-e', 'common.env', '-e', 'prod.env', '--into', 'prod.env', '--check'))
        .status,
    ).toBe(0)
  })

  it('a null in a later one takes no value of an earlier one away', async () => {
    const tree = temporaryTree({ ...files, 'prod.env': 'parameter_defaults: {zone: null}\n' })
    await extract(tree.root, '-e', 'common.env', '-e', 'prod.env', '--only', 'zone', '--write')
    expect(tree.read('web.yaml')).not.toContain('nova')
    expect(tree.read('common.env')).toBe('parameter_defaults:\n  zone: eu\n')
  })

  it('values of hidden parameters go into a file of their own, for its owner only', async () => {
    const tree = temporaryTree(files)
    const { stdout, status } = await extract(tree.root, '--hidden-into', 'keys/secret.env', '--write')
    expect([stdout, status]).toEqual(['', 0])
    expect(tree.read('keys/secret.env')).toBe('parameters:\n  key: "s3"\n')
    expect(tree.read('web.env')).toBe('parameters:\n  size: small\n  zone: nova\n')
    expect(statSync(join(tree.root, 'keys/secret.env')).mode & 0o777).toBe(0o600)
    expect((await extract(tree.root, '--hidden-into', 'keys/secret.env', '--check')).status).toBe(0)
  })

  it.each([0o640, 0o600])(
    'a new environment is for nobody who may not read the template: %o',
    async (mode) => {
      for (const out of [['--write'], ['--out', 'copy']]) {
        const tree = temporaryTree({ 'a/web.yaml': files['web.yaml'], 'db.yaml': web })
        chmodSync(join(tree.root, 'a/web.yaml'), mode)
        await extract(tree.root, ...out)
        const folder = join(tree.root, out[1] ?? '.')
        expect(statSync(join(folder, 'a/web.env')).mode & 0o777).toBe(mode)
        expect(statSync(join(folder, 'db.env')).mode & 0o777).toBe(0o644 & ~process.umask())
      }
    },
  )

  it('so they do by a plan', async () => {
    const tree = temporaryTree(files)
    await extract(tree.root, '--hidden-into', 'secret.env', '--plan', 'all.plan')
    const { status, stderr } = await inProcess(['apply', 'all.plan', '--commit'], tree.root)
    expect([status, stderr.split('\n')[0]]).toEqual([
      64,
      'hotshift: --hidden-into and --commit cannot be combined',
    ])
    expect((await inProcess(['apply', 'all.plan', '--write'], tree.root)).status).toBe(0)
    expect(statSync(join(tree.root, 'secret.env')).mode & 0o777).toBe(0o600)
  })

  it('a plan commits them no more where the file is there already', async () => {
    const tree = temporaryTree({ ...files, 'secret.env': 'parameters: {}\n' })
    await extract(tree.root, '--hidden-into', './secret.env', '--plan', 'all.plan')
    const { status, stderr } = await inProcess(['apply', 'all.plan', '--commit'], tree.root)
    expect(stderr).toContain('--hidden-into and --commit cannot be combined')
    expect(status).toBe(64)
  })

  it('hidden parameters of several templates are given as defaults where they agree', async () => {
    const other = two.replace('"s3"', '"s4"')
    const tree = temporaryTree({ 'a.yaml': two, 'b.yaml': two, 'c/d.yaml': two })
    await extract(tree.root, '--hidden-into', 'secret.env', '--only', 'key', '--write')
    expect(tree.read('secret.env')).toBe('parameter_defaults:\n  key: "s3"\n')
    const apart = temporaryTree({ 'a.yaml': two, 'b.yaml': other })
    const { stderr } = await extract(apart.root, '--hidden-into', 'secret.env', '--only', 'key', '--write')
    expect(apart.list()).toEqual(['a.yaml', 'b.yaml'])
    expect(stderr).toContain('another default')
    expect(stderr).not.toContain('s4')
  })

  it.each([
    [['--into', 'x.env'], 'is not one of the environments of --env'],
    [['-e', 'common.env', '--hidden-into', './common.env'], 'is also an environment'],
    [['--hidden-into', 's.env', '--commit'], '--hidden-into and --commit cannot be combined'],
    [['-e', 'common.env', '--env-suffix', '.e'], '--env-suffix and --env cannot be combined'],
  ])('refuses %j', async (options, message) => {
    const { status, stderr } = await extract(temporaryTree(files).root, ...options)
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
  })
  it('has one new environment at most', async () => {
    const { root } = temporaryTree(files)
    const { status, stderr } = await extract(root, '-e', 'common.env', '-e', 'none.env')
    expect(stderr).toContain('none.env:1:1  error  path-not-found  no such file or directory\n')
    expect(stderr).toContain('\n  Only the environment that gets the values may be new; --into names it.\n')
    expect(status).toBe(2)
    expect((await extract(root, '-e', 'common.env', '-e', 'none.env', '--into', 'none.env')).status).toBe(0)
  })
})
