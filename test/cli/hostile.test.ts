import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTILE_INPUTS } from '../../bin/hostile-inputs.mjs'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hotshift, shell } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const server = (properties: string) => `heat_template_version: 2018-08-31
parameters:
  admin_pass: {type: string, hidden: true, default: first-secret}
  token: {type: string, hidden: true}
  plain: {type: string, default: shown}
resources:
  s:
    type: OS::Nova::Server
    properties: {image: i, flavor: f, networks: [{network: n}], ${properties}}
`

describe('files that templates name', () => {
  const named = (path: string) => server(`user_data: {get_file: ${path}}`)

  it('are read below the directory of the template only', async () => {
    const tree = temporaryTree({
      'outside/a.txt': 'private one\n',
      'outside/b.txt': 'private two\n',
      'in/a.yaml': named('../outside/a.txt'),
      'in/b.yaml': named('../outside/b.txt'),
    })
    const { status, stdout, stderr } = await inProcess(['verify', 'a.yaml', 'b.yaml'], join(tree.root, 'in'))
    expect(status).toBe(1)
    expect(stdout + stderr).not.toContain('private')
    expect(stderr).toBe(
      ['a', 'b']
        .map(
          (name) =>
            `../outside/${name}.txt: not read: it lies outside of ${tree.root}/in; --allow-outside reads it\n`,
        )
        .join(''),
    )
  })

  it('are read in the whole repository', async () => {
    const tree = temporaryTree({
      '.git/HEAD': '',
      'files/a.txt': 'private one\n',
      'files/b.txt': 'private one\n',
      'in/a.yaml': named('../files/a.txt'),
      'in/b.yaml': named('../files/b.txt'),
    })
    const { status, stdout, stderr } = await inProcess(['verify', 'in/a.yaml', 'in/b.yaml'], tree.root)
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' })
  })

  it.each(['verify', 'verify --allow-outside'])('do not lead out through a link: %s', async (command) => {
    const outside = temporaryTree({ 'a.txt': 'private one\n', 'b.txt': 'private two\n' })
    const tree = temporaryTree({
      'a.yaml': named('a.txt'),
      'd/b.yaml': named('a.txt'),
      'd/a.txt': 'private two\n',
    })
    symlinkSync(join(outside.root, 'a.txt'), join(tree.root, 'a.txt'))
    const { stdout, stderr } = await inProcess([...command.split(' '), 'a.yaml', 'd/b.yaml'], tree.root)
    expect(stdout + stderr).not.toContain('private')
    expect(stderr.includes('not read')).toBe(command === 'verify')
  })

  it('show by their number of lines and a hash where they differ', async () => {
    const tree = temporaryTree({
      'a.yaml': named('x.txt'),
      'x.txt': 'private one\n',
      'b/b.yaml': named('x.txt'),
      'b/x.txt': 'private two\nprivate three\n',
    })
    const { status, stdout, stderr } = await inProcess(['verify', 'a.yaml', 'b/b.yaml'], tree.root)
    expect(status).toBe(1)
    expect(stdout + stderr).not.toContain('private')
    expect(stdout).toMatch(
      /- "file of 1 line, SHA-256 [0-9a-f]{16}"\n {2}\+ "file of 2 lines, SHA-256 [0-9a-f]{16}"\n/,
    )
  })

  it.each([
    ['/dev/zero', 'cannot be read'],
    ['pipe', 'cannot be read'],
    ['large.bin', 'is larger than 16 MB'],
  ])('end, whatever they are: %s', (path, why) => {
    const tree = temporaryTree({
      'a.yaml': named(path),
      'b.yaml': named(path).replace('flavor: f', 'flavor: g'),
      'large.bin': '',
    })
    execFileSync('mkfifo', [join(tree.root, 'pipe')])
    // Node itself refuses more than 2 GB.
    execFileSync('truncate', ['-s', '100M', join(tree.root, 'large.bin')])
    const { status, stderr } = hotshift(['verify', 'a.yaml', 'b.yaml', '--allow-outside'], tree.root)
    expect(status).toBe(1)
    expect(stderr).toContain(`: not read: it ${why}`)
  })

  it('end in check as well', () => {
    const tree = temporaryTree({
      'a.yaml':
        'heat_template_version: 2018-08-31\nresources: {r: {type: pipe.yaml}, l: {type: zero.yaml}, o: {type: ../o.yaml}}\n',
    })
    execFileSync('mkfifo', [join(tree.root, 'pipe.yaml')])
    symlinkSync('/dev/zero', join(tree.root, 'zero.yaml'))
    expect(hotshift(['check', 'a.yaml'], tree.root).status).toBe(0)
  })

  it('are not taken for equal when neither of two different ones was read', async () => {
    const tree = temporaryTree({
      'one/a.yaml': named('../x'),
      'two/deep/b.yaml': named('../x'),
      x: 'private one\n',
      'two/x': 'private two\n',
    })
    const { status, stdout } = await inProcess(['verify', 'one/a.yaml', 'two/deep/b.yaml'], tree.root)
    expect({ status, stdout }).toEqual({
      status: 3,
      stdout:
        "unproved (Heat's reading)\nthe template: before: x was not read\nthe template: after: two/x was not read\n",
    })
  })
})

