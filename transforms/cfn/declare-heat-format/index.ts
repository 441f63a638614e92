import {
  entry,
  type Mapping,
  mapEntries,
  nameOf,
  rewriteTemplate,
  sectionEntry,
  string,
  type Template,
  withEntries,
  withWord,
} from '../../../src/engine/authoring/authoring.ts'
import { recognise } from '../../../src/heat/kind.ts'
import { chooseReading } from '../../../src/heat/reading.ts'

const FORMAT = 'HeatTemplateFormatVersion'
const VERSION = '2012-12-12'
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
    staysCfn: true,
    kinds: 'cfn',
  },
  ({ root, template, refuse, change }) => {
    if (template.kind.startsWith('heat-cfn')) return root
    const conditions = sectionEntry(root, 'conditions')
    if (template.reading === 'aws') {
      const { message, help } = onlyVersionMissing(root, template)
        ? versionMissing
        : {
            message: `what AWS makes of this template ${FORMAT} cannot say: Heat rejects it`,
            help: 'Leave out --to cfn-yaml and --heat-2012: HOT can say it.',
          }
      return refuse('no-equivalent', message, { help })
    }
    if (conditions !== undefined) {
      return refuse('unknown-section', `${FORMAT} ${VERSION} has no section "Conditions"`, { at: conditions })
    }
    change(root, `Declare ${FORMAT}`)
    return withFormat(root)
  },
)

const versionMissing = {
  message: `the template declares no version, and is read as AWS would; ${FORMAT} has no meaning of AWS`,
  help: 'Give the same command with --from heat: nothing but the version keeps Heat from reading the template. Without --to cfn-yaml and --heat-2012 it becomes HOT.',
}

/** Whether Heat would read the template if it declared the format. */
function onlyVersionMissing(root: Mapping, { kind, document }: Template): boolean {
  if (recognise(root, document.syntax).problem !== 'no-version') return false
  return chooseReading(root, { kind }).reading === 'heat'
}

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
