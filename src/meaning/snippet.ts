/**
 * A parsed part of a template, as Heat's `Template.parse` makes it: plain data, or lists and maps with functions
 * inside. Data is a `Value` itself; what holds functions is `Dynamic`.
 */

import {
  Failure,
  isList,
  isMap,
  type Key,
  Opaque,
  omitted,
  type Resolved,
  type Value,
} from '../heat/values/value.ts'
import type { Facts } from './side.ts'
import type { AssumptionKind } from './terms/assumptions.ts'
import type { Input, Kinds, Term, Terms } from './terms/term.ts'
import type { TemplateWorld } from './world.ts'

export type Snippet = Value | Dynamic

export abstract class Dynamic {
  /** The value in a world; throws `Failure` where Heat raises. */
  abstract resolve(world: TemplateWorld): Resolved
  /** Adds the names of resources that the part refers to, used or not (`function.dependencies`). */
  abstract dependencies(world: TemplateWorld, into: Set<string>): void
  /** The meaning of the part for all values. */
  abstract lower(lowering: Lowering): Term
}

/** What Heat raises, or how to make it: nearly all that is required is met, and errors are slow to make. */
export type LazyFailure = Failure | (() => Failure)

/**
 * Where parts of a template become terms (`terms/lowering.ts`). What Heat refuses is not part of the value of a term:
 * it becomes an obligation beside it, under the conditions under which the part counts.
 */
export interface Lowering {
  readonly terms: Terms
  readonly facts: Facts
  readonly mappings: Term
  readonly zones: Term
  lower(snippet: Snippet): Term
  lowerItems(items: readonly Snippet[]): readonly Term[]
  /** The part by itself: what is left out is null (`function.resolve` without `nullable`). */
  value(snippet: Snippet): Term
  /** The part is waited for, but its value is not used. */
  waitFor(snippet: Snippet): void
  /** Lowers what counts only where a condition holds, or where it does not. */
  under<Made>(condition: Term, holds: boolean, make: () => Made): Made
  /** The result for each thing that a term may be, lowered where the term is that. */
  eachUnder(term: Term, make: (one: Term) => Term): Term
  /** Heat refuses this. */
  refuse(failure: Failure): Term
  /** The value must be of one of some types: the term, refused where it certainly is of another one. */
  require(term: Term, accepts: Kinds, failure: LazyFailure): Term
  /** The items of a list that is not written out must be of some types. */
  requireItems(list: Term, accepts: Kinds, failure: LazyFailure): void
  /** A condition that cannot be decided statically. */
  requireThat(about: 'found' | 'taken' | 'not empty', term: Term, failure: LazyFailure): Term
  /** A function must accept its arguments; some versions of it accept more than others. */
  requireTaken(call: Term, accepts: number, failure: Failure): void
  /** The same of one that refuses long strings: there are none unless values in the pair contradict that. */
  requireShort(call: Term, given: readonly Term[], failure: Failure): void
  /** Assumed, not checked: the selected item exists. */
  assumeFound(term: Term): void
  /**
   * Assumed, not checked: the type of the value that is selected from.
   * @returns whether the assumption is possible: values in the pair may contradict it
   */
  assume(kind: AssumptionKind, term: Term, accepts: Kinds): boolean
  /** Assumed, not checked: an attribute is what Heat declares, which is a list or a map. */
  assumeDeclared(term: Term, shape: 'list' | 'map'): boolean
  /** An uninterpreted function. */
  applied(name: string, args: readonly Term[], type?: Kinds, accepts?: number): Term
  /** A function that no law covers. With nothing but data for its arguments it is computed. */
  call(call: DynamicCall): Term
  /** The value where all arguments are data. */
  computedOr(computation: Pick<Computation, 'run'>, argument: Term, otherwise: () => Term): Term
  parameter(name: string, unknown: string): Term
  /** The json parameter that a string with JSON has become, where the caller declares so. */
  jsonParameter(of: Input): Term | undefined
  reference(name: Term): Term
  attribute(name: Term, attribute: Term, path: readonly Term[], by: 'asking' | 'selecting'): Term
  allAttributes(name: Term): Term
  file(name: string): Term
  facade(part: string): Term
  /** Whether the condition that a part denotes holds. */
  isMet(snippet: Snippet): Term
  /** The same of a term: true or false, or the name of a condition. */
  met(term: Term): Term
}

