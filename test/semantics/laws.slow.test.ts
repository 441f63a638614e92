/**
 * Each law of the proof, on terms and values made at random: what it calls equal is computed equal, wherever the one
 * side is not refused. The other suites hold the computation itself against Heat.
 */
import fc from 'fast-check'
import { evaluate } from '../../src/semantics/evaluate.ts'
import { defaultSample } from '../../src/semantics/sample.ts'
import { Failure, isList, isMap, sameValue, type Value } from '../../src/semantics/value.ts'
import { compareTexts, sideOf } from './pairs.ts'

/** A value as it stands in a template, in JSON. */
type Written = unknown
type Made = fc.Arbitrary<Written>

const parameters = {
  s: { type: 'string', default: 'a' },
  t: { type: 'string', default: '' },
  p: { type: 'string', default: 'a', constraints: [{ allowed_values: ['a', 'b'] }] },
  i: { type: 'number', default: 1 },
  f: { type: 'boolean', default: false },
  l: { type: 'comma_delimited_list', default: '' },
  k: { type: 'comma_delimited_list', default: 'a,b' },
  m: { type: 'json', default: {} },
  n: { type: 'json', default: { a: 'b' } },
}

const param = (...names: (keyof typeof parameters)[]): Made =>
  fc.constantFrom(...names).map((name) => ({ get_param: name }))
const word: Made = fc.constantFrom('', 'a', 'b', 'a,b', 'x-y', '$k')
const test: Made = fc.oneof(
  fc.record({ equals: fc.tuple(param('s', 'p', 't'), fc.constantFrom('a', 'b', '')) }),
  param('f'),
  fc.record({ not: fc.record({ equals: fc.tuple(param('p'), fc.constantFrom('a', 'b')) }) }),
)
/** Sometimes of another type, so that refusals are met, too. */
const odd: Made = fc.constantFrom(null, 1, true, '', 'a', [], {}, ['a'], { a: 1 })

const mostly = (made: Made, type: Made): Made =>
  fc.oneof({ weight: 12, arbitrary: made }, { weight: 2, arbitrary: type }, { weight: 1, arbitrary: odd })
const chosen = (made: Made): Made => fc.record({ if: fc.tuple(test, made, made) })
const flatString = mostly(word, param('s', 't', 'p', 'i'))
const string = fc.oneof(
  flatString,
  flatString,
  chosen(flatString),
  fc.record({ list_join: fc.tuple(word, fc.array(flatString, { maxLength: 3 })) }),
)
const flatList = mostly(fc.array(flatString, { maxLength: 3 }), param('l', 'k'))
const list = fc.oneof(flatList, flatList, chosen(flatList))
const flatMap = mostly(
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), flatString, { maxKeys: 3 }),
  param('m', 'n'),
)
const map = fc.oneof(flatMap, flatMap, chosen(flatMap))
const delimiter = fc.constantFrom('', ',', '-')
const names = fc.constantFrom('p', 's')

