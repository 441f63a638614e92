/**
 * The preload of a module: the values that ONAP's SDNC is given before a VF module is instantiated, in the form of its GR API
 * (vvp/validation-scripts, ice_validator/preload_grapi). Contrail has no part in it.
 */

import type { ParameterRead } from '../../heat/reads.ts'
import { moduleValue } from '../../stack/value-of.ts'
import { memoized } from '../../text/document/attached.ts'
import { string } from '../../text/document/build.ts'
import { plainData } from '../../text/document/data.ts'
import type { Node } from '../../text/document/node.ts'
import { listOf, resolved } from '../../text/document/read.ts'
import { assignedBy } from './vnf/assigned.ts'
import { namesOf, portName, type ServerNames } from './vnf/names.ts'
import { networkOf } from './vnf/networks.ts'
import { sourceParameters } from './vnf/parameter-reads.ts'
import type { Slot } from './vnf/slots.ts'
import type { Resource, VnfTemplate } from './vnf/template.ts'
import type { Vnf } from './vnf/vnf.ts'

/** Values that the package does not give itself, by the names of parameters. */
type Values = ReadonlyMap<string, Node>

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** @param values those that are known of what the module must be given */
export function preloadOf(vnf: Vnf, module: string, values: Values): Json {
  const templates = [module, ...vnf.pkg.reachableFrom(module)].flatMap((path) => vnf.template(path) ?? [])
  const preload = new Preload(vnf, templates, values)
  return {
    input: {
      'request-information': {
        'request-id': valueFor('request id'),
        'order-version': '1',
        'notification-url': valueFor('notification URL'),
        'order-number': '1',
        'request-action': 'PreloadVfModuleRequest',
      },
      'sdnc-request-header': {
        'svc-request-id': valueFor('request id'),
        'svc-notification-url': valueFor('notification URL'),
        'svc-action': 'reserve',
      },
      'preload-vf-module-topology-information': {
        'vnf-topology-identifier-structure': {
          'vnf-name': preload.value('vnf_name'),
          'vnf-type': valueFor('<service name>/<VF instance name>, as in SDC'),
        },
        'vnf-resource-assignments': {
          'availability-zones': { 'availability-zone': preload.zones() },
          'vnf-networks': { 'vnf-network': preload.networks() },
        },
        'vf-module-topology': {
          'vf-module-assignments': { vms: { vm: preload.vms() } },
          'vf-module-topology-identifier': {
            'vf-module-type': valueFor('vfModuleModelName, as in SDC'),
            'vf-module-name': preload.value('vf_module_name'),
          },
          'vf-module-parameters': { param: preload.parameters() },
        },
      },
    },
  }
}

function valueFor(what: string): string {
  return `VALUE FOR: ${what}`
}

/** The parameters that servers have their images and flavors from; those are placed elsewhere. */
const placedIn = memoized(
  (vnf: Vnf): ReadonlySet<string> =>
    new Set(
      [...vnf.slotsNamed('server-image', 'server-flavor')].flatMap(({ value }) =>
        (sourceParameters(value) ?? []).map(({ name }) => name),
      ),
    ),
)

/** A port on an external network, by its ID. */
interface ExternalPort {
  readonly resource: Resource
  readonly role: string
  readonly vmType: string | undefined
}

class Preload {
  readonly #vnf: Vnf
  readonly #templates: readonly VnfTemplate[]
  readonly #values: Values
  readonly #ports: readonly ExternalPort[]

  constructor(vnf: Vnf, templates: readonly VnfTemplate[], values: Values) {
    this.#vnf = vnf
    this.#templates = templates
    this.#values = values
    const { vmTypes } = namesOf(vnf)
    this.#ports = templates
      .flatMap(({ resources }) => resources)
      .filter(({ type, isMember }) => type === 'OS::Neutron::Port' && !isMember)
      .flatMap((resource) => {
        const network = networkOf(vnf, resource)
        const name = portName(resource.id, vmTypes)
        const role = name?.role ?? network.role
        return network.kind === 'internal' || role === undefined
          ? []
          : [{ resource, role, vmType: name?.vmType }]
      })
  }

  /** The value of a parameter of the module, or what stands for it; of a list one item. */
  value(name: string, index?: number): Json {
    const node = this.#values.get(name)
    const item =
      index === undefined || node === undefined ? node : (listOf(node)?.items[index] ?? listItem(node, index))
    const data = item === undefined ? undefined : plainData(resolved(item))
    if (data !== undefined && data !== null && data !== '') return data as Json
    return valueFor(index === undefined ? name : `${name}[${index}]`)
  }

  zones(): readonly Json[] {
    const [module] = this.#templates
    return [...(module?.parameters.keys() ?? [])]
      .filter((name) => name.startsWith('availability_zone'))
      .sort()
      .map((name) => this.value(name))
  }