export class DynamicList extends Dynamic {
  readonly items: readonly Snippet[]

  constructor(items: readonly Snippet[]) {
    super()
    this.items = items
  }

  override resolve(world: TemplateWorld): readonly Value[] {
    const values: Value[] = []
    for (const item of this.items) {
      const value = item instanceof Dynamic ? item.resolve(world) : item
      if (value !== omitted) values.push(value)
    }
    return values
  }

  override dependencies(world: TemplateWorld, into: Set<string>): void {
    for (const item of this.items) if (item instanceof Dynamic) item.dependencies(world, into)
  }

  override lower(lowering: Lowering): Term {
    return lowering.terms.list(lowering.lowerItems(this.items))
  }
}

export class DynamicMap extends Dynamic {
  readonly entries: ReadonlyMap<Key, Snippet>

  constructor(entries: ReadonlyMap<Key, Snippet>) {
    super()
    this.entries = entries
  }

  override resolve(world: TemplateWorld): ReadonlyMap<Key, Value> {
    const values = new Map<Key, Value>()
    for (const [key, entry] of this.entries) {
      const value = entry instanceof Dynamic ? entry.resolve(world) : entry
      if (value !== omitted) values.set(key, value)
    }
    return values
  }

  override dependencies(world: TemplateWorld, into: Set<string>): void {
    for (const entry of this.entries.values()) if (entry instanceof Dynamic) entry.dependencies(world, into)
  }

  override lower(lowering: Lowering): Term {
    const entries = new Map<Key, Term>()
    for (const [key, entry] of this.entries) entries.set(key, lowering.lower(entry))
    return lowering.terms.map(entries)
  }
}

/** How a class of Heat's computes a function, its arguments already split. */
export interface Computation {
  run(world: TemplateWorld): Resolved
  /** Where the function refers to resources itself, or not to all that its arguments name. */
  dependencies?(world: TemplateWorld, into: Set<string>): void
  /**
   * The meaning of the function for all values; a function without it is uninterpreted: equal to itself on equal
   * arguments.
   */
  lower?(lowering: Lowering): Term
  /** Gives on what it gets, unknown values included. */
  readonly transparent?: true
  /** Why Heat refuses the function when it loads the template, whether or not anything needs the result. */
  readonly refused?: Failure
  /** Of which only that one is parsed, and given, that a condition takes. */
  readonly branches?: { readonly condition: Snippet; readonly values: readonly Snippet[] }
}

/** A function with its argument. */
export class DynamicCall extends Dynamic {
  readonly name: string
  /** Heat's class that computes it. */
  readonly className: string
  /** A function for macros, which parse their arguments themselves, and for functions that are refused. */
  readonly argument: Snippet | (() => Snippet)
  readonly computation: Computation

  constructor(
    name: string,
    className: string,
    argument: Snippet | (() => Snippet),
    computation: Computation,
  ) {
    super()
    this.name = name
    this.className = className
    this.argument = argument
    this.computation = computation
  }

  /** One name for the functions of all dialects with the same meaning: `Fn::Join` and `list_join` are `join`. */
  get baseName(): string {
    return this.name.replace(/^Fn::|^list_|^str_/, '').toLowerCase()
  }

  override resolve(world: TemplateWorld): Resolved {
    const before = world.unknowns
    world.step()
    if (this.computation.transparent) return this.computation.run(world)
    let result: Resolved | undefined
    try {
      result = this.computation.run(world)
    } catch (error) {
      if (world.unknowns === before || !(error instanceof Failure)) throw error
    }
    if (world.unknowns === before || result instanceof Opaque) return result as Resolved
    return this.unknown(world)
  }

