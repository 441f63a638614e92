/** Gives resources their native type: what the facts say of a type, applied to a template. */
import {
  type AboutTemplate,
  type Entry,
  type Mapping,
  mapParts,
  mapRead,
  type NewParameter,
  type Node,
  nameOf,
  rewriteTemplate,
  rewriteValues,
  scopeOver,
  type TemplateScope,
  type UnnamedTransform,
  withReplaced,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { withDependenciesInstead } from '../../src/heat/reads.ts'
import { letFollow } from './answers.ts'
import {
  askedOfFamily,
  type FamilyBlocker,
  halfInGroups,
  keptWhole,
  type NativeFamily,
  type Natives,
} from './family.ts'
import { factsOf, type Native, type Retyping, typeNodeOf } from './native.ts'
import { converted } from './native-properties.ts'
import { isLeft, reportDifferences, reportKept } from './native-reports.ts'
import {
  type GroupMember,
  isHotNow,
  membersIn,
  type Resource,
  resourcesOf,
  type Uses,
  usesIn,
} from './resources.ts'
import { type FamilyLinks, splitFamily } from './split-family.ts'
import { withNatives } from './with-natives.ts'

/** What is particular to a type: replaces what follows from the facts alone; or why a resource is left. */
type ParticularType = (made: Native, retyping: Retyping) => Native | string

type AboutRetyping = Pick<AboutTemplate, 'title' | 'description'>

/** Types whose resources get their native types together, or none of them does. */
interface FamilyRules {
  readonly types: readonly string[]
  /** What stands in every template that has one of the types; `AWS::` unless given. */
  readonly mentions?: string
  readonly natives: (family: NativeFamily) => Natives
  /** Functions whose value changes in another way than the facts of a type say; called from the leaves upwards. */
  readonly rewrite?: (node: Node, family: NativeFamily) => Node
  /** By which properties its resources name one another. */
  readonly links?: FamilyLinks
  /** Whether all of them in a stack change or none, whatever they name; without it those do that name one another. */
  readonly isWhole?: true
  /** Why a resource is left by itself, and the others need not be left with it. */
  readonly apart?: (resource: Resource, uses: Uses) => string | undefined
  /** The names of the resources for which to wait instead of one that goes. */
  readonly insteadOf?: (removed: Resource, family: NativeFamily) => readonly string[]
}

/** How resources are put together that get their native types in one step. */
interface Rules extends FamilyRules {
  /** Each resource of the type alone, as far as it can be, members of groups too; otherwise all of a template at once. */
  readonly isAlone?: true
}

/** The resources of one step, and the group that they are the member of. */
interface RetypedTogether {
  readonly members: readonly Resource[]
  readonly group?: GroupMember
}

/** What one step makes of its members. */
interface RetypedFamily {
  readonly family: NativeFamily
  readonly natives: ReadonlyMap<string, Native | 'removed'>
}

/** A resource replaces another one, unless an environment gives its type another meaning. */
const native = { safety: 'review', keeps: 'correspondence', readsRegistry: true } as const

/**
 * A transform that gives resources their native type.
 * @param of types whose resources change one by one, or a family of types that must change together
 * @param particular for types whose resources change one by one
 */
export function retype(
  about: AboutRetyping,
  of: string | readonly string[] | FamilyRules,
  particular: ParticularType = (made) => made,
): UnnamedTransform {
  const rules = isFamily(of) ? of : eachAlone(typeof of === 'string' ? [of] : of, particular)
  const { types, mentions = 'AWS::', isWhole } = rules
  const references = [...new Set(types.flatMap((type) => factsOf(type).source))]
  const said = { ...about, references, ...native, kinds: 'all', mentions } as const
  const made = rewriteTemplate(said, (scope) => retyped(scope, rules))
  return isWhole === true ? { ...made, family: types } : made
}

function isFamily(of: string | readonly string[] | FamilyRules): of is FamilyRules {
  return typeof of === 'object' && 'natives' in of
}

/** Rules for resources that change one by one. */
function eachAlone(types: readonly string[], particular: ParticularType): Rules {
  return {
    types,
    mentions: types.length === 1 ? (types[0] as string) : 'AWS::',
    isAlone: true,
    natives({ members: [resource], convert, retypingOf }) {
      if (resource === undefined) return new Map()
      const retyping = retypingOf(resource)
      const made = convert(resource)
      const native = typeof made === 'string' ? made : asMember(particular(made, retyping), retyping)
      return typeof native === 'string' ? { resource, why: native } : new Map([[resource.name, native]])
    },
  }
}

function retyped(scope: TemplateScope, rules: Rules): Mapping {
  if (!isHotNow(scope.root)) return scope.root
  const resources = resourcesOf(scope.root)
  const isOne = ({ type }: Resource) => rules.types.includes(type)
  const all = [...resources.values()].filter(isOne)
  const inGroups = rules.isAlone === true ? membersIn(resources).filter(({ member }) => isOne(member)) : []
  if (all.length + inGroups.length === 0) return scope.root
  const uses = usesIn(scope.root, resources)
  const families: NativeFamily[] = []
  const natives = new Map<string, Native | 'removed'>()
  const groups = new Set<string>()
  for (const step of stepsOf(all, inGroups, { scope, uses, rules })) {
    const made = madeTogether(step, rules, { scope, resources, uses })
    if (made === undefined) continue
    families.push(made.family)
    for (const [name, native] of made.natives) {
      if (step.group === undefined) natives.set(name, native)
      else if (native !== 'removed') {
        groups.add(step.group.group.name)
        natives.set(step.group.group.name, { definition: withMember(step.group, native.definition) })
      }
    }
  }
  if (families.length === 0) return scope.root
  const facts = (name: string) => {
    const { type } = resources.get(name) ?? {}
    return groups.has(name) || type === undefined || !rules.types.includes(type) ? undefined : factsOf(type)
  }
  const root = withNatives(scope, natives, facts)
  return families.reduce((made, family) => withFollowing(made, family, natives, rules), root)
}

function stepsOf(
  all: readonly Resource[],
  inGroups: readonly GroupMember[],
  {
    scope,
    uses,
    rules: { isAlone, apart },
  }: { readonly scope: TemplateScope; readonly uses: Uses; readonly rules: Rules },
): readonly RetypedTogether[] {
  if (isAlone === true)
    return [
      ...all.map((one) => ({ members: [one] })),
      ...inGroups.map((group) => ({ members: [group.member], group })),
    ]
  const members = all.filter((one) => {
    const why = apart?.(one, uses)
    if (why !== undefined) reportKept(scope, typeNodeOf(one), { type: one.type, why })
    return why === undefined
  })
  return members.length === 0 ? [] : [{ members }]
}

/** What waited for what goes waits for something else, and functions whose value changes in another way change. */
function withFollowing(
  root: Mapping,
  family: NativeFamily,
  natives: ReadonlyMap<string, Native | 'removed'>,
  { insteadOf, rewrite }: Rules,
): Mapping {
  const removed = family.members.filter(({ name }) => natives.get(name) === 'removed')
  const instead = new Map(removed.map((one) => [one.name, insteadOf?.(one, family) ?? []]))
  const waiting =
    removed.length === 0
      ? root
      : mapParts(root, 'resources', (definition) => withDependenciesInstead(definition, instead))
  return rewrite === undefined ? waiting : rewriteValues(waiting, true, (node) => rewrite(node, family))
}

/** The members of a step as they are natively, reported; undefined where they are left as they are, which is reported too. */
function madeTogether(
  { members, group }: RetypedTogether,
  rules: Rules,
  { scope, resources, uses }: Pick<NativeFamily, 'scope' | 'resources' | 'uses'>,
): RetypedFamily | undefined {
  const found = new Map(members.map((one) => [one, new Map<string, Node | Entry>()]))
  const notesOf = (resource: Resource) => found.get(resource) ?? new Map<string, Node | Entry>()
  const refused: (readonly [Resource, Entry])[] = []
  const { declared, deferred } = deferring(scope)
  const together = new Set<string | undefined>(members.map(({ name }) => name))
  const retypingOf = (resource: Resource): Retyping => ({
    scope: deferred,
    resource,
    resources,
    uses,
    facts: factsOf(resource.type),
    found: (id, at) => notesOf(resource).set(id, at),
    ...(rules.isAlone === true ? {} : { together }),
    ...(group === undefined ? {} : { isMember: true }),
  })
  const family: NativeFamily = {
    scope: deferred,
    resources,
    uses,
    members,
    retypingOf,
    convert(resource, own) {
      const left: Entry[] = []
      const native = converted(
        { ...retypingOf(resource), ...(own === undefined ? {} : { conversions: own }) },
        left,
      )
      refused.push(...left.map((one) => [resource, one] as const))
      return native
    },
  }
  const natives = blockerOf(family, rules) ?? keptWhole(rules.natives(family), family)
  if ('why' in natives) {
    reportBlocked(natives, members, scope)
    return undefined
  }
  const all = members.map((resource) => ({ ...retypingOf(resource), scope }))
  const accepted = all.map((one) => isLeft(one, notesOf(one.resource)))
  if (accepted.includes(false)) return undefined
  declareAll(scope, declared)
  for (const [resource, one] of refused)
    scope.report('unimplemented-property', one, `Heat rejects ${nameOf(one)} of ${resource.type}`)
  for (const one of all) {
    reportDifferences(one, notesOf(one.resource))
    scope.change(typeNodeOf(one.resource), `Make ${one.resource.name} native`)
    letFollow(one)
  }
  return { family, natives }
}

function blockerOf(
  family: NativeFamily,
  { types, links = new Map(), isAlone }: Rules,
): FamilyBlocker | undefined {
  if (isAlone === true) return askedOfFamily(family)
  return halfInGroups(family, types) ?? splitFamily(family, links) ?? askedOfFamily(family)
}

function reportBlocked(
  { resource, why, help }: FamilyBlocker,
  members: readonly Resource[],
  scope: TemplateScope,
): void {
  for (const one of members) {
    const cause =
      one === resource ? why : `"${resource.name}" is not converted, and both must change together`
    reportKept(scope, typeNodeOf(one), { type: one.type, why: cause, help })
  }
}

/** Only what is one resource natively, too, and needs nothing else can be the member of a group. */
function asMember(native: Native | string, { isMember, facts }: Retyping): Native | string {
  if (isMember !== true || typeof native === 'string') return native
  const isAlone = native.beside === undefined || native.beside.length === 0
  return isAlone && facts.input === undefined
    ? native
    : 'it is a member of a group, and its native form needs further resources or parameters'
}

/** A scope whose new parameters are declared once it is clear that something uses them. */
function deferring(scope: TemplateScope) {
  const declared: NewParameter[] = []
  return {
    declared,
    deferred: scopeOver(scope, { ...scope, declare: (one: NewParameter) => void declared.push(one) }),
  }
}

/** Declares new parameters, and lets the callers of the template pass them. */
function declareAll(scope: TemplateScope, parameters: readonly NewParameter[]): void {
  for (const one of parameters) {
    scope.declare(one)
    scope.pass({ name: one.name, type: 'string', description: one.description })
  }
}

function withMember({ group, held }: GroupMember, member: Mapping): Mapping {
  return mapRead(group.definition, 'properties', (properties) =>
    withReplaced(properties as Mapping, held, withValue(held, member)),
  )
}
