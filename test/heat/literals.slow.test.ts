/**
 * What Heat makes of literals, or that it refuses them, is what hotshift says: as properties of every kind with every
 * constraint, also inside of lists and maps, as defaults, in environments, and passed to nested templates.
 */
import { hoverAt } from '../../src/apps/editor/hover.ts'
import { readTolerantly } from '../../src/apps/editor/tolerant.ts'
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
import { compareTemplates } from '../../src/meaning/compare.ts'
import { readYaml } from '../../src/text/yaml/read-yaml.ts'
import { pythonFloat } from '../../src/text/yaml/scalar-value.ts'
import { inProcess } from '../cli/in-process.ts'
import { sideOf } from '../meaning/pairs.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { judgeText } from '../schema/judge.ts'
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
    why: 'custom-constraints.ts says only what every release of iso8601 rejects (ISO8601Constraint.validate)',
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

  it('are the same to verify and diff, as defaults and in environments, where they are to Heat', async () => {
    for (const [type] of types)
      for (const asked of ['default', 'value'] as const) {
        const answers = answersTo(literals.map((literal) => ({ literal, [asked]: { type } })))
        const accepted = literals.flatMap((literal, index) =>
          answers[index]?.error === undefined && !/^(?:null|~)$/.test(literal)
            ? [{ literal, value: JSON.stringify(answers[index]?.value) }]
            : [],
        )
        const pairs = accepted.flatMap((one, index) =>
          [accepted[index - 1], accepted[0]].flatMap((other) =>
            other === undefined || other === one ? [] : [[one, other] as const],
          ),
        )
        const files = pairs.flatMap(([one, other], index) =>
          (
            [
              [one.literal, 'a'],
              [other.literal, 'b'],
            ] as const
          ).flatMap(([literal, side]) => [
            [
              `${index}${side}.yaml`,
              declaring({ type }, `${asked === 'default' ? `    default: ${literal}\n` : ''}${used}`),
            ] as const,
            [`${index}${side}.env`, asked === 'default' ? '{}\n' : `parameters:\n  p: ${literal}\n`] as const,
          ]),
        )
        const { root } = temporaryTree(Object.fromEntries(files))
        const found: ComparedPair[] = []
        for (const [index, [one, other]] of pairs.entries()) {
          const given = [
            `${index}a.yaml`,
            `${index}b.yaml`,
            '--env-before',
            `${index}a.env`,
            '--env',
            `${index}b.env`,
          ]
          const isSameToHeat = sameToPython(one.value, other.value)
          const pair = `${asked} ${type}: ${one.literal} ${other.literal}`
          const { status } = await inProcess(['verify', ...given], root)
          const asText = isSameToHeat && one.value !== other.value ? undefined : isSameToHeat
          found.push({ pair: `${pair} (verify)`, isSame: status === 0, isSameToHeat: asText })
          const { stdout } = await inProcess(['diff', '--format', 'json', ...given], root)
          const { verdict, resources } = JSON.parse(stdout) as {
            readonly verdict: string
            readonly resources: readonly unknown[]
          }
          found.push({
            pair: `${pair} (diff)`,
            isSame: verdict === 'nothing' || resources.length === 0,
            isSameToHeat,
          })
        }
        expect(accepted.length).toBeGreaterThan(5)
        expect(unlikeOf(found)).toEqual([])
      }
  })

  it('are refused by the JSON schema as defaults only where Heat refuses them', () => {
    const cells = types.flatMap(([type]) => literals.map((literal) => ({ literal, default: { type } })))
    const answers = answersTo(cells)
    let both = 0
    const unlike = cells.flatMap(({ literal, default: declared }, index) => {
      const judged = judgeText('t.yaml', declaring(declared, `    default: ${literal}\n${used}`))
      const bySchema = (judged?.refused.get('hot-2021-04-16.json (own)')?.length ?? 0) > 0
      // No number of JSON is infinite.
      if (!bySchema || /^\.(?:inf|nan)$/.test(literal)) return []
      if (answers[index]?.error === undefined) return [`${literal} as ${declared.type}`]
      both += 1
      return []
    })
    expect(both).toBeGreaterThan(20)
    expect(unlike).toEqual([])
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

// All surfaces, for properties of real types

/** A property, what stands beside it, and where the literal stands in its value. */
type RealProperty = readonly [type: string, property: string, others: string, around: string]

const real: readonly RealProperty[] = [
  ['OS::Cinder::Volume', 'size', '', '$'],
  ['OS::Cinder::Volume', 'name', 'size: 1, ', '$'],
  ['OS::Cinder::Volume', 'metadata', 'size: 1, ', '$'],
  ['OS::Neutron::Net', 'shared', '', '$'],
  ['OS::Neutron::Net', 'tags', '', '$'],
  ['OS::Heat::RandomString', 'length', '', '$'],
  ['OS::Heat::Delay', 'jitter_multiplier', '', '$'],
  ['OS::Neutron::Subnet', 'ip_version', 'network: n, cidr: 10.0.0.0/24, ', '$'],
  // Inside of lists and maps, with and without a default of the schema.
  ['OS::Neutron::SecurityGroup', 'rules', '', '[{direction: $}]'],
  ['OS::Neutron::SecurityGroup', 'rules', '', '[{port_range_min: $}]'],
  ['OS::Neutron::SecurityGroup', 'rules', '', '[{remote_ip_prefix: $}]'],
  ['OS::Neutron::Router', 'external_gateway_info', '', '{network: n, enable_snat: $}'],
  ['OS::Heat::RandomString', 'character_classes', 'length: 512, ', '[{class: $}]'],
  ['OS::Heat::RandomString', 'character_classes', 'length: 512, ', '[{min: $}]'],
  [
    'OS::Heat::ResourceGroup',
    'removal_policies',
    'resource_def: {type: "OS::Heat::None"}, ',
    '[{resource_list: $}]',
  ],
]

const resource = (type: string, others: string, property: string, value: string) =>
  `${version}resources:\n  r: {type: "${type}", properties: {${others}${property}: ${value}}}\n`

const textsOf = ([type, property, others, around]: RealProperty) =>
  literals.map((literal) =>
    resource(
      type,
      others,
      property,
      around.replace('$', () => literal),
    ),
  )

/** What Heat makes of the whole value of the property, for each literal. */
function heatOf([type, property, , around]: RealProperty): readonly Answer[] {
  const schema = resourceTypeSchema(type)?.properties?.[property] ?? {}
  return answersTo(
    literals.map((literal) => ({ literal: around.replace('$', () => literal), property: schema })),
  )
}

/** Pairs of literals, and whether they are the same: to a command, and to Heat. */
interface ComparedPair {
  readonly pair: string
  readonly isSame: boolean
  /** Undefined for values that are equal to Python, and not as text: 4 and 4.0 of a parameter. */
  readonly isSameToHeat: boolean | undefined
}

function unlikeOf(pairs: readonly ComparedPair[]): readonly string[] {
  return pairs.flatMap(({ pair, isSame, isSameToHeat }) =>
    isSameToHeat === undefined || isSame === isSameToHeat
      ? []
      : [`${pair}: ${isSame ? 'the same' : 'not the same'} to hotshift alone`],
  )
}

/** Whether `diff` says of updates that nothing happens to the stack. */
async function nothingHappens(pairs: readonly (readonly [before: string, after: string])[]) {
  const files = pairs.flatMap(([before, after], index) => [
    [`${index}a.yaml`, before] as const,
    [`${index}b.yaml`, after] as const,
  ])
  const { root } = temporaryTree(Object.fromEntries(files))
  const found: boolean[] = []
  for (const index of pairs.keys()) {
    const { stdout } = await inProcess(['diff', '--format', 'json', `${index}a.yaml`, `${index}b.yaml`], root)
    found.push((JSON.parse(stdout) as { readonly verdict: string }).verdict === 'nothing')
  }
  return found
}

/** JSON schemas know no custom constraints. */
const isCustom = ([, , , around]: RealProperty) => around.includes('remote_ip_prefix')

withHeat('literals of properties of real types', () => {
  afterEach(removeTemporaryTrees)

  it.each(real)('are the same to verify and diff where they are to Heat: %s %s %s%s', async (...row) => {
    const [texts, answers] = [textsOf(row), heatOf(row)]
    const accepted = literals.flatMap((literal, index) =>
      answers[index]?.error === undefined
        ? [{ literal, text: texts[index] as string, value: JSON.stringify(answers[index]?.value) }]
        : [],
    )
    const pairs = accepted.flatMap((one, index) =>
      accepted.slice(0, index).map((other) => [one, other] as const),
    )
    const verified = pairs.map(([one, other]): ComparedPair => {
      const { verdict } = compareTemplates(sideOf(one.text), sideOf(other.text), {
        names: 'as Heat translates',
      })
      return {
        pair: `${one.literal} ${other.literal} (verify)`,
        isSame: verdict === 'equal',
        isSameToHeat: sameToPython(one.value, other.value),
      }
    })
    // An update takes a process of its own each: every literal against two others.
    const updates = accepted.flatMap((one, index) =>
      [accepted[index - 1], accepted[0]].flatMap((other) =>
        other === undefined || other === one ? [] : [[one, other] as const],
      ),
    )
    const updated = (await nothingHappens(updates.map(([one, other]) => [one.text, other.text]))).map(
      (isSame, index): ComparedPair => {
        const [one, other] = updates[index] as (typeof updates)[number]
        return {
          pair: `${one.literal} ${other.literal} (diff)`,
          isSame,
          isSameToHeat: sameToPython(one.value, other.value),
        }
      },
    )
    expect(accepted.length).toBeGreaterThan(0)
    expect(unlikeOf([...verified, ...updated])).toEqual([])
  })

  it.each(real)('are refused by check and the JSON schema where Heat refuses them: %s %s %s%s', (...row) => {
    const [texts, answers] = [textsOf(row), heatOf(row)]
    const unlike = literals.flatMap((literal, index) => {
      const isRefusedByHeat = answers[index]?.error !== undefined
      const judged = judgeText('t.yaml', texts[index] as string)
      const byCheck = (judged?.errors.length ?? 0) > 0
      const bySchema = (judged?.refused.get('hot-2021-04-16.json (own)')?.length ?? 0) > 0
      const found = []
      if (byCheck !== isRefusedByHeat)
        found.push(`${literal}: check ${byCheck}, Heat ${JSON.stringify(answers[index])}`)
      const isOfJson =
        !/^\.(?:inf|nan)$/.test(literal) && !(isRefusedByHeat && (leftToCheck(literal) || isCustom(row)))
      if (bySchema !== isRefusedByHeat && isOfJson)
        found.push(`${literal}: JSON schema ${bySchema}, Heat ${JSON.stringify(answers[index])}`)
      return found
    })
    expect(unlike).toEqual([])
  })

  it.each(real)('are what hover says that they have to be: %s %s %s%s', (...row) => {
    const [type, property, others, around] = row
    const key = /(\w+): \$/.exec(around)?.[1]
    const own = resourceTypeSchema(type)?.properties?.[property] ?? {}
    const inner = key === undefined ? own : (own.schema ?? own.items?.schema)?.[key]
    const text = resource(type, others, property, around.replace('$', 'x'))
    const root = readTolerantly(text).root
    const at = text.indexOf(`${key ?? property}: `, text.indexOf('properties'))
    const said = root === undefined ? '' : (hoverAt(root, at)?.markdown ?? '').replaceAll('`', '')
    expect(inner).toBeDefined()
    expect(said.split(/: |; |\n\n/)).toEqual(
      expect.arrayContaining([
        ...(inner?.type === undefined ? ['string'] : [expect.stringMatching(new RegExp(`^${inner.type}`))]),
        ...(inner?.required === true ? ['required'] : []),
        ...(inner?.default === undefined ? [] : [`default ${JSON.stringify(inner.default)}`]),
        ...(inner?.constraints ?? []).map((one) => constraintText(one)),
      ]),
    )
  })

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
