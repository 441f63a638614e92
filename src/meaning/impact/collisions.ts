/** What follows from the order in which Heat replaces resources: the new one is there before the old one is deleted. */
import { ownValue } from '../../text/document/records.ts'
import facts from './facts/collisions.json' with { type: 'json' }
import type { ResourceImpact } from './model.ts'
import { updatedClass } from './replacement-rules.ts'

/** Properties of which a service accepts no second resource with the same values, or takes it for the same one. */
export interface Collision {
  readonly by: string
  readonly same: readonly string[]
  readonly then: 'rejected' | 'shared'
}

type ByClass = Readonly<Record<string, Omit<Collision, 'then'>>>

/** What two resources of a class, by its name below `heat.engine.resources`, must not have in common. */
export function collisionOf(className: string): Collision | undefined {
  for (const then of ['rejected', 'shared'] as const) {
    const found = ownValue(facts[then] as ByClass, className)
    if (found !== undefined) return { ...found, then }
  }
  return undefined
}

/** As a sentence without a full stop. */
export function collisionText({ by, same, then }: Collision): string {
  const [last = '', ...others] = same.toReversed()
  const names = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const change = `change ${last} as well`
  return then === 'rejected'
    ? `the new one is created before the old one is deleted, and ${by} rejects a second one with the same ${names}; ${change}`
    : `the new one is created before the old one is deleted, and to ${by} both are one with the same ${names}, which is deleted; ${change}`
}

/** What a project has twice until the old ones are deleted, as a sentence; undefined where quotas do not limit it. */
export function quotaText(resources: readonly ResourceImpact[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { type, effects, survives, count = 1 } of resources) {
    const updated = updatedClass(type)
    const name = updated.is === 'class' ? ownValue<string>(facts.quota, updated.name) : undefined
    const isReplaced = effects.some(({ action }) => action === 'replace')
    if (name !== undefined && isReplaced && survives === undefined)
      counts.set(name, (counts.get(name) ?? 0) + count)
  }
  if (counts.size === 0) return undefined
  const listed = [...counts].map(([name, count]) => `${count} more ${name}${count === 1 ? '' : 's'}`)
  return `replaced resources are created before the old ones are deleted: the quota must allow ${listed.join(', ')}`
}
