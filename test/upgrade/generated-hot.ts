/** HOT templates with every function of their version nested at random, and data that newer versions take for calls. */
import fc from 'fast-check'
import { hotFunctions } from '../../src/heat/facts/facts.ts'
import { type HotVersion, hasFeature, hasFunction, hotVersions } from '../../src/heat/versions.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const parameters = {
  word: { type: 'string', default: 'plum' },
  parts: { type: 'string', default: 'x-y,z' },
  count: { type: 'number', default: 3 },
  words: { type: 'comma_delimited_list', default: 'a,b,c' },
  tree: { type: 'json', default: { leaf: 'green', items: ['x', 'y'] } },
  open: { type: 'boolean', default: true },
} as const

const plain = fc.constantFrom<Json>(
  'a',
  'b-c',
  'X Y',
  '${x}',
  '',
  '1',
  'yes',
  '0644',
  'echo $HOME\n',
  'é',
  '# no',
  'a: b',
  '"q"',
  { get_param: 'word' },
  { get_param: 'parts' },
  { get_param: ['words', 1] },
  { get_param: ['tree', 'leaf'] },
  { get_resource: 'oven' },
  { get_attr: ['oven', 'name'] },
  { get_attr: ['oven', 'networks', 'x', 0] },
)

type Tie = (name: 'text' | 'list' | 'map' | 'value') => fc.Arbitrary<Json>
type Makers = Readonly<Record<string, (tie: Tie) => fc.Arbitrary<Json>>>

/** Calls by the name of their function, which decides about the versions that have them. */
const texts: Makers = {
  list_join: (tie) => call('list_join', fc.constantFrom('', '-', ','), tie('list')),
  str_replace: (tie) =>
    fc
      .tuple(fc.constantFrom('X-Y XY', 'NAME $a'), tie('text'), tie('text'))
      .map(([template, X, Y]) => ({ str_replace: { template, params: { X, Y, NA: 1, $a: null } } })),
  Ref: () =>
    fc.constantFrom<Json>({ Ref: 'word' }, { Ref: 'parts' }, { Ref: 'oven' }, { Ref: 'OS::stack_name' }),
  'Fn::Join': (tie) =>
    call('Fn::Join', fc.constantFrom('', '-'), fc.array(tie('text'), { minLength: 1, maxLength: 4 })),
  'Fn::Base64': (tie) => tie('text').map((value) => ({ 'Fn::Base64': value })),
  'Fn::Replace': (tie) => tie('text').map((X) => ({ 'Fn::Replace': [{ X, NA: 2 }, 'X NA NAME'] })),
  'Fn::Select': (tie) =>
    fc.oneof(
      call('Fn::Select', fc.constantFrom<Json>(0, '1', -1, 5), fc.array(tie('text'), { maxLength: 3 })),
      call('Fn::Select', fc.constantFrom<Json>('leaf', 'none'), fc.constant<Json>({ get_param: 'tree' })),
    ),
  digest: (tie) => call('digest', fc.constantFrom('md5', 'sha1'), tie('text')),
  if: (tie) => call('if', condition, tie('text'), tie('text')),
  str_split: (tie) => call('str_split', fc.constantFrom('-', ','), tie('text'), fc.constant(0)),
  str_replace_strict: (tie) =>
    tie('text').map((X) => ({ str_replace_strict: { template: 'X', params: { X } } })),
  make_url: () => fc.constant<Json>({ make_url: { scheme: 'http', host: { get_param: 'word' }, port: 80 } }),
}
const lists: Makers = {
  'Fn::Split': (tie) => call('Fn::Split', fc.constantFrom('-', ','), tie('text')),
  repeat: (tie) =>
    fc
      .tuple(tie('value'), tie('list'), fc.constantFrom<Json>({}, { permutations: false }, { order: 1 }))
      .map(([template, a, extra]) => ({
        repeat: { template: [template, 'x%a%'], for_each: { '%a%': a }, ...(extra as object) },
      })),
  filter: (tie) => call('filter', tie('list'), tie('list')),
  list_concat: (tie) => call('list_concat', tie('list'), tie('list')),
  list_concat_unique: (tie) => call('list_concat_unique', tie('list'), tie('list')),
}
const maps: Makers = {
  map_merge: (tie) => call('map_merge', tie('map'), tie('map')),
  map_replace: (tie) => call('map_replace', tie('map'), fc.constant<Json>({ keys: { a: 'c' } })),
}

