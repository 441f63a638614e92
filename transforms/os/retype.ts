/** Gives resources their native type: what the facts say of a type, applied to a template. */

import { commentsOf } from '../../src/document/comments.ts'
import type { Document } from '../../src/document/document.ts'
import { fromData } from '../../src/document/from-data.ts'
import { type Comment, rangeOf } from '../../src/document/node.ts'
import {
  type AboutTemplate,
  type AskedHere,
  acceptedHelp,
  call,
  callOf,
  type Entry,
  entry,
  entryOf,
  isOwn,
  list,
  type Mapping,
  mapParts,
  mapping,
  mapRead,
  mapSection,
  type NewParameter,
  type Node,
  nameOf,
  offeredHelp,
  readValue,
  replacedRead,
  rewriteTemplate,
  rewriteValues,
  scopeOver,
  sectionEntry,
  seqOf,
  type TemplateScope,
  text,
  textOf,
  type UnnamedTransform,
  unwrapped,
  withAppended,
  withEntries,
  withItems,
  withReplaced,
  withValue,
} from '../../src/engine/authoring.ts'
import { renamedType } from '../../src/heat/deprecations.ts'
import { deadType } from '../../src/heat/instead.ts'
import { counterpartOf, type NativeType, nativeAttribute, nativeSteps } from '../../src/heat/native-types.ts'
import { withDependenciesInstead } from '../../src/heat/reads.ts'
import { mapDefinitions, registeredReason, typeOf } from '../hot/definitions.ts'
import { type Conversion, conversions } from './conversions.ts'
import { cannotPassNetwork } from './external-network.ts'
import {
  type GroupMember,
  isHotNow,
  membersIn,
  propertiesOf,
  type Resource,
  resourcesOf,
  stringFor,
  type Uses,
  usesIn,
} from './resources.ts'

import { type FamilyLinks, splitFamily } from './split-family.ts'

/** What a conversion of one resource may ask and say. */
export interface Retyping {
  readonly scope: TemplateScope
  readonly resource: Resource
  readonly facts: NativeType
  readonly resources: ReadonlyMap<string, Resource>
  readonly uses: Uses
  /** Says that a difference of the facts applies that depends on more than which properties are given. */
  found(difference: string, at: Node | Entry): void
  /** The resources that are converted in the same step. */
  readonly together?: ReadonlySet<string | undefined>
  /** The definition of the members of a group, which has their name. */
  readonly isMember?: true
  /** Conversions that only the transform has. */
  readonly conversions?: ReadonlyMap<string, Conversion>
}

/** A resource as it is natively. */
export interface Native {
  readonly definition: Mapping
  /** Resources to stand behind it. */
  readonly beside?: readonly Entry[]
}

/** What is particular to a type: takes the place of what follows from the facts alone. */
type Particular = (made: Native, retyping: Retyping) => Native | string

type About = Pick<AboutTemplate, 'title' | 'description' | 'preset'>

/** A resource takes the place of another one, unless an environment gives its type another meaning. */
const native = { safety: 'review', keeps: 'correspondence', readsRegistry: true } as const

/** A transform that gives all resources of one type their native type, each as far as it can be. */
export function retype(
  about: About,
  type: string,
  particular: Particular = (made) => made,
): UnnamedTransform {
  const facts = factsOf(type)
  return rewriteTemplate(
    { ...about, references: facts.source, ...native, kinds: 'all', mentions: type },
    (scope) => {
      if (!isHotNow(scope.root)) return scope.root
      const resources = resourcesOf(scope.root)
      const own = [...resources.values()].filter((one) => one.type === type)
      const members = membersIn(resources).filter(({ member }) => member.type === type)
      if (own.length === 0 && members.length === 0) return scope.root
      const uses = usesIn(scope.root, resources)
      const made = new Map<string, Native>()
      for (const resource of own) {
        const native = nativeOf({ scope, resource, facts, resources, uses }, particular)
        if (native !== undefined) made.set(resource.name, native)
      }
      const groups = new Set<string>()
      for (const one of members) {
        const about = { scope, resource: one.member, facts, resources, uses, isMember: true as const }
        const native = nativeOf(about, particular)
        if (native === undefined) continue
        groups.add(one.group.name)
        made.set(one.group.name, { definition: withMember(one, native.definition) })
      }
      return made.size === 0
        ? scope.root
        : withNatives(scope, made, (name) => (groups.has(name) ? undefined : facts))
    },
  )
}

