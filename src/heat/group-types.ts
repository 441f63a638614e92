/**
 * Resource types that create other resources: where they define them, and what a path into their attributes selects.
 */
import { isTemplateReference, resourceTypeFacts } from './resource-types.ts'

/** How a type defines its members: the properties that hold the definition (`SCHEMA` of its class in Heat). */
export type MemberDefinition =
  /** The definition of a resource. */
  | {
      readonly by: 'definition'
      readonly property: string
      /** The property with the placeholder for the number of a member, and the placeholder that is used by default. */
      readonly index?: { readonly property: string; readonly preset: string }
      /** The property that says how many there are, where Heat does not look at the definition if there are none. */
      readonly count?: string
    }
  /** A list of types, all of them with the same properties. */
  | { readonly by: 'types'; readonly property: string; readonly passed: string }
  /** A template as a string, with values for its parameters. */
  | { readonly by: 'template'; readonly property: string; readonly passed: string }

const groupTypes: Readonly<Record<string, MemberDefinition>> = {
  'OS::Heat::ResourceGroup': {
    by: 'definition',
    property: 'resource_def',
    index: { property: 'index_var', preset: '%index%' },
    count: 'count',
  },
  'OS::Heat::AutoScalingGroup': { by: 'definition', property: 'resource' },
  'OS::Heat::ResourceChain': { by: 'types', property: 'resources', passed: 'resource_properties' },
  'OS::Heat::Stack': { by: 'template', property: 'template', passed: 'parameters' },
  'AWS::CloudFormation::Stack': { by: 'template', property: 'TemplateURL', passed: 'Parameters' },
}

/** Classes that make resources of types which they name themselves (`child_template` of each). */
const namingTypes: ReadonlySet<string> = new Set([
  'AWS::AutoScaling::AutoScalingGroup',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'OS::Heat::InstanceGroup',
  'OS::Heat::SoftwareDeploymentGroup',
  'OS::Heat::SoftwareDeployments',
  'OS::Heat::StructuredDeploymentGroup',
  'OS::Heat::StructuredDeployments',
])

/** Whether the class of a type looks up types that no template names. */
export function namesTypesItself(type: string): boolean {
  return namingTypes.has(type)
}

/** How a type defines its members; undefined for types that create no resources but themselves. */
export function membersOf(type: string): MemberDefinition | undefined {
  return Object.hasOwn(groupTypes, type) ? groupTypes[type] : undefined
}

/** The property in which a type holds the definition of its members; undefined where it has none. */
export function memberDefinitionOf(type: string): string | undefined {
  const members = membersOf(type)
  return members?.by === 'definition' ? members.property : undefined
}

/**
 * What `get_attr: [resource, attribute, path…]` selects from 2014-10-16 on, compared with before, when Heat took the
 * attribute and walked the path itself (`GetAttThenSelect` → `GetAtt`): every member for the path instead of selecting
 * from the list of them; everything, without the path; or the member that the attribute names (`resource.0`), where the
 * path led nowhere before.
 */
export type PathChange = 'same' | 'was-an-error' | 'asks-members' | 'ignores-path' | 'names-member'

interface GroupPaths {
  readonly same: readonly string[]
  readonly wasError: readonly string[]
  /** Whether attributes that are not named look up the path in every member. */
  readonly othersAskMembers: boolean
}

/** Whether attributes of a class are those of its members: unless it declares them otherwise, lists of them. */
export function isGroupClass(name: string | undefined): boolean {
  return name !== undefined && Object.hasOwn(groupClasses, name)
}

/**
 * Classes of Heat that override `get_attribute`: heat/engine/resources/openstack/heat/*_group.py, resource_chain.py.
 */
const groupClasses: Readonly<Record<string, GroupPaths>> = {
  ResourceGroup: { same: ['refs'], wasError: ['attributes'], othersAskMembers: true },
  ResourceChain: { same: ['refs'], wasError: ['attributes'], othersAskMembers: true },
  AutoScalingResourceGroup: { same: [], wasError: ['outputs', 'outputs_list'], othersAskMembers: false },
}
/** `path` is ignored there. */
const pathless: ReadonlySet<string> = new Set(['refs', 'refs_map', 'removed_rsrc_list'])

/** How attributes of members are named in `get_attr` of the resource that creates them. */
interface MemberAttributes {
  /** The attributes that are followed by such a name: `[group, attributes, NAME]`. */
  readonly below: readonly string[]
  /** What such a name begins with beside the attributes of the resource itself; undefined where it cannot stand there. */
  readonly prefix: string | undefined
}

/** Undefined for types that create no resources but themselves. */
export function memberAttributesOf(type: string): MemberAttributes | undefined {
  const facts = resourceTypeFacts(type)
  if (membersOf(facts?.name ?? type)?.by === 'template') return stackAttributes[facts?.name ?? type]
  const group = facts?.attributePaths === undefined ? undefined : groupClasses[facts.attributePaths]
  if (group === undefined) return undefined
  return { below: group.wasError, prefix: group.othersAskMembers ? '' : undefined }
}

/** Where stacks have their outputs: remote_stack.py (`_resolve_attribute`), aws/cfn/stack.py (`get_attribute`). */
const stackAttributes: Readonly<Record<string, MemberAttributes>> = {
  'OS::Heat::Stack': { below: ['outputs'], prefix: undefined },
  'AWS::CloudFormation::Stack': { below: [], prefix: 'Outputs.' },
}

/** Whether `resource.NAME` of a type gives the reference of the member of that name. */
export function namesMembers(type: string): boolean {
  return resourceTypeFacts(type)?.attributePaths === 'ResourceGroup'
}

/**
 * @param type of the resource; undefined when it has none, as with a resource that is not declared
 * @param attribute undefined when it is computed and so may be any
 */
export function pathChange(type: string | undefined, attribute: string | undefined): PathChange {
  if (type === undefined) return 'same'
  const facts = resourceTypeFacts(type)
  const group = facts?.attributePaths === undefined ? undefined : groupClasses[facts.attributePaths]
  const isNested = facts === undefined || isTemplateReference(type)
  if (attribute === undefined) return group === undefined ? 'same' : 'asks-members'
  if (attribute.startsWith('resource.')) {
    // `resource.0.name` holds the member's attribute itself, and what follows selects from it as ever.
    const isMember = attribute.split('.').length === 2
    return isMember && (group !== undefined || isNested) ? 'names-member' : 'same'
  }
  if (group === undefined || group.same.includes(attribute)) return 'same'
  if (group.wasError.includes(attribute)) return 'was-an-error'
  if (pathless.has(attribute)) return 'ignores-path'
  return group.othersAskMembers ? 'asks-members' : 'same'
}