  /** The result of a function of an unknown value is unknown, too. */
  private unknown(world: TemplateWorld): Opaque {
    const parsed = typeof this.argument === 'function' ? this.argument() : this.argument
    const argument = evaluated(parsed, world)
    return world.opaque(this.baseName, [argument], whyUnknown(argument))
  }

  override lower(lowering: Lowering): Term {
    return this.computation.lower?.(lowering) ?? lowering.call(this)
  }

  override dependencies(world: TemplateWorld, into: Set<string>): void {
    world.step()
    if (this.computation.dependencies !== undefined) this.computation.dependencies(world, into)
    else if (this.argument instanceof Dynamic) this.argument.dependencies(world, into)
  }
}

function whyUnknown(value: Value): string {
  if (value instanceof Opaque) return value.why
  const inside = isList(value) ? value : isMap(value) ? [...value.values()] : []
  for (const one of inside) {
    const why = whyUnknown(one)
    if (why !== '') return why
  }
  return ''
}

/** `function.resolve` without `nullable`: what is left out becomes null. */
export function valueIn(snippet: Snippet, world: TemplateWorld): Value {
  if (!(snippet instanceof Dynamic)) return snippet
  const value = snippet.resolve(world)
  return value === omitted ? null : value
}

/** The value with each function resolved by itself: a failing function becomes a `Failure` and hides nothing else. */
export function evaluated(snippet: Snippet, world: TemplateWorld): Value {
  const value = evaluatedOrOmitted(snippet, world)
  return value === omitted ? null : value
}

/** The same, with omitted values distinguished from null. */
function evaluatedOrOmitted(snippet: Snippet, world: TemplateWorld): Resolved {
  if (!(snippet instanceof Dynamic)) return snippet
  if (snippet instanceof DynamicList) {
    const values: Value[] = []
    for (const item of snippet.items) {
      const value = evaluatedOrOmitted(item, world)
      if (value !== omitted) values.push(value)
    }
    return values
  }
  if (snippet instanceof DynamicMap) {
    const values = new Map<Key, Value>()
    for (const [key, entry] of snippet.entries) {
      const value = evaluatedOrOmitted(entry, world)
      if (value !== omitted) values.set(key, value)
    }
    return values
  }
  try {
    return snippet.resolve(world)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** The items of a parsed list; undefined for anything else, also for a function that may give a list. */
export function itemsOf(snippet: Snippet): readonly Snippet[] | undefined {
  if (snippet instanceof DynamicList) return snippet.items
  return isList(snippet as Value) ? (snippet as readonly Value[]) : undefined
}

/** The entries of a parsed map; undefined for anything else. */
export function entriesOf(snippet: Snippet): ReadonlyMap<Key, Snippet> | undefined {
  if (snippet instanceof DynamicMap) return snippet.entries
  return isMap(snippet) ? snippet : undefined
}

/**
 * Python's `a, b = snippet`: the items of a list, the keys of a map, the characters of a string.
 * @throws ValueError when there are not `count`, TypeError when there is nothing to iterate over
 */
export function unpacked(snippet: Snippet, count: number): readonly Snippet[] {
  const entries = entriesOf(snippet)
  const items =
    itemsOf(snippet) ?? (entries === undefined ? undefined : [...entries.keys()]) ?? characters(snippet)
  if (items === undefined) throw new Failure('TypeError', 'cannot unpack non-iterable object')
  if (items.length !== count && typeof snippet === 'string')
    throw new Failure('ValueError', `a string where a list of ${count} is expected`)
  if (items.length !== count)
    throw new Failure('ValueError', `expected ${count} arguments, got ${items.length}`)
  return items
}

function characters(snippet: Snippet): readonly string[] | undefined {
  return typeof snippet === 'string' ? [...snippet] : undefined
}
