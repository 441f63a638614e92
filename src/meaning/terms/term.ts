/**
 * Terms: the meaning of a part of a template, for all values at once. They are immutable and hash-consed, so that two
 * are equal exactly when they are the same object. No string of a template can forge an input: inputs are nodes of
 * their own, not marked strings.
 */

import { jsonText } from '../../heat/values/json-text.ts'
import { byCodePoints, intOfText, pythonStr } from '../../heat/values/python-text.ts'
import {
  Failure,
  Float,
  isList,
  isMap,
  isNumber,
  type Key,
  pythonEquals,
  type Value,
} from '../../heat/values/value.ts'
import type { Budget } from '../budget.ts'
import { type Assumption, type AssumptionKind, assumption } from './assumptions.ts'

/** A set of Python types, as bits. */
export type Kinds = number
export const kinds = {
  str: 1,
  int: 2,
  float: 4,
  bool: 8,
  null: 16,
  list: 32,
  map: 64,
  number: 6,
  collection: 96,
  any: 127,
  /** Not a type, but accepted in addition to some: whatever is false for Python. */
  falsy: 128,
} as const

interface TermFields {
  readonly id: number
  /** What types the value may have. */
  readonly kinds: Kinds
  /** Whether it contains a decision. */
  readonly decides: boolean
  /** Whether it is a ground term: data without inputs, decisions and functions. */
  readonly isData: boolean
}

/** A scalar. */
export interface Constant extends TermFields {
  readonly tag: 'constant'
  readonly value: Key
}
export interface ListTerm extends TermFields {
  readonly tag: 'list'
  readonly items: readonly Term[]
}
/** Entries by their keys, in their order: functions that list them depend on it. */
export interface MapTerm extends TermFields {
  readonly tag: 'map'
  readonly entries: ReadonlyMap<Key, Term>
}
/** What only the cloud or the user knows. */
export interface Input extends TermFields {
  readonly tag: 'input'
  readonly of: InputOf
  /** The template to which the name belongs; '' is the outer one. */
  readonly scope: string
  readonly name: string
  /** The attribute, or the type of a parameter. */
  readonly detail: string
  /** The types of what steps into it find, step by step, as far as they are known. */
  readonly inside: readonly Kinds[]
  /** The values that a parameter may have, where they are few. */
  readonly allowed: readonly Term[] | undefined
}
type InputOf =
  | 'parameter'
  | 'pseudo'
  | 'reference'
  | 'attribute'
  | 'attributes'
  | 'file'
  | 'zones'
  | 'facade'
  | 'index'
/** Concatenated strings; other parts are converted to strings (see `Terms.concat`). */
interface Concat extends TermFields {
  readonly tag: 'concat'
  readonly parts: readonly Term[]
}
/** One step of a path. Where it leads nowhere, the value is `missing`. */
export interface Step extends TermFields {
  readonly tag: 'step'
  readonly of: Term
  readonly key: Term
  readonly missing: '' | null
  readonly digits: Digits
}
/**
 * The meaning of a string of digits as a key of a list or a string: the index (`GetParam` of
 * heat/engine/hot/functions.py), or nothing (`select_from_attribute` of heat/engine/attributes.py). Where it makes no
 * difference, it is an index.
 */
type Digits = 'index' | 'nothing'
/** A decision node on one boolean term, as in a decision diagram; newer atoms are above older ones. */
export interface Choice extends TermFields {
  readonly tag: 'choice'
  readonly atom: Term
  readonly then: Term
  readonly otherwise: Term
  /** The number of decision nodes on the longest path. */
  readonly depth: number
  /** Whether one of the outcomes leaves it out. */
  readonly omits: boolean
}
/** An uninterpreted function: nothing is known of it but that equal arguments give equal results. */
export interface Apply extends TermFields {
  readonly tag: 'apply'
  readonly name: string
  readonly args: readonly Term[]
}
/** Heat refuses this, whatever the values. */
interface Refused extends TermFields {
  readonly tag: 'refused'
  readonly failure: Failure
}
/** The entry or item around it is left out. */
interface Omitted extends TermFields {
  readonly tag: 'omitted'
}

export type Term = Constant | ListTerm | MapTerm | Input | Concat | Step | Choice | Apply | Refused | Omitted

/** The kind of term that a sequence of numbers encodes; inputs have as many kinds as there are things to ask for. */
const shapes = {
  omitted: 0,
  refused: 1,
  list: 2,
  map: 3,
  apply: 4,
  holds: 5,
  choice: 6,
  concat: 7,
  step: 8,
} as const
const inputShapes: Readonly<Record<InputOf, number>> = {
  parameter: 16,
  pseudo: 17,
  reference: 18,
  attribute: 19,
  attributes: 20,
  file: 21,
  zones: 22,
  facade: 23,
  index: 24,
}

/** A term with the numbers that it is made of. */
interface Shape {
  readonly numbers: readonly number[]
  readonly term: Term
  /** Another one of the same hash. */
  readonly next: Shape | undefined
}

/** As FNV-1a mixes bytes into a hash. */
function mixed(hash: number, number: number): number {
  return Math.imul(hash ^ number, 0x01000193)
}

