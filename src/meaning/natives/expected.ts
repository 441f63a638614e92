/** The required native form of a resource, by the facts about its type and the original. */
import type { NativeType } from '../../heat/native-types.ts'
import type { Key } from '../../heat/values/value.ts'
import { type ResourcePlan, withProperties } from '../parts.ts'
import { entriesOf, type Snippet } from '../snippet.ts'
import { lists } from '../terms/lists.ts'
import { joinedLowered, type Lowered, type TemplateLowering } from '../terms/lowering.ts'
import { kinds, type Term, type Terms } from '../terms/term.ts'
import type { Correspondence, Retyped, RetypedMembers } from './correspondence.ts'
import type { Entries, Expected, ExpectedResource, OriginalSide } from './expected-form.ts'
import { withMonitorAndMembers } from './load-balancers.ts'
import { type About, type NativeValues, portsIn, valueConversions } from './properties.ts'

/** Computes the required form of native resources; a string explains why there is none. */
export class Expectations implements OriginalSide {
  readonly #lowering: TemplateLowering
  readonly #terms: Terms
  readonly #of: Correspondence
  /** By the name of the VPC, the router that the rewrite has for it. */
  readonly #routers: ReadonlyMap<string, string>

  /** @param routers by the name of a VPC, the resource of the rewrite that is its router */
  constructor(lowering: TemplateLowering, of: Correspondence, routers: ReadonlyMap<string, string>) {
    this.#lowering = lowering
    this.#terms = lowering.terms
    this.#of = of
    this.#routers = routers
  }

  expected(plan: ResourcePlan, { facts, from }: Retyped, enabled: Term): Expected | string {
    const particular = particulars.get(from)
    const own = this.natively(plan, facts, enabled)
    if (typeof own === 'string') return own
    const made = { ...own, beside: [] }
    return particular === undefined ? made : particular(made, plan, this, enabled)
  }

