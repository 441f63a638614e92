/** Which members a group has before an update and afterwards, by its properties, as the classes of Heat name and choose them. */
import { isList, isMap, type Value, type ValueMap } from '../../heat/values/value.ts'

/** Members by name, or only how many where the cloud names them. */
export interface GroupMembers {
  readonly count: number
  readonly names?: readonly string[]
}

/** What an update makes of the members of a group. */
export interface MemberSets {
  readonly created: GroupMembers
  readonly deleted: GroupMembers
  readonly kept: GroupMembers
}

type Sizing =
  /** `0`, `1`, …, without those that removal policies name (`ResourceGroup._resource_names`). */
  | 'numbered'
  /** Random names: as many as the limits say (`AutoScalingResourceGroup._get_new_capacity`). */
  | 'scaled'
  /** One for each item of a list (`ResourceChain._resource_names`). */
  | 'listed'
  /** One for each key of a map (`SoftwareDeploymentGroup._resource_names`). */
  | 'keyed'

interface GroupFacts {
  readonly sizing: Sizing
  /** The properties that say how many members there are, and which. */
  readonly properties: readonly string[]
}

/** heat/engine/resources: openstack/heat/resource_group.py, resource_chain.py, *deployment.py, instance_group.py, aws/autoscaling. */
const groups: Readonly<Record<string, GroupFacts>> = {
  'OS::Heat::ResourceGroup': {
    sizing: 'numbered',
    properties: ['count', 'removal_policies', 'removal_policies_mode'],
  },
  'OS::Heat::AutoScalingGroup': {
    sizing: 'scaled',
    properties: ['min_size', 'max_size', 'desired_capacity'],
  },
  'AWS::AutoScaling::AutoScalingGroup': {
    sizing: 'scaled',
    properties: ['MinSize', 'MaxSize', 'DesiredCapacity'],
  },
  'OS::Heat::InstanceGroup': { sizing: 'scaled', properties: ['Size', 'Size', 'Size'] },
  'OS::Heat::ResourceChain': { sizing: 'listed', properties: ['resources'] },
  'OS::Heat::SoftwareDeploymentGroup': { sizing: 'keyed', properties: ['servers'] },
  'OS::Heat::StructuredDeploymentGroup': { sizing: 'keyed', properties: ['servers'] },
}

/** The properties of a group that say which members it has; undefined for other types. */
export function sizeProperties(type: string): readonly string[] | undefined {
  return Object.hasOwn(groups, type) ? groups[type]?.properties : undefined
}

/** Whether the names of its members say all of a property that lists them: the keys of a map, or how many there are in a list. */
export function isSizedByNames(type: string): boolean {
  const sizing = Object.hasOwn(groups, type) ? groups[type]?.sizing : undefined
  return sizing === 'listed' || sizing === 'keyed'
}

/** The ids in the cloud of the members that there are, by their names. */
export type LiveMembers = ReadonlyMap<string, string>

/** Whether the members of a type have random names, and their number is the one last set in the cloud. */
export function isScaled(type: string): boolean {
  return Object.hasOwn(groups, type) && groups[type]?.sizing === 'scaled'
}

/** What `removal_policies` name afterwards that is neither a number nor a member that there is. */
export function unmatchedIn(
  type: string,
  sides: readonly Value[],
  live: LiveMembers | undefined,
): readonly string[] {
  if (groups[type]?.sizing !== 'numbered') return []
  const [, after] = sides
  const policies = after !== undefined && isList(after) ? after[1] : undefined
  return removedIn(policies).flatMap((one) => {
    const name = memberOf(one, live)
    return /^\d+$/.test(name) || live?.has(name) === true ? [] : [one]
  })
}

/** A member by its name, or by its id: that of a nested stack is the end of what refers to it. */
function memberOf(named: string, live: LiveMembers = new Map()): string {
  if (live.has(named)) return named
  const [found] = [...live].find(([, id]) => id !== '' && (id === named || named.endsWith(`/${id}`))) ?? []
  return found ?? named
}

/**
 * What an update does to the members.
 * @param before the values of `sizeProperties`, in their order; undefined for a group that was not there
 * @param live the members that there are, where they are known
 * @returns undefined where the values do not say so
 */
export function memberSets(
  type: string,
  before: readonly Value[] | undefined,
  after: readonly Value[] | undefined,
  live?: LiveMembers,
): MemberSets | undefined {
  const sizing = groups[type]?.sizing
  switch (sizing) {
    case 'numbered':
      return numbered(before, after, live)
    case 'scaled':
      return scaled(before, after, live)
    case 'listed':
    case 'keyed': {
      const [one, other] = [before?.[0], after?.[0]].map((value) => namesIn(sizing, value))
      return one === undefined || other === undefined
        ? undefined
        : setsOf(live === undefined ? one : [...live.keys()], other)
    }
    default:
      return undefined
  }
}

function namesIn(sizing: 'listed' | 'keyed', value: Value | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return []
  if (sizing === 'listed') return isList(value) ? value.map((_, index) => String(index)) : undefined
  return isMap(value) ? [...value.keys()].map(String) : undefined
}