/**
 * The start of all hashes: another one in each process, so that no template can be written whose terms all have the
 * same.
 */
const seed = Math.floor(Math.random() * 2 ** 31)

/**
 * The hash-consing table: terms by the numbers that they are made of, which are the kind, and the ids of the terms and
 * strings inside. The numbers are added one by one, then looked up: no key is allocated for a known term. Each string
 * has a number of its own, so that no two can collide.
 */
class Interned {
  readonly #shapes = new Map<number, Shape>()
  /** The numbers added so far; the rest is left from earlier lookups. */
  readonly #numbers: number[] = []
  #size = 0
  #hash = 0

  begin(kind: number): void {
    this.#numbers[0] = kind
    this.#size = 1
    this.#hash = mixed(seed, kind)
  }

  add(number: number): void {
    this.#numbers[this.#size] = number
    this.#size += 1
    this.#hash = mixed(this.#hash, number)
  }

  addTerms(terms: readonly Term[]): void {
    const numbers = this.#numbers
    let size = this.#size
    let hash = this.#hash
    for (let index = 0; index < terms.length; index += 1) {
      const { id } = terms[index] as Term
      numbers[size] = id
      size += 1
      hash = mixed(hash, id)
    }
    this.#size = size
    this.#hash = hash
  }

  /** All numbers at once; each kind has as many. */
  say(kind: number, first = 0, second = 0, third = 0): void {
    const numbers = this.#numbers
    numbers[0] = kind
    numbers[1] = first
    numbers[2] = second
    numbers[3] = third
    this.#size = 4
    this.#hash = mixed(mixed(mixed(mixed(seed, kind), first), second), third)
  }

  /** How many numbers have been added. */
  get size(): number {
    return this.#size
  }

  find(): Term | undefined {
    let shape = this.#shapes.get(this.#hash)
    while (shape !== undefined && !this.#isSaid(shape.numbers)) shape = shape.next
    return shape?.term
  }

  #isSaid(numbers: readonly number[]): boolean {
    if (numbers.length !== this.#size) return false
    for (let index = 0; index < numbers.length; index += 1)
      if (numbers[index] !== this.#numbers[index]) return false
    return true
  }

  /** Stores the term that was not found. */
  keep(term: Term): void {
    const numbers = this.#numbers.slice(0, this.#size)
    this.#shapes.set(this.#hash, { numbers, term, next: this.#shapes.get(this.#hash) })
  }
}

/** What a function becomes when its arguments have changed: its laws hold again, its demands are known already. */
export type Law = (terms: Terms, args: readonly Term[], type: Kinds) => Term

const noLaws: ReadonlyMap<string, Law> = new Map()

/** At most this many decisions on a path are split one by one. */
const deepest = 48

/** Makes terms; the two sides of a comparison share one. */
export class Terms {
  readonly budget: Budget
  readonly #laws: ReadonlyMap<string, Law>
  readonly #strings = new Map<string, Term>()
  readonly #scalars = new Map<Key | string, Term>()
  readonly #interned = new Interned()
  readonly #words = new Map<string, number>()
  /** Cached decisions, by their operands. */
  readonly #decisions = new Interned()
  readonly #truths = new Map<Term, Term>()
  /** Tables by what lookups read from them. */
  readonly #tables = new Map<Term, Term>()
  readonly #assumptions = new Map<string, Assumption>()
  #next = 0

  readonly true: Term
  readonly false: Term
  readonly null: Term
  readonly empty: Term
  readonly omitted: Term

  /** @param laws those of functions, by the names of their applications */
  constructor(budget: Budget, laws: ReadonlyMap<string, Law> = noLaws) {
    this.budget = budget
    this.#laws = laws
    this.true = this.constant(true)
    this.false = this.constant(false)
    this.null = this.constant(null)
    this.empty = this.constant('')
    this.#interned.say(shapes.omitted)
    this.omitted = this.#kept({ id: this.#next, tag: 'omitted', kinds: 0, decides: false, isData: false })
  }

  /** The assumptions that terms were made on. */
  get assumptions(): readonly Assumption[] {
    return [...this.#assumptions.values()]
  }

  relyOn(kind: AssumptionKind, about: string): void {
    const key = `${kind} ${about}`
    if (!this.#assumptions.has(key)) this.#assumptions.set(key, assumption(kind, about))
  }

  /** A new term: the numbers added to `#interned` identify it from now on. */
  #kept<One extends Term>(term: One): One {
    this.budget.spend(1, 8 * this.#interned.size)
    this.#next += 1
    this.#interned.keep(term)
    return term
  }

  constant(value: Key): Term {
    return (typeof value === 'string' ? this.#strings.get(value) : undefined) ?? this.#scalar(value)
  }

  #scalar(value: Key): Term {
    const [table, key] =
      typeof value === 'string'
        ? [this.#strings, value]
        : value instanceof Float
          ? [this.#scalars, `float ${Object.is(value.value, -0) ? '-0' : value.value}`]
          : [this.#scalars, value]
    const known = (table as Map<Key, Term>).get(key)
    if (known !== undefined) return known
    this.budget.spend(1, typeof value === 'string' ? value.length : 8)
    const term: Constant = {
      id: this.#next,
      tag: 'constant',
      value,
      kinds: kindOf(value),
      decides: false,
      isData: true,
    }
    this.#next += 1
    ;(table as Map<Key, Term>).set(key, term)
    return term
  }

  /** Constant data. */
  data(value: Value): Term {
    if (typeof value === 'string') return this.constant(value)
    if (isList(value)) return this.list(value.map((item) => this.data(item)))
    if (isMap(value)) {
      const entries = new Map<Key, Term>()
      for (const [key, one] of value) entries.set(key, this.data(one))
      return this.map(entries)
    }
    return value instanceof Failure ? this.refused(value) : this.constant(value as Key)
  }

  refused(failure: Failure): Term {
    this.#interned.say(shapes.refused, this.#word(failure.error), this.#word(failure.message))
    return (
      this.#interned.find() ??
      this.#kept({ id: this.#next, tag: 'refused', failure, kinds: 0, decides: false, isData: false })
    )
  }

  /** Items that are left out are not there. */
  list(items: readonly Term[]): Term {
    const kept = items.includes(this.omitted) ? items.filter((item) => item !== this.omitted) : items
    this.#interned.begin(shapes.list)
    this.#interned.addTerms(kept)
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'list',
        items: kept,
        kinds: kinds.list,
        decides: kept.some(({ decides }) => decides),
        isData: kept.every(({ isData }) => isData),
      })
    )
  }

  map(entries: ReadonlyMap<Key, Term>): Term {
    const interned = this.#interned
    interned.begin(shapes.map)
    let isWhole = true
    for (const [name, term] of entries)
      if (term === this.omitted) isWhole = false
      else {
        // Negative numbers are those of keys that are not strings.
        interned.add(typeof name === 'string' ? this.#word(name) : -1 - this.constant(name).id)
        interned.add(term.id)
      }
    return interned.find() ?? this.#newMap(entries, isWhole)
  }

  #newMap(entries: ReadonlyMap<Key, Term>, isWhole: boolean): Term {
    const kept = isWhole ? entries : new Map([...entries].filter(([, term]) => term !== this.omitted))
    let decides = false
    let isData = true
    for (const term of kept.values()) {
      decides ||= term.decides
      isData &&= term.isData
    }
    return this.#kept({ id: this.#next, tag: 'map', entries: kept, kinds: kinds.map, decides, isData })
  }

  /** A number for a string: keys of terms are made of numbers, so that no two strings can collide. */
  #word(text: string): number {
    let word = this.#words.get(text)
    if (word === undefined) {
      word = this.#words.size
      this.#words.set(text, word)
      this.budget.spend(0, text.length)
    }
    return word
  }

  input(
    of: InputOf,
    name: string,
    type: Kinds,
    detail = '',
    scope = '',
    inside: readonly Kinds[] = [],
    allowed?: readonly Term[],
  ): Term {
    this.#interned.say(inputShapes[of], this.#word(scope), this.#word(name), this.#word(detail))
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'input',
        of,
        scope,
        name,
        detail,
        inside,
        allowed,
        kinds: type,
        decides: false,
        isData: false,
      })
    )
  }

