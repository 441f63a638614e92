/** Resources that go under one name and come under another one: Heat makes a new one and deletes the old. */
import type { Action, ResourceImpact } from './model.ts'
import type { FoundResource } from './template-impact.ts'

/** The impacts with what belongs together named on both. */
export function paired(found: readonly FoundResource[]): readonly ResourceImpact[] {
  const gone = new Map<string, FoundResource[]>()
  for (const one of found)
    if (does(one, 'delete') && one.identity !== undefined) push(gone, one.identity, one)
  const names = new Map<FoundResource, string>()
  for (const one of found) {
    if (!does(one, 'create') || one.identity === undefined) continue
    const other = gone.get(one.identity)?.shift()
    if (other === undefined) continue
    names.set(one, other.impact.name)
    names.set(other, one.impact.name)
  }
  return found.map((one) => {
    const renamed = names.get(one)
    return renamed === undefined ? one.impact : { ...one.impact, renamed }
  })
}

function does({ impact }: FoundResource, action: Action): boolean {
  return impact.effects.length === 1 && impact.effects[0]?.action === action
}

function push(all: Map<string, FoundResource[]>, key: string, one: FoundResource): void {
  const known = all.get(key)
  if (known === undefined) all.set(key, [one])
  else known.push(one)
}
