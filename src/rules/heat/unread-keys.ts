/** Keys that `repeat` does not read, and `permutations` before it did; and those of parameter groups. */

import { keysRead } from '../../heat/functions/table.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { features } from '../../heat/versions.ts'
import { listOf, mapOf, nameOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { isResolved } from '../vocabulary.ts'

const ofGroups: readonly string[] = ['label', 'description', 'parameters']

export const unreadKeys = rule({
  codes: {},
  source: 'HOT specification, Intrinsic functions, repeat',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find({ root, words, calls }, report) {
    const { version } = words
    if (version === undefined) return
    for (const group of listOf(readValue(root, 'parameter_groups'))?.items ?? [])
      for (const one of mapOf(group)?.entries ?? []) {
        const name = nameOf(one)
        if (name === undefined || isMerge(one) || ofGroups.includes(name)) continue
        const message = `Heat ignores the key "${name}" of a parameter group (it reads label, description and parameters)`
        report('unread-key', one, message, { source: words.rule('parameter groups') })
      }
    for (const { call } of calls) {
      if (call.name !== 'repeat' || !isResolved(call, words)) continue
      const reads = keysRead(call.name, version)
      for (const one of mapOf(call.argument)?.entries ?? []) {
        const name = nameOf(one)
        if (name === undefined || isMerge(one) || reads.includes(name)) continue
        const since =
          name === 'permutations' ? ` before ${features.permutations}, and uses all combinations` : ''
        report('unread-key', one, `repeat ignores the key "${name}"${since}`)
      }
    }
  },
})
