/** What the target version cannot say: functions and forms that are newer, or removed. */

import {
  type HotVersion,
  hasFunction,
  type Node,
  replacesForeign,
  type Template,
  type TemplateContext,
  versionsWith,
} from '../../../src/engine/authoring/authoring.ts'
import { embeddedTest, foreignMeaning, isForeign, passesOn } from '../../../src/heat/calls.ts'
import { canSay, versionNeeds } from '../../../src/heat/version-needs.ts'
import { hotVersions } from '../../../src/heat/versions.ts'
import { type CallSite, callSites, someNode } from '../../../src/heat/walk.ts'
import { asRead } from '../../../src/text/document/shadowed.ts'

/** What an older version cannot say blocks the template, each at its location. @returns whether there is something */
export function reportNewer(template: Template, version: HotVersion, context: TemplateContext): boolean {
  const { target } = context
  const needs = versionNeeds(template.root).filter((need) => !canSay(target, need) && canSay(version, need))
  const lowest = hotVersions.find((one) => needs.every((need) => canSay(one, need)))
  const help =
    lowest === undefined || lowest === version
      ? undefined
      : `Replace it, or use --to ${lowest}, the lowest version that supports the whole template.`
  for (const { at, what, since } of needs)
    context.report(
      'newer-form',
      at,
      `${what} requires heat_template_version ${since}, which is newer than ${target}`,
      help,
    )
  return needs.length > 0
}

/**
 * Reports functions that are still there and that the target does not have: those that no transform could
 * replace, those that the declared version does not have either, and what transforms made of others that
 * needs a newer version.
 */
export function reportLeftovers(template: Template, version: HotVersion, context: TemplateContext): void {
  const isLeft = ({ call, site }: CallSite) =>
    !hasFunction(context.target, call.name) && (site.role === 'value' || isForeign(call.name, version))
  if (!callSites(template.root).some(isLeft)) return
  const root = asRead(template.root)
  const sites = callSites(root).filter(isLeft)
  const isEmbedded = embeddedTest(root)
  const isReplaced = replacesForeign(template, context)
  const foreign = new Set<Node>()
  for (const one of sites) {
    const { call } = one
    const isInside = isEmbedded(call)
    if (isInside && passesOn(call.name, version)) continue
    if (isForeign(call.name, version)) foreign.add(call.node)
    // What is left because of a foreign function in it needs no finding of its own.
    else if (someNode(call.argument, (node) => foreign.has(node))) continue
    reportLeftover(one, version, isReplaced && !isInside, context)
  }
}

function reportLeftover(
  { call, at }: CallSite,
  version: HotVersion,
  isReplaced: boolean,
  context: TemplateContext,
): void {
  const { name } = call
  if (call.entry.key.start === undefined) {
    const since = versionsWith(name)[0]
    if (since !== undefined)
      context.report('version-too-old', at, `${name} requires heat_template_version ${since}`)
  } else if (hasFunction(version, name)) {
    context.report('version-too-new', at, `${name} is removed in ${context.target}`)
  } else if (isForeign(name, version)) {
    if (isReplaced || context.isAccepted('foreign-function'))
      context.report('no-equivalent', at, `HOT has nothing for ${name}`)
    else context.accepts('foreign-function', at, foreignMeaning(name, version))
  }
}
