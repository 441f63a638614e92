/** How a group changes its members one after the other, by its policy. */
import type { MapTerm, Term, Terms } from '../semantics/terms/term.ts'
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
  { type, properties, updatePolicy }: Definition,
): string | undefined {
  const facts = Object.hasOwn(policies, type) ? policies[type] : undefined
  if (facts === undefined) return undefined
  const policy = entryOf(facts.in === 'properties' ? properties : updatePolicy, facts.key)
  if (policy?.tag !== 'map') return undefined
  const [batch, service, pause] = facts.keys.map((key) => entryOf(policy, key))
  const said = (term: Term | undefined, preset: string) =>
    term === undefined || term === terms.null ? preset : inWords(term)
  const parts = [
    `in batches of at most ${said(batch, '1')}`,
    `with at least ${said(service, '0')} in service`,
  ]
  return pause === undefined
    ? parts.join(', ')
    : `${parts.join(', ')}, pausing ${inWords(pause)} between them`
}

function entryOf(term: Term | MapTerm, key: string): Term | undefined {
  return term.tag === 'map' ? term.entries.get(key) : undefined
}
