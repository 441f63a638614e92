/**
 * What two templates may hide from values that nobody thought of, each beside a look-alike that means the same.
 * Heat itself agrees with every row (test/heat/mutation/judge.slow.test.ts).
 */

const head = `heat_template_version: 2021-04-16
parameters:
  one: {type: number, default: 3}
  other: {type: number, default: 3}
  open: {type: boolean, default: true}
  shut: {type: boolean, default: true}
  zone: {type: string, default: east, constraints: [{allowed_values: [east, west]}]}
  area: {type: string, default: east, constraints: [{allowed_values: [east, west]}]}
  text: {type: string, default: a}
  word: {type: string, default: b}
  list: {type: comma_delimited_list, default: 'a,b'}
  more: {type: comma_delimited_list, default: 'a,b'}
  tree: {type: json, default: {a: {b: x, c: x}, items: [x, x, x, x]}}
conditions:
  is_one: {equals: [{get_param: one}, 4711]}
  is_other: {equals: [{get_param: other}, 4711]}
  is_text: {equals: [{get_param: text}, never]}
resources:
  server: {type: 'OS::Nova::Server', properties: {flavor: m1}}
`
const hot = (value: string) => `${head}outputs:\n  o: {value: ${value}}\n`

/** What is hidden; the value of an output, a value that differs, and one that means the same. */
type Row = readonly [what: string, before: string, another: string, same: string]

