/** Mistakes in transforms of one's own and in what functions of the library are given, which JavaScript lets through. */
import * as library from '../../src/index.ts'

/** As JavaScript calls it: with anything. */
function untyped<Made>(call: (...given: never[]) => Made): (...given: unknown[]) => Made {
  return call as unknown as (...given: unknown[]) => Made
}

const templateTransform = untyped(library.templateTransform)
const packageTransform = untyped(library.packageTransform)
const rewriteCall = untyped(library.rewriteCall)
const rewriteParts = untyped(library.rewriteParts)
const rewriteTemplate = untyped(library.rewriteTemplate)
const run = () => undefined
const about = { title: 'a', description: 'a.', references: [], safety: 'exact', keeps: 'meaning' }

it.each<
  readonly [what: string, make: () => unknown, kind: typeof TypeError | typeof RangeError, message: string]
>([
  [
    'a misspelt part',
    () => templateTransform({ titel: 'a', run }),
    TypeError,
    'templateTransform: the transform has "titel", which no transform has; did you mean "title"?',
  ],
  ['no title', () => templateTransform({ run }), TypeError, 'templateTransform: the transform has no title'],
  [
    'a title that is no string',
    () => packageTransform({ title: 5, run }),
    TypeError,
    'packageTransform: its title is not a string',
  ],
  ['no run', () => packageTransform({ title: 'a' }), TypeError, 'the transform has no function run'],
  [
    'a kind that there is not',
    () => templateTransform({ title: 'a', kinds: ['cfn-yml'], run }),
    TypeError,
    'there are no files of the kind "cfn-yml"; did you mean "cfn-yaml"?',
  ],
  [
    'one kind, not in a list',
    () => templateTransform({ title: 'a', kinds: 'hot', run }),
    TypeError,
    'its kinds are not a list',
  ],
  [
    'a word of no union',
    () => templateTransform({ title: 'a', safety: 'safe', run }),
    TypeError,
    'its safety is "safe", and not exact, review or lossy',
  ],
  [
    'false for what is true or left out',
    () => templateTransform({ title: 'a', readsRegistry: false, run }),
    TypeError,
    'its readsRegistry is false, and can only be true',
  ],
  [
    'a reference that is no list',
    () => templateTransform({ title: 'a', references: 'R-1', run }),
    TypeError,
    'its references are not a list of strings',
  ],
  [
    'a function that no dialect has',
    () => rewriteCall('list_joyn', about, run),
    RangeError,
    'there is no function "list_joyn"; did you mean "list_join"?',
  ],
  [
    'templates of no kind',
    () => rewriteTemplate({ ...about, kinds: 'hto' }, run),
    RangeError,
    'rewriteTemplate: its kinds are "hto", and not cfn, hot or all',
  ],
  [
    'templates of kinds under another name',
    () => rewriteTemplate({ ...about, kind: 'hot' }, run),
    RangeError,
    'rewriteTemplate: its kinds are missing: cfn, hot or all',
  ],
  [
    'a part of functions that no transform has',
    () => rewriteCall('list_join', { titel: 'a' }, run),
    TypeError,
    'rewriteCall: the transform has "titel", which no transform has; did you mean "title"?',
  ],
  [
    'a section that has no parts',
    () => rewriteParts('resource', { title: 'a', kinds: 'hot' }, run),
    RangeError,
    'rewriteParts: there are no parts "resource"; did you mean "resources"?',
  ],
  [
    'half a comparison',
    () => untyped(library.verify)({ path: 'a.yaml', text: '' }),
    TypeError,
    'a file needs a path',
  ],
  [
    'what was read, with its problem or not',
    () => untyped(library.printTemplate)(library.readTemplate('heat_template_version: 2018-08-31\n')),
    TypeError,
    'printTemplate needs a template: what readTemplate gives as "template"',
  ],
  ['all outcomes instead of one', () => untyped(library.diffOf)([]), TypeError, 'an outcome is needed'],
  [
    'edits without a string',
    () => untyped(library.applyEdits)(undefined, []),
    TypeError,
    'applyEdits needs a string',
  ],
])('%s', (_, make, kind, message) => {
  expect(make).toThrow(kind)
  expect(make).toThrow(message)
})

it('a format that there is not', async () => {
  await expect(untyped(library.report)([], 'csvv')).rejects.toThrow(
    'unknown format "csvv"; did you mean "csv"?',
  )
  await expect(untyped(library.report)('a.yaml', 'csv')).rejects.toThrow('the outcomes are not a list')
})

it('what is right is made', () => {
  expect(
    library.templateTransform({ title: 'A', kinds: ['hot'], run: (template) => template }),
  ).toMatchObject({
    title: 'A',
    description: 'A.',
    safety: 'exact',
  })
})
