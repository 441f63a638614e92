import {
  declarations,
  type Entry,
  entry,
  entryOf,
  entryRead,
  itemsOf,
  list,
  listOf,
  type Mapping,
  mapOf,
  mapParts,
  mapping,
  mapStanding,
  type Node,
  nameOf,
  rewriteTemplate,
  string,
  stringOf,
  type TemplateContext,
  valueOf,
  withEntries,
  withItems,
} from '../../../src/engine/authoring.ts'

const interfaceKey = 'AWS::CloudFormation::Interface'

export const interfaceToGroups = rewriteTemplate(
  {
    title: 'Turn the console interface into parameter_groups',
    description:
      'Turns the parameter groups and labels of `AWS::CloudFormation::Interface` into `parameter_groups` and `label`, and leaves out the metadata of the template, which nothing deploys.',
    references: [
      'AWS CloudFormation User Guide, AWS::CloudFormation::Interface',
      'HOT specification, parameter groups section',
    ],
    safety: 'review',
    keeps: 'meaning of the chain',
    kinds: 'cfn',
    reading: 'aws',
  },
  (scope) => {
    const { root, change } = scope
    const metadata = entryRead(root, 'Metadata')
    if (metadata === undefined) return root
    const known = valueOf(metadata.value, interfaceKey)
    reportLost(metadata, scope)
    change(metadata, 'Turn the metadata of the template into parameter groups')
    const groups = list(groupsOf(known, root), { style: 'block' })
    const made = groups.items.length === 0 ? undefined : entry('parameter_groups', groups, { for: metadata })
    const labelled = withLabels(root, mapOf(valueOf(known, 'ParameterLabels')))
    return mapStanding(labelled, (one) => (one === metadata ? made : one))
  },
)

function reportLost(metadata: Entry, context: TemplateContext): void {
  const others = (mapOf(metadata.value)?.entries ?? []).filter((one) => nameOf(one) !== interfaceKey)
  for (const one of others)
    context.report('template-metadata', one, `"${nameOf(one)}" in the metadata of the template is left out`)
}

/** A parameter may be in one group only (heat/engine/parameter_groups.py). */
function groupsOf(known: Node | undefined, root: Mapping): Node[] {
  const { parameters } = declarations(root)
  const grouped = new Set<string>()
  return itemsOf(valueOf(known, 'ParameterGroups')).flatMap((group) => {
    const [label, named] = ['Label', 'Parameters'].map((name) => entryOf(group, name))
    const names = itemsOf(named?.value).flatMap((item) => {
      const name = stringOf(item)
      if (name === undefined || grouped.has(name) || !parameters.has(name)) return []
      grouped.add(name)
      return [item.kind === 'scalar' ? item : string(name, { for: item })]
    })
    if (named === undefined || names.length === 0) return []
    const title = label === undefined ? undefined : labelText(label.value)
    const members = listOf(named.value)
    const kept = members === undefined ? list(names, { style: 'block' }) : withItems(members, names)
    const parts = [entry('parameters', kept, { for: named })]
    if (label !== undefined && title !== undefined)
      parts.unshift(entry('label', string(title), { for: label }))
    return [mapping(parts, { for: group, style: 'block' })]
  })
}

/** `{default: text}`, the form of all labels; some authors write the text alone. */
function labelText(label: Node | undefined): string | undefined {
  return stringOf(label) ?? stringOf(valueOf(label, 'default'))
}

function withLabels(root: Mapping, labels: Mapping | undefined): Mapping {
  if (labels === undefined) return root
  return mapParts(root, 'parameters', (parameter, one) => {
    const source = entryOf(labels, nameOf(one) ?? '')
    const label = labelText(source?.value)
    if (source === undefined || label === undefined || entryOf(parameter, 'Label', 'label')) return parameter
    return withEntries(parameter, [entry('Label', string(label), { for: source }), ...parameter.entries])
  })
}
