/** Servers, and what runs on them. */

import { readValue } from '../../../heat/merge-keys.ts'
import { type Data, data } from '../../../text/document/from-data.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { nameOf, oneOrAll, scalarOf, stringOf } from '../../../text/document/read.ts'
import type { Component, Requirement } from '../model.ts'
import { type Flavor, type Least, megabytes, smallestFlavor } from '../options.ts'
import { nativeType } from '../vocabulary.ts'
import { existing, existingReference } from './existing.ts'
import { addMember, addName } from './network.ts'
import { attribute, fileOf, isPart, type LoweringScope, ofExisting } from './scope.ts'

interface Size {
  readonly of: keyof Least
  readonly words: string
}

const sizes: ReadonlyMap<string, Size> = new Map([
  ['minRam', { of: 'ram', words: 'of memory' }],
  ['minCores', { of: 'cores', words: 'cores' }],
  ['minDisk', { of: 'disk', words: 'of disk' }],
])

/** How Heat's class of a server calls what a blueprint requires of it. */
interface ServerClass {
  readonly type: string
  readonly image: string
  readonly flavor: string
}

const novaServer: ServerClass = { type: 'OS::Nova::Server', image: 'image', flavor: 'flavor' }

/** Heat's heat/engine/resources/aws/ec2/instance.py: no format of user data can be chosen, so that it deploys nothing. */
const ec2Instance: ServerClass = { type: 'AWS::EC2::Instance', image: 'ImageId', flavor: 'InstanceType' }

/**
 * @param isAddressed whether something beside its own requirements needs its address
 * @returns its address, where something needs it
 */
export function lowerServer(
  component: Component,
  scope: LoweringScope,
  isAddressed = false,
): Data | undefined {
  const { id, requires } = component
  const made = component.type === ec2Instance.type ? ec2Instance : novaServer
  const runs = made === novaServer ? partsOf(component, scope) : nothingRun(component, scope)
  const covered = ['run', 'unpack', 'os', 'loadbalancer', 'dns', ...sizes.keys()]
  const waits = scope.reportRequirements(component, covered)
  const needing = requires.filter(({ type }) => type === 'loadbalancer' || type === 'dns')
  const system = systemOf(component, made, scope)
  const placed = needing.length > 0 || isAddressed ? placedIn(component, made, scope) : undefined
  const properties = new Map([...system, ['networks', placed?.networks], ...userDataOf(id, runs, scope)])
  scope.pass(component, made.type, properties)
  scope.own(component, made.type, properties, waits)
  addDeployments(component, runs, scope)
  addUserData(component, runs, scope)
  if (component.content !== undefined)
    scope.lose(component.content, `a server has no content; let "${id}" run or unpack it`)
  if (placed === undefined) return undefined
  for (const one of needing)
    if (one.type === 'dns') addName(one, component, placed.address, scope)
    else addMember(one, component, placed.address, scope)
  return placed.address
}

/** Where the address of a server is. */
interface Placed {
  /** Undefined where the blueprint says to which networks the server belongs. */
  readonly networks: Data | undefined
  readonly address: Data
}

/** A server has an address in each of its networks, so that one of them has to be named. */
function placedIn(component: Component, made: ServerClass, scope: LoweringScope): Placed {
  const { id, at, requires } = component
  const name = scope.name(id)
  if (made === ec2Instance) return { networks: undefined, address: data({ get_attr: [name, 'PublicIp'] }) }
  const written = attribute(component, 'networks')
  const given = stringOf(readValue(oneOrAll(written)[0], 'network'))
  const facts = ofExisting('neutron.network', (owner) => `Network of ${owner}`)
  const needing = requires.find(({ type }) => type === 'loadbalancer' || type === 'dns')
  const network = given ?? scope.parameter(id, 'network', facts, needing?.at ?? at)
  const networks = written === undefined ? [data({ network })] : undefined
  return { networks, address: data({ get_attr: [name, 'networks', network, 0] }) }
}

function nothingRun({ type, requires }: Component, scope: LoweringScope): Runs {
  for (const one of requires)
    if (one.type === 'run' || one.type === 'unpack')
      scope.lose(one.at, `${type} cannot ${one.type} what a blueprint names; OS::Nova::Server can`)
  return { scripts: [], packages: [] }
}

