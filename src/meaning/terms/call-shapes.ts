/** Where resources instantiate nested templates: by their own type, or for the members of a group. */
import { type MemberDefinition, membersOf } from '../../heat/group-types.ts'
import type { Key, Value } from '../../heat/values/value.ts'
import type { NestedTemplate } from '../side.ts'
import { kinds, type MapTerm, type Term, type Terms } from './term.ts'

/** What a resource, or the members of a group, are given. */
export interface TypedProperties {
  /** The type as it is written. */
  readonly type: string
  /** The properties of the caller that become parameters. */
  readonly properties: ReadonlyMap<Key, Term>
  /** The path of the properties below those of the resource. */
  readonly at: string
}

/** The same, of a type that is a nested template. */
export interface NestedTemplateCall extends TypedProperties {
  readonly template: NestedTemplate
}

interface ShapedProperties<Call extends TypedProperties = TypedProperties> {
  readonly calls: readonly Call[]
  /** The properties without those that are passed on. */
  readonly rest: Term
}

/**
 * Whether resources of a type may instantiate templates without being one: those that name the types of their members.
 */
export function isGroup(type: Value): boolean {
  return typeof type === 'string' && groupOf(type) !== undefined
}

type MemberGroup = Exclude<MemberDefinition, { readonly by: 'template' }>

function groupOf(type: string): MemberGroup | undefined {
  const members = membersOf(type)
  return members === undefined || members.by === 'template' ? undefined : members
}

function shapedBy(
  group: MemberGroup,
  terms: Terms,
  properties: MapTerm,
  member?: Term,
): ShapedProperties | undefined {
  if (group.by === 'types') return resourceChain(group, terms, properties)
  const { property, index } = group
  return withMember(terms, properties, property, (passed) =>
    index === undefined
      ? passed
      : withIndexes(terms, passed, {
          variable: properties.entries.get(index.property) ?? terms.constant(index.preset),
          member,
        }),
  )
}

/** The nested template that a type is; `own` for the type of the resource itself, whose name may decide. */
export type FindTemplate = (type: string, of: 'own' | 'members') => NestedTemplate | undefined

/**
 * The nested templates that a resource is a caller of.
 * @returns undefined where there is none, or properties are not written out
 */
export function callsIn(
  terms: Terms,
  type: string,
  properties: Term,
  find: FindTemplate,
): ShapedProperties<NestedTemplateCall> | undefined {
  const own = properties === terms.null ? terms.map(new Map()) : properties
  if (own.tag !== 'map') return undefined
  const template = find(type, 'own')
  if (template !== undefined)
    return { calls: [{ type, template, properties: own.entries, at: '' }], rest: terms.null }
  return memberCalls(terms, type, own, find)
}

function memberCalls(
  terms: Terms,
  type: string,
  properties: Term,
  find: FindTemplate,
): ShapedProperties<NestedTemplateCall> | undefined {
  const shaped = membersIn(terms, type, properties)
  if (shaped === undefined) return undefined
  const calls = shaped.calls.flatMap((one): NestedTemplateCall[] => {
    const template = find(one.type, 'members')
    return template === undefined ? [] : [{ ...one, template }]
  })
  if (calls.length === shaped.calls.length) return { calls, rest: shaped.rest }
  const [member, ...others] = shaped.calls
  return member === undefined || others.length > 0 ? undefined : callsOfMember(terms, shaped, member, find)
}

/**
 * What a group passes to its members; undefined for other types, and where that is not written out.
 * @param member the number of one of them; without it, what is passed counts for any
 */
export function membersIn(
  terms: Terms,
  type: string,
  properties: Term,
  member?: Term,
): ShapedProperties | undefined {
  const group = groupOf(type)
  return group === undefined || properties.tag !== 'map'
    ? undefined
    : shapedBy(group, terms, properties, member)
}

