/** Mistakes in what the library is asked for, which JavaScript lets through. */
import { rewrite } from '../../src/index.ts'

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

it('what is right is run', () => {
  expect(rewrite([file], { chain: 'upgrade', to: 'latest' })).toMatchObject([{ status: 'changed' }])
})
