import {
  type Entry,
  entriesRead,
  isMerge,
  isNull,
  mapOf,
  type Node,
  nameOf,
  type PartScope,
  readValue,
  rewriteParts,
  stringOf,
} from '../../../src/engine/authoring/authoring.ts'
import { awsTypeFacts } from '../../../src/heat/aws-types.ts'
import { deadType } from '../../../src/heat/instead.ts'
import { didYouMean } from '../../../src/heat/near-names.ts'
import { absentType } from '../../../src/heat/resource-types.ts'

export const resources = rewriteParts(
  'resources',
  {
    title: 'Rewrite resource keys',
    description:
      'Gives resources their HOT keys and leaves out keys that Heat ignores in CloudFormation and rejects in HOT.',
    references: [
      'heat/engine/cfn/template.py: resource_definitions',
      'heat/engine/hot/template.py: resource_definitions',
      'HOT specification, resources section',
    ],
    safety: 'exact',
    keeps: 'meaning of the chain',
    kinds: 'cfn',
  },
  (scope) => {
    const type = scope.required('Type')
    const name = stringOf(type)
    if (type !== undefined && name !== undefined) checkType(name, type, scope)
    return scope.withHotKeys(['Type', 'DependsOn', 'Description'], (one, key) => {
      if (isNull(one.value)) scope.report('missing-key', one, `${key} of a resource must not be empty`)
      if (key === 'DeletionPolicy') checkDeletionPolicy(one, scope)
    })
  },
)

/** Says what `check` says of a type that the result has, too. */
function checkType(name: string, at: Node, scope: PartScope): void {
  const dead = scope.registers(name) ? undefined : deadType(name, scope.cloud)
  const absent = absentType(name)
  if (dead !== undefined) scope.report('removed-resource-type', at, `${name} ${dead}`)
  else if (absent !== undefined) scope.report('unknown-resource-type', at, absent)
  if (absent !== undefined) checkAwsProperties(name, scope)
}

/** Of types that Heat does not have, AWS alone can say which properties there are. */
function checkAwsProperties(type: string, { part, template, registers, report }: PartScope): void {
  const facts = template.reading === 'aws' ? awsTypeFacts(type) : undefined
  if (facts === undefined || registers(type)) return
  for (const one of entriesRead(mapOf(readValue(part, 'Properties', 'properties')))) {
    const name = nameOf(one) ?? ''
    const isMeant = isMerge(one) || name.startsWith('Fn::') || facts.properties.has(name)
    if (!isMeant)
      report(
        'unknown-to-aws',
        one,
        `${type} has no property "${name}"${didYouMean(name, facts.properties).hint}`,
      )
  }
}

function checkDeletionPolicy(one: Entry, { dialect: { deletionPolicies: known }, report }: PartScope): void {
  const policy = stringOf(one.value)
  if (policy === undefined || known.includes(policy)) return
  report('no-equivalent', one.value, `Heat has the deletion policies ${known.join(', ')}, not ${policy}`)
}
