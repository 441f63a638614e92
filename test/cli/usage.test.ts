import { commands } from '../../src/apps/cli/main.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

describe('a command line that cannot be understood', () => {
  it.each<[string, string[], string[]]>([
    [
      'unknown command',
      ['migarte'],
      ['unknown command migarte', 'did you mean migrate?', 'try hotshift --help'],
    ],
    [
      'command of other tools',
      ['lint', 'a.yaml'],
      ['unknown command lint', 'hotshift check reports what Heat would reject', 'try hotshift --help'],
    ],
    ['command that is to come', ['frobnicate'], ['unknown command frobnicate', 'try hotshift --help']],
    [
      'option before the command',
      ['--write', 'migrate'],
      ['unknown option --write; options come after the command', 'try hotshift --help'],
    ],
    [
      'unknown option',
      ['migrate', '--wirte'],
      ['unknown option --wirte', 'did you mean --write?', 'try hotshift migrate --help'],
    ],
    [
      'help misspelled',
      ['check', '--hepl'],
      ['unknown option --hepl', 'did you mean --help?', 'try hotshift check --help'],
    ],
    [
      'version misspelled',
      ['--verison'],
      [
        'unknown option --verison; options come after the command',
        'did you mean --version?',
        'try hotshift --help',
      ],
    ],
    [
      'format of an explanation',
      ['explain', 'cfn/outputs', '--format', 'yaml'],
      [
        '--format yaml: no such format',
        'the formats of explain are text and json',
        'try hotshift explain --help',
      ],
    ],
    [
      'letter for the version behind a command',
      ['migrate', '-V'],
      ['unknown option -V', '`hotshift --version` prints the version', 'try hotshift migrate --help'],
    ],
    [
      'letter for more words, where there are none',
      ['verify', '-v', 'a.yaml', 'b.yaml'],
      [
        'unknown option -v',
        'verify has nothing more to say; `hotshift --version` prints the version',
        'try hotshift verify --help',
      ],
    ],
    [
      'dry run of what rewrites',
      ['remediate', '--dry-run'],
      ['unknown option --dry-run', 'every run without --write is a dry run', 'try hotshift remediate --help'],
    ],
    [
      'dry run of what only reads',
      ['explain', '--dry-run', 'yaml-tag'],
      ['unknown option --dry-run', 'this command changes no file', 'try hotshift explain --help'],
    ],
    [
      'choice of rules in check',
      ['check', '--select', 'yaml-tag'],
      [
        'unknown option --select',
        '--only <code> looks for these findings only, --except <code> for all others',
        'try hotshift check --help',
      ],
    ],
    [
      'choice of rules in a rewrite',
      ['upgrade', '--select', 'yaml-tag'],
      [
        'unknown option --select',
        '--only chooses among the changes: transform:<id>, finding:<code>, path:<glob>',
        'try hotshift upgrade --help',
      ],
    ],
    [
      'choice of rules where none are chosen',
      ['verify', '--select', 'yaml-tag'],
      [
        'unknown option --select',
        '`hotshift check --only <code>` looks for some findings only',
        'try hotshift verify --help',
      ],
    ],
    ['unknown letter', ['migrate', '-x'], ['unknown option -x', 'try hotshift migrate --help']],
    [
      'option of another command',
      ['list', '--write'],
      ['unknown option --write', 'try hotshift list --help'],
    ],
    [
      'negated option',
      ['migrate', '--no-write'],
      ['unknown option --no-write', 'try hotshift migrate --help'],
    ],
    [
      'missing value',
      ['migrate', '--to'],
      ['--to needs a value: --to <version>', 'try hotshift migrate --help'],
    ],
    [
      'missing value before an option',
      ['migrate', '--to', '--write'],
      ['--to needs a value: --to <version>', 'try hotshift migrate --help'],
    ],
    [
      'value of a switch',
      ['migrate', '--write=yes'],
      ['--write takes no value, and is given yes', 'try hotshift migrate --help'],
    ],
    [
      'value given twice',
      ['migrate', '--to', 'oldest', '--to', 'latest'],
      ['--to is given 2 times, and only one value can count', 'try hotshift migrate --help'],
    ],
    [
      'unknown version',
      ['migrate', '--to', '2019-01-01'],
      [
        '--to 2019-01-01: no such version',
        'did you mean 2018-08-31 or 2021-04-16?',
        'try hotshift migrate --help',
      ],
    ],
    [
      'no transform',
      ['run'],
      [
        'no transform is given: hotshift run -t <id|file>',
        '`hotshift list` names them',
        'try hotshift run --help',
      ],
    ],
    [
      'unknown transform',
      ['run', '-t', 'cfn/output'],
      [
        '--transform cfn/output: no such transform',
        'did you mean cfn/outputs?',
        '`hotshift list` names all transforms; a file is named by its path, such as ./mine.ts',
        'try hotshift run --help',
      ],
    ],
    [
      'transform without its family',
      ['run', '-t', 'outputs'],
      [
        '--transform outputs: no such transform',
        'did you mean cfn/outputs?',
        '`hotshift list` names all transforms; a file is named by its path, such as ./mine.ts',
        'try hotshift run --help',
      ],
    ],
    [
      'an empty argument',
      ['migrate', '--to', 'auto', ''],
      ['an argument is empty', 'the working directory is named by a dot: .', 'try hotshift migrate --help'],
    ],
    ['too many arguments', ['explain', 'a', 'b'], ['too many arguments: b', 'try hotshift explain --help']],
    [
      'no argument',
      ['explain'],
      ['an argument is missing: hotshift explain <name|message> [template]', 'try hotshift explain --help'],
    ],
    [
      'check and write',
      ['migrate', '--check', '--write'],
      [
        '--check and --write cannot be combined',
        '--check only reports what would change',
        'try hotshift migrate --help',
      ],
    ],
  ])('%s', async (_, args, [message, ...hints]) => {
    const stderr = [`hotshift: ${message}`, ...hints.map((hint) => `  ${hint}`), ''].join('\n')
    expect(await inProcess(args, temporaryTree().root)).toEqual({ status: 64, stdout: '', stderr })
  })

  it('a code that cannot be accepted names those that can', async () => {
    const { status, stderr } = await inProcess(['migrate', '--accept', 'availabilty-zones,stack-id'])
    expect(status).toBe(64)
    expect(stderr).toContain(
      '--accept availabilty-zones: no such finding\n  did you mean availability-zones?\n  what can be accepted: ',
    )
    expect(stderr).toMatch(/what can be accepted: .*\bstack-id\b/)
    expect((await inProcess(['migrate', '--accept', 'unknown-function'])).stderr).toContain(
      '--accept unknown-function: this finding offers no rewrite\n',
    )
  })

  it('no command at all shows the help', async () => {
    const { status, stdout, stderr } = await inProcess([])
    expect([status, stdout]).toEqual([64, ''])
    expect(stderr).toBe((await inProcess(['--help'])).stdout)
  })
})

