import { readFixtures, writeExpected } from '../../src/apps/testing/fixture.ts'
import { type Check, checksOf, type RunFixture, resultFor } from '../../src/apps/testing/tester.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** A transform of texts, run over each file; a file that holds `!` is refused. */
function running(transform: (text: string) => string): RunFixture {
  return (files) =>
    files.map(({ path, bytes }): FileOutcome => {
      const before = Buffer.from(bytes).toString('utf8')
      const after = transform(before)
      const base = { path, kind: 'hot', proof: 'none', transforms: [], before } as const
      const at = { code: 'bad-value', severity: 'error', message: 'no', line: 1, column: 1 } as const
      if (before.includes('!')) return { ...base, status: 'blocked', reason: 'no', findings: [at] }
      if (after === before) return { ...base, status: 'unchanged', findings: [] }
      return { ...base, status: 'changed', findings: [], after }
    })
}

const good = running((text) => text.replace(/^(\ufeff?)a/, '$1b'))

/** The names of the checks that fail over one case with the given files. */
function failures(files: Readonly<Record<string, string>>, run: RunFixture): readonly string[] {
  const paths = Object.entries(files).map(([path, text]) => [`fixtures/one/${path}`, text])
  const [one] = readFixtures(`${temporaryTree(Object.fromEntries(paths)).root}/fixtures`)
  const isWrong = ({ expected, actual }: Check) => JSON.stringify(expected) !== JSON.stringify(actual)
  return [...checksOf(one!, run)].filter(isWrong).map(({ name }) => name)
}

const change = { 'input.yaml': 'a: 1\n', 'expected.yaml': 'b: 1\n' }

describe('checksOf', () => {
  it('is content with what is as expected', () => {
    expect(failures(change, good)).toEqual([])
    expect(failures({ 'input.yaml': 'c: 1\n' }, good)).toEqual([])
    const finding = '[{"code": "bad-value", "severity": "error", "line": 1, "column": 1}]'
    expect(failures({ 'input.yaml': '!: 1\n', 'findings.json': finding }, good)).toEqual([])
    expect(
      failures(
        { 'input/x/a.yaml': 'a: 1\n', 'input/b.env': 'c: 1\r\n', 'expected/x/a.yaml': 'b: 1\n' },
        good,
      ),
    ).toEqual([])
  })

  it.each<[string, Record<string, string>, RunFixture, readonly string[]]>([
    [
      'another result',
      { ...change, 'expected.yaml': 'b: 2\n' },
      good,
      [
        'the result',
        'the result with CRLF',
        'the result with a byte order mark',
        'the result without a final newline',
      ],
    ],
    ['a finding that is not listed', { 'input.yaml': '!\n' }, good, expect.arrayContaining(['the result'])],
    ['another status', { 'input.yaml': '' }, () => [], ['the status of each file']],
    [
      'a second run that changes something',
      {
        'input.yaml': 'a: 1',
        'expected.yaml': 'aa: 1',
        'options.json': '{"except": {"bom": "shown elsewhere"}}',
      },
      running((text) => text.replace(/^a/, 'aa')),
      ['what a second run changes'],
    ],
    [
      'line ends that are lost',
      change,
      running((text) => text.replace(/^(\ufeff?)a(.*)\r?\n/, '$1b$2\n').replace(/^(\ufeff?)a/, '$1b')),
      ['the result with CRLF'],
    ],
    [
      'a byte order mark that stands in the way',
      change,
      running((text) => text.replace(/^a/, 'b')),
      ['the result with a byte order mark'],
    ],
    [
      'a final newline that comes from nowhere',
      change,
      running((text) => text.replace(/^(\ufeff?)a(.*?)(\r?\n)?$/, '$1b$2\n').replace(/: 1\r\n/, ': 1\r\n')),
      expect.arrayContaining(['the result without a final newline']),
    ],
    [
      'an exception that is none',
      { ...change, 'options.json': '{"except": {"crlf": "for no reason"}}' },
      good,
      ['whether the result with CRLF is another one, as declared'],
    ],
    [
      'an exception for what is not tried',
      {
        'input.yaml': 'a: 1',
        'expected.yaml': 'b: 1',
        'options.json': '{"except": {"no-final-newline": "x"}}',
      },
      good,
      ['the exception no-final-newline, whose input is the same'],
    ],
    ['another reading', { 'input.yaml': 'c', 'options.json': '{"reading": "aws"}' }, good, ['the reading']],
  ])('finds %s', (_, files, run, names) => {
    expect(failures(files, run)).toEqual(names)
  })

  it('expects what is generated to have a final newline and no byte order mark', () => {
    const files = { 'input.json': '{"a": 1}\n', 'expected.yaml': 'a: 1\n' }
    const toYaml = running((text) => (text.includes('{') ? `a: 1${text.includes('\r') ? '\r' : ''}\n` : text))
    expect(failures(files, toYaml)).toEqual([])
  })
})