function withMember({ group, held }: GroupMember, member: Mapping): Mapping {
  return mapRead(group.definition, 'properties', (properties) =>
    withReplaced(properties as Mapping, held, withValue(held, member)),
  )
}

/** That a resource keeps its type: one that still works, or one that can no longer be created. */
function reportKept(
  scope: TemplateScope,
  at: Node | Entry,
  { type, why, help }: { readonly type: string; readonly why: string; readonly help?: string | undefined },
): void {
  const dead = deadType(type, scope.cloud)
  if (dead === undefined) scope.report('native-kept', at, `${type} stays: ${why}`, help)
  else scope.report('removed-resource-type', at, `${type} ${dead}. It stays: ${why}`, help)
}

/** The native resource, reported; or undefined where it stays what it is, which is reported too. */
function nativeOf(about: Omit<Retyping, 'found'>, particular: Particular): Native | undefined {
  const { scope, resource } = about
  const found = new Map<string, Node | Entry>()
  const { declared, deferred } = deferring(scope)
  const retyping: Retyping = { ...about, scope: deferred, found: (id, at) => found.set(id, at) }
  const refused: Entry[] = []
  const asked = registeredProblem(retyping) ?? askedProblem(retyping)
  const made = asked === undefined ? converted(retyping, refused) : asked.why
  const native = typeof made === 'string' ? made : asMember(particular(made, retyping), retyping)
  const at = entryOf(resource.definition, 'type')?.value ?? resource.entry
  if (typeof native === 'string') {
    reportKept(scope, at, { type: resource.type, why: native, help: asked?.help })
    return undefined
  }
  if (!isLeft(about, found)) return undefined
  declareAll(scope, declared)
  for (const one of refused)
    scope.report('unimplemented-property', one, `Heat refuses ${nameOf(one)} of ${resource.type}`)
  reportDifferences(about, found)
  scope.change(at, `Make ${resource.name} native`)
  letFollow(about)
  return native
}

