/**
 * Every intrinsic function of every dialect: one row for each name, in `hot-rows.ts` and `cfn-rows.ts`. It has the form of
 * the arguments and what the function gives; which class of Heat computes it in which version is in `facts/facts.ts`, and
 * what that class takes of the arguments in `class-rows.ts`.
 */
import type { Node } from '../../text/document/node.ts'
import { nearNames } from '../near-names.ts'
import { compareVersions, type HotVersion } from '../versions.ts'
import { awsRows, cfnRows } from './cfn-rows.ts'
import type { FunctionRow } from './function-row.ts'
import { hotRows } from './hot-rows.ts'

export type { FunctionRow, Referred } from './function-row.ts'

const rows = { ...hotRows, ...cfnRows, ...awsRows }

/** The name of a function that some dialect has. */
export type FunctionName = keyof typeof rows

/** A form as its consumer sees it: a literal is its string. */
type PartOf<F> = F extends 'literal' | 'nonempty'
  ? string
  : F extends { readonly oneOf: readonly (infer Word)[] }
    ? Word
    : Node

type ConsumedParts<F> = { readonly [At in keyof F]: PartOf<F[At]> }

type ConsumedArguments<F> = F extends { readonly items: infer Items extends readonly unknown[] }
  ? F extends { readonly rest: unknown } | { readonly optional: unknown }
    ? readonly [...ConsumedParts<Items>, ...Node[]]
    : ConsumedParts<Items>
  : F extends { readonly either: unknown }
    ? readonly Node[]
    : readonly [PartOf<F>]

/**
 * The arguments of a function, one by one: the items of a list, or the argument alone. Where a function may give all
 * of the argument, or AWS takes another form, that is among the possibilities.
 */
export type ArgumentsOf<Name extends FunctionName> =
  | ConsumedArguments<(typeof rows)[Name]['argument']>
  | ((typeof rows)[Name] extends { readonly computed: string } ? readonly [Node] : never)
  | ((typeof rows)[Name] extends { readonly aws: { readonly argument: infer F } }
      ? ConsumedArguments<F>
      : never)

/** The row of a name; undefined where no dialect has a function of that name. */
export function functionRow(name: string): FunctionRow | undefined {
  return rowsByName.get(name)
}

const rowsByName: ReadonlyMap<string, FunctionRow> = new Map(
  Object.entries<FunctionRow>(rows).map(([name, row]) => [name, whole(row)]),
)

/** All rows in one object layout, see `src/text/yaml/node.ts`: every function in a template reads some of it. */
function whole(row: FunctionRow): { readonly [Key in keyof Required<FunctionRow>]: FunctionRow[Key] } {
  const { takes, argument, computed, newer, gives, example, snippet, delimiter, picksBy } = row
  const { refersTo, aws, awsClass, only, isAwsOnly, advice } = row
  return {
    takes,
    argument,
    computed,
    newer,
    gives,
    example,
    snippet,
    delimiter,
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

/** The keys that a function reads of its mapping in a version; none for a function that takes something else. */
export function keysRead(name: string, version: HotVersion): readonly string[] {
  const form = functionRow(name)?.argument
  if (typeof form !== 'object' || !('keys' in form)) return []
  const optional = Object.entries(form.optional ?? {}).filter(
    ([, one]) => typeof one !== 'object' || !('from' in one) || compareVersions(version, one.from) >= 0,
  )
  return [...Object.keys(form.keys), ...optional.map(([key]) => key)]
}

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
