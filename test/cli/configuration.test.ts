import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arguments } from '../../src/apps/cli/command.ts'
import {
  chosenConfiguration,
  configuredFor,
  keyOf,
  readConfiguration,
  shownSettings,
} from '../../src/apps/cli/configuration/configuration.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { fileMatcher } from '../../src/apps/cli/routed-engine.ts'
import { UsageError } from '../../src/apps/cli/usage-error.ts'
import { temporaryTree } from '../run/temporary-tree.ts'
import { hotshift } from './hotshift.ts'
import { inProcess } from './in-process.ts'

const command = (name: string) => commands.find((one) => one.name === name)!

/** The configuration of a folder; its code may run, see the tests of trust. */
async function configurationIn(cwd: string) {
  const args = new Arguments([], new Map([['trust-config', [true]]]))
  const chosen = chosenConfiguration(args, cwd)
  return chosen === undefined ? undefined : await readConfiguration(chosen)
}

/** The options of a command in a folder with a configuration. */
async function optionsOf(files: Readonly<Record<string, string>>, name = 'migrate', below = '') {
  const { root } = temporaryTree(files)
  const cwd = join(root, below)
  mkdirSync(cwd, { recursive: true })
  const found = await configurationIn(cwd)
  const { values, origins, overrides } = configuredFor(found!, command(name), commands)
  return { args: new Arguments([], new Map(), { configured: values, overrides }), origins, overrides, root }
}

const refusal = async (files: Readonly<Record<string, string>>, name = 'migrate') => {
  try {
    await optionsOf(files, name)
  } catch (error) {
    if (error instanceof UsageError) return [error.message, ...error.hints]
    throw error
  }
  return []
}

