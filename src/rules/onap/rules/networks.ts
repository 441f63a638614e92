/** Internal networks: made by the VNF, in its base module, with a subnet. */

import { readValue } from '../../../heat/merge-keys.ts'
import { freeName } from '../../../heat/parameters.ts'
import { parameterRead, referenceOf, resourceRead } from '../../../heat/reads.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { changeAt } from '../../../stack/trail.ts'
import { call, entry, mapping, string, withAppended, withEntries } from '../../../text/document/build.ts'
import { plainData } from '../../../text/document/data.ts'
import { nameOf, stringOf } from '../../../text/document/read.ts'
import { extended } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { sameName } from '../naming/pattern.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofResource, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Step, Way } from '../step.ts'
import { namesOf, portName } from '../vnf/names.ts'
import {
  isNetwork,
  isPort,
  isRouterExternal,
  networkOf,
  roleInParameter,
  roleOfNetwork,
} from '../vnf/networks.ts'
import { namesReadBy, resourcesReadIn } from '../vnf/parameter-reads.ts'
import { propertyOf, type Resource, type VnfTemplate } from '../vnf/template.ts'
import { passedBy, type Vnf } from '../vnf/vnf.ts'
import { fromOutside, namedThings, outputStep, withWord } from '../ways.ts'

export const networkRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-16241', 'R-22688', 'R-35666', 'R-86972']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const networks = internalNetworks(vnf)
    for (const network of networks) {
      checkSubnet(vnf, network, report)
      checkModule(vnf, network, report)
    }
    checkUse(vnf, networks, report)
  },
})

interface InternalNetwork {
  readonly resource: Resource
  readonly role: string | undefined
}

/** All that the VNF makes, whatever they are called; one to be reached from outside is another violation (R-16968). */
function internalNetworks({ templates }: Vnf): InternalNetwork[] {
  return templates.flatMap(({ resources, outputs }) =>
    resources
      .filter((one) => isNetwork(one) && !one.isMember && !isRouterExternal(one))
      .map((resource) => ({
        resource,
        role: roleOfNetwork(resource.id) ?? roleInOutputs(resource, outputs),
      })),
  )
}

/** `int_{network-role}_net_id` of an output that gives the network. */
function roleInOutputs({ id }: Resource, outputs: VnfTemplate['outputs']): string | undefined {
  for (const { name, value } of outputs) {
    if (referenceOf(value) === id) return roleInParameter(name)
  }
  return undefined
}

// --- R-16241

function checkSubnet(vnf: Vnf, { resource, role }: InternalNetwork, report: Report): void {
  const { id, type } = resource
  if (type === 'OS::ContrailV2::VirtualNetwork') {
    if (propertyOf(resource, 'network_ipam_refs') !== undefined) return
    if (propertyOf(resource, 'network_ipam_refs_data') !== undefined) return
  } else if (hasSubnet(vnf, resource, role)) return
  report({
    requirement: 'R-16241',
    ...ofResource(resource),
    message: `the network "${id}" has no subnet`,
    remedy: byHand('Add a subnet; its address range is a choice.', () => subnetWays(resource)),
  })
}

/** A subnet whose range is a parameter; internal networks are seen by nobody outside. */
function subnetWays({ template, id, type }: Resource): readonly Way[] {
  const { path: file, root } = template
  if (type !== 'OS::Neutron::Net') return []
  const stem = id.replace(/\W/g, '_')
  const cidr = freeName(root, `${stem}_cidr`, [])
  const properties = { network: { get_resource: id }, cidr: { get_param: cidr } }
  const subnet = { type: 'OS::Neutron::Subnet', properties }
  const isModule = template.role !== 'nested'
  return [
    {
      steps: [
        { file, write: ['resources', freeResource(template, `${stem}_subnet`)], value: subnet },
        { file, declare: cidr, type: 'string' },
        ...(isModule ? [{ file, give: cidr, value: '192.168.100.0/24' }] : []),
      ],
    },
  ]
}

