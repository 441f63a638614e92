import { compareVersions, rewriteTemplate } from '../../../src/engine/authoring/authoring.ts'
import { older } from './equivalents.ts'

export const olderForms = rewriteTemplate(
  {
    title: 'Write what an older version has instead of newer functions',
    description:
      'Towards an older version: replaces newer functions and forms of functions by older ones with the same meaning, where there are some.',
    references: [
      'heat/engine/hot/template.py',
      'heat/engine/hot/functions.py: ReplaceJsonStrict, JoinMultiple',
    ],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    calls: ['str_replace_strict', 'str_replace_vstrict', 'list_join', 'list_concat'],
    unrefused: true,
  },
  ({ root, template: { version }, target, mapCalls, change }) => {
    if (version === undefined || compareVersions(target, version) >= 0) return root
    return mapCalls((one) => {
      const made = older[one.name]?.(one, target)
      if (made !== undefined) change(one.node, `Write ${one.name} as ${target} has it`)
      return made
    })
  },
)
