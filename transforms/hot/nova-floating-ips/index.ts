import { retypeSuccessors } from '../successors.ts'

export const novaFloatingIps = retypeSuccessors('hot/nova-floating-ips', 'OS::Nova::FloatingIP', {
  title: 'Make floating IPs of Nova those of Neutron',
  description:
    'Writes `OS::Nova::FloatingIP` and its associations as those of Neutron, all of a template together, on request, for a live stack gets new addresses.',
})
