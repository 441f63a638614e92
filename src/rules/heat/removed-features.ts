/** What a release took away or changed beside types, properties and attributes: metrics, and defaults. */

import { callRead } from '../../heat/calls.ts'
import { type CloudRelease, isBefore, shownRelease } from '../../heat/cloud.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { metricProperties, ratesEndedIn, sourceOfRate } from '../../heat/metrics.ts'
import { serviceFeatures } from '../../heat/removed-features.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import { someNode } from '../../heat/walk.ts'
import type { Node } from '../../text/document/node.ts'
import { isNull, itemsOf, mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { templateOf } from '../properties.ts'
import { rule } from '../rule.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'

/** What is said of something that a release took away: an error in a cloud of that release, nothing in an older one. */
function codeSince<Code extends string>(
  since: string,
  release: CloudRelease | undefined,
  code: Code,
): Code | 'not-in-cloud' | undefined {
  if (release === undefined) return code
  return isBefore(release, since) ? undefined : 'not-in-cloud'
}

const removedMetrics = rule({
  codes: {
    'removed-metric': {
      title: 'A metric that Ceilometer no longer measures',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Use the cumulative metric with aggregation_method: rate:mean, and a threshold in its own unit.',
      why: 'Since Stein Ceilometer computes no rates. Heat and Aodh accept the alarm, which never has data, so that it never goes off.',
      example: {
        command: 'check alarm.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  busy:
    type: OS::Aodh::GnocchiResourcesAlarm
    properties:
      {metric: cpu_util, aggregation_method: mean, granularity: 300, threshold: 80, resource_type: instance, resource_id: web}
`,
        after: `heat_template_version: 2018-08-31
resources:
  busy:
    type: OS::Aodh::GnocchiResourcesAlarm
    properties:
      {metric: cpu, aggregation_method: 'rate:mean', granularity: 300, threshold: 240000000000, resource_type: instance, resource_id: web}
`,
      },
    },
  },
  source: 'Ceilometer release notes, Stein',
  asks: 'resource',
  types: Object.keys(metricProperties),
  find({ type = '', property }, report, { words }) {
    const code = codeSince(ratesEndedIn, words.cloud?.release, 'removed-metric')
    if (code === undefined) return
    const [metrics, method] = [property(metricProperties[type] ?? ''), property('aggregation_method')]
    for (const at of [metrics, ...itemsOf(metrics)]) {
      const metric = stringOf(at)
      const plain = metric === undefined ? undefined : sourceOfRate(metric)
      if (at === undefined || plain === undefined) continue
      const how = `rate:${stringOf(method) ?? 'mean'}`
      const unit = plain === 'cpu' ? ' and a threshold in ns of CPU time' : ''
      report(
        code,
        at,
        `Ceilometer has no metric ${metric} since ${ratesEndedIn}; write ${plain} with aggregation_method: ${how}${unit}`,
      )
    }
  },
})

/** Gnocchi knows the group of a server by metadata that Ceilometer reads (`metering.` of a server's metadata). */
const meteredGroups = rule({
  codes: {
    'unmetered-group': {
      title: 'An alarm on servers that do not say to which group they belong',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Write metadata: {metering.server_group: {get_param: OS::stack_id}} on the servers.',
      why: 'The query of the alarm selects servers by server_group, which Ceilometer takes from their metadata. Without it the query finds none, and the alarm never goes off.',
      example: {
        command: 'check group.yaml',
        at: 'group.yaml:17',
        before: `heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      resource: {type: OS::Nova::Server, properties: {flavor: small, image: debian}}
  busy:
    type: OS::Aodh::GnocchiAggregationByResourcesAlarm
    properties:
      metric: cpu
      aggregation_method: 'rate:mean'
      granularity: 300
      threshold: 240000000000
      resource_type: instance
      query: {str_replace: {template: '{"=": {"server_group": "ID"}}', params: {ID: {get_param: 'OS::stack_id'}}}}
`,
        after: `heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      resource:
        type: OS::Nova::Server
        properties: {flavor: small, image: debian, metadata: {metering.server_group: {get_param: 'OS::stack_id'}}}
  busy:
    type: OS::Aodh::GnocchiAggregationByResourcesAlarm
    properties:
      metric: cpu
      aggregation_method: 'rate:mean'
      granularity: 300
      threshold: 240000000000
      resource_type: instance
      query: {str_replace: {template: '{"=": {"server_group": "ID"}}', params: {ID: {get_param: 'OS::stack_id'}}}}
`,
      },
    },
  },
  source: 'Template Guide, OS::Aodh::GnocchiAggregationByResourcesAlarm',
  asks: 'resource',
  types: ['OS::Aodh::GnocchiAggregationByResourcesAlarm'],
  find({ property }, report, view) {
    const query = property('query')
    if (query === undefined || !someNode(query, (node) => stringOf(node)?.includes('server_group') === true))
      return
    const members = view.ofTypes(['OS::Heat::AutoScalingGroup']).flatMap((one) => serversOf(one, view))
    if (members.length === 0 || members.some((one) => isMetered(one, view))) return
    report(
      'unmetered-group',
      query,
      'no server of a group here has the metadata metering.server_group, so the query finds none; write metadata: {metering.server_group: {get_param: "OS::stack_id"}}',
    )
  },
})

/** The properties of the servers that are members of a group; of what cannot be seen, one that counts as metered. */
function serversOf({ property }: ResourceView, view: TemplateView): readonly (Node | 'open')[] {
  const member = mapOf(property('resource'))
  const type = stringOf(readValue(member, 'type'))
  if (type === undefined) return ['open']
  if (type === 'OS::Nova::Server') return [readValue(member, 'properties') ?? 'open']
  const child = templateOf(type, view)
  if (typeof child !== 'object') return ['open']
  return [...child.declared.resources.values()].flatMap((node) => {
    const one = mapOf(node)
    const inner = stringOf(readValue(one, 'type')) ?? ''
    if (inner === 'OS::Nova::Server') return [readValue(one, 'properties') ?? ('open' as const)]
    return isTemplateReference(inner) || !inner.startsWith('OS::') ? ['open' as const] : []
  })
}

/** Whether the metadata of a server names a group, or may do so. */
function isMetered(properties: Node | 'open', { words }: TemplateView): boolean {
  if (properties === 'open') return true
  const metadata = readValue(mapOf(properties), 'metadata')
  if (metadata === undefined) return false
  const map = mapOf(metadata)
  if (map === undefined || isResolved(callRead(map), words)) return true
  return entriesRead(map).some((one) => nameOf(one) === 'metering.server_group')
}

/** `KeystoneRole`: the default of the domain went with Wallaby, measured by running both. */
const roleDomains = rule({
  codes: {
    'changed-default': {
      title: 'A property whose default differs between releases',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Write the value that is meant.',
      why: 'Until Victoria Heat made a role without a domain one of the domain "default"; since Wallaby it makes a global one.',
      example: {
        command: 'check role.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  role: {type: OS::Keystone::Role, properties: {name: operator}}
`,
        after: `heat_template_version: 2018-08-31
resources:
  role: {type: OS::Keystone::Role, properties: {name: operator, domain: default}}
`,
      },
    },
  },
  source: 'Heat release notes, Wallaby',
  asks: 'resource',
  types: ['OS::Keystone::Role'],
  find({ property, typeAt, name, isComputed, isExternal }, report, { words }) {
    if (isComputed || isExternal || property('domain') !== undefined) return
    const release = words.cloud?.release
    const is = `the role "${name}" has no domain`
    if (release === undefined)
      report(
        'changed-default',
        typeAt,
        `${is}: since Wallaby it is a global role, before one of the domain "default"`,
      )
    else if (isBefore(release, 'Wallaby'))
      report(
        'changed-default',
        typeAt,
        `${is}, and is one of the domain "default" in ${shownRelease(release.heat)}`,
      )
  },
})

/** What Nova accepted under an older API, which Heat no longer asks for, and what Heat itself did not require. */
const changedFeatures = rule({
  codes: {
    'removed-feature': {
      title: 'A property that is no longer accepted, or is now required',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Use the replacement in the message.',
      why: 'Since Stein Heat uses the newest API that Nova has. Files, network quotas and generated key pairs have gone from it: the stack fails when the resource is created. An operator may hold Heat to an older API (max_nova_api_microversion).',
      example: {
        command: 'check key.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  key: {type: OS::Nova::KeyPair, properties: {name: operator, save_private_key: true}}
outputs: {key: {value: {get_attr: [key, private_key]}}}
`,
        after: `heat_template_version: 2018-08-31
parameters: {public_key: {type: string}}
resources:
  key: {type: OS::Nova::KeyPair, properties: {name: operator, public_key: {get_param: public_key}}}
outputs: {key: {value: {get_resource: key}}}
`,
      },
    },
  },
  source: 'nova/api/openstack/rest_api_version_history.rst',
  asks: 'resource',
  andMembers: true,
  types: [...new Set(serviceFeatures.map(({ type }) => type))],
  find({ type = '', property, typeAt, isComputed, isExternal }, report, { words }) {
    if (isComputed || isExternal) return
    const { release } = words.cloud ?? {}
    for (const { needs, ...one } of serviceFeatures.filter((each) => each.type === type)) {
      const at = property(one.property ?? needs ?? '')
      const isSaid = one.api === undefined && release !== undefined
      const code = isSaid ? undefined : codeSince(one.since, release, 'removed-feature')
      if (code === undefined || (at === undefined) !== (needs !== undefined)) continue
      if (at !== undefined && (isNull(at) || mapOf(at)?.entries.length === 0)) continue
      const by = one.api === undefined ? 'Heat' : 'Nova'
      const since = `since ${one.since}${one.api === undefined ? '' : ` (API ${one.api})`}`
      const message =
        needs === undefined
          ? `${by} does not accept "${one.property}" of ${type} ${since}; ${one.write}`
          : `${by} requires "${needs}" of ${type} ${since}; write ${one.write}`
      report(code, at ?? typeAt, message, { item: one.property ?? needs })
    }
  },
})

export const removedFeatures = [removedMetrics, meteredGroups, roleDomains, changedFeatures] as const
