import {
  type Mapping,
  mapRead,
  type Node,
  readValue,
  rewriteTemplate,
  string,
  stringOf,
  type TemplateContext,
  withItems,
} from '../../../src/engine/authoring.ts'
import { isThere } from '../../../src/heat/cloud.ts'
import { nameInHeat, renamedType } from '../../../src/heat/deprecations.ts'
import { membersOf } from '../../../src/heat/group-types.ts'
import { deadType, deprecatedType } from '../../../src/heat/instead.ts'
import { successorTypes } from '../../../src/heat/native-types.ts'
import { resourcesOf } from '../../os/resources.ts'
import {
  hasType,
  inProperties,
  mapDefinitions,
  mayBeOlder,
  registeredReason,
  typeOf,
  type Use,
  useOf,
} from '../definitions.ts'

export const modernizeTypes = rewriteTemplate(
  {
    title: 'Write resource types under the names that Heat has now',
    description:
      'Renames resource types that have a newer name with the same meaning, and reports removed types, with the release and the replacement.',
    references: [
      'etc/heat/environment.d/default.yaml: resource_registry',
      'heat/engine/support.py: SupportStatus',
    ],
    safety: 'exact',
    keeps: 'what Heat translates',
    preset: 'modernize',
    readsRegistry: true,
    kinds: 'hot',
    concerns: (template) => hasType(template, hasFate),
  },
  (scope) => {
    const own = new Set([...resourcesOf(scope.root).values()].map((one) => one.definition))
    return mapDefinitions(scope.root, (definition, use) => {
      const members = membersOf(typeOf(definition))
      const inner =
        members?.by === 'types'
          ? inProperties(definition, use, (map, inside) => chained(map, members.property, inside, scope))
          : definition
      return withType(inner, use, scope, own.has(definition) ? 'resource' : 'member')
    })
  },
)

/** What a type stands in: a resource, or the definition of a group's member. */
type Standing = 'resource' | 'member'

/** A type that an alias brings in, or takes elsewhere, stays and is reported. */
function withType(definition: Mapping, use: Use, context: TemplateContext, standing: Standing): Mapping {
  let isMet = false
  const made = mapRead(definition, 'type', (value) => {
    isMet = true
    return renamed(value, use, context, standing)
  })
  const merged = isMet ? undefined : readValue(definition, 'type')
  if (merged !== undefined) renamed(merged, 'shared', context, standing)
  return made
}

/** Whether a type has another name, is gone or not to be used any more, or lists types that may be. */
function hasFate(type: string): boolean {
  const isListing = membersOf(nameInHeat(type))?.by === 'types'
  return isListing || [renamedType, deadType, deprecatedType].some((fate) => fate(type) !== undefined)
}

/** Some groups list their members by their types. */
function chained(properties: Mapping, list: string, use: Use, context: TemplateContext): Mapping {
  return mapRead(properties, list, (value) => {
    if (value.kind !== 'seq') return value
    const inside = useOf(value, use)
    const items = value.items.map((item) => renamed(item, inside, context, 'member'))
    return inside === 'shared' ? value : withItems(value, items)
  })
}

function renamed(node: Node, around: Use, context: TemplateContext, standing: Standing): Node {
  const type = node.kind === 'scalar' ? stringOf(node) : undefined
  if (type === undefined || node.kind !== 'scalar') return node
  const name = renamedType(type)
  const isOlder = name === undefined || !isThere(context, name.since)
  if (!context.registers(type)) reportFate(isOlder ? type : name.to, type, node, context, standing)
  if (name !== undefined && isOlder && context.cloud?.release === undefined && !context.registers(type))
    context.report(
      'deprecated-name',
      node,
      `${type} is ${name.to} since ${name.since}. It stays: ${mayBeOlder(context.target)}`,
    )
  if (isOlder) return node
  const why =
    registeredReason([type, name.to], context) ??
    (useOf(node, around) === 'shared' ? 'an anchor contains it' : undefined)
  if (why !== undefined) {
    context.report('deprecated-name', node, `${type} is ${name.to} since ${name.since}. It stays: ${why}`)
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
