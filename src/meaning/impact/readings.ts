/** What values read of other resources, which an update may change although the template does not. */
import { listed } from '../../text/document/listed.ts'
import type { Input, Term, Terms } from '../terms/term.ts'
import type { DifferingPart, Extent } from './extents.ts'
import { innerTerms } from './inner-terms.ts'
import { anyMember, handedOver, memberSetMark } from './words.ts'

/** What becomes of the resources that a term refers to. */
export interface ReferredResources {
  /** For which values a reference to a resource, or an attribute of one, gives another value afterwards. */
  changed(input: Input): Extent
  /** Whether it is the id of one resource, which no other one has. */
  identifies(input: Input): boolean
  /** For which values only the cloud decides what it gives, while the update runs. */
  knownAfter(input: Input): Term
}

/** Asks what the resources give that values read. */
export class Readings {
  readonly #terms: Terms
  readonly #referred: ReferredResources
  readonly #inputs = new Map<Term, ReadonlySet<Input>>()

  constructor(terms: Terms, referred: ReferredResources) {
    this.#terms = terms
    this.#referred = referred
  }

  /** A new value with what it reads of the cloud. */
  withKnownAfter(part: DifferingPart): DifferingPart {
    if (part.by !== undefined || part.after.isData) return part
    const inputs = [...this.#inputsIn(part.after)]
    const names = inputs.filter((one) => this.#isKnownAfter(one, part.extent.may)).map(readName)
    return names.length === 0
      ? part
      : { ...part, knownAfter: listed([...new Set(names)], ' and ', mostNames) }
  }

  /** For which values something in a term is known only after the update. */
  knownAfterIn(term: Term): Term {
    return [...this.#inputsIn(term)].reduce<Term>(
      (all, input) => this.#terms.or(all, this.#referred.knownAfter(input)),
      this.#terms.false,
    )
  }

  #isKnownAfter(input: Input, care: Term): boolean {
    const terms = this.#terms
    return terms.and(care, terms.not(this.#referred.knownAfter(input))) === terms.false
  }

  /** The same term has another value where what it refers to is another. */
  changed(path: string, term: Term, care: Term): readonly DifferingPart[] {
    const terms = this.#terms
    if (term.isData) return []
    if (term.tag === 'map')
      return [...term.entries].flatMap(([key, one]) => this.changed(`${path}.${String(key)}`, one, care))
    if (term.tag === 'list')
      return term.items.flatMap((one, index) => this.changed(`${path}[${index}]`, one, care))
    if (term.tag !== 'choice') return this.#read(path, term, care)
    const condition = terms.condition(term.atom)
    return [
      ...this.changed(path, term.then, terms.and(care, condition)),
      ...this.changed(path, term.otherwise, terms.and(care, terms.not(condition))),
    ]
  }

  /** What a value reads that changes: all of which the same is to be said are one part. */
  #read(path: string, term: Term, care: Term): readonly DifferingPart[] {
    const terms = this.#terms
    const alike = new Map<
      string,
      { readonly extent: Extent; readonly names: Set<string>; readonly isKnownAfter: boolean }
    >()
    const shown = new Set(shownParts(term))
    for (const input of this.#inputsIn(term)) {
      const changed = this.#referred.changed(input)
      const may = terms.and(care, changed.may)
      if (may === terms.false) continue
      const sure = shown.has(input) ? terms.and(care, changed.sure) : terms.false
      const isKnownAfter = this.#isKnownAfter(input, may)
      const key = `${sure.id} ${may.id} ${isKnownAfter}`
      const same = alike.get(key)
      if (same === undefined)
        alike.set(key, { extent: { sure, may }, names: new Set([readName(input)]), isKnownAfter })
      else same.names.add(readName(input))
    }
    return [...alike.values()].map(({ extent, names, isKnownAfter }) => {
      const by = listed([...names], ' and ', mostNames)
      const part = { path, before: term, after: term, extent, by }
      return isKnownAfter ? { ...part, knownAfter: by } : part
    })
  }

  /** The references and attributes of resources in a term. */
  #inputsIn(term: Term): ReadonlySet<Input> {
    const known = this.#inputs.get(term)
    if (known !== undefined) return known
    const found = new Set<Input>()
    this.#inputs.set(term, found)
    if (term.tag === 'input' && ['reference', 'attribute', 'attributes'].includes(term.of)) found.add(term)
    for (const part of innerTerms(term)) for (const one of this.#inputsIn(part)) found.add(one)
    return found
  }
}

/** The terms that are in a string as they are: with another id it is another string. */
function shownParts(term: Term): readonly Term[] {
  const passed = handedOver(term)
  return passed.tag === 'concat' ? passed.parts.flatMap(shownParts) : [passed]
}

/** What a value reads: `server`, or an attribute of it, `server.first_address`; of any member of a group, the group. */
function readName({ of, name, detail, scope }: Input): string {
  const read = name === anyMember ? (scope.split('/').at(-2) ?? name) : name
  const isMember = detail === '' || detail === memberSetMark
  return of === 'attribute' && !isMember ? `${read}.${detail}` : read
}

/** So many resources that a value reads are named. */
const mostNames = 3
