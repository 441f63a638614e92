import {
  type Call,
  callOf,
  declarations,
  type HotVersion,
  hasFunction,
  latestVersion,
  type Node,
  refusedMessage,
  rewriteTemplate,
  type Template,
  type TemplateScope,
  versionsWith,
} from '../../../src/engine/authoring.ts'
import { mayBeFunction } from '../../../src/heat/functions/arguments.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { callSites } from '../../../src/heat/values.ts'
import { functionsOf } from '../../../src/heat/versions.ts'
import { type Becoming, becomingOf } from './becoming.ts'
import { keptAsData } from './kept.ts'

export const keepData = rewriteTemplate(
  {
    title: 'Keep data that would become a function call',
    description:
      'Keeps a mapping of one entry what it was where its key becomes a function name: by `map_replace` where it cannot be meant as a call, by a question where it can.',
    references: ['heat/engine/template.py: parse', 'heat/engine/hot/functions.py: MapReplace'],
    safety: 'review',
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

/** Whether the target has functions that the declared version lacks and that the text mentions. */
function addsNames({ version, document }: Template, target: HotVersion): boolean {
  if (version === undefined || version >= target) return false
  const before = functionsOf(version)
  return [...functionsOf(target)].some((name) => !before.has(name) && document.text.includes(name))
}

/** Whether it cannot be meant as a call; in a template that Heat refuses, not even in the newest version. */
function isData(call: Call, what: Becoming, { template, target }: TemplateScope): boolean {
  if (what === 'useless call') return true
  return (
    what === 'call' && !isPossible(call, template, refusal(template) === undefined ? target : latestVersion)
  )
}

function isPossible(call: Call, { root }: Template, version: HotVersion): boolean {
  return mayBeFunction(call, { version, conditions: declarations(root).conditions })
}

/** Lets the user decide about what may be meant as a call; nothing in the target stands for what cannot. */
function askAbout(call: Call, what: Becoming, at: Node, scope: TemplateScope): void {
  const { name } = call
  const { template, target, report, accepts } = scope
  const { version } = template
  if (what === 'call' && !isData(call, what, scope) && !isPossible(call, template, target)) {
    report('version-too-old', at, `this form of ${name} needs heat_template_version ${latestVersion}`)
    return
  }
  if (what === 'refused' || what === 'useless call' || !isPossible(call, template, target)) {
    report('data-becomes-call', at, `{${name}: …} is data now and would be taken for a call`)
    return
  }
  const refused = refusal(template)
  if (refused !== undefined && version !== undefined) {
    report('refused-template', at, refusedMessage(name, refused, version))
    return
  }
  const since = versionsWith(name)[0]
  accepts('newer-function', at, `{${name}: …} is data in ${version} and a function call from ${since} on`)
}
