/**
 * Pairs of expressions that are planted into templates, with parameters of their own: what real templates
 * rarely write, and what only values show that nobody thinks of.
 */
import { type Data, dataOf, isMapping, type Mapping, replaced } from './data.ts'
import type { Mutator, Pair, Random, Template } from './mutator.ts'

const twice = (name: string, declared: object) => ({
  [`planted_${name}`]: declared,
  [`planted_${name}2`]: declared,
})
const declarations = {
  ...twice('string', { type: 'string', default: 'x' }),
  ...twice('choice', { type: 'string', default: 'one', constraints: [{ allowed_values: ['one', 'two'] }] }),
  ...twice('number', { type: 'number', default: 1 }),
  ...twice('boolean', { type: 'boolean', default: false }),
  ...twice('list', { type: 'comma_delimited_list', default: 'a,b' }),
  ...twice('json', { type: 'json', default: { a: { b: 'c' }, items: ['x', 'y'] } }),
}

const p = (name: string, ...path: readonly unknown[]) => ({
  get_param: path.length === 0 ? `planted_${name}` : [`planted_${name}`, ...path],
})
const [S, S2, C, C2, N, N2, B, B2, L, L2, J, J2] = [
  ...['string', 'string2', 'choice', 'choice2', 'number', 'number2', 'boolean', 'boolean2'],
  ...['list', 'list2', 'json', 'json2'],
].map((name) => p(name))
const attr = (...path: readonly unknown[]) => ({ get_attr: ['planted_resource', ...path] })
const is = (one: unknown, other: unknown) => ({ equals: [one, other] })
const when = (condition: unknown, one: unknown = 'yes', other: unknown = 'no') => ({
  if: [condition, one, other],
})
const join = (delimiter: unknown, ...lists: readonly unknown[]) => ({ list_join: [delimiter, ...lists] })
const replace = (template: unknown, params: object, name = 'str_replace') => ({
  [name]: { template, params },
})
const yaql = (expression: string, data: unknown) => ({ yaql: { expression, data } })

const ref = (name: string) => ({ Ref: `planted_${name}` })
const fn = (name: string, argument: unknown) => ({ [`Fn::${name}`]: argument })
const attribute = (name: string) => fn('GetAtt', ['planted_resource', name])
const sameAs = (name: string, value: unknown) => fn('Equals', [ref(name), value])
const cfnConditions = {
  planted_one: sameAs('string', 'never'),
  planted_other: sameAs('string2', 'never'),
  planted_not: fn('Not', [sameAs('string', 'never')]),
  planted_and: fn('And', [sameAs('string', 'never'), sameAs('string2', 'ever')]),
  planted_dna: fn('And', [sameAs('string2', 'ever'), sameAs('string', 'never')]),
  planted_or: fn('Or', [sameAs('string', 'never'), sameAs('string2', 'ever')]),
}
const cfnMappings = {
  planted: Object.fromEntries(
    ['x', 'y', 'z', 'v', 'w'].map((row) => [row, { k: `${row}-k`, l: `${row}-l` }]),
  ),
}

/** The version that has all functions of these, and the pairs: name, before, after. */
type Row = readonly [name: string, before: unknown, after: unknown]
interface Table {
  /** A version of HOT, or CloudFormation. */
  readonly since: string
  readonly kind: 'aimed' | 'equal'
  readonly rows: readonly Row[]
}

