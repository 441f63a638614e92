import { callOf } from '../../src/heat/calls.ts'
import { literalProblem } from '../../src/heat/functions/literal-limits.ts'
import { functionRow } from '../../src/heat/functions/table.ts'
import { yaqlProblem } from '../../src/heat/functions/yaql-syntax.ts'
import { type HotVersion, latestVersion } from '../../src/heat/versions.ts'
import { resolved } from '../../src/text/document/read.ts'
import { parsed } from './parsed.ts'

/** What is to blame, and why. */
function problem(yaml: string, version: HotVersion | 'CloudFormation' = latestVersion): string | undefined {
  const call = callOf(parsed(yaml))
  if (call === undefined) throw new Error(`no function: ${yaml}`)
  const found = literalProblem(call, {
    isFunction: (node) => functionRow(callOf(resolved(node))?.name ?? '') !== undefined,
    version: version === 'CloudFormation' ? undefined : version,
  })
  const { start = 0, end = 0 } = found?.at ?? {}
  return found && `${yaml.slice(start, end)}: ${found.message}`
}

describe('literalProblem', () => {
  it.each([
    ['{list_join: [",", [a, 1]]}', '1: list_join joins strings, lists and mappings only; quote it'],
    ['{list_join: [",", [a], [true]]}', 'true: list_join joins strings, lists and mappings only; quote it'],
    ['{list_join: [",", [a], b]}', 'b: list_join joins the items of lists'],
    ['{digest: [mdc2, x]}', 'mdc2: digest does not have this algorithm'],
    ['{digest: [shake_128, x]}', 'shake_128: digest does not have this algorithm'],
    ['{digest: [md5, "\u0142"]}', '"\u0142": digest reads characters up to U+00FF only'],
    ["{str_split: ['', abc]}", "'': str_split cannot split at an empty string"],
    ['{str_split: [",", "a,b", 2]}', '2: str_split finds no part 2: there are 2'],
    ['{str_split: [null, " a  b ", 2]}', '2: str_split finds no part 2: there are 2'],
    ['{str_split: [",", {get_param: a}, x]}', 'x: str_split requires a number as the index, not x'],
    ['{str_split: [",", 5]}', '5: str_split splits strings only'],
    ['{repeat: {template: a, for_each: {}}}', '{}: repeat needs something to repeat its template for'],
    [
      '{repeat: {template: {port: p}, for_each: {p: [80]}}}',
      '80: repeat puts nothing but strings into its template, not 80; quote it',
    ],
    [
      '{repeat: {template: a, for_each: {a: [x], b: [x, y]}, permutations: false}}',
      '[x, y]: repeat without permutations needs lists of one length',
    ],
    [
      '{repeat: {template: a, for_each: {a: {x: 1}}, permutations: false}}',
      '{x: 1}: repeat without permutations takes no mappings',
    ],
    ["{str_replace: {template: a, params: {'': b}}}", "'': str_replace cannot replace an empty string"],
    [
      '{str_replace_strict: {template: a b, params: {a: x, c: y}}}',
      'c: str_replace_strict finds no c in its template',
    ],
    // The longer one is taken out first.
    [
      '{str_replace_strict: {template: ab, params: {ab: x, a: y}}}',
      'a: str_replace_strict finds no a in its template',
    ],
    [
      "{str_replace_vstrict: {template: a, params: {a: ''}}}",
      "'': str_replace_vstrict rejects the empty value of a",
    ],
    ['{map_merge: [{a: 1}, x]}', 'x: map_merge merges mappings only'],
    ['{map_replace: [{a: 1, b: 2}, {keys: {a: b}}]}', 'b: map_replace has the key "b" twice in its result'],
    ['{yaql: {expression: "$.data.(a", data: 1}}', '"$.data.(a": yaql has an expression that ends too early'],
    ['{make_url: {port: 70000}}', '70000: make_url takes a port from 1 to 65535'],
    ['{make_url: {host: 1}}', '1: make_url takes a string as host'],
    ['{make_url: {scheme: "http:"}}', '"http:": make_url takes a string without colon as scheme'],
    ['{list_concat: [[a], b]}', 'b: list_concat puts lists together only'],
    ['{contains: [1, "123"]}', '1: contains finds nothing but strings in a string'],
  ])('sees what is wrong with %s', (yaml, expected) => {
    expect(problem(yaml)).toBe(expected)
  })

  it.each([
    ['{Fn::Join: [",", [a, 1]]}', '1: Fn::Join joins strings only; quote it'],
    ['{Fn::Select: [a, [x]]}', 'a: Fn::Select requires a number as the index of a list, not a'],
    ['{Fn::Select: [0, {a: x}]}', '0: Fn::Select requires a string as the key of a mapping, not 0; quote it'],
    ['{Fn::Select: [0, x]}', 'x: Fn::Select selects from lists, mappings and JSON, and not from x'],
    ['{Fn::Replace: [{a: [x]}, a]}', '[x]: Fn::Replace inserts only strings and numbers'],
    ['{Fn::FindInMap: [7, a, b]}', '7: Fn::FindInMap takes a string as the name of the mapping'],
    ['{Fn::FindInMap: [m, a, null]}', 'null: Fn::FindInMap looks for strings only'],
    ['{Fn::FindInMap: [m, {a: b}, c]}', '{a: b}: Fn::FindInMap looks for strings only'],
    ['{Fn::MemberListToMap: [a, b, [x]]}', 'x: Fn::MemberListToMap reads strings with an equals sign only'],
  ])('sees what is wrong with %s', (yaml, expected) => {
    expect(problem(yaml, 'CloudFormation')).toBe(expected)
  })

  it.each([
    '{list_join: [",", [a, null, {b: c}, [1], {get_param: d}]]}',
    '{list_join: [",", null, "", {get_param: a}]}',
    '{str_replace: {template: a, params: {1: b}}}',
    '{repeat: {template: a, for_each: {1: [b]}}}',
    '{list_join: [",", {if: [a, [b], 5]}]}',
    '{str_split: [null, " a  b ", -2]}',
    '{str_split: ["", null]}',
    '{repeat: {template: 1, for_each: {a: [1]}}}',
    '{repeat: {template: a, for_each: {a: [1], b: []}}}',
    '{repeat: {template: a, for_each: {a: [1], b: {get_param: list}}}}',
    '{repeat: {template: {get_param: a}, for_each: {a: [1]}}}',
    '{str_replace_strict: {template: {get_file: a}, params: {a: x}}}',
    '{str_replace_strict: {template: a, params: {get_param: x}}}',
    '{map_replace: [{a: 1, b: 2}, {keys: {a: {get_param: c}, b: a}}]}',
    '{yaql: {expression: {get_param: e}, data: 1}}',
    '{make_url: {port: "80", query: {a: 1}, host: {get_param: h}}}',
    '{contains: [{get_param: a}, "123"]}',
    '{map_merge: [null, {get_param: a}, {}]}',
  ])('sees nothing wrong with %s', (yaml) => {
    expect(problem(yaml)).toBeUndefined()
  })

  it('holds each version against what it takes', () => {
    expect(problem('{list_join: [",", [{a: b}]]}', '2015-04-30')).toMatch('joins strings only')
    expect(problem('{list_join: [",", [{a: b}]]}', '2015-10-15')).toBeUndefined()
    expect(problem('{str_replace: {template: a, params: {a: [b]}}}', '2013-05-23')).toMatch(
      'strings and numbers',
    )
    expect(problem('{str_replace: {template: a, params: {a: [b]}}}', '2015-10-15')).toBeUndefined()
    expect(problem('{repeat: {template: a, for_each: {a: {x: 1}}}}', '2015-04-30')).toMatch('items of lists')
    expect(
      problem('{repeat: {template: a, for_each: {a: [x], b: []}, permutations: false}}', '2016-10-14'),
    ).toBeUndefined()
  })
})

describe('yaqlProblem', () => {
  it.each([
    '$',
    '$.data.where($.a > 1).select({x => $.b})',
    'len(, a)',
    'len(a,, b => c)',
    'not -1 in [1, 2]',
    "'a\\'b' =~ `x`",
  ])('takes %s', (expression) => expect(yaqlProblem(expression)).toBeUndefined())

  it.each([
    ['', 'is empty'],
    ['$.', 'ends too early'],
    ['$.data[0', 'ends too early'],
    ['f(a,)', 'has an unexpected ")"'],
    ['f(a => 1, b)', 'has an unexpected ")"'],
    ['1 2', 'has an unexpected "2"'],
    ["'open", 'cannot be read from "\'open" on'],
    ['__x', 'cannot be read from "__x" on'],
    ['(a, b)', 'has an unexpected ","'],
  ])('refuses %s', (expression, expected) => expect(yaqlProblem(expression)).toBe(expected))

  it('reads deep and long expressions in one pass', () => {
    expect(yaqlProblem(`${'('.repeat(100000)}1${')'.repeat(100000)}`)).toBeUndefined()
    expect(yaqlProblem(`'${'\\'.repeat(100001)}`)).toMatch(/^cannot be read/)
  })
})
