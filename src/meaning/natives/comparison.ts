/** Holds native resources against what they have to be. */

import type { Key } from '../../heat/values/value.ts'
import { absent, type Differences } from '../differences.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Both } from '../side.ts'
import { entriesOf } from '../snippet.ts'
import { Agreement } from '../terms/agreement.ts'
import type { TemplateLowering } from '../terms/lowering.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Correspondence } from './correspondence.ts'
import { Expectations } from './expected.ts'
import type { Expected, ExpectedResource } from './expected-form.ts'

export class NativeResources {
  readonly #lowerings: Both<TemplateLowering>
  readonly #of: Correspondence
  readonly #found: Differences
  readonly #expectations: Expectations
  /** Resources that only the rewrite has, and that nothing has required so far. */
  readonly #unasked: Map<string, ResourcePlan>

  constructor(lowerings: Both<TemplateLowering>, of: Correspondence, found: Differences) {
    this.#lowerings = lowerings
    this.#of = of
    this.#found = found
    this.#unasked = new Map(of.beside)
    this.#expectations = new Expectations(lowerings.before, of, this.#routers())
  }

  has(name: string): boolean {
    return this.#of.retyped.has(name) || this.#of.groups.has(name)
  }

  /**
   * What a resource has to be; the resources required beside it are searched for, and reported where they are missing.
   */
  expected(plan: ResourcePlan, enabled: Term): Expected | string {
    const members = this.#of.groups.get(plan.name)
    if (members !== undefined) return this.#expectations.group(plan, members, enabled)
    const retyped = this.#of.retyped.get(plan.name)
    if (retyped === undefined) return 'its type is unchanged'
    const expected = this.#expectations.expected(plan, retyped, enabled)
    if (typeof expected !== 'string') for (const one of expected.beside) this.#find(one, plan, enabled)
    return expected
  }

  /** Properties as they have to be where a nested template requires the external network natively. */
  withPassed(name: string, properties: Term): Term {
    const network = this.#expectations.externalNetwork
    return (this.#of.passing.get(name) ?? []).reduce(
      (all, one) =>
        network === undefined
          ? all
          : withEntry(this.#lowerings.after.terms, all, one.trail, one.name, network),
      properties,
    )
  }

  /** For what to wait instead of a resource that the original alone has. */
  insteadOf(name: string): readonly string[] {
    const absorbed = this.#of.absorbed.get(name)
    if (absorbed === undefined) return [name]
    if (absorbed.plan.type !== 'AWS::EC2::VPCGatewayAttachment') return []
    const vpc = this.#expectations.referred(absorbed.plan, 'VpcId')
    const tables = this.#expectations.referring('AWS::EC2::RouteTable', 'VpcId')
    return tables.filter(([, of]) => of === vpc).map(([{ name: table }]) => table)
  }

  /** Reports resources that nothing requires. */
  finish(): void {
    for (const [name, { type }] of this.#unasked)
      this.#found.add('value', `resources.${name}`, absent, type, 'declaration')
  }

  #find(wanted: ExpectedResource, { name: owner }: ResourcePlan, enabled: Term): void {
    for (const [name, plan] of this.#unasked) {
      if (plan.type !== wanted.type || !this.#isAlike(wanted, plan, enabled)) continue
      this.#unasked.delete(name)
      return
    }
    this.#found.add('value', `resources.${owner}`, `${wanted.type} beside it`, absent, 'declaration')
  }

  #isAlike({ properties }: ExpectedResource, plan: ResourcePlan, enabled: Term): boolean {
    const { after } = this.#lowerings
    const { terms } = after
    const isBare = plan.metadata === null && plan.updatePolicy === null && plan.deletionPolicy === null
    const waits = plan.explicit instanceof Error ? undefined : plan.explicit
    if (!isBare || plan.externalId !== null || waits?.every((name) => this.#of.beside.has(name)) !== true)
      return false
    if (after.enabled(plan.name) !== enabled) return false
    const own = after.collected(() =>
      plan.properties === null ? terms.map(new Map()) : after.lower(plan.properties),
    )
    const agreement = new Agreement(terms, new Map())
    agreement.compare('', terms.map(properties), own.made, enabled)
    return agreement.partings.length === 0
  }

  /** By the name of a VPC, the router by which the rewrite reaches its subnets. */
  #routers(): ReadonlyMap<string, string> {
    const { before, after } = this.#lowerings
    const routers = new Map<string, string>()
    const named = (lowering: TemplateLowering, plan: ResourcePlan | undefined, property: string) => {
      const snippet = entriesOf(plan?.properties ?? null)?.get(property)
      const term = snippet === undefined ? undefined : lowering.collected(() => lowering.lower(snippet)).made
      return term?.tag === 'input' && term.of === 'reference' ? term.name : undefined
    }
    for (const plan of this.#of.beside.values()) {
      if (plan.type !== 'OS::Neutron::RouterInterface') continue
      const [router, subnet] = [named(after, plan, 'router'), named(after, plan, 'subnet')]
      const vpc = named(before, before.program.resources.get(subnet ?? ''), 'VpcId')
      if (vpc !== undefined && router !== undefined && !routers.has(vpc)) routers.set(vpc, router)
    }
    return routers
  }
}

/** A map with one entry more at the end of a trail; a value that is not a map there is left as it is, and differs. */
function withEntry(terms: Terms, map: Term, trail: readonly string[], name: string, value: Term): Term {
  const [key, ...rest] = trail
  return terms.each(map, (one) => {
    if (one !== terms.null && one.tag !== 'map') return one
    const entries = one.tag === 'map' ? one.entries : new Map<Key, Term>()
    const inner =
      key === undefined ? value : withEntry(terms, entries.get(key) ?? terms.null, rest, name, value)
    return terms.map(new Map([...entries, [key ?? name, inner] as const]))
  })
}