const condition = fc.constantFrom<Json>(
  'near',
  'far',
  true,
  { not: 'near' },
  { equals: [{ get_param: 'count' }, 3] },
)

function call(name: string, ...args: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  return fc.tuple(...args).map((items) => ({ [name]: items }))
}

/** What a version takes for data and a newer one for a call, or for the arguments of one. */
function dataOf(version: HotVersion): fc.Arbitrary<Json> {
  const later = Object.keys(hotFunctions).filter((name) => !name.startsWith('Fn::') && name !== 'Ref')
  const names = later.filter((name) => !hasFunction(version, name))
  if (names.length === 0) return fc.constant<Json>({ none: 1 })
  const value = fc.constantFrom<Json>('text', ['a'], 3, null, { get_param: 'word' }, { x: 1, y: 2 }, [
    ['a'],
    ['b'],
  ])
  return fc.tuple(fc.constantFrom(...names), value).map(([name, data]) => ({ [name]: data }))
}

function valuesOf(version: HotVersion) {
  const having = (makers: Makers, tie: Tie) =>
    Object.entries(makers).flatMap(([name, make]) => (hasFunction(version, name) ? [make(tie)] : []))
  return fc.letrec<Record<'text' | 'list' | 'map' | 'value', Json>>((tie) => {
    const one = (first: fc.Arbitrary<Json>, ...more: fc.Arbitrary<Json>[]) =>
      fc.oneof({ maxDepth: 4, depthIdentifier: 'call' }, first, ...more)
    return {
      text: one(plain, ...having(texts, tie)),
      list: one(
        fc.constantFrom<Json>({ get_param: 'words' }, []),
        fc.array(tie('text'), { maxLength: 3 }),
        ...having(lists, tie),
      ),
      map: one(
        fc.constant<Json>({ get_param: 'tree' }),
        fc.record({ a: tie('value'), b: tie('text') }),
        ...having(maps, tie),
      ),
      value: one(
        fc.constantFrom<Json>({ get_param: 'count' }, { get_param: 'open' }, null, 7, true),
        tie('text'),
        tie('list'),
        tie('map'),
        dataOf(version),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }
  })
}

function templateOf(version: HotVersion): fc.Arbitrary<Json> {
  const { text, value } = valuesOf(version)
  const hasConditions = hasFeature(version, 'conditions')
  const conditions = { near: { equals: [{ get_param: 'word' }, 'plum'] }, far: { not: 'near' } }
  return fc
    .record({ script: text, data: value, output: value, hasModulo: fc.boolean(), asked: condition })
    .map(({ script, data, output, hasModulo, asked }) => ({
      heat_template_version: version,
      parameters: {
        ...parameters,
        count: {
          ...parameters.count,
          constraints: [
            { range: { min: 1, max: 9 }, ...(hasModulo ? { modulo: { step: 3, offset: 0 } } : {}) },
          ],
        },
      },
      ...(hasConditions ? { conditions } : {}),
      resources: {
        oven: { type: 'OS::Nova::Server', properties: { flavor: 'small' } },
        baker: {
          type: 'OS::Nova::Server',
          properties: { flavor: 'small', user_data: script },
          metadata: { data, more: 1 },
          ...(hasConditions ? { condition: asked } : {}),
        },
      },
      outputs: { script: { value: output, ...(hasConditions ? {} : { condition: 'near' }) } },
    }))
}

/** A template and a newer version. */
export const upgradable: fc.Arbitrary<{ readonly template: Json; readonly to: HotVersion }> = fc
  .tuple(fc.nat(hotVersions.length - 2), fc.nat())
  .chain(([from, step]) => {
    const newer = hotVersions.slice(from + 1)
    const to = newer[step % newer.length] as HotVersion
    return templateOf(hotVersions[from] as HotVersion).map((template) => ({ template, to }))
  })
