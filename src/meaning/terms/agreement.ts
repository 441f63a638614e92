/** Whether the terms of a rewrite agree with those of the original, wherever Heat accepts the original. */
import { type Failure, type Key, pythonEquals } from '../../heat/values/value.ts'
import type { Lowered, Obligation } from './lowering.ts'
import { shown } from './shown.ts'
import { kinds, type MapTerm, mayBeOmitted, type Step, type Term, type Terms } from './term.ts'

/** A mismatch: where two terms differ. */
export interface Parting {
  readonly path: string
  readonly before: Term
  readonly after: Term
  /** What Heat refuses in the rewrite, where the values do not matter. */
  readonly failure?: Failure
  /** Whether Heat requires nothing there but that `after` is a list, or null. */
  readonly asksList?: true
  /** The decisions under which they differ. */
  readonly decisions: ReadonlyMap<Term, boolean>
  /** Where it matters. */
  readonly care: Term
}

/** A difference that a rewrite may make. */
export interface Allowance {
  /**
   * `refused before`: Heat certainly refuses the original there. `some refused before`: it refuses values that are in
   * the template. `values refused before`: it refuses values that a parameter may have. `narrower before`: it refuses values that may never occur.
   * `null`: nothing is found, which was an empty string before. `file`: the new name of a file.
   */
  readonly kind:
    | 'refused before'
    | 'some refused before'
    | 'values refused before'
    | 'narrower before'
    | 'null'
    | 'file'
    | 'assumed found'
  readonly path: string
  readonly before: Term
  readonly after: Term
  readonly failure?: Failure
}

/** Decisions made on the way, the last one first. */
interface TakenDecision {
  readonly atom: Term
  readonly holds: boolean
  readonly earlier: TakenDecision | undefined
}
type TakenDecisions = TakenDecision | undefined

export class Agreement {
  readonly partings: Parting[] = []
  readonly allowances: Allowance[] = []
  /** Where maps have the same entries in another order. */
  #reordered: string[] = []
  readonly #terms: Terms
  readonly #renamed: ReadonlyMap<string, string>
  readonly #keys: 'as read' | 'as sent'
  readonly #agreed = new Map<number, Set<number>>()
  readonly #allowed = new Set<string>()

  /**
   * @param renamed old name of a file to its new name
   * @param keys whether a client sends what is compared: keys of maps are strings then, as JSON has no others
   */
  constructor(terms: Terms, renamed: ReadonlyMap<string, string>, keys: 'as read' | 'as sent' = 'as read') {
    this.#terms = terms
    this.#renamed = renamed
    this.#keys = keys
  }

