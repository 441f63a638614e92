import {
  type Call,
  declarations,
  entriesRead,
  inPlaceOf,
  type Mapping,
  nameOf,
  rewriteTemplate,
  section,
  string,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { commentsWithin } from '../../../src/text/document/comments.ts'
import { dataKey } from '../../../src/text/document/data.ts'
import type { Document } from '../../../src/text/document/document.ts'

export const nameConditions = rewriteTemplate(
  {
    title: 'Use the name of a condition that is spelled out again',
    description:
      'Writes the name of a condition in an `if` that spells out what the condition is defined as.',
    references: ['heat/engine/hot/functions.py: If', 'HOT specification, conditions'],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'hot',
    calls: ['if'],
    note: 'Use the name of a condition',
    unrefused: true,
  },
  ({ root, template: { document }, mapCalls }) => {
    const names = namesByDefinition(root)
    return names.size === 0 ? root : mapCalls((one) => named(one, names, document))
  },
)

/** Of several conditions that are defined alike the first. */
function namesByDefinition(root: Mapping): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  if (declarations(root).conditions.size === 0) return names
  for (const one of entriesRead(section(root, 'conditions'))) {
    const name = nameOf(one)
    if (name === undefined || one.value.kind !== 'map') continue
    const key = dataKey(one.value)
    if (!names.has(key)) names.set(key, name)
  }
  return names
}

function named(one: Call, names: ReadonlyMap<string, string>, document: Document) {
  if (one.argument.kind !== 'seq') return undefined
  const [condition, ...branches] = one.argument.items
  if (condition?.kind !== 'map' || condition.anchor !== undefined) return undefined
  const name = names.get(dataKey(condition))
  if (name === undefined || commentsWithin(document, condition).size > 0) return undefined
  return withArgument(one, withItems(one.argument, [inPlaceOf(string(name), condition), ...branches]))
}
