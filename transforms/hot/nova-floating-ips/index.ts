import type { UnnamedTransform } from '../../../src/engine/authoring/authoring.ts'
import { retype } from '../../os/retype.ts'

const about = {
  title: 'Make floating IPs of Nova those of Neutron',
  description:
    'Writes `OS::Nova::FloatingIP` and its associations as those of Neutron, on request, for a live stack gets new addresses.',
} as const

const family = ['OS::Nova::FloatingIP', 'OS::Nova::FloatingIPAssociation'] as const

const [address, association] = [retype(about, family[0]), retype(about, family[1])]

/** An association of Nova's would take a floating IP of Neutron: but who asks for the one asks for the other. */
export const novaFloatingIps: UnnamedTransform = {
  ...address,
  family,
  references: [...new Set([...address.references, ...association.references])],
  run: (template, context) => association.run(address.run(template, context), context),
}