  /**
   * Compares two values.
   * @param care where it matters
   */
  compare(path: string, before: Term, after: Term, care: Term, decisions?: TakenDecisions): void {
    if (before === after || care === this.#terms.false) return
    if (this.#agreed.get(before.id)?.has(after.id) === true) return
    if (before.tag === 'refused') {
      if (after.tag !== 'refused')
        this.#allow({ kind: 'refused before', path, before, after, failure: before.failure })
      return
    }
    if (before.tag === 'choice' || after.tag === 'choice') this.#decide(path, before, after, care, decisions)
    else if (before.tag === 'map' && after.tag === 'map') this.#maps(path, before, after, care, decisions)
    else if (before.tag === 'list' && after.tag === 'list' && isFixed(before.items) && isFixed(after.items)) {
      if (before.items.length !== after.items.length) this.#part(path, before, after, care, decisions)
      else
        for (const [index, item] of before.items.entries())
          this.compare(`${path}[${index}]`, item, after.items[index] as Term, care, decisions)
    } else if (!this.#isAllowed(path, before, after)) this.#decide(path, before, after, care, decisions)
  }

  #maps(path: string, before: MapTerm, after: MapTerm, care: Term, decisions: TakenDecisions): void {
    const { omitted } = this.#terms
    const seen = new Set<unknown>()
    if (!inOneOrder(before, after)) this.#reordered.push(path)
    for (const [key, one] of before.entries) {
      const own = after.entries.has(key) ? key : this.#sameKey(before, after, key)
      seen.add(own)
      this.compare(`${path}.${String(key)}`, one, after.entries.get(own) ?? omitted, care, decisions)
    }
    for (const [key, other] of after.entries)
      if (!seen.has(key)) this.compare(`${path}.${String(key)}`, omitted, other, care, decisions)
  }

  #sameKey(before: MapTerm, after: MapTerm, key: Key): Key {
    const same = sameKey(after, key)
    if (after.entries.has(same) || this.#keys === 'as read') return same
    const sent =
      typeof key === 'number'
        ? String(key)
        : typeof key === 'string' && /^-?[1-9]\d{0,14}$|^0$/.test(key)
          ? Number(key)
          : undefined
    return sent === undefined || before.entries.has(sent) || !after.entries.has(sent) ? same : sent
  }

  get reordered(): readonly string[] {
    return this.#reordered
  }

  /** Whether a comparison finds maps in another order; what it finds is handled by the caller. */
  finding(_what: 'reordered', make: () => void): boolean {
    const outer = this.#reordered
    this.#reordered = []
    make()
    const found = this.#reordered.length > 0
    this.#reordered = outer
    return found
  }

  /** Compares both for each outcome of one of the decisions inside them. */
  #decide(path: string, before: Term, after: Term, care: Term, decisions: TakenDecisions): void {
    const atom = nextQuestion(before, after)
    if (atom === undefined) {
      const [one, other] = this.#whereKnown([before, after], decisions) as [Term, Term]
      if (one === before && other === after) this.#part(path, before, after, care, decisions)
      else this.compare(path, one, other, care, decisions)
      return
    }
    const decided = decisionOn(atom, decisions)
    if (decided !== undefined) {
      const [one, other] = [before, after].map((term) => this.#terms.where(term, atom, decided)) as [
        Term,
        Term,
      ]
      this.compare(path, one, other, care, decisions)
      return
    }
    const parted = this.partings.length
    for (const holds of [true, false]) {
      const condition = this.#terms.condition(atom)
      const open = this.#terms.and(care, holds ? condition : this.#terms.not(condition))
      if (open === this.#terms.false || contradicts(atom, holds, decisions)) continue
      this.compare(path, this.#where(before, atom, holds), this.#where(after, atom, holds), open, {
        atom,
        holds,
        earlier: decisions,
      })
      // One mismatch is enough to search for values that show it.
      if (this.partings.length > parted) return
    }
    if (decisions === undefined && care === this.#terms.true) this.#agree(before, after)
  }

  /** The terms with the values that the decisions imply: an input that is equal to a string is replaced by it. */
  #whereKnown(terms: readonly Term[], decisions: TakenDecisions): readonly Term[] {
    const known = new Map<Term, Term>()
    for (let one = decisions; one !== undefined; one = one.earlier) {
      const { of, value } = (one.holds ? comparisonIn(one.atom) : undefined) ?? {}
      if (of?.tag === 'input' && of.kinds === kinds.str && value !== undefined) known.set(of, value)
    }
    for (let one = decisions; one !== undefined; one = one.earlier)
      if (one.atom.tag === 'input' && one.atom.kinds === kinds.bool)
        known.set(one.atom, this.#terms.constant(one.holds))
    const left = onlyLeft(decisions)
    for (const [of, value] of left) known.set(of, value)
    if (known.size === 0) return terms
    const inside = (term: Term): Term => {
      const own = known.get(term)
      if (term.tag === 'input' && left.has(term)) this.#terms.relyOn('allowed-value', term.name)
      if (own !== undefined) return own
      const made = this.#terms.rebuilt(term, inside, (choice) =>
        this.#terms.choice(
          this.#terms.condition(inside(choice.atom)),
          inside(choice.then),
          inside(choice.otherwise),
        ),
      )
      known.set(term, made)
      return made
    }
    return terms.map(inside)
  }

