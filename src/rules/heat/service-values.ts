/** Combinations of valid values that a service or the class of the resource rejects. */

import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { referenceOf } from '../../heat/reads.ts'
import type { Node } from '../../text/document/node.ts'
import { isNull, itemsOf, mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { ResourceView } from '../template-view.ts'

/** Neutron's `_validate_subnet`: the version counts, 4 where none is given. */
const subnetVersions = rule({
  codes: {},
  source: 'neutron/db/db_base_plugin_v2.py: _validate_subnet',
  asks: 'resource',
  andMembers: true,
  types: ['OS::Neutron::Subnet'],
  find({ property }, report) {
    const version = wholeNumber(property('ip_version'), 4)
    if (version !== 4 && version !== 6) return
    for (const { at, text, what } of addressesOf(property)) {
      const own = text.includes(':') ? 6 : 4
      if (own !== version && /^[\d.:a-f]+(?:\/\d+)?$/i.test(text))
        report(
          'bad-combination',
          at,
          `${what} "${text}" is IPv${own}, and ip_version is ${version}; write ip_version: ${own}`,
        )
    }
  },
})

/** What of a subnet is an address of its version. */
function addressesOf(property: ResourceView['property']) {
  const pools = itemsOf(property('allocation_pools')).flatMap((pool) => {
    const [start, end] = ['start', 'end'].map((key) => readValue(mapOf(pool), key))
    return [
      [start, 'start'],
      [end, 'end'],
    ] as const
  })
  const all = [[property('cidr'), 'cidr'], [property('gateway_ip'), 'gateway_ip'], ...pools] as const
  return all.flatMap(([at, what]) => {
    const text = stringOf(at)
    return at === undefined || text === undefined ? [] : [{ at, text, what }]
  })
}

/** A number that is written out, or that is there by default; undefined for what is not known. */
function wholeNumber(node: Node | undefined, preset?: number): number | undefined {
  if (node === undefined) return preset
  const scalar = scalarOf(node)
  const number = scalar === undefined || isNull(node) ? Number.NaN : Number(scalar.value)
  return Number.isInteger(number) ? number : undefined
}

/** Neutron's `_validate_port_range`, for the rules of a group, at whose ports Heat does not look. */
const portRanges = rule({
  codes: {},
  source: 'neutron/db/securitygroups_db.py: _validate_port_range',
  asks: 'resource',
  andMembers: true,
  types: ['OS::Neutron::SecurityGroup'],
  find({ property }, report) {
    for (const one of itemsOf(property('rules'))) {
      const rule = mapOf(one)
      const [least, most] = ['port_range_min', 'port_range_max'].map((key) => readValue(rule, key))
      const [from, to] = [wholeNumber(least), wholeNumber(most)]
      const protocol = stringOf(readValue(rule, 'protocol')) ?? ''
      if (least === undefined || from === undefined || to === undefined || /icmp|^1$|^58$/i.test(protocol))
        continue
      if (from > to)
        report('bad-combination', least, `port_range_min ${from} is greater than port_range_max ${to}`)
    }
  },
})

/** `GenericContainer.validate` */
const containerRefs = rule({
  codes: {},
  source: 'heat/engine/resources/openstack/barbican/container.py: validate',
  asks: 'resource',
  andMembers: true,
  types: [
    'OS::Barbican::GenericContainer',
    'OS::Barbican::RSAContainer',
    'OS::Barbican::CertificateContainer',
  ],
  find({ type, property, properties }, report) {
    const refs =
      type === 'OS::Barbican::GenericContainer'
        ? itemsOf(property('secrets')).map((one) => readValue(mapOf(one), 'ref'))
        : entriesRead(properties).flatMap((one) => (nameOf(one) === 'name' ? [] : [one.value]))
    const seen = new Set<string>()
    for (const at of refs) {
      const ref = sameReference(at)
      if (at === undefined || ref === undefined) continue
      if (seen.has(ref))
        report('bad-combination', at, 'this secret is in the container already; Barbican takes each once')
      seen.add(ref)
    }
  },
})

/** What two references have in common where they are certainly the same. */
function sameReference(node: Node | undefined): string | undefined {
  const text = stringOf(node)
  if (text !== undefined) return text === '' ? undefined : `"${text}`
  return referenceOf(node)
}

/** `ZaqarSubscription.VALID_SUBSCRIBER_TYPES` */
const subscriberSchemes: readonly string[] = ['http', 'https', 'mailto', 'trust+http', 'trust+https']

const subscribers = rule({
  codes: {},
  source: 'heat/engine/resources/openstack/zaqar/subscription.py: _validate_subscriber',
  asks: 'resource',
  andMembers: true,
  types: ['OS::Zaqar::Subscription'],
  find({ property }, report) {
    const at = property('subscriber')
    const text = at !== undefined && isNull(at) ? '' : stringOf(at)
    if (at === undefined || text === undefined) return
    const [scheme = ''] = text.split(':', 1)
    if (!subscriberSchemes.includes(scheme))
      report(
        'bad-value',
        at,
        `a subscriber begins with ${subscriberSchemes.join(':, ')}:, and not "${scheme}"`,
      )
  },
})

/** `AutoScalingResourceGroup.validate` makes a template of the definition. */
const emptyMembers = rule({
  codes: {},
  source: 'heat/engine/resources/openstack/heat/autoscaling_group.py',
  asks: 'resource',
  andMembers: true,
  types: ['OS::Heat::AutoScalingGroup'],
  find({ property }, report) {
    const at = property('resource')
    if (at !== undefined && isNull(at))
      report('bad-value', at, 'the definition of the members is empty; write their type and properties')
  },
})

export const serviceValues = [subnetVersions, portRanges, containerRefs, subscribers, emptyMembers] as const