  /** @param type the types that the result may have */
  apply(name: string, args: readonly Term[], type: Kinds = kinds.any): Term {
    this.#interned.begin(shapes.apply)
    this.#interned.add(this.#word(name))
    this.#interned.addTerms(args)
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'apply',
        name,
        args,
        kinds: type,
        decides: args.some(({ decides }) => decides),
        isData: false,
      })
    )
  }

  // Decisions

  /** `if`: the one or the other, by a condition. */
  choice(condition: Term, then: Term, otherwise: Term): Term {
    if (condition === this.true || then === otherwise) return then
    if (condition === this.false) return otherwise
    if (condition.tag === 'refused') return condition
    if (then === this.true && otherwise === this.false && condition.tag === 'choice') return condition
    const decisions = this.#decisions
    decisions.say(shapes.choice, condition.id, then.id, otherwise.id)
    const known = decisions.find()
    if (known !== undefined) return known
    this.budget.spend(1, 64)
    const atom = newest(condition, then, otherwise)
    const alternative = (holds: boolean) =>
      this.choice(
        this.#whereTop(condition, atom, holds),
        this.#whereTop(then, atom, holds),
        this.#whereTop(otherwise, atom, holds),
      )
    const one = alternative(true)
    const other = alternative(false)
    const made = this.#decision(atom, one, other)
    // Others have been made in between.
    decisions.say(shapes.choice, condition.id, then.id, otherwise.id)
    decisions.keep(made)
    return made
  }

  #decision(atom: Term, then: Term, otherwise: Term): Term {
    if (then === otherwise) return then
    this.#interned.say(shapes.choice, atom.id, then.id, otherwise.id)
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'choice',
        atom,
        then,
        otherwise,
        depth: 1 + Math.max(depthOf(then), depthOf(otherwise)),
        omits: mayBeOmitted(then) || mayBeOmitted(otherwise),
        kinds: then.kinds | otherwise.kinds,
        decides: true,
        isData: false,
      })
    )
  }

  #whereTop(term: Term, atom: Term, holds: boolean): Term {
    if (term === atom) return holds ? this.true : this.false
    if (term.tag === 'choice' && term.atom === atom) return holds ? term.then : term.otherwise
    return term
  }

  /** The truth of a term, as a decision. */
  condition(term: Term): Term {
    if (term.tag === 'constant' || term.tag === 'refused') return term
    if (term.tag !== 'choice') return this.#decision(term, this.true, this.false)
    const known = this.#truths.get(term)
    if (known !== undefined) return known
    const [atom, then, otherwise] = [term.atom, this.condition(term.then), this.condition(term.otherwise)]
    const made =
      then === term.then && otherwise === term.otherwise
        ? term
        : this.choice(this.#decision(atom, this.true, this.false), then, otherwise)
    this.#truths.set(term, made)
    return made
  }

  /**
   * A condition to choose values by. One with too many decisions becomes a single atom: so it costs no more than
   * others.
   */
  question(condition: Term): Term {
    if (condition.tag !== 'choice' || condition.depth < deepest) return condition
    this.#interned.say(shapes.holds, condition.id)
    return this.condition(
      this.#interned.find() ??
        this.#kept({
          id: this.#next,
          tag: 'apply',
          name: 'holds',
          args: [condition],
          kinds: kinds.bool,
          decides: false,
          isData: false,
        }),
    )
  }

  not(condition: Term): Term {
    return this.choice(condition, this.false, this.true)
  }

  and(one: Term, other: Term): Term {
    return this.choice(one, other, this.false)
  }

  or(one: Term, other: Term): Term {
    return this.choice(one, this.true, other)
  }

  /** Whether one holds wherever the other does. */
  implies(one: Term, other: Term): boolean {
    if (one === other || one === this.false || other === this.true) return true
    return this.choice(one, other, this.true) === this.true
  }

  /** The term with an atom replaced by its value, everywhere inside. */
  where(term: Term, atom: Term, holds: boolean, done = new Map<Term, Term>()): Term {
    if (!term.decides) return term
    const known = done.get(term)
    if (known !== undefined) return known
    const inside = (one: Term) => this.where(one, atom, holds, done)
    const made = this.rebuilt(term, inside, (choice) =>
      choice.atom === atom
        ? inside(holds ? choice.then : choice.otherwise)
        : this.choice(this.condition(choice.atom), inside(choice.then), inside(choice.otherwise)),
    )
    done.set(term, made)
    return made
  }

  /** The term with the data in it replaced; its decisions are preserved. */
  withData(term: Term, make: (data: Term) => Term, done = new Map<Term, Term>()): Term {
    if (term.isData) return make(term)
    const known = done.get(term)
    if (known !== undefined) return known
    const inside = (one: Term) => this.withData(one, make, done)
    const made = this.rebuilt(term, inside, (choice) =>
      this.choice(this.condition(choice.atom), inside(choice.then), inside(choice.otherwise)),
    )
    done.set(term, made)
    return made
  }

  /** The term rebuilt from its rewritten subterms. */
  rebuilt(term: Term, inside: (term: Term) => Term, choice: (choice: Choice) => Term): Term {
    switch (term.tag) {
      case 'choice':
        return choice(term)
      case 'list':
        return this.list(term.items.map(inside))
      case 'map':
        return this.map(new Map([...term.entries].map(([key, one]) => [key, inside(one)])))
      case 'concat':
        return this.concat(term.parts.map(inside))
      case 'step':
        return this.step(inside(term.of), inside(term.key), term.missing, term.digits)
      case 'apply':
        return this.#again(term, term.args.map(inside))
      case 'constant':
      case 'input':
      case 'refused':
      case 'omitted':
        return term
    }
  }

  #again(call: Apply, args: readonly Term[]): Term {
    if (args.every((one, index) => one === call.args[index])) return call
    const law = this.#laws.get(call.name)
    return law === undefined ? this.apply(call.name, args, call.kinds) : law(this, args, call.kinds)
  }

  /** The result for each alternative of a term that is a decision at its top. */
  each(term: Term, make: (term: Term) => Term): Term {
    // Most terms have no decision at their tops.
    return term.tag === 'choice' ? this.#eachOf(term, make, new Map()) : make(term)
  }

  #eachOf(term: Term, make: (term: Term) => Term, done: Map<Term, Term>): Term {
    if (term.tag !== 'choice') return make(term)
    const known = done.get(term)
    if (known !== undefined) return known
    const made = this.choice(
      this.condition(term.atom),
      this.#eachOf(term.then, make, done),
      this.#eachOf(term.otherwise, make, done),
    )
    done.set(term, made)
    return made
  }

  /**
   * The alternatives of a term, each with the condition under which it is chosen. Use this instead of walking the
   * paths: many of them may lead to one alternative.
   */
  leaves(term: Term): ReadonlyMap<Term, Term> {
    return term.tag === 'choice' ? this.#leavesOf(term, new Map()) : new Map([[term, this.true]])
  }

  #leavesOf(term: Term, done: Map<Term, ReadonlyMap<Term, Term>>): ReadonlyMap<Term, Term> {
    const known = done.get(term)
    if (known !== undefined) return known
    const found = new Map<Term, Term>()
    if (term.tag === 'choice') {
      const atom = this.condition(term.atom)
      const [then, otherwise] = [this.#leavesOf(term.then, done), this.#leavesOf(term.otherwise, done)]
      this.budget.spend(then.size + otherwise.size, 0)
      for (const leaf of new Set([...then.keys(), ...otherwise.keys()]))
        found.set(leaf, this.choice(atom, then.get(leaf) ?? this.false, otherwise.get(leaf) ?? this.false))
    } else found.set(term, this.true)
    done.set(term, found)
    return found
  }

  /** The result for each alternative of terms some of which may be left out, so that what is there is sure. */
  present(items: readonly Term[], make: (items: readonly Term[]) => Term): Term {
    const there = items.filter((one) => one !== this.omitted)
    const index = there.findIndex((item) => mayBeOmitted(item))
    const item = there[index]
    if (item === undefined) return make(there)
    return this.each(item, (one) => this.present(there.with(index, one), make))
  }

  // Laws

  /**
   * The parts as one string. Each is converted to a string: null to none, numbers and booleans as Python writes them,
   * lists and maps as JSON with sorted keys (`Join`, `Replace` and their kin in heat/engine/hot/functions.py). Which of
   * these a function refuses is an obligation, not part of the value; with a refused part the whole is refused.
   */
  concat(parts: readonly Term[]): Term {
    const refused = parts.find(({ tag }) => tag === 'refused')
    if (refused !== undefined) return refused
    const flat: Term[] = []
    let text: string | undefined
    const put = (one: Term): void => {
      if (one.tag === 'concat') {
        this.budget.spend(one.parts.length, 16 * one.parts.length)
        for (const part of one.parts) put(part)
        return
      }
      const literal = one.isData ? textOfData(one) : undefined
      if (literal === undefined) {
        if (text !== undefined) flat.push(this.constant(text))
        text = undefined
        flat.push(one.tag === 'step' && one.missing === null ? withMissing(this, one, '') : one)
      } else if (literal !== '') {
        text = (text ?? '') + literal
        this.budget.spend(0, literal.length)
      }
    }
    for (const part of parts) put(part)
    if (text !== undefined) flat.push(this.constant(text))
    const first = flat[0]
    if (first === undefined) return this.empty
    if (flat.length === 1 && (first.kinds & ~kinds.str) === 0) return first
    this.#interned.begin(shapes.concat)
    this.#interned.addTerms(flat)
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'concat',
        parts: flat,
        kinds: kinds.str,
        decides: flat.some(({ decides }) => decides),
        isData: false,
      })
    )
  }

  /** Each path step is taken where container and key are literal. */
  step(of: Term, key: Term, missing: '' | null, digits: Digits = 'index'): Term {
    if (of.tag === 'choice') return this.each(of, (one) => this.step(one, key, missing, digits))
    if (key.tag === 'choice') return this.each(key, (one) => this.step(of, one, missing, digits))
    if (of.tag === 'refused') return of
    if (key.tag === 'refused') return key
    // True is 1 for Python, as an index and as a key.
    if (key.tag === 'constant' && typeof key.value === 'boolean')
      return this.step(of, this.constant(Number(key.value)), missing, digits)
    if (of.tag === 'map' && key.tag !== 'constant') {
      const table = this.#inOrder(of)
      if (table !== of) return this.step(table, key, missing, digits)
    }
    // Into an empty string as into null a step leads nowhere.
    if (of.tag === 'step' && of.missing === '')
      return this.step(withMissing(this, of, null), key, missing, digits)
    const taken = this.#taken(of, key, digits, missing)
    if (taken === 'nothing') return this.constant(missing)
    if (taken !== undefined) return taken
    const isName = digits === 'nothing' && isTold(of, key)
    const index = isName ? undefined : canonicalIndex(of, key)
    const at = index === undefined ? key : this.constant(index)
    this.#interned.say(shapes.step, of.id, at.id, (missing === null ? 1 : 0) + (isName ? 2 : 0))
    return (
      this.#interned.find() ??
      this.#kept({
        id: this.#next,
        tag: 'step',
        of,
        key: at,
        missing,
        digits: isName ? 'nothing' : 'index',
        kinds: this.#kindsOfStep(of, at) | (missing === null ? kinds.null : kinds.str),
        decides: of.decides || at.decides,
        isData: false,
      })
    )
  }

  /** A lookup does not see the order of a table. */
  #inOrder(table: MapTerm): Term {
    const known = this.#tables.get(table)
    if (known !== undefined) return known
    const keys = [...table.entries.keys()]
    const isSorted = (one: Key, index: number) =>
      index === 0 || (typeof one === 'string' && byCodePoints(keys[index - 1] as string, one) < 0)
    const areNames = keys.every((key) => typeof key === 'string')
    const sorted =
      !areNames || keys.every(isSorted)
        ? table
        : this.map(
            new Map(
              (keys as string[]).sort(byCodePoints).map((key) => [key, table.entries.get(key) as Term]),
            ),
          )
    this.#tables.set(table, sorted)
    this.#tables.set(sorted, sorted)
    return sorted
  }

  #taken(of: Term, key: Term, digits: Digits, missing: '' | null): Term | 'nothing' | undefined {
    if (of.tag === 'constant' && typeof of.value === 'string') return this.#charOf(of.value, key, digits)
    if (of === this.null) return 'nothing'
    // Nothing is in numbers and booleans.
    if ((of.kinds & (kinds.str | kinds.collection)) === 0) return 'nothing'
    if (key.tag !== 'constant') return undefined
    const { value } = key
    const isIndex = typeof value !== 'string' || intOfText(value) !== undefined
    if (!isIndex && (of.kinds & kinds.map) === 0) return 'nothing'
    if (of.tag === 'apply' && of.name === 'list_concat') return this.#itemOf(of.args, value, digits, missing)
    if (of.tag === 'map') {
      const found =
        typeof value === 'string' || value === null ? of.entries.get(value) : numericEntry(of, value)
      if (found === undefined) return 'nothing'
      return mayBeOmitted(found) ? undefined : found
    }
    if (of.tag !== 'list' || of.items.some(mayBeOmitted)) return undefined
    if (value === null || value instanceof Float || (digits === 'nothing' && typeof value === 'string'))
      return 'nothing'
    const index = indexOf(value)
    if (index === undefined) return undefined
    return of.items[index < 0 ? of.items.length + index : index] ?? 'nothing'
  }

  /** A character of a string, by its index. */
  #charOf(text: string, key: Term, digits: Digits): Term | 'nothing' | undefined {
    if (text === '') return 'nothing'
    if (key.tag !== 'constant') return undefined
    const { value } = key
    if (value === null || value instanceof Float) return 'nothing'
    const index = typeof value === 'string' ? intOfText(value) : Number(value)
    if (index === undefined || (typeof value === 'string' && digits === 'nothing')) return 'nothing'
    const char = [...text].at(Number(index))
    return char === undefined ? 'nothing' : this.constant(char)
  }

  /**
   * An item of a concatenation, counted from either end: of the lists that are written out there, of the list that
   * follows, or of the rest.
   */
  #itemOf(parts: readonly Term[], key: Key, digits: Digits, missing: '' | null): Term | undefined {
    const index = digits === 'nothing' && typeof key === 'string' ? undefined : indexOf(key)
    if (index === undefined) return undefined
    const isFromEnd = index < 0
    let left = isFromEnd ? -1 - index : index
    let rest = parts
    for (;;) {
      const part = isFromEnd ? rest.at(-1) : rest[0]
      if (part?.tag !== 'list' || part.items.some(mayBeOmitted)) break
      if (left < part.items.length) return part.items.at(isFromEnd ? -1 - left : left)
      left -= part.items.length
      rest = isFromEnd ? rest.slice(0, -1) : rest.slice(1)
    }
    const at = this.constant(isFromEnd ? -1 - left : left)
    const [only] = isFromEnd ? rest.slice(-1) : rest
    // Whatever is split has a first part and a last one.
    const isInside = rest.length === 1 || (left === 0 && only?.tag === 'apply' && only.name === 'split')
    if (only !== undefined && isInside && (only.kinds & ~kinds.list) === 0)
      return this.step(only, at, missing, digits)
    if (rest.length === parts.length || rest.length < 2) return undefined
    return this.step(this.apply('list_concat', rest, kinds.list), at, missing, digits)
  }

  #kindsOfStep(of: Term, key: Term): Kinds {
    const found = foundBy(of, key)
    if (found !== undefined) return found.reduce((all, one) => all | one.kinds, 0)
    if (of.tag === 'map') return [...of.entries.values()].reduce((all, one) => all | one.kinds, 0)
    if (of.tag === 'list') return of.items.reduce((all, one) => all | one.kinds, 0)
    if (of.tag === 'input' && of.detail === 'comma_delimited_list') return kinds.str
    const known = kindsInside(of, 0)
    if (known !== undefined) return known
    const isList = of.tag === 'apply' && (of.kinds & (kinds.str | kinds.map)) === 0
    return isList ? itemKinds(of) : kinds.any
  }

  /** Python's `==`, as a condition. */
  equals(one: Term, other: Term): Term {
    if (one.tag === 'refused') return one
    if (other.tag === 'refused') return other
    if (one.tag === 'choice') return this.each(one, (each) => this.equals(each, other))
    if (other.tag === 'choice') return this.each(other, (each) => this.equals(one, each))
    // NaN is not itself.
    if (one === other && !mayBeNaN(one)) return this.true
    if (one.isData && other.isData) return this.constant(pythonEquals(valueOf(one), valueOf(other)))
    for (const term of [one, other]) if (isCollectionParameter(term)) this.relyOn('collection', term.name)
    if (!mayEqual(one.kinds, other.kinds)) return this.false
    const inside = this.#equalsInside(one, other)
    if (inside !== undefined) return inside
    const [flag, word] = one.isData ? [other, this.alike(one)] : [one, this.alike(other)]
    if (word.tag === 'constant' && isNumber(word.value) && flag.kinds === kinds.bool)
      return pythonEquals(word.value, true)
        ? this.condition(flag)
        : pythonEquals(word.value, false)
          ? this.not(this.condition(flag))
          : this.false
    const among = this.#equalsAllowed(flag, word)
    if (among !== undefined) return among
    const sides = flag.id < word.id ? [flag, word] : [word, flag]
    return this.condition(this.apply('equals', sides, kinds.bool))
  }

  /** Lists and maps that are written out, item by item; undefined where it is not known what is in them. */
  #equalsInside(one: Term, other: Term): Term | undefined {
    if (one.tag === 'list' && other.tag === 'list') {
      if ([...one.items, ...other.items].some(mayBeOmitted)) return undefined
      return one.items.length === other.items.length ? this.#equalsAll(one.items, other.items) : this.false
    }
    if (one.tag !== 'map' || other.tag !== 'map') return undefined
    const keys = [...one.entries.keys(), ...other.entries.keys()]
    const values = [...one.entries.values(), ...other.entries.values()]
    if (!keys.every((key) => typeof key === 'string') || values.some(mayBeOmitted)) return undefined
    const isSame = one.entries.size === other.entries.size && new Set(keys).size === one.entries.size
    const others = [...one.entries.keys()].map((key) => other.entries.get(key) as Term)
    return isSame ? this.#equalsAll([...one.entries.values()], others) : this.false
  }

  /** Python takes one and the same thing for equal to itself inside of lists and maps, be it not a number. */
  #equalsAll(items: readonly Term[], others: readonly Term[]): Term | undefined {
    if (items.some((item, index) => mayBeNaN(item) && mayBeNaN(others[index] as Term))) return undefined
    return items.reduce<Term>(
      (all, item, index) => this.and(all, this.equals(item, others[index] as Term)),
      this.true,
    )
  }

  /** One term for all data that Python's `==` treats as equal: 1, 1.0 and true, and entries in any order. */
  alike(term: Term): Term {
    if (!term.isData) return term
    if (term.tag === 'constant') return this.constant(alikeNumber(term.value))
    if (term.tag === 'list') return this.list(term.items.map((item) => this.alike(item)))
    if (term.tag !== 'map') return term
    const entries = [...term.entries].map(([key, one]) => [alikeNumber(key), this.alike(one)] as const)
    const order = (key: Key) => `${typeof key} ${String(key)}`
    return this.map(new Map(entries.sort(([a], [b]) => byCodePoints(order(a), order(b)))))
  }

  /**
   * Of a finite set of allowed values, the last one is whatever is none of the others. Equality with a value that is
   * never allowed remains a decision.
   */
  #equalsAllowed(one: Term, value: Term): Term | undefined {
    const allowed = one.tag === 'input' ? one.allowed : undefined
    if (one.tag !== 'input' || allowed === undefined || !value.isData) return undefined
    const index = allowed.findIndex((other) => pythonEquals(valueOf(other), valueOf(value)))
    if (index < 1 || index < allowed.length - 1) return undefined
    this.relyOn('allowed-value', one.name)
    return allowed
      .slice(0, -1)
      .reduce<Term>((all, other) => this.and(all, this.not(this.equals(one, other))), this.true)
  }
}

