/** What is read of expressions of YAQL, against Heat's own: random expressions over random data. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { isMap, sameValue, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { Budget } from '../../src/meaning/budget.ts'
import { yaqlExpression } from '../../src/meaning/functions/yaql-expression.ts'
import { yaqlResult } from '../../src/meaning/functions/yaql-terms.ts'
import { Terms, valueOf } from '../../src/meaning/terms/term.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? it : it.skip

const scalar = fc.constantFrom<unknown>('a', 'b', 'x y', '', 0, 1, 2, true, false, null, 1.5)
const word = fc.constantFrom('a', 'b', 'k', 'v')
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    scalar,
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(word, tie('data'), { maxKeys: 3 }),
    fc.array(fc.record({ k: fc.constantFrom('a', 'b'), v: scalar }), { maxLength: 4 }),
  ),
}))

const literal = fc.constantFrom('a', '"a"', "'x y'", '0', '1', '2', 'true', 'null', '","', '[a, b]', '[1, 2]')
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const of = fc.oneof(
    { weight: 3, arbitrary: fc.constant('$.data') },
    { weight: 1, arbitrary: tie('expression') },
  )
  const inner = fc.oneof(
    fc.constantFrom(
      '$',
      '$.k',
      '$.v',
      '$.k = a',
      '$.v = 1',
      'not $.k = a',
      '$.k in [a, b]',
      '$ = a',
      '$.k != b',
      '$ > 0',
      '$ + a',
      '[$, 1]',
      '{n => $}',
      '$.len() > 1',
    ),
    literal,
  )
  const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''))
  return {
    expression: fc.oneof(
      { depthSize: 'medium' },
      of,
      literal,
      joined(of, fc.constant('.'), word),
      joined(of, fc.constant('['), literal, fc.constant(']')),
      joined(
        of,
        fc.constantFrom('.len()', '.count()', '.first()', '.last()', '.sum()', '.max()', '.min()', '.any()'),
      ),
      joined(
        of,
        fc.constantFrom(
          '.keys()',
          '.values()',
          '.flatten()',
          '.distinct()',
          '.reverse()',
          '.toUpper()',
          '.toLower()',
        ),
      ),
      joined(
        of,
        fc.constantFrom('.first(', '.last(', '.skip(', '.limit(', '.split(', '.contains(', '.containsKey('),
        literal,
        fc.constant(')'),
      ),
      joined(
        of,
        fc.constantFrom('.get(', '.replace('),
        literal,
        fc.constant(', '),
        literal,
        fc.constant(')'),
      ),
      joined(of, fc.constantFrom('.any(', '.all(', '.orderBy('), inner, fc.constant(')')),
      joined(of, fc.constant('.toDict('), inner, fc.constantFrom(')', ', $)', ', $.v)')),
      joined(fc.constantFrom('len(', 'str(', 'int(', 'list(', 'range('), of, fc.constant(')')),
      joined(fc.constantFrom('coalesce(', 'list('), of, fc.constant(', '), literal, fc.constant(')')),
      joined(fc.constantFrom('dict(a => ', 'dict(k => 1, a => ', 'switch(true => '), of, fc.constant(')')),
      joined(fc.constant('dict('), of, fc.constantFrom(')', '.select([$.k, $.v]))', '.select([$, 1, 2]))')),
      joined(
        fc.constant('let(x => '),
        of,
        fc.constant(') -> '),
        fc.constantFrom(
          '$x',
          '$x.k',
          '$x + $x',
          '$.data',
          '[$x, $]',
          '$x.select($ = $x)',
          'let(x => $) -> $x',
        ),
      ),
      joined(
        fc.constant('let('),
        of,
        fc.constant(', '),
        literal,
        fc.constantFrom(
          ') -> $',
          ') -> $1.k',
          ') -> [$2, $1]',
          ', y => $.data.k) -> $y',
          ') -> $1.select($2)',
        ),
      ),
      joined(fc.constant('{a => '), of, fc.constantFrom('}', ', v => 1}', '}.a')),
      joined(fc.constant('switch('), of, fc.constant(' = a => '), literal, fc.constant(', true => x)')),
      joined(of, fc.constant('['), fc.constantFrom('-1', '-2', '1'), fc.constant(']')),
      joined(of, fc.constantFrom('.where(', '.select('), inner, fc.constant(')')),
      joined(of, fc.constantFrom('.join(', '.get('), literal, fc.constant(')')),
      joined(
        of,
        fc.constantFrom(
          ' = ',
          ' != ',
          ' and ',
          ' or ',
          ' in ',
          ' + ',
          ' - ',
          ' * ',
          ' < ',
          ' <= ',
          ' > ',
          ' >= ',
        ),
        fc.oneof(of, literal),
      ),
      joined(fc.constant('not '), of),
      joined(fc.constant('('), tie('expression'), fc.constant(')')),
    ),
  }
})

function computed(text: string, given: unknown): Value | undefined {
  const read = yaqlExpression(text)
  if (read === undefined) return undefined
  const terms = new Terms(Budget.ofTerms(0))
  const result = yaqlResult(terms, read, terms.data(parseJson(JSON.stringify(given))))
  return result === undefined ? undefined : valueOf(result.term)
}

withHeat('gives what Heat gives', () => {
  const asked = fc.sample(fc.tuple(expression, data), { seed: 4107, numRuns: 60_000 })
  const mine = asked.map(([text, given]) => computed(text, given))
  const known = asked.filter((_, index) => mine[index] !== undefined)
  const { stdout, status } = spawnSync(python, [join(__dirname, 'yaql_values.py')], {
    input: JSON.stringify(known),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  expect(status).toBe(0)
  const answers = parseJson(stdout) as readonly Value[]
  const wrong = known.flatMap(([text, given], index) => {
    const answer = answers[index] as ValueMap
    const own = computed(text, given) as Value
    const isRight = isMap(answer) && answer.has('is') && sameValue(answer.get('is') as Value, own)
    return isRight
      ? []
      : [
          `${text} over ${JSON.stringify(given)}: ${jsonText(own, 'as it is')}, not ${jsonText(answer, 'as it is')}`,
        ]
  })
  expect(wrong.slice(0, 20)).toEqual([])
  expect(known.length).toBeGreaterThan(15_000)
})
