import {
  type HotVersion,
  hasFunction,
  type Node,
  replacesForeign,
  type Template,
  type TransformContext,
  versionsWith,
} from '../../../src/engine/authoring.ts'
import { embeddedTest, foreignMeaning, isForeign, passesOn } from '../../../src/heat/calls.ts'
import { type CallSite, callSites } from '../../../src/heat/values.ts'

/**
 * Reports the calls that are still there and that the target does not have: those that no transform could
 * replace, those that the declared version does not have either, and what transforms made of others that
 * needs a newer version.
 */
export function reportLeftovers(template: Template, version: HotVersion, context: TransformContext): void {
  const sites = callSites(template.root).filter(({ call, site }) => {
    return !hasFunction(context.target, call.name) && (site.role === 'value' || isForeign(call.name, version))
  })
  if (sites.length === 0) return
  const isEmbedded = embeddedTest(template.root)
  const isReplaced = replacesForeign(template, context)
  const foreign = new Set<Node>()
  for (const one of sites) {
    const { call } = one
    const isInside = isEmbedded(call)
    if (isInside && passesOn(call.name, version)) continue
    if (isForeign(call.name, version)) foreign.add(call.node)
    // What stays because of a foreign call in it needs no word of its own.
    else if (holdsOneOf(call.argument, foreign)) continue
    reportLeftover(one, version, isReplaced && !isInside, context)
  }
}

function holdsOneOf(node: Node, nodes: ReadonlySet<Node>): boolean {
  if (nodes.has(node)) return true
  if (node.kind === 'seq') return node.items.some((item) => holdsOneOf(item, nodes))
  return node.kind === 'map' && node.entries.some((one) => holdsOneOf(one.value, nodes))
}

function reportLeftover(
  { call, at }: CallSite,
  version: HotVersion,
  isReplaced: boolean,
  context: TransformContext,
): void {
  const { name } = call
  if (call.entry.key.range === undefined) {
    const since = versionsWith(name)[0]
    if (since !== undefined)
      context.report('version-too-old', at, `${name} needs heat_template_version ${since}`)
  } else if (hasFunction(version, name)) {
    context.report('version-too-new', at, `${name} is removed in ${context.target}`)
  } else if (isForeign(name, version)) {
    if (isReplaced || context.isAccepted('foreign-function'))
      context.report('no-equivalent', at, `HOT has nothing for ${name}`)
    else context.accepts('foreign-function', at, foreignMeaning(name, version))
  }
}
