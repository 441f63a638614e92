/** Tags of Jinja: words in their place, branches, renderings; and that a rewrite which means something else is found. */
import { behindTags, provedOver } from '../../src/engine/behind-tags.ts'
import { commandOf } from '../../src/engine/command.ts'
import { assembled, viewsOf } from '../../src/text/jinja/branches.ts'
import { evaluated } from '../../src/text/jinja/expression.ts'
import { generatedAnswers, waysOf } from '../../src/text/jinja/generated.ts'
import { masked } from '../../src/text/jinja/mask.ts'
import { rendered } from '../../src/text/jinja/render.ts'
import type { TagProblem } from '../../src/text/jinja/tags.ts'
import { type Part, partsOf } from '../../src/text/jinja/tree.ts'
import { transforms } from '../../transforms/registry.ts'

const command = commandOf({
  chain: 'upgrade',
  to: '2018-08-31',
  accept: [],
  partial: false,
  registry: transforms,
})

function read<Found extends object>(found: Found): Exclude<Found, TagProblem> {
  if ('why' in found) throw new Error(String(found.why))
  return found as Exclude<Found, TagProblem>
}

const sources = [
  'a: {{ b }}\n',
  "{# c #}\na: '{{ b }}{{ c }}'\n  {%- if d %}\nb: 1\n  {%- endif %}\n",
  'a: |\n  x\n{% for b in c %}\n  {{ b }}\n{% endfor %}\nJ1Q: d\n',
  '{% raw %}a: {{ b }}{% endraw %}\n',
  'a: [{% for b in c %}{{ b }}, {% endfor %}]',
]

