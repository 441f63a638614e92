import {
  callOf,
  type Entry,
  type Mapping,
  mapEntries,
  mapItems,
  mapParts,
  mapRead,
  type Node,
  nameOf,
  offeredHelp,
  rewriteTemplate,
  stringOf,
  type TemplateScope,
  valueOf,
  withArgument,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { hasAwsProperty } from '../../../src/heat/aws-types.ts'
import type { PropertySchema } from '../../../src/heat/facts/resource-types.ts'
import { resourceTypeFacts } from '../../../src/heat/resource-types.ts'

export const dropAwsProperties = rewriteTemplate(
  {
    title: 'Leave out properties that only AWS has',
    description:
      'Leaves out, on request, properties of AWS resource types that Heat’s types of the same name do not know, or reject.',
    references: [
      'heat/engine/properties.py: Properties.validate',
      'AWS CloudFormation User Guide, resource and property types',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    kinds: 'cfn',
    mentions: 'AWS::',
    reads: ['Fn::If'],
  },
  (scope) =>
    mapParts(scope.root, 'resources', (resource) => {
      const type = stringOf(valueOf(resource, 'Type')) ?? ''
      const facts = resourceTypeFacts(type)
      const isOfHeat = facts !== undefined && !facts.placeholder && !scope.registers(type)
      if (!isOfHeat || !type.startsWith('AWS::')) return resource
      const { properties: schemas = {} } = facts.schema
      const walk: Walk = { type, scope }
      return mapRead(resource, 'Properties', (node) =>
        node.kind === 'map' ? withoutOthers(node, schemas, '', walk) : node,
      )
    }),
)

type Schemas = Readonly<Record<string, PropertySchema>>

interface Walk {
  readonly type: string
  readonly scope: TemplateScope
}

/** A mapping without what Heat's schemas do not take in it; aliases are not followed. */
function withoutOthers(map: Mapping, schemas: Schemas, path: string, walk: Walk): Mapping {
  return mapEntries(map, (one) => {
    const name = nameOf(one) ?? ''
    const own = `${path}${name}`
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema === undefined || isRefused(schema, one.value))
      return mayGo(own, one, schema, walk) ? undefined : one
    return withValue(one, reduced(one.value, schema, `${own}.`, walk))
  })
}

/** Heat has the property, and takes no value for it, or none with anything in it. */
function isRefused({ implemented, items }: PropertySchema, value: Node): boolean {
  return (
    implemented === false || (items?.implemented === false && value.kind === 'seq' && value.items.length > 0)
  )
}

/** The value of a property, whichever branch of a choice gives it, and each item of a list. */
function reduced(node: Node, schema: PropertySchema, path: string, walk: Walk): Node {
  if (node.kind === 'seq') {
    const { items } = schema
    return items === undefined ? node : mapItems(node, (item) => reduced(item, items, path, walk))
  }
  if (node.kind !== 'map') return node
  const choice = callOf(node)
  if (choice?.name === 'Fn::If' && choice.argument.kind === 'seq') {
    const [condition] = choice.argument.items
    const branches = mapItems(choice.argument, (item) =>
      item === condition ? item : reduced(item, schema, path, walk),
    )
    return branches === choice.argument ? node : withArgument(choice, branches)
  }
  return schema.schema === undefined ? node : withoutOthers(node, schema.schema, path, walk)
}

/** What neither has is misspelt, and for whoever checks the result to report. */
function mayGo(path: string, one: Entry, schema: PropertySchema | undefined, { type, scope }: Walk): boolean {
  if (schema === undefined && !hasAwsProperty(type, path)) return false
  const message = `Heat does not support "${path}" of ${type}`
  if (!scope.isAccepted('aws-only-property')) {
    scope.report('aws-only-property', one, message, offeredHelp('aws-only-property'))
    return false
  }
  scope.accepts('aws-only-property', one, message)
  scope.change(one, `Leave out ${path}`)
  return true
}
