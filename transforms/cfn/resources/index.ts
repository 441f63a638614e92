import { withKey } from '../../../src/document/build.ts'
import type { Entry, Node } from '../../../src/document/node.ts'
import { isNull, nameOf, textOf } from '../../../src/document/read.ts'
import { checkCondition } from '../../../src/engine/condition-use.ts'
import { type PartScope, sectionTransform } from '../../../src/engine/section-transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { cfnDialect } from '../../../src/heat/cfn-dialects.ts'
import { isMerge, readValue } from '../../../src/heat/merge-keys.ts'
import {
  isKnownResourceType,
  isTemplateReference,
  removedResourceType,
} from '../../../src/heat/resource-types.ts'
import { hotName } from '../../../src/heat/sections.ts'
import { mapEntries } from '../../../src/heat/values.ts'

export const resources = sectionTransform(
  {
    id: 'cfn/resources',
    title: 'Rewrite resource keys',
    description:
      'Gives resources their HOT keys and leaves out keys that Heat ignores in CloudFormation and refuses in HOT.',
    references: [
      'heat/engine/cfn/template.py: resource_definitions',
      'heat/engine/hot/template.py: resource_definitions',
      'HOT specification, resources section',
    ],
    safety: 'exact',
  },
  'resources',
  (resource, scope, declaration) => {
    const type = readValue(resource, 'Type', 'type')
    if (type === undefined)
      scope.report('missing-key', declaration, `the resource "${nameOf(declaration)}" has no Type`)
    else reportType(type, scope)
    const isHotForm = !resource.entries.some((one) => /^[A-Z]/.test(nameOf(one) ?? ''))
    return isHotForm ? resource : mapEntries(resource, (one) => (isMerge(one) ? one : rewriteKey(one, scope)))
  },
)

function reportType(node: Node, scope: PartScope): void {
  const type = textOf(node)
  if (type === undefined || isKnownResourceType(type) || isTemplateReference(type)) return
  const removed = removedResourceType(type)
  const instead = removed?.replacement === undefined ? '' : `; ${removed.replacement} took its place`
  const why =
    removed === undefined
      ? `Heat has no resource type "${type}"`
      : `"${type}" was removed from Heat in ${removed.removedIn}${instead}`
  scope.report('unknown-resource-type', node, why)
}

function rewriteKey(one: Entry, scope: PartScope): Entry | undefined {
  const key = nameOf(one) ?? ''
  const dialect = cfnDialect(
    scope.template.kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion',
  )
  if (!(dialect.resourceKeys as readonly string[]).includes(key)) return unknownKey(one, key, scope)
  if (isNull(one.value)) scope.report('missing-key', one, `${key} of a resource must not be empty`)
  refuseCalls(one, key, scope)
  if (key === 'Condition') checkCondition(one, scope)
  if (key === 'DeletionPolicy') checkDeletionPolicy(one, dialect.deletionPolicies, scope)
  scope.change(one, `Rename ${key}`)
  return withKey(one, hotName(key))
}

/** Heat ignores them in CloudFormation and refuses them in HOT; AWS gives some of them an effect. */
function unknownKey(one: Entry, key: string, scope: PartScope): Entry | undefined {
  const message = `"${key}" of a resource has no place in HOT`
  if (scope.template.reading === 'heat') scope.report('ignored-key', one, message)
  else if (!scope.accepts('aws-only-key', one, message)) return one
  scope.change(one, `Leave out ${key}`)
  return undefined
}

const literalKeys: ReadonlySet<string> = new Set(['Type', 'DependsOn', 'Description'])

function refuseCalls(one: Entry, key: string, scope: PartScope): void {
  if (!literalKeys.has(key)) return
  const parts: readonly Node[] = one.value.kind === 'seq' ? one.value.items : [one.value]
  for (const part of parts) {
    const call = callOf(part)
    if (call !== undefined)
      scope.report('not-resolved-here', part, `${key} must be plain text; ${call.name} is not resolved there`)
  }
}

function checkDeletionPolicy(one: Entry, known: readonly string[], scope: PartScope): void {
  const policy = textOf(one.value)
  if (policy === undefined || known.includes(policy)) return
  scope.report(
    'no-equivalent',
    one.value,
    `Heat has the deletion policies ${known.join(', ')}, not ${policy}`,
  )
}
