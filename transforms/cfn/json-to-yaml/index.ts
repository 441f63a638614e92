import type { UnnamedTransform } from '../../../src/engine/authoring/authoring.ts'
import { mayBecomeYaml } from '../../../src/stack/source-file.ts'

/** Writing happens once, at the end of the chain; this only says in which syntax. */
export const jsonToYaml: UnnamedTransform = {
  title: 'Write JSON as YAML',
  description:
    'Writes the same data as YAML in block style, with the order, the blank lines and the comments of the JSON.',
  references: ['heat/common/template_format.py: parse', 'YAML 1.1 as PyYAML reads it'],
  safety: 'exact',
  keeps: 'meaning',
  keepsData: true,
  mayRename: mayBecomeYaml,
  appliesTo: (kind) => kind === 'cfn-json' || kind === 'heat-cfn-json',
  run(template, context) {
    if (template.document.syntax !== 'json' || template.syntax === 'yaml') return template
    context.change(template.root, 'Write JSON as YAML')
    return { ...template, syntax: 'yaml' }
  },
}
