/** What renderings with given values are worth: where hotshift renders a source, Jinja2 itself gives the same. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { givenAnswers, NotRendered } from '../../src/text/jinja/given.ts'
import { rendered } from '../../src/text/jinja/render.ts'
import { partsOf } from '../../src/text/jinja/tree.ts'
import '../seed.ts'

const python = '/usr/bin/python3'

function hasJinja(): boolean {
  try {
    execFileSync(python, ['-c', 'import jinja2'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('skipped: needs Jinja2 (apt-get install python3-jinja2)')
    return false
  }
}

const withJinja = hasJinja() ? it : it.skip

const values = {
  name: 'web',
  empty: '',
  quoted: 'a: "b" & <c>',
  number: 3,
  zero: 0,
  digits: '12',
  yes: true,
  no: false,
  nothing: null,
  half: 0.5,
  list: ['a', 'b'],
  numbers: [1, 2, 1],
  none_in: [],
  pairs: [
    ['k', 1],
    ['l', 2],
  ],
  map: { size: 'big', items: 'own', nested: { deep: [true, 'ü'] }, none: null },
  order: { b: 1, a: null, '1': 'x' },
}

interface Source {
  readonly source: string
  readonly trims: boolean
}

/** Undefined where hotshift does not follow the source. */
function ours({ source, trims }: Source): string | undefined {
  const parts = partsOf(source, trims ? 'trim_blocks' : 'none')
  if ('why' in parts) return undefined
  try {
    return rendered(parts, givenAnswers, new Map(Object.entries(structuredClone(values))))
  } catch (error) {
    if (error instanceof NotRendered) return undefined
    throw error
  }
}

function theirs(sources: readonly Source[]): readonly (string | null)[] {
  const input = JSON.stringify({ values, sources })
  const output = execFileSync(python, [join(import.meta.dirname, 'render.py')], { input, maxBuffer: 1e8 })
  return JSON.parse(String(output)) as (string | null)[]
}

/** Those that hotshift renders, and among them those that Jinja renders otherwise, or not at all. */
function compared(sources: readonly Source[]): {
  readonly followed: number
  readonly wrong: readonly string[]
} {
  const own = sources.map(ours)
  const jinja = theirs(sources)
  const wrong = sources.flatMap(({ source, trims }, index) => {
    const [one, other] = [own[index], jinja[index]]
    if (one === undefined || one.replaceAll('\r\n', '\n') === other) return []
    return [
      `${JSON.stringify(source)}${trims ? ' (trim_blocks)' : ''}: ${JSON.stringify(one)}, not ${JSON.stringify(other)}`,
    ]
  })
  return { followed: own.filter((one) => one !== undefined).length, wrong }
}

const leaves = [
  ...Object.keys(values),
  ...[
    'missing',
    'range',
    'true',
    'False',
    'none',
    '1',
    '0',
    '12',
    '007',
    '1.5',
    '1_0',
    "'a'",
    '"b"',
    "'a\\n'",
    "'\\d'",
  ],
  ...[
    '[]',
    '{}',
    "['a', 1]",
    "{'k': 'v'}",
    'map.size',
    'map.items',
    "map['items']",
    'map.nested.deep',
    'list[0]',
  ],
  ...['list[-1]', 'numbers[number]', 'name[0]', 'order.b', 'map.none', 'map.missing'],
]
const filters = [
  ...[
    'default',
    "default('d')",
    "default('d', true)",
    'lower',
    'upper',
    'trim',
    'string',
    'int',
    'int(5)',
    'length',
  ],
  ...[
    'list',
    'first',
    'last',
    "join(',')",
    'join',
    "replace('a', 'b')",
    "replace('a', 'b', 1)",
    'tojson',
    'to_json',
  ],
  ...['sort', 'd', 'count', 'abs'],
]
const methods = [
  ...[
    "get('size')",
    "get('none', 'x')",
    "get('x')",
    'items()',
    'keys()',
    'values()',
    'strip()',
    "strip('w')",
  ],
  ...["startswith('w')", "split('e')", "split('e', 1)", "replace('e', 'f')", 'upper()', "update({'z': 1})"],
]
const tests = [
  ...[
    'defined',
    'undefined',
    'none',
    'string',
    'number',
    'mapping',
    'iterable',
    'sequence',
    'eq 3',
    "equalto('web')",
  ],
  ...['sameas none', 'sameas(true)', 'boolean', 'not defined', 'not none'],
]
const signs = [
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'in',
  'not in',
  'and',
  'or',
  '+',
  '-',
  '~',
  '*',
  '//',
  '%',
  '/',
]

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...leaves),
    fc.tuple(tie('expression'), fc.constantFrom(...filters)).map(([one, name]) => `${one} | ${name}`),
    fc.tuple(tie('expression'), fc.constantFrom(...tests)).map(([one, name]) => `${one} is ${name}`),
    fc.tuple(fc.constantFrom(...leaves), fc.constantFrom(...methods)).map(([one, name]) => `${one}.${name}`),
    fc
      .tuple(tie('expression'), fc.constantFrom(...signs), tie('expression'))
      .map(([one, sign, other]) => `${one} ${sign} ${other}`),
    fc.tuple(fc.constantFrom('not ', '-'), tie('expression')).map(([sign, one]) => sign + one),
    tie('expression').map((one) => `(${one})`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([one, condition, other]) => `${one} if ${condition} else ${other}`),
  ),
}))

