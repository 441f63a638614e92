import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorHost } from '../../src/apps/cli/editor/editor-projects.ts'
import { argumentsIn } from '../../src/apps/cli/main.ts'
import { heatRules } from '../../src/rules/rules.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess, withRealEngine } from './in-process.ts'

afterEach(removeTemporaryTrees)

const disk = (properties: string) => `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {${properties}}}
`

/** A rule of one code, with what it does. */
const ruleSource = (code: string, find: string, more = '') => `import { rule } from 'hotshift'
export default rule({
  codes: {'${code}': {title: 'A disk', severity: 'warning', help: 'Look at it.'${more}}},
  find(view, report) { ${find} },
})
`

const finding =
  "for (const { name, typeAt } of view.resources) report('acme/disk', typeAt, 'a disk: ' + name)"

async function checked(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { root } = temporaryTree({ 'a.yaml': disk('size: 1'), ...files })
  return inProcess(['check', ...args, 'a.yaml'], root)
}

describe('hotshift new rule', () => {
  it.each([
    ['JavaScript', 'unnamed-volume.rule.mjs', []],
    ['TypeScript', 'unnamed-volume.rule.ts', ['--typescript']],
  ])('writes what runs, in %s, and never over another one', async (_, file, options) => {
    const { root, list } = temporaryTree({ 'a.yaml': disk('size: 1'), 'b.yaml': disk('size: 1, name: b') })
    const made = await inProcess(['new', 'rule', 'acme/unnamed-volume', ...options], root)
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('hotshift check --rules rules') })
    expect(list()).toContain(`rules/${file}`)
    const { stdout } = await inProcess(['check', '--rules', 'rules', '--verbose', 'a.yaml', 'b.yaml'], root)
    expect(stdout).toContain('info     acme/unnamed-volume  the volume "disk" has no name')
    expect(stdout).toContain('no errors or warnings, 1 info in 1 file')
    const explained = await inProcess(['explain', 'acme/unnamed-volume', '--rules', 'rules'], root)
    expect(explained.stdout).toContain('$ hotshift check --rules rules disk.yaml\n')
    expect(await inProcess(['new', 'rule', 'acme/unnamed-volume', ...options], root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining(`rules/${file} exists already`),
    })
  })

  it('wants a family, so that no finding of hotshift is ever called the same', async () => {
    const { root } = temporaryTree({})
    expect((await inProcess(['new', 'rule', 'unnamed-volume'], root)).stderr).toContain('a family and a name')
  })

  it('registers a rule of the project in a checkout of hotshift', async () => {
    const { root, read } = temporaryTree({
      'package.json': '{"name": "hotshift"}',
      'transforms/registry.ts': '',
      'src/rules/rules.ts': readFileSync(join(import.meta.dirname, '../../src/rules/rules.ts'), 'utf8'),
    })
    const made = await inProcess(['new', 'rule', 'server-without-networks'], root)
    expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('src/rules/rules.ts (edited)') })
    expect(read('src/rules/heat/server-without-networks.ts')).toContain(
      'export const serverWithoutNetworks = rule({',
    )
    const list = read('src/rules/rules.ts')
    expect(list).toContain("import { serverWithoutNetworks } from './heat/server-without-networks.ts'\n")
    expect(list).toContain('  serverWithoutNetworks,\n] as const')
    expect(list.split('\n').length).toBeGreaterThan(heatRules.length)
  })
})

describe('a choice of a rule', () => {
  const waiting = `heat_template_version: 2018-08-31
resources:
  pause: {type: OS::Heat::Delay, properties: {min_wait: 7200}}
`

  it('is that of Heat, or that of the command line or the configuration', async () => {
    const files = { 'a.yaml': waiting }
    expect((await checked(files)).stdout).toContain('the timeout of a stack, 3600 s by default')
    const chosen = (value: number) => checked(files, '--rule-option', `default-limit.timeout=${value}`)
    expect((await chosen(7000)).stdout).toContain('the timeout of a stack, 7000 s\n')
    expect((await chosen(7200)).stdout).not.toContain('default-limit')
    const configured = { ...files, 'hotshift.config.yaml': 'ruleOptions: {default-limit.timeout: 7200}\n' }
    expect((await checked(configured)).stdout).not.toContain('default-limit')
  })

  it.each([
    ['default-limit.size=1', 'no rule has the option default-limit.size'],
    ['default-limit.depth=deep', 'default-limit.depth is a number'],
    ['default-limit.depth', 'no rule has the option'],
  ])('is not %s', async (option, message) => {
    expect(await checked({}, '--rule-option', option)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining(message),
    })
  })

  it('is explained', async () => {
    const { stdout } = await inProcess(['explain', 'default-limit'])
    expect(stdout).toContain('option: default-limit.depth=5 (max_nested_stack_depth')
  })
})