/** A json parameter that is assumed to hold a list or a map, and might hold something else. */
export function isCollectionParameter(term: Term): term is Input {
  return (
    term.tag === 'input' &&
    term.of === 'parameter' &&
    term.detail === 'json' &&
    term.kinds === kinds.collection
  )
}

/** A number as an int, where one is equal to it. */
function alikeNumber(value: Key): Key {
  if (typeof value === 'boolean') return Number(value)
  if (!(value instanceof Float) || !Number.isInteger(value.value)) return value
  return Number.isSafeInteger(value.value) ? value.value + 0 : BigInt(value.value)
}

function depthOf(term: Term): number {
  return term.tag === 'choice' ? term.depth : 0
}

/** Numbers and booleans may be equal to each other. */
function numeric(of: Kinds): Kinds {
  return of & (kinds.number | kinds.bool) ? of | kinds.number | kinds.bool : of
}

/** Whether values of some types may be equal for Python. */
export function mayEqual(one: Kinds, other: Kinds): boolean {
  return (numeric(one) & numeric(other)) !== 0
}

export function mayBeNaN(term: Term): boolean {
  return (term.kinds & (kinds.float | kinds.collection)) !== 0 && !(term.isData && !holdsNaN(term))
}

function holdsNaN(term: Term): boolean {
  if (term.tag === 'list') return term.items.some(holdsNaN)
  if (term.tag === 'map') return [...term.entries.values()].some(holdsNaN)
  return term.tag === 'constant' && term.value instanceof Float && Number.isNaN(term.value.value)
}

