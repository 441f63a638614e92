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
  string,
  stringOf,
  type Template,
  type TemplateContext,
  type UnnamedTransform,
  versionsWith,
  withEntries,
  withRoot,
  withValue,
} from '../../../src/engine/authoring.ts'
import { embeddedTest, foreignMeaning, isForeign, passesOn } from '../../../src/heat/calls.ts'
import { type CallSite, callSites, someNode } from '../../../src/heat/values.ts'
import { canSay, proposeVersion, versionNeeds } from '../../../src/heat/version-needs.ts'
import { hotVersions, isRelease, releaseOf, versionOf } from '../../../src/heat/versions.ts'

/** How a version is declared. */
export interface VersionChoices {
  /** What becomes of a template that declares a newer version than the target. */
  readonly newer: 'lowered' | 'preserved'
  /** By its date, by the name of its release where there is one, or as the template does. */
  readonly style: 'date' | 'name' | 'keep'
}

/** Last in the chain: whatever the new version reads otherwise has been rewritten or reported by now. */
export function targetVersionWith({ newer, style }: VersionChoices): UnnamedTransform {
  return {
    title: 'Declare the heat_template_version that is asked for',
    description:
      'Changes the declared version, reports what the new one cannot say, and proposes a version where none that Heat knows is declared.',
    references: ['heat/engine/template.py: get_template_class', 'HOT specification, heat_template_version'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    declaresVersion: true,
    appliesTo: (kind) => kind === 'hot' || kind === 'hot-fragment',
    run(template, context) {
      const { version } = template
      const declared = entryRead(template.root, 'heat_template_version')
      if (version === undefined) return proposal(template, context)
      const order = compareVersions(context.target, version)
      if (order < 0 && newer === 'preserved') {
        const message = `the template declares ${version} already, which is newer than ${context.target}`
        context.report('newer-already', declared ?? template.root, message)
        return template
      }
      const written = stringOf(declared?.value) ?? ''
      const wanted = writtenVersion(written, context, style)
      if (order === 0 && versionOf(written) !== undefined && (style === 'keep' || wanted === written))
        return template
      if (order < 0 && reportNewer(template, version, context)) return template
      if (order > 0) reportLeftovers(template, version, context)
      return declare(template, declared, wanted, context)
    },
  }
}

export const targetVersion = targetVersionWith({ newer: 'lowered', style: 'keep' })

/** The name of a release takes the place of one; `--to` may say which of several. */
function writtenVersion(
  written: string,
  { target, targetRelease }: TemplateContext,
  style: VersionChoices['style'],
): string {
  const isNamed = style === 'name' || (style === 'keep' && isRelease(written))
  return isNamed ? (targetRelease ?? releaseOf(target) ?? target) : target
}

/** What an older version cannot say blocks the template, each at its location. @returns whether there is something */
function reportNewer(template: Template, version: HotVersion, context: TemplateContext): boolean {
  const { target } = context
  const needs = versionNeeds(template.root).filter((need) => !canSay(target, need) && canSay(version, need))
  const lowest = hotVersions.find((one) => needs.every((need) => canSay(one, need)))
  const help =
    lowest === undefined || lowest === version
      ? undefined
      : `Write it otherwise, or lower the template to ${lowest}, which has all of it: --to ${lowest}.`
  for (const { at, what, since } of needs)
    context.report(
      'newer-form',
      at,
      `${what} needs heat_template_version ${since}, and ${target} is older`,
      help,
    )
  return needs.length > 0
}

/** Says which version fits a template that declares none of Heat's. */
function proposal(template: Template, context: TemplateContext): Template {
  const { message, version, at } = proposeVersion(template.root)
  const help = version === undefined ? undefined : `To use it: --assume-version ${version}.`
  context.report('no-such-version', at, message, help)
  return template
}

/** The line preserves its quotes. */
function declare(
  template: Template,
  declared: Entry | undefined,
  wanted: string,
  context: TemplateContext,
): Template {
  const { root } = template
  const { target } = context
  context.change(declared ?? root, `Declare heat_template_version: ${target}`)
  if (declared === undefined)
    return withRoot(
      template,
      withEntries(root, [entry('heat_template_version', string(wanted)), ...root.entries]),
    )
  const style = declared.value.kind === 'scalar' ? declared.value.style : undefined
  const value = string(wanted, { for: declared.value, style })
  return withRoot(template, replacedRead(root, declared, withValue(declared, value)) ?? root)
}

/**
 * Reports the calls that are still there and that the target does not have: those that no transform could
 * replace, those that the declared version does not have either, and what transforms made of others that
 * needs a newer version.
 */
function reportLeftovers(template: Template, version: HotVersion, context: TemplateContext): void {
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
  context: TemplateContext,
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