/** Only what is one resource natively, too, and needs nothing else can be the member of a group. */
function asMember(native: Native | string, { isMember, facts }: Retyping): Native | string {
  if (isMember !== true || typeof native === 'string') return native
  const isAlone = native.beside === undefined || native.beside.length === 0
  return isAlone && facts.input === undefined
    ? native
    : 'it is the member of a group, and natively it needs resources or parameters beside it'
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

/** Whether all that has to be accepted before the resource gets another type is accepted. */
function isLeft(
  { scope, resource, facts }: Pick<Retyping, 'scope' | 'resource' | 'facts'>,
  found: ReadonlyMap<string, Node | Entry>,
): boolean {
  const at = entryOf(resource.definition, 'type')?.value ?? resource.entry
  const lost = (facts.differences ?? []).filter(
    (one) => one.accept !== undefined && (one.found !== true || found.has(one.id)),
  )
  const codes = new Map(lost.flatMap(({ accept, text }) => (accept === undefined ? [] : [[accept, text]])))
  if (facts.input === 'external_network')
    codes.set('external-network', `natively the external network has to be named${unpassed(scope)}`)
  let isAccepted = true
  for (const [code, said] of codes) {
    const accepted = scope.isAccepted(code as Parameters<typeof scope.isAccepted>[0])
    const what = accepted ? `accepted: ${said}` : `${resource.type} stays: ${said}`
    const known = code as Parameters<typeof scope.report>[0]
    scope.report(known, at, what, accepted ? acceptedHelp(known) : offeredHelp(known))
    if (!accepted) isAccepted = false
  }
  return isAccepted
}

/** Some callers of a nested template cannot pass a parameter that it gets. */
function unpassed(scope: TemplateScope): string {
  const [caller, ...others] = cannotPassNetwork(scope)
  if (caller === undefined) return ''
  const who = others.length === 0 ? caller : `${caller} and ${others.length} more`
  return `; ${who} cannot pass the parameter, so that an environment has to give it under parameter_defaults`
}

/** Every difference that applies, at what it comes from. */
function reportDifferences(
  { scope, resource, facts }: Pick<Retyping, 'scope' | 'resource' | 'facts'>,
  found: ReadonlyMap<string, Node | Entry>,
): void {
  const { definition, type } = resource
  const properties = propertiesOf(definition)
  const at = entryOf(definition, 'type')?.value ?? resource.entry
  scope.report('native-type', at, `${type} ${whatBecomes(facts)}`)
  for (const difference of facts.differences ?? []) {
    const { id, severity, when, unless, accept } = difference
    if (accept !== undefined) continue
    const cause = when?.map((name) => entryOf(properties, name)).find((one) => one !== undefined)
    if (when !== undefined && cause === undefined) continue
    if (unless?.some((name) => entryOf(properties, name) !== undefined) === true) continue
    if (difference.found === true && !found.has(id)) continue
    const location = found.get(id) ?? cause ?? at
    scope.report(severity === 'info' ? 'native-note' : 'native-behaviour', location, difference.text)
  }
}

function whatBecomes({ action, targets }: NativeType): string {
  const target = targets?.[0] ?? 'a nested template'
  if (action === 'drop') return 'is left out, for Heat creates nothing from it'
  return action === 'inline' ? `becomes part of other resources (${target})` : `becomes ${target}`
}

/** What follows from the facts alone; or why the resource keeps its type. */
function converted(retyping: Retyping, refused: Entry[]): Native | string {
  const { scope, resource, facts, uses } = retyping
  const { definition, entry: declaration } = resource
  const referred =
    retyping.isMember === true
      ? unclearProblem(facts, uses)
      : referenceProblem(resource.name, facts, uses, retyping.together)
  if (referred !== undefined) return referred
  if (declaration.value.kind !== 'map' || !isOwn(definition))
    return 'its definition comes from an anchor, an alias or a merge key, or has a duplicate key'
  const type = entryOf(definition, 'type')
  if (type?.value.kind !== 'scalar' || type.value.anchor !== undefined) return 'its type is an alias'
  const properties = nativeProperties(retyping, refused)
  if (typeof properties === 'string') return properties
  const [target] = facts.targets ?? []
  const named =
    target === undefined ? type : withValue(type, stringFor(type.value, target, scope.template.document))
  const entries = definition.entries.flatMap((one) => {
    if (one === type) return [named]
    return nameOf(one) === 'properties' ? (properties === undefined ? [] : [properties]) : [one]
  })
  const isNew = properties !== undefined && entryOf(definition, 'properties') === undefined
  return { definition: withEntries(definition, isNew ? [...entries, properties] : entries) }
}

/** Why a resource cannot have a native type, and what can be done about it. */
interface Kept {
  readonly why: string
  readonly help?: string
}

/** What an environment registers is another resource than Heat's facts speak of. */
function registeredProblem({ scope, resource: { type, definition }, facts }: Answering): Kept | undefined {
  const written = textOf(readValue(definition, 'type')) ?? type
  const why = registeredReason([written, type, ...(facts.targets ?? [])], scope)
  return why === undefined ? undefined : { why }
}

type Answering = Pick<Retyping, 'scope' | 'resource' | 'facts' | 'isMember'>

/** Why what callers ask of a resource, or anything of the members of a group, could not be asked of the native one. */
function askedProblem({ scope, resource: { name }, facts, isMember }: Answering): Kept | undefined {
  const of = isMember === true ? 'member' : 'resource'
  for (const one of scope.asked()) {
    if (one.resource !== undefined && (one.of !== of || one.resource !== name)) continue
    const why = questionProblem(one, name, facts)
    if (why !== undefined) return one.stays?.help === undefined ? { why } : { why, help: one.stays.help }
  }
  return undefined
}

function questionProblem(one: AskedHere, name: string, facts: NativeType): string | undefined {
  const { caller, attribute, stays } = one
  const isMember = one.of === 'member'
  if (attribute === 'unclear')
    return answersOtherwise(facts)
      ? `${caller} asks for an attribute of ${isMember ? 'its members' : 'it'} that no string names`
      : undefined
  const asked =
    attribute === 'reference'
      ? `refers to ${isMember ? 'its members' : `it as resource.${name}`}`
      : `asks ${isMember ? 'its members for the' : 'for its'} attribute ${attribute.name}`
  const native = attribute === 'reference' ? facts.reference : nativeAttribute(attribute.name, facts)
  if (native === undefined ? attribute !== 'reference' : native !== 'reference' && !Array.isArray(native))
    return `${caller} ${asked}`
  const instead = nativeSteps(attribute === 'reference' ? undefined : attribute.name, facts)
  if (instead === undefined || one.canAsk(instead)) return undefined
  return `${caller} ${asked}, ${stays === undefined ? 'where nothing else can be asked for' : `and ${stays.why}`}`
}

function answersOtherwise({ attributes, reference }: NativeType): boolean {
  return attributes !== undefined || reference !== undefined
}

/** Lets all that asks for a native resource from elsewhere ask for what it calls its answers. */
function letFollow({ scope, resource, facts, isMember }: Answering): void {
  if (answersOtherwise(facts))
    scope.follow(resource.name, isMember === true ? 'member' : 'resource', (one) => nativeSteps(one, facts))
}

/** Why what refers to the members of a group could not follow them. */
function unclearProblem(facts: NativeType, uses: Uses): string | undefined {
  return answersOtherwise(facts) && uses.unclear !== undefined
    ? 'a get_attr or get_resource of the template has a computed resource name'
    : undefined
}

/** Why what refers to a resource could not follow it. */
function referenceProblem(
  name: string,
  facts: NativeType,
  uses: Uses,
  together: ReadonlySet<string | undefined> = new Set(),
): string | undefined {
  const unclear = unclearProblem(facts, uses)
  if (unclear !== undefined) return unclear
  for (const { by, attribute, within } of uses.of(name)) {
    if (by === 'get_resource' && facts.reference === 'none' && !together.has(within))
      return 'something refers to it by get_resource'
    if (by !== 'get_attr') continue
    const asked = textOf(attribute)
    if (asked === undefined) return 'a get_attr does not say by a string which attribute it wants'
    if (nativeAttribute(asked, facts) === undefined) return `its attribute ${asked} has nothing native`
  }
  return undefined
}

/** The entry `properties`; undefined where there are none. */
function nativeProperties(retyping: Retyping, refused: Entry[]): Entry | undefined | string {
  const { scope, resource, facts } = retyping
  const old = entryOf(resource.definition, 'properties')
  const { value } = old ?? { value: mapping([], { style: 'block' }) }
  if (value.kind !== 'map' || !isOwn(value) || callOf(value)?.name === 'if')
    return 'its properties are not a mapping that is written out alone'
  const rows = Object.entries(facts.properties ?? {})
  const { document } = scope.template
  const made: MadeEntry[] = []
  for (const one of value.entries) {
    const name = nameOf(one) ?? ''
    const rank = rows.findIndex(([known]) => known === name)
    const row = rows[rank]?.[1]
    if (row === undefined) return `Heat knows no property ${name} of ${resource.type}`
    if (row.as === 'refused') {
      refused.push(one)
      continue
    }
    const convert = retyping.conversions?.get(row.as) ?? conversions.get(row.as)
    if (convert === undefined) throw new RangeError(`no conversion ${row.as}`)
    const { resources, found } = retyping
    const around = { root: scope.root, document, properties: value, resources, found }
    const entries = convert(one, row.to ?? name, around)
    if (typeof entries === 'string') return entries
    made.push(...entries.map((made) => ({ rank, from: one, entry: made })))
  }
  const missing = rows.find(([name, row]) => row.required !== undefined && entryOf(value, name) === undefined)
  if (missing !== undefined) {
    const [name, { required }] = missing
    return `it has no ${name}, which ${required === 'natively' ? facts.targets?.[0] : 'Heat'} requires`
  }
  const joining = joinedEntries(document, made)
  if (typeof joining === 'string') return joining
  const { entries: joined, staying } = joining
  const sets = Object.entries({ ...facts.defaults, ...facts.sets })
    .filter(([name]) => !joined.some((one) => nameOf(one) === name))
    .map(([name, set]) => entry(name, fromData(set)))
  const base = withEntries(value, joined)
  const all = sets.reduce(withAppended, base)
  if (all.entries.length === 0) return undefined
  const map = staying.length === 0 ? all : { ...all, staying: [...(all.staying ?? []), ...staying] }
  return old === undefined ? entry('properties', map) : withValue(old, map)
}

/** What one property of AWS becomes, or a part of it. */
interface MadeEntry {
  /** Its place among the properties of the facts. */
  readonly rank: number
  readonly from: Entry
  readonly entry: Entry
}

interface Joined {
  readonly entries: readonly Entry[]
  /** Comments of properties that are part of others now, where no item of theirs can have them. */
  readonly staying: readonly Comment[]
}

/** What becomes the same property is one: lists behind one another, mappings together. */
function joinedEntries(document: Document, made: readonly MadeEntry[]): Joined | string {
  const byName = new Map<string, MadeEntry[]>()
  for (const one of made) {
    const name = nameOf(one.entry) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), one])
  }
  const entries: Entry[] = []
  const staying: Comment[] = []
  for (const [name, parts] of byName) {
    const [location] = parts
    const values = parts
      .toSorted((a, b) => a.rank - b.rank)
      .map((part) => {
        const { value } = part.entry
        if (part === location) return value
        const headed = withHeading(value, part.from)
        if (headed === undefined) staying.push(...headingOf(document, part.from))
        return headed ?? value
      })
    const [first, ...rest] = values
    if (location === undefined || first === undefined) continue
    const whole = rest.reduce<Node | undefined>(joinedValue, first)
    if (whole === undefined) return `what becomes ${name} cannot be joined`
    entries.push(rest.length === 0 ? location.entry : withValue(location.entry, whole))
  }
  return { entries, staying }
}

