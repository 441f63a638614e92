import {
  declarations,
  itemsOf,
  mapItems,
  mapParts,
  mapRead,
  type Node,
  readValue,
  relinkAliases,
  rewriteTemplate,
  withoutKey,
} from '../../../src/engine/authoring/authoring.ts'
import { constraintOrder } from '../../../src/heat/parameters.ts'

/** What counts before `modulo` is known; from then on, `modulo` does (`_constraint_from_def`). */
const others = constraintOrder.filter((kind) => kind !== 'modulo')

export const dropModulo = rewriteTemplate(
  {
    title: 'Leave out modulo where another constraint counted',
    description:
      'Leaves `modulo` out of constraints that name another one too: the other counts before 2017-02-24, `modulo` from then on.',
    references: ['heat/engine/hot/parameters.py: HOTParamSchema20170224'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'hot',
    mentions: 'modulo',
    gaining: 'moduloConstraint',
    unrefused: true,
  },
  ({ root, change, report }) => {
    const withoutModulo = (item: Node): Node => {
      if (item.kind !== 'map' || !isTwofold(item)) return item
      change(item, 'Leave out modulo')
      return withoutKey(item, 'modulo')
    }
    const rewritten = mapParts(root, 'parameters', (parameter) =>
      mapRead(parameter, 'constraints', (list) => mapItems(list, withoutModulo)),
    )
    for (const parameter of declarations(relinkAliases(rewritten)).parameters.values())
      for (const item of itemsOf(readValue(parameter, 'constraints')))
        if (isTwofold(item))
          report('anchor-edit', item, 'modulo comes from elsewhere; write the constraint out')
    return rewritten
  },
)

/** Whether a constraint names `modulo` and another one. */
function isTwofold(item: Node): boolean {
  return readValue(item, 'modulo') !== undefined && readValue(item, ...others) !== undefined
}
