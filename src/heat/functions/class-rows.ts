/**
 * What classes of functions take when they compute a result: one row for each class, one part for each location of the
 * arguments. `check` applies them to literals, lowering and evaluation to terms and values (heat/engine/hot/functions.py,
 * heat/engine/cfn/functions.py; `aws.*` are ours). Which function is computed by which class is in `facts/facts.ts`, and
 * the form of the arguments as a whole in `table.ts`.
 */
import type { Form } from './forms.ts'
import type { RelationName } from './literal-relations.ts'

export interface PartRow {
  /** Where in the argument: indexes and keys, `*` for each item or value, `+` for each item but the first. */
  readonly of: readonly (string | number)[]
  readonly is: Form
  /** The predicate of a sentence about the function; left out where the form of its arguments says the same. */
  readonly why?: string
  /** What can be done about a literal. */
  readonly fix?: readonly [string]
  /** What Heat raises of anything else, where one exception says it all: its class and message, of the function `%s`. */
  readonly raises?: readonly [error: string, message: string]
}

/** What holds between arguments, in words of `literal-relations.ts`. */
interface RelationRow {
  readonly relation: RelationName
}

/** In the order in which they are checked. */
export type ClassRow = Readonly<Record<string, PartRow | RelationRow>>

const stringOrNull: Form = { either: ['string', 'null'] }
const listOrNull: Form = { either: ['list', 'null'] }
export const mapOrNull: Form = { either: ['map', 'null'] }
/** An empty map is as good as an empty list to Python. */
export const listOrNothing: Form = { either: ['list', 'empty', { keys: {}, closed: true }] }
export const listOrString: Form = { either: ['list', 'string'] }

const placeholders = { relation: 'placeholders' } as const
const found = { relation: 'found placeholders' } as const

/** `Join` treats null as nothing, and refuses everything else that is not a string. */
const join = {
  delimiter: { of: [0], is: 'string', raises: ['TypeError', '"%s" delimiter must be a string'] },
  lists: {
    of: [1],
    is: listOrNull,
    why: 'joins the items of a list',
    raises: ['TypeError', '"%s" must operate on a list'],
  },
  items: {
    of: [1, '*'],
    is: stringOrNull,
    why: 'joins strings only',
    fix: ['quote it'],
    raises: ['TypeError', 'Items to join must be strings'],
  },
} as const

const template = {
  of: ['template'],
  is: 'string',
  raises: ['TypeError', '"%s" template must be a string'],
} as const
const params = { of: ['params'], is: 'map', raises: ['TypeError', '"%s" params must be a map'] } as const
const scalars = {
  is: 'scalar',
  why: 'inserts only strings and numbers',
  raises: ['TypeError', '"%s" params must be strings or numbers'],
} as const
/** `ReplaceJson` puts lists and maps as JSON into its template. */
const anyValues = { of: ['params', '*'], is: 'anything' } as const

const loops = (is: Form, why: string, or: string) =>
  ({
    of: ['for_each', '*'],
    is,
    why,
    raises: ['TypeError', `The values of the "for_each" argument to "%s" must be lists${or}`],
  }) as const
const loopsOverLists = loops(listOrNull, 'repeats its template for the items of lists', '')
const loopsOverMaps = loops(
  { either: ['list', 'map', 'null'] },
  'repeats its template for the items of lists or the keys of mappings',
  ' or maps',
)
const uneven = { relation: 'loops' } as const

const concatenated = {
  lists: {
    of: ['*'],
    is: listOrNull,
    why: 'puts lists together only',
    raises: ['TypeError', 'Incorrect arguments: Items to concat must be lists.'],
  },
} as const

const maps = {
  is: mapOrNull,
  raises: ['TypeError', 'Incorrect arguments: Items to merge must be maps.'],
} as const

const urlString = (key: string) =>
  ({
    of: [key],
    is: 'string',
    why: `takes a string as ${key}`,
    raises: ['TypeError', `The "${key}" argument to "%s" must be a string`],
  }) as const

const key = { is: { given: 'scalar' }, why: 'looks for strings only' } as const

