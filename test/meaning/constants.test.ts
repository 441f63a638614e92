/**
 * Constants have one meaning: what the proof makes of a call whose arguments are all known is what its evaluation makes of
 * it, in each dialect, under both readings. The calls are those that are recorded from Heat, some with what only AWS has.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, dialectOf } from '../../src/heat/dialect.ts'
import { functionTable } from '../../src/heat/functions/classes.ts'
import { recognise } from '../../src/heat/kind.ts'
import type { Reading } from '../../src/heat/template.ts'
import { jsonText, parseJson } from '../../src/heat/values/json-text.ts'
import { Failure, sameValue, type Value, type ValueMap } from '../../src/heat/values/value.ts'
import { Budget } from '../../src/meaning/budget.ts'
import { orFailure } from '../../src/meaning/failing.ts'
import { parameterValue } from '../../src/meaning/parameters.ts'
import { type Program, readProgram } from '../../src/meaning/program.ts'
import { defaultSample } from '../../src/meaning/sample.ts'
import { SampledWorld } from '../../src/meaning/sampled-world.ts'
import { valueIn } from '../../src/meaning/snippet.ts'
import { TemplateLowering } from '../../src/meaning/terms/lowering.ts'
import { type Term, Terms, valueOf } from '../../src/meaning/terms/term.ts'
import { mappingOf } from '../document/documents.ts'

const recorded = parseJson(readFileSync(join(__dirname, 'functions.json'), 'utf8')) as ValueMap
const given = recorded.get('given') as ValueMap

/** What AWS says of texts, numbers and what is left out. */
const awsOnly = [
  ...[
    '[a, a]',
    '[a, b]',
    '[1, "1"]',
    '[1.0, "1"]',
    '[1.50, "1.5"]',
    '[true, "true"]',
    '[true, "True"]',
    '["", ""]',
  ],
  ...[
    '[{Ref: count}, 3]',
    '[{Ref: count}, "3"]',
    '[{Ref: count}, "3.0"]',
    '[{Ref: text}, some text]',
    '[01, 1]',
  ],
  ...[
    '[{Ref: list}, [x, y, z]]',
    '[{Ref: ratio}, "1.5"]',
    '[{Ref: ratio}, "1.50"]',
    '[null, ""]',
    '[1e3, "1000.0"]',
  ],
].map((argument) => ({ name: 'Fn::Equals', argument, isCondition: true }))
const awsValues = [
  ...[
    'x',
    '"x${count}"',
    '"${!x}${text}"',
    '["x${v}", {v: 1.50}]',
    '["x${v}", {v: {Ref: ratio}}]',
    '"${x"',
  ].map((argument) => ['Fn::Sub', argument] as const),
  ...[
    '["-", [1, 2.50, true, null]]',
    '["-", [{Ref: "AWS::NoValue"}, a]]',
    '["-", [{Ref: ratio}]]',
    '["-", a]',
  ].map((argument) => ['Fn::Join', argument] as const),
  ...['[M, 3, three]', '[M, k, n]', '[M, k, w]', '[M, 5, five]'].map(
    (argument) => ['Fn::FindInMap', argument] as const,
  ),
  ...['[known, {Ref: "AWS::NoValue"}, b]', '[never, a, {Ref: "AWS::NoValue"}]'].map(
    (argument) => ['Fn::If', argument] as const,
  ),
].map(([name, argument]) => ({ name, argument, isCondition: false }))

interface Case {
  readonly key: string
  readonly version: string
  readonly isCondition: boolean
  readonly call: string
}

const heatCases: readonly Case[] = (recorded.get('calls') as readonly (readonly Value[])[]).map(
  ([key, version, isCondition, call]) => ({
    key: String(key),
    version: String(version),
    isCondition: isCondition === true,
    call: String(call),
  }),
)
const format = ['AWSTemplateFormatVersion', '2010-09-09'] as const
const awsCases: readonly Case[] = [
  ...heatCases.filter(({ key }) => key === format[0]),
  ...[...awsOnly, ...awsValues].map(({ name, argument, isCondition }) => ({
    key: format[0],
    version: format[1],
    isCondition,
    call: `{"${name}": ${argument}}`,
  })),
]

