/** What ONAP says of the parameters that it gives a value (Nova Metadata Parameters; VF module, availability zones), in our words. */

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
  return Object.hasOwn(givenParameters, name) ? givenParameters[name] : undefined
}
