import {
  readValue,
  relinkAliases,
  rewriteTemplate,
  withArgument,
  withoutKey,
} from '../../../src/engine/authoring/authoring.ts'
import { callSites } from '../../../src/heat/walk.ts'

const key = 'permutations'

export const dropPermutations = rewriteTemplate(
  {
    title: 'Leave out permutations that had no effect',
    description:
      'Leaves `permutations` out of `repeat`, which ignores it before 2017-09-01 and obeys it from then on.',
    references: ['heat/engine/hot/functions.py: Repeat, RepeatWithNestedLoop'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    calls: ['repeat'],
    mentions: key,
    gaining: 'permutations',
    unrefused: true,
  },
  ({ mapCalls, change, report }) => {
    const rewritten = mapCalls((repeat) => {
      const rest = withoutKey(repeat.argument, key)
      if (rest === repeat.argument) return undefined
      change(repeat.node, `Leave out ${key}`)
      return withArgument(repeat, rest)
    })
    // Whatever still gets the key has it from an alias or a merge key.
    for (const { call, at } of callSites(relinkAliases(rewritten)))
      if (call.name === 'repeat' && readValue(call.argument, key) !== undefined)
        report('anchor-edit', at, `${key} comes from elsewhere; write the arguments of repeat out`)
    return rewritten
  },
)