  /** Below a decision on the newest atom there is none on it, except inside of lists and the like. */
  #where(term: Term, atom: Term, holds: boolean): Term {
    if (term.tag !== 'choice' || term.atom !== atom) return this.#terms.where(term, atom, holds)
    return holds ? term.then : term.otherwise
  }

  #agree(before: Term, after: Term): void {
    const known = this.#agreed.get(before.id) ?? new Set()
    this.#agreed.set(before.id, known.add(after.id))
  }

  #part(path: string, before: Term, after: Term, care: Term, decisions: TakenDecisions): void {
    const made = new Map<Term, boolean>()
    for (let one = decisions; one !== undefined; one = one.earlier) made.set(one.atom, one.holds)
    this.partings.push({ path, before, after, decisions: made, care })
  }

  #allow(allowance: Allowance): void {
    const key = `${allowance.kind} ${allowance.path}`
    if (this.#allowed.has(key)) return
    this.#allowed.add(key)
    this.allowances.push(allowance)
  }

  #isAllowed(path: string, before: Term, after: Term): boolean {
    if (before.tag === 'constant' && after.tag === 'constant') {
      if (!isRenamed(before.value, after.value, this.#renamed)) return false
      this.#allow({ kind: 'file', path, before, after })
      return true
    }
    if (!mayBecomeNull(before, after)) return false
    this.#terms.relyOn('null-attribute', shown(after))
    this.#allow({ kind: 'null', path, before, after })
    return true
  }

  /** Where Heat refuses what was lowered, whatever the values are. */
  refusedIn({ obligations }: Lowered): Term {
    return pathOf(
      this.#terms,
      obligations.filter(({ about }) => about === 'refused'),
    )
  }

  /** Compares the obligations of the rewrite with those of the original. */
  obligations(path: string, before: Lowered, after: Lowered, care: Term): void {
    const terms = this.#terms
    // Hundreds of parts may have one obligation: its path condition is computed once.
    const [asked, askedLater] = [this.#asking(before.obligations), this.#asking(after.obligations)]
    const refusedBefore = this.refusedIn(before)
    for (const one of after.obligations) {
      if (one.assumed) continue
      const where = terms.and(care, one.path)
      const { path: met, isAssumed } = asked(one)
      if (terms.implies(where, terms.or(met, refusedBefore)) || this.#holds(one, where)) {
        if (isAssumed) terms.relyOn('selected-item', shown(one.term))
        continue
      }
      if (one.otherwise !== undefined) {
        terms.relyOn(one.otherwise.assume, one.otherwise.about)
        continue
      }
      this.partings.push({
        path,
        before: one.term,
        after: one.term,
        failure: one.failure,
        ...(one.about === 'type' && (one.accepts & ~kinds.null) === kinds.list ? { asksList: true } : {}),
        decisions: decisionsIn(where),
        care: where,
      })
    }
    for (const one of before.obligations) {
      if (one.assumed || terms.and(care, one.path) === terms.false || this.#holds(one, one.path)) continue
      if (terms.implies(terms.and(care, one.path), askedLater(one).path)) continue
      this.#allow({ kind: refusalOf(one), path, before: one.term, after: one.term, failure: one.failure })
    }
  }

  /** The path condition under which some obligations require at least what another one requires. */
  #asking(
    obligations: readonly Obligation[],
  ): (one: Obligation) => { readonly path: Term; readonly isAssumed: boolean } {
    const found = byAbout(obligations)
    const known = new Map<string, { readonly path: Term; readonly isAssumed: boolean }>()
    return (one) => {
      const key = keyOf(one)
      const ofAll = `${key} ${one.accepts}`
      const before = known.get(ofAll)
      if (before !== undefined) return before
      const asking = (found.get(key) ?? []).filter(({ accepts }) => (accepts & ~one.accepts) === 0)
      const made = {
        path: pathOf(this.#terms, asking),
        isAssumed: asking.some(({ assumed }) => assumed),
      }
      known.set(ofAll, made)
      return made
    }
  }

  #holds({ about, term }: Obligation, where: Term): boolean {
    return about === 'enabled' && this.#terms.implies(where, term)
  }
}

/**
 * How certainly Heat refuses the original by an obligation: a lookup in data, as in a mapping, violates it under some
 * of the keys.
 */
function refusalOf({ about, term, accepts }: Obligation): Allowance['kind'] {
  if (about === 'refused') return 'refused before'
  const isParameter = term.tag === 'input' && term.of === 'parameter'
  if (isParameter && (about === 'type' || about === 'not empty')) return 'values refused before'
  if (about !== 'type' || term.tag !== 'step') return 'narrower before'
  let { of }: Step = term
  while (of.tag === 'step') of = of.of
  return of.isData && (term.kinds & ~accepts) !== 0 ? 'some refused before' : 'narrower before'
}

function isFixed(items: readonly Term[]): boolean {
  return !items.some(mayBeOmitted)
}

function byAbout(obligations: readonly Obligation[]): ReadonlyMap<string, readonly Obligation[]> {
  const found = new Map<string, Obligation[]>()
  for (const one of obligations) {
    const key = keyOf(one)
    const known = found.get(key)
    if (known === undefined) found.set(key, [one])
    else known.push(one)
  }
  return found
}

/** Whether an item exists does not depend on the value that replaces a missing one. */
function keyOf({ about, term }: Obligation): string {
  if (about === 'refused') return 'refused 0'
  return about === 'found' && term.tag === 'step'
    ? `found ${term.of.id} ${term.key.id} ${term.digits}`
    : `${about} ${term.id}`
}

function pathOf(terms: Terms, obligations: readonly Obligation[]): Term {
  let path = terms.false
  for (const one of obligations) path = terms.or(path, one.path)
  return path
}

/** Whether the keys that both have are in the same order. */
function inOneOrder(before: MapTerm, after: MapTerm): boolean {
  const keys = after.entries.keys()
  let isSame = before.entries.size === after.entries.size
  for (const key of before.entries.keys()) {
    if (!isSame) break
    isSame = key === keys.next().value
  }
  if (isSame || before.entries.size === 0 || after.entries.size === 0) return true
  const own = [...before.entries.keys()].filter((key) => after.entries.has(key))
  const others = [...after.entries.keys()].filter((key) => before.entries.has(key))
  return own.every((key, index) => key === others[index])
}

function sameKey(map: MapTerm, key: Key): Key {
  if (key !== null && typeof key !== 'string')
    for (const own of map.entries.keys())
      if (own !== null && typeof own !== 'string' && typeof own === typeof key && pythonEquals(own, key))
        return own
  return key
}

/** An empty string where nothing is found, or where a resource is not ready, that became null. */
function mayBecomeNull(before: Term, after: Term): boolean {
  if (before.tag === 'step' && after.tag === 'step')
    return (
      before.key === after.key &&
      before.digits === after.digits &&
      before.missing === '' &&
      (before.of === after.of || mayBecomeNull(before.of, after.of))
    )
  if (before.tag !== 'concat' || before.parts.length !== 1) return false
  const [part] = before.parts as [Term]
  const same = part === after || (isStep(part) && isStep(after) && isSameStep(part, after))
  return same && (after.kinds & ~(kinds.str | kinds.null)) === 0
}

/** Except for the value when nothing is found. */
function isSameStep(one: Step, other: Step): boolean {
  return one.of === other.of && one.key === other.key && one.digits === other.digits
}

function isStep(term: Term): term is Step {
  return term.tag === 'step'
}

/** The newest of the decisions at the top; else any inside. */
function nextQuestion(before: Term, after: Term): Term | undefined {
  const [one, other] = [questionIn(before), questionIn(after)]
  if (before.tag !== 'choice' || after.tag !== 'choice' || one === undefined || other === undefined)
    return one ?? other
  return one.id > other.id ? one : other
}

/** A decision inside a term. */
function questionIn(term: Term): Term | undefined {
  if (!term.decides) return undefined
  switch (term.tag) {
    case 'choice':
      return term.atom
    case 'list':
      return firstIn(term.items)
    case 'map':
      return firstIn(term.entries.values())
    case 'concat':
      return firstIn(term.parts)
    case 'step':
      return questionIn(term.of) ?? questionIn(term.key)
    case 'apply':
      return firstIn(term.args)
    default:
      return undefined
  }
}

function firstIn(terms: Iterable<Term>): Term | undefined {
  for (const term of terms) {
    const atom = questionIn(term)
    if (atom !== undefined) return atom
  }
  return undefined
}

function decisionOn(atom: Term, decisions: TakenDecisions): boolean | undefined {
  for (let one = decisions; one !== undefined; one = one.earlier) if (one.atom === atom) return one.holds
  return undefined
}

/** Parameters with few values that have none of them but one by the decisions, each with that. */
function onlyLeft(decisions: TakenDecisions): ReadonlyMap<Term, Term> {
  const left = new Map<Term, readonly Term[]>()
  for (let one = decisions; one !== undefined; one = one.earlier) {
    const { of, value } = (one.holds ? undefined : comparisonIn(one.atom)) ?? {}
    const allowed = of?.tag === 'input' && of.kinds === kinds.str ? (left.get(of) ?? of.allowed) : undefined
    if (of !== undefined && allowed !== undefined)
      left.set(
        of,
        allowed.filter((each) => each !== value),
      )
  }
  const found = new Map<Term, Term>()
  for (const [of, [only, ...more]] of left) if (only !== undefined && more.length === 0) found.set(of, only)
  return found
}

/** One thing is not equal to two different values; `Terms.equals` has one term for those that are equal. */
function contradicts(atom: Term, holds: boolean, decisions: TakenDecisions): boolean {
  const own = comparisonIn(atom)
  if (!holds || own === undefined) return false
  for (let one = decisions; one !== undefined; one = one.earlier) {
    const known = one.holds ? comparisonIn(one.atom) : undefined
    if (known !== undefined && known.of === own.of && known.value !== own.value) return true
  }
  return false
}

function comparisonIn(atom: Term): { readonly of: Term; readonly value: Term } | undefined {
  if (atom.tag !== 'apply' || atom.name !== 'equals') return undefined
  const [one, other] = atom.args as [Term, Term]
  if (one.tag === 'constant') return { of: other, value: one }
  return other.tag === 'constant' ? { of: one, value: other } : undefined
}

/** One way to make a condition hold. */
export function decisionsIn(condition: Term): ReadonlyMap<Term, boolean> {
  const decisions = new Map<Term, boolean>()
  let at = condition
  while (at.tag === 'choice') {
    const holds = !(at.then.tag === 'constant' && at.then.value === false)
    decisions.set(at.atom, holds)
    at = holds ? at.then : at.otherwise
  }
  return decisions
}

/** Whether a string names the same file under its new name. */
function isRenamed(before: unknown, after: unknown, renamed: ReadonlyMap<string, string>): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false
  for (const [old, name] of renamed)
    if (before.endsWith(old) && after === before.slice(0, before.length - old.length) + name) return true
  return false
}
