import { mayMention } from '../../../src/document/mentions.ts'
import {
  type Call,
  callOf,
  declarations,
  entry,
  type HotVersion,
  hasFeature,
  hasFunction,
  latestVersion,
  list,
  mapping,
  type Node,
  parsedNode,
  readValue,
  refusedMessage,
  rewriteTemplate,
  type Site,
  string,
  type Template,
  type TemplateScope,
  versionsWith,
  withAnchor,
  withEntries,
} from '../../../src/engine/authoring.ts'
import { mayBeFunction } from '../../../src/heat/functions/arguments.ts'
import { mapKeysOf, mayGive } from '../../../src/heat/functions/table.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { callSites } from '../../../src/heat/values.ts'
import { conditionFunctionsOf, functionsOf } from '../../../src/heat/versions.ts'

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

/** Whether the target has functions that the declared version lacks and that the text mentions. */
function addsNames({ version, document }: Template, target: HotVersion): boolean {
  if (version === undefined || version >= target) return false
  const before = functionsOf(version)
  return [...functionsOf(target)].some((name) => !before.has(name) && mayMention(document, name))
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

/** `{KEY: value}` as `{map_replace: [{KEY_: value}, {keys: {KEY_: KEY}}]}`. */
function keptAsData(data: Call): Node {
  const hidden = `${data.name}_`
  const own = entry(string(hidden, { for: data.entry.key }), data.argument, { for: data.entry })
  const { anchor, ...renamed } = withEntries(data.node, [own])
  const names = mapping([entry(hidden, string(data.name))], { style: 'flow' })
  const keys = mapping([entry('keys', names)], { style: 'flow' })
  const made = mapping([entry('map_replace', list([renamed, keys]))], {
    for: data.node,
    style: data.node.style,
  })
  return anchor === undefined ? made : withAnchor(made, anchor)
}

/**
 * What a mapping of one entry becomes in a newer version. `the same` where it is data in both or a call in
 * both, and where Heat refuses it today; `useless call` where a map is asked for and the function gives none;
 * `test` where a condition computes what it compares as data today; `refused` where a condition has no such
 * function.
 */
type Becoming = 'the same' | 'call' | 'useless call' | 'test' | 'refused'

/** Answers for every call site of a template. */
function becomingOf(template: Template, target: HotVersion): (call: Call, site: Site) => Becoming {
  const { version } = template
  const special = specialNodes(template)
  return (call, site) => {
    // Calls that other transforms made stand in no text.
    if (call.entry.key.start === undefined || version === undefined) return 'the same'
    const node = parsedNode(call.node)
    if (site.role === 'condition') {
      if (hasFeature(version, 'conditions'))
        return inCondition(call.name, version, target, special.compared.has(node))
      // The section is refused, the key of an output ignored; what `if` has there is data like the `if` itself.
      if (site.conditionOf === 'template') return 'the same'
    }
    if (hasFunction(version, call.name) || !hasFunction(target, call.name)) return 'the same'
    return special.maps.has(node) && !mayGive(call.name, 'map') ? 'useless call' : 'call'
  }
}

/** Data is no condition, so that Heat refuses it unless `equals` compares it (`Conditions` in heat/engine/conditions.py). */
function inCondition(name: string, version: HotVersion, target: HotVersion, isCompared: boolean): Becoming {
  const isReserved = (at: HotVersion) => hasFunction(at, name) || conditionFunctionsOf(at).has(name)
  if (!isCompared || isReserved(version) || !isReserved(target)) return 'the same'
  return conditionFunctionsOf(target).has(name) ? 'test' : 'refused'
}

/** What `equals` compares in conditions, at any depth, and what stands where functions want a map. */
function specialNodes({
  root,
}: Template): Readonly<Record<'compared' | 'maps', ReadonlySet<Node | undefined>>> {
  const compared = new Set<Node | undefined>()
  const maps = new Set<Node | undefined>()
  const compare = (node: Node): void => {
    compared.add(parsedNode(node))
    if (node.kind === 'seq') node.items.forEach(compare)
    if (node.kind === 'map') for (const one of node.entries) compare(one.value)
  }
  for (const { call, site } of callSites(root)) {
    if (call.name === 'equals' && site.role === 'condition') compare(call.argument)
    for (const key of mapKeysOf(call.name)) {
      const map = readValue(call.argument, key)
      if (map !== undefined) maps.add(parsedNode(map))
    }
  }
  return { compared, maps }
}
