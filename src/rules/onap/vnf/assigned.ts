/** Parameters whose value is not the environment's to give: ONAP assigns them, or another module's output. */

import { baseName, directoryOf } from '../../../stack/source-file.ts'
import type { Supplier } from '../losses.ts'
import { networkOf } from './networks.ts'
import type { VnfTemplate } from './template.ts'
import type { Feed, Vnf } from './vnf.ts'

/** Names that ONAP gives a value wherever they are declared (Nova Metadata Parameters and others). */
const assignedName =
  /^(?:vnf_id|vnf_name|vf_module_id|vf_module_name|vf_module_index|workload_context|environment_context|.+_net_fqdn|availability_zone_\d+)$/

/** Whether ONAP gives a value to every parameter of a name. */
export function isAssignedName(name: string): boolean {
  return assignedName.test(name)
}

/**
 * Which component of ONAP gives a parameter its value, if ONAP does: the service orchestrator what it knows of the VNF, the
 * network controller names and what it takes from its inventory of addresses and networks.
 */
export function supplierOf(name: string): Supplier {
  return /^(?:vnf|vf_module)_|^(?:workload|environment)_context$/.test(name) ? 'SO' : 'SDNC'
}

/** Why ONAP gives a parameter its value; undefined for those that it does not. */
export function assignedBy(vnf: Vnf, template: VnfTemplate, name: string): string | undefined {
  if (isAssignedName(name)) return 'ONAP assigns the parameters of this name'
  for (const feed of vnf.feeds(template).get(name) ?? []) {
    if (isAssigned(vnf, feed, name))
      return `ONAP assigns "${feed.slot.property}" of "${feed.slot.resource.id}"`
  }
  return undefined
}

function isAssigned(vnf: Vnf, { slot }: Feed, name: string): boolean {
  switch (slot.name) {
    case 'server-name':
    case 'other-name':
    case 'server-zone':
    case 'port-network':
    case 'port-subnet':
    case 'interface-network':
    case 'instance-network':
    case 'instance-subnet':
    case 'route-prefixes':
      return true
    case 'port-address':
    case 'port-pair':
      return !name.includes('_int_') && networkOf(vnf, slot.resource).kind === 'external'
    case 'instance-address':
    case 'interface-pair':
      return networkOf(vnf, slot.resource).kind === 'external'
    default:
      return false
  }
}

/** The volume module of a module: the same name with `_volume` appended. */
function volumeModuleOf(vnf: Vnf, { path }: VnfTemplate): VnfTemplate | undefined {
  const name = `${directoryOf(path)}${baseName(path)}_volume`
  return vnf.template(`${name}.yaml`) ?? vnf.template(`${name}.yml`)
}

/** The module whose output a parameter has its value from: the base module, or the volume module that belongs to it. */
export function outputModuleOf(vnf: Vnf, template: VnfTemplate, name: string): VnfTemplate | undefined {
  if (template.role === 'nested') return undefined
  const sources =
    template.role === 'incremental' ? vnf.whole.modules.filter(({ role }) => role === 'base') : []
  const volume = volumeModuleOf(vnf, template)
  const all = volume === undefined || volume === template ? sources : [...sources, volume]
  return all.find(({ outputs }) => outputs.some((output) => output.name === name))
}
