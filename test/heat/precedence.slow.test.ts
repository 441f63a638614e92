/**
 * Which values parameters get: generated combinations of environments, merge strategies, nested templates and defaults, held against
 * `environment_util.merge_environments` and `Parameters.validate` of Heat, in one process.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { createChecker } from '../../src/engine/check.ts'
import { declaredType } from '../../src/heat/parameters.ts'
import { declarations } from '../../src/heat/sections.ts'
import { dataOf } from '../../src/heat/values/data.ts'
import { Float, isList, isMap, type Value } from '../../src/heat/values/value.ts'
import { parameterValue } from '../../src/meaning/parameters.ts'
import { load } from '../../src/stack/load.ts'
import { stackValues, valueOf } from '../../src/stack/value-of.ts'
import { Workspace } from '../../src/stack/workspace.ts'
import '../seed.ts'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? describe : describe.skip

interface Case {
  readonly files: Readonly<Record<string, string>>
  readonly environments: Readonly<Record<string, string>>
}

interface Answer {
  readonly refused: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly nested: Readonly<Record<string, unknown>>
}

/** Parameters by type, with values that are right, some that cannot be merged, and null. */
const types = {
  s: { type: 'string', values: ['a', "''", "'1'", 'c', 'b', 'null', '5'] },
  l: { type: 'comma_delimited_list', values: ['[x]', '[y, z]', '[w]', '[]', '[v, x]', 'null', "'p,q'"] },
  j: {
    type: 'json',
    values: [
      '{a: 1}',
      '{a: {b: [1]}, c: u}',
      '{a: {b: [2], d: v}, c: w}',
      '\'{"a": {"d": "x"}}\'',
      '{}',
      'null',
      '{c: null}',
    ],
  },
  n: { type: 'number', values: ['1', "'2'", 'null', '3.5'] },
} as const

type Name = keyof typeof types
const names = Object.keys(types) as Name[]

/** The last ones, which are often refused, are rare. */
const valueFor = (name: Name) => {
  const { values } = types[name]
  const usual = values.slice(0, -1)
  return fc.constantFrom(...usual, ...usual, ...usual, ...usual, ...values)
}

const someValues: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .tuple(
    ...names.map((name) => fc.tuple(fc.constant(name), fc.option(valueFor(name), { freq: 1, nil: null }))),
  )
  .map((all) => Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))))

const strategies = fc.constantFrom(
  undefined,
  undefined,
  '{default: merge, n: overwrite}',
  '{default: deep_merge, n: overwrite}',
  '{s: merge, l: merge}',
  '{j: deep_merge}',
  '{default: overwrite, l: merge}',
)

/** Names that only the nested template, or no template declares. */
const others = fc.constantFrom(...Array.from({ length: 16 }, () => ''), '  other: a\n', '  inner: b\n')

const section = (name: string, values: Readonly<Record<string, string>>, more = '') => {
  const lines = Object.entries(values).map(([key, value]) => `  ${key}: ${value}\n`)
  return lines.length === 0 && more === '' ? '' : `${name}:\n${lines.join('')}${more}`
}

const environment = (strategy: string | undefined) =>
  fc
    .tuple(someValues, someValues, others, fc.constantFrom(strategy, strategy, strategy, undefined))
    .map(([parameters, defaults, more, own]) => {
      const merging = own === undefined ? '' : `parameter_merge_strategies: ${own}\n`
      const text = `${merging}${section('parameters', parameters, more)}${section('parameter_defaults', defaults)}`
      return text === '' ? '{}\n' : text
    })

function declared(defaults: Readonly<Record<string, string>>): string {
  return names
    .map((name) => {
      const preset = defaults[name] === undefined ? '' : `, default: ${defaults[name]}`
      return `  ${name}: {type: ${types[name].type}${preset}}\n`
    })
    .join('')
}

const plainDefaults: Readonly<Record<Name, string>> = { s: 'd', l: '[d]', j: '{d: 1}', n: '7' }

/** Most parameters have a default, so that most stacks are complete. */
const someDefaults = fc
  .tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.integer({ min: 0, max: 15 }))))
  .map((all) =>
    Object.fromEntries(all.flatMap(([name, draw]) => (draw > 0 ? [[name, plainDefaults[name]]] : []))),
  )

