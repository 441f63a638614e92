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
  mapEntries,
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
} from '../../../src/engine/authoring/authoring.ts'
import { consoleInterface, consoleKey } from '../../../src/heat/sections.ts'
import { allOf, commentsAboveItem, commentsOf } from '../../../src/text/document/comments.ts'
import { type Document, spokenLines } from '../../../src/text/document/document.ts'
import { withLostAnchors } from '../../../src/text/document/lost-anchors.ts'
import type { Comment } from '../../../src/text/document/node.ts'

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
    const { root, template, change } = scope
    const metadata = entryRead(root, 'Metadata')
    if (metadata === undefined) return root
    const known = consoleInterface(root)
    reportLost(metadata, scope)
    change(metadata, 'Turn the metadata of the template into parameter groups')
    const groups = list(groupsOf(known, root), { style: 'block' })
    const made = groups.items.length === 0 ? undefined : entry('parameter_groups', groups, { for: metadata })
    const labelled = withLabels(root, known, template.document)
    const without = mapStanding(labelled, (one) => (one === metadata ? made : one))
    // A section that another one shadows has no effect.
    const only = mapEntries(without, (one) => (nameOf(one) === 'Metadata' ? undefined : one))
    return template.document.hasAnchors ? withLostAnchors(only) : only
  },
)

function reportLost(metadata: Entry, context: TemplateContext): void {
  const others = (mapOf(metadata.value)?.entries ?? []).filter((one) => nameOf(one) !== consoleKey)
  for (const one of others)
    context.report('template-metadata', one, `template metadata "${nameOf(one)}" is dropped`)
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

/** `{default: string}`, the form of all labels; some authors write the string alone. */
function labelText(label: Node | undefined): string | undefined {
  return stringOf(label) ?? stringOf(valueOf(label, 'default'))
}

function withLabels(root: Mapping, known: Node | undefined, document: Document): Mapping {
  const labels = mapOf(valueOf(known, 'ParameterLabels'))
  if (labels === undefined) return root
  const headings = headingsOfGroups(known, document)
  const leaving: Comment[] = []
  const labelled = mapParts(root, 'parameters', (parameter, one) => {
    const name = nameOf(one) ?? ''
    const source = entryOf(labels, name)
    const label = labelText(source?.value)
    if (source === undefined || label === undefined || entryOf(parameter, 'Label', 'label')) return parameter
    const said = [...(headings.get(name) ?? []), ...commentsOf(document, one).above].map(spoken)
    const comments = allOf(commentsOf(document, source))
    const others = comments.filter((comment) => !said.includes(spoken(comment)))
    const isRepeated = others.length < comments.length
    if (isRepeated) leaving.push(...comments)
    const own = others.length === 0 ? {} : { comment: others.flatMap(spokenLines) }
    const made = entry('Label', string(label), isRepeated ? own : { for: source })
    return withEntries(parameter, [made, ...parameter.entries])
  })
  return leaving.length === 0 ? labelled : { ...labelled, leaving: [...(labelled.leaving ?? []), ...leaving] }
}

/** People write the same headings above groups, parameters and labels: once is enough at a parameter. */
function headingsOfGroups(
  known: Node | undefined,
  document: Document,
): ReadonlyMap<string, readonly Comment[]> {
  const groups = itemsOf(valueOf(known, 'ParameterGroups'))
  return new Map(
    groups.flatMap((group) => {
      const above = commentsAboveItem(document, group)
      const names = itemsOf(valueOf(group, 'Parameters')).flatMap((item) => stringOf(item) ?? [])
      return names.map((name) => [name, above] as const)
    }),
  )
}

function spoken(comment: Comment): string {
  return spokenLines(comment).join('\n')
}
