/** What we make of yaql expressions against what yaql itself made of them (record-yaql.py). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonText, parseJson } from '../../src/semantics/json-text.ts'
import { isMap, sameValue, type Value, type ValueMap } from '../../src/semantics/value.ts'
import { yaqlResult } from '../../src/semantics/yaql/run.ts'

const recorded = parseJson(readFileSync(join(__dirname, 'yaql.json'), 'utf8')) as ValueMap
const data = recorded.get('data') as Value
const cases = (recorded.get('expressions') as readonly (readonly [string, Value])[]).map(
  ([expression, result]) => ({ expression, result }),
)
const isError = (result: Value) => isMap(result) && result.has('<error>')

/** What yaql computes and we do not: *unproved* is the worst that comes of it. */
const left: ReadonlySet<string> = new Set([
  "'{:>4}'.format(1)",
  "'{{}}'.format(1)",
  'let(x => $.data.words.where($)) -> $x.len() + $x.len()',
  "$.data.text.matches('\\d+')",
  'str($.data.words)',
  "$.data.words.where($ =~ 'r')",
  "'a,b'.split(',') = ['a', 'b']",
  '[1, true, 1.0].distinct()',
  '7 mod 2',
  '1.5 + 1',
  "'a\\x41'",
])

/** Keys that are numbers are texts in the record. */
function throughJson(value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : parseJson(jsonText(value, 'as it is'))
}

describe('yaql', () => {
  const known = cases.map((one) => ({ ...one, ours: throughJson(yaqlResult(one.expression, data)) }))

  it('gives what yaql gives, where it gives anything', () => {
    const wrong = known.flatMap(({ expression, result, ours }) =>
      ours === undefined || sameValue(ours, result)
        ? []
        : [`${expression}: ${jsonText(ours, 'as it is')} | ${jsonText(result, 'as it is')}`],
    )
    expect(wrong).toEqual([])
  })

  it('gives nothing where yaql fails', () => {
    const wrong = known.filter(({ result, ours }) => isError(result) && ours !== undefined)
    expect(wrong.map(({ expression }) => expression)).toEqual([])
  })

  it('computes the expressions that templates use', () => {
    const missing = known.filter(({ result, ours }) => !isError(result) && ours === undefined)
    expect(missing.map(({ expression }) => expression).filter((one) => !left.has(one))).toEqual([])
    expect(known.filter(({ ours }) => ours !== undefined).length).toBeGreaterThan(150)
  })
})
