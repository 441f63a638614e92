/** Declarations of two templates by their names. */
import type { DeclarationImpact } from './model.ts'

/** The names in two tables, those of the new one first. */
export function allNames(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  return new Set([...other.keys(), ...one.keys()])
}

/** What two tables of declarations have each, and what they say otherwise. */
export function declarationImpacts<Declared>(
  before: ReadonlyMap<string, Declared>,
  after: ReadonlyMap<string, Declared>,
  notesOf: (before: Declared, after: Declared, name: string) => readonly string[],
): readonly DeclarationImpact[] {
  return [...allNames(before, after)].flatMap((name): readonly DeclarationImpact[] => {
    const [one, other] = [before.get(name), after.get(name)]
    if (other === undefined) return [{ name, change: 'removed', notes: [] }]
    if (one === undefined) return [{ name, change: 'added', notes: [] }]
    const notes = notesOf(one, other, name)
    return notes.length === 0 ? [] : [{ name, change: 'changed', notes }]
  })
}
