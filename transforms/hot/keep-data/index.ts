import { entry, list, mapping, text, withAnchor, withEntries } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { mayBeCall } from '../../../src/heat/call-shapes.ts'
import { type CallSite, callSites } from '../../../src/heat/call-sites.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { declarations } from '../../../src/heat/sections.ts'
import { type Template, withRoot } from '../../../src/heat/template.ts'
import { rewriteValues, type Site } from '../../../src/heat/values.ts'
import {
  conditionFunctionsOf,
  functionsOf,
  type HotVersion,
  hasFunction,
  versionsWith,
} from '../../../src/heat/versions.ts'

export const keepData: Transform = {
  id: 'hot/keep-data',
  title: 'Keep data that would become a function call',
  description:
    'Keeps a mapping of one entry what it was where its key becomes a function name: by `map_replace` where it cannot be meant as a call, by a question where it can.',
  references: ['heat/engine/template.py: parse', 'heat/engine/hot/functions.py: MapReplace'],
  safety: 'review',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    if (!addsNames(template, context.target)) return template
    for (const { call, site, at, reach } of callSites(template.root)) {
      if (reach === 'alias' && becomesCall(call, site, template, context))
        askAbout({ call, site, at }, template, context)
    }
    const root = rewriteValues(template.root, true, (node, site) => {
      const call = callOf(node)
      if (call === undefined || !becomesCall(call, site, template, context)) return node
      if (site.place === 'condition' || isPossible(call, template, context)) {
        askAbout({ call, site, at: node }, template, context)
        return node
      }
      return hasFunction(context.target, 'map_replace') ? kept(call, context) : lost(call, node, context)
    })
    return withRoot(template, root)
  },
}

/** Whether the target has functions that the declared version lacks and that the text mentions. */
function addsNames({ version, document }: Template, target: HotVersion): boolean {
  if (version === undefined || version >= target) return false
  const before = functionsOf(version)
  return [...functionsOf(target)].some((name) => !before.has(name) && document.text.includes(name))
}

/** Calls that other transforms made stand in no text. */
function becomesCall(call: Call, site: Site, { version }: Template, { target }: TransformContext): boolean {
  if (call.entry.key.range === undefined || version === undefined) return false
  return !isReserved(call.name, site, version) && isReserved(call.name, site, target)
}

/** Inside conditions the names of all functions are taken: most of them are refused there. */
function isReserved(name: string, site: Site, version: HotVersion): boolean {
  return hasFunction(version, name) || (site.place === 'condition' && conditionFunctionsOf(version).has(name))
}

function isPossible(call: Call, { root }: Template, { target }: TransformContext): boolean {
  return mayBeCall(call, { version: target, conditions: declarations(root).conditions })
}

type Asked = Pick<CallSite, 'call' | 'site' | 'at'>

function askAbout({ call, site, at }: Asked, template: Template, context: TransformContext): void {
  const isRefused = site.place === 'condition' && !conditionFunctionsOf(context.target).has(call.name)
  if (isRefused || !isPossible(call, template, context)) {
    lost(call, at, context)
    return
  }
  const since = versionsWith(call.name)[0]
  const message = `{${call.name}: …} is data in ${template.version} and a function call from ${since} on`
  context.accepts('becomes-call', at, message)
}

/** Data for which nothing stands in the target version. */
function lost(call: Call, at: Node, context: TransformContext): Node {
  const message = `{${call.name}: …} is data now and would be taken for a call`
  context.report('data-becomes-call', at, message)
  return call.node
}

/** `{KEY: value}` as `{map_replace: [{KEY_: value}, {keys: {KEY_: KEY}}]}`. */
function kept(data: Call, context: TransformContext): Node {
  context.change(data.node, `Keep {${data.name}: …} as data`)
  const hidden = `${data.name}_`
  const own = entry(text(hidden, { for: data.entry.key }), data.argument, { for: data.entry })
  const { anchor, ...renamed } = withEntries(data.node, [own])
  const names = mapping([entry(hidden, text(data.name))], { style: 'flow' })
  const keys = mapping([entry('keys', names)], { style: 'flow' })
  const made = mapping([entry('map_replace', list([renamed, keys]))], {
    for: data.node,
    style: data.node.style,
  })
  return anchor === undefined ? made : withAnchor(made, anchor)
}