describe('a configuration', () => {
  it('gives the options of all commands, and those of one', async () => {
    const text = 'accept: [aws-only-key, stack-id]\npartial: true\ncommands:\n  upgrade: {to: 2018-08-31}\n'
    const { args } = await optionsOf({ 'hotshift.config.yaml': text })
    expect(args.listed('accept')).toEqual(['aws-only-key', 'stack-id'])
    expect(args.has('partial')).toBe(true)
    expect(args.value('to')).toBeUndefined()
    const upgrade = await optionsOf({ 'hotshift.config.yaml': text }, 'upgrade')
    expect(upgrade.args.value('to')).toBe('2018-08-31')
  })

  it('says of the cloud its release, the names that it has, and those of other clouds', async () => {
    const text = [
      'cloud:',
      '  release: 2024.1',
      '  flavors: [l.small]',
      '  images: {ami-0123: debian}',
      '',
    ].join('\n')
    const { root } = temporaryTree({ 'hotshift.config.yaml': text })
    const { values, cloud } = configuredFor((await configurationIn(root))!, command('check'), commands)
    expect(values.get('cloud')).toEqual(['2024.1'])
    expect(cloud).toEqual({
      inventory: { flavors: ['l.small'] },
      names: { images: { 'ami-0123': 'debian' } },
    })
    const short = await optionsOf({ 'hotshift.config.yaml': 'cloud: queens\n' }, 'check')
    expect(short.args.value('cloud')).toBe('queens')
  })

  it.each([
    ['cloud: {relese: queens}', 'hotshift.config.yaml:1:9: unknown key "relese"'],
    [
      'cloud: {flavors: l.small}',
      'hotshift.config.yaml:1:18: flavors is a list of names, or a mapping from old to new names',
    ],
    ['cloud: {flavors: {a: [b]}}', 'hotshift.config.yaml:1:22: a string is expected here'],
    ["cloud: {flavors: {a: ''}}", 'hotshift.config.yaml:1:22: the name for a is a string, and not empty'],
  ])('refuses %s', async (text, message) => {
    expect((await refusal({ 'hotshift.config.yaml': `${text}\n` }, 'check'))[0]).toBe(message)
  })

  it('has hotshift ask for what the cloud has', async () => {
    const { root } = temporaryTree({
      'hotshift.config.yaml': 'cloud: {release: pike, flavors: [l.small]}\n',
      'stack.yaml':
        'heat_template_version: 2017-09-01\nresources:\n  s:\n    type: OS::Nova::Server\n    properties: {flavor: l.smal, image: i}\n',
      'unlike.yaml':
        'heat_template_version: 2017-09-01\nresources:\n  s:\n    type: OS::Nova::Server\n    properties: {flavor: t2.micro, image: i}\n',
    })
    const { status, stdout } = await inProcess(['check', 'stack.yaml'], root)
    expect(status).toBe(1)
    expect(stdout).toContain('the cloud has no flavor "l.smal"; did you mean "l.small"?')
    expect(stdout).toContain('help: Write l.small.')
    const unlike = await inProcess(['check', 'unlike.yaml'], root)
    expect(unlike.stdout).toContain('Write one of the flavors of the cloud: l.small.')
    const wrong = await inProcess(['check', 'stack.yaml', '--cloud', 'pik'], root)
    expect([wrong.status, wrong.stderr]).toEqual([
      64,
      expect.stringContaining('--cloud pik: no such release'),
    ])
  })

  it.each([
    ['hotshift.config.json', '{"accept": "stack-id" /* why */}'],
    ['hotshift.config.yml', 'accept: stack-id\n'],
    ['package.json', '{"name": "x", "hotshift": {"accept": ["stack-id"]}}'],
  ])('is found as %s in a folder above', async (name, text) => {
    const { args } = await optionsOf({ [name]: text }, 'migrate', 'a/b')
    expect(args.listed('accept')).toEqual(['stack-id'])
  })

  it('is none in a package.json that says nothing of hotshift', async () => {
    const { root } = temporaryTree({ 'package.json': '{"name": "x"}', 'a/b.yaml': '' })
    expect(await configurationIn(join(root, 'a'))).toBeUndefined()
  })

  it('loses against the command line', () => {
    const given = new Map([['to', ['2016-10-14']]])
    const args = new Arguments([], given, { configured: new Map([['to', ['2018-08-31']]]) })
    expect(args.value('to')).toBe('2016-10-14')
  })

  it('takes off by false what it says for all', async () => {
    const text = 'partial: true\ncommands: {migrate: {partial: false}}\n'
    expect((await optionsOf({ 'hotshift.config.yaml': text })).args.has('partial')).toBe(false)
  })

  it('names files relative to itself, and transforms only where they look like files', async () => {
    const text = 'output: out/report.json\ntransforms: [hot/join-flat, ./mine.ts, more/own.mjs]\n'
    const { args, root } = await optionsOf({ 'hotshift.config.yaml': text }, 'run', 'below')
    expect(args.value('output')).toBe(join(root, 'out/report.json'))
    expect(args.listed('transform')).toEqual([
      'hot/join-flat',
      join(root, 'mine.ts'),
      join(root, 'more/own.mjs'),
    ])
  })

  it('says other things about some files', async () => {
    const text = 'to: latest\noverrides:\n  - files: old/**\n    to: 2015-10-15\n    allowUnproved: true\n'
    const { args, overrides } = await optionsOf({ 'hotshift.config.yaml': text })
    expect(overrides[0]?.files).toEqual(['old/**'])
    const own = args.forFilesOf(overrides[0]!)
    expect([own.value('to'), own.has('allow-unproved'), args.value('to')]).toEqual([
      '2015-10-15',
      true,
      'latest',
    ])
  })

  it('is shown with the place of each value', async () => {
    const { root } = temporaryTree({ 'hotshift.config.yaml': 'accept:\n  - stack-id\n' })
    const found = await configurationIn(root)
    expect(shownSettings(found!, commands)).toEqual([
      { key: 'accept.0', value: 'stack-id', where: 'hotshift.config.yaml:2:5' },
    ])
  })
})

