import {
  entry,
  type Mapping,
  mapEntries,
  nameOf,
  rewriteTemplate,
  sectionEntry,
  string,
  withEntries,
  withWord,
} from '../../../src/engine/authoring.ts'

const FORMAT = 'HeatTemplateFormatVersion'
const VERSION = '2012-12-12'
const help =
  'Leave out --to cfn-yaml: HOT can say it. If only the version is missing, --from heat reads the template as Heat would with one.'

export const declareHeatFormat = rewriteTemplate(
  {
    title: 'Declare the format of Heat',
    description:
      "Declares, on request, `HeatTemplateFormatVersion: '2012-12-12'` instead of `AWSTemplateFormatVersion`, or where a template declares no version, as Heat's own converter does.",
    references: [
      'heat/common/template_format.py: convert_json_to_yaml',
      'heat/engine/cfn/template.py: HeatTemplate',
    ],
    safety: 'exact',
    keeps: 'meaning',
    preset: 'heat-2012',
    staysCfn: true,
    kinds: 'cfn',
  },
  ({ root, template, refuse, change }) => {
    if (template.kind.startsWith('heat-cfn')) return root
    const conditions = sectionEntry(root, 'conditions')
    if (template.reading === 'aws') {
      return refuse(
        'no-equivalent',
        `what AWS makes of this template ${FORMAT} cannot say: Heat refuses it`,
        {
          help,
        },
      )
    }
    if (conditions !== undefined) {
      return refuse('unknown-section', `${FORMAT} ${VERSION} has no section "Conditions"`, { at: conditions })
    }
    change(root, `Declare ${FORMAT}`)
    return withFormat(root)
  },
)

function withFormat(root: Mapping): Mapping {
  // Without quotes it would be a date to other readers of YAML.
  const version = string(VERSION, { style: 'single' })
  const declared = mapEntries(root, (one) =>
    nameOf(one) === 'AWSTemplateFormatVersion'
      ? entry(withWord(one, FORMAT).key, string(VERSION, { for: one.value, style: 'single' }), { for: one })
      : one,
  )
  return declared === root ? withEntries(root, [entry(FORMAT, version), ...root.entries]) : declared
}
