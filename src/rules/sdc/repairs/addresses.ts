import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import { withEntries } from '../../../text/document/build.ts'
import type { Mapping } from '../../../text/document/node.ts'
import { itemsOf, mapOf, nameOf, resolved, stringOf } from '../../../text/document/read.ts'
import { isMisreadAddress } from '../rules/naming.ts'
import { rewrittenRoot, sdcRepair } from './repair.ts'

/** SDC takes the first key of an address for the address. */
export const addressFirst = sdcRepair({
  repairs: 'addresses',
  id: 'onap/put-address-first',
  title: 'Put ip_address first',
  description: 'Puts ip_address before the key of an element of fixed_ips that SDC takes for the address.',
  references: ['SDC, NeutronPortNamingConventionValidator (NNP1)'],
  keeps: 'meaning',
  rewrite({ root }, _pkg, changed) {
    const items = addressesIn(root)
    if (items.size === 0) return root
    return rewrittenRoot(root, (node) => {
      if (node.kind !== 'map' || !items.has(node)) return node
      const own = node.entries.find((one) => nameOf(one) === 'ip_address')
      if (own === undefined || !isMisreadAddress(node)) return node
      changed(own)
      return withEntries(node, [own, ...node.entries.filter((one) => one !== own)])
    })
  },
})

/** The elements of fixed_ips that read their addresses from parameters. */
function addressesIn(root: Mapping): ReadonlySet<unknown> {
  const resources = entriesRead(mapOf(readValue(root, 'resources'))).map(({ value }) => mapOf(value))
  const ports = resources.filter((map) => stringOf(readValue(map, 'type')) === 'OS::Neutron::Port')
  return new Set(
    ports.flatMap((map) =>
      itemsOf(readValue(mapOf(readValue(map, 'properties')), 'fixed_ips')).map((item) => resolved(item)),
    ),
  )
}
