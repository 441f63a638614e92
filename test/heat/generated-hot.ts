import fc, { type Arbitrary } from 'fast-check'
import { conditionFunctionsOf, functionsOf, type HotVersion, hasFeature } from '../../src/heat/versions.ts'

/** HOT as data; every name that an expression uses is declared below. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const parameters = {
  word: { type: 'string', default: 'plum' },
  zone: { type: 'string', default: 'east', constraints: [{ allowed_values: ['east', 'west'] }] },
  words: { type: 'comma_delimited_list', default: 'a,b,c' },
  tree: { type: 'json', default: { leaf: 'green', items: ['x', 'y'], deep: { n: 1 } } },
  count: { type: 'number', default: 3 },
  flag: { type: 'boolean', default: false },
  given: { type: 'string' },
  preset: { type: 'number', default: 1 },
} as const

const conditions = {
  in_east: { equals: [{ get_param: 'zone' }, 'east'] },
  many: { not: { equals: [{ get_param: 'count' }, 1] } },
  either: { or: [{ equals: [{ get_param: 'word' }, 'plum'] }, 'in_east'] },
  both: { and: ['many', { not: 'in_east' }] },
  flagged: { equals: [{ get_param: 'flag' }, true] },
} as const

/** Pieces of texts with what trips a careless reader. */
const piece = fc.constantFrom<string>(
  ...['echo ', '#!/bin/sh\n', '$HOME', "it's ", '"q" ', '  indented\n', 'a: b\n', '__word__', '%item%'],
  ...['é', '/', '', 'yes', '0644', '{', ',', '%key%'],
)
const key = fc.constantFrom('a', 'b', 'on', '1', 'leaf', '%key%')

const plainTexts: readonly Json[] = [
  ...['word', 'zone', 'given', 'OS::stack_name', 'OS::project_id'].map((name) => ({ get_param: name })),
  { get_param: ['words', 1] },
  { get_param: ['tree', 'leaf'] },
  { get_param: ['tree', 'items', 0] },
  { get_resource: 'other' },
  { get_attr: ['other', 'first_address'] },
  { get_attr: ['group', 'refs', 1] },
  { get_file: 'boot.sh' },
]
const plainLists: readonly Json[] = [
  { get_param: 'words' },
  { get_param: ['tree', 'items'] },
  { get_attr: ['group', 'refs'] },
  { get_attr: ['group', 'name'] },
  ['a', 'b'],
]
const plainMaps: readonly Json[] = [
  { get_param: 'tree' },
  { get_attr: ['other', 'addresses'] },
  { get_attr: ['other', 'show'] },
]
const plainValues: readonly Json[] = [
  ...['count', 'preset', 'flag'].map((name) => ({ get_param: name })),
  { get_attr: ['other', 'tags'] },
  ...[7, 1.5, true, null, '12:30'],
]

/** Expressions for `yaql` on a list. */
const expressions = fc.constantFrom(
  '$.data.distinct()',
  '$.data.where($ != null).first(none)',
  'coalesce($.data, []).flatten()',
  'let(l => len($.data)) -> $l + 1',
  "$.data.where(isString($)).join('-')",
  '$.data.where(isDict($)).reduce($1.mergeWith($2), {})',
  'list($.data.skip(1)) + $.data.limit(1)',
  '$.data[0]',
)

type Kind = 'text' | 'list' | 'map' | 'value' | 'condition'
type Tie = (kind: Kind) => Arbitrary<Json>

/** The calls of functions that a version has. */
class Grammar {
  readonly #version: HotVersion
  readonly #tie: Tie

  constructor(version: HotVersion, tie: Tie) {
    this.#version = version
    this.#tie = tie
  }

  #call(name: string, argument: Arbitrary<Json>): Arbitrary<Json>[] {
    return functionsOf(this.#version).has(name) ? [argument.map((one): Json => ({ [name]: one }))] : []
  }

