/** Mistakes in what the library is asked for, which JavaScript lets through. */
import { check, rewrite, rewriteCall, string } from '../../src/index.ts'

const file = { path: 'a.yaml', text: 'heat_template_version: 2018-08-31\nresources: {}\n' }
const asked = rewrite as unknown as (files: unknown, options?: unknown) => unknown

it.each([
  [
    'an unknown preset',
    [file],
    { chain: 'migrat' },
    RangeError,
    'unknown preset "migrat"; did you mean "migrate"?',
  ],
  [
    'an unknown transform',
    [file],
    { chain: ['hot/target-versio'] },
    RangeError,
    'unknown transform "hot/target-versio"; did you mean "hot/target-version"?',
  ],
  [
    'a transform without its family',
    [file],
    { chain: ['target-version'] },
    RangeError,
    'unknown transform "target-version"; did you mean "hot/target-version"?',
  ],
  [
    'what is no transform',
    [file],
    { chain: ['hot/target-version', { title: 'a' }] },
    TypeError,
    'no transform is at position 1 of the chain: the transform has no function run',
  ],
  [
    'an unknown reading',
    [file],
    { chain: 'migrate', from: 'asw' },
    RangeError,
    'there is no reading "asw", only auto, heat and aws',
  ],
  [
    'an unknown version to assume',
    [file],
    { chain: 'migrate', assumedVersion: '2010-09-08' },
    RangeError,
    'there is no version "2010-09-08"; did you mean "2010-09-09"?',
  ],
  [
    'no options',
    [file],
    undefined,
    TypeError,
    'rewrite needs options, with a chain: a preset, or a list of transforms',
  ],
  ['no chain', [file], { to: 'rocky' }, TypeError, 'no chain is given: a preset, or a list of transforms'],
  [
    'a misspelt chain',
    [file],
    { chian: 'upgrade' },
    TypeError,
    'no chain is given; did you mean it by "chian"?',
  ],
  [
    'a misspelt option',
    [file],
    { chain: 'upgrade', acept: [] },
    TypeError,
    'unknown option "acept"; did you mean "accept"?',
  ],
  [
    'a code that cannot be accepted',
    [file],
    { chain: 'modernize', accept: ['nova-floating-p'] },
    RangeError,
    '"nova-floating-p" is nothing that can be accepted; did you mean "nova-floating-ip"?',
  ],
  [
    'one code, not in a list',
    [file],
    { chain: 'upgrade', accept: 'import-value' },
    TypeError,
    'the option "accept" is not a list of strings',
  ],
  [
    'an unknown version',
    [file],
    { chain: 'upgrade', to: 'ocatta' },
    RangeError,
    'unknown target "ocatta"; did you mean "ocata"?',
  ],
  [
    'a file without text',
    [{ path: 'a.yaml' }],
    { chain: 'upgrade' },
    TypeError,
    'the file "a.yaml" has neither text nor bytes',
  ],
  [
    'a file whose text has another name',
    [{ path: 'a.yaml', txt: '' }],
    { chain: 'upgrade' },
    TypeError,
    'the file "a.yaml" has neither text nor bytes; did you mean it by "txt"?',
  ],
  [
    'a file without path',
    [{ text: '' }],
    { chain: 'upgrade' },
    TypeError,
    'a file needs a path, and its text or bytes',
  ],
  ['one file, not in a list', file, { chain: 'upgrade' }, TypeError, 'the files are not a list'],
])('%s', (_, files, options, kind, message) => {
  const run = () => asked(files, options)
  expect(run).toThrow(kind)
  expect(run).toThrow(message)
})

it.each([
  [{ too: 'rocky' }, TypeError, 'check: unknown option "too", only to'],
  [{ to: '2018-08-3' }, RangeError, 'there is no version "2018-08-3"; did you mean "2018-08-31"?'],
])('check with %j', (options, kind, message) => {
  const run = () => (check as unknown as typeof asked)([file], options)
  expect(run).toThrow(kind)
  expect(run).toThrow(message)
})

it('a transform of functions is run as it was made', () => {
  const text = `${file.text}outputs: {a: {value: {list_join: ['', [a]]}}}\n`
  const own = rewriteCall('list_join', { title: 'Write x', keeps: 'nothing' }, () => string('x'))
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: [own] })
  expect(outcome?.after).toBe(`${file.text}outputs: {a: {value: x}}\n`)
})

it('what is right is run', () => {
  expect(rewrite([file], { chain: 'upgrade', to: 'latest' })).toMatchObject([{ status: 'changed' }])
})
