/** What has become of a resource type: another name, removed, deprecated. */

import {
  type Mapping,
  mapRead,
  type Node,
  readValue,
  string,
  stringOf,
  type TemplateContext,
} from '../../../src/engine/authoring/authoring.ts'
import { isThere } from '../../../src/heat/cloud.ts'
import { nameInHeat, renamedType } from '../../../src/heat/deprecations.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { deadType, deprecatedType } from '../../../src/heat/instead.ts'
import { successorTypes } from '../../../src/heat/native-types.ts'
import { mayBeOlder, registeredReason, reportPreserved, type Sharing, useOf } from '../definitions.ts'

/** What a type stands in: a resource, or the definition of a group's member. */
type Standing = 'resource' | 'member'

/** Whether a type has another name, is removed or deprecated, or lists types that may be. */
export function hasFate(type: string): boolean {
  const isListing = membersOf(nameInHeat(type))?.by === 'types'
  return isListing || [renamedType, deadType, deprecatedType].some((fate) => fate(type) !== undefined)
}

/** The type under the name that Heat has now, where every cloud that counts knows it; what else is to be said is reported. */
export function renamed(node: Node, around: Sharing, context: TemplateContext, standing: Standing): Node {
  const type = node.kind === 'scalar' ? stringOf(node) : undefined
  if (type === undefined || node.kind !== 'scalar') return node
  const name = renamedType(type)
  const isOlder = name === undefined || !isThere(context, name.since)
  if (!context.registers(type)) reportFate(isOlder ? type : name.to, type, node, context, standing)
  if (name !== undefined && isOlder && context.cloud?.release === undefined && !context.registers(type))
    reportPreserved(context, node, `${type} is ${name.to} since ${name.since}`, mayBeOlder(context.target))
  if (isOlder) return node
  const why =
    registeredReason([type, name.to], context) ??
    (useOf(node, around) === 'shared' ? 'an anchor contains it' : undefined)
  if (why !== undefined) {
    reportPreserved(context, node, `${type} is ${name.to} since ${name.since}`, why)
    return node
  }
  context.change(node, `Name the type ${name.to}`)
  return string(name.to, { for: node, style: node.style })
}

/** Gateways of routers are the concern of `hot/modernize-router-gateways`, types with a successor those of its transform. */
function reportFate(
  type: string,
  written: string,
  node: Node,
  context: TemplateContext,
  standing: Standing,
): void {
  const successor = successorTypes.get(type)
  // Families change together or not at all, and leave members of groups as they are.
  if (successor !== undefined && (successor.family === undefined || standing !== 'member')) return
  const dead = deadType(type, context.cloud)
  if (dead !== undefined) context.report('removed-resource-type', node, `${written} ${dead}`)
  const deprecated = type === 'OS::Neutron::RouterGateway' ? undefined : deprecatedType(type)
  if (deprecated !== undefined) context.report('deprecated-resource-type', node, `${type} ${deprecated}`)
}

/** A type that an alias brings in, or repeats elsewhere, is preserved and reported. */
export function withType(
  definition: Mapping,
  use: Sharing,
  context: TemplateContext,
  standing: Standing,
): Mapping {
  let isMet = false
  const made = mapRead(definition, 'type', (value) => {
    isMet = true
    return renamed(value, use, context, standing)
  })
  const merged = isMet ? undefined : readValue(definition, 'type')
  if (merged !== undefined) renamed(merged, 'shared', context, standing)
  return made
}
