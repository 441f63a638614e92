/** Compares the parts of two templates: conditions, resources, outputs. */
import type { CompareManner } from './compare-parameters.ts'
import { absent, type Differences, type Manner } from './differences.ts'
import { neededResources, outputValue, resourceDeletionPolicy } from './evaluate.ts'
import type { ResourcePlan } from './parts.ts'
import type { Program } from './program.ts'
import type { Read, SampledWorld } from './sampled-world.ts'
import { Dynamic, entriesOf, settled, settledOrOmitted, type Snippet } from './snippet.ts'
import { omitted, Opaque, type Resolved, type Value } from './value.ts'

/** What does not depend on any sample: sections, descriptions, and which parts there are. */
export function comparePlans(before: Program, after: Program, found: Differences, { renamed }: CompareManner): void {
  const manner: Manner = { world: 'declaration', notReady: false, renamed }
  found.compare('sections', before.sections, after.sections, manner)
  found.compare('description', before.description, after.description, manner)
  if (before.dialect.kind === 'hot') found.compare('parameter_groups', before.parameterGroups, after.parameterGroups, manner)
  onlyOnOneSide('conditions', before.conditions, after.conditions, found)
  onlyOnOneSide('resources', before.resources, after.resources, found)
  onlyOnOneSide('outputs', before.outputs, after.outputs, found)
  for (const [name, one] of before.resources) {
    const other = after.resources.get(name)
    if (other === undefined) continue
    const path = `resources.${name}`
    found.compare(`${path}.type`, one.type, other.type, manner)
    found.compare(`${path}.description`, one.description, other.description, manner)
    found.compare(path, one.whole ?? 'accepted', other.whole ?? 'accepted', manner)
  }
  for (const [name, one] of before.outputs) {
    const other = after.outputs.get(name)
    if (other !== undefined) found.compare(`outputs.${name}.description`, one.description, other.description, manner)
  }
}

function onlyOnOneSide(path: string, before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>, found: Differences): void {
  for (const name of before.keys()) if (!after.has(name)) found.add('value', `${path}.${name}`, 'declared', absent, 'declaration')
  // A condition more does nothing by itself.
  if (path === 'conditions') return
  for (const name of after.keys()) if (!before.has(name)) found.add('value', `${path}.${name}`, absent, 'declared', 'declaration')
}

type Compute = (world: SampledWorld) => Resolved

/** One value of one side, computed again only where what it asks for has changed. */
class Memo {
  readonly #compute: Compute
  #reads: readonly Read[] | undefined
  #value: Resolved = null

  constructor(compute: Compute) {
    this.#compute = compute
  }

