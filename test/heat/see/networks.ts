/** Stacks of networks that are made up: what classes compare to find what a resource waits for. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { StackInFiles } from './stacks.ts'

/** Networks of all kinds: literal names, references, attributes and nothing at all for what classes compare. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
const place = fc.constantFrom<unknown>(
  undefined,
  'public',
  'other',
  { get_resource: 'a' },
  { get_resource: 'b' },
  { get_param: 'net' },
  { get_attr: ['a', 'name'] },
)
const oldOrNew = (now: string, before: string) => fc.tuple(fc.constantFrom(now, before), place)
const definition = fc.oneof(
  fc.constant({ type: 'OS::Neutron::Net', properties: {} }),
  oldOrNew('network', 'network_id').map(([key, value]) => ({
    type: 'OS::Neutron::Subnet',
    properties: { [key]: value, cidr: '10.0.0.0/24' },
  })),
  fc
    .tuple(oldOrNew('network', 'network_id'), oldOrNew('subnet', 'subnet_id'))
    .map(([[net, at], [sub, of]]) => ({
      type: 'OS::Neutron::Port',
      properties: { [net]: at, fixed_ips: [{ [sub]: of }, { subnet: 'other' }] },
    })),
  place.map((value) => ({
    type: 'OS::Neutron::Router',
    properties: { external_gateway_info: { network: value } },
  })),
  fc
    .tuple(oldOrNew('router', 'router_id'), oldOrNew('subnet', 'subnet_id'))
    .map(([[one, router], [two, net]]) => ({
      type: 'OS::Neutron::RouterInterface',
      properties: { [one]: router, [two]: net },
    })),
  fc.tuple(place, oldOrNew('network', 'network_id')).map(([router, [key, value]]) => ({
    type: 'OS::Neutron::RouterGateway',
    properties: { router_id: router, [key]: value },
  })),
  fc.tuple(oldOrNew('floating_network', 'floating_network_id'), place).map(([[key, value], port]) => ({
    type: 'OS::Neutron::FloatingIP',
    properties: { [key]: value, port_id: port },
  })),
  fc.tuple(place, place).map(([ip, port]) => ({
    type: 'OS::Neutron::FloatingIPAssociation',
    properties: { floatingip_id: ip, port_id: port },
  })),
  fc.tuple(place, place).map(([network, port]) => ({
    type: 'OS::Nova::Server',
    properties: {
      image: 'i',
      flavor: 'f',
      networks: [{ network }, { port }].slice(port === undefined ? 0 : 1),
    },
  })),
  place.map((value) => ({
    type: 'OS::Neutron::ExtraRouteSet',
    properties: { router: value, routes: [] },
  })),
  fc.constantFrom('on', 'off').map((condition) => ({ type: 'OS::Heat::None', condition })),
)
const stacks = fc.tuple(
  fc.array(definition, { minLength: 3, maxLength: names.length }),
  fc.array(fc.constantFrom(...names), { maxLength: 2 }),
)

function templateOf([definitions, depends]: readonly [readonly object[], readonly string[]]): string {
  const own = names.slice(0, definitions.length)
  const last = own.at(-1) ?? 'a'
  const resources = Object.fromEntries(
    definitions.map((one, index) => {
      const name = own[index] ?? 'a'
      const on = depends.filter((other) => own.some((known) => known === other) && other !== last)
      return [name, name === last && on.length > 0 ? { ...one, depends_on: on } : one]
    }),
  )
  return JSON.stringify({
    heat_template_version: '2018-08-31',
    parameters: { net: { type: 'string', default: 'public' }, flag: { type: 'boolean', default: true } },
    conditions: { on: { get_param: 'flag' }, off: { not: 'on' } },
    resources,
  })
}

/** @param folder for the templates */
export function networkStacks(count: number, seed: number, folder: string): readonly StackInFiles[] {
  mkdirSync(folder, { recursive: true })
  return fc.sample(stacks, { numRuns: count, seed }).map((one, index) => {
    const path = join(folder, `${index}.yaml`)
    writeFileSync(path, templateOf(one))
    return { name: path, template: path, environments: [] }
  })
}