describe('readFixtures', () => {
  it.each([
    [{ 'fixtures/one/input.yml': '' }, 'what is input.yml?'],
    [{ 'fixtures/one/expected.yaml': '' }, 'one of input.yaml, input.json, input.template'],
    [{ 'fixtures/one/input.yaml': '', 'fixtures/one/input.json': '' }, 'one of input.yaml'],
    [{ 'fixtures/one/input.yaml': '', 'fixtures/one/options.json': '{"tto": ""}' }, 'what is tto?'],
    [{ 'fixtures/one/input/a.yaml': '', 'fixtures/one/input.yaml': '' }, 'what is input.yaml?'],
  ])('refuses a folder that is not a case: %j', (files, message) => {
    const tree = temporaryTree(files as Record<string, string>)
    expect(() => readFixtures(`${tree.root}/fixtures`)).toThrow(message)
  })

  it('finds no case where there is no folder', () => {
    expect(readFixtures(`${temporaryTree({}).root}/fixtures`)).toEqual([])
  })
})

describe('writeExpected', () => {
  it('writes and removes what is not as expected, and says so', () => {
    const tree = temporaryTree({
      'fixtures/a/input.yaml': 'a: 1\n',
      'fixtures/b/input.yaml': 'c: 1\n',
      'fixtures/b/expected.yaml': 'd: 1\n',
      'fixtures/b/findings.json': '[{"code": "gone", "severity": "info", "line": 1, "column": 1}]',
      'fixtures/c/input.yaml': '!\n',
      'fixtures/d/input/a.yaml': 'a: 1\n',
      'fixtures/d/input/b.yaml': '!\n',
      'fixtures/d/expected/b.yaml': 'x\n',
      'fixtures/e/input.yaml': 'a: 1\n',
      'fixtures/e/expected.yaml': 'b: 1\n',
    })
    const update = () =>
      readFixtures(`${tree.root}/fixtures`).flatMap((one) => writeExpected(one, resultFor(one, good)))
    expect(update().map((path) => path.slice(tree.root.length + 1))).toEqual([
      'fixtures/a/expected.yaml',
      'fixtures/b/expected.yaml',
      'fixtures/b/findings.json',
      'fixtures/c/findings.json',
      'fixtures/d/expected/b.yaml',
      'fixtures/d/expected/a.yaml',
      'fixtures/d/findings.json',
    ])
    expect(tree.list()).toEqual([
      'fixtures/a/expected.yaml',
      'fixtures/a/input.yaml',
      'fixtures/b/input.yaml',
      'fixtures/c/findings.json',
      'fixtures/c/input.yaml',
      'fixtures/d/expected/a.yaml',
      'fixtures/d/findings.json',
      'fixtures/d/input/a.yaml',
      'fixtures/d/input/b.yaml',
      'fixtures/e/expected.yaml',
      'fixtures/e/input.yaml',
    ])
    expect(tree.read('fixtures/a/expected.yaml')).toBe('b: 1\n')
    expect(tree.read('fixtures/c/findings.json')).toBe(
      '[\n  {"code": "bad-value", "severity": "error", "line": 1, "column": 1}\n]\n',
    )
    expect(tree.read('fixtures/d/findings.json')).toBe(
      '[\n  {"path": "b.yaml", "code": "bad-value", "severity": "error", "line": 1, "column": 1}\n]\n',
    )
    expect(update()).toEqual([])
  })
})