describe('values of hidden parameters', () => {
  const uses = [
    'admin_pass: {get_param: admin_pass}',
    'name: {list_join: ["", [a, {get_param: admin_pass}]]}',
    'user_data: {str_replace: {template: "x $p y", params: {$p: {get_param: token}}}}',
    'metadata: {a: {str_split: ["-", {get_param: admin_pass}, 0]}}',
    'tags: [{get_param: token}, {get_param: plain}]',
  ]

  it.each(uses)('are in no report of a difference: %s', async (use) => {
    const tree = temporaryTree({
      'a.yaml': server(use),
      'b.yaml': server(use)
        .replace('first-secret', 'other-talent')
        .replace('default: shown', 'default: shown-too'),
      'a.env': 'parameters: {token: token-secret}\n',
      'b.env': 'parameter_defaults: {token: talent}\n',
    })
    const args = ['verify', 'a.yaml', 'b.yaml', '--env-before', 'a.env', '--env', 'b.env']
    const { status, stdout, stderr } = await inProcess(args, tree.root)
    expect(status).toBe(1)
    expect(stdout).toContain('"shown')
    expect(stdout + stderr).not.toMatch(/secret|first|other|lent/)
  })

  it('stay hidden inside of nested templates', async () => {
    const child = (value: string) =>
      `heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\nresources: {v: {type: OS::Heat::Value, properties: {value: {list_join: [${value}, [a, {get_param: p}]]}}}}\n`
    const parent = `heat_template_version: 2018-08-31\nparameters: {s: {type: string, hidden: true, default: secret}}\nresources: {c: {type: child.yaml, properties: {p: {get_param: s}}}}\n`
    const tree = temporaryTree({
      'a/top.yaml': parent,
      'a/child.yaml': child('x'),
      'b/top.yaml': parent,
      'b/child.yaml': child('y'),
    })
    const { status, stdout, stderr } = await inProcess(['verify', 'a/top.yaml', 'b/top.yaml'], tree.root)
    expect(status).toBe(1)
    expect(stdout + stderr).not.toContain('secret')
  })

  it.each(['text', 'json', 'jsonl', 'sarif', 'csv', 'markdown', 'html', 'github', 'gitlab', 'junit'])(
    'are in no finding, as %s',
    async (format) => {
      const tree = temporaryTree({
        'a.yaml': server('admin_pass: {get_param: admin_pass}').replace(
          'default: shown',
          'default: 7, constraints: [{length: {min: 20}}]',
        ),
        'a.env': 'parameters: {token: token-secret}\n',
      })
      for (const command of [
        ['check'],
        ['check', '--profile', 'onap'],
        ['remediate', '--profile', 'onap', '--patch', 'p'],
      ]) {
        const { stdout, stderr, status } = await inProcess([...command, '--format', format], tree.root)
        if (status === 64) continue
        expect(stdout + stderr).not.toMatch(/first-secret|token-secret/)
      }
    },
  )
})

describe('a full disk', () => {
  const itWithFull = process.platform === 'linux' ? it : it.skip
  const template = 'HeatTemplateFormatVersion: "2012-12-12"\n'

  itWithFull.each([
    'hotshift list',
    'hotshift --help',
    'hotshift migrate',
    'hotshift check --quiet --format json',
  ])('under the output is said in one line: %s', (line) => {
    const tree = temporaryTree({ 'a.yaml': template })
    const { status, stderr } = shell(`${line} > /dev/full`, tree.root)
    expect(status).toBe(2)
    expect(stderr.split('\n').filter((one) => /^hotshift:|^ +at /.test(one))).toEqual([
      'hotshift: the output cannot be written: ENOSPC',
    ])
  })

  itWithFull('under the error output is an exit code at least, and files are written whole', () => {
    const tree = temporaryTree({ 'a.yaml': template })
    const { status, stdout } = shell('hotshift migrate --write 2> /dev/full', tree.root)
    expect({ status, stdout }).toEqual({
      status: 2,
      stdout: 'hotshift: the error output cannot be written: ENOSPC\n',
    })
    expect(tree.read('a.yaml')).toBe('heat_template_version: 2018-08-31\n')
  })

  itWithFull('under a report leaves none, and says so', async () => {
    const tree = temporaryTree({ 'a.yaml': template.repeat(1) })
    try {
      mkdirSync(join(tree.root, 'out'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', join(tree.root, 'out')], {
        stdio: 'ignore',
      })
    } catch {
      return // Only root may mount.
    }
    try {
      writeFileSync(join(tree.root, 'out/old'), 'x')
      const { status, stderr } = await inProcess(
        ['migrate', '--quiet', '--format', 'html', '--output', 'out/r.html'],
        tree.root,
      )
      expect(status === 2 || status === 64).toBe(true)
      expect(stderr).toMatch(/^hotshift: --output out\/r\.html: cannot be written: no space left on device\n/)
      expect(readdirSync(join(tree.root, 'out'))).toEqual(['old'])
    } finally {
      execFileSync('umount', [join(tree.root, 'out')])
    }
  })
})

