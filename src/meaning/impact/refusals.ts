/** What Heat refuses of templates themselves, and for which values. */

import type { Failure } from '../../heat/values/value.ts'
import { defined } from '../../text/document/records.ts'
import type { Both } from '../side.ts'
import type { Obligation } from '../terms/lowering.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Refusal } from './model.ts'
import type { ConditionWords } from './words.ts'

type Side = keyof Both<unknown>

/** Collects refusals of both templates, whether they differ there or not. */
export class Refusals {
  readonly #terms: Terms
  readonly #found: Both<Map<string, Term>> = { before: new Map(), after: new Map() }

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** @param where for which values */
  add(side: Side, { message }: Failure, where: Term): void {
    if (where === this.#terms.false) return
    const found = this.#found[side]
    found.set(message, this.#terms.or(found.get(message) ?? this.#terms.false, where))
  }

  /** What must hold for a part that Heat resolves. */
  addIn(side: Side, obligations: readonly Obligation[], where: Term): void {
    const terms = this.#terms
    for (const { about, term, failure, path } of obligations) {
      const open = terms.and(where, path)
      if (about === 'refused') this.add(side, failure, open)
      else if (about === 'enabled') this.add(side, failure, terms.and(open, terms.not(terms.condition(term))))
    }
  }

  /** A part of a value that is refused. */
  addTerm(side: Side, term: Term, where: Term): void {
    for (const [leaf, condition] of this.#terms.leaves(term))
      if (leaf.tag === 'refused') this.add(side, leaf.failure, this.#terms.and(where, condition))
  }

  /** What Heat refuses of the new template. That there is a stack of the old one shows that its values are others than those. */
  all(words: ConditionWords): readonly Refusal[] {
    const terms = this.#terms
    const excluded = [...this.#found.before.values()]
      .filter((where) => where !== terms.true)
      .reduce<Term>((all, where) => terms.or(all, where), terms.false)
    return [...this.#found.after].flatMap(([message, where]): readonly Refusal[] => {
      if (where === terms.true) return [{ message, certainty: 'sure', of: 'template' }]
      const open = terms.and(where, terms.not(excluded))
      if (open === terms.false) return []
      const when = words.when(open)
      return [
        defined({ message, certainty: when === undefined ? 'sure' : 'if', when, of: 'template' } as const),
      ]
    })
  }
}
