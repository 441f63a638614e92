/** The declaration of a parameter that the cloud checks. */

import {
  entry,
  entryOf,
  list,
  type Mapping,
  mapping,
  mapRead,
  readValue,
  string,
  withAppended,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'

/** Behind the constraints that it has; one that is checked by the cloud already is left as it is. */
export function withConstraint(declared: Mapping, constraint: string): Mapping {
  const own = readValue(declared, 'constraints')
  const added = mapping([entry('custom_constraint', string(constraint))], {
    style: own?.kind === 'seq' && own.style === 'flow' ? 'flow' : 'auto',
  })
  if (own === undefined) return withAppended(declared, entry('constraints', list([added], { style: 'auto' })))
  if (own.kind !== 'seq' || own.anchor !== undefined) return declared
  const isChecked = own.items.some(
    (item) => item.kind === 'map' && entryOf(item, 'custom_constraint') !== undefined,
  )
  if (isChecked) return declared
  return mapRead(declared, 'constraints', () => withItems(own, [...own.items, added]))
}
