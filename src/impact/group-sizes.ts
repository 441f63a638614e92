/** How many members groups have: the alternatives of the properties that say so. */
import { type Both, onBoth } from '../semantics/side.ts'
import { type Term, type Terms, valueOf } from '../semantics/terms/term.ts'
import { isList, type Value } from '../semantics/value.ts'
import { choicesIn, type Extent, newestAtom, surely } from './differences.ts'
import { type MemberSets, memberSets, sizeProperties } from './group-members.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { propertyTerm } from './property-values.ts'
import { updatedClass } from './replacement-rules.ts'
import type { Definition } from './resource-comparison.ts'

/** So many alternatives of the size of a group are told apart. */
const mostSizes = 16

/** Members that come and go, and for which values; without them, what nobody knows. */
interface MemberChange {
  readonly sets?: MemberSets
  readonly extent: Extent
}

/** Asks for the members of groups of one template. */
export class GroupSizes {
  readonly #level: LoweredLevel
  readonly #terms: Terms

  constructor(level: LoweredLevel) {
    this.#level = level
    this.#terms = level.terms
  }

  /** For which values which members come and go: the alternatives of the properties that say how many there are. */
  memberChanges(
    name: string,
    definitions: Both<Definition | undefined>,
    care: Term,
  ): readonly MemberChange[] {
    const type = definitions.after?.type ?? definitions.before?.type ?? ''
    const live = this.#level.whole.liveMembers(this.#level.scope + name)
    const sizes = onBoth((side) => this.#sizeTerm(definitions[side]))
    const found = new Map<string, MemberChange>()
    let room = mostSizes
    const visit = (before: Term, after: Term, open: Term): void => {
      if (open === this.#terms.false) return
      const choices = [...choicesIn(before), ...choicesIn(after)]
      if (choices.length > 0 && room > 0) {
        room -= 1
        const atom = newestAtom(...choices)
        const condition = this.#terms.condition(atom)
        for (const holds of [true, false])
          visit(
            this.#terms.where(before, atom, holds),
            this.#terms.where(after, atom, holds),
            this.#terms.and(open, holds ? condition : this.#terms.not(condition)),
          )
        return
      }
      // The same unknown number is the same number.
      if (before === after && !before.isData) return
      // The properties as a whole may be what a condition chooses.
      if (before.tag === 'map' || after.tag === 'map') {
        const listed = (term: Term) => (term.tag === 'map' ? this.#sizesIn(type, term) : term)
        visit(listed(before), listed(after), open)
        return
      }
      const isListed = (term: Term) => term === this.#terms.null || (term.isData && isList(valueOf(term)))
      const values = (term: Term) =>
        term === this.#terms.null ? undefined : (valueOf(term) as readonly Value[])
      const isKnown = isListed(before) && isListed(after)
      const sets = isKnown ? memberSets(type, values(before), values(after), live) : undefined
      const key = JSON.stringify(sets) ?? ''
      const extent = isKnown && sets !== undefined ? surely(open) : this.#level.whole.values.perhaps(open)
      const same = found.get(key)
      if (sets === undefined && before === after) return
      found.set(key, {
        ...(sets === undefined ? {} : { sets }),
        extent: same === undefined ? extent : this.#level.whole.values.either(same.extent, extent),
      })
    }
    visit(sizes.before, sizes.after, care)
    return [...found.values()]
  }

  /** How many members of a group stay, where that does not depend on anything. */
  keptCount(group: string, definitions: Both<Definition>, care: Term): number | undefined {
    const [sole, ...others] = this.memberChanges(group, definitions, care)
    return others.length === 0 ? sole?.sets?.kept.count : undefined
  }

  /** The values that say which members a group has, as a list; null for no group. */
  #sizeTerm(definition: Definition | undefined): Term {
    const terms = this.#terms
    if (definition === undefined) return terms.null
    const { type, properties } = definition
    return properties.tag === 'map' ? this.#sizesIn(type, properties) : properties
  }

  #sizesIn(type: string, properties: Term & { readonly tag: 'map' }): Term {
    const terms = this.#terms
    const names = sizeProperties(type) ?? []
    const updated = updatedClass(type)
    const schemas = updated.is === 'class' ? updated.properties : {}
    return terms.list(names.map((one) => propertyTerm(terms, properties, one, schemas[one] ?? {})))
  }
}
