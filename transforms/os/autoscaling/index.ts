import {
  call,
  type Entry,
  entry,
  entryOf,
  integer,
  itemsOf,
  list,
  type Mapping,
  mapping,
  type Node,
  nameOf,
  string,
  stringOf,
  unwrapped,
  valueOf,
  withEntries,
  withKey,
  withoutEntry,
  withValue,
} from '../../../src/engine/authoring.ts'
import { referenceOf, resourceRead } from '../../../src/heat/reads.ts'
import { type Conversion, conversions } from '../conversions.ts'
import type { Family, Natives } from '../family.ts'
import type { Native } from '../native.ts'
import { hasLinks, propertiesOf, type Resource, type Uses, withProperty } from '../resources.ts'
import { retype } from '../retype.ts'

const types = {
  group: 'AWS::AutoScaling::AutoScalingGroup',
  launch: 'AWS::AutoScaling::LaunchConfiguration',
  policy: 'AWS::AutoScaling::ScalingPolicy',
} as const

const links = new Map<string, readonly string[]>([
  [types.group, ['LaunchConfigurationName']],
  [types.policy, ['AutoScalingGroupName']],
])

export const autoscaling = retype(
  {
    title: 'Make autoscaling groups native, with their configurations and policies',
    description:
      'Writes `AWS::AutoScaling::AutoScalingGroup` as `OS::Heat::AutoScalingGroup` with its launch configuration inside, and its policies as `OS::Heat::ScalingPolicy`, on request, for members are tagged and updated otherwise.',
  },
  { types: Object.values(types), natives, rewrite: memberAddresses, apart: unusedLaunch, links },
)

/** What no group has has no members to be the definition of. */
function unusedLaunch({ type, name }: Resource, uses: Uses): string | undefined {
  return type === types.launch && uses.of(name).length === 0 ? 'no group of the template has it' : undefined
}

function natives(family: Family): Natives {
  const made = new Map<string, Native | 'gone'>()
  const launches = new Map<string, Mapping>()
  for (const resource of family.members) {
    if (resource.type !== types.launch) continue
    const definition = launchedServer(resource, family)
    if (typeof definition === 'string') return { resource, why: definition }
    launches.set(resource.name, definition)
    made.set(resource.name, 'gone')
  }
  for (const resource of family.members) {
    if (resource.type === types.launch) continue
    const native =
      resource.type === types.group ? group(resource, launches, family) : policy(resource, family)
    if (typeof native === 'string') return { resource, why: native }
    made.set(resource.name, native)
  }
  return made
}

/** The definition of a member; its section `metadata` goes along. */
function launchedServer(resource: Resource, family: Family): Mapping | string {
  const native = family.convert(resource)
  if (typeof native === 'string') return native
  if (hasLinks(resource.definition)) return 'it contains an anchor or an alias'
  const strange = native.definition.entries.find(
    (one) => !['type', 'properties', 'metadata'].includes(nameOf(one) ?? ''),
  )
  if (strange !== undefined) return `it has its own ${nameOf(strange)}`
  for (const { by, within } of family.uses.of(resource.name)) {
    if (by === 'depends_on') return 'something depends on it'
    if (within === undefined || family.resources.get(within)?.type !== types.group)
      return 'something else than a group refers to it'
  }
  return native.definition
}

function group(resource: Resource, launches: ReadonlyMap<string, Mapping>, family: Family): Native | string {
  const own = new Map<string, Conversion>([
    ['of-members', () => []],
    [
      'launch-config-inline',
      (one, to, { properties, root, document, resources, found }) => {
        const name = referenceOf(one.value) ?? ''
        const launched = launches.get(name)
        if (launched === undefined) return 'its launch configuration is none of the template'
        const member = withMemberProperties(launched, properties, (tags) =>
          (conversions.get('tags-to-map') as Conversion)(tags, 'metadata', {
            root,
            document,
            properties,
            resources,
            found,
          }),
        )
        if (typeof member === 'string') return member
        const declaration = family.resources.get(name)?.entry
        const parts = declaration === undefined ? member.entries : unwrapped(declaration, member.entries)
        return [entry(to, withEntries(member, parts), { for: one })]
      },
    ],
  ])
  const made = family.convert(resource, own)
  if (typeof made === 'string') return made
  const policyEntry = entryOf(made.definition, 'update_policy')
  if (policyEntry === undefined) return made
  const rolling = rollingUpdates(policyEntry)
  if (typeof rolling === 'string') return rolling
  return { definition: rolling.reduce(withProperty, withoutEntry(made.definition, policyEntry)) }
}

