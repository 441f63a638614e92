import type { UnnamedTransform } from '../../../src/engine/authoring.ts'
import { retype } from '../../os/retype.ts'

const about = {
  title: 'Make floating IPs of Nova those of Neutron',
  description:
    'Writes `OS::Nova::FloatingIP` and its associations as those of Neutron, on request, for a live stack gets new addresses.',
}

const address = retype(about, 'OS::Nova::FloatingIP')
const association = retype(about, 'OS::Nova::FloatingIPAssociation')

/** Both name a floating IP of Neutron, so that each can change without the other. */
export const novaFloatingIps: UnnamedTransform = {
  ...address,
  references: [...new Set([...address.references, ...association.references])],
  run: (template, context) => association.run(address.run(template, context), context),
}
