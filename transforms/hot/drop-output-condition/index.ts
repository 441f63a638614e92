import {
  mapEntries,
  mapParts,
  nameOf,
  readValue,
  rewriteTemplate,
} from '../../../src/engine/authoring/authoring.ts'

export const dropOutputCondition = rewriteTemplate(
  {
    title: 'Leave out conditions of outputs that had no effect',
    description:
      'Leaves `condition` out of outputs, which Heat ignores there before 2016-10-14 and obeys from then on.',
    references: ['heat/engine/template_common.py: outputs'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    mentions: 'condition',
    gaining: 'conditions',
    unrefused: true,
  },
  ({ root, change, report }) =>
    mapParts(root, 'outputs', (output, declaration) => {
      const changed = mapEntries(output, (one) => {
        if (nameOf(one) !== 'condition') return one
        change(one, 'Leave out the condition of an output')
        return undefined
      })
      if (readValue(changed, 'condition') !== undefined)
        report('anchor-edit', declaration, 'the condition comes from a merge key; write the output out')
      return changed
    }),
)
