/** Hostile templates, each of which would take hours without a bound: every comparison ends, and says that it could not tell. */
import { createEngine } from '../../src/engine/engine.ts'
import { matchesWhole } from '../../src/heat/python-pattern.ts'
import { transforms } from '../../transforms/registry.ts'
import { compareTexts } from './pairs.ts'

const hot = (body: string) => `heat_template_version: 2018-08-31\n${body}`

describe('twelve str_replace, one inside of the other', () => {
  const nested = (around: string) => {
    let value = around
    for (let level = 0; level < 12; level += 1)
      value = `{str_replace: {template: 'xxxxxxxx', params: {x: ${value}}}}`
    return hot(`parameters: {p: {type: string, default: abc}}\noutputs: {o: {value: [${value}, more]}}\n`)
  }

  it.each(['abc', '{get_param: p}'])('ends, with %s inside', (inside) => {
    const text = nested(inside)
    expect(compareTexts(text, text.replace('more', 'less')).verdict).toBe('unproved')
  })

  it('is equal to itself, whatever becomes of it', () => {
    const text = nested('abc')
    expect(compareTexts(text, text.replace('2018-08-31', '2021-04-16')).verdict).toBe('equal')
  })
})

it('ends for aliases of aliases', () => {
  const levels = Array.from({ length: 40 }, (_, n) => `  - &l${n + 1} [*l${n}, *l${n}]\n`).join('')
  const text = hot(
    `outputs:\n  o:\n    value:\n${`  - &l0 [a]\n${levels}`.replaceAll(/^/gm, '    ')}`.trimEnd(),
  )
  expect(compareTexts(text, text.replace('2018-08-31', '2021-04-16')).verdict).toBe('unproved')
})

it.each([
  ['of many rounds', 5, 'a', 1],
  ['that makes long strings', 2, 'x'.repeat(300), 1000],
])('ends for a repeat %s', (_, loops, word, times) => {
  const names = Array.from({ length: loops }, (_, index) => `k${index}`)
  const lists = names.map((name) => `${name}: [${Array(60).fill(word).join(', ')}]`).join(', ')
  const template = Array(times).fill(names.join(' ')).join(' ')
  const text = hot(
    `outputs: {o: {value: [{repeat: {template: '${template}', for_each: {${lists}}}}, more]}}\n`,
  )
  expect(compareTexts(text, text.replace('more', 'less')).verdict).toBe('unproved')
})

it('proves a repeat of many rounds that no bound is for', () => {
  const list = Array.from({ length: 100 }, (_, index) => `a${index}`).join(', ')
  const text = hot(
    `outputs: {o: {value: {repeat: {template: a b, for_each: {a: [${list}], b: [${list}]}}}}}\n`,
  )
  expect(compareTexts(text, text.replace('template: a b', 'template: "a b"')).verdict).toBe('equal')
})

describe('a pattern that backtracks without end elsewhere', () => {
  it('is matched at once', () => {
    expect(matchesWhole('^(a+)+$', `${'a'.repeat(60)}!`)).toBe(false)
    expect(matchesWhole('(a|a)*b', 'a'.repeat(5000))).toBe(false)
    expect(matchesWhole('^(a+)+$', 'a'.repeat(60))).toBe(true)
  })

  it('takes the first alternative that fits, as Python does', () => {
    expect(matchesWhole('a|ab', 'ab')).toBe(false)
    expect(matchesWhole('ab|a', 'ab')).toBe(true)
    expect(matchesWhole('b', 'ab')).toBe(false)
  })

  it('is not decided where it looks around or back', () => {
    expect(matchesWhole('(?=a)a', 'a')).toBeUndefined()
    expect(matchesWhole('(a)\\1', 'aa')).toBeUndefined()
  })

  it('does not hold up an upgrade', () => {
    const text = hot(`parameters:
  p: {type: string, default: ${'a'.repeat(60)}!, constraints: [{allowed_pattern: '^(a+)+$'}]}
outputs:
  o: {value: {yaql: {expression: "regex('(a+)+b').search($.data)", data: ${'a'.repeat(60)}}}}
`)
    const engine = createEngine({
      chain: 'upgrade',
      to: '2021-04-16',
      accept: [],
      partial: false,
      registry: transforms,
    })
    const outcome = engine.run({ path: 't.yaml', bytes: Buffer.from(text) })
    expect([outcome.status, outcome.proof]).toEqual(['changed', 'equal'])
  })
})
