/** Resources that go under one name and come under another one, or in another stack: Heat makes a new one and deletes the old. */
import { push } from '../../text/document/multimap.ts'
import { extended } from '../../text/document/records.ts'
import type { Term } from '../terms/term.ts'
import { innerTerms } from './inner-terms.ts'
import type { FoundResource } from './level.ts'
import type { Action, ResourceImpact } from './model.ts'

/** By what a resource is known again: equal for two that are taken for one. Undefined says nothing. */
type ResourceFeature = (one: FoundResource) => string | undefined

/** The impacts with what belongs together named on both. */
export function paired(found: readonly FoundResource[]): readonly ResourceImpact[] {
  const others = pairsOf(found)
  const byName = new Map(found.map((one) => [one.impact.name, one]))
  const callerOf = ({ impact }: FoundResource) => byName.get(scopeOf(impact.name).slice(0, -1))
  return found.map((one) => {
    const other = others.get(one)
    if (other === undefined) return one.impact
    const [caller, otherCaller] = [callerOf(one), callerOf(other)]
    // What is inside of a stack that has another name goes with it.
    const goesAlong = caller !== undefined && otherCaller !== undefined && others.get(caller) === otherCaller
    return withOther(one.impact, other, goesAlong)
  })
}

/** Of each resource that goes the one that comes, and the other way round. */
function pairsOf(found: readonly FoundResource[]): ReadonlyMap<FoundResource, FoundResource> {
  const shapes = new Shapes()
  const names = new Map<FoundResource, FoundResource>()
  const shapeOf: ResourceFeature = ({ impact, properties }) =>
    properties === undefined ? undefined : `${impact.type} ${shapes.of(properties)}`
  const features: readonly ResourceFeature[] = [
    (one) => withScope(one, one.identity),
    (one) => withName(one, shapeOf(one)),
    (one) => one.identity,
    shapeOf,
    (one) => withName(one, one.impact.type),
  ]
  for (const feature of features) {
    const [deletions, creations] = [found, found].map((all, index) =>
      byFeature(
        all.filter((one) => does(one, index === 0 ? 'delete' : 'create') && !names.has(one)),
        feature,
      ),
    ) as [Grouped, Grouped]
    for (const [key, created] of creations) {
      const deleted = deletions.get(key) ?? []
      // The last feature says little: of several nobody knows which is which.
      if (feature === features.at(-1) && (created.length > 1 || deleted.length > 1)) continue
      for (const [index, one] of created.entries()) {
        const other = deleted[index]
        // A group that makes one member and deletes another moves nothing.
        if (other === undefined || (one.group !== undefined && one.group === other.group)) continue
        names.set(one, other)
        names.set(other, one)
      }
    }
  }
  return names
}

type Grouped = ReadonlyMap<string, readonly FoundResource[]>

function byFeature(all: readonly FoundResource[], feature: ResourceFeature): Grouped {
  const grouped = new Map<string, FoundResource[]>()
  for (const one of all) {
    const key = feature(one)
    if (key !== undefined) push(grouped, key, one)
  }
  return grouped
}

function withOther(
  impact: ResourceImpact,
  { impact: { name }, group }: FoundResource,
  goesAlong: boolean,
): ResourceImpact {
  const isCreated = impact.effects[0]?.action === 'create'
  const [from, to] = isCreated ? [name, impact.name] : [impact.name, name]
  const [left, entered] = [scopeOf(from), scopeOf(to)]
  // What all members of a group have cannot name one of them.
  const remedy = isCreated || group !== undefined ? {} : remedyFor(impact, to)
  if (goesAlong) return extended(impact, remedy)
  if (left === entered) return extended(impact, { renamed: name, ...remedy })
  const moved = entered.startsWith(left)
    ? 'into a nested stack'
    : left.startsWith(entered)
      ? 'out of a nested stack'
      : 'to another nested stack'
  return extended(impact, { renamed: name, moved, ...remedy })
}

/**
 * Heat moves nothing between names. What the old name leaves in the cloud, the new one can refer to: a resource with an
 * `external_id` is adopted, and no longer updated or deleted (heat/engine/resource.py: `create`, `update`).
 */
function remedyFor({ lost, survives }: ResourceImpact, to: string): Pick<ResourceImpact, 'remedy'> {
  if (lost === undefined) return {}
  const kept = survives === undefined ? 'update with deletion_policy: Retain on it first, then ' : ''
  return { remedy: `${kept}give ${to} external_id: its id, and Heat only refers to it` }
}

function does({ impact }: FoundResource, action: Action): boolean {
  return impact.effects.length === 1 && impact.effects[0]?.action === action
}

/** The names of the resources that lead to it. */
function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

function withScope({ impact }: FoundResource, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${scopeOf(impact.name)} ${key}`
}

function withName({ impact: { name } }: FoundResource, key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${name.slice(scopeOf(name).length)} ${key}`
}

/** Numbers for terms, equal for those that differ only in the stack to which they refer, and in how values are passed. */
class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new Map<Term, number>()

  of(term: Term): number {
    const known = this.#known.get(term)
    if (known !== undefined) return known
    const made = this.#made(term)
    this.#known.set(term, made)
    return made
  }

  #made(term: Term): number {
    const [passed] = term.tag === 'apply' && term.name.startsWith('passed as ') ? term.args : []
    if (passed !== undefined) return this.of(passed)
    const key = `${labelOf(term)} ${innerTerms(term)
      .map((one) => this.of(one))
      .join(' ')}`
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

function labelOf(term: Term): string {
  switch (term.tag) {
    case 'constant':
      return `constant ${JSON.stringify(String(term.value))}`
    case 'input':
      return `${term.of} ${term.name} ${term.detail}`
    case 'map':
      return `map ${JSON.stringify([...term.entries.keys()].map(String))}`
    case 'apply':
      return `apply ${term.name}`
    default:
      return term.tag
  }
}
