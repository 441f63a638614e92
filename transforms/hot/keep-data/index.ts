import {
  callOf,
  type HotVersion,
  hasFunction,
  rewriteTemplate,
  type Template,
} from '../../../src/engine/authoring/authoring.ts'
import { functionsOf } from '../../../src/heat/versions.ts'
import { callSites } from '../../../src/heat/walk.ts'
import { mayMention } from '../../../src/text/document/mentions.ts'
import { keptAsData } from './as-data.ts'
import { askAbout, isData } from './asking.ts'
import { becomingOf } from './becoming.ts'

export const keepData = rewriteTemplate(
  {
    title: 'Keep data that would become a function call',
    description:
      'Preserves a mapping with one entry whose key becomes the name of a function: by `map_replace` if it cannot be a function, otherwise by asking you.',
    references: ['heat/engine/template.py: parse', 'heat/engine/hot/functions.py: MapReplace'],
    safety: 'review',
    keeps: 'meaning of the chain',
    kinds: 'hot',
  },
  (scope) => {
    const { template, root, target, change } = scope
    if (!addsNames(template, target)) return root
    const becoming = becomingOf(template, target)
    for (const { call, site, at, reach } of callSites(root)) {
      const what = reach === 'alias' ? becoming(call, site) : 'the same'
      if (what !== 'the same') askAbout(call, what, at, scope)
    }
    return scope.mapValues((node, site) => {
      const call = callOf(node)
      const what = call === undefined ? 'the same' : becoming(call, site)
      if (call === undefined || what === 'the same') return node
      if (!isData(call, what, scope) || !hasFunction(target, 'map_replace')) {
        askAbout(call, what, node, scope)
        return node
      }
      change(node, `Keep {${call.name}: …} as data`)
      return keptAsData(call)
    })
  },
)

/** Whether the target has functions that the declared version lacks and that the source mentions. */
function addsNames({ version, document }: Template, target: HotVersion): boolean {
  if (version === undefined || version >= target) return false
  const before = functionsOf(version)
  return [...functionsOf(target)].some((name) => !before.has(name) && mayMention(document, name))
}
