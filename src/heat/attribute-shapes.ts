import { resourceTypeFacts, type SchemaType } from './resource-types.ts'

/**
 * What the values inside list and map attributes are, step by step, where the attribute's description says
 * so: heat/engine/resources/openstack/nova/server.py (`networks`, `addresses`, `console_urls`),
 * neutron/port.py (`fixed_ips`), neutron/net.py (`subnets`).
 */
const inner: Readonly<Record<string, Readonly<Record<string, readonly SchemaType[]>>>> = {
  'OS::Nova::Server': { networks: ['list', 'string'], addresses: ['list', 'map'], console_urls: ['string'] },
  'OS::Neutron::Port': { fixed_ips: ['map', 'string'] },
  'OS::Neutron::Net': { subnets: ['string'] },
}

/**
 * The type of an attribute, or of what `steps` further steps into it find; undefined where nobody knows.
 * Every type has `show`, a map.
 */
export function attributeShape(type: string, attribute: string, steps: number): SchemaType | undefined {
  const facts = resourceTypeFacts(type)
  if (steps > 0)
    return Object.hasOwn(inner, facts?.name ?? '')
      ? inner[facts?.name ?? '']?.[attribute]?.[steps - 1]
      : undefined
  return attribute === 'show' ? 'map' : facts?.attributes.get(attribute)
}
