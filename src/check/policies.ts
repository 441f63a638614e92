import type { Entry, Mapping } from '../document/node.ts'
import { mapOf, nameOf, resolved, scalarOf, textOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge } from '../heat/merge-keys.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { type CheckScope, checkWord } from './scope.ts'
import { isResolved } from './vocabulary.ts'

/** A name as the version spells it, or a call that gives one (`_rsrc_defn_args` in heat/engine/template_common.py). */
export function checkDeletionPolicy(type: string, one: Entry, scope: CheckScope): void {
  const node = resolved(one.value)
  const { words, report } = scope
  const rule = words.rule('resources')
  const policy = textOf(node)
  if (policy === undefined) {
    if (isResolved(callOf(node), words)) return
    const shown = scalarOf(node) === undefined ? 'a list or mapping' : String(scalarOf(node)?.value)
    report('bad-value', node, `${shown} is no deletion policy`, rule)
    return
  }
  const asked = { place: 'deletionPolicies', topic: 'resources', what: 'deletion policy' } as const
  checkWord(policy, node, { ...asked, unknown: 'bad-value' }, scope)
  const facts = resourceTypeFacts(type)
  if (!/^snapshot$/i.test(policy) || facts === undefined) return
  if (facts.attributePaths === 'TemplateResource' || facts.snapshotDeletion) return
  report('bad-value', node, `${type} cannot make a snapshot when it is deleted`, rule)
}

/** Only some types read an update policy, each its own keys; Heat refuses others (`Resource.validate_template`). */
export function checkUpdatePolicy(type: string, policy: Mapping, scope: CheckScope): void {
  const facts = resourceTypeFacts(type)
  if (facts === undefined || facts.attributePaths === 'TemplateResource') return
  for (const one of policy.entries) {
    const name = nameOf(one)
    if (name === undefined || isMerge(one)) continue
    const keys = facts.updatePolicy.get(name)
    if (keys === undefined) reportPolicy(one, `${type} has no update policy "${name}"`, scope)
    else for (const inner of mapOf(one.value)?.entries ?? []) checkInner(inner, name, keys, scope)
  }
}

function checkInner(one: Entry, policy: string, keys: readonly string[], scope: CheckScope): void {
  const name = nameOf(one)
  if (name === undefined || isMerge(one) || keys.includes(name)) return
  reportPolicy(one, `the update policy "${policy}" takes ${keys.join(', ')}, not "${name}"`, scope)
}

function reportPolicy(one: Entry, message: string, { report, words }: CheckScope): void {
  report('unknown-property', one, message, words.rule('resources'))
}
