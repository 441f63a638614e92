/** Where two terms part, and whether that is sure: for every value of what nobody knows. */

import { type Key, pythonEquals } from '../../heat/values/value.ts'
import { grow } from '../../text/document/multimap.ts'
import {
  type Constant,
  kinds,
  type ListTerm,
  type MapTerm,
  type Term,
  type Terms,
  valueOf,
} from '../terms/term.ts'
import { type DifferingPart, type Extent, surely } from './extents.ts'
import { innerTerms } from './inner-terms.ts'
import { lookupsBetween } from './lookups.ts'
import { Readings, type ReferredResources } from './readings.ts'
import type { Refusals } from './refusals.ts'
import { isSecret } from './secret-terms.ts'
import { sharedEnds } from './shared-ends.ts'
import { givenMark } from './words.ts'

/** So many locations in one value are distinguished. */
const mostParts = 24

/** So many alternatives of one value are listed. */
const mostAlternatives = 4

/** What was found, and how many more locations may be distinguished. */
interface FoundParts {
  readonly parts: DifferingPart[]
  readonly room: { left: number }
  /** Whether what a value reads of resources counts, which the template does not say. */
  readonly reads: boolean
}

/** Compares values of a resource before and after an update. */
export class ValueDifferences {
  readonly #terms: Terms
  readonly #referred: ReferredResources
  readonly #readings: Readings
  readonly #refusals: Refusals

  constructor(terms: Terms, referred: ReferredResources, refusals: Refusals) {
    this.#terms = terms
    this.#refusals = refusals
    this.#referred = referred
    this.#readings = new Readings(terms, referred)
  }

  /** @param care for which values they are compared */
  between(before: Term, after: Term, care: Term): readonly DifferingPart[] {
    return this.#parts(before, after, care, true).map((part) => this.#readings.withKnownAfter(part))
  }

  /** The same of values that both read the same resources, as these are now. */
  betweenReadNow(before: Term, after: Term, care: Term): readonly DifferingPart[] {
    return this.#parts(before, after, care, false)
  }