  #list(...items: readonly Arbitrary<Json>[]): Arbitrary<Json> {
    return fc.tuple(...items).map((made): Json => made)
  }

  #some(kind: Kind): Arbitrary<Json> {
    return fc.array(this.#tie(kind), { minLength: 1, maxLength: 3 }).map((made): Json => made)
  }

  #placed(values: Arbitrary<Json>): Arbitrary<Json> {
    return fc.tuple(piece, piece, values, this.#tie('text')).map(
      ([before, after, value, other]): Json => ({
        template: `${before}%item%${after}%it`,
        params: { '%item%': value, '%it': other },
      }),
    )
  }

  #repeated(): Arbitrary<Json> {
    const one = this.#tie('list').map((list): Json => ({ '%item%': list }))
    const two = fc
      .tuple(this.#tie('list'), this.#tie('list'))
      .map(([first, second]): Json => ({ '%item%': first, '%key%': second }))
    const parts = { template: this.#tie('value'), for_each: fc.oneof(one, two) }
    const all: Arbitrary<Json> = fc.record(parts)
    const some: Arbitrary<Json> = fc.record({ ...parts, permutations: fc.boolean() })
    return hasFeature(this.#version, 'permutations') ? fc.oneof(all, some) : all
  }

  #ifs(): Arbitrary<Json>[] {
    const [condition, value] = [this.#tie('condition'), this.#tie('value')]
    const half = hasFeature(this.#version, 'twoItemIf') ? this.#call('if', this.#list(condition, value)) : []
    return [...this.#call('if', this.#list(condition, value, value)), ...half]
  }

  text(): Arbitrary<Json> {
    const [text, list, value] = [this.#tie('text'), this.#tie('list'), this.#tie('value')]
    const index = fc.constantFrom<Json>(0, '1', 'leaf', 9)
    const port = fc.constantFrom<Json>(80, { get_param: 'count' }, 0)
    const url: Arbitrary<Json> = fc.record({ host: text, path: piece, port })
    return this.#nested([
      piece,
      fc.constantFrom(...plainTexts),
      ...this.#call('list_join', this.#list(fc.constantFrom('', '-', ', '), list)),
      ...this.#call('Fn::Join', this.#list(fc.constantFrom('', '-'), list)),
      ...this.#call('Fn::Select', this.#list(index, value)),
      ...this.#call('str_replace', this.#placed(value)),
      ...this.#call('str_replace_strict', this.#placed(text)),
      ...this.#call('str_replace_vstrict', this.#placed(text)),
      ...this.#call('digest', this.#list(fc.constantFrom('md5', 'sha256'), text)),
      ...this.#call('make_url', url),
      ...this.#call('str_split', this.#list(fc.constantFrom(',', '-', 'e'), text, fc.constantFrom(0, 1))),
      ...this.#ifs(),
    ])
  }

  list(): Arbitrary<Json> {
    const [text, list] = [this.#tie('text'), this.#tie('list')]
    return this.#nested([
      fc.constantFrom(...plainLists),
      this.#some('value'),
      ...this.#call('list_concat', this.#some('list')),
      ...this.#call('list_concat_unique', this.#some('list')),
      ...this.#call('str_split', this.#list(fc.constantFrom(',', '-'), text)),
      ...this.#call('repeat', this.#repeated()),
      ...this.#call('filter', this.#list(list, list)),
    ])
  }

  map(): Arbitrary<Json> {
    const entries = fc.dictionary(key, this.#tie('value'), { minKeys: 2, maxKeys: 3, noNullPrototype: true })
    const replacements = fc.constantFrom<Json>(
      { keys: { a: 'z' } },
      { values: { x: 'X' } },
      { keys: { leaf: 'a' } },
    )
    return this.#nested([
      fc.constantFrom(...plainMaps),
      entries.map((made): Json => made),
      ...this.#call('map_merge', this.#some('map')),
      ...this.#call('map_replace', this.#list(this.#tie('map'), replacements)),
    ])
  }

  value(): Arbitrary<Json> {
    const others = (['text', 'list', 'map'] as const).map((kind) => this.#tie(kind))
    const asked: Arbitrary<Json> = fc.record({ expression: expressions, data: this.#tie('list') })
    return this.#nested([
      fc.constantFrom(...plainValues),
      ...others,
      ...this.#ifs(),
      ...this.#call('yaql', asked),
    ])
  }

  condition(): Arbitrary<Json> {
    const has = conditionFunctionsOf(this.#version)
    const when = (name: string, argument: Arbitrary<Json>) =>
      has.has(name) ? [argument.map((one): Json => ({ [name]: one }))] : []
    const one = this.#tie('condition')
    // What a condition may not ask makes Heat refuse even resources that are not there; we look at those that are.
    const operand = fc.constantFrom<Json>({ get_param: 'word' }, { get_param: ['tree', 'leaf'] }, 'plum', 3)
    return this.#nested([
      fc.constantFrom<Json>(...Object.keys(conditions)),
      ...when('equals', this.#list(operand, operand)),
      ...when('not', one),
      ...when('or', this.#list(one, one)),
      ...when('and', this.#list(one, one)),
      ...when('contains', fc.constant<Json>(['a', { get_param: 'words' }])),
    ])
  }

  /** The first of the choices ends what would nest too deep. */
  #nested(choices: readonly Arbitrary<Json>[]): Arbitrary<Json> {
    return fc.oneof({ maxDepth: 3, depthIdentifier: 'call' }, ...choices)
  }
}

/** Templates of a version that Heat loads, with its functions nested at random. */
export function hotTemplates(version: HotVersion) {
  const { text, list, map, value } = fc.letrec<Record<Kind, Json>>((tie) => {
    const grammar = new Grammar(version, tie)
    return {
      text: grammar.text(),
      list: grammar.list(),
      map: grammar.map(),
      value: grammar.value(),
      condition: grammar.condition(),
    }
  })
  const hasConditions = hasFeature(version, 'conditions')
  return fc.record({ text, list, map, value, output: value, isConditional: fc.boolean() }).map((one) => ({
    heat_template_version: version,
    parameters,
    ...(hasConditions ? { conditions } : {}),
    resources: {
      other: { type: 'OS::Nova::Server', properties: { flavor: 'm1' } },
      group: { type: 'OS::Heat::ResourceGroup', properties: { count: 2 } },
      server: {
        type: 'OS::Nova::Server',
        ...(hasConditions && one.isConditional ? { condition: 'in_east' } : {}),
        metadata: { value: one.value },
        properties: { user_data: one.text, security_groups: one.list, scheduler_hints: one.map },
      },
    },
    outputs: { value: { value: one.output } },
  }))
}

/** Environments for these templates. */
export const environments = fc.record({
  parameters: fc.record(
    {
      word: fc.constantFrom<Json>('pear', '', null, 7),
      words: fc.constantFrom<Json>('x,y', ['x', 'y,z'], [], ''),
      tree: fc.constantFrom<Json>('{"leaf": "red"}', { leaf: 'blue', items: [] }, '[]'),
      flag: fc.constantFrom<Json>('yes', 'off', true, 1),
      given: fc.constantFrom<Json>('told', null),
      count: fc.constantFrom<Json>('5', 5, 5.5, '05'),
    },
    { requiredKeys: [] },
  ),
  defaults: fc.record(
    {
      preset: fc.constantFrom<Json>(2, '2', null),
      word: fc.constantFrom<Json>('fig', null),
      given: fc.constantFrom<Json>('default', ''),
      unknown: fc.constantFrom<Json>('x'),
    },
    { requiredKeys: [] },
  ),
})