/** A law by what it takes: two spellings of one thing. */
type Law = fc.Arbitrary<readonly [before: Written, after: Written]>
const laws: Readonly<Record<string, Law>> = {
  'joins of joins': fc
    .tuple(delimiter, list, string, string)
    .map(([by, some, one, other]) => [
      { list_join: [by, [one, { list_join: [by, [other, one]] }], some] },
      { list_join: [by, [one, other, one], some] },
    ]),
  'a join of a concatenation': fc
    .tuple(delimiter, list, list)
    .map(([by, one, other]) => [
      { list_join: [by, one, other] },
      { list_join: [by, { list_concat: [one, other] }] },
    ]),
  'split and joined again': fc
    .tuple(fc.constantFrom(',', '-'), param('s', 't', 'p'))
    .map(([by, one]) => [{ list_join: [by, { str_split: [by, one] }] }, one]),
  'a replacement': fc
    .tuple(string, string)
    .map(([one, other]) => [
      { str_replace: { template: 'x $k $k2 y', params: { $k: one, $k2: other } } },
      { list_join: ['', ['x ', one, ' ', other, ' y']] },
    ]),
  'nested concatenations': fc
    .tuple(list, list, list)
    .map(([one, two, three]) => [
      { list_concat: [{ list_concat: [one, two] }, three] },
      { list_concat: [one, { list_concat: [two, three] }] },
    ]),
  'a concatenation of one': fc.tuple(param('l', 'k')).map(([one]) => [{ list_concat: [one] }, one]),
  'a concatenation of a filter': fc
    .tuple(fc.array(word), param('l', 'k'))
    .map(([some, one]) => [{ list_concat: [{ filter: [some, one] }] }, { filter: [some, one] }]),
  'nested merges': fc
    .tuple(map, map, map)
    .map(([one, two, three]) => [
      { map_merge: [{ map_merge: [one, two] }, three] },
      { map_merge: [one, { map_merge: [two, three] }] },
    ]),
  'a merge of one': fc.tuple(param('m', 'n')).map(([one]) => [{ map_merge: [one] }, one]),
  'a replacement of nothing': fc
    .tuple(map, fc.constantFrom({}, { keys: {} }, { values: {} }))
    .map(([one, table]) => [{ map_replace: [one, table] }, { map_merge: [one] }]),
  'an inverted choice': fc
    .tuple(test, string, string)
    .map(([asked, one, other]) => [{ if: [asked, one, other] }, { if: [{ not: asked }, other, one] }]),
  'commuted conditions': fc
    .tuple(test, test, string, string)
    .map(([asked, also, one, other]) => [
      { if: [{ and: [asked, also] }, one, other] },
      { if: [{ not: { or: [{ not: also }, { not: asked }] } }, one, other] },
    ]),
  'the other of two values': fc
    .tuple(names, string, string)
    .map(([name, one, other]) => [
      { if: [{ equals: [{ get_param: name }, 'a'] }, one, other] },
      { if: [{ equals: [{ get_param: name }, 'b'] }, other, one] },
    ]),
  'a choice inside': fc
    .tuple(test, string, string, string)
    .map(([asked, one, other, more]) => [
      { list_join: ['', [{ if: [asked, one, other] }, more]] },
      { if: [asked, { list_join: ['', [one, more]] }, { list_join: ['', [other, more]] }] },
    ]),
  'anything and anything else': fc.tuple(fc.oneof(string, list, map), fc.oneof(string, list, map)),
}

const values = fc.record({
  s: fc.constantFrom('', 'a', 'b', 'a,b', '-', 'x'),
  t: fc.constantFrom('', 'a', ',', 'b-'),
  p: fc.constantFrom('a', 'b'),
  i: fc.constantFrom(0, 1, 7),
  f: fc.boolean(),
  l: fc.constantFrom('', 'a', 'b,a', ','),
  k: fc.constantFrom('', 'a', 'b,a', ','),
  m: fc.constantFrom('{}', '{"a": 1}', '{"b": null, "a": "x"}', '["a"]'),
  n: fc.constantFrom('{}', '{"a": 1}', '{"b": null, "a": "x"}'),
})

function template(value: Written): string {
  return JSON.stringify({ heat_template_version: '2018-08-31', parameters, outputs: { o: { value } } })
}

function resultOf(text: string, given: Readonly<Record<string, Value>>): Value {
  const { root, dialect } = sideOf(text)
  return (
    evaluate(root, dialect, defaultSample(new Map(Object.entries(given)))).outputs.get('o')?.value ?? null
  )
}

function isRefused(value: Value): boolean {
  if (value instanceof Failure) return true
  if (isList(value)) return value.some(isRefused)
  return isMap(value) && [...value.values()].some(isRefused)
}

describe.each(Object.entries(laws))('%s', (_, law) => {
  it('calls nothing equal that is not computed equal', () => {
    let equal = 0
    fc.assert(
      fc.property(law, fc.array(values, { minLength: 6, maxLength: 6 }), ([before, after], given) => {
        const [one, other] = [template(before), template(after)]
        const { verdict } = compareTexts(one, other)
        if (verdict === 'equal') equal += 1
        for (const some of verdict === 'equal' ? given : []) {
          const [was, is] = [resultOf(one, some), resultOf(other, some)]
          if (!isRefused(was)) expect({ some, result: is }).toEqual({ some, result: was })
          expect(isRefused(was) || sameValue(was, is)).toBe(true)
        }
      }),
      { numRuns: 60, seed: 7 },
    )
    // A law that is never met shows nothing.
    expect(equal).toBeGreaterThan(0)
  })
})