/** Tags and the subnet of a group are those of its members. */
function withMemberProperties(
  launched: Mapping,
  group: Mapping,
  toMap: (tags: Entry) => readonly Entry[] | string,
): Mapping | string {
  const tags = entryOf(group, 'Tags')
  const metadata = tags === undefined ? [] : toMap(tags)
  if (typeof metadata === 'string') return metadata
  const zone = entryOf(group, 'VPCZoneIdentifier')
  const subnets = itemsOf(zone?.value)
  const [subnet] = subnets
  if (zone !== undefined && (zone.value.kind !== 'seq' || subnet === undefined || subnets.length > 1))
    return 'VPCZoneIdentifier is not a list of one subnet that is written out'
  if (subnet === undefined) return metadata.reduce(withProperty, launched)
  const network = mapping([entry('subnet', subnet)], { style: 'flow' })
  const networks = entry('networks', list([network], { style: 'flow' }), { for: zone })
  return [...metadata, networks].reduce(withProperty, launched)
}

const rollingNames = new Map([
  ['MinInstancesInService', 'min_in_service'],
  ['MaxBatchSize', 'max_batch_size'],
  ['PauseTime', 'pause_time'],
])

/** The update policy of an AWS group is a property of a native one, with seconds instead of an ISO 8601 duration. */
function rollingUpdates(policy: Entry): readonly Entry[] | string {
  const [rolling] = policy.value.kind === 'map' ? policy.value.entries : []
  if (policy.value.kind !== 'map' || hasLinks(policy.value))
    return 'its update policy is not a mapping that is written out'
  if (
    policy.value.entries.length !== 1 ||
    rolling === undefined ||
    nameOf(rolling) !== 'AutoScalingRollingUpdate'
  )
    return 'its update policy is another one than AutoScalingRollingUpdate'
  if (rolling.value.kind !== 'map') return 'its update policy is not a mapping'
  const parts: Entry[] = []
  for (const part of rolling.value.entries) {
    const to = rollingNames.get(nameOf(part) ?? '')
    if (to === undefined) return `Heat knows no ${nameOf(part)} in its update policy`
    const seconds = to === 'pause_time' ? secondsOf(part.value) : undefined
    if (to === 'pause_time' && seconds === undefined)
      return 'its PauseTime is not a duration that is written out'
    parts.push(
      withKey(seconds === undefined ? part : withValue(part, integer(seconds, { for: part.value })), to),
    )
  }
  return unwrapped(policy, [
    withKey(withValue(rolling, withEntries(rolling.value, parts)), 'rolling_updates'),
  ])
}

/** `PT1M30S`, as `heat.common.timeutils.parse_isoduration` reads it. */
function secondsOf(node: Node): number | undefined {
  const duration = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?$/.exec(stringOf(node) ?? '')
  if (duration === null || duration[0] === 'PT') return undefined
  const [hours = 0, minutes = 0, seconds = 0] = duration.slice(1).map((part) => Number(part ?? 0))
  return (hours * 60 + minutes) * 60 + seconds
}

function policy(resource: Resource, family: Family): Native | string {
  const name = referenceOf(valueOf(propertiesOf(resource.definition), 'AutoScalingGroupName'))
  if (family.resources.get(name ?? '')?.type !== types.group) return 'its group is none of the template'
  return family.convert(resource)
}

/** `InstanceList` is a string of addresses. */
function memberAddresses(node: Node, { resources }: Family): Node {
  const read = resourceRead(node)
  if (read?.by !== 'get_attr' || resources.get(read.name ?? '')?.type !== types.group) return node
  const [attribute, ...rest] = read.path
  if (stringOf(attribute) !== 'InstanceList' || rest.length > 0) return node
  const addresses = call(
    'get_attr',
    list([read.at, string('outputs_list'), string('first_address')], { style: 'flow' }),
  )
  return call('list_join', list([string(','), addresses], { style: 'flow' }), node)
}
