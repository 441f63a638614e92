/** Resource types that give a path behind an attribute a meaning of their own. */
import { isTemplateReference, resourceTypeFacts } from './resource-types.ts'

/**
 * What `get_attr: [resource, attribute, path…]` asks for from 2014-10-16 on, compared with before,
 * when Heat took the attribute and walked the path itself (`GetAttThenSelect` → `GetAtt`).
 */
export type PathChange = 'same' | 'was-an-error' | 'other-value'

interface GroupPaths {
  readonly same: readonly string[]
  readonly wasError: readonly string[]
  /** Whether attributes that are not named ask every member for the path. */
  readonly othersAskMembers: boolean
}

/** Classes of Heat that override `get_attribute`: heat/engine/resources/openstack/heat/*_group.py, resource_chain.py. */
const groups: Readonly<Record<string, GroupPaths>> = {
  ResourceGroup: { same: ['refs'], wasError: ['attributes'], othersAskMembers: true },
  ResourceChain: { same: ['refs'], wasError: ['attributes'], othersAskMembers: true },
  AutoScalingResourceGroup: { same: [], wasError: ['outputs', 'outputs_list'], othersAskMembers: false },
}
/** `path` is ignored there. */
const pathless: ReadonlySet<string> = new Set(['refs', 'refs_map', 'removed_rsrc_list'])

export function pathChange(type: string | undefined, attribute: string | undefined): PathChange {
  if (type === undefined || attribute === undefined) return 'same'
  const facts = resourceTypeFacts(type)
  const group = facts?.attributePaths === undefined ? undefined : groups[facts.attributePaths]
  const isNested = facts === undefined || isTemplateReference(type)
  if (attribute.startsWith('resource.')) return group !== undefined || isNested ? 'other-value' : 'same'
  if (group === undefined || group.same.includes(attribute)) return 'same'
  if (group.wasError.includes(attribute)) return 'was-an-error'
  return group.othersAskMembers || pathless.has(attribute) ? 'other-value' : 'same'
}