/** The atom for the top: the newest of those at the tops. */
function newest(condition: Term, then: Term, otherwise: Term): Term {
  let top = condition.tag === 'choice' ? condition.atom : condition
  if (then.tag === 'choice' && then.atom.id > top.id) top = then.atom
  if (otherwise.tag === 'choice' && otherwise.atom.id > top.id) top = otherwise.atom
  return top
}

/** The type of a scalar. */
export function kindOf(value: Key): Kinds {
  if (typeof value === 'string') return kinds.str
  if (value === null) return kinds.null
  if (typeof value === 'boolean') return kinds.bool
  return value instanceof Float ? kinds.float : kinds.int
}

/** The alternatives of a term, each once. */
export function alternatives(term: Term): ReadonlySet<Term> {
  const found = new Set<Term>()
  const seen = new Set<Term>()
  const open = [term]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    if (one.tag === 'choice') open.push(one.otherwise, one.then)
    else found.add(one)
  }
  return found
}

/** What types the items of a list may have. */
export function itemKinds(list: Term): Kinds {
  switch (list.tag) {
    case 'list':
      return list.items.reduce((all, one) => all | one.kinds, 0)
    case 'constant':
      return 0
    case 'input':
      if (list.of === 'attribute') return list.inside[0] ?? kinds.any
      return list.detail === 'comma_delimited_list' ? kinds.str : kinds.any
    case 'apply':
      return itemKindsOfCall(list.name, list.args)
    case 'choice':
      return [...alternatives(list)].reduce((all, one) => all | itemKinds(one), 0)
    default:
      return kinds.any
  }
}

