import { entry, list, mapping, withEntries } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { entryOf, nameOf } from '../../../src/document/read.ts'
import type { TransformContext } from '../../../src/engine/transform.ts'
import { isMerge } from '../../../src/heat/merge-keys.ts'

/** `x` as `[x]`, or as `[{key: x}]`. */
export function inNewList(value: Node, key: string | undefined): Node {
  const item = key === undefined ? value : mapping([entry(key, value)], { style: 'flow' })
  return list([item], { style: 'flow' })
}

/** What Heat moves out of the policies of a task; other keys it drops (`translation_rules` of the workflow). */
const policies: readonly string[] = [
  'concurrency',
  'pause_before',
  'retry',
  'timeout',
  'wait_after',
  'wait_before',
]

/** A task of `OS::Mistral::Workflow` with the entries of `policies` as its own; as it is where that would lose one. */
export function withoutPolicies(task: Mapping, old: Entry, context: TransformContext): Mapping {
  const { value } = old
  if (value.kind !== 'map' || value.anchor !== undefined || value.entries.some(isMerge)) return task
  const names = value.entries.map((one) => nameOf(one) ?? '')
  if (names.some((name) => !policies.includes(name) || entryOf(task, name) !== undefined)) return task
  context.change(old, 'Write the policies of a task as its own keys')
  const entries = task.entries.flatMap((one) => (one === old ? value.entries : [one]))
  return withEntries(task, entries)
}