describe('a masked source', () => {
  it.each(sources)('gets its tags back: %j', (source) => {
    const mask = read(masked(source))
    expect(mask.text.replace(/\{% raw .*/, '')).not.toMatch(/\{%|\{#/)
    expect(mask.restored(mask.text)).toBe(source)
    expect(mask.lost(mask.text)).toBeUndefined()
  })

  it('has lines of tags as comments that belong to what follows', () => {
    expect(read(masked('a:\n{% if b %}\n  c: {{ d }}\n{% endif %}\ne: f\n')).text).toBe(
      'a:\n  #J1Q\n  c: J2Q\n#J3Q\ne: f\n',
    )
  })

  it('knows what an offset is about', () => {
    const mask = read(masked('{{ long }}: b\n'))
    expect(mask.text).toBe('J1Q: b\n')
    expect(mask.originOf(mask.text.indexOf('b'))).toBe('{{ long }}: b\n'.indexOf('b'))
  })

  it('says which tag would move', () => {
    const mask = read(masked('{% if a %}\na: 1\n{% endif %}\n'))
    expect(mask.lost('#J2Q\na: 1\n#J1Q\n')).toBe('the tag {% if a %} would move')
  })
})

describe('branches', () => {
  const source = '{% if a %}\nx: 1\n{% elif b %}\nx: 2\n{% else %}\nx: 3\n{% endif %}\ny: 1\n'

  it('are seen one at a time, and put together from what is seen', () => {
    const views = viewsOf(source)
    const results = views.map(({ hidden }) => {
      const mask = read(masked(source, hidden))
      return mask.restored(mask.text.replaceAll(': ', ':  '))
    })
    expect(assembled(source, views, results)).toBe(source.replaceAll(': ', ':  '))
  })
})

describe('renderings with generated values', () => {
  const textOf = (source: string, parts: readonly Part[]) =>
    waysOf(read(partsOf(source, 'none'))).map((way) => rendered(parts, generatedAnswers(way, parts)))

  it('take each branch, and no item of a loop, one and two', () => {
    const source = '{% if a %}A{% else %}B{% endif %}{% for b in c %}{{ b }}{{ d }};{% endfor %}'
    const texts = textOf(source, read(partsOf(source, 'none')))
    expect(texts.slice(0, 6)).toEqual(['Av1v2;v3v2;', 'Bv1v2;v3v2;', 'A12;', 'B', 'Bv1v2;v3v2;', 'Av1v2;'])
  })

  it('strip white space as tags say', () => {
    const source = 'a\n{%- if b %}\nc\n{%- endif -%}\n d'
    const parts = read(partsOf(source, 'none'))
    const answers = generatedAnswers({ truth: true, others: new Set(), turns: 1, writes: 'words' }, parts)
    expect(rendered(parts, answers)).toBe('a\ncd')
  })
})

const untouched = (path: string) =>
  ({ path, kind: 'hot', status: 'unchanged', findings: [], transforms: [], proof: 'none' }) as const
const head = 'heat_template_version: 2016-10-14\nresources:\n'
const value = (a: string, b: string) =>
  `${head}  {{ n }}:\n    type: OS::Heat::Value\n    properties:\n{% if c %}\n      value: ${a}\n{% else %}\n      value: ${b}\n{% endif %}\n`

describe('a result that means something else', () => {
  it.each([
    ['in one branch', value('a', 'b'), value('a', 'x')],
    ['because tags changed places', value('{{ a }}', '{{ b }}'), value('{{ b }}', '{{ a }}')],
    ['in a string', value('"{{ a }}-{{ b }}"', 'b'), value('"{{ b }}-{{ a }}"', 'b')],
    ['without its quotes', value('"{{ a }}"', 'b'), value('{{ a }}', 'b')],
    ['with quotes', value('{{ a }}', 'b'), value("'{{ a }}'", 'b')],
    ['in other quotes', value('"{{ a }}"', 'b'), value("'{{ a }}'", 'b')],
    ['as a block', value('"{{ a }}"', 'b'), value('|-\n        {{ a }}', 'b')],
    ['in a condition', value('a', 'b'), value('a', 'b').replace('if c', 'if d')],
  ])('is found %s', (_, before, after) => {
    expect(provedOver(before, after, 'a.yaml.j2', command, untouched)).toMatchObject({
      proof: 'none',
      finding: { severity: 'error' },
    })
    expect(
      provedOver(before, before.replace('2016-10-14', '2018-08-31'), 'a.yaml.j2', command, untouched).proof,
    ).toBe('equal')
  })

  it('is not written', () => {
    const broken = behindTags('a.yaml.j2', value('a', 'b'), command, (path, source) => ({
      path,
      kind: 'hot',
      status: 'changed',
      after: source.replace('value: a', 'value: x'),
      findings: [],
      transforms: [],
      proof: 'equal',
    }))
    expect(broken).toMatchObject({ status: 'blocked' })
  })
})

describe('expressions with given values', () => {
  const values: Readonly<Record<string, unknown>> = {
    a: 1,
    name: 'Web',
    list: ['x', 'y'],
    map: { b: { c: 'd' } },
    nothing: null,
  }
  it.each<[string, unknown]>([
    ['a', 1],
    ['a + 2 * 3', 7],
    ['-a', -1],
    ['7 // 2 % 2', 1],
    ["'it''s'[0]", undefined],
    ['"a\\"b"', 'a"b'],
    ['name|lower ~ "-" ~ a', 'web-1'],
    ["missing | default('x')", 'x'],
    ["'' | default('x', true)", 'x'],
    ['map.b["c"]', 'd'],
    ["map.get('z', 'y')", 'y'],
    ['list[1]', 'y'],
    ['list | join(",")', 'x,y'],
    ["'x' in list and 'z' not in list", true],
    ['a is equalto 1', true],
    ['missing is not defined', true],
    ['map.b is mapping', true],
    ['nothing is none or a > 2', true],
    ["'yes' if a == 1 else 'no'", 'yes'],
    ["name.startswith('W')", true],
    ["{'k': a}.k", 1],
    ['(a, 2) | last', undefined],
  ])('%s', (expression, value) => {
    const evaluate = () => evaluated(expression, (name) => values[name])
    if (value === undefined) expect(evaluate).toThrow(/followed|missing/)
    else expect(evaluate()).toEqual(value)
  })

  it.each(['a | nosuch', 'lookup("env", "x")', 'missing.b', 'a b', '1 +', 'map | length < name', '"x'])(
    'have no value that cannot be followed: %s',
    (expression) => {
      expect(() => evaluated(expression, (name) => values[name])).toThrow()
    },
  )
})
