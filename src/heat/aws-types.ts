/** AWS's own facts about its resource types, for templates that are read as AWS reads them. */
import { type AwsKind, type AwsTypeLine, awsTypeLine, awsTypeNames } from './facts/aws-types.ts'

export { type AwsKind, awsTypeNames }

interface AwsProperty {
  readonly kind: AwsKind
  readonly required: boolean
}

interface AwsTypeFacts {
  readonly attributes: ReadonlyMap<string, AwsKind>
  /** At the top only. */
  readonly properties: ReadonlyMap<string, AwsProperty>
  /** Paths without indexes of the parts of properties for which Heat has a schema, too. */
  readonly within: ReadonlySet<string>
}

const known = new Map<string, AwsTypeFacts | undefined>()

/**
 * AWS's definition of a resource type; undefined for a name that is none of AWS's (`Custom::*`, a module, a type of
 * SAM).
 */
export function awsTypeFacts(type: string): AwsTypeFacts | undefined {
  if (!type.startsWith('AWS::')) return undefined
  if (!known.has(type)) {
    const line = awsTypeLine(type)
    known.set(type, line === undefined ? undefined : factsOf(line))
  }
  return known.get(type)
}

function factsOf({ attributes, properties, within = '' }: AwsTypeLine): AwsTypeFacts {
  return {
    attributes: new Map(named(attributes).map(([name, { kind }]) => [name, kind])),
    properties: new Map(named(properties)),
    within: new Set(within.split(' ')),
  }
}

function named(byKind: AwsTypeLine['properties']): [name: string, AwsProperty][] {
  return Object.entries(byKind).flatMap(([key, names]) => {
    const required = key.endsWith('!')
    const kind = (required ? key.slice(0, -1) : key) as AwsKind
    return names.split(' ').map((name): [string, AwsProperty] => [name, { kind, required }])
  })
}

/** Whether AWS has a property, by its path without indexes (`BlockDeviceMappings.Ebs.Encrypted`). */
export function hasAwsProperty(type: string, path: string): boolean {
  const facts = awsTypeFacts(type)
  return facts !== undefined && (facts.properties.has(path) || facts.within.has(path))
}

/**
 * Types whose attributes cannot be listed: those that the author's own code returns, and the outputs of another
 * template (AWS CloudFormation User Guide, AWS::CloudFormation::CustomResource, AWS::CloudFormation::Stack,
 * AWS::ServiceCatalog::CloudFormationProvisionedProduct).
 */
const openAttributes = new Set([
  'AWS::CloudFormation::CustomResource',
  'AWS::CloudFormation::Stack',
  'AWS::ServiceCatalog::CloudFormationProvisionedProduct',
])

/** The type of an attribute at AWS; undefined where AWS has none of this name, or the type is unknown. */
export function awsAttributeKind(type: string, attribute: string): AwsKind | undefined {
  return openAttributes.has(type) ? undefined : awsTypeFacts(type)?.attributes.get(attribute)
}

/** The attributes of a type where AWS lists all that it has; undefined where it may have others. */
export function awsAttributes(type: string): ReadonlyMap<string, AwsKind> | undefined {
  return openAttributes.has(type) ? undefined : awsTypeFacts(type)?.attributes
}
