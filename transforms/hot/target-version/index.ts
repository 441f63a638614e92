import {
  compareVersions,
  type Entry,
  entry,
  entryOf,
  type Template,
  type TransformContext,
  text,
  textOf,
  type UnnamedTransform,
  withEntries,
  withRoot,
  withValue,
} from '../../../src/engine/authoring.ts'
import { proposeVersion } from '../../../src/heat/version-needs.ts'
import { isRelease, versionOf } from '../../../src/heat/versions.ts'

import { reportLeftovers } from './leftover-calls.ts'

/** Last in the chain: whatever the new version reads otherwise has been rewritten or reported by now. */
export const targetVersion: UnnamedTransform = {
  title: 'Declare the newer heat_template_version',
  description:
    'Changes the declared version, reports what the new one cannot say, and proposes a version where none that Heat knows is declared.',
  references: ['heat/engine/template.py: get_template_class', 'HOT specification, heat_template_version'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot' || kind === 'hot-fragment',
  run(template, context) {
    const { version } = template
    const declared = entryOf(template.root, 'heat_template_version')
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
  const help = version === undefined ? undefined : `If that is meant: --assume-version ${version}.`
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
  const value = text(named ?? target, {
    for: declared.value,
    ...(style === undefined ? {} : { style }),
  })
  const entries = root.entries.map((one) => (one === declared ? withValue(one, value) : one))
  return withRoot(template, withEntries(root, entries))
}