describe('a configuration that is wrong', () => {
  it.each([
    ['acept: x', ['hotshift.config.yaml:1:1: unknown key "acept"', 'did you mean accept or except?']],
    ['to: a\nwrite: true', ['hotshift.config.yaml:2:1: unknown key "write"']],
    ['partial: 3', ['hotshift.config.yaml:1:10: partial is true or false']],
    ['to: [a, b]', ['hotshift.config.yaml:1:5: to takes one value']],
    ['accept: {a: b}', ['hotshift.config.yaml:1:9: a string, or a list of strings, is expected here']],
    ['commands: {migrat: {}}', ['hotshift.config.yaml:1:12: unknown key "migrat"', 'did you mean migrate?']],
    ['commands: {check: {partial: x}}', ['hotshift.config.yaml:1:20: unknown key "partial"']],
    ['overrides: {files: x}', ['hotshift.config.yaml:1:12: overrides is a list']],
    ['overrides: [{to: x}]', ['hotshift.config.yaml:1:13: an override needs files']],
    ['overrides: [{files: x, jobs: 3}]', ['hotshift.config.yaml:1:24: unknown key "jobs"']],
    ['to: a\nto: b', ['hotshift.config.yaml:2:1: the key "to" occurs twice']],
    ['- a', ['hotshift.config.yaml:1:1: a mapping is expected here']],
    [
      `accept0: &a0 [x]\n${Array.from({ length: 9 }, (_, n) => `accept${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]\n`).join('')}`,
      ['hotshift.config.yaml: the configuration is too large'],
    ],
    [
      'a: [',
      [
        expect.stringMatching(/^hotshift\.config\.yaml:\d+:\d+: /),
        'a configuration is YAML or JSON, or a module that exports it by default',
      ],
    ],
  ])('%j', async (text, expected) => {
    expect(await refusal({ 'hotshift.config.yaml': text })).toEqual(expected)
  })
})

describe('an option of a configuration that a command refuses', () => {
  it.each([
    ['to: nix', [], ['hotshift.config.yaml:1:5: --to nix: no such version']],
    ['commands: {upgrade: {to: nix}}', [], ['hotshift.config.yaml:1:26: --to nix: no such version']],
    ['to: nix', ['--to', 'nax'], ['--to nax: no such version']],
    [
      'to: rocky\noverrides:\n  - files: old\n    to: nix',
      [],
      ['hotshift.config.yaml:4:9: --to nix: no such version'],
    ],
    [
      'to: rocky\nquiet: true\nverbose: true',
      [],
      [
        '--quiet and --verbose cannot be combined',
        '--quiet is set in hotshift.config.yaml:2:8',
        '--verbose is set in hotshift.config.yaml:3:10',
      ],
    ],
  ])('is named with its location: %j %j', async (text, options, expected) => {
    const { root } = temporaryTree({ 'hotshift.config.yaml': text })
    const { status, stderr } = await inProcess(['upgrade', ...options], root)
    const lines = stderr.split('\n').map((line) => line.trim())
    expect([status, lines.slice(0, expected.length)]).toEqual([
      64,
      [`hotshift: ${expected[0]}`, ...expected.slice(1)],
    ])
  })
})

describe('an option of a configuration that the command line excludes', () => {
  it.each([
    ['to: rocky\nquiet: true', ['upgrade', '--verbose']],
    ['to: rocky\nverbose: true', ['upgrade', '--quiet']],
    ['to: rocky\ncheck: true', ['upgrade', '--write', '--allow-dirty']],
    ['to: rocky', ['check', '--profile', 'onap', 'a.yaml']],
    ['map: no-such.yaml', ['migrate']],
  ])('does not count: %j %j', async (text, words) => {
    const template = 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n'
    const { root } = temporaryTree({ 'hotshift.config.yaml': text, 'a.yaml': template })
    expect([0, 1]).toContain((await inProcess(words, root)).status)
  })
})

describe('files of an override and --only path:', () => {
  const template = 'heat_template_version: 2016-10-14\nresources:\n  r: {type: OS::Heat::None}\n'
  const versions = ({ stdout }: { readonly stdout: string }) => stdout.match(/^\+(?:\+\+|heat).*$/gm)

  it.each(['old/**', './old/**', '/old', 'old/'])('may be written as %j', async (pattern) => {
    const text = `to: rocky\noverrides:\n  - files: ${pattern}\n    to: pike\n`
    const { root } = temporaryTree({
      'hotshift.config.yaml': text,
      'old/a.yaml': template,
      'b.yaml': template,
    })
    const pike = ['+++ b/old/a.yaml', '+heat_template_version: 2017-09-01']
    const ran = await inProcess(['upgrade', '.'], root)
    expect(versions(ran)).toEqual(['+++ b/b.yaml', '+heat_template_version: 2018-08-31', ...pike])
    expect(versions(await inProcess(['upgrade', '.', '--only', `path:${pattern}`], root))).toEqual(pike)
  })

  it.each(['!old/new/', '!old/new/a.yaml', '!new', '!./old/new/*.yaml'])('leave %j out', (pattern) => {
    const isSelected = fileMatcher({ files: ['old/', pattern], root: '/r' }, '/r')
    const paths = ['old/a.yaml', 'old/new/a.yaml', 'new/a.yaml', 'Old/a.yaml', '../old/a.yaml']
    expect(paths.filter(isSelected)).toEqual(['old/a.yaml'])
  })

  it('take in again what a later pattern names', () => {
    const isSelected = fileMatcher({ files: ['*.yaml', '!old', 'old/a.yaml'], root: '/r' }, '/r/old')
    expect(['../b.yaml', 'a.yaml', 'b.yaml'].filter(isSelected)).toEqual(['../b.yaml', 'a.yaml'])
  })

  it('differ in case', async () => {
    const { root } = temporaryTree({ 'old/a.yaml': template })
    expect((await inProcess(['upgrade', '.', '--to', 'rocky', '--only', 'path:Old'], root)).stdout).toBe('')
  })
})