/** The members of a group may be groups themselves. */
function callsOfMember(
  terms: Terms,
  { rest }: ShapedProperties,
  member: TypedProperties,
  find: FindTemplate,
): ShapedProperties<NestedTemplateCall> | undefined {
  const inner = memberCalls(terms, member.type, terms.map(member.properties), find)
  if (inner === undefined) return undefined
  return {
    calls: inner.calls.map((call) => ({ ...call, at: `${member.at}.${call.at}` })),
    rest: terms.map(
      new Map<Key, Term>([
        ['group', rest],
        ['member', inner.rest],
      ]),
    ),
  }
}

/** What stands for the number of a member, and that number where it is one of them. */
interface MemberIndex {
  readonly variable: Term
  readonly member: Term | undefined
}

/** The index is put into every string of the properties, and null properties are dropped (`_clean_props`). */
function withIndexes(
  terms: Terms,
  passed: ReadonlyMap<Key, Term>,
  index: MemberIndex,
): ReadonlyMap<Key, Term> {
  const found = new Map<Key, Term>()
  for (const [key, value] of passed)
    if (value !== terms.null)
      found.set(
        key,
        terms.each(value, (one) => (one === terms.null ? terms.omitted : withIndex(terms, one, index))),
      )
  return found
}

/** Every template of the chain gets the same properties. */
function resourceChain(
  { property, passed: at }: MemberGroup & { readonly by: 'types' },
  terms: Terms,
  { entries }: MapTerm,
): ShapedProperties | undefined {
  const types = entries.get(property)
  const passed = entries.get(at) ?? terms.map(new Map())
  if (types?.tag !== 'list' || passed.tag !== 'map') return undefined
  const names = types.items.flatMap((type) =>
    type.tag === 'constant' && typeof type.value === 'string' ? [type.value] : [],
  )
  if (names.length !== types.items.length) return undefined
  return {
    calls: names.map((type) => ({ type, properties: passed.entries, at })),
    rest: terms.map(new Map([...entries].filter(([key]) => key !== at))),
  }
}

function withMember(
  terms: Terms,
  properties: MapTerm,
  at: string,
  passedOn: (properties: ReadonlyMap<Key, Term>) => ReadonlyMap<Key, Term>,
): ShapedProperties | undefined {
  const definition = properties.entries.get(at)
  if (definition?.tag !== 'map') return undefined
  const type = definition.entries.get('type')
  const passed = definition.entries.get('properties') ?? terms.null
  const isPlain = passed === terms.null || passed.tag === 'map'
  if (type?.tag !== 'constant' || typeof type.value !== 'string' || !isPlain) return undefined
  const own = passed.tag === 'map' ? passed.entries : new Map<Key, Term>()
  const rest = terms.map(new Map([...definition.entries].filter(([key]) => key !== 'properties')))
  return {
    calls: [{ type: type.value, properties: passedOn(own), at: `${at}.properties` }],
    rest: terms.map(new Map([...properties.entries, [at, rest]])),
  }
}

/**
 * The index of the member replaces its variable, in strings only (`_handle_repl_val`); inside of unknown values the
 * replacement is deferred.
 */
function withIndex(terms: Terms, term: Term, number: MemberIndex): Term {
  if ((term.kinds & (kinds.str | kinds.collection)) === 0) return term
  const { variable, member } = number
  const name = variable.tag === 'constant' ? variable.value : undefined
  const deferred = () =>
    terms.apply('with index', member === undefined ? [term, variable] : [term, variable, member], term.kinds)
  if (typeof name !== 'string') return deferred()
  if (name === '') return term
  const inside = (one: Term): Term => withIndex(terms, one, number)
  switch (term.tag) {
    case 'constant': {
      if (typeof term.value !== 'string' || !term.value.includes(name)) return term
      const index = member ?? terms.input('index', '', kinds.str)
      return terms.concat(
        term.value
          .split(name)
          .flatMap((text, at) => (at === 0 ? [terms.constant(text)] : [index, terms.constant(text)])),
      )
    }
    case 'list':
      return terms.list(term.items.map(inside))
    case 'map':
      return terms.map(new Map([...term.entries].map(([key, one]) => [key, inside(one)])))
    case 'choice':
      return terms.each(term, inside)
    case 'omitted':
    case 'refused':
      return term
    default:
      return deferred()
  }
}
