/** Heat takes a template without resources, and makes a stack of nothing. */

import { readValue } from '../../heat/merge-keys.ts'
import { isTruthy } from '../../heat/parameters.ts'
import { mapOf } from '../../text/document/read.ts'
import { stretchOf } from '../locations.ts'
import { rule } from '../rule.ts'

export const noResources = rule({
  codes: {
    'no-resources': {
      title: 'A template without resources',
      severity: 'warning',
      behaves: ['accepted by Heat', 'looked for last'],
      help: 'Fix the name or the indentation of the section, or write resources: {} if it is empty on purpose.',
      why: 'Heat takes a template without the section resources, creates the stack, and nothing is in it. Often the section is indented under another one, or its name is misspelt.',
      example: {
        command: 'check disk.yaml',
        at: 'disk.yaml:1',
        before: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
`,
        after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`,
      },
    },
  },
  source: 'heat/engine/template.py',
  asks: 'template',
  stage: 'last',
  find({ root, words, source }, report) {
    const [resources, outputs] = [words.spell('resources'), words.spell('outputs')].map((name) =>
      readValue(root, name),
    )
    // Templates that are called may give values alone, and an empty mapping is on purpose.
    const isOnPurpose = resources !== undefined && (mapOf(resources) !== undefined || isTruthy(resources))
    if (isOnPurpose || (mapOf(outputs)?.entries.length ?? 0) > 0) return
    const description = readValue(root, words.spell('description'))
    const within = /^[ \t]+([Rr]esources:)[ \t]*$/m.exec((description && source(description)) ?? '')?.[1]
    if (description !== undefined && within !== undefined) {
      const message = `"${within}" is part of the description, because it is indented below it; move it and what follows to the left margin`
      report('no-resources', stretchOf(description, within, source), message, {
        source: words.rule('structure'),
      })
      return
    }
    const [first] = root.entries
    const message = 'the template has no resources; Heat would create an empty stack'
    if (first !== undefined) report('no-resources', first, message, { source: words.rule('structure') })
  },
})