describe('help', () => {
  it('of the program lists commands and exit codes', async () => {
    const program = await inProcess(['--help'])
    expect(program.status).toBe(0)
    const listed = [...program.stdout.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
    expect(program.stdout.match(/^[A-Z][\w ]+(?=:$)/gm)).toEqual([
      'Rewrite',
      'Edit',
      'Check',
      'See',
      'Review',
      'Look up',
      'More',
      'Options',
      'Exit codes',
    ])
    expect(program.stdout).toContain('\n  64    the command line cannot be understood\n')
  })

  const names = commands.map(({ name }) => name)

  it.each(names)('of %s can be asked for in every way', async (name) => {
    const { status, stdout } = await inProcess([name, '--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^Usage: hotshift ${name} `))
    const short = (await inProcess([name, '-h'])).stdout
    expect(short).toContain(`Usage: hotshift ${name} `)
    expect(short).toContain(`hotshift ${name} --help\n`)
    expect(short.split('\n').length).toBeLessThanOrEqual(stdout.split('\n').length)
    expect((await inProcess(['help', name])).stdout).toBe(stdout)
    expect((await inProcess([name, '--format', 'x', '--help'])).stdout).toBe(stdout)
  })

  it.each(['', ...names])('is ASCII of at most 80 columns: %s', async (name) => {
    const asked = name === '' ? [] : [name]
    const stdout = (await inProcess([...asked, '--help'])).stdout + (await inProcess([...asked, '-h'])).stdout
    expect(stdout.split('\n').filter((line) => line.length > 80 || /[^ -~]| $/.test(line))).toEqual([])
  })
})

describe('options', () => {
  it('end at --', async () => {
    const tree = temporaryTree({ '--help': 'x' })
    expect((await inProcess(['migrate', '--', '--help'], tree.root)).stderr).toContain('1 file in')
  })

  it('take their value in either way', async () => {
    const tree = temporaryTree({ 'notes.txt': '' })
    expect((await inProcess(['migrate', '--to=oldest', '--format=json'], tree.root)).status).toBe(0)
    expect((await inProcess(['migrate', '--to', 'oldest', '--format', 'json'], tree.root)).status).toBe(0)
  })

  it('leave paths that look like numbers as they are', async () => {
    const tree = temporaryTree({ '007': 'x' })
    expect((await inProcess(['migrate', '007'], tree.root)).stderr).toContain('failed     007\n')
  })
})

it('--version', async () => {
  expect(await inProcess(['--version'])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  })
})

describe('a path that is not there', () => {
  it.each([
    [['check', 'macro.yml'], 'did you mean "macro.yaml"?'],
    [['verify', 'macro.yml', 'macro.yaml'], 'no such file or directory; did you mean "macro.yaml"?'],
    [['diff', 'macro.yaml', 'sub/live.yml'], 'no such file or directory; did you mean "live.yaml"?'],
    [['show', 'plan.jsn'], 'did you mean plan.json?'],
    [['apply', 'sub/plan.jso'], 'did you mean sub/plan.json?'],
  ])('%s names the one that may be meant', async (line, said) => {
    const names = ['macro.yaml', 'plan.json', 'sub/live.yaml', 'sub/plan.json']
    const tree = temporaryTree(Object.fromEntries(names.map((name) => [name, ''])))
    const { stdout, stderr } = await inProcess(line, tree.root)
    expect(stdout + stderr).toContain(said)
  })

  it('says no name where none is like it', async () => {
    const tree = temporaryTree({ 'other.yaml': '' })
    expect((await inProcess(['show', 'plan.json'], tree.root)).stderr).toBe(
      'hotshift: plan.json: cannot be read: no such file or directory\n  try hotshift show --help\n',
    )
  })
})
