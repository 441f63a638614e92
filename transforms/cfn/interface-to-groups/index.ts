import { entry, list, mapping, text, withEntries, withItems, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { entryOf, mapOf, nameOf, seqOf, textOf, valueOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { declarations } from '../../../src/heat/sections.ts'
import { isCfn, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'

const interfaceKey = 'AWS::CloudFormation::Interface'

export const interfaceToGroups: Transform = {
  id: 'cfn/interface-to-groups',
  title: 'Turn the console interface into parameter_groups',
  description:
    'Turns the parameter groups and labels of `AWS::CloudFormation::Interface` into `parameter_groups` and `label`, and leaves out the metadata of the template, which nothing deploys.',
  references: [
    'AWS CloudFormation User Guide, AWS::CloudFormation::Interface',
    'HOT specification, parameter groups section',
  ],
  safety: 'review',
  appliesTo: isCfn,
  run(template, context) {
    const metadata = entryOf(template.root, 'Metadata')
    if (metadata === undefined || template.reading !== 'aws') return template
    const known = valueOf(mapOf(metadata.value), interfaceKey)
    reportLost(metadata, context)
    context.change(metadata, 'Turn the metadata of the template into parameter groups')
    const groups = groupsOf(known, template.root)
    const labelled = withLabels(template.root, mapOf(valueOf(mapOf(known), 'ParameterLabels')))
    const entries = labelled.entries.flatMap((one) => {
      if (one !== metadata) return [one]
      return groups.length === 0
        ? []
        : [entry('parameter_groups', list(groups, { style: 'block' }), { for: metadata })]
    })
    return withRoot(template, withEntries(labelled, entries))
  },
}

function reportLost(metadata: Entry, context: TransformContext): void {
  const others = (mapOf(metadata.value)?.entries ?? []).filter((one) => nameOf(one) !== interfaceKey)
  for (const one of others)
    context.report('template-metadata', one, `"${nameOf(one)}" in the metadata of the template is left out`)
}

/** A parameter may be in one group only (heat/engine/parameter_groups.py). */
function groupsOf(known: Node | undefined, root: Mapping): Node[] {
  const { parameters } = declarations(root)
  const grouped = new Set<string>()
  return (seqOf(valueOf(mapOf(known), 'ParameterGroups'))?.items ?? []).flatMap((group) => {
    const [label, named] = ['Label', 'Parameters'].map((name) => entryOf(mapOf(group), name))
    const names = (seqOf(named?.value)?.items ?? []).flatMap((item) => {
      const name = textOf(item)
      if (name === undefined || grouped.has(name) || !parameters.has(name)) return []
      grouped.add(name)
      return [item.kind === 'scalar' ? item : text(name, { for: item })]
    })
    if (named === undefined || names.length === 0) return []
    const title = label === undefined ? undefined : labelText(label.value)
    const members = seqOf(named.value)
    const kept = members === undefined ? list(names, { style: 'block' }) : withItems(members, names)
    const parts = [entry('parameters', kept, { for: named })]
    if (label !== undefined && title !== undefined) parts.unshift(entry('label', text(title), { for: label }))
    return [mapping(parts, { for: group, style: 'block' })]
  })
}

/** `{default: text}`, the form of all labels; some authors write the text alone. */
function labelText(label: Node | undefined): string | undefined {
  return textOf(label) ?? textOf(valueOf(mapOf(label), 'default'))
}

function withLabels(root: Mapping, labels: Mapping | undefined): Mapping {
  if (labels === undefined) return root
  return mapSections(root, (name, map) => {
    if (name !== 'parameters') return map
    return mapEntries(map, (one) => {
      const source = entryOf(labels, nameOf(one) ?? '')
      const label = labelText(source?.value)
      const parameter = one.value
      if (
        source === undefined ||
        label === undefined ||
        parameter.kind !== 'map' ||
        entryOf(parameter, 'Label', 'label')
      )
        return one
      return withValue(
        one,
        withEntries(parameter, [entry('Label', text(label), { for: source }), ...parameter.entries]),
      )
    })
  })
}
