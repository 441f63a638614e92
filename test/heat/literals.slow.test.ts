/**
 * What Heat makes of literals, or that it refuses them, is what hotshift says: as properties of every kind with every
 * constraint, also inside of lists and maps, as defaults, in environments, and passed to nested templates.
 */
import { constraintProblem, constraintText } from '../../src/heat/constraints.ts'
import type { HotParameterType } from '../../src/heat/dialects.ts'
import {
  type Constraint,
  type PropertySchema,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'
import { convert, Refusal } from '../../src/heat/values/convert.ts'
import { literalOf } from '../../src/heat/values/nodes.ts'
import { Float, isList, isMap, type Value } from '../../src/heat/values/value.ts'
import { compareTemplates } from '../../src/semantics/compare.ts'
import { readYaml } from '../../src/yaml/read-yaml.ts'
import { pythonFloat } from '../../src/yaml/scalar-value.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { judgeText } from '../schema/judge.ts'
import { sideOf } from '../semantics/pairs.ts'
import { hasHeat } from './installed.ts'
import { ask } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

const literals = [
  ...[
    'null',
    '~',
    "''",
    "' '",
    'a',
    'abc',
    'abcdef',
    'yes',
    'no',
    'on',
    'True',
    'false',
    "'true'",
    "'FALSE'",
    "'yes'",
  ],
  ...[
    "' t '",
    "'1'",
    "'0'",
    '0',
    '1',
    '2',
    '3',
    '-1',
    '4',
    "'4'",
    '4.0',
    '5',
    '7',
    '0644',
    "'0644'",
    '0x1f',
    '1_000',
    "'1_000'",
    '1:30',
  ],
  ...[
    '1.0',
    '1.5',
    '-0.5',
    '5.0',
    "'1.0'",
    "'1.5'",
    '1e3',
    "'1e3'",
    '1.e+3',
    '.inf',
    '.nan',
    "'inf'",
    "' 3 '",
    "'+2'",
  ],
  ...[
    '123456789012345678901234567890',
    '2018-01-01',
    "'10.0.0.0/24'",
    '10.0.0.0/33',
    "'[1, 2]'",
    `'{"a": 1}'`,
    "'a,b'",
  ],
  ...[
    "','",
    '[]',
    '[a]',
    '[a, b, c]',
    '[1, a]',
    '[null]',
    '[[a], [b]]',
    '[{a: 1}]',
    '{}',
    '{a: b}',
    '{1: x}',
  ],
  ...['{a: {b: [1, 2.0]}, c: null}', "'NaN'", "'null'", "'\\u0663'", 'é', "'a\\nb'", '"a\\nb"'],
]

const constraints: readonly (readonly [kinds: string, constraint: Constraint])[] = [
  ['string list map', { kind: 'length', min: 1, max: 3 }],
  ['integer number', { kind: 'range', min: 1, max: 5 }],
  ['integer number', { kind: 'range', min: 0.5 }],
  ['integer number', { kind: 'modulo', step: 2, offset: 1 }],
  ['string list', { kind: 'allowed_values', values: ['a', 'b', '1', 'True', ''] }],
  ['string integer number', { kind: 'allowed_values', values: [0, 1, 5, 1000] }],
  ['boolean', { kind: 'allowed_values', values: [true] }],
  ['string', { kind: 'allowed_pattern', pattern: '[a-c1]*' }],
  ...[
    ...['net_cidr', 'ip_addr', 'ip_or_cidr', 'mac_addr', 'dns_name', 'rel_dns_name', 'dns_domain'],
    ...['timezone', 'cron_expression', 'expiration', 'iso_8601'],
  ].map((name): readonly [string, Constraint] => [
    'string integer number boolean list',
    { kind: 'custom_constraint', name },
  ]),
]

const kinds = ['string', 'integer', 'number', 'boolean', 'list', 'map', 'any'] as const
const defaults: Readonly<Record<(typeof kinds)[number], unknown>> = {
  string: 'a',
  integer: 5,
  number: 3,
  boolean: true,
  list: ['a'],
  map: { a: 'b' },
  any: 'x',
}

interface Answer {
  readonly value?: unknown
  readonly error?: string
}

function answersTo(questions: readonly object[]): readonly Answer[] {
  return ask('literals.py', questions.map((one) => JSON.stringify(one)).join('\n')).map(
    (line) => JSON.parse(line) as Answer,
  )
}

/** As literals.py shows it. */
function shown(value: Value): unknown {
  if (value instanceof Float) return { float: pythonFloat(value.value) }
  if (isList(value)) return value.map(shown)
  if (isMap(value)) return { map: [...value].map(([key, one]) => [shown(key), shown(one)]) }
  return typeof value === 'bigint' ? Number(value) : value
}

function valueOf(literal: string): Value {
  const { root } = readYaml(`x: ${literal}\n`)
  const entry = root?.kind === 'map' ? root.entries[0] : undefined
  if (entry === undefined) throw new Error(literal)
  return literalOf(entry.value)
}

/** The value of a property, or that Heat refuses it: for itself, or for a constraint of it or of what is in it. */
function propertyOf(schema: PropertySchema, literal: string): unknown {
  const made = convert(schema, valueOf(literal))
  return made instanceof Refusal || isRefused(schema, made) ? 'refused' : shown(made)
}

function isRefused(
  { type = 'string', constraints: own = [], items, schema }: PropertySchema,
  value: Value,
): boolean {
  if (own.some((one) => constraintProblem(one, value, type) !== undefined)) return true
  if (isList(value)) return items !== undefined && value.some((one) => isRefused(items, one))
  if (!isMap(value) || schema === undefined) return false
  return [...value].some(([key, one]) => {
    const inner = typeof key === 'string' ? schema[key] : undefined
    return inner === undefined || (one !== null && isRefused(inner, one))
  })
}

function schemasOf(): readonly PropertySchema[] {
  return kinds.flatMap((type) => {
    const own = constraints.flatMap(([fitting, one]) => (fitting.split(' ').includes(type) ? [one] : []))
    const plain: PropertySchema[] = [{ type }, ...own.map((one) => ({ type, constraints: [one] }))]
    const inner: PropertySchema[] = [
      { type: 'list', items: { type } },
      { type: 'map', schema: { a: { type }, z: { type, default: defaults[type] } } },
    ]
    return [...plain, { type, default: defaults[type] }, ...inner]
  })
}

withHeat('literals', () => {
  it('of properties are what Heat makes of them', () => {
    const cells = schemasOf().flatMap((property) => literals.map((literal) => ({ literal, property })))
    const unlike = answersTo(cells).flatMap((answer, index) => {
      const { literal, property } = cells[index] as (typeof cells)[number]
      const own = propertyOf(property, literal)
      const heat = answer.error === undefined ? answer.value : 'refused'
      if (JSON.stringify(own) === JSON.stringify(heat) || isExcepted(JSON.stringify(property), literal))
        return []
      return [
        `${literal} as ${JSON.stringify(property)}: Heat ${JSON.stringify(answer)}, hotshift ${JSON.stringify(own)}`,
      ]
    })
    expect(cells.length).toBeGreaterThan(3000)
    expect(unlike).toEqual([])
  })
})

// Parameters

const types: readonly (readonly [type: HotParameterType, kind: string])[] = [
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['comma_delimited_list', 'list'],
  ['json', 'map'],
]

interface Declared {
  readonly type: HotParameterType
  readonly constraints?: readonly object[]
}

/** A constraint as a template has it. */
function written(one: Constraint): object {
  switch (one.kind) {
    case 'allowed_values':
      return { allowed_values: one.values }
    case 'allowed_pattern':
      return { allowed_pattern: one.pattern }
    case 'custom_constraint':
      return { custom_constraint: one.name }
    default: {
      const { kind, ...limits } = one
      return { [kind]: limits }
    }
  }
}

const declarations: readonly Declared[] = types.flatMap(([type, kind]): readonly Declared[] => [
  { type },
  ...constraints.flatMap(([fitting, one]) =>
    fitting.split(' ').includes(kind) ? [{ type, constraints: [written(one)] }] : [],
  ),
])

const version = 'heat_template_version: 2021-04-16\n'
const declaring = (declared: Declared, more = '') => {
  const { type, constraints: limits = [] } = declared
  return `${version}parameters:\n  p:\n    type: ${type}\n    constraints: ${JSON.stringify(limits)}\n${more}`
}

type Files = Readonly<Record<string, string>>

/** Whether check finds an error in each of some folders. */
async function haveErrors(folders: readonly Files[]): Promise<readonly boolean[]> {
  const files = folders.flatMap((one, index) =>
    Object.entries(one).map(([name, text]) => [`${index}/${name}`, text] as const),
  )
  const { root } = temporaryTree(Object.fromEntries(files))
  const { stdout } = await inProcess(['check', '--format', 'json', '.'], root)
  const report = JSON.parse(stdout) as {
    readonly files: readonly {
      readonly path: string
      readonly findings: readonly { readonly severity: string }[]
    }[]
  }
  const wrong = new Set<number>()
  for (const { path, findings } of report.files)
    if (findings.some(({ severity }) => severity === 'error')) wrong.add(Number(path.split('/')[0]))
  expect(report.files.length).toBe(files.length)
  return folders.map((_, index) => wrong.has(index))
}

interface Excepted {
  readonly literal: RegExp
  readonly of: RegExp
  /** Why hotshift says something else, by Heat's line. */
  readonly why: string
}

const exceptions: readonly Excepted[] = [
  {
    literal: /^(?:null|~)$/,
    of: /^(?:default|value) /,
    why: 'null is no value; whether one is needed is another question (Parameter.value: UserParameterMissing)',
  },
  {
    literal: /^\d{30}$/,
    of: /expiration|iso_8601/,
    why: 'custom-constraints.ts says only what every release of iso8601 refuses (ISO8601Constraint.validate)',
  },
]

function isExcepted(asked: string, literal: string): boolean {
  return exceptions.some((one) => one.literal.test(literal) && one.of.test(asked))
}

async function differing(
  asked: 'default' | 'value' | 'passed',
  filesOf: (declared: Declared, literal: string) => Files,
): Promise<readonly string[]> {
  const cells = declarations.flatMap((declared) => literals.map((literal) => ({ declared, literal })))
  const answers = answersTo(cells.map(({ declared, literal }) => ({ literal, [asked]: declared })))
  const own = await haveErrors(cells.map(({ declared, literal }) => filesOf(declared, literal)))
  return answers.flatMap((answer, index) => {
    const { declared, literal } = cells[index] as (typeof cells)[number]
    const what = `${asked} ${JSON.stringify(declared)}`
    if (own[index] === (answer.error !== undefined) || isExcepted(what, literal)) return []
    const said = own[index] ? 'refuses' : 'accepts'
    return [`${literal} as ${what}: Heat ${JSON.stringify(answer)}, check ${said} it`]
  })
}

withHeat('literals of parameters', () => {
  afterEach(removeTemporaryTrees)
  const used = 'resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n'

  it('are errors as defaults where Heat refuses them', async () => {
    const files = (declared: Declared, literal: string) => ({
      't.yaml': declaring(declared, `    default: ${literal}\n${used}`),
    })
    expect(await differing('default', files)).toEqual([])
  })

  it('are errors in environments where Heat refuses them', async () => {
    const files = (declared: Declared, literal: string) => ({
      't.yaml': declaring(declared, used),
      't.env': `parameters:\n  p: ${literal}\n`,
    })
    expect(await differing('value', files)).toEqual([])
  })

  it('are errors where a nested template is passed them, and Heat refuses them', async () => {
    const files = (declared: Declared, literal: string) => ({
      't.yaml': `${version}resources:\n  r:\n    type: child.yaml\n    properties:\n      p: ${literal}\n`,
      'child.yaml': declaring(declared, used),
    })
    expect(await differing('passed', files)).toEqual([])
  })
})

// The commands that compare, and the JSON schema, for properties of real types

const real: readonly (readonly [type: string, property: string, others: string])[] = [
  ['OS::Cinder::Volume', 'size', ''],
  ['OS::Cinder::Volume', 'name', 'size: 1, '],
  ['OS::Cinder::Volume', 'metadata', 'size: 1, '],
  ['OS::Neutron::Net', 'shared', ''],
  ['OS::Neutron::Net', 'tags', ''],
  ['OS::Heat::RandomString', 'length', ''],
  ['OS::Heat::Delay', 'jitter_multiplier', ''],
  ['OS::Neutron::Subnet', 'ip_version', 'network: n, cidr: 10.0.0.0/24, '],
]

const resource = (type: string, others: string, property: string, literal: string) =>
  `${version}resources:\n  r: {type: "${type}", properties: {${others}${property}: ${literal}}}\n`

withHeat('literals of properties of real types', () => {
  it.each(real)('are equal to verify where Heat makes the same of them: %s %s', (type, property, others) => {
    const schema = resourceTypeSchema(type)?.properties?.[property] ?? {}
    const answers = answersTo(literals.map((literal) => ({ literal, property: schema })))
    const accepted = answers.flatMap(({ value, error }, index) =>
      error === undefined ? [{ literal: literals[index] as string, value: JSON.stringify(value) }] : [],
    )
    const unlike = accepted.flatMap((one, index) =>
      accepted.slice(0, index).flatMap((other) => {
        const [before, after] = [one, other].map(({ literal }) =>
          sideOf(resource(type, others, property, literal)),
        )
        if (before === undefined || after === undefined) return []
        const { verdict } = compareTemplates(before, after, { names: 'as Heat translates' })
        const isSame = sameToPython(one.value, other.value)
        return (verdict === 'equal') === isSame
          ? []
          : [`${one.literal} ${other.literal}: ${verdict}, Heat ${one.value} ${other.value}`]
      }),
    )
    expect(accepted.length).toBeGreaterThan(3)
    expect(unlike).toEqual([])
  })

  it.each(real)(
    'are refused by check and the JSON schema where Heat refuses them: %s %s',
    (type, property, others) => {
      const schema = resourceTypeSchema(type)?.properties?.[property] ?? {}
      const answers = answersTo(literals.map((literal) => ({ literal, property: schema })))
      const unlike = literals.flatMap((literal, index) => {
        const isRefusedByHeat = answers[index]?.error !== undefined
        const judged = judgeText('t.yaml', resource(type, others, property, literal))
        const byCheck = (judged?.errors.length ?? 0) > 0
        const bySchema = (judged?.refused.get('hot-2021-04-16.json (own)')?.length ?? 0) > 0
        const found = []
        if (byCheck !== isRefusedByHeat)
          found.push(`${literal}: check ${byCheck}, Heat ${JSON.stringify(answers[index])}`)
        const isOfJson = !/^\.(?:inf|nan)$/.test(literal) && !(isRefusedByHeat && leftToCheck(literal))
        if (bySchema !== isRefusedByHeat && isOfJson)
          found.push(`${literal}: JSON schema ${bySchema}, Heat ${JSON.stringify(answers[index])}`)
        return found
      })
      expect(unlike).toEqual([])
    },
  )

  it('have constraints in words', () => {
    expect(constraints.slice(0, 9).map(([, one]) => constraintText(one))).toEqual([
      'length from 1 to 3',
      'from 1 to 5',
      'at least 0.5',
      'a multiple of 2 plus 1',
      'one of a, b, 1, True, ',
      'one of 0, 1, 5, 1000',
      'one of True',
      'matches [a-c1]*',
      'net_cidr',
    ])
  })
})

/**
 * What the JSON schema cannot say of what `check` refuses: draft 7 has no arithmetic for numbers in strings, 1.0 is 1 to
 * it, and no number is infinite.
 */
function leftToCheck(literal: string): boolean {
  return typeof valueOf(literal) === 'string' || /^-?\d+\.(?:0|e\+3)$/.test(literal)
}

/** Python's `==`: 1 is 1.0, and true. */
function sameToPython(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/\{"float":"([^"]*?)(?:\.0)?"\}/g, '$1')
      .replace(/(^|[[,:])true\b/g, '$11')
      .replace(/(^|[[,:])false\b/g, '$10')
  return plain(one) === plain(other)
}
