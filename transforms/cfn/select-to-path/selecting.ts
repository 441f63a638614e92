/** What `Fn::Select` selects: by looking where that can be seen, else by `yaql`. */
import {
  boolean,
  type Call,
  type CallScope,
  callRead,
  type FindingCode,
  hasFunction,
  integer,
  isOwn,
  type Mapping,
  type Node,
  nothing,
  type Refusal,
  type Rewritten,
  resolved,
  type Scalar,
  type Sequence,
  scalarOf,
  string,
  stringOf,
} from '../../../src/engine/authoring/authoring.ts'
import { lookUpByYaql, selectByYaql } from '../../../src/heat/functions/yaql-selection.ts'
import { withoutMerges } from '../../../src/heat/merge-keys.ts'
import { sentEntries } from '../../../src/heat/sent-names.ts'

/** One selection: that of a function, or that which each branch of a choice becomes. */
export interface Selecting {
  readonly select: Call
  readonly index: Node
  readonly scope: CallScope<'Fn::Select'>
  refuse(code: FindingCode, message: string): Refusal
  accepts(code: FindingCode, message: string): boolean
  /** `{name: path}` where the collection stands. */
  path(name: string, path: readonly Node[]): Node
}

/**
 * Whether `Fn::Select` may be preserved, as it may in old versions of HOT, which decode JSON as Heat's CloudFormation does. To AWS
 * the function takes lists alone.
 */
export function keepsSelect({
  template,
  target,
}: Pick<CallScope<'Fn::Select'>, 'template' | 'target'>): boolean {
  return template.reading === 'heat' && hasFunction(target, 'Fn::Select')
}

/** A selection that fails whenever it is made. */
export function fails({ refuse }: Selecting, why: string): Refusal {
  return refuse('always-fails', `Fn::Select: ${why}`)
}

/**
 * An item of what certainly is a list, where the user accepts `yaql` for it.
 * @param why what keeps a path from saying it
 */
export function itemByYaql(
  { select, index, scope, refuse, accepts }: Selecting,
  list: Node,
  why: string,
): Rewritten {
  const at = callRead(index) === undefined ? wholeNumber(index) : undefined
  if (at === undefined || at < -1 || !hasFunction(scope.target, 'yaql')) return refuse('no-equivalent', why)
  return accepts('select-by-yaql', why)
    ? selectByYaql(list, { index: at, otherwise: '' }, select.node)
    : scope.keep
}

/**
 * A value of a mapping that is written out, by a key that Heat computes. `yaql` gives an empty string for a key that is not
 * there, as `Fn::Select` does.
 */
export function valueByYaql({ select, index, scope }: Selecting, choices: Mapping): Rewritten | undefined {
  const { template, target } = scope
  if (template.reading === 'aws' || !hasFunction(target, 'yaql')) return undefined
  if (keepsSelect(scope) || !isOwn(choices)) return undefined
  const hasNames = choices.entries.every((one) => one.key.kind === 'scalar' && one.key.type === 'str')
  return hasNames ? lookUpByYaql(choices, index, select.node) : undefined
}

// `Fn::Select` on what can be seen (heat/engine/cfn/functions.py, `Select.result`).

/** What a selection gives: a node, `missing` where Heat gives an empty string, an error, or more than can be written. */
type Selection =
  | { readonly node: Node }
  | { readonly missing: string }
  | { readonly fails: string }
  | { readonly opaque: string }

/** Python's `int()` of an index: `"1"`, 1, 1.7 and true are 1; undefined for other strings and null. */
export function wholeNumber(index: Node): number | undefined {
  const scalar = scalarOf(index)
  if (scalar === undefined || scalar.type === 'null') return undefined
  if (scalar.type !== 'str') return Math.trunc(Number(scalar.value))
  return /^\s*[+-]?\d+\s*$/.test(String(scalar.value)) ? Number(scalar.value) : undefined
}

/** An index into a list as an integer; functions and other strings as they are. */
export function listIndex(index: Node): Node {
  const at = wholeNumber(index)
  return at === undefined || scalarOf(index)?.type === 'int' ? index : integer(at, { for: index })
}

/** The position that an index means in a list of `length` items; undefined when it is out of range. */
export function positionOf(index: number, length: number): number | undefined {
  const position = index < 0 ? length + index : index
  return position >= 0 && position < length ? position : undefined
}

/** Selects from a literal list, map or string. */
export function selectLiteral(index: Node, collection: Node): Selection {
  const from = resolved(collection)
  if (from.kind === 'seq') return fromList(index, from)
  if (from.kind === 'scalar')
    return from.type === 'str' ? fromJson(index, String(from.value)) : fromScalar(from)
  const key = stringOf(index)
  if (key === undefined) return { fails: 'the key of a map must be a string' }
  const node = sentEntries(withoutMerges(from)).get(key)
  return node === undefined ? { missing: `there is no entry "${key}"` } : { node }
}

function fromList(index: Node, { items }: Sequence): Selection {
  const at = wholeNumber(index)
  if (at === undefined) return { fails: 'a list is indexed by whole numbers' }
  const node = items[positionOf(at, items.length) ?? -1]
  return node === undefined ? { missing: `the list has only ${items.length} items` } : { node }
}

function fromScalar(collection: Scalar): Selection {
  if (collection.type === 'null') return { missing: 'there is no collection' }
  return { fails: `nothing can be selected from ${String(collection.value)}` }
}

/** A string is decoded as JSON first; an empty one gives an empty one whatever the index. */
function fromJson(index: Node, source: string): Selection {
  if (source === '') return { missing: 'the collection is an empty string' }
  let data: unknown
  try {
    data = JSON.parse(source)
  } catch {
    return { fails: 'the string to select from is not JSON' }
  }
  if (typeof data !== 'object' || data === null) {
    return data === null
      ? { missing: 'there is no collection' }
      : { fails: 'the JSON string contains neither a list nor a map' }
  }
  const key = Array.isArray(data) ? wholeNumber(index) : stringOf(index)
  if (key === undefined)
    return {
      fails: Array.isArray(data) ? 'a list is indexed by whole numbers' : 'the key of a map must be a string',
    }
  const at = Array.isArray(data) ? (positionOf(Number(key), data.length) ?? -1) : key
  return Object.hasOwn(data, at)
    ? fromData((data as Record<string | number, unknown>)[at])
    : { missing: 'the JSON string does not contain it' }
}

function fromData(value: unknown): Selection {
  if (typeof value === 'string') return { node: string(value) }
  if (typeof value === 'boolean') return { node: boolean(value) }
  if (value === null) return { node: nothing() }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { node: integer(value) }
  return { opaque: 'write the item that the index selects from this JSON string' }
}