describe('escape sequences', () => {
  const name = 'a\x1b]0;title\x07\x1b[2J.yaml'

  it.each([
    ['verify', name, name],
    ['verify', 'none\x1b[2J', 'none'],
    ['un\x1b[2Jknown'],
    ['migrate', '--to', '\x1b[2J'],
    ['migrate', '--x\x1b[2J'],
    ['explain', '\x1b[2J'],
    ['list', '\x1b[2J'],
    ['migrate', '--format', '\x1b[2J'],
    ['migrate', '--output', '\x1b[2J/x', '--format', 'csv'],
  ])('of names and arguments do not reach a terminal: %j %j %j', async (...args) => {
    const tree = temporaryTree({ [name]: 'heat_template_version: \x1b[2J\n' })
    const { stdout, stderr } = await inProcess(args, tree.root)
    expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/)
    expect(stdout + stderr).toContain('\\x1b[2J')
  })
})

it('very many unknown tags on one line take no time for each', () => {
  const tree = temporaryTree(HOSTILE_INPUTS['40,000 tags'] as Record<string, string>)
  const { status, stderr } = hotshift(['migrate', '.', '--quiet'], tree.root)
  expect(status).toBe(3)
  expect(stderr.match(/ error {2}/g)).toHaveLength(1)
  expect(stderr).toContain('  6:48  error    yaml-value  Heat knows no tag !!python/object:os.system')
})

it('one report shows a file whose type has the name of a prototype', async () => {
  const tree = temporaryTree({
    'p/base.yaml':
      'heat_template_version: 2018-08-31\nparameters: {p: {type: __proto__}, q: {type: constructor}}\n',
    'p/other.yaml':
      'heat_template_version: 2018-08-31\nresources: {a: {type: base.yaml}, b: {type: constructor}}\n',
    'c/a.yaml':
      'AWSTemplateFormatVersion: "2010-09-09"\n__proto__: {a: 1}\nconstructor: {b: 2}\nParameters: {P: {Type: constructor, toString: x}}\n',
  })
  for (const command of [
    'check',
    'check --profile onap',
    'remediate --profile onap --lossy',
    'migrate --partial',
    'extract-defaults',
    'upgrade --to latest --modernize',
  ]) {
    const { stdout } = await inProcess([...command.split(' '), '--format', 'json', '--quiet'], tree.root)
    expect([command, stdout.match(/internal-error.*/)?.[0]]).toEqual([command, undefined])
  }
})

it('a nested template that is not part of the run keeps a parameter from being renamed', async () => {
  const tree = temporaryTree({
    'q/base.yaml': `heat_template_version: 2018-08-31
parameters: {vm-name: {type: string, default: x}}
resources: {a: {type: missing.yaml, properties: {vm-name: {get_param: vm-name}}}}
`,
  })
  const { stdout } = await inProcess(
    ['remediate', '--profile', 'onap', '--lossy', '--format', 'json', '--quiet'],
    tree.root,
  )
  expect(stdout).not.toContain('internal-error')
  expect(stdout).toContain('it is passed to q/missing.yaml, which is not part of this run')
  expect(readFileSync(join(tree.root, 'q/base.yaml'), 'utf8')).toContain('vm-name')
})

describe('small files that were made to take for ever', () => {
  it.each([
    ['check', 'alias bomb, 10 levels, in an environment', 0, ''],
    ['extract-defaults', 'alias bomb, 10 levels, in an environment', 3, 'takes too many steps'],
    ['remediate --profile onap', 'alias bomb, 10 levels, in an environment', 3, 'takes too many steps'],
    ['check', 'alias bomb of conditions, 10 levels', 0, ''],
    ['extract-defaults', 'a word of 200,000 characters in a template that cannot be read', 3, 'yaml-syntax'],
    ['remediate --profile onap --lossy', '2,000 parameters', 3, 'package-too-large'],
    ['check --profile onap --repairs', '2,000 parameters', 1, 'was not tried'],
  ])('%s ends over: %s', (command, input, code, said) => {
    const tree = temporaryTree(HOSTILE_INPUTS[input] as Record<string, string>)
    const { status, stdout, stderr } = hotshift(command.split(' '), tree.root)
    expect(command.startsWith('check') ? stdout : stderr).toContain(said)
    expect(status).toBe(code)
  })
})