  #parts(before: Term, after: Term, care: Term, reads: boolean): readonly DifferingPart[] {
    const found: FoundParts = { parts: [], room: { left: mostParts }, reads }
    this.#compare('', before, after, care, found)
    return this.#merged(found.parts)
  }

  /** For which values something in a term is known only after the update. */
  knownAfterIn(term: Term): Term {
    return this.#readings.knownAfterIn(term)
  }

  /** For which values any of the parts is there. */
  extentOf(parts: readonly DifferingPart[]): Extent {
    return parts.reduce<Extent>((all, { extent }) => this.either(all, extent), this.never)
  }

  get always(): Term {
    return this.#terms.true
  }

  get never(): Extent {
    return surely(this.#terms.false)
  }

  /** What may be so, and never is for certain. */
  perhaps(may: Term): Extent {
    return { sure: this.#terms.false, may }
  }

  either(one: Extent, other: Extent): Extent {
    const terms = this.#terms
    return { sure: terms.or(one.sure, other.sure), may: terms.or(one.may, other.may) }
  }

  #compare(path: string, before: Term, after: Term, care: Term, found: FoundParts): void {
    const terms = this.#terms
    if (care === terms.false) return
    if (before === after) {
      if (found.reads) for (const part of this.#readings.changed(path, before, care)) add(found, part)
      return
    }
    const atom = this.#question(before, after, found)
    if (atom !== undefined) this.#compareAlternatives(path, before, after, care, found, atom)
    else if (before.tag === 'map' && after.tag === 'map' && found.room.left > 0)
      this.#maps(path, before, after, care, found)
    else if (
      before.tag === 'list' &&
      after.tag === 'list' &&
      before.items.length === after.items.length &&
      found.room.left > 0
    )
      for (const [index, item] of before.items.entries())
        this.#compare(`${path}[${index}]`, item, after.items[index] as Term, care, found)
    else if (before.tag === 'list' && after.tag === 'list' && before.items.length !== after.items.length)
      this.#resizedList(path, before, after, care, found)
    else this.#compareWhole(path, before, after, care, found)
  }

  /** What differs under each answer to what both sides depend on. */
  #compareAlternatives(
    path: string,
    before: Term,
    after: Term,
    care: Term,
    found: FoundParts,
    atom: Term,
  ): void {
    const terms = this.#terms
    const inside: FoundParts = { ...found, parts: [] }
    this.#eachAnswer(atom, care, (holds, open) =>
      this.#compare(path, terms.where(before, atom, holds), terms.where(after, atom, holds), open, inside),
    )
    const parts = this.#summed({ path, before, after, care }, atom, this.#merged(inside.parts))
    // Where not all alternatives were looked at, for which of them it is sure says nothing.
    const isCut = found.room.left <= 0 && parts.length === 1 && parts[0]?.extent.sure !== care
    found.parts.push(
      ...(isCut ? parts.map((part) => ({ ...part, extent: this.perhaps(part.extent.may) })) : parts),
    )
  }

  /** What has no parts to compare, or none of the same shape. */
  #compareWhole(path: string, before: Term, after: Term, care: Term, found: FoundParts): void {
    const terms = this.#terms
    const lookups = found.room.left > 0 ? lookupsBetween(terms, before, after) : undefined
    if (lookups !== undefined) {
      for (const one of lookups)
        this.#compare(path, one.before, one.after, terms.and(care, one.condition), found)
      return
    }
    if (after.tag === 'refused') this.#refusals.add('after', after.failure, care)
    const answer = this.#differ(before, after)
    const extent = answer === 'sure' ? surely(care) : this.perhaps(care)
    if (answer !== 'same') add(found, { path, before, after, extent })
  }

  /** Lists of other lengths differ for certain: the items between those that both begin and end with. */
  #resizedList(path: string, before: ListTerm, after: ListTerm, care: Term, found: FoundParts): void {
    const terms = this.#terms
    const [start, end] = sharedEnds(before.items, after.items)
    const [was, is] = [before, after].map(({ items }) => items.slice(start, items.length - end)) as [
      Term[],
      Term[],
    ]
    const extent = surely(care)
    const listed = (items: readonly Term[]) => (items.length === 0 ? terms.omitted : terms.list(items))
    if (start + end === 0) add(found, { path, before, after, extent })
    else if (was.length + is.length === 1) {
      const one = (items: readonly Term[]) => items[0] ?? terms.omitted
      add(found, { path: `${path}[${start}]`, before: one(was), after: one(is), extent })
    } else {
      const last = start + Math.max(was.length, is.length) - 1
      add(found, { path: `${path}[${start}..${last}]`, before: listed(was), after: listed(is), extent })
    }
  }

  /**
   * Alternatives that are different whatever the answer are one difference of the whole, unless it says more to list them:
   * the few branches of a condition, but not a parameter with and without its default.
   */
  #summed(
    { path, before, after, care }: Pick<DifferingPart, 'path' | 'before' | 'after'> & { readonly care: Term },
    atom: Term,
    parts: readonly DifferingPart[],
  ): readonly DifferingPart[] {
    if (parts.length < 2 || parts.some((part) => part.path !== path || part.by !== undefined)) return parts
    const extent = this.extentOf(parts)
    if (extent.may !== care) return parts
    const isChoice = before.tag === 'choice' || after.tag === 'choice'
    const isListed = isChoice && !isAboutGiven(atom) && parts.length <= mostAlternatives
    return isListed ? parts : [{ path, before, after, extent }]
  }

  /** The same difference under several conditions is one. */
  #merged(parts: readonly DifferingPart[]): readonly DifferingPart[] {
    const merged = new Map<string, DifferingPart>()
    for (const part of parts) {
      const { path, before, after, by = '', extent } = part
      const key = `${path} ${before.id} ${after.id} ${by}`
      const known = merged.get(key)
      merged.set(key, known === undefined ? part : { ...known, extent: this.either(known.extent, extent) })
    }
    return [...merged.values()]
  }

  #eachAnswer(atom: Term, care: Term, make: (holds: boolean, open: Term) => void): void {
    const condition = this.#terms.condition(atom)
    make(true, this.#terms.and(care, condition))
    make(false, this.#terms.and(care, this.#terms.not(condition)))
  }

  /** What decides between alternatives of two values, or of strings and the like inside of them. */
  #question(before: Term, after: Term, found: FoundParts): Term | undefined {
    if (before.tag === 'choice' || after.tag === 'choice') return newestAtom(before, after)
    const isCollection = (term: Term) => term.tag === 'map' || term.tag === 'list'
    if (isCollection(before) && isCollection(after)) return undefined
    if (found.room.left <= 0 || !(before.decides || after.decides)) return undefined
    const inside = [before, after].flatMap((term) => choicesIn(term))
    return inside.length === 0 ? undefined : newestAtom(...inside)
  }

  #maps(path: string, before: MapTerm, after: MapTerm, care: Term, found: FoundParts): void {
    const { omitted } = this.#terms
    const keys = new Set<Key>([...before.entries.keys(), ...after.entries.keys()])
    for (const key of keys)
      this.#compare(
        `${path}.${String(key)}`,
        before.entries.get(key) ?? omitted,
        after.entries.get(key) ?? omitted,
        care,
        found,
      )
  }

  /** Two terms that are not one, neither of them a decision. */
  #differ(before: Term, after: Term): 'sure' | 'may' | 'same' {
    if (before.isData && after.isData) return pythonEquals(valueOf(before), valueOf(after)) ? 'same' : 'sure'
    const { omitted } = this.#terms
    if (before === omitted || after === omitted) return 'sure'
    if (before.tag === 'refused' || after.tag === 'refused') return 'may'
    if (isSecret(before) && isSecret(after)) return 'sure'
    if (isApart(before.kinds, after.kinds)) return 'sure'
    const [was, is] = [before, after].map((one) => one.tag === 'input' && this.#referred.identifies(one))
    if ((was && is) || (was && isNoId(after, before)) || (is && isNoId(before, after))) return 'sure'
    if (before.tag === 'concat' || after.tag === 'concat')
      return stringsDiffer(partsOf(before), partsOf(after))
    if (before.tag === 'list' && after.tag === 'list')
      return before.items.length === after.items.length ? 'may' : 'sure'
    return 'may'
  }
}