  in(world: SampledWorld): Resolved {
    if (this.#reads !== undefined && world.answersAlike(this.#reads)) return this.#value
    const { result, reads } = world.recorded(() => this.#compute(world))
    this.#reads = reads
    this.#value = result
    return result
  }
}

/** The same place on both sides. */
class Pair {
  readonly #path: string
  readonly #before: Memo
  readonly #after: Memo
  #last: readonly [Resolved, Resolved] | undefined

  constructor(path: string, before: Compute, after: Compute) {
    this.#path = path
    this.#before = new Memo(before)
    this.#after = new Memo(after)
  }

  compareIn(before: SampledWorld, after: SampledWorld, found: Differences, manner: Manner): void {
    const one = this.#before.in(before)
    const other = this.#after.in(after)
    if (this.#last !== undefined && this.#last[0] === one && this.#last[1] === other) return
    this.#last = [one, other]
    if (one !== omitted && other !== omitted) found.compare(this.#path, one, other, manner)
    else if (one !== other) found.add('value', this.#path, one === omitted ? absent : one, other === omitted ? absent : other, manner.world)
  }
}

interface ResourcePair {
  readonly name: string
  readonly parts: readonly Pair[]
}

export interface Pairs {
  compareIn(before: SampledWorld, after: SampledWorld, found: Differences, manner: CompareManner): void
}

/** The parts that both templates have, ready to be compared in many samples. */
export function pairsOf(before: Program, after: Program): Pairs {
  const resources = [...before.resources.values()].flatMap((one) => {
    const other = after.resources.get(one.name)
    return other === undefined ? [] : [resourcePair(one, other)]
  })
  const outputs = [...before.outputs].flatMap(([name, one]) => {
    const other = after.outputs.get(name)
    if (other === undefined) return []
    return [new Pair(`outputs.${name}.value`, (world) => outputValue(one, world), (world) => outputValue(other, world))]
  })
  const conditions = [...before.conditions.keys()].filter((name) => after.conditions.has(name))
  return {
    compareIn(one, other, found, { renamed }) {
      const manner: Manner = { world: one.sample.name, notReady: one.sample.attributes === 'null', renamed }
      for (const name of conditions) compareCondition(name, one, other, found, manner)
      for (const { name, parts } of resources) {
        const [isHere, isThere] = [one.enabledOrFailure(name), other.enabledOrFailure(name)]
        if (isHere !== isThere) found.compare(`resources.${name}.condition`, isHere, isThere, manner)
        else if (isHere === true) for (const part of parts) part.compareIn(one, other, found, manner)
      }
      for (const pair of outputs) pair.compareIn(one, other, found, manner)
    },
  }
}

/** Conditions that cannot be computed are the same when they ask the same. */
function compareCondition(name: string, one: SampledWorld, other: SampledWorld, found: Differences, manner: Manner): void {
  const [isMet, isStillMet] = [one.conditionOrFailure(name), other.conditionOrFailure(name)]
  if (isMet !== isStillMet) found.compare(`conditions.${name}`, isMet, isStillMet, manner)
  if (!one.unknownConditions.has(name) && !other.unknownConditions.has(name)) return
  const [before, after] = [one, other].map((world) => settled(world.program.conditions.get(name) as Snippet, world)) as [Value, Value]
  if (before instanceof Opaque || after instanceof Opaque) found.compare(`conditions.${name}`, before, after, manner)
}

function resourcePair(one: ResourcePlan, other: ResourcePlan): ResourcePair {
  const path = `resources.${one.name}`
  const parts: Pair[] = []
  const part = (name: string, before: Snippet, after: Snippet) => {
    if (before === null && after === null) return
    parts.push(...pairsIn(`${path}.${name}`, before, after))
  }
  part('properties', one.properties, other.properties)
  part('metadata', one.metadata, other.metadata)
  part('update_policy', one.updatePolicy, other.updatePolicy)
  part('external_id', one.externalId, other.externalId)
  const policy = (plan: ResourcePlan) => (world: SampledWorld) => resourceDeletionPolicy(plan, world)
  parts.push(new Pair(`${path}.deletion_policy`, policy(one), policy(other)))
  const needs = (plan: ResourcePlan) => (world: SampledWorld) => neededResources(plan, world)
  parts.push(new Pair(`${path}.depends_on`, needs(one), needs(other)))
  return { name: one.name, parts }
}

/** One pair for each entry, so that a change in one does not make all others be computed again. */
function pairsIn(path: string, before: Snippet, after: Snippet): Pair[] {
  const [one, other] = [entriesOf(before), entriesOf(after)]
  if (one === undefined || other === undefined || one.size !== other.size) return [new Pair(path, valueOf(before), valueOf(after))]
  const pairs: Pair[] = []
  for (const [key, value] of one) {
    const counterpart = typeof key === 'string' ? other.get(key) : undefined
    if (counterpart === undefined) return [new Pair(path, valueOf(before), valueOf(after))]
    pairs.push(new Pair(`${path}.${String(key)}`, valueOf(value), valueOf(counterpart)))
  }
  return pairs
}

function valueOf(snippet: Snippet): Compute {
  return snippet instanceof Dynamic ? (world) => settledOrOmitted(snippet, world) : () => snippet
}