describe('hotshift config', () => {
  const shown = async (text: string) => {
    const { root } = temporaryTree({ 'hotshift.config.yaml': text })
    const { status, stderr } = await inProcess(['config'], root)
    return [status, ...stderr.split('\n').slice(0, 2)]
  }

  it.each([
    ['to: rockz', 'hotshift.config.yaml:1:5: to: rockz is no value', 'did you mean rocky?'],
    ['commands: {upgrade: {to: auto}}', 'hotshift.config.yaml:1:26: to: auto is no value'],
    [
      'to: rocky\naccept: [stack-id, aws-only-keys]',
      'hotshift.config.yaml:2:9: accept: aws-only-keys is no value',
      'did you mean aws-only-key?',
    ],
    ['overrides: [{files: x, to: nix}]', 'hotshift.config.yaml:1:28: to: nix is no value'],
    ['profile: onup', 'hotshift.config.yaml:1:10: profile: onup is no value', 'did you mean onap?'],
    ['format: jason', 'hotshift.config.yaml:1:9: format: jason is no value'],
  ])('refuses %j', async (text, ...expected) => {
    expect(await shown(text)).toMatchObject([
      64,
      `hotshift: ${expected[0]}`,
      expect.stringContaining(expected[1] ?? ''),
    ])
  })

  it.each([
    'to: auto',
    'to: Rocky',
    'format: yaml',
    'accept: stack-id,aws-only-key',
    'transforms: [./a.ts, cfn/outputs]',
  ])('takes %j, which some command takes', async (text) => {
    expect(await shown(text)).toEqual([0, ''])
  })
})

describe('a file that is to be written', () => {
  const written = ['output', 'patch', 'baseline', 'env', 'into', 'hiddenInto', 'envFile']
  const refused = async (key: string, path: string) =>
    (await refusal({ 'hotshift.config.yaml': `${key}: ${path}\n`, 'in/x': '' }, 'extract-defaults'))[0]

  it.each(written)('lies below the configuration: %s', async (key) => {
    for (const path of ['/tmp/x', '../x', 'in/../../x', '.'])
      expect([path, await refused(key, path)]).toEqual([
        path,
        path === '.'
          ? undefined
          : `hotshift.config.yaml:1:${key.length + 3}: ${key} leads out of the directory of the configuration`,
      ])
    for (const path of ['.zshenv', 'in/.git/hooks/x', '.github/workflows/x.yml', 'git~1/x', '"..."'])
      expect([path, await refused(key, path)]).toEqual([
        path,
        `hotshift.config.yaml:1:${key.length + 3}: ${key} names a hidden file or directory`,
      ])
    expect(await refused(key, 'in/new/report.json')).toBeUndefined()
  })

  it('does not lead out through a link', async () => {
    const outside = temporaryTree({ '.zshenv': '' })
    const { root } = temporaryTree({ 'hotshift.config.yaml': 'patch: way/x\n' })
    symlinkSync(outside.root, join(root, 'way'))
    const { status, stderr } = await inProcess(['check'], root)
    expect([status, stderr]).toEqual([64, expect.stringContaining('patch leads out of the directory')])
  })

  it('is every one that a command can write: an option is one of them, or is for one run', () => {
    // What only reads the file that it names.
    const read = [
      'accept-file',
      'environment',
      'map',
      'blueprint',
      'transform',
      'old-env',
      'new-env',
      'parameters',
      'env',
      'env-before',
      'live',
      'rules',
      'render',
    ]
    const others = commands.flatMap(({ options }) =>
      options.filter((one) => one.isPath !== undefined && one.isOfOneRun !== true && one.isWritten !== true),
    )
    expect([...new Set(others.map(({ name }) => name))].filter((name) => !read.includes(name))).toEqual([])
  })

  it('may not be outside by a word of the configuration', async () => {
    expect((await refusal({ 'hotshift.config.yaml': 'allowOutside: true\n' }))[0]).toContain('allowOutside')
  })
})

