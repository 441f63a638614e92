/** What an editor asks about types: those of the document, with the files around it. */

import { allowedValues } from '../../heat/constraints.ts'
import type { PropertySchema } from '../../heat/facts/resource-types.ts'
import type { TypedTemplate } from '../../stack/type-of.ts'
import type { Mapping } from '../../text/document/node.ts'
import type { Neighbour, Surroundings } from './surroundings.ts'

/** The document as a template of a stack. */
export function typedDocument(root: Mapping, around: Surroundings): TypedTemplate<Neighbour> {
  return {
    root,
    type: (name, resource) => around.type(name, resource),
    stack(name) {
      const template = around.stack(name)
      return template === undefined ? { is: 'open' } : { is: 'template', template }
    },
  }
}

/** Values that a schema allows, as they are written. */
export function valuesOf(schema: PropertySchema | undefined): readonly string[] {
  const listed = allowedValues(schema?.constraints ?? []) ?? []
  if (listed.length > 0) return listed.map(String)
  return schema?.type === 'boolean' ? ['true', 'false'] : []
}