function add({ parts, room }: FoundParts, part: DifferingPart): void {
  parts.push(part)
  room.left -= 1
}

function isAboutGiven(atom: Term): boolean {
  return atom.tag === 'input' && atom.of === 'pseudo' && atom.name.startsWith(givenMark)
}

/** The decisions that stand in a term, not inside of one another. */
export function choicesIn(term: Term): readonly Term[] {
  if (!term.decides) return []
  return term.tag === 'choice' ? [term] : innerTerms(term).flatMap(choicesIn)
}

/**
 * Whether a literal is too short for the id of a resource: these are UUIDs, ARNs, URLs, addresses, and names that Heat makes unique;
 * what has no id is referred to by its name (`Resource.get_reference_id`).
 */
function isNoId(literal: Term, of: Term): boolean {
  if (literal.tag !== 'constant' || of.tag !== 'input') return false
  const { value } = literal
  return (
    typeof value === 'string' && value.length < shortestId && value !== of.name && !/^[\d.:]+$/.test(value)
  )
}

/** The numbers of old networks and addresses aside. */
const shortestId = 8

function partsOf(term: Term): readonly Term[] {
  return term.tag === 'concat' ? term.parts : [term]
}

/** Numbers and booleans may be equal to one another. */
function isApart(one: number, other: number): boolean {
  const numeric = kinds.number | kinds.bool
  const wide = (of: number) => ((of & numeric) === 0 ? of : of | numeric)
  return (wide(one) & wide(other)) === 0
}

/** The newest of the questions at the tops: the others stand below it. */
export function newestAtom(...tops: readonly Term[]): Term {
  const atoms = tops.flatMap((term) => (term.tag === 'choice' ? [term.atom] : []))
  return atoms.reduce((newest, atom) => (atom.id > newest.id ? atom : newest))
}

/** What a string is made of: characters that are written out, and parts that nobody knows, with how often each is there. */
interface Ingredients {
  readonly characters: ReadonlyMap<string, number>
  readonly parts: ReadonlyMap<Term, number>
}

/**
 * Strings are surely different if they part only in what is written out, or if one of them has all unknown parts of the other
 * and more of some character: whatever the values are, it has more of that.
 */
function stringsDiffer(before: readonly Term[], after: readonly Term[]): 'sure' | 'may' {
  const [start, end] = sharedEnds(before, after)
  const [one, other] = [before, after].map((parts) => parts.slice(start, parts.length - end)) as [
    Term[],
    Term[],
  ]
  const isLiteral = (part: Term) => part.tag === 'constant' || isSecret(part)
  if (one.every(isLiteral) && other.every(isLiteral)) return 'sure'
  const [had, has] = [ingredientsOf(one), ingredientsOf(other)]
  return hasMore(had, has) || hasMore(has, had) ? 'sure' : 'may'
}

function ingredientsOf(all: readonly Term[]): Ingredients {
  const characters = new Map<string, number>()
  const parts = new Map<Term, number>()
  for (const one of all)
    if (isText(one)) for (const character of one.value) grow(characters, character)
    else grow(parts, one)
  return { characters, parts }
}

function isText(term: Term): term is Constant & { readonly value: string } {
  return term.tag === 'constant' && typeof term.value === 'string'
}

/** Whether one string has whatever is unknown of the other, and certainly more of some character. */
function hasMore(more: Ingredients, less: Ingredients): boolean {
  return (
    [...less.parts].every(([part, count]) => (more.parts.get(part) ?? 0) >= count) &&
    [...more.characters].some(([character, count]) => count > (less.characters.get(character) ?? 0))
  )
}