const values: readonly Row[] = [
  ['another number with the same default', '{get_param: one}', '{get_param: other}', '{get_param: [one]}'],
  ['another boolean with the same default', '{get_param: open}', '{get_param: shut}', '{get_param: [open]}'],
  ['another string with the same default and values', '{get_param: zone}', '{get_param: area}', "{list_join: ['', [{get_param: zone}]]}"],
  ['another number in a string', "{str_replace: {template: n%, params: {'%': {get_param: one}}}}", "{str_replace: {template: n%, params: {'%': {get_param: other}}}}", "{str_replace: {template: n$1, params: {$1: {get_param: one}}}}"],
  ['another condition', '{if: [is_one, a, b]}', '{if: [is_other, a, b]}', '{if: [{not: is_one}, b, a]}'],
  ['and in place of or', '{if: [{and: [is_one, is_text]}, a, b]}', '{if: [{or: [is_one, is_text]}, a, b]}', '{if: [{and: [is_text, is_one]}, a, b]}'],
  ['one condition of two', '{if: [{and: [is_one, is_other]}, a, b]}', '{if: [is_one, a, b]}', '{if: [{not: {or: [{not: is_one}, {not: is_other}]}}, a, b]}'],
  ['a condition with another literal', '{if: [{equals: [{get_param: text}, never]}, a, b]}', '{if: [{equals: [{get_param: text}, ever]}, a, b]}', '{if: [is_text, a, b]}'],
  ['a condition that compares two parameters', '{if: [{equals: [{get_param: text}, {get_param: word}]}, a, b]}', '{if: [{equals: [{get_param: text}, b]}, a, b]}', '{if: [{equals: [{get_param: word}, {get_param: text}]}, a, b]}'],
  ['another step', '{get_param: [tree, a, b]}', '{get_param: [tree, a, c]}', '{get_param: ["tree", a, b]}'],
  ['another index', '{get_param: [tree, items, 2]}', '{get_param: [tree, items, 3]}', '{get_param: ["tree", items, 2]}'],
  ['another item', '{get_param: [list, 1]}', '{get_param: [list, 0]}', "{get_param: [list, '1']}"],
  ['a step that is text for a number', '{get_param: [tree, items, 2]}', "{get_param: [tree, items, '2']}", '{get_param: [tree, "items", 2]}'],
  ['an index by another parameter', '{get_param: [tree, items, {get_param: one}]}', '{get_param: [tree, items, {get_param: other}]}', '{get_param: [tree, items, {get_param: [one]}]}'],
  ['a step by another parameter', '{get_param: [tree, {get_param: zone}]}', '{get_param: [tree, {get_param: area}]}', '{get_param: [tree, {get_param: [zone]}]}'],
  ['the default in a branch', '{if: [is_one, {get_param: text}, b]}', '{if: [is_one, a, b]}', '{if: [is_one, {get_param: [text]}, b]}'],
  ['another value that is contained', '{if: [{contains: [never, {get_param: list}]}, a, b]}', '{if: [{contains: [ever, {get_param: list}]}, a, b]}', '{if: [{not: {contains: [never, {get_param: list}]}}, b, a]}'],
  ['another list that contains', '{if: [{contains: [a, {get_param: list}]}, a, b]}', '{if: [{contains: [a, {get_param: more}]}, a, b]}', '{if: [{not: {contains: [a, {get_param: list}]}}, b, a]}'],
  ['another value that is filtered', '{filter: [[never], {get_param: list}]}', '{filter: [[ever], {get_param: list}]}', '{filter: [[never], {list_concat: [{get_param: list}]}]}'],
  ['what a filter leaves', '{filter: [[never], {get_param: list}]}', '{get_param: list}', '{filter: [[never], {get_param: [list]}]}'],
  ['another key that is replaced', '{map_replace: [{get_param: tree}, {keys: {never: z}}]}', '{map_replace: [{get_param: tree}, {keys: {ever: z}}]}', '{map_replace: [{get_param: [tree]}, {keys: {never: z}}]}'],
  ['another value that is replaced', '{map_replace: [{get_param: tree}, {values: {never: z}}]}', '{map_replace: [{get_param: tree}, {values: {ever: z}}]}', '{map_replace: [{get_param: [tree]}, {values: {never: z}}]}'],
  ['lists that are made unique', '{list_concat: [{get_param: list}, [c]]}', '{list_concat_unique: [{get_param: list}, [c]]}', '{list_concat: [{list_concat: [{get_param: list}]}, [c]]}'],
  ['a list that is made unique', '{get_param: list}', '{list_concat_unique: [{get_param: list}]}', '{list_concat: [{get_param: list}]}'],
  ['replacements at once', '{str_replace: {template: {str_replace: {template: $1 $2, params: {$1: {get_param: text}}}}, params: {$2: {get_param: word}}}}', '{str_replace: {template: $1 $2, params: {$1: {get_param: text}, $2: {get_param: word}}}}', '{str_replace: {template: {str_replace: {template: $3 $2, params: {$3: {get_param: text}}}}, params: {$2: {get_param: word}}}}'],
  ['a split and a join', "{list_join: [',', {str_split: ['-', {get_param: text}]}]}", '{get_param: text}', "{list_join: [',', {str_split: ['-', {list_join: ['', [{get_param: text}]]}]}]}"],
  ['what joins as no list at all', "{list_join: [',', {get_param: [tree, none]}, [{get_param: text}]]}", "{list_join: [',', {list_concat: [{get_param: [tree, none]}, [{get_param: text}]]}]}", "{list_join: [',', {get_param: [tree, none]}, [{get_param: [text]}]]}"],
  ['an empty string that joins as a list', "{list_join: [',', {get_param: text}]}", "{list_join: [',', {get_param: word}]}", "{list_join: [',', {get_param: [text]}]}"],
  ['a join and a split', "{str_split: [',', {list_join: [',', {get_param: list}]}]}", '{get_param: list}', "{str_split: [',', {list_join: [',', {list_concat: [{get_param: list}]}]}]}"],
  ['other replacements in a file that is not there', '{str_replace: {template: {get_file: no/such}, params: {$1: {get_param: text}}}}', '{str_replace: {template: {get_file: no/such}, params: {$1: {get_param: word}}}}', "{str_replace: {template: {get_file: no/such}, params: {$1: {list_join: ['', [{get_param: text}]]}}}}"],
  ['another placeholder in a file that is not there', '{str_replace: {template: {get_file: no/such}, params: {$1: {get_param: text}}}}', '{str_replace: {template: {get_file: no/such}, params: {$2: {get_param: text}}}}', '{str_replace: {template: {get_file: no/such}, params: {$1: {get_param: [text]}}}}'],
  ['a replacement that some values make fail', '{str_replace: {template: {get_param: text}, params: {a: z}}}', '{str_replace_strict: {template: {get_param: text}, params: {a: z}}}', "{str_replace: {template: {list_join: ['', [{get_param: text}]]}, params: {a: z}}}"],
  ['a replacement that empty values make fail', "{str_replace_strict: {template: 'x%', params: {'%': {get_param: text}}}}", "{str_replace_vstrict: {template: 'x%', params: {'%': {get_param: text}}}}", "{str_replace_strict: {template: 'x%', params: {'%': {get_param: [text]}}}}"],
  ['NaN', '{n: .nan}', '{n: nan}', '{n: .NaN}'],
  ['infinity', '{n: .inf}', '{n: -.inf}', '{n: +.inf}'],
  ['a string that looks like our symbol of a reference', '{get_resource: server}', '"\\x01ref:server\\x02"', '{get_resource: server}'],
  ['a string that looks like our symbol of an attribute', '{get_attr: [server, name]}', '"\\x01attr:server:name\\x02"', '{get_attr: [server, name]}'],
  ['a branch within a branch', '{if: [is_one, {if: [is_text, a, b]}, c]}', '{if: [is_one, {if: [is_text, a, c]}, c]}', '{if: [{not: is_one}, c, {if: [is_text, a, b]}]}'],
  ['maps that are merged in two steps', '{map_merge: [{map_merge: [{a: {get_param: text}}, {b: 1}]}, {c: 2}]}', '{map_merge: [{map_merge: [{a: {get_param: word}}, {b: 1}]}, {c: 2}]}', '{map_merge: [{a: {get_param: text}}, {b: 1}, {c: 2}]}'],
  ['maps in another order', '{map_merge: [{get_param: tree}, {a: 1}]}', '{map_merge: [{a: 1}, {get_param: tree}]}', '{map_merge: [{map_merge: [{get_param: tree}]}, {a: 1}]}'],
  ['lists that are chained in two steps', '{list_concat: [{list_concat: [{get_param: list}, [c]]}, {get_param: more}]}', '{list_concat: [{list_concat: [{get_param: list}, [c]]}, {get_param: list}]}', '{list_concat: [{get_param: list}, [c], {get_param: more}]}'],
  ['joins of joins', "{list_join: ['', [a, {list_join: ['', [b, {get_param: text}]]}, c]]}", "{list_join: ['', [a, {list_join: ['-', [b, {get_param: text}]]}, c]]}", "{list_join: ['', [ab, {get_param: text}, c]]}"],
  ['a join around a choice', "{list_join: ['', [{if: [is_one, x, y]}, {get_param: text}]]}", "{list_join: ['', [{if: [is_one, y, x]}, {get_param: text}]]}", "{if: [is_one, {list_join: ['', [x, {get_param: text}]]}, {list_join: ['', [y, {get_param: text}]]}]}"],
  ['a split literal', "{str_split: [',', 'a,b']}", '[a, c]', '[a, b]'],
  ['blanks in yaql', "{yaql: {expression: '$.data.where($ != null).distinct()', data: {get_param: list}}}", "{yaql: {expression: '$.data.where($ != null)', data: {get_param: list}}}", "{yaql: {expression: ' $.data.where( $ != null ).distinct()', data: {get_param: list}}}"],
  ['blanks in a literal of yaql', "{yaql: {expression: '$.data.where($ = \"a b\")', data: {get_param: list}}}", "{yaql: {expression: '$.data.where($ = \"a  b\")', data: {get_param: list}}}", "{yaql: {expression: '$.data.where( $ = \"a b\" )', data: {get_param: list}}}"],
  ['a condition that is part of another', '{if: [{or: [is_one, {and: [is_one, is_text]}]}, a, b]}', '{if: [{or: [is_one, {and: [is_other, is_text]}]}, a, b]}', '{if: [is_one, a, b]}'],
] // biome-ignore format: a table

