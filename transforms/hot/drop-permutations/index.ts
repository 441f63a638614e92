import { relinkAliases, withEntries, withValue } from '../../../src/document/build.ts'
import { mapOf, nameOf } from '../../../src/document/read.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { callSites } from '../../../src/heat/call-sites.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { readValue } from '../../../src/heat/merge-keys.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries, rewriteValues } from '../../../src/heat/values.ts'
import { features, hasFunction } from '../../../src/heat/versions.ts'
import { crosses } from '../crossing.ts'

const key = 'permutations'

export const dropPermutations: Transform = {
  id: 'hot/drop-permutations',
  title: 'Leave out permutations that had no effect',
  description:
    'Leaves `permutations` out of `repeat`, which ignores it before 2017-09-01 and obeys it from then on.',
  references: ['heat/engine/hot/functions.py: Repeat, RepeatWithNestedLoop'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const { version, document } = template
    if (!document.text.includes(key) || !crosses(template, context.target, features.permutations))
      return template
    if (refusal(template) !== undefined) return template
    if (version === undefined || !hasFunction(version, 'repeat')) return template
    const root = rewriteValues(template.root, true, (node) => {
      const call = callOf(node)
      if (call?.name !== 'repeat' || call.argument.kind !== 'map') return node
      const kept = mapEntries(call.argument, (one) => (nameOf(one) === key ? undefined : one))
      if (kept === call.argument) return node
      context.change(node, `Leave out ${key}`)
      return withEntries(call.node, [withValue(call.entry, kept)])
    })
    // Whatever still gets the key has it from an alias or a merge key.
    for (const { call, at } of callSites(relinkAliases(root))) {
      if (call.name !== 'repeat' || readValue(mapOf(call.argument), key) === undefined) continue
      context.report('anchor-edit', at, `${key} comes from elsewhere; write the arguments of repeat out`)
    }
    return withRoot(template, root)
  },
}
