/** How a group changes its members one after the other, by its policy. */
import { type MapTerm, type Term, type Terms, valueOf } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import { inWords } from './words.ts'

/** Where the policy of a type stands, and the names of its keys (`_try_rolling_update` of the classes). */
const policies: Readonly<
  Record<
    string,
    {
      readonly key: string
      readonly in: 'update_policy' | 'properties'
      readonly keys: readonly [batch: string, service: string, pause: string]
    }
  >
> = {
  'OS::Heat::ResourceGroup': {
    key: 'rolling_update',
    in: 'update_policy',
    keys: ['max_batch_size', 'min_in_service', 'pause_time'],
  },
  'OS::Heat::AutoScalingGroup': {
    key: 'rolling_updates',
    in: 'properties',
    keys: ['max_batch_size', 'min_in_service', 'pause_time'],
  },
  'AWS::AutoScaling::AutoScalingGroup': {
    key: 'AutoScalingRollingUpdate',
    in: 'update_policy',
    keys: ['MaxBatchSize', 'MinInstancesInService', 'PauseTime'],
  },
  'OS::Heat::InstanceGroup': {
    key: 'RollingUpdate',
    in: 'update_policy',
    keys: ['MaxBatchSize', 'MinInstancesInService', 'PauseTime'],
  },
}

/** `in batches of at most 2, with at least 1 in service`; undefined for groups without such a policy. */
export function batchesText(
  terms: Terms,
  definition: Definition,
  rolled?: RolledMembers,
): string | undefined {
  const policy = policyOf(definition)
  if (policy === undefined) return undefined
  const [batch, service, pause] = policy.terms
  const said = (term: Term | undefined, preset: string) =>
    term === undefined || term === terms.null ? preset : inWords(term)
  const parts = [
    `in batches of at most ${said(batch, '1')}`,
    `with at least ${said(service, '0')} in service`,
    ...(rolled !== undefined && rolled.extra > 0 ? [`${rolled.extra} more for a time`] : []),
    ...(rolled !== undefined && rolled.left > 0
      ? [`Heat leaves ${rolled.left} with the old definition`]
      : []),
  ]
  return pause === undefined
    ? parts.join(', ')
    : `${parts.join(', ')}, pausing ${inWords(pause)} between them`
}

/** The numbers of a policy, in the order of its keys. */
function policyOf({
  type,
  properties,
  updatePolicy,
}: Definition): { readonly terms: readonly (Term | undefined)[] } | undefined {
  const facts = Object.hasOwn(policies, type) ? policies[type] : undefined
  if (facts === undefined) return undefined
  const policy = entryOf(facts.in === 'properties' ? properties : updatePolicy, facts.key)
  return policy?.tag === 'map' ? { terms: facts.keys.map((key) => entryOf(policy, key)) } : undefined
}

function entryOf(term: Term | MapTerm, key: string): Term | undefined {
  return term.tag === 'map' ? term.entries.get(key) : undefined
}

/** What batches make of the members of a group that scales, by their number. */
export interface RolledMembers {
  /** That are there before and afterwards, with the new definition. */
  readonly changed: number
  readonly created: number
  /** The oldest. */
  readonly deleted: number
  /** That keep the old definition: Heat counts the new ones as changed ones. */
  readonly left: number
  /** So many more there are at a time than before or afterwards. */
  readonly extra: number
}

/** How many members at most one batch changes, and how many of the group it leaves in service; undefined where values decide. */
function limitsOf(terms: Terms, definition: Definition): readonly [batch: number, least: number] | undefined {
  const policy = policyOf(definition)
  const numbers = (policy?.terms ?? []).slice(0, 2).map((term, index) => {
    if (term === undefined || term === terms.null) return 1 - index
    return term.isData && Number.isInteger(Number(valueOf(term))) ? Number(valueOf(term)) : undefined
  })
  const [batch = 1, least = 0] = numbers
  return policy !== undefined && numbers.includes(undefined) ? undefined : [Math.max(1, batch), least]
}

/**
 * Members are in the order of their age: batches give the oldest the new definition, make new ones where too few would be in service,
 * and drop the oldest again (heat/scaling/rolling_update.py, template.py; `InstanceGroup._replace`, `resize`).
 * @param change a member that is replaced is the youngest then: Heat counts from when it was made
 * @returns undefined where the policy depends on values
 */
export function rolledMembers(
  terms: Terms,
  definition: Definition,
  [before, after]: readonly [before: number, after: number],
  change: 'in-place' | 'replaced',
): RolledMembers | undefined {
  const limits = limitsOf(terms, definition)
  if (limits === undefined) return undefined
  const target = Math.min(after, before)
  let members: readonly Member[] = Array.from({ length: before }, () => ({ isOld: true, hasNew: false }))
  let [updated, most] = [0, Math.max(before, after)]
  while (updated < members.length || members.length !== target) {
    const [capacity, changing] = nextBatch(target, members.length, updated, limits)
    members = withBatch(members, capacity, changing, change)
    most = Math.max(most, capacity)
    updated += changing
  }
  members = withBatch(members, after, 0, change)
  const old = members.filter(({ isOld }) => isOld)
  return {
    changed: old.filter(({ hasNew }) => hasNew).length,
    left: old.filter(({ hasNew }) => !hasNew).length,
    created: after - old.length,
    deleted: before - old.length,
    extra: most - Math.max(before, after),
  }
}

interface Member {
  readonly isOld: boolean
  readonly hasNew: boolean
}

function nextBatch(
  target: number,
  capacity: number,
  updated: number,
  [batch, least]: readonly [batch: number, least: number],
): readonly [capacity: number, changing: number] {
  const changing = Math.min(batch, Math.max(target - updated, 0))
  const inService = Math.min(least, target, capacity)
  return [changing + Math.max(Math.min(capacity, target - changing), inService), changing]
}

function withBatch(
  members: readonly Member[],
  capacity: number,
  changing: number,
  change: 'in-place' | 'replaced',
): readonly Member[] {
  const kept = members.slice(Math.max(0, members.length - capacity))
  const created = capacity - kept.length
  const chosen = kept.filter(({ hasNew }) => !hasNew).slice(0, Math.max(0, changing - created))
  const changed = (one: Member) => (chosen.includes(one) ? { ...one, hasNew: true } : one)
  const ordered =
    change === 'in-place'
      ? kept.map(changed)
      : [...kept.filter((one) => !chosen.includes(one)), ...chosen.map(changed)]
  return [...ordered, ...Array.from({ length: created }, () => ({ isOld: false, hasNew: true }))]
}
