import { rewriteTemplate } from '../../../src/engine/authoring/authoring.ts'
import { flattened } from './joins.ts'

export const flattenJoins = rewriteTemplate(
  {
    title: 'Join in one step',
    description:
      'Puts the items of a `list_join` that is an item of another one with the same delimiter into that one.',
    references: ['heat/engine/hot/functions.py: JoinMultiple'],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'hot',
    calls: ['list_join'],
    note: 'Join in one step',
    unrefused: true,
  },
  ({ template: { document }, mapCalls }) => mapCalls((one) => flattened(one, document)),
)
