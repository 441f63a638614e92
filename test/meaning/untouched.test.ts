/** Parts that nobody touched cost nothing, unless what they refer to changed, or another version reads them otherwise. */
import { untouchedParts } from '../../src/meaning/untouched.ts'
import { compareTexts, sideOf } from './pairs.ts'

const template = (version: string, resources: string, more = '') => `heat_template_version: ${version}
parameters:
  p: {type: string, default: one}
${more}resources:
${resources}outputs:
  o: {value: {get_param: p}}
`

function untouched(before: string, after: string) {
  const { everything, resources, outputs } = untouchedParts(
    { before: sideOf(before), after: sideOf(after) },
    {},
  )
  return everything ? 'everything' : [...resources, ...outputs]
}

const plain = '  a: {type: T, properties: {x: {get_param: p}}}\n'
const other = '  b: {type: T, properties: {x: {get_attr: [a, x]}}}\n'

describe('a version alone', () => {
  it.each([
    ['2013-05-23', '2021-04-16', plain],
    ['2015-10-15', '2018-08-31', other],
    ['2018-03-02', '2018-08-31', `${plain}  c: {type: T, properties: {x: {if: [d, 1, 2]}}}\n`],
  ])('is nothing where %s and %s read all of it alike', (from, to, resources) => {
    const [before, after] = [template(from, resources), template(to, resources)]
    expect(untouched(before, after)).toBe('everything')
    expect(compareTexts(before, after)).toEqual({
      verdict: 'equal',
      reading: 'heat',
      refines: false,
      refined: [],
      assumptions: [],
      differences: [],
      tolerated: [],
      reasons: [],
      worlds: 0,
    })
  })

  it.each([
    ['a function of another class', '2014-10-16', '2018-08-31', other],
    [
      'a function that one does not have',
      '2015-10-15',
      '2018-08-31',
      '  b: {type: T, metadata: {yaql: 1}}\n',
    ],
    ['a function that one has removed', '2013-05-23', '2015-10-15', '  b: {type: T, metadata: {Ref: a}}\n'],
    [
      'a function in an escaped key',
      '2014-10-16',
      '2018-08-31',
      '  b: {type: T, metadata: {"get\\x5fattr": [a, x]}}\n',
    ],
    ['a key that one rejects', '2015-10-15', '2018-08-31', '  b: {type: T, external_id: x}\n'],
    ['a policy that one rejects', '2015-10-15', '2018-08-31', '  b: {type: T, deletion_policy: retain}\n'],
    [
      'a policy by a function',
      '2015-10-15',
      '2018-08-31',
      '  b: {type: T, deletion_policy: {get_param: p}}\n',
    ],
  ])('is something where a resource holds %s', (_, from, to, resource) => {
    const [before, after] = [template(from, plain + resource), template(to, plain + resource)]
    expect(untouched(before, after)).toEqual(['a', 'o'])
  })

  it('is something for a section that one refuses', () => {
    const conditions = 'conditions: {c: {equals: [1, 1]}}\n'
    const [before, after] = ['2015-10-15', '2018-08-31'].map((one) => template(one, plain, conditions))
    expect(untouched(before as string, after as string)).toEqual([])
    expect(compareTexts(before as string, after as string).tolerated).toMatchObject([
      { kind: 'error-to-value' },
    ])
  })
})

describe('a part that stays', () => {
  const before = template('2018-08-31', plain + other)

  it('is untouched beside one that changes', () => {
    expect(untouched(before, before.replace('[a, x]', '[a, y]'))).toEqual(['a', 'o'])
  })

  it.each([
    ['a parameter', 'default: one', 'default: two'],
    ['the type of a resource', 'a: {type: T', 'a: {type: U'],
    ['the condition of a resource', 'a: {type: T', 'a: {type: T, condition: c'],
    ['the name of a resource', '  a: {', '  c: {'],
    ['a section that is new', 'parameters:', 'conditions: {c: {equals: [1, 2]}}\nparameters:'],
  ])('is looked at again when %s changes', (_, from, to) => {
    expect(untouched(before, before.replace(from, to))).toEqual([])
  })

  it('is looked at again when it names something by an alias', () => {
    const aliases = template(
      '2018-08-31',
      '  a: {type: T, metadata: &m {x: 1}}\n  b: {type: T, metadata: *m}\n',
    )
    expect(untouched(aliases, aliases.replace('x: 1', 'x: 2'))).toEqual(['o'])
    expect(
      compareTexts(aliases, aliases.replace('x: 1', 'x: 2')).differences.map(({ path }) => path),
    ).toEqual(['resources.a.metadata.x', 'resources.b.metadata.x'])
  })

  it('is looked at again when the version has a name that others use', () => {
    const named = template('&v 2018-08-31', '  a: {type: T, metadata: {v: *v}}\n')
    expect(untouched(named, named.replace('2018-08-31', '2021-04-16'))).toEqual(['o'])
    expect(compareTexts(named, named.replace('2018-08-31', '2021-04-16')).verdict).toBe('differs')
  })

  it('is looked at again when keys repeat, or merge', () => {
    const twice = before.replace('outputs:\n', 'outputs: {o: {value: 1}}\noutputs:\n')
    expect(untouched(twice, twice)).toEqual([])
    expect(untouched(`<<: {x: 1}\n${before}`, `<<: {x: 2}\n${before}`)).toEqual([])
  })

  it('is looked at again when the environment gives other values', () => {
    const environment = (value: string) => ({ parameters: new Map([['p', value]]), defaults: new Map() })
    const [one, same] = [sideOf(before), { ...sideOf(before), environment: environment('one') }]
    const sides = { before: { ...one, environment: environment('one') }, after: same }
    expect(untouchedParts(sides, {}).everything).toBe(true)
    expect(untouchedParts({ ...sides, before: one }, {}).everything).toBe(false)
  })
})
