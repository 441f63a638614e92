import { relinkAliases, withItems, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { mapOf, nameOf, seqOf } from '../../../src/document/read.ts'
import type { Transform } from '../../../src/engine/transform.ts'
import { readValue } from '../../../src/heat/merge-keys.ts'
import { refusal } from '../../../src/heat/refusal.ts'
import { declarations } from '../../../src/heat/sections.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'
import { features } from '../../../src/heat/versions.ts'
import { crosses } from '../crossing.ts'

/** What counts before `modulo` is known; from then on, `modulo` does (`_constraint_from_def`). */
const others = ['range', 'length', 'allowed_values', 'allowed_pattern', 'custom_constraint']

export const dropModulo: Transform = {
  id: 'hot/drop-modulo',
  title: 'Leave out modulo where another constraint counted',
  description:
    'Leaves `modulo` out of constraints that name another one too: the other counts before 2017-02-24, `modulo` from then on.',
  references: ['heat/engine/hot/parameters.py: HOTParamSchema20170224'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const { text } = template.document
    if (!text.includes('modulo') || !crosses(template, context.target, features.moduloConstraint))
      return template
    if (refusal(template) !== undefined) return template
    const withoutModulo = (item: Node): Node => {
      if (item.kind !== 'map' || !isTwofold(item)) return item
      context.change(item, 'Leave out modulo')
      return mapEntries(item, (one) => (nameOf(one) === 'modulo' ? undefined : one))
    }
    const root = mapSections(template.root, (name, map) =>
      name === 'parameters' ? mapEntries(map, (one) => mapConstraints(one, withoutModulo)) : map,
    )
    for (const parameter of declarations(relinkAliases(root)).parameters.values()) {
      const constraints = seqOf(readValue(parameter, 'constraints'))?.items ?? []
      for (const item of constraints.filter((one) => isTwofold(mapOf(one))))
        context.report('anchor-edit', item, 'modulo comes from elsewhere; write the constraint out')
    }
    return withRoot(template, root)
  },
}

/** Whether a constraint names `modulo` and another one. */
function isTwofold(item: Mapping | undefined): boolean {
  return readValue(item, 'modulo') !== undefined && readValue(item, ...others) !== undefined
}

function mapConstraints(parameter: Entry, change: (item: Node) => Node): Entry {
  if (parameter.value.kind !== 'map') return parameter
  const changed = mapEntries(parameter.value, (one) => {
    if (nameOf(one) !== 'constraints' || one.value.kind !== 'seq') return one
    return withValue(one, withItems(one.value, one.value.items.map(change)))
  })
  return withValue(parameter, changed)
}
