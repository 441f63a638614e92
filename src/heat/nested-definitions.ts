/** Resources of a template, and the definitions of resources inside the properties of groups. */
import { withValue } from '../document/build.ts'
import type { Mapping } from '../document/node.ts'
import { nameOf, textOf } from '../document/read.ts'
import { readValue } from './merge-keys.ts'
import { resourceTypeFacts } from './resource-types.ts'
import { mapEntries, mapSections } from './values.ts'

/** The properties in which groups hold the definition of their members (their `SCHEMA` in Heat). */
const memberProperties: Readonly<Record<string, string>> = {
  'OS::Heat::ResourceGroup': 'resource_def',
  'OS::Heat::AutoScalingGroup': 'resource',
}

/**
 * Replaces the definition of every resource, those inside groups first. Definitions that an alias brings,
 * or that carry an anchor, stay: what they mean elsewhere is not looked at.
 */
export function mapDefinitions(root: Mapping, change: (definition: Mapping) => Mapping): Mapping {
  return mapSections(root, (name, map) => {
    if (name !== 'resources') return map
    return mapEntries(map, (one) =>
      one.value.kind === 'map' ? withValue(one, mapDefinition(one.value, change)) : one,
    )
  })
}

function mapDefinition(definition: Mapping, change: (definition: Mapping) => Mapping): Mapping {
  if (definition.anchor !== undefined) return definition
  const type = textOf(readValue(definition, 'type')) ?? ''
  const member = memberProperties[resourceTypeFacts(type)?.name ?? type]
  const inner =
    member === undefined
      ? definition
      : inProperties(definition, (properties) =>
          mapEntries(properties, (one) =>
            nameOf(one) === member && one.value.kind === 'map'
              ? withValue(one, mapDefinition(one.value, change))
              : one,
          ),
        )
  return change(inner)
}

/** The definition with its properties changed, where they stand as a mapping of their own. */
export function inProperties(definition: Mapping, change: (properties: Mapping) => Mapping): Mapping {
  return mapEntries(definition, (one) => {
    const isOwn = nameOf(one) === 'properties' && one.value.kind === 'map' && one.value.anchor === undefined
    return isOwn ? withValue(one, change(one.value as Mapping)) : one
  })
}