function itemKindsOfCall(name: string, args: readonly Term[]): Kinds {
  const [first, second] = args
  switch (name) {
    case 'list_concat':
      return args.reduce((all, one) => all | itemKinds(one), 0)
    case 'split':
      return kinds.str
    case 'unique':
      return first === undefined ? kinds.any : itemKinds(first)
    case 'filter':
      return second === undefined ? kinds.any : itemKinds(second)
    case 'repeat':
      // The body is filled in: what is a string remains one.
      return first === undefined || first.tag === 'choice' ? kinds.any : first.kinds
    default:
      return kinds.any
  }
}

export function mayBeOmitted(term: Term): boolean {
  return term.tag === 'omitted' || (term.tag === 'choice' && term.omits)
}

/** The data that a term is. */
export function valueOf(term: Term): Value {
  if (term.tag === 'constant') return term.value
  if (term.tag === 'list') return term.items.map(valueOf)
  if (term.tag === 'map') return new Map([...term.entries].map(([key, one]) => [key, valueOf(one)]))
  throw new TypeError(`not data: ${term.tag}`)
}

/** The string that data becomes inside a string; undefined where Python cannot write it. */
function textOfData(term: Term): string | undefined {
  const value = valueOf(term)
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (isNumber(value)) return pythonStr(value)
  try {
    return jsonText(value, 'sorted')
  } catch {
    return undefined
  }
}