const tables: readonly Table[] = [
  {
    since: '2013-05-23',
    kind: 'aimed',
    rows: [
      ['a twin parameter: string', S, S2],
      ['a twin parameter: choice', C, C2],
      ['a twin parameter: number', N, N2],
      ['a twin parameter: boolean', B, B2],
      ['a twin parameter: list', L, L2],
      ['a twin parameter: json', J, J2],
      ['a twin in a string', replace('a-%-b', { '%': N }), replace('a-%-b', { '%': N2 })],
      ['the default of a parameter', S, 'x'],
      ['a step', p('json', 'a', 'b'), p('json', 'a', 'c')],
      ['an index', p('json', 'items', 0), p('json', 'items', 1)],
      ['a twin that is a step', p('json', S, 'b'), p('json', S2, 'b')],
      ['a twin that is an index', p('json', 'items', N), p('json', 'items', N2)],
      ['an attribute', attr('one'), attr('other')],
      ['a step into an attribute', attr('one', 'a', 'b'), attr('one', 'a', 'c')],
      ['a short path into an attribute', attr('one', 'a', 'b'), attr('one', 'b')],
      ['a file with other replacements', replace({ get_file: 'no/such/file' }, { '%': S }), replace({ get_file: 'no/such/file' }, { '%': S2 })],
      ['a file with another placeholder', replace({ get_file: 'no/such/file' }, { '%a': S }), replace({ get_file: 'no/such/file' }, { '%b': S })],
      ['another file', { get_file: 'no/such/file' }, { get_file: 'no/such/other' }],
      ['a template from a parameter', replace(S, { x: 1 }), replace(S, { x: 2 })],
      ['flat for nested replacements', replace(replace('%1 %2', { '%1': S }), { '%2': S2 }), replace('%1 %2', { '%1': S, '%2': S2 })],
      ['replacements in the other order', replace(replace('%1 %2', { '%1': S }), { '%2': S2 }), replace(replace('%1 %2', { '%2': S2 }), { '%1': S })],
      ['a placeholder that is part of another', replace('%ab', { '%a': S, '%ab': S2 }), replace('%ab', { '%a': S })],
      ['a forged reference', { get_resource: 'planted_resource' }, '\u0001ref:planted_resource\u0002'],
      ['a forged parameter', S, '\u0001param:planted_string\u0002'],
      ['no number', Number.NaN, 'nan'],
      ['infinity', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      ['true for 1', { a: 1 }, { a: true }],
      ['text for a number', 7, '7'],
      ['another delimiter', join(',', L), join('-', L)],
      ['another list in a join', join(',', L), join(',', L2)],
      ['items of a join change places', join('', [S, S2]), join('', [S2, S])],
      ['a delimiter that is an item', join('-', [S, S2]), join('', [S, '-', S])],
      ['a list with one item', L, [p('list', 0)]],
      ['a list that is written out', L, ['a', 'b']],
      ['an item from the end', p('list', 0), p('list', 1)],
      ['a step that is text for a number', p('json', 1), p('json', '1')],
      ['an attribute with a dot', attr('one', 'a'), attr('one.a')],
      ['a step with a dot', p('json', 'a', 'b'), p('json', 'a.b')],
      ['a reference for an attribute', { get_resource: 'planted_resource' }, attr('name')],
      ['the name for a reference', { get_resource: 'planted_resource' }, 'planted_resource'],
      ['null for an empty string', { a: null }, { a: '' }],
      ['null for nothing', { a: null, b: 1 }, { b: 1 }],
      ['one item for two', ['a,b'], ['a', 'b']],
      ['a key that is text for a number', new Map<Data, Data>([[1, 'a'], ['b', 'c']]), new Map<Data, Data>([['1', 'a'], ['b', 'c']])],
      ['a join that rejects numbers', replace('%', { '%': N }), join('', [N])],
      ['a number for a string with it', N, replace('%', { '%': N })],
      ['a boolean for a string with it', B, replace('%', { '%': B })],
      ['a string of a list', join(',', L), replace('%', { '%': L })],
      ['a placeholder over the seam of a join', replace(join('', ['%', S]), { '%a': 'b' }), join('', ['%', S])],
      ['a placeholder in what is replaced', replace(join('', ['%1', S]), { '%1': 'x', x: 'y' }), replace(join('', ['%1', S]), { '%1': 'y', x: 'y' })],
      ['placeholders of one length', replace('ab', { a: S, b: S2 }), replace('ab', { a: S2, b: S })],
      ['a placeholder of which one is the start', replace('aab', { a: S, aa: S2 }), replace('aab', { a: S })],
      ['an empty placeholder', replace('ab', { a: S }), replace('ab', { a: S, '': 'x' })],
      ['upper case', replace('A%a', { '%a': S }), replace('A%a', { '%A': S })],
      ['a list for its first item', p('list', 0), L],
      ['a nested join with another delimiter', join('-', ['a', join('-', L)]), join('-', ['a', join('+', L)])],
      ['a join of an empty list', join('-', ['a', join('-', L)]), join('-', ['a'], L)],
    ],
  },
  {
    since: '2016-10-14',
    kind: 'aimed',
    rows: [
      ['a condition on a twin', when(is(S, 'never')), when(is(S2, 'never'))],
      ['a condition on a twin number', when(is(N, 4711)), when(is(N2, 4711))],
      ['a condition on a twin choice', when(is(C, 'two')), when(is(C2, 'two'))],
      ['a condition with another literal', when(is(S, 'never')), when(is(S, 'ever'))],
      ['a condition that compares twins', when(is(S, S2)), when(is(S, 'x'))],
      ['text for a number in a condition', when(is(N, 5)), when(is(N, '5'))],
      ['text for a boolean in a condition', when(is(B, true)), when(is(B, 'true'))],
      ['and for or', when({ and: [is(S, 'never'), is(S2, 'ever')] }), when({ or: [is(S, 'never'), is(S2, 'ever')] })],
      ['one of two conditions', when({ and: [is(S, 'never'), is(S2, 'ever')] }), when(is(S, 'never'))],
      ['one of three conditions', when({ or: [is(S, 'never'), is(S2, 'ever'), is(N, 9)] }), when({ or: [is(S, 'never'), is(S2, 'ever')] })],
      ['not over one of two', when({ not: { and: [is(S, 'never'), is(S2, 'ever')] } }), when({ and: [{ not: is(S, 'never') }, { not: is(S2, 'ever') }] })],
      ['the default in a branch', when(is(S2, 'never'), S, 'no'), when(is(S2, 'never'), 'x', 'no')],
      ['what the condition says, wrongly', when(is(S, 'never'), 'never', S), when(is(S, 'never'), S2, S)],
      ['another branch within a branch', when(is(S, 'never'), when(is(S2, 'ever'), 1, 2), 3), when(is(S, 'never'), when(is(S2, 'ever'), 1, 3), 3)],
      ['a branch that is never taken but once', when(is(p('json', 'a', 'b'), 'never'), 1, 2), when(is(p('json', 'a', 'c'), 'never'), 1, 2)],
      ['a filter of another value', yaql('$.data.distinct()', L), yaql('$.data', L)],
      ['another item by yaql', yaql('$.data.first()', L), yaql('$.data.last()', L)],
      ['another literal in yaql', yaql('$.data.where($ = never)', L), yaql('$.data.where($ = ever)', L)],
      ['blanks in a literal of yaql', yaql("$.data.where($ = 'a b')", L), yaql("$.data.where($ = 'a  b')", L)],
      ['a split and a join by another delimiter', join(',', { str_split: ['-', S] }), S],
      ['a join and a split', { str_split: [',', join(',', L)] }, L],
      ['another part of a split', { str_split: ['-', S, 0] }, { str_split: ['-', S, 1] }],
      ['another delimiter of a split', { str_split: ['-', S] }, { str_split: ['+', S] }],
      ['maps in another order', { map_merge: [J, { a: 1 }] }, { map_merge: [{ a: 1 }, J] }],
      ['one map of two', { map_merge: [J, J2] }, { map_merge: [J2] }],
      ['another key is replaced', { map_replace: [J, { keys: { a: 'z' } }] }, { map_replace: [J, { keys: { b: 'z' } }] }],
      ['another value is replaced', { map_replace: [J, { values: { x: 'z' } }] }, { map_replace: [J, { values: { y: 'z' } }] }],
      ['a replacement of keys for one of values', { map_replace: [J, { keys: { q: 'z' } }] }, { map_replace: [J, { values: { q: 'z' } }] }],
      ['a loop over a twin', { repeat: { template: '%', for_each: { '%': L } } }, { repeat: { template: '%', for_each: { '%': L2 } } }],
      ['a loop that repeats the list', { repeat: { template: '%', for_each: { '%': L } } }, { repeat: { template: '%-', for_each: { '%': L } } }],
      ['loops in the other order', { repeat: { template: '%1%2', for_each: { '%1': L, '%2': L2 } } }, { repeat: { template: '%1%2', for_each: { '%2': L2, '%1': L } } }],
      ['one for true', when(is(B, true)), when(is(B, 'True'))],
      ['a number for a number with a fraction', when(is(N, 1)), when(is(N, 1.5))],
      ['an empty string for null', when(is(S, '')), when(is(S, null))],
      ['two values of three', when({ or: [is(S, 'a'), is(S, 'b'), is(S, 'c')] }), when({ or: [is(S, 'a'), is(S, 'b')] })],
      ['implied the wrong way', when({ and: [is(S, 'a'), { not: is(S2, 'b') }] }), when({ and: [is(S, 'a'), is(S2, 'b')] })],
      ['exclusive or for or', when({ or: [{ and: [is(S, 'a'), { not: is(S2, 'b') }] }, { and: [{ not: is(S, 'a') }, is(S2, 'b')] }] }), when({ or: [is(S, 'a'), is(S2, 'b')] })],
      ['a condition on a step', when(is(p('json', 'a'), 'never')), when(is(p('json', 'b'), 'never'))],
      ['a condition on an item', when(is(p('list', 0), 'never')), when(is(p('list', 1), 'never'))],
      ['quotes that are escaped in yaql', yaql("$.data.where($ = 'a\\' b')", L), yaql("$.data.where($ = 'a\\'  b')", L)],
      ['blanks in a double quoted literal of yaql', yaql('$.data.where($ = "a b")', L), yaql('$.data.where($ = "a  b")', L)],
      ['data of yaql', yaql('$.data.a', { a: S, b: S2 }), yaql('$.data.b', { a: S, b: S2 })],
      ['data of yaql that is swapped', yaql('$.data.a', { a: S, b: S2 }), yaql('$.data.a', { a: S2, b: S })],
      ['a map over another', { map_merge: [{ a: S }, { a: S2 }] }, { a: S }],
      ['a map that a parameter overrides', { map_merge: [{ a: S }, J] }, { map_merge: [J, { a: S }] }],
      ['a list that is not a list', { list_join: [',', J] }, { list_join: [',', L] }],
      ['another digest', { digest: ['md5', S] }, { digest: ['sha256', S] }],
      ['a digest of a twin', { digest: ['md5', S] }, { digest: ['md5', S2] }],
    ],
  },
  {
    since: '2017-09-01',
    kind: 'aimed',
    rows: [
      ['a strict replacement', replace(S, { never: 'a' }), replace(S, { never: 'a' }, 'str_replace_strict')],
      ['a stricter replacement', replace('a%', { '%': S }, 'str_replace_strict'), replace('a%', { '%': S }, 'str_replace_vstrict')],
      ['another filter', { filter: [['never'], L] }, { filter: [['ever'], L] }],
      ['a filter the other way round', { filter: [L, L2] }, { filter: [L2, L] }],
      ['a filter that is dropped', { filter: [['never'], L] }, L],
      ['lists that are made unique', { list_concat: [L, L2] }, { list_concat_unique: [L, L2] }],
      ['lists in another order', { list_concat_unique: [L, L2] }, { list_concat_unique: [L2, L] }],
      ['a list that is made unique', L, { list_concat_unique: [L] }],
      ['another host', { make_url: { scheme: 'http', host: S, path: '/' } }, { make_url: { scheme: 'http', host: S2, path: '/' } }],
      ['lists that are made unique in part', { list_concat_unique: [L, L2, ['c']] }, { list_concat: [{ list_concat_unique: [L, L2] }, ['c']] }],
      ['a filter before or after', { filter: [['a'], { list_concat: [L, ['a']] }] }, { list_concat: [{ filter: [['a'], L] }, ['a']] }],
      ['a map that is replaced before or after', { map_replace: [{ map_merge: [J, { a: 'b' }] }, { keys: { a: 'z' } }] }, { map_merge: [{ map_replace: [J, { keys: { a: 'z' } }] }, { a: 'b' }] }],
      ['another scheme', { make_url: { scheme: 'http', host: S } }, { make_url: { scheme: 'https', host: S } }],
      ['another port', { make_url: { scheme: 'http', host: S, port: N } }, { make_url: { scheme: 'http', host: S, port: N2 } }],
      ['pairs for combinations', { repeat: { template: '%1%2', for_each: { '%1': L, '%2': L2 } } }, { repeat: { template: '%1%2', for_each: { '%1': L, '%2': L2 }, permutations: false } }],
    ],
  },
  {
    since: '2018-08-31',
    kind: 'aimed',
    rows: [
      ['a branch that is left out', [when(is(S, 'never'), 1, 2)], [{ if: [is(S, 'never'), 1] }]],
    ],
  },
  {
    since: '2021-04-16',
    kind: 'aimed',
    rows: [
      ['another literal that is contained', when({ contains: ['never', L] }), when({ contains: ['ever', L] })],
      ['a twin that is contained', when({ contains: [S, L] }), when({ contains: [S2, L] })],
      ['a twin that contains', when({ contains: [S, L] }), when({ contains: [S, L2] })],
      ['a negated container', when({ not: { contains: [S, L] } }), when({ contains: [S, L] })],
      ['contained the other way round', when({ contains: [S, ['a', 'b']] }), when({ contains: [S, ['a', 'c']] })],
      ['contained for equal', when({ contains: [S, ['a', 'b']] }), when(is(S, 'a'))],
    ],
  },
  {
    since: 'cfn',
    kind: 'aimed',
    rows: [
      ['a twin of CloudFormation: string', ref('string'), ref('string2')],
      ['a twin of CloudFormation: number', ref('number'), ref('number2')],
      ['a twin of CloudFormation: list', ref('list'), ref('list2')],
      ['a twin of CloudFormation in a join', fn('Join', ['-', ['a', ref('string')]]), fn('Join', ['-', ['a', ref('string2')]])],
      ['a twin of CloudFormation that is looked up', fn('FindInMap', ['planted', ref('string'), 'k']), fn('FindInMap', ['planted', ref('string2'), 'k'])],
      ['a row of CloudFormation', fn('FindInMap', ['planted', ref('string'), 'k']), fn('FindInMap', ['planted', ref('string'), 'l'])],
      ['a lookup that is another one', fn('FindInMap', ['planted', ref('string'), 'k']), fn('FindInMap', ['planted', 'x', 'k'])],
      ['an item of CloudFormation', fn('Select', [0, ref('list')]), fn('Select', [1, ref('list')])],
      ['an item beyond the end', fn('Select', [7, ref('list')]), ''],
      ['an item by another parameter', fn('Select', [ref('number'), ref('list')]), fn('Select', [ref('number2'), ref('list')])],
      ['an item of an attribute', fn('Select', [0, attribute('one')]), fn('Select', [1, attribute('one')])],
      ['a key of an attribute', fn('Select', ['a', attribute('one')]), fn('Select', ['b', attribute('one')])],
      ['another attribute of CloudFormation', attribute('one'), attribute('other')],
      ['a reference for an attribute of CloudFormation', { Ref: 'planted_resource' }, attribute('one')],
      ['a join of a list of CloudFormation', fn('Join', [',', ref('list')]), fn('Join', ['-', ref('list')])],
      ['a split of CloudFormation', fn('Split', [',', ref('string')]), fn('Split', ['-', ref('string')])],
      ['a split that is joined', fn('Join', ['-', fn('Split', [',', ref('string')])]), ref('string')],
      ['replacements of CloudFormation', fn('Replace', [{ '%a': ref('string') }, 'x%a']), fn('Replace', [{ '%a': ref('string2') }, 'x%a'])],
      ['replacements of CloudFormation that overlap', fn('Replace', [{ '%a': ref('string'), '%ab': 'x' }, '%ab']), fn('Replace', [{ '%a': ref('string') }, '%ab'])],
      ['a condition on a twin of CloudFormation', fn('If', ['planted_one', 'a', 'b']), fn('If', ['planted_other', 'a', 'b'])],
      ['branches of CloudFormation', fn('If', ['planted_one', 'a', 'b']), fn('If', ['planted_one', 'b', 'a'])],
      ['and for or of CloudFormation', fn('If', ['planted_and', 'a', 'b']), fn('If', ['planted_or', 'a', 'b'])],
      ['a default in a branch of CloudFormation', fn('If', ['planted_one', ref('string'), 'b']), fn('If', ['planted_one', 'x', 'b'])],
      ['the id for the name of the stack', { Ref: 'AWS::StackId' }, { Ref: 'AWS::StackName' }],
    ],
  },
  {
    since: 'cfn',
    kind: 'equal',
    rows: [
      ['joins of CloudFormation that are nested', fn('Join', ['', ['a', fn('Join', ['', ['b', ref('string')]])]]), fn('Join', ['', ['ab', ref('string')]])],
      ['a replacement of CloudFormation for a join', fn('Join', ['', ['a', ref('string')]]), fn('Replace', [{ '%': ref('string') }, 'a%'])],
      ['an encoded join', fn('Base64', fn('Join', ['', ['a', ref('string')]])), fn('Join', ['', ['a', ref('string')]])],
      ['a condition of CloudFormation inverted', fn('If', ['planted_one', 'a', 'b']), fn('If', ['planted_not', 'b', 'a'])],
      ['a lookup of CloudFormation', fn('FindInMap', ['planted', 'x', 'k']), 'x-k'],
      ['an item of a literal list', fn('Select', [1, ['a', ref('string')]]), ref('string')],
      ['an index that is text', fn('Select', [0, ref('list')]), fn('Select', ['0', ref('list')])],
      ['and of CloudFormation the other way round', fn('If', ['planted_and', 'a', 'b']), fn('If', ['planted_dna', 'a', 'b'])],
    ],
  },
  {
    since: '2015-10-15',
    kind: 'equal',
    rows: [
      ['a join of joins', join('', ['a', join('', ['b', S]), 'c']), join('', ['ab', S, 'c'])],
      ['a join for a replacement', replace('a-%-b', { '%': S }), join('', ['a-', S, '-b'])],
      ['a replacement for a join', join('/', [S, S2]), replace('%1/%2', { '%1': S, '%2': S2 })],
      ['a join of one string', join('-', [S]), S],
      ['a join of lists', join('-', [S], L), join('-', [S], L)],
      ['a path of one step', S, p('string')],
      ['a replacement of nothing', replace('abc', { x: S }), 'abc'],
      ['a nested replacement of literals', replace(replace('%1 %2', { '%1': 'one' }), { '%2': S }), replace('one %2', { '%2': S })],
      ['a step that is text', p('list', 1), p('list', '1')],
    ],
  },
  {
    since: '2017-09-01',
    kind: 'equal',
    rows: [
      ['an inverted if', when(is(S, 'never'), S2, 'b'), when({ not: is(S, 'never') }, 'b', S2)],
      ['De Morgan', when({ not: { and: [is(S, 'never'), is(S2, 'ever')] } }), when({ or: [{ not: is(S, 'never') }, { not: is(S2, 'ever') }] })],
      ['not not', when({ not: { not: is(S, 'never') } }), when(is(S, 'never'))],
      ['and with itself', when({ and: [is(S, 'never'), is('never', S)] }), when(is(S, 'never'))],
      ['both branches alike', when(is(S, 'never'), S2, S2), S2],
      ['if within its own branch', when(is(S, 'a'), when(is(S, 'a'), 1, 2), 3), when(is(S, 'a'), 1, 3)],
      ['an if around a join', when(is(S, 'a'), join('', ['x', S2]), join('', ['y', S2])), join('', [when(is(S, 'a'), 'x', 'y'), S2])],
      ['maps that are merged in two steps', { map_merge: [{ map_merge: [{ a: S }, { b: 1 }] }, { c: 2 }] }, { map_merge: [{ a: S }, { b: 1 }, { c: 2 }] }],
      ['maps that are merged beforehand', { map_merge: [{ a: S }, { b: 1 }] }, { a: S, b: 1 }],
      ['lists that are chained in two steps', { list_concat: [{ list_concat: [L, ['a']] }, L2] }, { list_concat: [L, ['a'], L2] }],
      ['lists that are chained beforehand', { list_concat: [[S], ['b']] }, [S, 'b']],
      ['a list of one list', { list_concat: [L] }, L],
      ['a split of a literal', { str_split: [',', 'a,b'] }, ['a', 'b']],
      ['a part of a split literal', { str_split: [',', 'a,b', 1] }, 'b'],
      ['a split and a join', join('-', { str_split: ['-', S] }), S],
      ['not equal for equal the other', when(is(B, true)), when({ not: is(B, false) })],
      ['a choice of two', when(is(C, 'one')), when({ not: is(C, 'two') })],
      ['a condition that is always true', when(is('a', 'a'), S, S2), S],
      ['an operand that another implies', when({ or: [is(S, 'a'), { and: [is(S, 'a'), is(S2, 'b')] }] }), when(is(S, 'a'))],
      ['an if in a map', when(is(S, 'a'), { k: S2, m: 1 }, { k: 'x', m: 1 }), { k: when(is(S, 'a'), S2, 'x'), m: 1 }],
      ['blanks in yaql', yaql('$.data.where($ != null).distinct()', L), yaql(' $.data.where( $ != null ).distinct() ', L)],
    ],
  },
] // biome-ignore format: a table

const locations: readonly ((expression: unknown) => unknown)[] = [
  (expression) => expression,
  (expression) => ({ deep: [{ er: expression }] }),
  (expression) => [expression, 'last'],
]
const conditionalLocations: typeof locations = [
  (expression) => ({ if: [{ equals: [p('boolean2'), true] }, expression, 'none'] }),
  (expression) => ({ if: ['planted_condition', 'none', expression] }),
]

/** The template with more entries in some of its sections. */
function withSections(data: Data, sections: Readonly<Record<string, object>>): Data {
  return Object.entries(sections).reduce((made, [section, entries]) => {
    const own = isMapping(made) ? made.get(section) : undefined
    return replaced(
      made,
      [section],
      new Map([...(isMapping(own) ? own : []), ...(dataOf(entries) as Mapping)]),
    )
  }, data)
}

/** The template with the expression in an output, or in a resource of its own. */
function planted(template: Template, expression: Data, isOutput: boolean): Data {
  const own = { planted_resource: { type: 'OS::Heat::Value', properties: { value: 'x' } } }
  const holder = { planted_holder: { type: 'OS::Heat::Value', properties: { value: expression } } }
  const condition = { planted_condition: { equals: [p('choice2'), 'two'] } }
  return withSections(template.data, {
    parameters: declarations,
    ...(template.version < '2016-10-14' ? {} : { conditions: condition }),
    resources: isOutput ? own : { ...own, ...holder },
    ...(isOutput ? { outputs: { planted_output: { value: expression } } } : {}),
  })
}

function plantedInCfn(template: Template, expression: Data, isOutput: boolean): Data {
  const own = { planted_resource: { Type: 'OS::Heat::None' } }
  const holder = { planted_holder: { Type: 'OS::Heat::None', Metadata: { value: expression } } }
  return withSections(template.data, {
    Parameters: {
      ...twice('string', { Type: 'String', Default: 'x' }),
      ...twice('number', { Type: 'Number', Default: 1 }),
      ...twice('list', { Type: 'CommaDelimitedList', Default: 'a,b' }),
    },
    Mappings: cfnMappings,
    Conditions: cfnConditions,
    Resources: isOutput ? own : { ...own, ...holder },
    ...(isOutput ? { Outputs: { planted_output: { Value: expression } } } : {}),
  })
}

function plant([, before, after]: Row, template: Template, random: Random): Pair | undefined {
  const isPlain = !template.isHot || template.version < '2016-10-14'
  const location = random.choice(isPlain ? locations : [...locations, ...conditionalLocations])
  if (location === undefined) return undefined
  const isOutput = random.below(2) === 0
  const into = template.isHot ? planted : plantedInCfn
  const [one, other] = [before, after].map((expression) =>
    into(template, dataOf(location(expression)), isOutput),
  )
  return { before: one as Data, after: other as Data }
}

const takes = (template: Template, since: string) =>
  since === 'cfn'
    ? !template.isHot
    : template.isHot && /^\d/.test(template.version) && template.version >= since

export const plantedPairs: readonly Mutator[] = tables.flatMap(({ since, kind, rows }) =>
  rows.map((row) => ({
    name: `planted: ${row[0]}`,
    kind,
    mutant: (template, random) => (takes(template, since) ? plant(row, template, random) : undefined),
  })),
)