/** The comments that explain an entry as a whole: above it, and behind its key. */
function headingOf(document: Document, one: Entry): readonly Comment[] {
  const { above, beside } = commentsOf(document, one)
  const start = rangeOf(one.value)?.start ?? 0
  return [...above, ...beside.filter((comment) => !comment.ownLine && comment.start < start)]
}

/** A value with what explains an entry above its first part; undefined where that has no lines of its own to put it above. */
function withHeading(value: Node, from: Entry): Node | undefined {
  if (value.kind === 'map') return withEntries(value, unwrapped(from, value.entries))
  const [item, ...items] = value.kind === 'seq' ? value.items : []
  if (value.kind !== 'seq' || item?.kind !== 'map' || item.entries.length === 0) return undefined
  return withItems(value, [withEntries(item, unwrapped(from, item.entries)), ...items])
}

function joinedValue(one: Node | undefined, other: Node): Node | undefined {
  if (one === undefined || one.anchor !== undefined || other.anchor !== undefined) return undefined
  if (one.kind === 'seq' && other.kind === 'seq') return withItems(one, [...one.items, ...other.items])
  const isPlain = callOf(one)?.name !== 'if' && callOf(other)?.name !== 'if'
  if (one.kind !== 'map' || other.kind !== 'map' || !isPlain) return undefined
  const names = new Set(one.entries.map(nameOf))
  const isTwice = other.entries.some((part) => names.has(nameOf(part)))
  return isTwice ? undefined : withEntries(one, [...one.entries, ...other.entries])
}