const cases: fc.Arbitrary<Case> = strategies.chain((strategy) =>
  fc
    .tuple(
      someDefaults,
      someDefaults,
      fc.subarray(names, { maxLength: 2 }),
      fc.array(environment(strategy), { minLength: 1, maxLength: 3 }),
    )
    .map(([own, inner, passed, environments]) => {
      const properties = passed.map((name) => `${name}: ${types[name].values[0]}`).join(', ')
      return {
        files: {
          't.yaml': `heat_template_version: 2018-08-31\nparameters:\n${declared(own)}resources:\n  child: {type: n.yaml, properties: {${properties}}}\n`,
          'n.yaml': `heat_template_version: 2018-08-31\nparameters:\n${declared(inner)}  inner: {type: string, default: i}\n`,
        },
        environments: Object.fromEntries(environments.map((text, index) => [`e${index}.env`, text])),
      }
    }),
)

function heatsAnswers(all: readonly Case[]): readonly Answer[] {
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'precedence.py')], {
    input: JSON.stringify(all),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
  if (answers.length !== all.length) throw new Error(`${answers.length} of ${all.length} answered: ${stderr}`)
  return answers.map((line) => JSON.parse(line) as Answer)
}

/** What `check` reports as an error, in all files of a case. */
function errorsIn({ files, environments }: Case): readonly string[] {
  const all: Readonly<Record<string, string>> = { ...files, ...environments }
  const together = Object.keys(environments)
  const checker = createChecker({
    readFile: (path) => (Object.hasOwn(all, path) ? Buffer.from(all[path] ?? '') : undefined),
    exists: (path) => Object.hasOwn(all, path),
    besides: Object.keys(all),
    environments: together,
    ...(together.length === 0 ? {} : { together }),
  })
  return ['t.yaml', ...together].flatMap((path) =>
    checker
      .run({ path, bytes: Buffer.from(all[path] ?? '') })
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${path} ${code} ${message}`),
  )
}

/** What the one precedence says of both templates, as Heat makes values of it. */
function valuesIn({ files, environments }: Case): Pick<Answer, 'values' | 'nested'> {
  const read = (path: string, text: string) => {
    const naming = { named: new Set([path]), together: Object.keys(environments) }
    const loaded = load(
      { path, bytes: Buffer.from(text) },
      path.endsWith('.env') ? { naming: { suffix: '.env', ...naming } } : {},
    )
    if (loaded.is !== 'file') throw new Error(`${path} is no file`)
    return loaded.file
  }
  const [outer, inner] = Object.entries(files).map(([path, text]) => read(path, text))
  if (outer === undefined || inner === undefined) throw new Error('two templates')
  const given = Object.entries(environments).map(([path, text]) => read(path, text))
  const pkg = Workspace.of(outer).withFiles([inner, ...given])
  const stack = stackValues(
    outer,
    given,
    () => [inner],
    (path) => pkg.callsOf(path),
  )
  const of = ({ path, root }: typeof outer) =>
    Object.fromEntries(
      [...declarations(root).parameters].flatMap(([name, map]) => {
        const { node } = valueOf(stack, path, name)
        const type = declaredType(map)
        return node === undefined || type === undefined
          ? []
          : [[name, plain(parameterValue(type, dataOf(node)))]]
      }),
    )
  return { values: of(outer), nested: of(inner) }
}

function plain(value: Value): unknown {
  if (value instanceof Float) return value.value
  if (isList(value)) return value.map(plain)
  return isMap(value) ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : value
}

/** Data as a string that does not depend on the order of keys. */
function inOrder(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)))
      : value,
  )
}

withHeat('values of parameters', () => {
  const all = fc.sample(cases, 300)
  const answers = heatsAnswers(all)

  it('are refused by check where Heat refuses them, and nowhere else', () => {
    const parted = all.flatMap((one, index) => {
      const errors = errorsIn(one)
      const { refused } = answers[index] as Answer
      const isSame = errors.length > 0 === (refused !== null)
      return isSame ? [] : [{ ...one, refused, errors }]
    })
    expect(parted).toEqual([])
  })

  it('are those of Heat', () => {
    const taken = all.flatMap((one, index) => {
      const answer = answers[index] as Answer
      return answer.refused === null ? [{ one, answer }] : []
    })
    // Enough of them, and not only those without environments.
    expect(taken.length).toBeGreaterThan(60)
    const parted = taken.flatMap(({ one, answer: { values, nested } }) => {
      const own = valuesIn(one)
      return inOrder([own.values, own.nested]) === inOrder([values, nested])
        ? []
        : [{ ...one, heat: { values, nested }, own }]
    })
    expect(parted).toEqual([])
  })
})
