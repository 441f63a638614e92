import { withValue } from '../../../src/document/build.ts'
import { nameOf } from '../../../src/document/read.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { readValue } from '../../../src/heat/merge-keys.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'
import { features } from '../../../src/heat/versions.ts'
import { crosses } from '../crossing.ts'

export const dropOutputCondition: Transform = {
  id: 'hot/drop-output-condition',
  title: 'Leave out conditions of outputs that had no effect',
  description:
    'Leaves `condition` out of outputs, which Heat ignores there before 2016-10-14 and obeys from then on.',
  references: ['heat/engine/template_common.py: outputs'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const { text } = template.document
    if (!text.includes('condition') || !crosses(template, context.target, features.conditions))
      return template
    if (refusal(template) !== undefined) return template
    const root = mapSections(template.root, (name, map) => {
      if (name !== 'outputs') return map
      return mapEntries(map, (output) => {
        if (output.value.kind !== 'map') return output
        const kept = mapEntries(output.value, (one) => {
          if (nameOf(one) !== 'condition') return one
          context.change(one, 'Leave out the condition of an output')
          return undefined
        })
        if (readValue(kept, 'condition') !== undefined)
          context.report('anchor-edit', output, 'the condition comes from a merge key; write the output out')
        return withValue(output, kept)
      })
    })
    return withRoot(template, root)
  },
}