/** What a server runs: scripts by deployments, packages and archives by cloud-init. */
interface Runs {
  readonly scripts: readonly Script[]
  readonly packages: readonly WantedPackage[]
}

interface WantedPackage {
  readonly part: Component
  /** The requirement that asks for it. */
  readonly by: Requirement
}

/** A script of the blueprint, or a software configuration that exists. */
interface Script {
  readonly id: string
  readonly config: Data
  readonly at: Node | Entry
  readonly by: Requirement
}

function partsOf(component: Component, scope: LoweringScope): Runs {
  const wanted = component.requires.filter(({ type }) => type === 'run' || type === 'unpack')
  for (const { type, at, attributes, fulfillment } of wanted) {
    scope.loseAttributes(attributes, type)
    if (fulfillment.length === 0) scope.lack(at, `nothing says what "${component.id}" is to ${type}`)
  }
  const parts = wanted.flatMap((by) => scope.targetsOf(by).map((part): WantedPackage => ({ part, by })))
  for (const { part: one } of parts) {
    if (!isPart(one) && !isScript(one))
      scope.lose(one.at, `a server runs scripts and packages; "${one.id}" is of type ${one.type}`)
  }
  const scripts = wanted.flatMap((by) => scriptsOf(by, scope))
  return { scripts, packages: parts.filter(({ part }) => isPart(part)) }
}

function isScript({ type }: Component): boolean {
  return type !== undefined && nativeType(type) === 'script'
}

/** The scripts that a requirement names, in its order. */
function scriptsOf(by: Requirement, scope: LoweringScope): readonly Script[] {
  const seen = new Set<string>()
  return by.fulfillment.flatMap((one): readonly Script[] => {
    const key = one.kind === 'url' ? one.url : one.id
    if (seen.has(key)) return []
    seen.add(key)
    if (one.kind === 'component') {
      const script = scope.componentOf(one.id)
      if (script === undefined || !isScript(script)) return []
      const { id, at } = script
      const config = scope.reference(scope.outermost.name(id), `Software configuration ${id}`)
      return [{ id, config, at, by }]
    }
    const found = by.type === 'run' ? existing(one, by, scope, ['OS::Heat::SoftwareConfig']) : undefined
    if (found === undefined) return []
    return [{ id: found.id, config: existingReference(found, scope), at: by.at, by }]
  })
}

/** One deployment for each script, each after the one before it: a list is run in its order. */
function addDeployments({ id }: Component, { scripts }: Runs, scope: LoweringScope): void {
  const made: string[] = []
  for (const { id: script, config, at, by } of scripts) {
    const name = scope.name(id, 'run', script)
    const properties = data({ config, server: data({ get_resource: scope.name(id) }) })
    scope.add(name, 'OS::Heat::SoftwareDeployment', properties, at, {
      dependsOn: made.slice(-1),
      from: by.at,
    })
    made.push(name)
  }
}

type Properties = readonly (readonly [name: string, value: Data | Entry | undefined])[]

/** Image and flavor, where the component does not have them as attributes. */
function systemOf(component: Component, { image, flavor }: ServerClass, scope: LoweringScope): Properties {
  const isGiven = (name: string) => attribute(component, name) !== undefined
  return [
    [image, isGiven(image) ? undefined : imageOf(component, scope)],
    [flavor, isGiven(flavor) ? undefined : flavorOf(component, scope)],
  ]
}

function userDataOf(id: string, { scripts, packages }: Runs, scope: LoweringScope): Properties {
  return [
    ['user_data_format', scripts.length > 0 ? 'SOFTWARE_CONFIG' : packages.length > 0 ? 'RAW' : undefined],
    ['user_data', packages.length > 0 ? data({ get_resource: scope.name(id, 'user_data') }) : undefined],
  ]
}

function imageOf(component: Component, scope: LoweringScope): Data {
  const requirement = component.requires.find(({ type }) => type === 'os')
  const os = requirement === undefined ? undefined : valueOf(requirement)
  const known = os === undefined ? undefined : scope.making.options.images[os]
  const system = os === undefined ? '' : `, with ${os}`
  const image = ofExisting('glance.image', (owner) => `Image of ${owner}${system}`, known)
  return scope.parameter(component.id, 'image', image, requirement?.at ?? component.at, requirement?.at)
}