function programOf({ key, version, isCondition, call }: Case, reading: Reading): Program {
  const isHot = key === 'heat_template_version'
  const hasConditions = isHot ? version >= '2016-10-14' : key.startsWith('AWS')
  const [equals, section] = isHot ? ['equals', 'conditions'] : ['"Fn::Equals"', 'Conditions']
  const conditions = `${section}:\n  known: {${equals}: [1, 1]}\n  ${isCondition ? `c: ${call}` : `never: {${equals}: [1, 2]}`}\n`
  const output = isHot ? `outputs:\n  o: {value: ${call}}\n` : `Outputs:\n  o: {Value: ${call}}\n`
  const text = `${key}: "${version}"\n${String(given.get(isHot ? 'hot' : 'cfn'))}${hasConditions ? conditions : ''}${isCondition ? '' : output}`
  const root = mappingOf(text)
  const dialect = dialectOf(recognise(root, 'yaml'), reading)
  if (dialect === undefined) throw new Error('no dialect')
  return readProgram(root, dialect, text)
}

/** What the proof says: a value, a refusal, or that it depends on what only a cloud knows. */
type Answer = { readonly value: Value } | 'refused' | 'open'

function proved(program: Program, isCondition: boolean, reading: Reading): Answer {
  const terms = new Terms(Budget.ofTerms(1000))
  const values = new Map<string, Term>()
  for (const [name, schema] of program.parameters) {
    if (schema instanceof Failure || schema.default === null) continue
    values.set(name, terms.data(orFailure(() => parameterValue(schema.type, schema.default))))
  }
  const lowering = new TemplateLowering(terms, program, { values: reading, given: values })
  const { made, lowered } = lowering.collected(() => {
    if (isCondition) return lowering.named('c')
    const value = program.outputs.get('o')?.value
    return terms.each(lowering.lower(value ?? null), (one) => (one === terms.omitted ? terms.null : one))
  })
  const asked = lowered.obligations.filter(({ assumed }) => !assumed)
  if (made.tag === 'refused' || asked.some(({ about, path }) => about === 'refused' && path === terms.true))
    return 'refused'
  return made.isData && asked.length === 0 ? { value: valueOf(made) } : 'open'
}

function evaluated(program: Program, isCondition: boolean): Answer {
  const world = new SampledWorld(program, { ...defaultSample(), keys: ['key', 'a'] })
  const value = isCondition
    ? world.conditionOrFailure('c')
    : orFailure(() => valueIn(program.outputs.get('o')?.value ?? null, world))
  return value instanceof Failure ? 'refused' : { value }
}

const described = (answer: Answer) => (typeof answer === 'string' ? answer : jsonText(answer.value, 'sorted'))

/** The calls about which the two answer differently, and how many both know. */
function held(cases: readonly Case[], reading: Reading) {
  const wrong: string[] = []
  const names = new Set<string>()
  let known = 0
  for (const one of cases) {
    const program = programOf(one, reading)
    const answer = proved(program, one.isCondition, reading)
    if (answer === 'open') continue
    known += 1
    names.add(/^\{"?([^":]+(?:::\w+)?)/.exec(one.call)?.[1] ?? '')
    const value = evaluated(program, one.isCondition)
    const isSame =
      typeof answer === 'string' || typeof value === 'string'
        ? answer === value
        : sameValue(answer.value, value.value)
    if (!isSame)
      wrong.push(`${one.version} ${one.call}: proof ${described(answer)}, evaluation ${described(value)}`)
  }
  return { wrong, known, names }
}

it.each([
  ['Heat', 'heat', heatCases, 900],
  ['AWS', 'aws', awsCases, 150],
] as const)(
  'what the proof knows of a call is what is computed, as %s reads it',
  (_, reading, cases, atLeast) => {
    const { wrong, known } = held(cases, reading)
    expect(wrong).toEqual([])
    expect(known).toBeGreaterThan(atLeast)
  },
)

it('looks at every function of the tables, but for those whose results only a cloud or another engine knows', () => {
  const looked = new Set([...held(heatCases, 'heat').names, ...held(awsCases, 'aws').names])
  const dialects: readonly Dialect[] = [
    { kind: 'hot', version: '2013-05-23' },
    { kind: 'hot', version: '2021-04-16' },
    { kind: 'cfn', reading: 'aws' },
  ]
  const tables = dialects.map((dialect) => functionTable(dialect))
  const all = new Set(tables.flatMap(({ values, conditions }) => [...values.keys(), ...conditions.keys()]))
  const foreign = ['Cidr', 'GetAZs', 'ImportValue', 'Length', 'ToJsonString', 'Transform']
  const opaque = ['Condition', ...foreign.map((name) => `Fn::${name}`), 'yaql']
  expect([...all].filter((name) => !looked.has(name)).toSorted()).toEqual(opaque)
})
