/** Literal arguments of functions: what check refuses, Heat refuses when it computes them, and the other way round. */

import { createChecker } from '../../src/engine/check.ts'
import { hasHeat } from './installed.ts'
import { askHeat } from './refusal.ts'
import { numbers } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const random = numbers(11)
const pick = <One>(list: readonly One[]): One => list[random(list.length)] as One

const texts = [
  'a',
  'b',
  'ab',
  'a,b',
  '',
  '0',
  '1',
  '-2',
  '1.5',
  'x=1',
  '.member.0.Name=a',
  '\u00fc',
  '\u0142',
]
const scalars: readonly Json[] = [...texts, 0, 1, -1, 2.5, true, false, null]
const functions: readonly Json[] = [{ get_param: 'text' }, { get_param: 'list' }]

function value(depth = 0): Json {
  const kind = random(depth > 1 ? 6 : 10)
  if (kind < 5) return pick(scalars)
  if (kind === 5) return pick(functions)
  if (kind < 8) return list(() => value(depth + 1))
  return Object.fromEntries(list(() => [pick(texts), value(depth + 1)] as const))
}

function list<One>(item: () => One): One[] {
  return Array.from({ length: random(4) }, item)
}

const some = (...usual: readonly Json[]): Json => (random(3) > 0 ? pick(usual) : value())
const strings = (): Json => list(() => some(...texts))
const map = (one: () => Json): Json => Object.fromEntries(list(() => [pick(texts), one()]))

const expressions = [
  '$.data',
  '$.data.a.where($ > 1)',
  '$.data.(a',
  '',
  '$.data[0',
  'f(a => 1, b)',
  "'open",
  'not $',
  '1 2',
  '# no',
]

/** Arguments that are mostly of the form that the function takes. */
const made: Readonly<Record<string, () => Json>> = {
  list_join: () => [some(','), some(strings(), strings(), null), ...(random(4) === 0 ? [strings()] : [])],
  str_replace: () => ({ template: some('a b', 'ab'), params: some(map(() => some(...scalars))) }),
  str_replace_strict: () => ({ template: some('a b', 'ab', 'a,b'), params: some(map(() => some('x', 1))) }),
  str_replace_vstrict: () => ({
    template: some('a b', 'ab'),
    params: some(map(() => some('x', '', null, [], 0))),
  }),
  digest: () => [some('md5', 'sha512', 'SHA1', 'md4', 'sha3_256', 'shake_128', 'whirlpool'), some(...texts)],
  repeat: () => ({
    template: some('a b', { x: 'a' }, { a: 1 }, ['b'], 3),
    for_each: some(map(() => some(strings(), strings(), null, 'a', { a: 1 }, [1, 2]))),
    ...(random(3) === 0 ? { permutations: pick([true, false, 'x']) } : {}),
  }),
  str_split: () => [
    some(',', '', null),
    some('a,b', 'a', ''),
    ...(random(2) ? [some(0, 1, '1', -2, 'x', 1.5)] : []),
  ],
  map_merge: () =>
    some(
      list(() =>
        some(
          map(() => 1),
          null,
        ),
      ),
    ),
  map_replace: () => [
    some(map(() => some(...scalars))),
    some({ keys: map(() => some('a', 'c', null)) }, { values: map(() => 'x') }, {}, null),
  ],
  yaql: () => ({ expression: some(...expressions), data: value() }),
  make_url: () =>
    Object.fromEntries(
      ['scheme', 'username', 'host', 'port', 'path', 'query', 'fragment'].flatMap((key) =>
        random(3) > 0 ? [] : [[key, some('a', 'b:c', 80, '80', 0, 70000, { a: 'b' })]],
      ),
    ),
  list_concat: () => some(list(() => some(strings(), null, []))),
  list_concat_unique: () => some(list(() => some(strings(), null))),
  contains: () => [value(), some(strings(), 'abc')],
  filter: () => [some(strings(), null), some(strings(), null)],
}

const cfn: Readonly<Record<string, () => Json>> = {
  'Fn::Join': () => [some(','), some(strings(), null)],
  'Fn::Select': () => [
    some(0, '1', 'a', 1.5),
    some(
      strings(),
      map(() => 'x'),
      null,
      '',
    ),
  ],
  'Fn::Replace': () => [some(map(() => some(...scalars))), some('a b')],
  'Fn::Split': () => [some(','), some('a,b')],
  'Fn::Base64': () => some('a'),
  'Fn::MemberListToMap': () => ['Name', 'Value', some(list(() => some('.member.0.Name=a', 'x=1')))],
}

function hot(version: string, call: Json): Json {
  return {
    heat_template_version: version,
    parameters: {
      text: { type: 'string', default: 'a' },
      list: { type: 'comma_delimited_list', default: 'a,b' },
    },
    resources: { r: { type: 'OS::Heat::Value', properties: { value: call } } },
  }
}

function aws(call: Json): Json {
  const text = JSON.stringify(call).replaceAll('get_param', 'Ref')
  return {
    HeatTemplateFormatVersion: '2012-12-12',
    Parameters: {
      text: { Type: 'String', Default: 'a' },
      list: { Type: 'CommaDelimitedList', Default: 'a,b' },
    },
    Resources: { r: { Type: 'OS::Heat::Value', Properties: { value: JSON.parse(text) as Json } } },
  }
}

const since: Readonly<Record<string, readonly string[]>> = {
  list_join: ['2013-05-23', '2015-10-15'],
  str_replace: ['2013-05-23', '2015-10-15'],
  repeat: ['2015-04-30', '2016-10-14', '2018-08-31'],
}

/** What the parameters of the sample give is not looked at; nor what Heat says of an expression that it can read. */
const computed = /get_param|"Ref"/
const evaluated =
  /Unknown function|yaql|Yaql|NoMatchingFunction|NoFunctionRegistered|unhashable|MethodNotFound|FunctionNotFound/

const names = [...Object.keys(made), ...Object.keys(cfn)]

function template(name: string): string {
  const call = { [name]: (made[name] ?? cfn[name])?.() ?? null }
  return JSON.stringify(name in made ? hot(pick(since[name] ?? ['2018-08-31']), call) : aws(call))
}

withHeat('literal arguments of functions', () => {
  it('are refused where Heat refuses them', () => {
    const texts = names.flatMap((name) => Array.from({ length: 60 }, () => template(name)))
    const checker = createChecker()
    const answers = askHeat(texts.map((text, index) => ({ path: `stack-${index}.json`, text })))
    const unlike = answers.flatMap(({ refused }, index) => {
      const text = texts[index] ?? ''
      const found = checker.run({ path: 'stack.json', bytes: Buffer.from(text) }).findings
      const errors = found.filter(({ severity }) => severity === 'error').map(({ message }) => message)
      if (refused.length > 0 === errors.length > 0) return []
      const isExcused =
        errors.length === 0
          ? computed.test(text) || evaluated.test(refused.join())
          : text.includes('"map_merge":""')
      return isExcused ? [] : [{ text: text.replace(/.*"properties":/, ''), refused, errors }]
    })
    expect(unlike).toEqual([])
  })
})