/** The template with native resources, and with what refers to them following. */
function withNatives(
  { root, template: { document } }: TemplateScope,
  made: ReadonlyMap<string, Native | 'gone'>,
  factsOf: (name: string) => NativeType | undefined,
): Mapping {
  const resources = mapSection(root, 'resources', (one) => {
    const native = made.get(nameOf(one) ?? '')
    if (native === 'gone') return undefined
    return native === undefined ? one : withValue(one, native.definition)
  })
  const beside = new Map(
    [...made].flatMap(([name, native]) =>
      native === 'gone' || native.beside === undefined ? [] : [[name, native.beside] as const],
    ),
  )
  const complete = beside.size === 0 ? resources : withBeside(resources, beside)
  return rewriteValues(complete, true, (node) => {
    const called = callOf(node)
    if (called === undefined) return node
    if (called.name === 'get_resource') {
      const facts = made.has(textOf(called.argument) ?? '')
        ? factsOf(textOf(called.argument) ?? '')
        : undefined
      if (facts?.reference === undefined || facts.reference === 'none') return node
      const path = facts.reference.map((step) => text(step))
      return call('get_attr', list([called.argument, ...path], { style: 'flow' }), node)
    }
    const asked = called.name === 'get_attr' ? seqOf(called.argument) : undefined
    const [name, attribute, ...rest] = asked?.items ?? []
    if (asked === undefined || name === undefined || attribute === undefined) return node
    const facts = made.has(textOf(name) ?? '') ? factsOf(textOf(name) ?? '') : undefined
    const path = facts === undefined ? undefined : nativeAttribute(textOf(attribute) ?? '', facts)
    if (path === undefined || path === 'property' || path === 'expression') return node
    if (path === 'reference') return call('get_resource', name, node)
    const steps = path.map((step, index) =>
      fromStep(step, index === 0 && attribute.kind === 'scalar' ? attribute : undefined, document),
    )
    return call('get_attr', withItems(asked, [name, ...steps, ...rest]), node)
  })
}