function numericEntry(map: MapTerm, key: Exclude<Key, string | null>): Term | undefined {
  for (const [own, term] of map.entries)
    if (own !== null && typeof own !== 'string' && pythonEquals(own, key)) return term
  return undefined
}

/** A whole number, or a string of digits. */
function indexOf(key: Key): number | undefined {
  if (typeof key === 'number' || typeof key === 'boolean') return Number(key)
  return typeof key === 'string' && /^\s*[+-]?\d{1,9}\s*$/.test(key) ? Number(key) : undefined
}

/** `0` and `'0'` are one step into a list. */
function canonicalIndex(of: Term, key: Term): number | undefined {
  if (key.tag !== 'constant' || (of.kinds & kinds.map) !== 0) return undefined
  return indexOf(key.value)
}

/** Whether the meaning of digits matters: the key may be digits, of something with indexes. */
function isTold(of: Term, key: Term): boolean {
  if ((of.kinds & (kinds.list | kinds.str)) === 0) return false
  return key.tag === 'constant'
    ? typeof key.value === 'string' && intOfText(key.value) !== undefined
    : (key.kinds & kinds.str) !== 0
}

/** The same step, with something else where it leads nowhere. */
export function withMissing(terms: Terms, { of, key, digits }: Step, missing: '' | null): Term {
  return terms.step(of, key, missing, digits)
}

/** What a further step into an input finds, where that is known. */
function kindsInside(term: Term, steps: number): Kinds | undefined {
  if (term.tag === 'step') return kindsInside(term.of, steps + 1)
  return term.tag === 'input' ? term.inside[steps] : undefined
}

/** At most this many values that a step may find are considered one by one. */
const mostFound = 2000

/** The data that a path into data may find, where it finds something; undefined for what is not data. */
export function dataFound(term: Term): readonly Term[] | undefined {
  if (term.isData) return [term]
  return term.tag === 'step' ? foundBy(term.of, term.key) : undefined
}

function foundBy(of: Term, key: Term): readonly Term[] | undefined {
  const found: Term[] = []
  for (const table of dataFound(of) ?? []) {
    if (found.length > mostFound) return undefined
    if (table.tag === 'map') {
      if (key.tag !== 'constant') found.push(...table.entries.values())
      else
        found.push(
          ...[...table.entries].flatMap(([own, one]) => (String(own) === String(key.value) ? [one] : [])),
        )
    } else if (table.tag === 'list') found.push(...table.items)
    // A character of a string.
    else if (table.kinds === kinds.str && table.tag === 'constant' && table.value !== '') return undefined
  }
  return dataFound(of) === undefined ? undefined : found
}
