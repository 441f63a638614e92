import { nameOf, type UnnamedTransform } from '../../../src/engine/authoring/authoring.ts'
import { mayBecomeYaml } from '../../../src/stack/source-file.ts'
import { duplicateEntries } from '../../../src/text/document/data.ts'
import { asRead, mostShadowed } from '../../../src/text/document/shadowed.ts'

/** Writing happens once, at the end of the chain; this only says in which syntax. */
export const jsonToYaml: UnnamedTransform = {
  title: 'Write JSON as YAML',
  description:
    'Writes the same data as YAML in block style, with the order, the blank lines and the comments of the JSON. Entries that a later one of the same name shadows go.',
  references: ['heat/common/template_format.py: parse', 'YAML 1.1 as PyYAML reads it'],
  safety: 'exact',
  keeps: 'meaning',
  keepsData: true,
  mayRename: mayBecomeYaml,
  appliesTo: (kind) => kind === 'cfn-json' || kind === 'heat-cfn-json',
  run(template, context) {
    if (template.document.syntax !== 'json' || template.syntax === 'yaml') return template
    context.change(template.root, 'Write JSON as YAML')
    for (const one of duplicateEntries(template.root).slice(0, mostShadowed))
      context.report(
        'duplicate-key',
        one,
        `duplicate key "${nameOf(one)}": this entry has no effect and is removed`,
      )
    return { ...template, root: asRead(template.root), syntax: 'yaml' }
  },
}