function fromStep(step: string | number, old: Node | undefined, document: Document): Node {
  if (typeof step === 'number') return fromData(step)
  return old?.kind === 'scalar' ? stringFor(old, step, document) : text(step, { for: old })
}

function withBeside(root: Mapping, beside: ReadonlyMap<string, readonly Entry[]>): Mapping {
  const section = sectionEntry(root, 'resources')
  if (section?.value.kind !== 'map') return root
  const entries = section.value.entries.flatMap((one) => [one, ...(beside.get(nameOf(one) ?? '') ?? [])])
  return replacedRead(root, section, withValue(section, withEntries(section.value, entries))) ?? root
}

/** A transform that gives the resources of several types their native types together, or none of them. */
interface FamilyRules {
  readonly types: readonly string[]
  /** What stands in every template that has one of the types; `AWS::` unless given. */
  readonly mentions?: string
  readonly natives: (family: Family) => Natives
  /** Functions whose value changes in another way than the facts of a type say; called from the leaves upwards. */
  readonly rewrite?: (node: Node, family: Family) => Node
  /** By which properties its resources name one another. */
  readonly links?: FamilyLinks
  /** Whether all of them in a stack change or none, whatever they name; without it those do that name one another. */
  readonly isWhole?: true
  /** Why a resource stays by itself, and the others need not stay with it. */
  readonly apart?: (resource: Resource, uses: Uses) => string | undefined
  /** The names of the resources for which to wait instead of one that goes. */
  readonly insteadOf?: (gone: Resource, family: Family) => readonly string[]
}

/** What becomes of each resource of a family, all by name; or why none of them can be converted, and at which of them. */
export type Natives = ReadonlyMap<string, Native | 'gone'> | Blocker

export interface Blocker {
  readonly resource: Resource
  readonly why: string
  readonly help?: string
}

export interface Family {
  readonly scope: TemplateScope
  readonly resources: ReadonlyMap<string, Resource>
  readonly uses: Uses
  readonly members: readonly Resource[]
  /** What follows from the facts alone for one of the members. */
  readonly convert: (resource: Resource, own?: ReadonlyMap<string, Conversion>) => Native | string
}

/** The members of a family as the facts alone have them, each changed further; or which of them cannot be converted. */
export function eachNative(
  { members, convert }: Family,
  change: (native: Native, resource: Resource) => Native | 'gone' = (native) => native,
): Natives {
  const made = new Map<string, Native | 'gone'>()
  for (const resource of members) {
    const native = convert(resource)
    if (typeof native === 'string') return { resource, why: native }
    made.set(resource.name, change(native, resource))
  }
  return made
}