describe('a file that is only read', () => {
  const template = 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n'
  /** Every option that names files, with a command that has it. */
  const options = commands.flatMap((command) =>
    command.options
      .filter(({ isPath, isOfOneRun }) => isPath !== undefined && isOfOneRun !== true)
      .map((option) => [command.name, keyOf(option)] as const),
  )
  const secret = 'password: hunter2\n'

  /** A tree inside of a folder with a file that is none of its business, and links to it. */
  const checkout = (config: string) => {
    const { root } = temporaryTree({
      'tree/a.yaml': template,
      'tree/b.yaml': template,
      'tree/.git/HEAD': '',
      'tree/sub/hotshift.config.yaml': config,
      'tree/sub/a.yaml': template,
      'out/secret.yaml': secret,
      'out/own.mjs': 'export default {}\n',
    })
    symlinkSync('../../out', join(root, 'tree/sub/way'))
    symlinkSync('../../out/secret.yaml', join(root, 'tree/sub/link.yaml'))
    symlinkSync('../../out/absent.yaml', join(root, 'tree/sub/none.yaml'))
    symlinkSync('../a.yaml', join(root, 'tree/sub/inner.yaml'))
    return root
  }
  const outside = (root: string) => [
    '../../out/secret.yaml',
    join(root, 'out/secret.yaml'),
    '/etc/passwd',
    '/no/such/file',
    'x/../../../out/secret.yaml',
    'way/secret.yaml',
    'way/absent.yaml',
    'link.yaml',
    'none.yaml',
  ]

  it.each(options)('%s: %s lies in the repository, whether or not it is there', async (name, key) => {
    const root = checkout('')
    for (const path of outside(root)) {
      const file = join(root, 'tree/sub/hotshift.config.yaml')
      const text = `commands: {${name}: {${key}: ${JSON.stringify(path)}}}\n`
      writeFileSync(file, text)
      const { status, stderr } = await inProcess(['config'], join(root, 'tree/sub'))
      expect([path, status, stderr]).toEqual([
        path,
        64,
        expect.stringMatching(
          /^hotshift: hotshift\.config\.yaml:1:\d+: \w+ leads out of the (repository|directory)/,
        ),
      ])
    }
  })

  it.each([
    ['check', 'env: ../a.yaml'],
    ['check', 'env: inner.yaml'],
    ['check', `overrides: [{files: x, acceptFile: ../b.yaml}]`],
  ])('%s may name others: %s', async (name, text) => {
    const root = checkout(`${text}\n`)
    const { stderr } = await inProcess([name, 'a.yaml'], join(root, 'tree/sub'))
    expect(stderr).not.toContain('leads out')
  })

  it('lies there for overrides as well', async () => {
    const root = checkout('overrides: [{files: a.yaml, acceptFile: ../../out/secret.yaml}]\n')
    const { status, stdout, stderr } = await inProcess(['migrate', 'a.yaml'], join(root, 'tree/sub'))
    expect([status, stdout, stderr]).toEqual([64, '', expect.stringContaining('acceptFile leads out')])
  })

  it('may be anywhere by a configuration that is named', async () => {
    const root = checkout('env: ../../out/secret.yaml\n')
    const { stderr, stdout } = await inProcess(
      ['check', 'a.yaml', '--config', 'hotshift.config.yaml'],
      join(root, 'tree/sub'),
    )
    expect(stderr + stdout).not.toContain('leads out')
  })

  it('is named relative to the configuration, whoever asks from where', async () => {
    const root = checkout('env: ../a.yaml\n')
    const { stderr, stdout } = await inProcess(['check', 'a.yaml'], join(root, 'tree/sub'))
    expect(stderr + stdout).toContain('../a.yaml')
  })

  it('is every one that an option names', () => {
    const named = commands.flatMap(({ name, options: all }) =>
      all
        .filter((one) => /<(?:file|folder|id\|file)>/.test(one.value ?? '') && one.isOfOneRun !== true)
        .filter((one) => one.isPath === undefined)
        .map((one) => `${name} --${one.name}`),
    )
    // It takes no configuration.
    expect(named.filter((one) => one !== 'new --dir')).toEqual([])
  })
})

