/** Resources and declarations of which the same is to be said, as one. */

import type {
  DeclarationImpact,
  ResourceImpact,
  StackImpact,
  ValueChange,
} from '../../meaning/impact/model.ts'
import { listed } from '../../text/document/listed.ts'
import { groupedBy } from '../../text/document/multimap.ts'

/** So many resources of which the same is to be said are named. */
const MOST_NAMED = 5

/** Resources of one stack of which the same is to be said as one; each may read another resource. */
export function alike(resources: readonly ResourceImpact[]): readonly ResourceImpact[] {
  const hasInside = new Set(resources.map(({ name }) => scopeOf(name)))
  const said = (one: ResourceImpact, changes: readonly object[]) => {
    const { name, id: _id, count: _count, ...rest } = one
    const isSole = hasInside.has(`${name}/`) || one.renamed !== undefined
    return JSON.stringify(isSole ? [name] : [scopeOf(name), { ...rest, changes }])
  }
  const groups = groupedBy(resources, (one) => said(one, one.changes.map(withoutNames)))
  return [...groups.values()]
    .flatMap((some) =>
      readsItself(some) ? [...groupedBy(some, (one) => said(one, one.changes)).values()] : [some],
    )
    .map(asOne)
}

function asOne(some: readonly ResourceImpact[]): ResourceImpact {
  const [first] = some as [ResourceImpact, ...ResourceImpact[]]
  if (some.length === 1) return first
  const { id: _id, ...rest } = first
  const name = scopeOf(first.name) + listed(some.map(ownName), ', ', MOST_NAMED)
  const count = some.reduce((sum, one) => sum + (one.count ?? 1), 0)
  return {
    ...rest,
    name,
    count,
    changes: first.changes.map((change, index) => readByAll(change, some, index)),
  }
}

function ownName({ name }: ResourceImpact): string {
  return name.slice(scopeOf(name).length)
}

/** Whether one of some resources reads another one of them: that is a chain, and each has to stand by itself. */
function readsItself(some: readonly ResourceImpact[]): boolean {
  const names = new Set(some.map(ownName))
  return some.some(({ changes }) =>
    changes.some(({ by }) => by?.split(' and ').some((one) => names.has(one.replace(/\..*$/, ''))) === true),
  )
}

/** What is to be said of a change, whichever resource it reads. */
function withoutNames({ by, knownAfter, ...rest }: ValueChange): object {
  const attributes = by?.split(' and ').map((one) => one.replace(/^[^.]*/, ''))
  return { ...rest, attributes, known: by === undefined ? knownAfter : knownAfter !== undefined }
}

/** A change of several resources, with all that these read. */
function readByAll(change: ValueChange, some: readonly ResourceImpact[], index: number): ValueChange {
  if (change.by === undefined) return change
  const all = (key: 'by' | 'knownAfter') => [
    ...new Set(some.flatMap(({ changes }) => changes[index]?.[key] ?? [])),
  ]
  const [by, knownAfter] = [all('by'), all('knownAfter')]
  return {
    ...change,
    by: listed(by, ' and ', MOST_NAMED),
    ...(knownAfter.length === 0 ? {} : { knownAfter: listed(knownAfter, ' and ', MOST_NAMED) }),
  }
}

function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

/** What changes in the declarations; those of which the same is said stand together. */
export function sections(
  impact: StackImpact,
): readonly (readonly [title: string, all: readonly DeclarationGroup[]])[] {
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

export type DeclarationGroup = Omit<DeclarationImpact, 'name'> & { readonly names: readonly string[] }