function setsOf(before: readonly string[], after: readonly string[]): MemberSets {
  const [had, has] = [new Set(before), new Set(after)]
  const named = (names: readonly string[]): GroupMembers => ({ count: names.length, names })
  return {
    created: named(after.filter((one) => !had.has(one))),
    deleted: named(before.filter((one) => !has.has(one))),
    kept: named(before.filter((one) => has.has(one))),
  }
}

/** So many members of a group are named. */
const mostNamed = 10_000

function numbered(
  before: readonly Value[] | undefined,
  after: readonly Value[] | undefined,
  members: LiveMembers | undefined,
): MemberSets | undefined {
  const live = members === undefined ? undefined : [...members.keys()]
  const [was, is] = [before, after].map((values) => (values === undefined ? 0 : numberOf(values[0] ?? null)))
  if (was === undefined || is === undefined || Math.max(was, is) > mostNamed) return undefined
  // At creation every name that is listed is passed over; later those of members that there are.
  const skipped = new Set(removedIn(before?.[1]))
  if (live !== undefined) for (const one of missingNumbers(live)) skipped.add(one)
  const names = live ?? numbers(was, skipped)
  if (after === undefined) return setsOf(names, [])
  const asked = removedIn(after[1]).map((one) => memberOf(one, members))
  if (before === undefined) return setsOf([], numbers(is, new Set(asked)))
  const known = new Set(names)
  // Another kind of name is the id of a member, which only the cloud knows.
  if (asked.some((one) => !/^\d+$/.test(one) && !known.has(one) && !skipped.has(one))) return undefined
  const added = asked.filter((one) => skipped.has(one) || known.has(one))
  const kept = after[2] === 'update' ? [] : [...skipped]
  return setsOf(names, numbers(is, new Set([...kept, ...added])))
}

function numberOf(value: Value): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

function numbers(count: number, skipped: ReadonlySet<string>): readonly string[] {
  const names: string[] = []
  for (let next = 0; names.length < count; next += 1) if (!skipped.has(String(next))) names.push(String(next))
  return names
}

/** Numbers that were passed over: those below the largest that no member has. */
function missingNumbers(live: readonly string[]): readonly string[] {
  const largest = Math.min(mostNamed, Math.max(-1, ...live.map(Number).filter(Number.isInteger)))
  const has = new Set(live)
  return Array.from({ length: largest + 1 }, (_, index) => String(index)).filter((one) => !has.has(one))
}

function removedIn(policies: Value | undefined): readonly string[] {
  if (policies === undefined || !isList(policies)) return []
  return policies.filter(isMap).flatMap((one: ValueMap) => {
    const listed = one.get('resource_list') ?? null
    return isList(listed) ? listed.map(String) : []
  })
}

/** Every update sets the size to the desired one within the limits; without one, the current size is clamped to them. */
function scaled(
  before: readonly Value[] | undefined,
  after: readonly Value[] | undefined,
  live: LiveMembers | undefined,
): MemberSets | undefined {
  const was = live?.size ?? (before === undefined ? 0 : sizeIn(before, undefined))
  if (was === undefined) return undefined
  const is = after === undefined ? 0 : sizeIn(after, before === undefined ? undefined : was)
  if (is === undefined) return undefined
  const isExact = live !== undefined || before === undefined || desiredIn(before) !== undefined
  // Nobody knows to which size a group has been scaled: the largest has to be the same as well.
  if (!isExact && (was !== is || !hasSameLargest(before, after))) return undefined
  return {
    created: { count: Math.max(0, is - was) },
    // The oldest go first (`member_definitions` of heat/scaling/template.py).
    deleted: {
      count: Math.max(0, was - is),
      ...(is === 0 && live !== undefined ? { names: [...live.keys()] } : {}),
    },
    kept: {
      count: Math.min(was, is),
      ...(live !== undefined && was <= is ? { names: [...live.keys()] } : {}),
    },
  }
}

/** Whether a group that has been scaled as far as it may be is not resized. */
function hasSameLargest(before: readonly Value[], after: readonly Value[] | undefined): boolean {
  const largest = numberOf(before[1] ?? null)
  return largest !== undefined && after !== undefined && sizeIn(after, largest) === largest
}

function desiredIn([, , desired]: readonly Value[]): number | undefined {
  const number = desired === undefined || desired === null ? undefined : numberOf(desired)
  // `DESIRED_CAPACITY or capacity`: 0 counts as not given.
  return number === 0 ? undefined : number
}

function sizeIn(values: readonly Value[], current: number | undefined): number | undefined {
  const [min, max] = values.slice(0, 2).map((one) => (one === undefined ? undefined : numberOf(one)))
  if (min === undefined || max === undefined) return undefined
  return Math.max(min, Math.min(max, desiredIn(values) ?? current ?? min))
}

/** How the names of some members are written behind that of their group: `3`, `0..4`, `1,4`. */
export function membersText({ count, names }: GroupMembers, which: 'new' | 'oldest' | 'kept'): string {
  if (names === undefined) return `(${count} ${which})`
  const ordered = names.map(Number)
  const isRange = ordered.length > 2 && ordered.every((one, index) => one === (ordered[0] ?? 0) + index)
  if (isRange) return `${names[0]}..${names.at(-1)}`
  return names.length > 5 ? `${names.slice(0, 5).join(',')},...` : names.join(',')
}
