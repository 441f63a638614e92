/** Functions among the arguments of functions: what the kind of their value makes Heat refuse is an error, and no more. */
import { createChecker } from '../../src/engine/check.ts'
import { hasHeat } from './installed.ts'
import { askHeat, isTaken } from './refusal.ts'

const withHeat = hasHeat ? describe : describe.skip

/** What gives values of a known kind. */
const given: Readonly<Record<string, string>> = {
  'a string': '{get_param: s}',
  'a number': '{get_param: n}',
  'a boolean': '{get_param: b}',
  'a list': '{get_param: l}',
  'a joined string': '{list_join: [",", [a, {get_param: s}]]}',
  'a split string': '{str_split: [",", {get_param: s}]}',
  'a merged mapping': '{map_merge: [{a: {get_param: s}}, {c: d}]}',
  'joined lists': '{list_concat: [[{get_param: s}], [c]]}',
  'a test': '{contains: [a, {get_param: l}]}',
  'a repetition': '{repeat: {template: "%x%-a", for_each: {"%x%": {get_param: l}}}}',
  'a split and picked string': '{str_split: [",", {get_param: s}, 0]}',
}

/** Where they stand. */
const functions: readonly string[] = [
  ...['{list_join: [X, [a, b]]}', '{list_join: [",", X]}', '{list_join: [",", [a, X]]}'],
  ...['{list_join: [",", [a], X]}', '{list_join: [",", [a], [X]]}'],
  ...['str_replace', 'str_replace_strict', 'str_replace_vstrict'].flatMap((name) => [
    `{${name}: {template: X, params: {a: b}}}`,
    `{${name}: {template: abc, params: X}}`,
    `{${name}: {template: abc, params: {a: X}}}`,
  ]),
  ...['{digest: [md5, X]}', '{digest: [X, abc]}'],
  ...['{str_split: [X, "a,b"]}', '{str_split: [",", X]}', '{str_split: [",", "a,b", X]}'],
  ...['{map_merge: [{a: b}, X]}', '{map_merge: X}'],
  ...['{map_replace: [X, {keys: {q: c}}]}', '{map_replace: [{a: b}, X]}'],
  ...['{map_replace: [{a: b}, {keys: X}]}', '{map_replace: [{a: b}, {values: X}]}'],
  ...['{repeat: {template: X, for_each: {"%x%": [a, b]}}}', '{repeat: {template: "%x%", for_each: X}}'],
  ...[
    '{repeat: {template: "%x%", for_each: {"%x%": X}}}',
    '{repeat: {template: "%x%", for_each: {"%x%": [a, X]}}}',
  ],
  ...['{filter: [X, [a, b]]}', '{filter: [[a], X]}'],
  ...['{list_concat: [[a], X]}', '{list_concat: X}', '{list_concat_unique: [[a], X]}'],
  ...['{contains: [X, [a]]}', '{contains: [a, X]}', '{contains: [X, abc]}'],
  ...['scheme', 'host', 'port', 'path', 'query', 'fragment', 'username'].map(
    (key) => `{make_url: {${key === 'host' ? '' : 'host: h, '}${key}: X}}`,
  ),
  ...['{yaql: {expression: X, data: {a: b}}}', '{yaql: {expression: "$.data", data: X}}'],
  ...['{get_param: X}', '{get_param: [j, X]}', '{get_resource: X}', '{get_file: X}'],
  ...['{get_attr: [port, X]}', '{get_attr: [port, name, X]}'],
]

const template = (value: string) => `heat_template_version: 2018-08-31
parameters:
  s: {type: string, default: abc}
  n: {type: number, default: 3}
  b: {type: boolean, default: true}
  l: {type: comma_delimited_list, default: "a,b"}
  j: {type: json, default: {a: b}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: net}}
  v: {type: OS::Heat::Value, properties: {value: ${value}}}
`

/** What Heat says of a kind that never does; all else that it refuses, other values may make good. */
const ofKinds =
  /must be (?:a |str|string|lists|maps|a list)|not (?:int|bool|list|dict|'list'|'dict')|should be a sequence|only works with lists|has no attribute|unhashable|not subscriptable|must contain a string/

withHeat('functions among arguments', () => {
  const cases = functions.flatMap((call) =>
    Object.entries(given).map(([kind, one]) => ({
      name: `${call} <- ${kind}`,
      path: '/nowhere/a.yaml',
      text: template(call.replaceAll('X', one)),
    })),
  )
  const checker = createChecker()
  const errors = cases.map(
    ({ path, text }) =>
      checker.run({ path, bytes: Buffer.from(text) }).findings.filter(({ severity }) => severity === 'error')
        .length,
  )
  const answers = askHeat(cases)

  it('are refused by Heat where check says so', () => {
    expect(
      cases.filter((_, at) => errors[at] !== 0 && isTaken(answers[at] as (typeof answers)[number])),
    ).toEqual([])
  })

  it('are errors where Heat refuses their kind', () => {
    // An empty list, or a mapping of lists, would do.
    const ofItems = /^\{(?:map_merge|list_concat): X\}|for_each: X\}\} <- a merged mapping$/
    const silent = cases.filter(
      ({ name }, at) =>
        !ofItems.test(name) &&
        errors[at] === 0 &&
        (answers[at]?.refused ?? []).some((text) => ofKinds.test(text)),
    )
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})
