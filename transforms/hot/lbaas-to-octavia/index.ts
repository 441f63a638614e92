import { retypeSuccessors } from '../successors.ts'

export const lbaasToOctavia = retypeSuccessors('hot/lbaas-to-octavia', 'OS::Neutron::LBaaS::', {
  title: 'Make load balancers of Neutron LBaaS those of Octavia',
  description:
    'Writes the types of Neutron LBaaS v2 as those of Octavia, all of a template together, on request, for a live stack gets new load balancers.',
})