export const classRows = {
  'hot.functions.Join': join,
  'hot.functions.JoinMultiple': {
    delimiter: join.delimiter,
    lists: { ...join.lists, of: ['+'], is: listOrNothing, why: 'joins the items of lists' },
    items: {
      ...join.items,
      of: ['+', '*'],
      is: { either: ['string', 'null', 'list', 'map'] },
      why: 'joins strings, lists and mappings only',
    },
  },
  'hot.functions.Replace': { placeholders, values: { of: ['params', '*'], ...scalars }, template, params },
  'hot.functions.ReplaceJson': { placeholders, values: anyValues, template, params },
  'hot.functions.ReplaceJsonStrict': { placeholders, found, values: anyValues, template, params },
  'hot.functions.ReplaceJsonVeryStrict': {
    placeholders,
    found,
    filled: { relation: 'values of placeholders' },
    values: anyValues,
    template,
    params,
  },
  'hot.functions.Digest': {
    /**
     * The algorithms that `hashlib` of the engine has by name, and computes without a given length: `cryptography` loads what
     * OpenSSL 3 counts as legacy before `hashlib` asks.
     */
    algorithm: {
      of: [0],
      is: {
        matching:
          /^(?:md[45]|sha1|sha(?:224|256|384|512)|sha3_(?:224|256|384|512)|blake2[bs]|sha512_(?:224|256)|md5-sha1|ripemd160|sm3|whirlpool)$/i,
      },
      why: 'does not have this algorithm',
    },
    /** `str.encode('latin-1')` */
    value: {
      of: [1],
      is: { matching: /^[\0-\xff]*$/ },
      why: 'reads characters up to U+00FF only',
      raises: ['UnicodeEncodeError', "'latin-1' codec can't encode characters"],
    },
  },
  'hot.functions.Repeat': { loops: loopsOverLists, uneven },
  'hot.functions.RepeatWithMap': { loops: loopsOverMaps, uneven },
  'hot.functions.RepeatWithNestedLoop': { loops: loopsOverMaps, uneven },
  'hot.functions.StrSplit': {
    whole: {
      of: [1],
      is: stringOrNull,
      why: 'splits strings only',
      raises: ['AttributeError', "object has no attribute 'split'"],
    },
    index: { of: [2], is: { either: ['scalar', 'null'] }, why: 'takes a number as index' },
    parts: { relation: 'parts' },
  },
  'hot.functions.MapMerge': { maps: { of: ['*'], ...maps, why: 'merges mappings only' } },
  'hot.functions.MapReplace': { maps: { of: ['*'], ...maps }, keys: { relation: 'distinct keys' } },
  'hot.functions.Yaql': { expression: { relation: 'expression' } },
  'hot.functions.MakeURL': {
    scheme: {
      ...urlString('scheme'),
      is: { matching: /^[^:]*$/ },
      why: 'takes a string without colon as scheme',
    },
    username: urlString('username'),
    password: urlString('password'),
    host: urlString('host'),
    port: { of: ['port'], is: 'port', why: 'takes a port from 1 to 65535' },
    path: urlString('path'),
    query: {
      of: ['query'],
      is: 'map',
      why: 'takes a mapping as query',
      raises: ['TypeError', 'The "query" argument to "%s" must be a map'],
    },
    fragment: urlString('fragment'),
  },
  'hot.functions.ListConcat': concatenated,
  'hot.functions.ListConcatUnique': concatenated,
  'hot.functions.Filter': {
    unwanted: { of: [0], is: listOrNothing, raises: ['TypeError', '"%s" filters a list of values'] },
    list: { of: [1], is: listOrNothing, raises: ['TypeError', '"%s" only works with lists'] },
  },
  'hot.functions.Contains': {
    list: {
      of: [1],
      is: listOrString,
      raises: ['TypeError', 'Second argument to "%s" should be a sequence.'],
    },
    value: { relation: 'text in text' },
  },
  'cfn.functions.FindInMap': {
    mapping: { of: [0], is: 'string', why: 'takes a string as the name of the mapping' },
    key: { of: [1], ...key },
    name: { of: [2], ...key },
  },
  'cfn.functions.Join': join,
  'cfn.functions.Split': {
    delimiter: { of: [0], is: 'nonempty', raises: ['TypeError', 'Delimiter for %s must be string'] },
    whole: { of: [1], is: 'string', raises: ['TypeError', 'String to split must be string'] },
  },
  'cfn.functions.Select': { selection: { relation: 'selection' } },
  'cfn.functions.Replace': {
    values: { of: [0, '*'], ...scalars },
    placeholders,
    template: { ...template, of: [1] },
    params: { ...params, of: [0] },
  },
  'cfn.functions.MemberListToMap': {
    list: {
      of: [2],
      is: { either: ['list', 'map', { oneOf: [''] }] },
      why: 'reads a list',
      raises: ['TypeError', 'Member list must be a list'],
    },
    members: { of: [2, '*'], is: { matching: /=/ }, why: 'reads strings with an equals sign only' },
  },
  'cfn.functions.Base64': {
    whole: { of: [], is: 'string', raises: ['TypeError', '"%s" argument must be a string'] },
  },
  'aws.Length': { list: { of: [], is: 'list', raises: ['TypeError', '"%s" must operate on a list'] } },
  // AWS writes numbers and booleans as strings.
  'aws.Join': {
    delimiter: join.delimiter,
    lists: { ...join.lists, is: 'list' },
    items: { ...join.items, is: 'scalar' },
  },
} as const satisfies Readonly<Record<string, ClassRow>>

const rows: ReadonlyMap<string, ClassRow> = new Map(Object.entries<ClassRow>(classRows))

/** What a class takes, in the order in which it is checked; nothing for a class that takes whatever its form allows. */
export function classRow(className: string | undefined): ClassRow {
  return (className === undefined ? undefined : rows.get(className)) ?? {}
}
