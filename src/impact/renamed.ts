/**
 * Resources that go under one name and come under another one, or in another stack: Heat makes a new one and deletes the
 * old.
 */
import type { Term } from '../semantics/terms/term.ts'
import { innerTerms } from './differences.ts'
import type { Action, ResourceImpact } from './model.ts'
import type { FoundResource } from './template-impact.ts'

/** By what a resource is known again: equal for two that are taken for one. Undefined says nothing. */
type Feature = (one: FoundResource) => string | undefined

/** The impacts with what belongs together named on both. */
export function paired(found: readonly FoundResource[]): readonly ResourceImpact[] {
  const shapes = new Shapes()
  const names = new Map<FoundResource, FoundResource>()
  const shapeOf: Feature = ({ impact, properties }) =>
    properties === undefined ? undefined : `${impact.type} ${shapes.of(properties)}`
  const features: readonly Feature[] = [
    (one) => withScope(one, one.identity),
    (one) => withName(one, shapeOf(one)),
    (one) => one.identity,
    shapeOf,
    (one) => withName(one, one.impact.type),
  ]
  for (const feature of features) {
    const [gone, come] = [found, found].map((all, index) =>
      byFeature(
        all.filter((one) => does(one, index === 0 ? 'delete' : 'create') && !names.has(one)),
        feature,
      ),
    ) as [Grouped, Grouped]
    for (const [key, created] of come) {
      const deleted = gone.get(key) ?? []
      // The last feature says little: of several nobody knows which is which.
      if (feature === features.at(-1) && (created.length > 1 || deleted.length > 1)) continue
      for (const [index, one] of created.entries()) {
        const other = deleted[index]
        if (other === undefined) continue
        names.set(one, other)
        names.set(other, one)
      }
    }
  }
  return found.map((one) => {
    const other = names.get(one)
    return other === undefined ? one.impact : withOther(one.impact, other.impact)
  })
}

type Grouped = ReadonlyMap<string, readonly FoundResource[]>

function byFeature(all: readonly FoundResource[], feature: Feature): Grouped {
  const grouped = new Map<string, FoundResource[]>()
  for (const one of all) {
    const key = feature(one)
    if (key === undefined) continue
    const known = grouped.get(key)
    if (known === undefined) grouped.set(key, [one])
    else known.push(one)
  }
  return grouped
}

function withOther(impact: ResourceImpact, { name }: ResourceImpact): ResourceImpact {
  const isCreated = impact.effects[0]?.action === 'create'
  const [from, to] = isCreated ? [name, impact.name] : [impact.name, name]
  const [left, entered] = [scopeOf(from), scopeOf(to)]
  if (left === entered) return { ...impact, renamed: name }
  const moved = entered.startsWith(left)
    ? 'into a nested stack'
    : left.startsWith(entered)
      ? 'out of a nested stack'
      : 'to another nested stack'
  return { ...impact, renamed: name, moved }
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
