/** Compares the parts of two templates: conditions, resources, outputs. */
import type { CompareManner } from './compare-parameters.ts'
import { absent, type Differences, type Manner } from './differences.ts'
import { neededResources, outputValue, resourceDeletionPolicy } from './evaluate.ts'
import type { OutputPlan, ResourcePlan } from './parts.ts'
import { isData, type Place, place, placesIn } from './places.ts'
import type { Program } from './program.ts'
import type { SampledWorld } from './sampled-world.ts'
import { type Snippet, settled } from './snippet.ts'
import { isTranslated, newerProperties, newerType } from './translations.ts'
import { Opaque, type Value } from './value.ts'

/** What does not depend on any sample: sections, descriptions, and which parts there are. */
export function comparePlans(
  before: Program,
  after: Program,
  found: Differences,
  { renamed, names, declared, registered }: CompareManner,
): void {
  const manner: Manner = { world: 'declaration', notReady: false, renamed }
  found.compare('sections', before.sections, after.sections, manner)
  const isDescribed = declared.get('description-added')?.has(undefined) === true
  if (isDescribed && before.description === null && after.description !== null)
    found.add('accepted', 'description', absent, after.description, manner.world)
  else found.compare('description', before.description, after.description, manner)
  if (before.dialect.kind === 'hot')
    found.compare('parameter_groups', before.parameterGroups, after.parameterGroups, manner)
  onlyOnOneSide('conditions', before.conditions, after.conditions, found)
  onlyOnOneSide('resources', before.resources, after.resources, found)
  onlyOnOneSide('outputs', before.outputs, after.outputs, found)
  for (const [name, one] of before.resources) {
    const other = after.resources.get(name)
    if (other === undefined) continue
    const path = `resources.${name}`
    const isOwn = [one.type, other.type].some((type) => registered.has(String(type)))
    const isTranslated = names === 'as Heat translates' && one.type !== other.type && !isOwn
    if (isTranslated && newerType(one.type) === newerType(other.type))
      found.add('translated', `${path}.type`, one.type, other.type, manner.world)
    else found.compare(`${path}.type`, one.type, other.type, manner)
    found.compare(`${path}.description`, one.description, other.description, manner)
    found.compare(path, one.whole ?? 'accepted', other.whole ?? 'accepted', manner)
  }
  for (const [name, one] of before.outputs) {
    const other = after.outputs.get(name)
    if (other !== undefined)
      found.compare(`outputs.${name}.description`, one.description, other.description, manner)
  }
}

function onlyOnOneSide(
  path: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  found: Differences,
): void {
  for (const name of before.keys())
    if (!after.has(name)) found.add('value', `${path}.${name}`, 'declared', absent, 'declaration')
  // A condition more does nothing by itself.
  if (path === 'conditions') return
  for (const name of after.keys())
    if (!before.has(name)) found.add('value', `${path}.${name}`, absent, 'declared', 'declaration')
}

/** A part that both templates have: a condition, a resource, an output. */
export interface Pair extends Place {
  /** The condition that it is, or the resource whose being there it depends on. */
  readonly name?: { readonly kind: 'condition' | 'enabled'; readonly name: string }
  /** What is written there on both sides. */
  readonly written: readonly (readonly [path: string, before: Snippet, after: Snippet])[]
}

export interface Pairs {
  readonly all: readonly Pair[]
  compareIn(
    before: SampledWorld,
    after: SampledWorld,
    found: Differences,
    manner: CompareManner,
    pairs?: Iterable<Pair>,
  ): void
}

/** Knows the resources that call nested templates. */
export interface Calls {
  /** What is to be compared in place of the properties; undefined where the resource calls nothing. */
  placeOf(path: string, one: ResourcePlan, other: ResourcePlan): Place | undefined
}

