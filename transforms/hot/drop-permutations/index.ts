import {
  type Call,
  hasFunction,
  mapEntries,
  mapOf,
  nameOf,
  readValue,
  relinkAliases,
  rewriteTemplate,
  withArgument,
} from '../../../src/engine/authoring.ts'
import { callSites } from '../../../src/heat/values.ts'

const key = 'permutations'

export const dropPermutations = rewriteTemplate(
  {
    title: 'Leave out permutations that had no effect',
    description:
      'Leaves `permutations` out of `repeat`, which ignores it before 2017-09-01 and obeys it from then on.',
    references: ['heat/engine/hot/functions.py: Repeat, RepeatWithNestedLoop'],
    safety: 'exact',
    kinds: 'hot',
    mentions: key,
    gaining: 'permutations',
    unrefused: true,
  },
  ({ template: { version }, root, mapCalls, change, report }) => {
    if (version === undefined || !hasFunction(version, 'repeat')) return root
    const withoutKey = (call: Call) => {
      if (call.argument.kind !== 'map') return undefined
      const kept = mapEntries(call.argument, (one) => (nameOf(one) === key ? undefined : one))
      if (kept === call.argument) return undefined
      change(call.node, `Leave out ${key}`)
      return withArgument(call, kept)
    }
    const rewritten = mapCalls(withoutKey, ['repeat'])
    // Whatever still gets the key has it from an alias or a merge key.
    for (const { call, at } of callSites(relinkAliases(rewritten)))
      if (call.name === 'repeat' && readValue(mapOf(call.argument), key) !== undefined)
        report('anchor-edit', at, `${key} comes from elsewhere; write the arguments of repeat out`)
    return rewritten
  },
)
