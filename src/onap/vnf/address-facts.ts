/** What a parameter of an address is, so that the table of names can be asked. */
import { textOf } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { type Family, type Form, type IpVersion, ipVersionOf } from '../naming/address-names.ts'
import type { Slot } from './slots.ts'
import type { VnfTemplate } from './template.ts'
import type { Vnf } from './vnf.ts'

export function familyOf({ resource }: Slot): Family {
  return resource.type.startsWith('OS::ContrailV2::') ? 'contrail' : 'neutron'
}

/** By the name, else by the default or the value in the environment. */
export function versionOf(vnf: Vnf, template: VnfTemplate, name: string): IpVersion {
  const own = textOf(readValue(template.parameters.get(name)?.map, 'default'))
  const given = vnf.valuesOf(template, name).map(({ entry }) => textOf(entry.value))
  return ipVersionOf(
    name,
    [own, ...given].find((text) => text !== undefined),
  )
}

/** A list when it is declared so, also in the spelling of CloudFormation; other types count as strings. */
export function formOf({ parameters }: VnfTemplate, name: string): Form {
  return /^comma_?delimited_?list$/i.test(parameters.get(name)?.type ?? '') ? 'list' : 'string'
}
