/** Properties and attributes of a template that Heat does not want used any more, and has no exact other names for. */
import {
  declarations,
  type Entry,
  type Mapping,
  mapOf,
  type Node,
  nameOf,
  seqOf,
  textOf,
  valueOf,
} from '../../../src/engine/authoring.ts'
import { declinedAttribute, declinedProperty } from '../../../src/heat/deprecations.ts'
import type { MovedProperty } from '../../../src/heat/facts/facts.ts'
import { callSites } from '../../../src/heat/values.ts'
import { typeOf } from '../definitions.ts'

interface DeclinedName {
  readonly at: Node | Entry
  /** A sentence without full stop. */
  readonly message: string
}

/** What a move is, as a sentence. */
export function moveText({ type, from, to, since }: MovedProperty): string {
  return `${from} of ${type} is called ${to} since ${since}`
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

/** Calls of `get_attr` for attributes that Heat does not want used. */
export function declinedAttributes(root: Mapping): readonly DeclinedName[] {
  return callSites(root).flatMap(({ call, at }): DeclinedName[] => {
    const asked = call.name === 'get_attr' ? attributeAsked(call.argument, root) : undefined
    const fate = asked === undefined ? undefined : declinedAttribute(asked.type, asked.attribute)
    if (asked === undefined || fate === undefined) return []
    return [{ at, message: `${asked.attribute} of ${asked.type} ${fate}` }]
  })
}

/** The attribute that a call of `get_attr` names, and the type of its resource. */
function attributeAsked(
  argument: Node,
  root: Mapping,
): { readonly type: string; readonly attribute: string } | undefined {
  const [resource, attribute] = (seqOf(argument)?.items ?? []).map((item) => textOf(item))
  const definition = mapOf(declarations(root).resources.get(resource ?? ''))
  if (definition === undefined || attribute === undefined) return undefined
  return { type: typeOf(definition), attribute }
}