/** The parts that both templates have, ready to be compared in many samples. */
export function pairsOf(before: Program, after: Program, calls: Calls, names: CompareManner['names']): Pairs {
  const resources = [...before.resources.values()].flatMap((one) => {
    const other = after.resources.get(one.name)
    return other === undefined ? [] : [resourcePair(one, other, calls, names)]
  })
  const outputs = [...before.outputs].flatMap(([name, one]): Pair[] => {
    const other = after.outputs.get(name)
    if (other === undefined) return []
    const value = (plan: OutputPlan) => (world: SampledWorld) => outputValue(plan, world)
    const isFixed = [one, other].every((plan) => isData(plan.value) && plan.condition === undefined)
    const path = `outputs.${name}.value`
    const compared = place(path, value(one), value(other), isFixed)
    return [
      {
        written: [[path, one.value, other.value]],
        get reads() {
          return compared.reads
        },
        compareIn: (...all) => compared.compareIn(...all),
      },
    ]
  })
  const conditions = [...before.conditions.keys()].filter((name) => after.conditions.has(name))
  const all: readonly Pair[] = [
    ...conditions.map((name) => conditionPair(name, before, after)),
    ...resources,
    ...outputs,
  ]
  return {
    all,
    compareIn(one, other, found, { renamed }, pairs = all) {
      const manner: Manner = { world: one.sample.name, notReady: one.sample.attributes === 'null', renamed }
      for (const pair of pairs) pair.compareIn(one, other, found, manner)
    },
  }
}

function conditionPair(name: string, before: Program, after: Program): Pair {
  return {
    name: { kind: 'condition', name },
    written: [
      [`conditions.${name}`, before.conditions.get(name) as Snippet, after.conditions.get(name) as Snippet],
    ],
    reads: [],
    compareIn(one, other, found, manner) {
      compareCondition(name, one, other, found, manner)
    },
  }
}

/** Conditions that cannot be computed are the same when they ask the same. */
function compareCondition(
  name: string,
  one: SampledWorld,
  other: SampledWorld,
  found: Differences,
  manner: Manner,
): void {
  const [isMet, isStillMet] = [one.conditionOrFailure(name), other.conditionOrFailure(name)]
  if (isMet !== isStillMet) found.compare(`conditions.${name}`, isMet, isStillMet, manner)
  if (!one.unknownConditions.has(name) && !other.unknownConditions.has(name)) return
  const [before, after] = [one, other].map((world) =>
    settled(world.program.conditions.get(name) as Snippet, world),
  ) as [Value, Value]
  if (before instanceof Opaque || after instanceof Opaque)
    found.compare(`conditions.${name}`, before, after, manner)
}

/** All properties at once, for some of them may have another name on the other side. */
function translatedPlace(path: string, one: ResourcePlan, other: ResourcePlan): Place {
  const value = (plan: ResourcePlan) => (world: SampledWorld) =>
    newerProperties(plan.type, settled(plan.properties, world))
  return place(
    `${path}.properties`,
    value(one),
    value(other),
    isData(one.properties) && isData(other.properties),
  )
}

function resourcePair(
  one: ResourcePlan,
  other: ResourcePlan,
  calls: Calls,
  names: CompareManner['names'],
): Pair {
  const path = `resources.${one.name}`
  const parts: Place[] = []
  const written: [string, Snippet, Snippet][] = []
  const part = (name: string, before: Snippet, after: Snippet) => {
    if (before === null && after === null) return
    parts.push(...placesIn(`${path}.${name}`, before, after))
    written.push([`${path}.${name}`, before, after])
  }
  const call = calls.placeOf(`${path}.properties`, one, other)
  if (call !== undefined) parts.push(call)
  else if (names === 'as Heat translates' && isTranslated(one.type))
    parts.push(translatedPlace(path, one, other))
  else part('properties', one.properties, other.properties)
  part('metadata', one.metadata, other.metadata)
  part('update_policy', one.updatePolicy, other.updatePolicy)
  part('external_id', one.externalId, other.externalId)
  const policy = (plan: ResourcePlan) => (world: SampledWorld) => resourceDeletionPolicy(plan, world)
  parts.push(
    place(
      `${path}.deletion_policy`,
      policy(one),
      policy(other),
      isData(one.deletionPolicy) && isData(other.deletionPolicy),
    ),
  )
  const needs = (plan: ResourcePlan) => (world: SampledWorld) => neededResources(plan, world)
  const isFixed = [one, other].every((plan) =>
    [plan.properties, plan.metadata, plan.externalId].every(isData),
  )
  parts.push(place(`${path}.depends_on`, needs(one), needs(other), isFixed))
  const { name } = one
  return {
    name: { kind: 'enabled', name },
    written,
    get reads() {
      return parts.flatMap(({ reads }) => reads)
    },
    compareIn(before, after, found, manner) {
      const [isHere, isThere] = [before.enabledOrFailure(name), after.enabledOrFailure(name)]
      if (isHere !== isThere) found.compare(`resources.${name}.condition`, isHere, isThere, manner)
      else if (isHere === true) for (const part of parts) part.compareIn(before, after, found, manner)
    },
  }
}
