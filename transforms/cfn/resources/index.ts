import { withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { isNull, nameOf, textOf, valueOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { cfnDialect } from '../../../src/heat/cfn-dialects.ts'
import { isKnownResourceType, isTemplateReference, removedResourceType } from '../../../src/heat/resource-types.ts'
import { declarations, hotName } from '../../../src/heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'

export const resources: Transform = {
  id: 'cfn/resources',
  title: 'Rewrite resource keys',
  description: 'Gives resources their HOT keys and leaves out keys that Heat ignores in CloudFormation and refuses in HOT.',
  references: ['heat/engine/cfn/template.py: resource_definitions', 'heat/engine/hot/template.py: resource_definitions', 'HOT specification, resources section'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    const root = mapSections(template.root, (name, map) => {
      if (name !== 'resources') return map
      return mapEntries(map, (one) => {
        if (one.value.kind === 'map') return withValue(one, rewriteResource(one.value, template, context))
        if (one.value.kind !== 'alias') context.report('not-a-mapping', one, `the resource "${nameOf(one)}" is no mapping`)
        return one
      })
    })
    return withRoot(template, root)
  },
}

function rewriteResource(resource: Mapping, template: Template, context: TransformContext): Mapping {
  reportType(resource, context)
  const known = cfnDialect('AWSTemplateFormatVersion').resourceKeys
  return mapEntries(resource, (one) => {
    const key = nameOf(one) ?? ''
    if (/^[a-z<]/.test(key)) return one
    if (!known.includes(key)) return unknownKey(one, key, template, context)
    if (key === 'Condition' && template.kind.startsWith('heat-cfn')) return unknownKey(one, key, template, context)
    context.change(one, `Rename ${key}`)
    refuseCalls(one, key, context)
    if (isNull(one.value)) context.report('bad-arguments', one, `${key} of a resource must not be empty`)
    if (key === 'Condition') checkCondition(one, template, context)
    return withKey(one, hotName(key))
  })
}

function reportType(resource: Mapping, context: TransformContext): void {
  const node = valueOf(resource, 'Type', 'type')
  const type = textOf(node)
  if (node === undefined || type === undefined || isKnownResourceType(type) || isTemplateReference(type)) return
  const removed = removedResourceType(type)
  const instead = removed?.replacement === undefined ? '' : `; ${removed.replacement} took its place`
  const why = removed === undefined ? `Heat has no resource type "${type}"` : `"${type}" was removed from Heat in ${removed.removedIn}${instead}`
  context.report('unknown-resource-type', node, why)
}

/** Heat ignores them in CloudFormation and refuses them in HOT; AWS gives some of them an effect. */
function unknownKey(one: Entry, key: string, template: Template, context: TransformContext): Entry | undefined {
  const message = `"${key}" of a resource has no place in HOT`
  if (template.reading === 'heat') context.report('ignored-key', one, message)
  else if (!context.accepts('aws-only-key', one, message)) return one
  context.change(one, `Leave out ${key}`)
  return undefined
}

const literalKeys: ReadonlySet<string> = new Set(['Type', 'DependsOn', 'Description', 'Condition'])

function refuseCalls(one: Entry, key: string, context: TransformContext): void {
  if (!literalKeys.has(key)) return
  const parts: readonly Node[] = one.value.kind === 'seq' ? one.value.items : [one.value]
  for (const part of parts) {
    const call = callOf(part)
    if (call !== undefined) context.report('not-resolved-here', part, `${key} must be plain text; ${call.name} is not resolved there`)
  }
}

function checkCondition(one: Entry, template: Template, context: TransformContext): void {
  const name = textOf(one.value)
  if (name !== undefined && !declarations(template.root).conditions.has(name)) {
    context.report('unknown-reference', one, `there is no condition "${name}" in this template`)
  }
}
