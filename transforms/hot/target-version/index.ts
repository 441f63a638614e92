import { asRead } from '../../../src/document/shadowed.ts'
import {
  compareVersions,
  type Entry,
  entry,
  entryRead,
  type HotVersion,
  hasFunction,
  type Node,
  replacedRead,
  replacesForeign,
  type Template,
  type TransformContext,
  text,
  textOf,
  type UnnamedTransform,
  versionsWith,
  withEntries,
  withRoot,
  withValue,
} from '../../../src/engine/authoring.ts'
import { embeddedTest, foreignMeaning, isForeign, passesOn } from '../../../src/heat/calls.ts'
import { type CallSite, callSites, someNode } from '../../../src/heat/values.ts'
import { proposeVersion } from '../../../src/heat/version-needs.ts'
import { isRelease, versionOf } from '../../../src/heat/versions.ts'

/** Last in the chain: whatever the new version reads otherwise has been rewritten or reported by now. */
export const targetVersion: UnnamedTransform = {
  title: 'Declare the newer heat_template_version',
  description:
    'Changes the declared version, reports what the new one cannot say, and proposes a version where none that Heat knows is declared.',
  references: ['heat/engine/template.py: get_template_class', 'HOT specification, heat_template_version'],
  safety: 'exact',
  declaresVersion: true,
  appliesTo: (kind) => kind === 'hot' || kind === 'hot-fragment',
  run(template, context) {
    const { version } = template
    const declared = entryRead(template.root, 'heat_template_version')
    if (version === undefined) return proposal(template, context)
    if (compareVersions(context.target, version) < 0) {
      const message = `the template declares ${version} already, which is newer than ${context.target}`
      context.report('newer-already', declared ?? template.root, message)
      return template
    }
    const written = textOf(declared?.value)
    if (version === context.target && versionOf(written ?? '') !== undefined) return template
    reportLeftovers(template, version, context)
    return declare(template, declared, context)
  },
}

/** Says which version fits a template that declares none of Heat's. */
function proposal(template: Template, context: TransformContext): Template {
  const { message, version, at } = proposeVersion(template.root)
  const help = version === undefined ? undefined : `To use it: --assume-version ${version}.`
  context.report('no-such-version', at, message, help)
  return template
}

/** A release name takes the place of one, a date of anything else; the line keeps its quotes. */
function declare(template: Template, declared: Entry | undefined, context: TransformContext): Template {
  const { root } = template
  const { target, targetRelease } = context
  context.change(declared ?? root, `Declare heat_template_version: ${target}`)
  if (declared === undefined)
    return withRoot(
      template,
      withEntries(root, [entry('heat_template_version', text(target)), ...root.entries]),
    )
  const named = isRelease(textOf(declared.value) ?? '') ? targetRelease : undefined
  const style = declared.value.kind === 'scalar' ? declared.value.style : undefined
  const value = text(named ?? target, { for: declared.value, style })
  return withRoot(template, replacedRead(root, declared, withValue(declared, value)) ?? root)
}

/**
 * Reports the calls that are still there and that the target does not have: those that no transform could
 * replace, those that the declared version does not have either, and what transforms made of others that
 * needs a newer version.
 */
function reportLeftovers(template: Template, version: HotVersion, context: TransformContext): void {
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
    // What stays because of a foreign call in it needs no word of its own.
    else if (someNode(call.argument, (node) => foreign.has(node))) continue
    reportLeftover(one, version, isReplaced && !isInside, context)
  }
}

function reportLeftover(
  { call, at }: CallSite,
  version: HotVersion,
  isReplaced: boolean,
  context: TransformContext,
): void {
  const { name } = call
  if (call.entry.key.start === undefined) {
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