function freeResource(template: VnfTemplate, wanted: string): string {
  for (let index = 0; ; index += 1) {
    const name = index === 0 ? wanted : `${wanted}_${index}`
    if (template.entryOfResource(name) === undefined) return name
  }
}

function hasSubnet(vnf: Vnf, network: Resource, role: string | undefined): boolean {
  const { template, id } = network
  // A nested file that is given the network may make its subnet.
  const isPassed = vnf.pkg
    .callsFrom(template.path)
    .some((call) => passedBy(call).some(({ value }) => referenceOf(value) === id))
  if (isPassed) return true
  return vnf.templates.some((other) =>
    other.resources.some((one) => {
      if (one.type !== 'OS::Neutron::Subnet') return false
      const value = propertyOf(one, 'network') ?? propertyOf(one, 'network_id')
      if (value === undefined) return false
      if (other === template && (referenceOf(value) === id || stringOf(value) === id)) return true
      const read = parameterRead(value)
      return read !== undefined && role !== undefined && sameName(roleInParameter(read.name), role)
    }),
  )
}

// --- R-86972 and R-22688

function checkModule(vnf: Vnf, { resource, role }: InternalNetwork, report: Report): void {
  const { template, id } = resource
  const users = role === undefined ? [] : sharing(vnf, role, template)
  if (!vnf.isOnlyIn('base', template)) {
    const remedy = byHand(
      'Decide whether the network moves to the base module, with an output and a parameter for its ID.',
      () => movingWays(vnf, resource, role),
    )
    const about = extended(ofResource(resource), { remedy })
    const message = `the internal network "${id}" should be created in the base module`
    report({ requirement: 'R-86972', message, ...about })
    if (users.length > 0) {
      const shared = `the network "${id}" is used by ${users.join(', ')} too, and must be created in the base module`
      report({ requirement: 'R-22688', message: shared, ...about })
    }
    return
  }
  if (users.length === 0 || role === undefined || isExported(vnf, role)) return
  // Who is given the name of the network, and not its ID, needs another output.
  const output = `int_${role}_net_id`
  const isDirect = template.role === 'base' && vnf.modules.some((one) => isGiven(one, output))
  report({
    requirement: 'R-22688',
    ...ofResource(resource),
    message: `the network "${id}" is used by ${users.join(', ')}, and the base module has no output int_${role}_net_id or int_${role}_net_name`,
    remedy: isDirect
      ? repairedBy(networkOutputs, `adds the output ${output}`)
      : byHand(
          'Add the output to the base module; a nested file that makes the network gives its ID to it.',
          () =>
            template.role === 'base' ? [{ steps: [outputStep(template, output, { get_resource: id })] }] : [],
        ),
    ...(isDirect ? { subject: { kind: 'output', name: output } } : {}),
  })
}

/** The network, with its subnets, is created in the base module, which gives its ID to this one. */
function movingWays(vnf: Vnf, { template, id }: Resource, role = id): readonly Way[] {
  const base = vnf.whole.modules.find((one) => one.role === 'base')
  const taken = (one: string) => base?.entryOfResource(one) !== undefined
  if (base === undefined || template.role === 'nested' || taken(id)) return []
  const name = `int_${role.replace(/\W/g, '_')}_net_id`
  const moved = template.resources.filter(
    (one) =>
      one.id === id || (one.type === 'OS::Neutron::Subnet' && resourcesReadIn(one.definition).includes(id)),
  )
  const written = moved.map((one): Step => {
    const value = plainData(one.definition)
    return { file: base.path, write: ['resources', one.id], value }
  })
  const inputs = [...new Set(moved.flatMap((one) => [...namesReadBy(one.definition)]))]
  const declared = inputs.flatMap((input): readonly Step[] => {
    const [given] = vnf.valuesOf(template, input)
    const value = given && plainData(given.entry.value)
    const type = template.parameters.get(input)?.type ?? 'string'
    const own: Step = { file: base.path, declare: input, type }
    return value === undefined ? [own] : [own, { file: base.path, give: input, value }]
  })
  const given = outputStep(base, name, { get_resource: id })
  return [{ steps: [...written, ...declared, given, ...fromOutside(template, id, name)] }]
}