/** The same for whole templates: what is replaced in them, by what differs and by what means the same. */
type Change = readonly [what: string, before: string, from: string, another: string, same: string]

const inHot = hot('x')
const mapped = `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {Zone: {Type: String, Default: a}}
Mappings: {Images: {a: {id: i-a}, b: {id: i-b}, c: {id: i-c}, d: {id: i-d}, e: {id: i-e}}}
Outputs: {o: {Value: {'Fn::FindInMap': [Images, {Ref: Zone}, id]}}}
`
const grouped = `heat_template_version: 2018-08-31
resources:
  first: {type: 'OS::Heat::ResourceGroup', properties: {count: 2, resource_def: {type: 'OS::Heat::None'}}}
  second: {type: 'OS::Heat::None'}
  server: {type: 'OS::Nova::Server', depends_on: first, properties: {flavor: m1, config_drive: true}}
`
const changes: readonly Change[] = [
  ['a condition that is new', inHot, "{type: 'OS::Nova::Server',", "{type: 'OS::Nova::Server', condition: is_one,", "{type: OS::Nova::Server,"],
  ['a condition of an output that is new', inHot, 'o: {value: x}', 'o: {value: x, condition: is_one}', 'o: {"value": x}'],
  ['a definition of a condition that is used', hot('{if: [is_one, a, b]}'), '{equals: [{get_param: one}, 4711]}', '{equals: [{get_param: other}, 4711]}', '{equals: [4711, {get_param: one}]}'],
  ['a dependency', grouped, 'depends_on: first', 'depends_on: second', 'depends_on: [first]'],
  ['an entry beyond the third', mapped, 'd: {id: i-d}', 'd: {id: i-x}', 'd: {id: "i-d"}'],
  ['an entry of a default beyond the third', inHot, 'items: [x, x, x, x]', 'items: [x, x, x, y]', 'items: [x, x, x, "x"]'],
] // biome-ignore format: a table

/** Whole templates: one that differs from the first, and one that means the same. */
export interface Hole {
  readonly what: string
  readonly before: string
  readonly another: string
  readonly same: string
}

export const holes: readonly Hole[] = [
  ...values.map(([what, ...three]) => {
    const [before, another, same] = three.map(hot) as [string, string, string]
    return { what, before, another, same }
  }),
  ...changes.map(([what, before, from, another, same]) => {
    if (!before.includes(from)) throw new Error(`${what}: ${from} is not there`)
    return { what, before, another: before.replace(from, another), same: before.replace(from, same) }
  }),
]
