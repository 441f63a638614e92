/** The metadata of servers, the parameters that it is read from (Nova Server metadata parameters), and what ONAP gives those. */

import { ownValue } from '../../../text/document/records.ts'
import type { RequirementId } from '../requirement.ts'

export interface KeyRule {
  /** That the key is there. */
  readonly present?: RequirementId
  /** That the value is read with get_param; the same as `present` for keys that must be there. */
  readonly read?: RequirementId
  /** That the parameter has the name of the key, and a type. */
  readonly parameter?: RequirementId
  readonly type?: 'string' | 'number'
}

export type MetadataKey = keyof typeof rulesByKey

const rulesByKey = {
  vnf_id: { present: 'R-37437', read: 'R-37437', parameter: 'R-07507', type: 'string' },
  vf_module_id: { present: 'R-71493', read: 'R-71493', parameter: 'R-82134', type: 'string' },
  vnf_name: { present: 'R-72483', read: 'R-72483', parameter: 'R-62428', type: 'string' },
  vf_module_name: { present: 'R-100400', read: 'R-68023', parameter: 'R-39067', type: 'string' },
  vm_role: {},
  vf_module_index: { read: 'R-50816', parameter: 'R-54340', type: 'number' },
  workload_context: { present: 'R-47061', parameter: 'R-74978', type: 'string' },
  environment_context: { present: 'R-88536', parameter: 'R-20308', type: 'string' },
} as const satisfies Readonly<Record<string, KeyRule>>

export const keyRules: Readonly<Record<MetadataKey, KeyRule>> = rulesByKey

export const metadataKeys = Object.keys(keyRules) as readonly MetadataKey[]

// What ONAP says of the parameters that it gives a value (Nova Metadata Parameters; VF module, availability
// zones), in our words.

/** By name, in the order in which people list them in metadata. */
export const givenParameters: Readonly<Record<string, string>> = {
  vnf_id: 'ID of the VNF, given by ONAP',
  vnf_name: 'Name of the VNF, given by ONAP',
  vf_module_id: 'ID of the module, given by ONAP',
  vf_module_name: 'Name of the module, given by ONAP',
  vf_module_index: 'Index of the module, given by ONAP',
  workload_context: 'Workload context, given by ONAP',
  environment_context: 'Environment context, given by ONAP',
}

/** The description of a parameter whose name ONAP prescribes; undefined for all others. */
export function givenDescription(name: string): string | undefined {
  const [, zone] = /^availability_zone_(\d+)$/.exec(name) ?? []
  if (zone !== undefined) return `Availability zone ${zone}, given by ONAP`
  return ownValue(givenParameters, name)
}
