/** Properties that are deprecated: those that say nothing, and those that have no exact other names. */

import {
  countOf,
  type Entry,
  isMerge,
  type Mapping,
  type Node,
  nameOf,
  type TemplateContext,
  valueOf,
  withoutEntry,
} from '../../../src/engine/authoring/authoring.ts'
import { declinedDefault, declinedProperty } from '../../../src/heat/deprecations.ts'
import { inProperties, type Sharing, typeOf } from '../definitions.ts'

interface DeclinedName {
  readonly at: Node | Entry
  /** A sentence without full stop. */
  readonly message: string
}

/** Properties of a definition that Heat does not want used, and translates into no others. */
export function declinedProperties(definition: Mapping): readonly DeclinedName[] {
  const type = typeOf(definition)
  const properties = valueOf(definition, 'properties')
  return (properties?.kind === 'map' ? properties.entries : []).flatMap((at): DeclinedName[] => {
    const name = nameOf(at) ?? ''
    const fate = declinedProperty(type, name)
    return fate === undefined ? [] : [{ at, message: `${name} of ${type} ${fate}` }]
  })
}

/** Without properties that are not to be used any more, and say nothing: their value is what Heat takes without them. */
export function withoutDefaults(definition: Mapping, use: Sharing, context: TemplateContext): Mapping {
  const type = typeOf(definition)
  return inProperties(definition, use, (properties, inside) => {
    const surplus = properties.entries.filter((one) => saysNothing(one, type, properties))
    if (inside === 'shared' || surplus.length === 0 || surplus.length === properties.entries.length)
      return properties
    for (const one of surplus) context.change(one, `Leave out ${nameOf(one)}, which has its default`)
    return surplus.reduce((map, one) => withoutEntry(map, one), properties)
  })
}

function saysNothing(one: Entry, type: string, properties: Mapping): boolean {
  const name = nameOf(one)
  const preset = name === undefined ? undefined : declinedDefault(type, name)
  if (name === undefined || preset === undefined || one.value.kind !== 'scalar') return false
  const isAlone = properties.entries.every((other) => !isMerge(other)) && countOf(properties, name) === 1
  return isAlone && one.value.anchor === undefined && one.value.value === preset
}