  networks(): readonly Json[] {
    return uniqueBy(this.#ports, ({ role }) => role).map(({ role }) => {
      const own = this.#ports.filter((port) => port.role === role)
      const [named] = own.flatMap((port) => this.#reads(port.resource, 'port-network'))
      const subnets = uniqueBy(
        own.flatMap((port) => this.#reads(port.resource, 'port-subnet')),
        ({ name }) => name,
      )
      return {
        'network-role': role,
        'network-name': named === undefined ? valueFor(`network name of ${role}`) : this.#read(named),
        ...(subnets.length === 0
          ? {}
          : {
              'subnets-data': { 'subnet-data': subnets.map((read) => ({ 'subnet-id': this.#read(read) })) },
            }),
      }
    })
  }

  vms(): readonly Json[] {
    const servers = namesOf(this.#vnf).servers.filter(({ resource }) =>
      this.#templates.includes(resource.template),
    )
    return uniqueBy(servers, ({ vmType }) => vmType).map(({ vmType = '' }) => {
      const own = servers.filter((one) => (one.vmType ?? '') === vmType)
      return {
        'vm-type': vmType,
        'vm-count': own.reduce((sum, { resource }) => sum + this.#timesMade(resource.template), 0),
        'vm-names': { 'vm-name': this.#names(own) },
        'vm-networks': {
          'vm-network': uniqueBy(
            this.#ports.filter((port) => port.vmType === vmType),
            ({ role }) => role,
          ).map(({ role }) => this.#vmNetwork(vmType, role)),
        },
      }
    })
  }

  /** What is given by its name only. */
  parameters(): readonly Json[] {
    const [module] = this.#templates
    if (module === undefined) return []
    const placed = placedIn(this.#vnf)
    const environment = this.#vnf.pkg.environmentOf(module.path)
    return [...module.parameters.keys()]
      .filter((name) => !placed.has(name) && assignedBy(this.#vnf, module, name) === undefined)
      .map((name) => {
        const { node } = moduleValue(module.file, environment, name)
        return { name, value: node === undefined ? this.value(name) : (plainData(resolved(node)) as Json) }
      })
  }

  #names(servers: readonly ServerNames[]): readonly Json[] {
    const reads = servers.flatMap(({ resource }) => this.#reads(resource, 'server-name'))
    return uniqueBy(reads, (read) => `${read.name} ${indexOf(read) ?? ''}`).map((read) => this.#read(read))
  }

  #vmNetwork(vmType: string, role: string): Json {
    const ports = this.#ports.filter((port) => port.vmType === vmType && port.role === role)
    const reads = (slot: Slot['name']) =>
      uniqueBy(
        ports.flatMap(({ resource }) => this.#reads(resource, slot)),
        (read) => `${read.name} ${indexOf(read) ?? ''}`,
      )
    const [fixed, floating] = [reads('port-address'), reads('port-pair')]
    const usesDhcp = fixed.length + floating.length === 0 ? 'Y' : 'N'
    const ofVersion = (all: readonly ParameterRead[], version: 4 | 6) =>
      all.filter(({ name }) => name.includes('_v6_') === (version === 6)).map((read) => this.#read(read))
    const item = (version: 4 | 6) => ({
      'ip-version': `${version}`,
      'use-dhcp': usesDhcp,
      'ip-count': ofVersion(fixed, version).length,
      'network-ips': { 'network-ip': ofVersion(fixed, version) },
    })
    return {
      'network-role': role,
      'network-information-items': { 'network-information-item': [item(4), item(6)] },
      'mac-addresses': { 'mac-address': [] },
      'floating-ips': {
        'floating-ip-v4': ofVersion(floating, 4),
        'floating-ip-v6': ofVersion(floating, 6),
      },
      'interface-route-prefixes': { 'interface-route-prefix': [] },
      'network-role-tag': role,
    }
  }

  #reads(resource: Resource, slot: Slot['name']): readonly ParameterRead[] {
    return this.#vnf
      .slots(resource.template)
      .filter((one) => one.resource === resource && one.name === slot)
      .flatMap(({ value }) => sourceParameters(value) ?? [])
  }

  #read(read: ParameterRead): Json {
    return this.value(read.name, indexOf(read))
  }

  /** How often a template is made in the module: by each caller, and as often as its group says where that is known. */
  #timesMade(template: VnfTemplate): number {
    if (template.role === 'nested') {
      const calls = this.#vnf.pkg
        .callsOf(template.path)
        .filter(({ caller }) => this.#templates.some(({ path }) => path === caller))
      return calls.reduce((sum, { caller, resource }) => sum + this.#countOf(caller, resource), 0)
    }
    return 1
  }

  #countOf(caller: string, id: string): number {
    const template = this.#vnf.template(caller)
    const slot =
      template === undefined
        ? undefined
        : this.#vnf.slots(template).find((one) => one.name === 'group-count' && one.resource.id === id)
    const [module] = this.#templates
    if (slot === undefined || module === undefined) return 1
    const [read] = sourceParameters(slot.value) ?? []
    const node =
      read === undefined
        ? slot.value
        : moduleValue(module.file, this.#vnf.pkg.environmentOf(module.path), read.name).node
    const count = node === undefined ? Number.NaN : Number(plainData(resolved(node)))
    return Number.isInteger(count) ? count : 1
  }
}

function indexOf({ path }: ParameterRead): number | undefined {
  const [first] = path
  const index = first === undefined ? Number.NaN : Number(plainData(resolved(first as Node)))
  return Number.isInteger(index) ? index : undefined
}

/** An item of a list that is written as one string. */
function listItem(node: Node, index: number): Node | undefined {
  const { kind } = resolved(node)
  const whole = kind === 'scalar' ? plainData(resolved(node)) : undefined
  const item = typeof whole === 'string' ? whole.split(',')[index]?.trim() : undefined
  return item === undefined ? undefined : string(item)
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed()
}