describe('a configuration that is a link', () => {
  it.each(['hotshift.config.yaml', 'hotshift.config.json', 'hotshift.config.mjs', 'package.json'])(
    'out of its repository is not read: %s',
    async (name) => {
      const { root } = temporaryTree({
        'out/secret': '{"hotshift": {"password_of_somebody": 1}}\n',
        'tree/.git/HEAD': '',
        'tree/sub/x': '',
      })
      symlinkSync('../out/secret', join(root, 'tree', name))
      for (const line of ['config', 'check', 'config --trust-config']) {
        const { status, stdout, stderr } = await inProcess(line.split(' '), join(root, 'tree/sub'))
        expect([status, stdout, stderr]).toEqual([
          64,
          '',
          expect.stringContaining('the configuration is a link that leads out of its repository'),
        ])
        expect(stderr).not.toContain('password')
      }
    },
  )

  it('inside of it is read', async () => {
    const { root } = temporaryTree({ 'tree/.git/HEAD': '', 'tree/ci/own.yaml': 'quiet: true\n' })
    symlinkSync('ci/own.yaml', join(root, 'tree/hotshift.config.yaml'))
    expect((await inProcess(['config'], join(root, 'tree'))).stdout).toContain('quiet  true')
  })
})

describe('a configuration that is a module', () => {
  const run = (text: string) => {
    const { root } = temporaryTree({ 'hotshift.config.mjs': text })
    return hotshift(['config', '--trust-config'], root)
  }

  it('may be a promise', () => {
    expect(run("export default Promise.resolve({ to: 'rocky' })").stdout).toContain('rocky')
  })

  it('gives what it exports by default', () => {
    const { stdout, status } = run("export default { accept: ['stack-id'], partial: 1 > 0 }\n")
    expect(stdout.split('\n').slice(1)).toEqual([
      'accept.0  stack-id  hotshift.config.mjs (accept.0)',
      'partial   true      hotshift.config.mjs (partial)',
      '',
    ])
    expect(status).toBe(0)
  })

  it.each([
    ['export const a = 1', 'hotshift.config.mjs: it exports no configuration by default'],
    [
      'export default { accept: () => 1 }',
      'hotshift.config.mjs (accept): a function is not a value of a configuration',
    ],
    ['throw new Error("no")', 'hotshift.config.mjs: it cannot be loaded: no'],
  ])('is refused: %j', (text, expected) => {
    const { stderr, status } = run(text)
    expect(stderr.split('\n')[0]).toBe(`hotshift: ${expected}`)
    expect(status).toBe(64)
  })
})

describe('what a configuration leaves out', () => {
  const files = {
    'hotshift.config.yaml': 'ignore: [sub/old]\n',
    'sub/web/web.yaml':
      'heat_template_version: 2018-08-31\nresources:\n  a: {type: Shop::Web, properties: {size: 1}}\n',
    'sub/old/own.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n',
    'sub/old/own.env': 'resource_registry: {"Shop::Web": own.yaml}\n',
  }

  it.each([
    ['its own folder', '.', ['sub']],
    ['a folder below it', 'sub', ['.']],
    ['the folder of a file', 'sub/web', ['web.yaml']],
  ])('says nothing about types, asked from %s', async (_, folder, paths) => {
    const { root } = temporaryTree(files)
    const { stdout } = await inProcess(['check', '--format', 'concise', ...paths], join(root, folder))
    expect(stdout).toContain(
      ':3:13: warning unknown-resource-type unknown resource type "Shop::Web": not in Heat',
    )
    expect(stdout).not.toContain('unknown-property')
  })

  it('is no file beside one that is given', async () => {
    const { root } = temporaryTree({
      ...files,
      'hotshift.config.yaml': 'ignore: [sub/web/own.env]\n',
      'sub/web/own.env': 'resource_registry: {"Shop::Web": own.yaml}\n',
      'sub/web/own.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n',
    })
    const { stdout } = await inProcess(['check', '--format', 'concise', 'web.yaml'], join(root, 'sub/web'))
    expect(stdout).toContain('unknown-resource-type')
    expect(stdout).not.toContain('unknown-property')
  })
})
