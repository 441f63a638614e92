/** How many members groups have: the alternatives of the properties that say so. */

import { isList, type Value } from '../../heat/values/value.ts'
import { type Both, onBoth } from '../side.ts'
import { propertyTerm } from '../terms/conversions.ts'
import { type Term, type Terms, valueOf } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import { choicesIn, newestAtom } from './differences.ts'
import { type Extent, surely } from './extents.ts'
import {
  isScaled,
  isSizedByNames,
  type LiveMembers,
  type MemberSets,
  memberSets,
  sizeProperties,
  unmatchedIn,
} from './group-members.ts'
import { parametersIn } from './inner-terms.ts'
import type { Surrounding } from './level.ts'
import { updatedClass } from './replacement-rules.ts'
import { inWords } from './words.ts'

/** At most so many alternative sizes of a group are considered one by one. */
const mostSizes = 16

/** Members that come and go, and for which values; or why nobody knows them, as a sentence without a full stop. */
export type MembershipChange = { readonly extent: Extent } & (
  | { readonly sets: MemberSets; readonly why?: undefined }
  | { readonly sets?: undefined; readonly why: string }
)

type SizedIn = Pick<Surrounding, 'scope' | 'terms' | 'whole'>

/** Asks for the members of groups of one template. */
export class GroupSizes {
  readonly #level: SizedIn
  readonly #terms: Terms

  constructor(level: SizedIn) {
    this.#level = level
    this.#terms = level.terms
  }

  /** For which values which members come and go: the alternatives of the properties that say how many there are. */
  memberChanges(
    name: string,
    definitions: Both<Definition | undefined>,
    care: Term,
  ): readonly MembershipChange[] {
    const type = definitions.after?.type ?? definitions.before?.type ?? ''
    const live = this.#level.whole.liveMembers(this.#level.scope + name)
    const sizes = onBoth((side) => this.#sizeTerm(definitions[side]))
    const found = new Map<string, MembershipChange>()
    const { values } = this.#level.whole
    this.#eachSize(type, sizes, care, (before, after, open) => {
      const sets = this.#setsOf(type, before, after, live)
      if (sets === undefined && before === after) return
      const change: MembershipChange =
        sets === undefined
          ? { why: whyUnknown(type, [before, after], live), extent: values.perhaps(open) }
          : { sets, extent: surely(open) }
      const key = JSON.stringify(sets ?? change.why)
      const same = found.get(key)
      found.set(
        key,
        same === undefined ? change : { ...change, extent: values.either(same.extent, change.extent) },
      )
    })
    return [...found.values()]
  }

  /** Visits the alternatives of two sizes, each with the values for which it is chosen. */
  #eachSize(
    type: string,
    sizes: Both<Term>,
    care: Term,
    visit: (before: Term, after: Term, open: Term) => void,
  ): void {
    const terms = this.#terms
    let room = mostSizes
    const follow = (before: Term, after: Term, open: Term): void => {
      if (open === terms.false) return
      const choices = [...choicesIn(before), ...choicesIn(after)]
      if (choices.length > 0 && room > 0) {
        room -= 1
        const atom = newestAtom(...choices)
        const condition = terms.condition(atom)
        for (const holds of [true, false])
          follow(
            terms.where(before, atom, holds),
            terms.where(after, atom, holds),
            terms.and(open, holds ? condition : terms.not(condition)),
          )
        return
      }
      // The same unknown number is the same number.
      if (before === after && !before.isData) return
      // The properties as a whole may be what a condition chooses.
      if (before.tag !== 'map' && after.tag !== 'map') {
        visit(before, after, open)
        return
      }
      const listed = (term: Term) => (term.tag === 'map' ? this.#sizesIn(type, term) : term)
      follow(listed(before), listed(after), open)
    }
    follow(sizes.before, sizes.after, care)
  }

  #setsOf(type: string, before: Term, after: Term, live: LiveMembers | undefined): MemberSets | undefined {
    const isListed = (term: Term) => term === this.#terms.null || (term.isData && isList(valueOf(term)))
    if (!isListed(before) || !isListed(after)) return undefined
    const values = (term: Term) =>
      term === this.#terms.null ? undefined : (valueOf(term) as readonly Value[])
    return memberSets(type, values(before), values(after), live)
  }

  /** The size to which every update sets a group that scales, in words; undefined where it leaves the size alone. */
  setTo({ type, properties }: Definition): string | undefined {
    if (!isScaled(type) || properties.tag !== 'map') return undefined
    const listed = this.#sizesIn(type, properties)
    const desired = listed.tag === 'list' ? listed.items[2] : undefined
    if (desired === undefined || desired === this.#terms.null || (desired.isData && valueOf(desired) === 0))
      return undefined
    return inWords(desired)
  }

  /** The members that a group has before and after, where that does not depend on anything. */
  soleSets(group: string, definitions: Both<Definition>, care: Term): MemberSets | undefined {
    const [sole, ...others] = this.memberChanges(group, definitions, care)
    return others.length === 0 ? sole?.sets : undefined
  }

  /** Whether the size of a group that scales is known, and not only to the live stack. */
  isExact(group: string, { before, after }: Both<Definition>): boolean {
    if (this.#level.whole.liveMembers(this.#level.scope + group) !== undefined) return true
    return [before, after].every((one) => this.setTo(one) !== undefined)
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
    const values = names.map((one) => propertyTerm(terms, properties, one, schemas[one] ?? {}))
    return terms.list(isSizedByNames(type) ? values.map((one) => this.#namesIn(one)) : values)
  }

  /** A list or a map whose items do not count, but for those that a condition may omit. */
  #namesIn(value: Term): Term {
    const terms = this.#terms
    const named = (item: Term) => (item.decides ? item : terms.null)
    return terms.each(value, (one) => {
      if (one.tag === 'map')
        return terms.map(new Map([...one.entries].map(([key, item]) => [key, named(item)])))
      return one.tag === 'list' ? terms.list(one.items.map(named)) : one
    })
  }
}

/** Why the values before and after do not decide which members are created and deleted, and what would decide it. */
function whyUnknown(type: string, sides: readonly Term[], live: LiveMembers | undefined): string {
  const names = sizeProperties(type) ?? []
  const open = sides.flatMap((side) =>
    side.tag !== 'list'
      ? []
      : side.items.flatMap((item, index) => (item.isData ? [] : [{ name: names[index], item }])),
  )
  const outcome = 'which members are created or deleted is unknown'
  const refused = open.find(({ item }) => item.tag === 'refused')
  if (refused !== undefined) return `${refused.name} has a value that Heat rejects: ${outcome}`
  if (open.length > 0) {
    const said = new Set(open.map(({ name, item }) => `${name} is ${inWords(item)}`))
    const parameters = new Set(open.flatMap(({ item }) => parametersIn(item)))
    const hint =
      parameters.size === 0 ? '' : ` (${[...parameters].map((one) => `--set ${one}=VALUE`).join(' ')})`
    return `${[...said].join(' and ')}, which is not given a value here${hint}: ${outcome}`
  }
  const unmatched = sides.at(-1)?.isData === true ? unmatchedIn(type, sides.map(valueOf), live) : []
  if (unmatched.length > 0) {
    const listed = unmatched.join(', ')
    return live === undefined
      ? `only the live stack knows whether a member has the id ${listed} of removal_policies (--live): ${outcome}`
      : `no member in the live stack that was given has the name or id ${listed} of removal_policies: ${outcome}`
  }
  if (isScaled(type)) return `only the live stack knows how many members it has now (--live): ${outcome}`
  return `${names[0]} is no number of members that can be listed: ${outcome}`
}
