/** A small language for the arguments that functions take, and what reads it. */

import type { Mapping, Node } from '../../text/document/node.ts'
import { isNull, itemsOf, listOf, mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { callOf, callRead } from '../calls.ts'
import type { SchemaType } from '../facts/resource-types.ts'
import { isMerge, readValue } from '../merge-keys.ts'
import { pythonNumber } from '../values/nodes.ts'
import { compareVersions, type HotVersion } from '../versions.ts'

/** What an argument, or a part of one, has to be. A function that gives it is accepted, except where noted. */
export type Form =
  | Atom
  | EitherForm
  | WordForm
  | PatternForm
  | NotNull
  | From
  | ListForm
  | MappingForm
  | EntriesForm

type Atom =
  | 'anything'
  | 'string'
  /** A literal string: Heat reads it before any function is resolved. */
  | 'literal'
  /** A literal that is not empty. */
  | 'nonempty'
  | 'scalar'
  /** True or false, and no function. */
  | 'truth'
  | 'list'
  | 'map'
  /** Null, and what else Python takes for false. */
  | 'empty'
  | 'null'
  /** A number, or a string that holds one, of a port. */
  | 'port'
  /** The name of a declared condition, true or false, or a function of conditions. */
  | 'condition'
  /** The name of an attribute; another attribute cannot give it. */
  | 'attribute'
  /** A key or an index in a path. */
  | 'step'

export interface EitherForm {
  readonly either: readonly Form[]
}

/** One of certain literals. */
interface WordForm {
  readonly oneOf: readonly string[]
}

/** A string; a literal one has to match. */
export interface PatternForm {
  readonly matching: RegExp
}

/** Not null. */
interface NotNull {
  readonly given: Form
}

/** Checked from a version on; the behaviour of older ones is not modelled. */
interface From {
  readonly from: HotVersion
  readonly form: Form
}

interface ListForm {
  readonly items: readonly Form[]
  /** Further items that may follow those. */
  readonly optional?: readonly Form[]
  /** Any number of items after all others. */
  readonly rest?: Form
  /** Whether a string of one letter will do, which Python takes for a list of letters. */
  readonly letter?: true
}

/** A mapping; other keys do not matter unless it is closed. */
export interface MappingForm {
  readonly keys: Readonly<Record<string, Form>>
  readonly optional?: Readonly<Record<string, Form>>
  readonly closed?: true
}

/** A mapping of names that are not empty, each to the same form. */
interface EntriesForm {
  readonly each: Form
}

/** A form that only versions from `since` on take, or read in this way. */
export interface NewerForm {
  /** As the subject of a sentence: `if with two items`. */
  readonly what: string
  readonly since: HotVersion
  /** What older versions do: refuse it, or something else. */
  readonly elsewhere: 'refused' | 'other'
  readonly seen: Sign
}

/** By what a newer form is recognised. */
type Sign =
  /** The number of items. */
  | { readonly length: readonly [min: number, max: number] }
  /** A map or a list among the items of an item, or the values of a key. */
  | { readonly collectionsIn: number | string }
  | { readonly key: string }

/** What decides about forms beside the arguments themselves. */
export interface FormScope {
  /** Whether a node is a function here, which may give anything. */
  readonly isFunction: (node: Node) => boolean
  /** What a function gives for certain; left out where that is not to be judged. */
  readonly givenBy?: (node: Node) => GivenKinds | undefined
  /** The version of a HOT template. */
  readonly version: HotVersion | undefined
  /** What is valid as a condition; undefined where that is not to be judged. */
  readonly conditions?: {
    readonly declared: { has(name: string): boolean }
    readonly functions: { has(name: string): boolean }
  }
}

/** The kinds of values that a function may give, and the function as a sentence about that. */
export interface GivenKinds {
  readonly kinds: readonly SchemaType[]
  readonly sentence: string
}

/** What is wrong with an argument: in words that follow the name of the function, where there is a special reason. */
interface Misfit {
  readonly wording?: string
  /** The function that gives what does not fit, and what that is. */
  readonly by?: { readonly at: Node; readonly given: GivenKinds }
}

const general: Misfit = {}

/** What keeps a node from being of a form; undefined where nothing does. */
export function misfit(node: Node, form: Form, scope: FormScope): Misfit | undefined {
  const wrong = misgiven(node, form, scope)
  if (wrong !== undefined) return wrong
  if (typeof form === 'string') return misfitOfAtom(node, form, scope)
  if ('either' in form) {
    const found: Misfit[] = []
    for (const one of form.either) {
      const wrong = misfit(node, one, scope)
      if (wrong === undefined) return undefined
      found.push(wrong)
    }
    return found.find((one) => one.by !== undefined) ?? found[0]
  }
  if ('given' in form) return isNull(node) ? general : misfit(node, form.given, scope)
  if ('from' in form) {
    const isRead = scope.version !== undefined && compareVersions(scope.version, form.from) >= 0
    return isRead ? misfit(node, form.form, scope) : undefined
  }
  if ('oneOf' in form) {
    const literal = stringOf(node)
    return unless(literal !== undefined && form.oneOf.includes(literal))
  }
  if ('matching' in form) {
    const literal = stringOf(node)
    return unless(literal === undefined ? scope.isFunction(node) : form.matching.test(literal))
  }
  if ('items' in form) return misfitOfItems(node, form, scope)
  if ('each' in form) return misfitOfEntries(node, form.each, scope)
  return misfitOfKeys(mapOf(node), form, scope)
}

/**
 * What a function certainly gives, where no form would accept it; whether a function is allowed there is not checked.
 */
export function misgiven(node: Node, form: Form, scope: FormScope): Misfit | undefined {
  const given = scope.givenBy?.(node)
  if (given === undefined || given.kinds.some((kind) => takesGiven(form, kind, scope))) return undefined
  return { by: { at: node, given } }
}

/** Whether some value of a kind is of a form. */
function takesGiven(form: Form, kind: SchemaType, scope: FormScope): boolean {
  if (typeof form === 'string') return takenByAtom[form].includes(kind)
  if ('either' in form) return form.either.some((one) => takesGiven(one, kind, scope))
  if ('given' in form) return takesGiven(form.given, kind, scope)
  if ('from' in form) {
    const isRead = scope.version !== undefined && compareVersions(scope.version, form.from) >= 0
    return !isRead || takesGiven(form.form, kind, scope)
  }
  if ('oneOf' in form || 'matching' in form) return kind === 'string'
  return kind === ('items' in form ? 'list' : 'map')
}

const scalars: readonly SchemaType[] = ['string', 'number', 'boolean']
const every: readonly SchemaType[] = [...scalars, 'list', 'map']

/** What a function may be, and must not be, is reported by the check of the function itself. */
const takenByAtom: Readonly<Record<Atom, readonly SchemaType[]>> = {
  anything: every,
  string: ['string'],
  literal: every,
  nonempty: ['string'],
  scalar: scalars,
  truth: every,
  list: ['list'],
  map: ['map'],
  empty: every,
  null: [],
  port: scalars,
  condition: every,
  attribute: ['string'],
  step: scalars,
}

function unless(isFit: boolean): Misfit | undefined {
  return isFit ? undefined : general
}

function misfitOfAtom(node: Node, atom: Atom, scope: FormScope): Misfit | undefined {
  switch (atom) {
    case 'anything':
      return undefined
    case 'literal':
      return unless(stringOf(node) !== undefined)
    case 'nonempty':
      return unless((stringOf(node) ?? '') !== '')
    case 'truth':
      return scalarOf(node)?.type === 'bool'
        ? undefined
        : { wording: 'takes true or false for permutations, and no function' }
    case 'empty': {
      const scalar = scalarOf(node)
      return unless(scalar !== undefined && (!scalar.value || scalar.value === 0n))
    }
    case 'null':
      return unless(isNull(node))
    case 'port':
      return unless(scope.isFunction(node) || isPort(node))
    case 'condition':
      return unless(mayBeCondition(node, scope.conditions))
    case 'attribute':
      return isAttribute(node)
        ? { wording: 'cannot select its attribute by another attribute' }
        : misfitOfAtom(node, 'string', scope)
    case 'step':
      return misfitOfAtom(node, 'scalar', scope) === undefined
        ? undefined
        : { wording: 'takes names and numbers, not lists or mappings' }
    default:
      return unless(scope.isFunction(node) || isOfKind(node, atom))
  }
}

/** `MakeURL._check_args` */
function isPort(node: Node): boolean {
  const number = pythonNumber(node)
  if (number === undefined || (stringOf(node) !== undefined && !number.isInteger)) return false
  return Math.trunc(number.value) > 0 && Math.trunc(number.value) <= 65535
}

function isOfKind(node: Node, kind: 'string' | 'scalar' | 'list' | 'map'): boolean {
  switch (kind) {
    case 'string':
      return stringOf(node) !== undefined
    case 'scalar':
      return scalarOf(node) !== undefined
    case 'list':
      return listOf(node) !== undefined
    case 'map':
      return mapOf(node) !== undefined
  }
}

/** Heat resolves the name before there is an attribute that could give it (`Resource.node_data`). */
function isAttribute(node: Node): boolean {
  const name = callRead(node)?.name
  return name === 'get_attr' || name === 'Fn::GetAtt'
}

function mayBeCondition(node: Node, conditions: FormScope['conditions']): boolean {
  if (conditions === undefined) return true
  const name = stringOf(node)
  if (name !== undefined) return conditions.declared.has(name)
  const test = callRead(node)?.name
  return test === undefined ? scalarOf(node)?.type === 'bool' : conditions.functions.has(test)
}

function misfitOfItems(node: Node, form: ListForm, scope: FormScope): Misfit | undefined {
  const items = formItems(node, form)
  if (items === undefined || scope.isFunction(node)) return general
  const known = [...form.items, ...(form.optional ?? [])]
  if (items.length < form.items.length || (items.length > known.length && form.rest === undefined))
    return general
  for (const [index, item] of items.entries()) {
    const found = misfit(item, known[index] ?? form.rest ?? 'anything', scope)
    if (found !== undefined) return found
  }
  return undefined
}

function formItems(node: Node, form: ListForm): readonly Node[] | undefined {
  const isLetter = form.letter === true && stringOf(node)?.length === 1
  return isLetter ? [node] : listOf(node)?.items
}

function misfitOfEntries(node: Node, each: Form, scope: FormScope): Misfit | undefined {
  if (scope.isFunction(node)) return undefined
  const entries = mapOf(node)?.entries
  if (entries === undefined) return general
  for (const one of entries) {
    const found = isMerge(one) ? undefined : nameOf(one) === '' ? general : misfit(one.value, each, scope)
    if (found !== undefined) return found
  }
  return undefined
}

function misfitOfKeys(map: Mapping | undefined, form: MappingForm, scope: FormScope): Misfit | undefined {
  if (map === undefined || scope.isFunction(map)) return general
  const { keys, optional = {} } = form
  for (const forms of [keys, optional])
    for (const key in forms) {
      const value = readValue(map, key)
      if (value === undefined && forms === keys) return general
      const found = value === undefined ? undefined : misfit(value, forms[key] as Form, scope)
      if (found !== undefined) return found
    }
  if (form.closed !== true) return undefined
  const isKnown = (name: string) => Object.hasOwn(keys, name) || Object.hasOwn(optional, name)
  return unless(map.entries.every((one) => isMerge(one) || isKnown(nameOf(one) ?? '')))
}

/** The newer form that an argument has; of several the first. */
export function newerForm(argument: Node, form: Form, newer: readonly NewerForm[]): NewerForm | undefined {
  return newer.find(({ seen }) => isSeen(argument, form, seen))
}

function isSeen(argument: Node, form: Form, seen: Sign): boolean {
  if ('key' in seen) return readValue(argument, seen.key) !== undefined
  const items = typeof form === 'object' && 'items' in form ? (formItems(argument, form) ?? []) : []
  if ('length' in seen) return items.length >= seen.length[0] && items.length <= seen.length[1]
  const { collectionsIn } = seen
  if (typeof collectionsIn === 'number') return itemsOf(items[collectionsIn]).some(isCollection)
  const values = mapOf(readValue(argument, collectionsIn))?.entries ?? []
  return values.some((one) => isCollection(one.value))
}

/** Whether a node is a map or list that is seen to be one. */
function isCollection(node: Node): boolean {
  return listOf(node) !== undefined || (mapOf(node) !== undefined && callOf(node) === undefined)
}
