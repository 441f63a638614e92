/** Where a template declares and names its parts: what an editor goes to, highlights and renames. */

import { callOf } from '../../heat/calls.ts'
import { branchesOnCondition, functionRow, type Referred } from '../../heat/functions/table.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { dependenciesOf } from '../../heat/reads.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import { type SectionName, section } from '../../heat/sections.ts'
import { typeReferences } from '../../stack/references.ts'
import type { Entry, Mapping, Node, Range } from '../../text/document/node.ts'
import { textRange } from '../../text/document/node.ts'
import { itemsOf, listOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'

type PartKind = 'parameter' | 'resource' | 'condition' | 'mapping' | 'output' | 'file'

/** A name where it stands. */
export interface Mention {
  readonly kind: PartKind
  readonly name: string
  readonly range: Range
  readonly is: 'declaration' | 'reference'
}

const declared: readonly (readonly [SectionName, PartKind])[] = [
  ['parameters', 'parameter'],
  ['conditions', 'condition'],
  ['mappings', 'mapping'],
  ['resources', 'resource'],
  ['outputs', 'output'],
]

/** All names of parts, in the order of the source. */
export function mentionsIn(root: Mapping): readonly Mention[] {
  const found: Mention[] = declared.flatMap(([name, kind]) =>
    entriesRead(section(root, name)).flatMap((entry) => mention(kind, 'declaration', entry.key)),
  )
  const parameters = new Set(found.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : [])))
  for (const group of itemsOf(readValue(root, 'parameter_groups')))
    for (const item of itemsOf(readValue(mapOf(group), 'parameters')))
      found.push(...mention('parameter', 'reference', item))
  for (const { value } of entriesRead(section(root, 'resources'))) found.push(...ofDefinition(value))
  for (const { how, name, at } of typeReferences(root))
    if (how !== 'stack' && isTemplateReference(name)) found.push(...mention('file', 'reference', at))
  for (const { value } of entriesRead(section(root, 'outputs'))) found.push(...conditionOf(value))
  const visit = (node: Node): void => {
    const call = callOf(node)
    const row = call === undefined ? undefined : functionRow(call.name)
    if (call !== undefined && row !== undefined)
      found.push(...ofCall(call.name, row.refersTo, call.argument, parameters))
    if (node.kind === 'map') for (const one of node.entries) visit(one.value)
    if (node.kind === 'seq') for (const item of node.items) visit(item)
  }
  for (const { value } of root.entries) visit(value)
  for (const { value } of entriesRead(section(root, 'conditions'))) found.push(...namedConditions(value))
  return distinct(found)
}

function ofDefinition(value: Node): readonly Mention[] {
  return [
    ...dependenciesOf(mapOf(value)).flatMap(({ at }) => mention('resource', 'reference', at)),
    ...conditionOf(value),
  ]
}

function conditionOf(value: Node): readonly Mention[] {
  const condition = readValue(mapOf(value), 'condition', 'Condition')
  return condition === undefined ? [] : namedConditions(condition)
}

/** Conditions that `not`, `and` and `or` name. */
function namedConditions(node: Node): readonly Mention[] {
  const call = callOf(node)
  if (call === undefined) return mention('condition', 'reference', node)
  if (!/^(?:not|and|or|Fn::(?:Not|And|Or))$/.test(call.name)) return []
  return (listOf(call.argument)?.items ?? [call.argument]).flatMap(namedConditions)
}

function ofCall(
  name: string,
  refersTo: Referred | undefined,
  argument: Node,
  parameters: ReadonlySet<string>,
): readonly Mention[] {
  const first = argument.kind === 'seq' ? argument.items[0] : argument
  if (branchesOnCondition(name))
    return first?.kind === 'scalar' ? mention('condition', 'reference', first) : []
  switch (refersTo) {
    case undefined:
      return []
    case 'parameter or resource':
      return mention(parameters.has(stringOf(first) ?? '') ? 'parameter' : 'resource', 'reference', first)
    case 'attribute':
      return argument.kind === 'seq' ? mention('resource', 'reference', first) : []
    default:
      return mention(refersTo, 'reference', first)
  }
}

function mention(kind: PartKind, is: Mention['is'], node: Node | undefined): readonly Mention[] {
  const [name, range] = [stringOf(node), textRange(node)]
  return name === undefined || name === '' || range === undefined ? [] : [{ kind, name, range, is }]
}

/** What several names of one anchor lead to stands once. */
function distinct(found: readonly Mention[]): readonly Mention[] {
  const byStart = new Map<string, Mention>()
  for (const one of found) {
    const key = `${one.range.start} ${one.kind}`
    if (!byStart.has(key)) byStart.set(key, one)
  }
  return [...byStart.values()].sort((one, other) => one.range.start - other.range.start)
}

/** The name at an offset; its end counts as within. */
export function mentionAt(mentions: readonly Mention[], offset: number): Mention | undefined {
  return mentions.find(({ range }) => range.start <= offset && offset <= range.end)
}

/** All that names the same part. */
export function samePart(
  mentions: readonly Mention[],
  { kind, name }: Pick<Mention, 'kind' | 'name'>,
): readonly Mention[] {
  return mentions.filter((one) => one.kind === kind && one.name === name)
}

/** The entry of a part in its section. */
export function declarationOf(root: Mapping, kind: PartKind, name: string): Entry | undefined {
  const [sectionName] = declared.find(([, one]) => one === kind) ?? []
  if (sectionName === undefined) return undefined
  return entriesRead(section(root, sectionName)).find((entry) => nameOf(entry) === name)
}
