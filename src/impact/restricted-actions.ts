/** `restricted_actions` of environments: what an update must not do to a resource (heat/engine/environment.py, resource.py). */
import { extended } from '../document/records.ts'
import { isList, isMap, type Value, type ValueMap } from '../semantics/value.ts'
import type { ResourceImpact } from './model.ts'

/** What is forbidden, by the names of the resources that lead to a resource and its own, which may have `*`. */
type Restrictions = readonly {
  readonly path: readonly string[]
  readonly actions: readonly string[]
}[]

/** The restrictions in the sections of an environment: `resource_registry.resources`, nested by the names of resources. */
export function restrictionsIn(sections: ReadonlyMap<string, Value> | undefined): Restrictions {
  const registry = sections?.get('resource_registry') ?? null
  const resources = isMap(registry) ? (registry.get('resources') ?? null) : null
  return isMap(resources) ? within(resources, []) : []
}

function within(resources: ValueMap, path: readonly string[]): Restrictions {
  return [...resources].flatMap(([key, value]) => {
    if (!isMap(value)) return []
    const own = [...path, String(key)]
    const named = value.get('restricted_actions') ?? null
    const actions = isList(named) ? named.map(String) : named === null ? [] : [String(named)]
    return [...(actions.length === 0 ? [] : [{ path: own, actions }]), ...within(value, own)]
  })
}

/** A resource with what Heat refuses instead of what it would do. */
export function withRestriction(impact: ResourceImpact, restrictions: Restrictions): ResourceImpact {
  const names = impact.name.split('/')
  const actions = restrictions.flatMap(({ path, actions }) =>
    path.length === names.length && path.every((one, index) => matches(one, names[index] ?? ''))
      ? actions
      : [],
  )
  if (actions.length === 0) return impact
  const effects = impact.effects.map((one) =>
    (one.action === 'replace' || one.action === 'update') && actions.includes(one.action)
      ? { ...one, action: 'refuse' as const }
      : one,
  )
  const isForbidden = effects.some((one, index) => one.action !== impact.effects[index]?.action)
  // Forbidden to be replaced and to be updated is refused.
  const distinct = new Map(effects.map((one) => [`${one.action} ${one.certainty} ${one.when ?? ''}`, one]))
  return isForbidden
    ? extended(impact, {
        effects: [...distinct.values()],
        note: `restricted_actions forbids it: ${actions.join(', ')}`,
      })
    : impact
}

/** Whether a name is one with `*` in it, which stands for any part. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  if (!name.startsWith(first)) return false
  let at = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
