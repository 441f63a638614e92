/**
 * Every intrinsic function of every dialect: one row for each name. Which versions have it, and which class of Heat
 * computes it there, is in `facts/facts.ts`; the form of its arguments and its results are here, what the class takes of
 * them when it computes the function in `class-rows.ts` (heat/engine/hot/functions.py,
 * heat/engine/cfn/functions.py; AWS CloudFormation User Guide, Intrinsic functions).
 */
import type { Node } from '../../document/node.ts'
import { nearNames } from '../near-names.ts'
import { features } from '../versions.ts'
import { listOrNothing, listOrString } from './class-rows.ts'
import type { Form, NewerForm } from './forms.ts'

/** The result of a function; `argument` is what it is given, `anything` what cannot be decided statically. */
type Gives = 'string' | 'list' | 'map' | 'boolean' | 'argument' | 'anything'

export interface FunctionRow {
  /** The accepted arguments, in words: `a list of two`. */
  readonly takes: string
  readonly argument: Form
  /** Whether a function may give all of the argument, whatever its form. */
  readonly computed?: 'anywhere' | 'in conditions' | undefined
  /** Forms that only newer versions of HOT have. */
  readonly newer?: readonly NewerForm[] | undefined
  /** What it gives when it gives anything: several kinds where the arguments decide. */
  readonly gives: readonly Gives[]
  /** The argument that makes it give one item of its list, a string. */
  readonly picksBy?: number | undefined
  readonly refersTo?: Referred | undefined
  /** What AWS takes instead, where Heat takes less. */
  readonly aws?: { readonly takes: string; readonly argument: Form } | undefined
  /** What computes it where AWS's reading differs from Heat's: a class of `semantics/functions/classes.ts`. */
  readonly awsClass?: AwsClass | undefined
  /** Where alone it is a function; others are functions among values, some of them in conditions too. */
  readonly only?: 'values' | 'conditions' | undefined
  /** Heat has no function of that name in any dialect. */
  readonly isAwsOnly?: true | undefined
  /** What to do about it where HOT has nothing for it. */
  readonly advice?: string | undefined
}

/** A function as AWS computes it (CloudFormation User Guide, Intrinsic functions). */
type AwsClass =
  | 'aws.Condition'
  | 'aws.Equals'
  | 'aws.FindInMap'
  | 'aws.GetAtt'
  | 'aws.Join'
  | 'aws.Length'
  | 'aws.Ref'
  | 'aws.Select'
  | 'aws.Sub'
  | 'aws.ToJsonString'
  | 'aws.Unknown'

/** What some functions refer to by a name: their argument, or the first item of it. */
export type Referred =
  | 'parameter'
  | 'resource'
  | 'parameter or resource'
  | 'attribute'
  | 'mapping'
  | 'condition'
  | 'file'

const nothing: Form = { either: ['empty', { items: [] }, { keys: {}, closed: true }] }
const orEmpty = (form: Form): Form => ({ either: [form, 'empty'] })
const replacement: Form = { keys: { template: 'string', params: 'map' } }
const lists = { items: [], rest: orEmpty('list') } as const satisfies Form
const twoOrMore = { items: ['condition', 'condition'], rest: 'condition' } as const satisfies Form
/** The families of names that `hashlib.algorithms_available` has, with OpenSSL or without. */
const algorithm: Form = { matching: /^(md[45]|sha|blake|shake|ripemd|rmd|whirlpool|sm3|mdc2)/i }

const mapOrNull: Form = { either: ['map', 'null'] }

const json = { since: features.jsonInText, elsewhere: 'other' } as const

