/** Resources and declarations of which the same is to be said, as one. */
import { groupedBy } from '../document/multimap.ts'
import type { DeclarationImpact, ResourceImpact, StackImpact } from '../impact/model.ts'

/** So many resources of which the same is to be said are named. */
const MOST_NAMED = 5

/** Resources of one stack of which the same is to be said as one. */
export function alike(resources: readonly ResourceImpact[]): readonly ResourceImpact[] {
  const hasInside = new Set(resources.map(({ name }) => scopeOf(name)))
  const groups = groupedBy(resources, (one) => {
    const { name, id: _id, count: _count, ...rest } = one
    return JSON.stringify(
      hasInside.has(`${name}/`) || one.renamed !== undefined ? [name] : [scopeOf(name), rest],
    )
  })
  return [...groups.values()].map((some) => {
    const [first] = some as [ResourceImpact, ...ResourceImpact[]]
    if (some.length === 1) return first
    const { id: _id, ...rest } = first
    const names = some.map(({ name }) => name.slice(scopeOf(name).length))
    const more = names.length - MOST_NAMED
    const named = more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ')
    return { ...rest, name: scopeOf(first.name) + named }
  })
}

function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

/** What changes in the declarations; those of which the same is said stand together. */
export function sections(
  impact: StackImpact,
): readonly (readonly [title: string, all: readonly Declared[]])[] {
  return (['parameters', 'outputs', 'conditions'] as const).flatMap((title) => {
    const alike = groupedBy(impact[title], ({ change, notes }) => JSON.stringify([change, notes]))
    const all = [...alike.values()].map((some) => ({
      ...(some[0] as DeclarationImpact),
      names: some.map(({ name }) => name),
    }))
    return all.length === 0 ? [] : [[title, all] as const]
  })
}

/** So many of them are shown. */
const MOST_NOTES = 8

export function shownNotes(notes: readonly string[]): readonly string[] {
  const more = notes.length - MOST_NOTES
  return more > 1 ? [...notes.slice(0, MOST_NOTES), `and ${more} more changes`] : notes
}

export type Declared = Omit<DeclarationImpact, 'name'> & { readonly names: readonly string[] }
