import { entry, text, withEntries, withKey } from '../../../src/document/build.ts'
import type { Entry, Mapping } from '../../../src/document/node.ts'
import { isNull, nameOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { checkCalls } from '../../../src/heat/check-calls.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'

const versionKeys: readonly string[] = ['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion']
const renamed: Readonly<Record<string, string>> = {
  Description: 'description',
  Parameters: 'parameters',
  Conditions: 'conditions',
  Resources: 'resources',
  Outputs: 'outputs',
}

/** Last in the chain: from here on the text is HOT, so nothing may be left that means something else there. */
export const hotVersion: Transform = {
  id: 'cfn/hot-version',
  title: 'Declare the heat_template_version',
  description:
    'Declares `heat_template_version`, gives the sections their HOT names, and reports every call that the version does not know and all data that it would take for a call.',
  references: ['heat/engine/template.py: get_version', 'heat/engine/hot/template.py: HOTemplate20130523', 'HOT specification, template structure'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    for (const problem of checkCalls(template, context.target)) context.report(problem.code, problem.at, problem.message)
    const entries = template.root.entries.flatMap((one) => rewriteSection(one, template, context) ?? [])
    const root = withEntries(template.root, entries)
    return withRoot(template, withVersion(root, context))
  },
}

function rewriteSection(one: Entry, template: Template, context: TransformContext): Entry | undefined {
  const key = nameOf(one) ?? ''
  if (versionKeys.includes(key)) return entry(withKey(one, 'heat_template_version').key, text(context.target, { for: one.value }), { for: one })
  if (key === 'Conditions' && template.kind.startsWith('heat-cfn')) {
    context.report('unknown-section', one, 'HeatTemplateFormatVersion 2012-12-12 has no conditions')
    return one
  }
  const hot = renamed[key]
  if (hot !== undefined) {
    if (key === 'Conditions' && isNull(one.value)) context.report('bad-arguments', one, 'an empty Conditions section is an error')
    return withKey(one, hot)
  }
  if (Object.values(renamed).includes(key) || key === 'heat_template_version' || key === 'parameter_groups') return one
  context.report('unknown-section', one, `HOT has no section "${key}"`)
  return one
}

/** AWS lets a template do without a version; HOT does not. */
function withVersion(root: Mapping, context: TransformContext): Mapping {
  context.change(root, `Declare heat_template_version: ${context.target}`)
  if (root.entries.some((one) => nameOf(one) === 'heat_template_version')) return root
  return withEntries(root, [entry('heat_template_version', text(context.target)), ...root.entries])
}