const hotRows = {
  get_param: {
    takes: 'a name, or a list of a name and a path',
    argument: { either: ['nonempty', { items: ['string'], rest: 'anything' }] },
    computed: 'anywhere',
    refersTo: 'parameter',
    gives: ['anything'],
  },
  get_resource: { takes: 'a name', argument: 'string', refersTo: 'resource', gives: ['anything'] },
  get_file: { takes: 'a name', argument: 'string', refersTo: 'file', gives: ['anything'] },
  get_attr: {
    takes: 'a list of a resource, an attribute and a path',
    argument: { items: ['string'], optional: ['attribute'], rest: 'step', letter: true },
    newer: [
      {
        what: 'get_attr without an attribute',
        since: features.allAttributes,
        elsewhere: 'refused',
        seen: { length: [1, 1] },
      },
    ],
    refersTo: 'attribute',
    gives: ['anything'],
  },
  list_join: {
    takes: 'a delimiter and a list',
    argument: { items: ['string', 'anything'], rest: 'anything' },
    newer: [
      {
        what: 'list_join of several lists',
        since: features.jsonInText,
        elsewhere: 'refused',
        seen: { length: [3, Number.POSITIVE_INFINITY] },
      },
      { what: 'list_join of maps or lists', ...json, seen: { collectionsIn: 1 } },
    ],
    gives: ['string'],
  },
  str_replace: {
    takes: 'template and params',
    argument: replacement,
    newer: [{ what: 'str_replace of maps or lists', ...json, seen: { collectionsIn: 'params' } }],
    gives: ['string'],
  },
  str_replace_strict: {
    takes: 'template and params',
    argument: replacement,
    gives: ['string'],
  },
  str_replace_vstrict: {
    takes: 'template and params',
    argument: replacement,
    gives: ['string'],
  },
  resource_facade: {
    takes: 'metadata, deletion_policy or update_policy',
    argument: { oneOf: ['metadata', 'deletion_policy', 'update_policy'] },
    gives: ['anything'],
  },
  digest: {
    takes: 'the name of an algorithm and a string',
    argument: { items: [algorithm, 'string'] },
    computed: 'anywhere',
    gives: ['string'],
  },
  repeat: {
    takes: 'template and for_each, which is a map of lists',
    argument: {
      keys: { template: 'anything', for_each: 'map' },
      // `RepeatWithNestedLoop._parse_args`
      optional: { permutations: { from: features.permutations, form: 'truth' } },
    },
    newer: [
      {
        what: 'permutations of repeat',
        since: features.permutations,
        elsewhere: 'other',
        seen: { key: 'permutations' },
      },
    ],
    gives: ['list'],
  },
  str_split: {
    takes: 'a delimiter, a string and maybe an index',
    argument: { items: [orEmpty('string'), orEmpty('string')], rest: 'anything' },
    computed: 'anywhere',
    gives: ['list', 'string'],
    picksBy: 2,
  },
  map_merge: {
    takes: 'a list of maps',
    argument: { items: [], rest: orEmpty('map') },
    computed: 'anywhere',
    gives: ['map'],
  },
  map_replace: {
    takes: 'a map and what to replace, keys or values',
    argument: {
      items: [
        mapOrNull,
        { either: ['null', { keys: {}, optional: { keys: mapOrNull, values: mapOrNull }, closed: true }] },
      ],
    },
    computed: 'anywhere',
    gives: ['map'],
  },
  yaql: {
    takes: 'expression and data',
    argument: { keys: { expression: 'string' }, optional: { data: 'anything' }, closed: true },
    gives: ['anything'],
  },
  if: {
    takes: 'a condition and two values',
    argument: { items: ['condition', 'anything'], optional: ['anything'] },
    newer: [
      {
        what: 'if with two items',
        since: features.twoItemIf,
        elsewhere: 'refused',
        seen: { length: [2, 2] },
      },
    ],
    only: 'values',
    gives: ['anything'],
  },
  filter: {
    takes: 'a list of values to leave out, and a list',
    argument: { either: [{ items: [listOrNothing, listOrNothing] }, { items: ['anything', nothing] }] },
    gives: ['list'],
  },
  make_url: {
    takes: 'a map of parts of a URL',
    argument: {
      keys: {},
      optional: {
        scheme: 'anything',
        username: 'anything',
        password: 'anything',
        host: 'anything',
        port: 'anything',
        path: 'anything',
        query: 'anything',
        fragment: 'anything',
      },
      closed: true,
    },
    gives: ['string'],
  },
  list_concat: {
    takes: 'a list of lists',
    argument: lists,
    computed: 'anywhere',
    gives: ['list'],
  },
  list_concat_unique: {
    takes: 'a list of lists',
    argument: lists,
    computed: 'anywhere',
    gives: ['list'],
  },
  contains: {
    takes: 'a value and a list',
    argument: { items: ['anything', listOrString] },
    gives: ['boolean'],
  },
  equals: {
    takes: 'a list of two',
    argument: { items: ['anything', 'anything'] },
    only: 'conditions',
    gives: ['boolean'],
  },
  and: { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  or: { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  not: { takes: 'a condition', argument: { given: 'condition' }, only: 'conditions', gives: ['boolean'] },
} as const satisfies Readonly<Record<string, FunctionRow>>

const cfnRows = {
  Ref: {
    takes: 'the name of a parameter or resource, as a literal string',
    argument: 'literal',
    computed: 'in conditions',
    refersTo: 'parameter or resource',
    gives: ['anything'],
    awsClass: 'aws.Ref',
  },
  'Fn::GetAtt': {
    takes: 'a list of two: the resource and its attribute',
    argument: { items: ['string', 'attribute'] },
    // `resource.attribute`
    aws: {
      takes: 'a list of two: the resource and its attribute',
      argument: { either: [{ items: ['string', 'attribute'] }, { matching: /^[^.]+\./ }] },
    },
    refersTo: 'attribute',
    gives: ['anything'],
    awsClass: 'aws.GetAtt',
  },
  'Fn::FindInMap': {
    takes: 'a list of three: mapping, key, name',
    argument: { items: ['anything', 'anything', 'anything'] },
    refersTo: 'mapping',
    gives: ['anything'],
    awsClass: 'aws.FindInMap',
  },
  'Fn::Join': {
    takes: 'a delimiter and a list',
    argument: { items: ['string', 'anything'] },
    gives: ['string'],
    awsClass: 'aws.Join',
  },
  'Fn::Split': {
    takes: 'a delimiter that is a literal string, and a string',
    argument: { items: ['nonempty', 'string'] },
    gives: ['list'],
  },
  'Fn::Select': {
    takes: 'an index and a collection',
    argument: { items: ['anything', 'anything'] },
    gives: ['anything'],
    awsClass: 'aws.Select',
  },
  'Fn::Replace': {
    takes: 'a map of placeholders and a string',
    // Maps and lists as values: `Replace._validate_replacement`.
    argument: { items: [{ each: 'scalar' }, 'string'] },
    gives: ['string'],
  },
  'Fn::MemberListToMap': {
    takes: 'two names and a list',
    argument: { items: ['literal', 'literal', 'anything'] },
    gives: ['map'],
  },
  'Fn::Base64': {
    takes: 'a string',
    argument: 'string',
    aws: { takes: 'a string', argument: { given: 'scalar' } },
    gives: ['argument'],
  },
  'Fn::GetAZs': {
    takes: 'anything',
    argument: 'anything',
    gives: ['list'],
    advice:
      'HOT lists the availability zones in 2013-05-23 only; --accept availability-zones makes a parameter of it',
  },
  'Fn::ResourceFacade': {
    takes: 'Metadata, DeletionPolicy or UpdatePolicy',
    argument: { oneOf: ['Metadata', 'DeletionPolicy', 'UpdatePolicy'] },
    gives: ['anything'],
  },
  'Fn::If': {
    takes: 'a condition and two values',
    argument: { items: ['condition', 'anything', 'anything'] },
    // Two items are the result of cfn/omit-no-value for AWS::NoValue.
    aws: {
      takes: 'a condition and two values',
      argument: { items: ['condition', 'anything'], optional: ['anything'] },
    },
    only: 'values',
    gives: ['anything'],
  },
  'Fn::Equals': {
    takes: 'a list of two',
    argument: { items: ['anything', 'anything'] },
    only: 'conditions',
    gives: ['boolean'],
    awsClass: 'aws.Equals',
  },
  'Fn::And': { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  'Fn::Or': { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  'Fn::Not': {
    takes: 'a list of one',
    argument: { items: ['condition'] },
    only: 'conditions',
    gives: ['boolean'],
  },
} as const satisfies Readonly<Record<string, FunctionRow>>

/** In Heat these are data. */
const awsRows = {
  'Fn::Sub': {
    takes: 'a string, or a list of a string and a map of variables',
    argument: { either: ['literal', { items: ['literal'], optional: ['map'] }] },
    gives: ['string'],
    isAwsOnly: true,
    awsClass: 'aws.Sub',
  },
  Condition: {
    takes: 'the name of a condition',
    argument: 'literal',
    refersTo: 'condition',
    only: 'conditions',
    gives: ['boolean'],
    isAwsOnly: true,
    awsClass: 'aws.Condition',
  },
  'Fn::ImportValue': {
    takes: 'the name of an export',
    argument: 'anything',
    gives: ['string'],
    isAwsOnly: true,
    advice: 'there are no exports between stacks; pass the value as a parameter',
  },
  'Fn::Transform': {
    takes: 'the name of a macro and its parameters',
    argument: 'anything',
    gives: ['anything'],
    isAwsOnly: true,
    advice: 'macros run at AWS only; expand the template first',
  },
  'Fn::Cidr': {
    takes: 'a block of addresses, a count and a number of bits',
    argument: 'anything',
    gives: ['list'],
    isAwsOnly: true,
    advice: 'HOT cannot compute address blocks; write them out or pass them as a parameter',
  },
  'Fn::ToJsonString': {
    takes: 'a map or a list',
    argument: 'anything',
    gives: ['string'],
    isAwsOnly: true,
    awsClass: 'aws.ToJsonString',
    advice: 'HOT turns maps into JSON only inside str_replace and list_join',
  },
  'Fn::Length': {
    takes: 'a list',
    argument: 'anything',
    gives: ['anything'],
    isAwsOnly: true,
    awsClass: 'aws.Length',
    advice: 'HOT has no such function; yaql can count (2016-10-14)',
  },
} as const satisfies Readonly<Record<string, FunctionRow>>

const rows = { ...hotRows, ...cfnRows, ...awsRows }

/** The name of a function that some dialect has. */
export type FunctionName = keyof typeof rows

/** A form as its consumer sees it: a literal is its string. */
type PartOf<F> = F extends 'literal' | 'nonempty'
  ? string
  : F extends { readonly oneOf: readonly (infer Word)[] }
    ? Word
    : Node

type PartsOf<F> = { readonly [At in keyof F]: PartOf<F[At]> }

type ArgumentsIn<F> = F extends { readonly items: infer Items extends readonly unknown[] }
  ? F extends { readonly rest: unknown } | { readonly optional: unknown }
    ? readonly [...PartsOf<Items>, ...Node[]]
    : PartsOf<Items>
  : F extends { readonly either: unknown }
    ? readonly Node[]
    : readonly [PartOf<F>]

/**
 * The arguments of a function, one by one: the items of a list, or the argument alone. Where a function may give all
 * of the argument, or AWS takes another form, that is among the possibilities.
 */
export type ArgumentsOf<Name extends FunctionName> =
  | ArgumentsIn<(typeof rows)[Name]['argument']>
  | ((typeof rows)[Name] extends { readonly computed: string } ? readonly [Node] : never)
  | ((typeof rows)[Name] extends { readonly aws: { readonly argument: infer F } } ? ArgumentsIn<F> : never)

/** The row of a name; undefined where no dialect has a function of that name. */
export function functionRow(name: string): FunctionRow | undefined {
  return rowsByName.get(name)
}

const rowsByName: ReadonlyMap<string, FunctionRow> = new Map(
  Object.entries<FunctionRow>(rows).map(([name, row]) => [name, whole(row)]),
)

/** All rows in one object layout, see `src/yaml/node.ts`: every function in a template reads some of it. */
function whole(row: FunctionRow): { readonly [Key in keyof Required<FunctionRow>]: FunctionRow[Key] } {
  const { takes, argument, computed, newer, gives, picksBy } = row
  const { refersTo, aws, awsClass, only, isAwsOnly, advice } = row
  return {
    takes,
    argument,
    computed,
    newer,
    gives,
    picksBy,
    refersTo,
    aws,
    awsClass,
    only,
    isAwsOnly,
    advice,
  }
}

/** Every name that is a function in some dialect. */
export const functionNames: readonly FunctionName[] = Object.keys(rows) as FunctionName[]

/** Whether a function may give a value of some kind, as far as its row says. */
export function mayGive(name: string, kind: 'string' | 'list' | 'map' | 'boolean'): boolean {
  const gives = functionRow(name)?.gives ?? ['anything']
  return gives.some((one) => one === kind || one === 'anything' || one === 'argument')
}

/** Whether the first argument of a function is a condition, and the others are values. */
export function branchesOnCondition(name: string): boolean {
  return branching.has(name)
}

const branching: ReadonlySet<string> = new Set(
  functionNames.filter((name) => {
    const form = functionRow(name)?.argument
    return (
      typeof form === 'object' &&
      'items' in form &&
      form.items[0] === 'condition' &&
      form.items[1] === 'anything'
    )
  }),
)

/** The keys under which a function wants a map, and nothing else. */
export function mapKeysOf(name: string): readonly string[] {
  const form = functionRow(name)?.argument
  const keys = typeof form === 'object' && 'keys' in form ? form.keys : {}
  return Object.keys(keys).filter((key) => keys[key] === 'map')
}

/** Whether a function leaves no trace of itself: it is replaced by its argument. */
export function isTransparent(name: string): boolean {
  return functionRow(name)?.gives[0] === 'argument'
}

/** Whether all results of a function are strings. */
export function givesString(name: string): boolean {
  return functionRow(name)?.gives.every((one) => one === 'string') ?? false
}

/** The end of a message: the known function that is most like a name which is none. */
export function functionHint(name: string, known: Iterable<string> = functionNames): string {
  // A prefix that all of them have does not show how near they are.
  const bare = (one: string) => one.replace(/^Fn::/, '')
  const [near] = nearNames(bare(name), [...known].filter((one) => one !== bare(one)).map(bare), 1)
  return near === undefined ? '' : `; did you mean "Fn::${near}"?`
}
