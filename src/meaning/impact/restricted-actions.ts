/** `restricted_actions` of environments: what an update must not do to a resource (heat/engine/environment.py, resource.py). */

import { isList, isMap, type Value, type ValueMap } from '../../heat/values/value.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { defined, extended } from '../../text/document/records.ts'
import { membersText } from './group-members.ts'
import type { Effect, ResourceImpact } from './model.ts'

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

/** The names of the members that are not deleted, by that which stands for all of them: `group/*`. */
type MemberNames = ReadonlyMap<string, readonly string[]>

/**
 * A resource with what Heat refuses instead of what it would do; members of a group with different restrictions
 * are listed one by one where their names are known.
 */
export function withRestrictions(
  impact: ResourceImpact,
  restrictions: Restrictions,
  members: MemberNames,
): readonly ResourceImpact[] {
  if (restrictions.length === 0) return [impact]
  const path = impact.name.split('/')
  const at = path.indexOf('*')
  const names = at < 0 ? undefined : members.get(path.slice(0, at + 1).join('/'))
  if (names === undefined) return [restricted(impact, forbiddenFor(path, restrictions))]
  const alike = groupedBy(names, (one) => JSON.stringify(forbiddenFor(path.with(at, one), restrictions)))
  return [...alike].map(([key, some]) => {
    const forbidden = JSON.parse(key) as Forbidden
    if (alike.size === 1) return restricted(impact, forbidden)
    const name = path.with(at, membersText({ count: some.length, names: some }, 'oldest')).join('/')
    const count = ((impact.count ?? names.length) / names.length) * some.length
    return restricted(extended(impact, { name, count }), forbidden)
  })
}

/** Actions that are forbidden for certain, and those that are if a member of a group has some name. */
interface Forbidden {
  readonly sure: readonly string[]
  readonly may: readonly string[]
}

function forbiddenFor(path: readonly string[], restrictions: Restrictions): Forbidden {
  const found = { sure: [] as string[], may: [] as string[] }
  for (const { path: pattern, actions } of restrictions) {
    if (pattern.length !== path.length) continue
    const answers = pattern.map((one, index) => matches(one, path[index] ?? ''))
    if (answers.every((one) => one !== 'no')) found[answers.includes('may') ? 'may' : 'sure'].push(...actions)
  }
  return found
}

function restricted(impact: ResourceImpact, { sure, may }: Forbidden): ResourceImpact {
  const isNow = ({ action }: Effect, actions: readonly string[]) =>
    (action === 'replace' || action === 'update') && actions.includes(action)
  const effects = impact.effects.flatMap((one): readonly Effect[] => {
    if (isNow(one, sure)) return [{ ...one, action: 'refuse' }]
    return isNow(one, may) ? [{ ...one, action: 'refuse', certainty: 'may' }, one] : [one]
  })
  // Forbidden to be replaced and to be updated is refused.
  const distinct = new Map(effects.map((one) => [`${one.action} ${one.certainty} ${one.when ?? ''}`, one]))
  if (!impact.effects.some((one) => isNow(one, [...sure, ...may]))) return impact
  const { lost, ...rest } = impact
  const goes = effects.some(({ action }) => action === 'replace' || action === 'delete')
  const actions = [...new Set([...sure, ...may])].join(', ')
  const note = effects.some((one) => one.action === 'refuse' && one.certainty !== 'may')
    ? `restricted_actions forbids it: ${actions}`
    : `restricted_actions forbids it for members with some names, which the live stack has (--live): ${actions}`
  return extended(rest, { effects: [...distinct.values()], note, ...(goes ? defined({ lost }) : {}) })
}

/** Whether a name is one with `*` in it, which stands for any part; `*` as a name is that of some member. */
function matches(pattern: string, name: string): 'sure' | 'may' | 'no' {
  if (name === '*') return /^[*]+$/.test(pattern) ? 'sure' : 'may'
  return isOne(pattern, name) ? 'sure' : 'no'
}

function isOne(pattern: string, name: string): boolean {
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
