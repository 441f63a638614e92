/** What the members of groups are, as the nested stacks of `ResourceGroup`, `InstanceGroup` and others define them. */

import { memberDefinitionOf, membersOf } from '../../heat/group-types.ts'
import type { Key } from '../../heat/values/value.ts'
import { ownValue } from '../../text/document/records.ts'
import { type Both, onBoth, registeredType } from '../side.ts'
import { membersIn, type TypedProperties } from '../terms/call-shapes.ts'
import { kinds, type MapTerm, type Term, type Terms } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import type { Surrounding } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { anyMember } from './words.ts'

/** Members by their names, `*` for all where these are alike but for their number, and the properties of the group itself. */
interface NamedMembers {
  readonly named: ReadonlyMap<string, TypedProperties>
  readonly rest: Term
}

/** What groups of deployments make for each server (`SoftwareDeploymentGroup.build_resource_definition`). */
const deployments: Readonly<Record<string, string>> = {
  'OS::Heat::SoftwareDeploymentGroup': 'OS::Heat::SoftwareDeployment',
  'OS::Heat::StructuredDeploymentGroup': 'OS::Heat::StructuredDeployment',
}

/** @param member the number of one of them; undefined where the template does not say what the members are */
export function namedMembers(
  terms: Terms,
  { type, properties }: Definition,
  member?: Term,
): NamedMembers | undefined {
  const deployment = ownValue(deployments, type)
  if (deployment !== undefined)
    return properties.tag === 'map' ? deployed(terms, deployment, properties) : undefined
  const shaped = membersIn(terms, type, properties, member)
  const isChain = membersOf(type)?.by === 'types'
  return (
    shaped && {
      named: new Map(shaped.calls.map((call, index) => [isChain ? String(index) : anyMember, call])),
      rest: shaped.rest,
    }
  )
}

/** The same of both sides; of servers that one side does not list, any stands for all. */
export function namedMembersOnBoth(
  terms: Terms,
  definitions: Both<Definition>,
): Both<NamedMembers | undefined> {
  const both = onBoth((side) => namedMembers(terms, definitions[side]))
  const [one, other] = [both.before?.named, both.after?.named]
  if (one === undefined || other === undefined || one.has(anyMember) === other.has(anyMember)) return both
  return onBoth((side) => {
    const { type, properties } = definitions[side]
    const deployment = ownValue(deployments, type)
    return deployment === undefined || properties.tag !== 'map'
      ? both[side]
      : { named: anyDeployed(terms, deployment, properties), rest: properties }
  })
}

function deployed(terms: Terms, type: string, properties: MapTerm): NamedMembers {
  const servers = properties.entries.get('servers')
  const named =
    servers?.tag === 'map'
      ? new Map(
          [...servers.entries].map(([name, server]) => [String(name), deployedTo(type, properties, server)]),
        )
      : anyDeployed(terms, type, properties)
  return { named, rest: properties }
}

function anyDeployed(terms: Terms, type: string, properties: MapTerm): ReadonlyMap<string, TypedProperties> {
  const server = terms.apply('each member', [properties.entries.get('servers') ?? terms.null], kinds.any)
  return new Map([[anyMember, deployedTo(type, properties, server)]])
}

function deployedTo(type: string, { entries }: MapTerm, server: Term): TypedProperties {
  const passed = new Map<Key, Term>([...entries].filter(([key]) => key !== 'servers'))
  return { type, properties: passed.set('server', server), at: '' }
}

/** A member as a resource of its own, with its type by the registry. */
export function memberDefinition(
  level: Pick<Surrounding, 'terms' | 'templates'>,
  side: keyof Both<unknown>,
  { type, properties }: { readonly type: string; readonly properties: ReadonlyMap<Key, Term> },
): Definition {
  const terms = level.terms
  const registered = registeredType(level.templates[side], type)
  return {
    type: registered,
    properties: terms.map(properties),
    metadata: terms.null,
    updatePolicy: terms.null,
  }
}

/** What a group is made of that does not say so itself. */
export function memberType(level: LoweredLevel, side: keyof Both<unknown>, group: string): string {
  if (memberDefinitionOf(group) !== undefined) return 'unknown type'
  if (!launchesMembers(group)) return group.slice(0, -'Group'.length)
  const registered = registeredType(level.templates[side], scaledType)
  return registered === scaledType ? instanceType : registered
}

/** The property that refers to the launch configuration. */
export const launchProperty = 'LaunchConfigurationName'

/** What members that are launched are in the nested stack (`SCALED_RESOURCE_TYPE`), unless a registry says otherwise. */
const scaledType = 'OS::Heat::ScaledResource'
const instanceType = 'AWS::EC2::Instance'

const groups: ReadonlySet<string> = new Set(['OS::Heat::InstanceGroup', 'AWS::AutoScaling::AutoScalingGroup'])

/** Whether a type launches its members from a configuration. */
export function launchesMembers(type: string): boolean {
  return groups.has(type)
}

/** What a member is made with (`_get_conf_properties`): all that the configuration has, but for the server that it copies. */
function launchedProperties(terms: Terms, configuration: Term): Term | undefined {
  if (configuration === terms.null) return terms.map(new Map())
  if (configuration.tag !== 'map' || configuration.entries.has('InstanceId')) return undefined
  return configuration
}

/** The resource that a group's property refers to; undefined where it is no plain reference of that stack. */
function launchedBy({ properties }: Definition, scope: string): string | undefined {
  const named = properties.tag === 'map' ? properties.entries.get(launchProperty) : undefined
  const isOwn = named?.tag === 'input' && named.of === 'reference' && named.scope === scope
  return isOwn ? named.name : undefined
}

/** A member of a group that launches them; undefined where what it is made with is not in the template. */
export function launchedMember(
  level: LoweredLevel,
  side: keyof Both<unknown>,
  group: Definition,
): Definition | undefined {
  const name = launchedBy(group, level.scope)
  const plan = name === undefined ? undefined : level.programs[side].resources.get(name)
  if (plan === undefined) return undefined
  const properties = launchedProperties(level.terms, level.lowered(side, plan.properties))
  if (properties === undefined) return undefined
  return {
    type: memberType(level, side, group.type),
    properties,
    metadata: level.lowered(side, plan.metadata),
    updatePolicy: level.terms.null,
  }
}
