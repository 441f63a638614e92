import { rewriteParts } from '../../../src/engine/authoring/authoring.ts'

export const outputs = rewriteParts(
  'outputs',
  {
    title: 'Rewrite output keys',
    description: 'Gives outputs their HOT keys and leaves out keys that Heat ignores.',
    references: ['heat/engine/template_common.py: outputs', 'HOT specification, outputs section'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'cfn',
  },
  ({ required, withHotKeys }) => {
    required('Value')
    return withHotKeys(['Description'])
  },
)