function isGiven({ role, parameters }: VnfTemplate, name: string): boolean {
  return role !== 'base' && role !== 'nested' && parameters.has(name)
}

/** The other modules that take an internal network as a parameter, by path. */
function sharing(vnf: Vnf, role: string, own: VnfTemplate): string[] {
  return vnf.modules
    .filter((module) => module !== own && module.role !== 'base')
    .filter(({ parameters }) =>
      [`int_${role}_net_id`, `int_${role}_net_name`].some((name) => parameters.has(name)),
    )
    .map(({ path }) => path)
}

function isExported({ modules }: Vnf, role: string): boolean {
  const names = [`int_${role}_net_id`, `int_${role}_net_name`]
  return modules.some(
    (module) => module.role === 'base' && module.outputs.some(({ name }) => names.includes(name)),
  )
}

// --- R-35666

/** A network that only its name makes internal, and that nothing in the package creates. */
function checkUse(vnf: Vnf, networks: readonly InternalNetwork[], report: Report): void {
  const { vmTypes } = namesOf(vnf)
  for (const template of vnf.templates) {
    const seen = new Set<string>()
    for (const resource of template.resources) {
      if (!isPort(resource)) continue
      const network = networkOf(vnf, resource)
      const isCreated = network.by === 'get_resource' || network.by === 'get_attr'
      if (network.kind === 'external' || isCreated || isFromCaller(vnf, template, network.name)) continue
      const role = network.role ?? portName(resource.id, vmTypes)?.role
      if (role === undefined || networks.some((one) => sameName(one.role, role)) || isExported(vnf, role))
        continue
      if (seen.has(role.toLowerCase())) continue
      seen.add(role.toLowerCase())
      report({
        requirement: 'R-35666',
        ...ofResource(resource),
        at: network.value ?? resource.entry,
        message: `the internal network "${role}" of "${resource.id}" is created nowhere in the package`,
        remedy: byHand(
          `Create int_${role}_network in the base module, or name the network as an external one.`,
          () => [withWord(namedThings(vnf), `int_${role}`, role)].flatMap((way) => way ?? []),
        ),
      })
    }
  }
}

/** Whether callers of a nested file give it a network that they create. */
function isFromCaller(vnf: Vnf, template: VnfTemplate, parameter: string | undefined): boolean {
  if (template.role !== 'nested' || parameter === undefined) return false
  return vnf.passedTo(template, parameter).some(({ value }) => resourceRead(value) !== undefined)
}

export const networkOutputs: Repair = {
  id: 'onap/export-networks',
  title: 'Give out the internal networks that other modules use',
  description:
    'Adds an output with the ID of an internal network to the base module that makes it, under the name of the parameter that other modules have for it.',
  section: 'Internal Networks',
  references: ['HOT specification, Outputs section'],
  safety: 'lossy',
  loses: 'added output',
  requirements: ['R-22688'],
  repair(pkg, { path, at, subject }) {
    const root = pkg.files.get(path)?.root
    const network = at !== undefined && 'key' in at ? nameOf(at) : undefined
    if (subject.kind !== 'output' || root === undefined || network === undefined) return pkg
    const value = entry('value', call('get_resource', string(network)))
    const added = entry(subject.name, mapping([value], { style: 'block' }))
    if (readValue(root, 'outputs') === undefined) {
      const section = entry('outputs', mapping([added], { style: 'block' }))
      return pkg.withRoot(path, withEntries(root, [...root.entries, section]))
    }
    const changed = changeAt(root, ['outputs'], (outputs) => withAppended(outputs, added))
    if ('problem' in changed)
      throw new Stuck({ path, at, why: 'nothing can be added to the outputs of the base module' })
    return pkg.withRoot(path, changed)
  },
}
