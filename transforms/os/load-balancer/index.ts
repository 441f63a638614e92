import { entry, type Node, scalarOf, valueOf } from '../../../src/engine/authoring/authoring.ts'
import { referenceOf } from '../../../src/heat/reads.ts'
import type { FamilyBlocker, NativeFamily, Natives } from '../family.ts'
import { type Native, typeNodeOf } from '../native.ts'
import { propertiesOf, type Resource, referenceTo, withProperty } from '../resources.ts'
import { retype } from '../retype.ts'
import { besidePool } from './beside.ts'
import { balancedConversions, forwardedTo } from './conversions.ts'

const types = {
  balancer: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  pool: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  listener: 'AWS::ElasticLoadBalancingV2::Listener',
} as const

export const loadBalancer = retype(
  {
    title: 'Make load balancers of AWS those of Octavia',
    description:
      'Writes `AWS::ElasticLoadBalancingV2::LoadBalancer`, target groups and listeners as load balancers, pools with monitors and members, and listeners of Octavia, all of a template together.',
  },
  {
    types: Object.values(types),
    mentions: 'AWS::ElasticLoadBalancingV2::',
    natives,
    links: new Map([[types.listener, ['LoadBalancerArn']]]),
  },
)

function natives(family: NativeFamily): Natives {
  const made = new Map<string, Native>()
  for (const resource of family.members) {
    const native = nativeOf(resource, family)
    if (typeof native === 'string') return { resource, why: native } satisfies FamilyBlocker
    made.set(resource.name, native)
  }
  return made
}

function nativeOf(resource: Resource, family: NativeFamily): Native | string {
  const native = family.convert(resource, balancedConversions)
  if (typeof native === 'string') return native
  const { type } = resource
  if (type === types.balancer && scalarOf(property(resource, 'Scheme'))?.value !== 'internal')
    family.retypingOf(resource).found('public', typeNodeOf(resource))
  if (type !== types.pool) return native
  const balancer = balancerOf(resource, family)
  if (balancer === undefined) return 'listeners of several load balancers forward to it'
  const beside = besidePool(resource, family)
  if (typeof beside === 'string') return beside
  return { definition: withProperty(native.definition, entry('loadbalancer', referenceTo(balancer))), beside }
}

/** The one load balancer whose listeners forward to a pool. */
function balancerOf({ name }: Resource, { members, resources }: NativeFamily): string | undefined {
  const balancers = members
    .filter(
      (one) =>
        one.type === types.listener && referenceOf(forwardedTo(property(one, 'DefaultActions'))) === name,
    )
    .map((one) => referenceOf(property(one, 'LoadBalancerArn')) ?? '')
  const [balancer, ...others] = new Set(balancers)
  const isOne =
    balancer !== undefined && others.length === 0 && resources.get(balancer)?.type === types.balancer
  return isOne ? balancer : undefined
}

function property({ definition }: Resource, name: string): Node | undefined {
  return valueOf(propertiesOf(definition), name)
}