function flavorOf(component: Component, scope: LoweringScope): Data {
  const wanted = component.requires.filter(({ type }) => sizes.has(type))
  const least = wanted.map((one) => `${valueOf(one)} ${sizes.get(one.type)?.words}`).join(' and ')
  const size = least === '' ? '' : `, with at least ${least}`
  const fitting = smallestFitting(wanted, scope.making.options.flavors)
  const flavor = ofExisting('nova.flavor', (owner) => `Flavor of ${owner}${size}`, fitting?.name)
  return scope.parameter(component.id, 'flavor', flavor, wanted[0]?.at ?? component.at, wanted[0]?.at)
}

/** Undefined also for a size that does not say in which unit it is: nothing is guessed. */
function smallestFitting(wanted: readonly Requirement[], flavors: readonly Flavor[]): Flavor | undefined {
  const least: Partial<Record<keyof Least, number>> = {}
  for (const one of wanted) {
    const { of } = sizes.get(one.type) as Size
    const value = valueOf(one)
    const cores = /^\d{1,6}$/.test(value) ? Number(value) : undefined
    const size = of === 'cores' ? cores : megabytes(value)
    if (size === undefined) return undefined
    least[of] = of === 'disk' ? size / 1024 : size
  }
  return smallestFlavor(flavors, least)
}

function valueOf({ attributes }: Requirement): string {
  const scalar = scalarOf(attributes.get('value'))
  return scalar === undefined ? '?' : String(scalar.value)
}

/** Repositories, packages and archives as cloud-init has them, in one message of several parts. */
function addUserData({ id, at }: Component, { packages }: Runs, scope: LoweringScope): void {
  if (packages.length === 0) return
  const parts = packages.map(({ part: one, by }) => {
    scope.parts.add(one.id)
    const name = scope.name(id, one.id)
    const config = one.type === 'rpm' ? rpmConfig(one, scope) : archiveConfig(one, scope)
    // A part that stands among the components has comments of its own there.
    const from = 'key' in one.at ? one.at : by.at
    scope.add(name, 'OS::Heat::CloudConfig', data({ cloud_config: config }), one.at, { from })
    scope.reportRequirements(one, [])
    return data({ config: data({ get_resource: name }) })
  })
  scope.add(scope.name(id, 'user_data'), 'OS::Heat::MultipartMime', data({ parts }), at)
}

/** https://cloudinit.readthedocs.io/en/latest/reference/modules.html, "Yum Add Repo" and "Package Update Upgrade Install" */
function rpmConfig(component: Component, scope: LoweringScope): Data {
  const repositories = oneOrAll(attribute(component, 'repos')).map((url, index) => {
    const name = `${component.id}_${index + 1}`
    return [name, data({ name, baseurl: scope.value(url), enabled: true })] as const
  })
  const rpms = attribute(component, 'rpms')
  if (rpms === undefined) scope.lack(component.at, `nothing says which rpms "${component.id}" installs`)
  scope.reportAttributes(component, ['rpms', 'repos'])
  return data({
    yum_repos: repositories.length === 0 ? undefined : new Map(repositories),
    packages: rpms === undefined ? undefined : scope.value(rpms),
  })
}

function archiveConfig(component: Component, scope: LoweringScope): Data {
  const target = stringOf(attribute(component, 'target')) ?? '/'
  const content = stringOf(component.content)
  scope.reportAttributes(component, ['target', 'content'])
  if (content === undefined || !/^https?:\/\//.test(content)) {
    const at = component.content ?? component.at
    scope.lack(at, `a server can fetch "${component.id}" only from a URL`)
    return data({})
  }
  const unpack = ['sh', '-c', 'curl -fsSL "$1" | tar -xz -C "$2"', 'unpack', content, target]
  return data({ runcmd: [['mkdir', '-p', target], unpack] })
}

/** Deployments run as root, so that `sudo: true` says nothing more. */
export function lowerScript(component: Component, scope: LoweringScope): void {
  const { id, at, content } = component
  const config = content === undefined ? undefined : fileOf(content)
  const waits = scope.reportRequirements(component, [])
  scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', config }), waits)
  if (config === undefined) scope.lack(at, `the script "${id}" has no content`)
  const sudo = component.attributes.find((one) => nameOf(one) === 'sudo')
  if (sudo !== undefined && scalarOf(sudo.value)?.value !== true)
    scope.lose(sudo, 'deployments run as root, whatever sudo says')
  scope.reportAttributes(component, ['sudo', 'content'])
}