  /** A group of which the definition of the members alone is another one. */
  group(plan: ResourcePlan, members: RetypedMembers, enabled: Term): Expected | string {
    const own = entriesOf(plan.properties)
    const definition = entriesOf(own?.get(members.property) ?? null)
    if (own === undefined || definition === undefined) return 'its members are not a literal mapping'
    const inner = withProperties(plan, definition.get('properties') ?? null)
    const native = this.expected(inner, members, enabled)
    if (typeof native === 'string') return native
    if (native.beside.length > 0) return 'its members need further resources'
    const lowered: Lowered[] = [native.lowered]
    const lower = (snippet: Snippet) => {
      const one = this.lower(snippet, enabled)
      lowered.push(one.lowered)
      return one.made
    }
    const member = new Map<Key, Term>([['type', this.#terms.constant(members.type)]])
    if (native.properties.size > 0) member.set('properties', this.#terms.map(native.properties))
    for (const [key, snippet] of definition)
      if (key !== 'type' && key !== 'properties') member.set(key, lower(snippet))
    const properties = new Map<Key, Term>()
    for (const [key, snippet] of own)
      properties.set(key, key === members.property ? this.#terms.map(member) : lower(snippet))
    return { properties, lowered: joinedLowered(this.#terms, lowered), beside: [] }
  }

  get terms(): Terms {
    return this.#terms
  }

  get of(): Correspondence {
    return this.#of
  }

  /** The resources of the original of one type, with what their property names. */
  referring(type: string, property: string): readonly (readonly [plan: ResourcePlan, to: string])[] {
    return [...this.#lowering.program.resources.values()].flatMap((plan) => {
      if (plan.type !== type) return []
      const to = this.referred(plan, property)
      return to === undefined ? [] : [[plan, to] as const]
    })
  }

  /** The name of the resource to which a property refers. */
  referred(plan: ResourcePlan, property: string): string | undefined {
    const snippet = entriesOf(plan.properties)?.get(property)
    const term = snippet === undefined ? undefined : this.lower(snippet).made
    return term?.tag === 'input' && term.of === 'reference' ? term.name : undefined
  }

  lower(snippet: Snippet, enabled = this.#terms.true): { readonly made: Term; readonly lowered: Lowered } {
    return this.#lowering.collected(() => this.#lowering.lower(snippet), enabled)
  }

  reference(name: string): Term {
    return this.#terms.input('reference', name, kinds.str)
  }

  routerOf(vpc: string): Term | undefined {
    const name = this.#routers.get(vpc)
    return name === undefined ? undefined : this.reference(name)
  }

  typeOf(name: string): string | undefined {
    const type = this.#lowering.program.resources.get(name)?.type
    return typeof type === 'string' ? type : undefined
  }

  attribute(name: string, attribute: string): Term {
    return this.#lowering.attribute(this.#terms.constant(name), this.#terms.constant(attribute), [], 'asking')
  }

  get externalNetwork(): Term | undefined {
    const name = this.#of.externalNetwork
    return name === undefined ? undefined : this.#lowering.parameterInput(name, { type: 'string' })
  }

  /** The properties of a resource of the original, natively. */
  natively(
    plan: ResourcePlan,
    facts: NativeType,
    enabled: Term,
  ): { readonly properties: Entries; readonly lowered: Lowered } | string {
    const given = plan.properties === null ? new Map<Key, Snippet>() : entriesOf(plan.properties)
    if (given === undefined) return 'its properties are not a literal mapping'
    let why: string | undefined
    const { made, lowered } = this.#lowering.collected(() => {
      const parts: NativeValues[] = []
      for (const [from, row] of Object.entries(facts.properties ?? {})) {
        const snippet = given.get(from)
        const convert = valueConversions.get(row.as)
        if (snippet === undefined || convert === undefined) continue
        // Its port replaces the server: that is what is waited for then.
        const value = row.as === 'port-of-server' ? this.lower(snippet).made : this.#lowering.lower(snippet)
        const native = convert(value, this.#about(given, from, row.to ?? from))
        if (native === undefined) why ??= `the native counterpart of ${from} is unknown`
        parts.push(native)
      }
      return joined(this.#terms, parts)
    }, enabled)
    if (why !== undefined) return why
    const properties = new Map<Key, Term>(made)
    for (const [name, set] of Object.entries({ ...facts.defaults, ...facts.sets }))
      if (!properties.has(name)) properties.set(name, this.#terms.constant(set))
    return { properties, lowered }
  }

  #about(given: ReadonlyMap<Key, Snippet>, from: string, to: string): About {
    return {
      terms: this.#terms,
      from,
      to,
      sibling: (name) => {
        const snippet = given.get(name)
        return snippet === undefined ? undefined : this.#lowering.lower(snippet)
      },
      portOf: (server) => this.#portOf(server),
      networkOf: (subnet) => this.#networkOf(subnet),
    }
  }

  /** The first port of the server to which a term refers: of either kind of server. */
  #portOf(server: Term): Term | undefined {
    const properties = this.#propertiesOf(server)
    const [interfaces, networks] = [properties?.get('NetworkInterfaces'), properties?.get('networks')]
    if (interfaces !== undefined) return portsIn(this.#lowering.lower(interfaces))?.[0]
    const listed = networks === undefined ? undefined : this.#lowering.lower(networks)
    const first = listed?.tag === 'list' ? listed.items[0] : undefined
    return first?.tag === 'map' ? first.entries.get('port') : undefined
  }

  #networkOf(subnet: Term): Term | undefined {
    const vpc = this.#propertiesOf(subnet)?.get('VpcId')
    if (vpc !== undefined) return this.#lowering.lower(vpc)
    if (subnet.tag !== 'input' || subnet.of !== 'reference') return undefined
    return this.attribute(subnet.name, 'network_id')
  }

  #propertiesOf(reference: Term): ReadonlyMap<Key, Snippet> | undefined {
    const name = reference.tag === 'input' && reference.of === 'reference' ? reference.name : undefined
    const plan = name === undefined ? undefined : this.#lowering.program.resources.get(name)
    return plan === undefined ? undefined : entriesOf(plan.properties)
  }
}

/** Values that go to one property: lists are concatenated, maps merged. */
function joined(terms: Terms, parts: readonly NativeValues[]): Entries {
  const all = new Map<Key, Term>()
  for (const part of parts)
    for (const [name, value] of part ?? []) {
      const known = all.get(name)
      if (known === undefined) all.set(name, value)
      else if (known.tag === 'map' && value.tag === 'map')
        all.set(name, terms.map(new Map([...known.entries, ...value.entries])))
      else all.set(name, lists(terms, [known, value]))
    }
  return all
}

type Particular = (made: Expected, plan: ResourcePlan, by: Expectations, enabled: Term) => Expected | string

function withProperty(made: Expected, name: string, value: Term): Expected {
  return { ...made, properties: new Map([...made.properties, [name, value]]) }
}

const unnamed = 'nothing names the external network'

/** What the facts of a type alone do not determine. */
const particulars: ReadonlyMap<string, Particular> = new Map<string, Particular>([
  ['AWS::EC2::Instance', withAttachments],
  [
    'AWS::EC2::EIP',
    (made, _plan, { externalNetwork }) =>
      externalNetwork === undefined ? unnamed : withProperty(made, 'floating_network', externalNetwork),
  ],
  ['AWS::EC2::VPC', withRouter],
  ['AWS::EC2::Subnet', withInterface],
  ['AWS::EC2::RouteTable', withGateway],
  ['AWS::AutoScaling::AutoScalingGroup', withMember],
  ['AWS::ElasticLoadBalancingV2::TargetGroup', withMonitorAndMembers],
])

const nothing: Lowered = { obligations: [], needs: new Map() }

/** `Instance.handle_create` attaches the volumes itself. */
function withAttachments(
  made: Expected,
  { name, properties }: ResourcePlan,
  by: Expectations,
  enabled: Term,
): Expected | string {
  const volumes = entriesOf(properties)?.get('Volumes')
  if (volumes === undefined) return made
  const { made: listed, lowered } = by.lower(volumes, enabled)
  if (listed.tag !== 'list') return 'its volumes are not a literal list'
  const beside: ExpectedResource[] = []
  for (const item of listed.items) {
    const [id, device] = item.tag === 'map' ? [item.entries.get('VolumeId'), item.entries.get('Device')] : []
    if (id === undefined || device === undefined) return 'a volume has no VolumeId or no Device'
    beside.push({
      type: 'OS::Cinder::VolumeAttachment',
      properties: new Map([
        ['instance_uuid', by.reference(name)],
        ['volume_id', id],
        ['mountpoint', device],
      ]),
      lowered,
    })
  }
  return { ...made, beside }
}

/** A VPC is a network and a router (`VPC.handle_create`). */
function withRouter(made: Expected): Expected {
  return { ...made, beside: [{ type: 'OS::Neutron::Router', properties: new Map(), lowered: nothing }] }
}

/** The router of its VPC reaches a subnet, unless a route table takes it (`Subnet.handle_create`). */
function withInterface(made: Expected, plan: ResourcePlan, by: Expectations): Expected | string {
  const isAssociated = by
    .referring('AWS::EC2::SubnetRouteTableAssociation', 'SubnetId')
    .some(([, subnet]) => subnet === plan.name)
  if (isAssociated) return made
  const router = by.routerOf(by.referred(plan, 'VpcId') ?? '')
  if (router === undefined) return 'nothing is the router of its VPC'
  const properties = new Map([
    ['router', router],
    ['subnet', by.reference(plan.name)],
  ])
  return { ...made, beside: [{ type: 'OS::Neutron::RouterInterface', properties, lowered: nothing }] }
}

/** An attachment gives the route tables of its VPC a gateway (`VPCGatewayAttachment.handle_create`). */
function withGateway(made: Expected, plan: ResourcePlan, by: Expectations): Expected | string {
  const vpc = by.referred(plan, 'VpcId')
  const isAttached = by
    .referring('AWS::EC2::VPCGatewayAttachment', 'VpcId')
    .some(([, attached]) => attached === vpc)
  if (!isAttached) return made
  if (by.externalNetwork === undefined) return unnamed
  return withProperty(made, 'external_gateway_info', by.terms.map(new Map([['network', by.externalNetwork]])))
}

const rolling: ReadonlyMap<Key, string> = new Map([
  ['MinInstancesInService', 'min_in_service'],
  ['MaxBatchSize', 'max_batch_size'],
  ['PauseTime', 'pause_time'],
])

/** The launch configuration of a group is the definition of its members. */
function withMember(made: Expected, plan: ResourcePlan, by: Expectations, enabled: Term): Expected | string {
  const launched = by.of.absorbed.get(by.referred(plan, 'LaunchConfigurationName') ?? '')
  const own = entriesOf(plan.properties)
  if (launched === undefined || own === undefined)
    return 'its launch configuration still exists, or never did'
  const member = by.natively(launched.plan, launched.facts, enabled)
  if (typeof member === 'string') return member
  const properties = new Map(member.properties)
  const lowered: Lowered[] = [made.lowered, member.lowered]
  const lower = (snippet: Snippet) => {
    const one = by.lower(snippet, enabled)
    lowered.push(one.lowered)
    return one.made
  }
  const tags = own.get('Tags')
  const metadata = tags === undefined ? undefined : memberTags(lower(tags), by.terms)
  if (tags !== undefined && metadata === undefined) return 'the native counterpart of its tags is unknown'
  if (metadata !== undefined) properties.set('metadata', metadata)
  const zone = own.get('VPCZoneIdentifier')
  const subnets = zone === undefined ? undefined : lower(zone)
  const [subnet] = subnets?.tag === 'list' ? subnets.items : []
  if (zone !== undefined && subnet === undefined) return 'its subnets are not a literal list'
  if (subnet !== undefined)
    properties.set('networks', by.terms.list([by.terms.map(new Map([['subnet', subnet]]))]))
  const resource = new Map<Key, Term>([
    ['type', by.terms.constant('OS::Nova::Server')],
    ['properties', by.terms.map(properties)],
  ])
  if (launched.plan.metadata !== null) resource.set('metadata', lower(launched.plan.metadata))
  const updates = plan.updatePolicy === null ? undefined : updatesOf(lower(plan.updatePolicy), by.terms)
  if (plan.updatePolicy !== null && updates === undefined)
    return 'the native counterpart of its update policy is unknown'
  const all = new Map([...made.properties, ['resource' as Key, by.terms.map(resource)] as const])
  if (updates !== undefined) all.set('rolling_updates', updates)
  return { ...made, properties: all, lowered: joinedLowered(by.terms, lowered), takesUpdatePolicy: true }
}

function memberTags(tags: Term, terms: Terms): Term | undefined {
  const convert = valueConversions.get('tags-to-map')
  const about = { terms, from: 'Tags', to: 'metadata', sibling: () => undefined }
  return convert?.(tags, { ...about, portOf: () => undefined, networkOf: () => undefined })?.get('metadata')
}

/** Durations of ISO 8601 are seconds natively. */
function updatesOf(policy: Term, terms: Terms): Term | undefined {
  const given = policy.tag === 'map' ? policy.entries.get('AutoScalingRollingUpdate') : undefined
  if (given?.tag !== 'map') return undefined
  const entries = new Map<Key, Term>()
  for (const [key, value] of given.entries) {
    const to = rolling.get(key)
    const native = to === 'pause_time' ? seconds(value, terms) : value
    if (to === undefined || native === undefined) return undefined
    entries.set(to, native)
  }
  return terms.map(entries)
}

function seconds(duration: Term, terms: Terms): Term | undefined {
  const text = duration.tag === 'constant' ? String(duration.value) : ''
  const parts = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?$/.exec(text)
  if (parts === null) return undefined
  const [hours = 0, minutes = 0, rest = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return terms.constant((hours * 60 + minutes) * 60 + rest)
}