export function retypeFamily(
  about: About,
  { types, mentions = 'AWS::', natives, rewrite, insteadOf, apart, isWhole, links = new Map() }: FamilyRules,
): UnnamedTransform {
  const facts = new Map(types.map((type) => [type, factsOf(type)]))
  const references = [...new Set([...facts.values()].flatMap(({ source }) => source))]
  const said = { ...about, references, ...native, kinds: 'all', mentions } as const
  const made = rewriteTemplate(said, (scope) => {
    if (!isHotNow(scope.root)) return scope.root
    const resources = resourcesOf(scope.root)
    const all = [...resources.values()].filter(({ type }) => facts.has(type))
    if (all.length === 0) return scope.root
    const uses = usesIn(scope.root, resources)
    const members = all.filter((one) => {
      const why = apart?.(one, uses)
      if (why !== undefined) reportKept(scope, typeNodeOf(one), { type: one.type, why })
      return why === undefined
    })
    if (members.length === 0) return scope.root
    const found = new Map<Resource, Map<string, Node | Entry>>()
    const names = new Set<string | undefined>(members.map(({ name }) => name))
    const refused: [Resource, Entry][] = []
    const { declared, deferred } = deferring(scope)
    const family: Family = {
      scope: deferred,
      resources,
      uses,
      members,
      convert(resource, own) {
        const notes = found.get(resource) ?? new Map<string, Node | Entry>()
        found.set(resource, notes)
        const left: Entry[] = []
        const retyping: Retyping = {
          scope,
          resource,
          resources,
          uses,
          together: names,
          facts: factsOf(resource.type),
          found: (id, at) => notes.set(id, at),
          ...(own === undefined ? {} : { conversions: own }),
        }
        const native = converted(retyping, left)
        refused.push(...left.map((one): [Resource, Entry] => [resource, one]))
        return native
      },
    }
    const made =
      halfInGroups(family, facts) ??
      splitFamily(family, links) ??
      askedOfFamily(family) ??
      keptWhole(natives(family), family)
    if ('why' in made) {
      const { resource, why, help } = made
      for (const one of members) {
        const cause =
          one === resource ? why : `${resource.name} stays, and they change together or not at all`
        reportKept(scope, typeNodeOf(one), { type: one.type, why: cause, help })
      }
      return scope.root
    }
    const accepted = members.map((resource) => {
      const of = { scope, resource, facts: factsOf(resource.type) }
      return isLeft(of, found.get(resource) ?? new Map())
    })
    if (accepted.includes(false)) return scope.root
    declareAll(scope, declared)
    for (const [resource, one] of refused)
      scope.report('unimplemented-property', one, `Heat refuses ${nameOf(one)} of ${resource.type}`)
    for (const resource of members) {
      reportDifferences({ scope, resource, facts: factsOf(resource.type) }, found.get(resource) ?? new Map())
      scope.change(typeNodeOf(resource), `Make ${resource.name} native`)
      letFollow({ scope, resource, facts: factsOf(resource.type) })
    }
    const root = withNatives(scope, made, (name) => facts.get(resources.get(name)?.type ?? ''))
    const gone = members.filter(({ name }) => made.get(name) === 'gone')
    const instead = new Map(gone.map((one) => [one.name, insteadOf?.(one, family) ?? []]))
    const waiting =
      gone.length === 0
        ? root
        : mapParts(root, 'resources', (definition) => withDependenciesInstead(definition, instead))
    return rewrite === undefined ? waiting : rewriteValues(waiting, true, (node) => rewrite(node, family))
  })
  return isWhole === true ? { ...made, family: types } : made
}

/** Members of groups keep their type, and so do those that belong together with them. */
function halfInGroups(
  { scope, members, resources }: Family,
  facts: ReadonlyMap<string, NativeType>,
): Blocker | undefined {
  const own = new Set([...resources.values()].map(({ definition }) => definition))
  const inside: string[] = []
  mapDefinitions(scope.root, (definition) => {
    const type = typeOf(definition)
    if (!own.has(definition) && facts.has(renamedType(type)?.to ?? type)) inside.push(type)
    return definition
  })
  const [resource] = members
  const [type] = inside
  return resource === undefined || type === undefined
    ? undefined
    : { resource, why: `a member of a group is an ${type} and stays, and they change together or not at all` }
}

function askedOfFamily({ scope, members }: Family): Blocker | undefined {
  for (const resource of members) {
    const about = { scope, resource, facts: factsOf(resource.type) }
    const problem = registeredProblem(about) ?? askedProblem(about)
    if (problem !== undefined) return { resource, ...problem }
  }
  return undefined
}

/** What callers of the template refer to cannot go. */
function keptWhole(made: Natives, { scope, members }: Family): Natives {
  if ('why' in made) return made
  for (const { caller, of, resource: name } of scope.asked()) {
    if (of === 'member') continue
    const resource = members.find((one) => one.name === name && made.get(name) === 'gone')
    if (resource !== undefined) return { resource, why: `${caller} refers to it as resource.${name}` }
  }
  return made
}

function factsOf(type: string): NativeType {
  const facts = counterpartOf(type)
  if (facts === undefined) throw new RangeError(`no facts about ${type}`)
  return facts
}

function typeNodeOf({ definition, entry: declaration }: Resource): Node | Entry {
  return entryOf(definition, 'type')?.value ?? declaration
}
