import {
  compareVersions,
  entryRead,
  stringOf,
  type Template,
  type TemplateContext,
  type UnnamedTransform,
} from '../../../src/engine/authoring/authoring.ts'
import { proposeVersion } from '../../../src/heat/version-needs.ts'
import { versionOf } from '../../../src/heat/versions.ts'
import { declare, type VersionChoices, writtenVersion } from './declaration.ts'
import { reportLeftovers, reportNewer } from './unsaid.ts'

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

/** Says which version fits a template that declares none of Heat's. */
function proposal(template: Template, context: TemplateContext): Template {
  const { message, version, at } = proposeVersion(template.root)
  const help = version === undefined ? undefined : `To use it: --assume-version ${version}.`
  context.report('no-such-version', at, message, help)
  return template
}
