import { findCallers } from '../../src/run/callers.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { template } from './deploy.ts'

afterEach(removeTemporaryTrees)

const nested = template('  size: {type: string, default: "small"}')
const without = template('  size: {type: string}')
const caller = (type: string) => `heat_template_version: 2016-10-14\nresources: {r: {type: ${type}}}\n`
// Not a repository to git itself, so that nobody can say whether files have changes.
const git = { '.git/HEAD': 'ref: refs/heads/main\n' }

describe('callers outside of what is named', () => {
  it('are found in the whole repository, and pass what a nested file relied on', async () => {
    const tree = temporaryTree({
      ...git,
      'stacks/main.yaml': caller('../lib/disk/disk.yaml'),
      'lib/disk/disk.yaml': nested,
      'lib/other/other.yaml': nested,
    })
    const run = await inProcess(['extract-defaults', 'lib/disk', '--write', '--allow-dirty'], tree.root)
    expect([run.status, run.stdout]).toEqual([0, ''])
    expect(tree.list()).toEqual([
      '.git/HEAD',
      'lib/disk/disk.yaml',
      'lib/other/other.yaml',
      'stacks/main.env',
      'stacks/main.yaml',
    ])
    expect(tree.read('lib/disk/disk.yaml')).toBe(without)
    expect(tree.read('stacks/main.env')).toBe('parameters:\n  size: "small"\n')
    expect(tree.read('stacks/main.yaml')).toContain('size: {get_param: size}')
    expect(tree.read('lib/other/other.yaml')).toBe(nested)
  })

  it('are found from the directory of the nested file, too, and so are theirs', async () => {
    const tree = temporaryTree({
      ...git,
      'main.yaml': caller('a/middle.yaml'),
      'main.env': 'parameter_defaults: {size: large}\n',
      'a/middle.yaml': caller('b/disk.yaml'),
      'a/b/disk.yaml': nested,
    })
    const run = await inProcess(
      ['extract-defaults', 'disk.yaml', '--write', '--allow-dirty'],
      `${tree.root}/a/b`,
    )
    expect(run.status).toBe(0)
    expect(tree.read('a/b/disk.yaml')).toBe(without)
    expect(tree.read('main.env')).toBe('parameter_defaults: {size: large}\n')
    expect(tree.read('main.yaml')).toContain('size: {get_param: size}')
  })

  it('are templates and environments: a report that names a template is not part of the run', async () => {
    const report = '{"files": [{"path": "lib/disk.yaml"}]}\n'
    const tree = temporaryTree({ ...git, 'lib/disk.yaml': nested, 'report.json': report })
    const { stdout } = await inProcess(['extract-defaults', 'lib', '--format', 'json'], tree.root)
    expect(JSON.parse(stdout).files.map(({ path }: { readonly path: string }) => path)).toEqual([
      'lib/disk.env',
      'lib/disk.yaml',
    ])
  })

  it('are no reports and plans of hotshift, whatever these hold', async () => {
    const body = '"heat_template_version": "2016-10-14", "resources": {"r": {"type": "lib/disk.yaml"}}'
    const callersIn = async (text: string) => {
      const { root } = temporaryTree({ ...git, 'lib/disk.yaml': nested, 'report.json': text })
      const { outside } = await findCallers({ paths: [`${root}/lib`], cwd: root, suffix: '.env' })
      return outside.map(({ path }) => path)
    }
    expect(await callersIn(`{"$schema": "urn:hotshift:report:1", ${body}}`)).toEqual([])
    expect(await callersIn(`{${body}}`)).toEqual(['report.json'])
  })

  it('keep their own defaults', async () => {
    const own = `${template('  own: {type: string, default: "mine"}')}resources: {disk: {type: lib/disk.yaml}}\n`
    const tree = temporaryTree({ ...git, 'main.yaml': own, 'lib/disk.yaml': nested })
    await inProcess(['extract-defaults', 'lib', '--write', '--allow-dirty'], tree.root)
    expect(tree.read('main.yaml')).toContain('own: {type: string, default: "mine"}')
    expect(tree.read('main.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('are found by the names that registries give a template', async () => {
    const tree = temporaryTree({
      ...git,
      'env/all.env': 'resource_registry: {"My::Disk": ../lib/disk.yaml}\n',
      'env/main.yaml': caller('My::Disk'),
      'lib/disk.yaml': nested,
    })
    await inProcess(['extract-defaults', 'lib', '--write', '--allow-dirty'], tree.root)
    expect(tree.read('lib/disk.yaml')).toBe(without)
    expect(tree.read('env/main.env')).toBe('parameters:\n  size: "small"\n')
    expect(tree.list()).not.toContain('lib/disk.env')
  })

  it('are found by names that registries give to callers in turn', async () => {
    const tree = temporaryTree({
      ...git,
      'all.env':
        'resource_registry: {"My::Disk": lib/disk.yaml, "My::Middle": middle/middle.yaml, "My::Other": other.yaml}\n',
      'lib/disk.yaml': nested,
      'main/main.yaml': caller('My::Middle'),
      'middle/middle.yaml': caller('My::Disk'),
      'other.yaml': nested,
      'other/main.yaml': caller('My::Other'),
    })
    const run = await inProcess(['extract-defaults', 'lib', '--format', 'json'], tree.root)
    const paths = JSON.parse(run.stdout).files.map(({ path }: { readonly path: string }) => path)
    expect(paths).toEqual(['all.env', 'lib/disk.yaml', 'main/main.yaml', 'middle/middle.yaml'])
  })

  it('keep the default where the run leaves them out', async () => {
    const tree = temporaryTree({ ...git, 'main.yaml': caller('lib/disk.yaml'), 'lib/disk.yaml': nested })
    const run = await inProcess(
      ['extract-defaults', 'lib', '--ignore', 'main.yaml', '--write', '--allow-dirty'],
      tree.root,
    )
    expect(run.status).toBe(3)
    expect(run.stderr).toContain(
      'the default of "size" is kept: main.yaml names this template but cannot be read: it is left out of this run',
    )
    expect(tree.read('lib/disk.yaml')).toBe(nested)
    expect(tree.list()).not.toContain('lib/disk.env')
  })

  it('are looked for below the working directory where there is no repository', async () => {
    const tree = temporaryTree({ 'main.yaml': caller('lib/disk.yaml'), 'lib/disk.yaml': nested })
    await inProcess(['extract-defaults', 'lib', '--write', '--allow-dirty'], tree.root)
    expect(tree.read('main.env')).toBe('parameters:\n  size: "small"\n')
  })

  it('keep the default from remediate, which says what to name', async () => {
    const tree = temporaryTree({ ...git, 'main.yaml': caller('lib/disk.yaml'), 'lib/disk.yaml': nested })
    const args = ['remediate', '--profile', 'onap', 'lib']
    const run = await inProcess([...args, '--verbose', '--write', '--allow-dirty'], tree.root)
    expect(run.stderr).toContain(
      'main.yaml names this template but cannot be read: it is not part of this run',
    )
    // Nothing is wrong with a file because it is outside of the run.
    expect(run.stderr).not.toContain('R-95303')
    expect(tree.read('lib/disk.yaml')).toContain('default: "small"')
    expect(tree.list()).not.toContain('lib/disk.env')
  })
})