const opening = fc.constantFrom('{%', '{%-', '{%+')
const closing = fc.constantFrom('%}', '-%}', '+%}')
const text = fc.constantFrom('a', ' ', '\n', '\n  ', 'b: c\n', '\r\n', '  x', '{ }', '%', '')
const statement = (content: fc.Arbitrary<string>) =>
  fc.tuple(opening, content, closing).map(([start, inside, end]) => `${start} ${inside} ${end}`)
const fixed = (word: string) => statement(fc.constant(word))

const loops = fc.constantFrom(
  ...[
    'for name in list',
    'for i in numbers',
    'for k, v in pairs',
    'for k, v in map.nested.items()',
    'for k in order',
  ],
  ...[
    'for i in numbers if i != 1',
    'for i in none_in',
    'for a, b in list',
    'for (k, v) in pairs',
    'for c in name',
  ],
)
const inLoop = fc.constantFrom(
  '{{ i }}',
  '{{ name }}{{ loop.index }}',
  '{{ loop.last }}',
  '{{ k }}={{ v }}',
  '{{ loop.depth }}',
)

const { body } = fc.letrec<{ body: string; piece: string }>((tie) => ({
  body: fc.array(tie('piece'), { maxLength: 4, depthIdentifier: 'body' }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'body' },
    text,
    fc.constantFrom(
      '{{ name }}',
      '{{- number }}',
      '{{ digits -}}',
      '{{ set_here }}',
      '{# c #}',
      '{#- c -#}',
      '{{ "}}" }}',
    ),
    inLoop,
    statement(fc.constantFrom('set name = "s"', 'set set_here = number + 1', 'set x = list')),
    fc
      .tuple(
        statement(fc.constant('raw')),
        text,
        fc.constantFrom('{{ raw }}', '{% if %}', ''),
        fixed('endraw'),
      )
      .map((all) => all.join('')),
    fc
      .tuple(
        statement(fc.constantFrom('if yes', 'if no', 'if missing', 'if number > 2')),
        tie('body'),
        fixed('else'),
        tie('body'),
        fixed('endif'),
      )
      .map((all) => all.join('')),
    fc.tuple(statement(loops), tie('body'), fixed('endfor')).map((all) => all.join('')),
    fc
      .tuple(statement(loops), tie('body'), fixed('else'), tie('body'), fixed('endfor'))
      .map((all) => all.join('')),
    fc.tuple(fixed('macro m()'), tie('body'), fixed('endmacro')).map((all) => all.join('')),
  ),
}))

withJinja('expressions have the values that Jinja gives them', () => {
  const sources = fc.sample(expression, 10_000).map((one) => ({ source: `{{ ${one} }}`, trims: false }))
  const { followed, wrong } = compared(sources)
  expect(wrong).toEqual([])
  expect(followed).toBeGreaterThan(2000)
})

withJinja('sources are rendered as Jinja renders them, white space included', () => {
  const sources = fc.sample(body, 10_000).map((source, index) => ({ source, trims: index % 2 === 0 }))
  const { followed, wrong } = compared(sources)
  expect(wrong).toEqual([])
  expect(followed).toBeGreaterThan(5000)
})