describe('rules of the user', () => {
  it('count like others: they are named, set aside, ignored by comments and made errors', async () => {
    const files = { 'rules/disk.rule.mjs': ruleSource('acme/disk', finding), 'rules/other.mjs': 'throw 1' }
    const line = '3:16  warning  acme/disk  a disk: disk'
    expect((await checked(files, '--rules', 'rules')).stdout).toContain(line)
    expect((await checked(files, '--rules', 'rules', '--only', 'acme/disk')).stdout).toContain(line)
    expect((await checked(files, '--rules', 'rules', '--except', 'acme/disk')).stdout).not.toContain(line)
    expect(await checked(files, '--rules', 'rules', '--severity', 'acme/disk=error')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('error    acme/disk'),
    })
    const ignoring = {
      'a.yaml': disk('size: 1').replace('  disk', '  # hotshift-ignore acme/disk: known\n  disk'),
    }
    const { stdout } = await checked({ ...files, ...ignoring }, '--rules', 'rules')
    expect(stdout).toContain('1 finding ignored: 1 by a comment')
  })

  it('look at environments, with the templates of their stacks', async () => {
    const find =
      "if (view.root.entries.length > 0) report('acme/disk', view.root.entries[0], view.templates.map((one) => one.path).join())"
    const files = {
      'a.env': 'parameter_defaults: {}\n',
      'rules/disk.rule.mjs': ruleSource('acme/disk', find).replace('rule({', "rule({ asks: 'stack',"),
    }
    const { stdout } = await checked(files, '--rules', 'rules', '-e', 'a.env')
    expect(stdout).toContain('a.env\n  1:1  warning  acme/disk  a.yaml\n')
  })

  it('do not keep values from being checked that Heat refuses', async () => {
    const { stdout } = await checked(
      { 'a.yaml': disk('size: 0'), 'rules/disk.rule.mjs': ruleSource('acme/disk', finding) },
      '--rules',
      'rules',
    )
    expect(stdout).toContain('bad-value')
    expect(stdout).toContain('acme/disk')
  })

  it.each([
    ['a folder without any', {}, 'there is no file *.rule.mjs'],
    ['a file without any', { 'rules/a.rule.mjs': 'export const a = 1\n' }, 'it exports no rule by default'],
    ['a code without a family', { 'rules/a.rule.mjs': ruleSource('disk', '') }, 'such as acme/disk'],
    [
      'a code that another file has',
      { 'rules/a.rule.mjs': ruleSource('acme/disk', ''), 'rules/b.rule.mjs': ruleSource('acme/disk', '') },
      'a.rule.mjs has the code "acme/disk" already',
    ],
  ])('are not %s', async (_, files, message) => {
    expect(await checked(files, '--rules', 'rules')).toMatchObject({
      status: 64,
      stderr: expect.stringContaining(message),
    })
  })

  it('are not run for a configuration that nobody has said yes to', async () => {
    const files = {
      'hotshift.config.yaml': 'rules: rules\n',
      'rules/disk.rule.mjs': ruleSource('acme/disk', finding),
    }
    expect(await checked(files)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('rules/disk.rule.mjs was not run: nobody has said yes'),
    })
    expect((await checked(files, '--trust-config')).stdout).toContain('acme/disk')
  })
})

describe('what is said of rules of the user', () => {
  const more = ", why: 'Disks cost.', example: {command: 'check a.yaml', before: 'heat: x'}"
  const files = {
    'rules/disk.rule.mjs': ruleSource('acme/disk', '', more).replace(
      '  find',
      "  options: {size: {type: 'number', default: 4, title: 'the least size'}},\n  find",
    ),
  }

  it('is listed and explained with the folder that they are in', async () => {
    const { root } = temporaryTree(files)
    const listed = await inProcess(['rules', '--rules', 'rules', '--format', 'json'], root)
    expect(JSON.parse(listed.stdout)).toContainEqual({
      code: 'acme/disk',
      severity: 'warning',
      title: 'A disk',
      help: 'Look at it.',
    })
    expect((await inProcess(['rules'], root)).stdout).not.toContain('acme/disk')
    const { stdout } = await inProcess(['explain', 'acme/disk', '--rules', 'rules'], root)
    expect(stdout).toContain('acme/disk  A disk\n\nDisks cost.\n\nLook at it.\n')
    expect(stdout).toContain('# hotshift-ignore acme/disk: <reason>')
    expect(stdout).toContain('option: acme/disk.size=4 (the least size)')
  })

  it('needs the folder', async () => {
    const { root } = temporaryTree(files)
    expect(await inProcess(['explain', 'acme/disk'], root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('--rules <folder>'),
    })
  })
})

describe('rules that a configuration names, in an editor', () => {
  const files = {
    'a.yaml': disk('size: 1'),
    'hotshift.config.yaml': 'rules: rules\nseverity: unused-declaration=off\n',
    'rules/disk.rule.mjs': ruleSource('acme/disk', finding),
  }

  /** What an editor shows of the template, and what it says of the configuration. */
  async function shown(consent: readonly string[], code?: 'never') {
    const { root } = temporaryTree(files)
    const reported: unknown[] = []
    const host = editorHost(
      (folder, [name, ...rest], whose) => argumentsIn(folder, [name, ...rest, ...consent], whose),
      withRealEngine(root),
    )
    const project = await host.project(root, code, (error) => reported.push(error))
    const check = await project.checks('a.yaml', () => undefined)
    const { findings } = check({ text: files['a.yaml'] })
    return { codes: findings.map((one) => one.code), reported: reported.map(String) }
  }

  it('are asked once somebody has said yes', async () => {
    expect(await shown(['--trust-config'])).toEqual({ codes: ['acme/disk'], reported: [] })
  })

  it('are reported and left out before, and the rest of the configuration counts', async () => {
    const refusal = expect.stringContaining('disk.rule.mjs was not run')
    expect(await shown([])).toEqual({ codes: [], reported: [refusal] })
    expect(await shown(['--trust-config'], 'never')).toEqual({ codes: [], reported: [refusal] })
  })
})
