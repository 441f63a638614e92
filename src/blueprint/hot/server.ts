/** Servers, and what runs on them. */
import { type Data, data } from '../../document/from-data.ts'
import { scalarOf, seqOf, textOf } from '../../document/read.ts'
import type { Component, Requirement } from '../model.ts'
import { nativeType } from '../vocabulary.ts'
import { addMember, addName } from './network.ts'
import { attribute, fileOf, type Scope } from './scope.ts'

const sizes: ReadonlyMap<string, string> = new Map([
  ['minRam', 'of memory'],
  ['minCores', 'cores'],
  ['minDisk', 'of disk'],
])

export function lowerServer(component: Component, scope: Scope): void {
  const { id } = component
  const runs = partsOf(component, scope)
  scope.own(component, 'OS::Nova::Server', serverProperties(component, runs, scope))
  for (const script of runs.scripts) {
    const properties = data({ config: data({ get_resource: script.id }), server: data({ get_resource: id }) })
    scope.add(`${id}_run_${script.id}`, 'OS::Heat::SoftwareDeployment', properties, script.at)
  }
  addUserData(component, runs, scope)
  const address = data({ get_attr: [id, 'first_address'] })
  for (const one of component.requires) {
    if (one.type === 'loadbalancer') addMember(one, component, address, scope)
    if (one.type === 'dns') addName(one, component, address, scope)
  }
  scope.reportRequirements(component, ['run', 'unpack', 'os', 'loadbalancer', 'dns', ...sizes.keys()])
}

/** What a server runs: scripts by deployments, packages and archives by cloud-init. */
interface Runs {
  readonly scripts: readonly Component[]
  readonly packages: readonly Component[]
}

/** `rpm` and `tgz` are parts of the server that they are for. */
export function isPackage({ type }: Component): boolean {
  return type === 'rpm' || type === 'tgz'
}

function partsOf(component: Component, scope: Scope): Runs {
  const wanted = component.requires.filter(({ type }) => type === 'run' || type === 'unpack')
  const parts = wanted.flatMap((one) => scope.targetsOf(one))
  const isScript = ({ type }: Component) => type !== undefined && nativeType(type) === 'script'
  for (const one of parts) {
    if (!isPackage(one) && !isScript(one))
      scope.report(
        'blueprint-loss',
        one.at,
        `a server runs scripts and packages; "${one.id}" is of type ${one.type}`,
      )
  }
  return { scripts: parts.filter(isScript), packages: parts.filter(isPackage) }
}

function serverProperties(
  component: Component,
  { scripts, packages }: Runs,
  scope: Scope,
): Map<string, Data | undefined> {
  const { id } = component
  const wanted = component.requires.filter(({ type }) => sizes.has(type))
  const least = wanted.map((one) => `${valueOf(one)} ${sizes.get(one.type)}`).join(' and ')
  const os = component.requires.find(({ type }) => type === 'os')
  const image = {
    type: 'string',
    description: `Image of ${id}${os === undefined ? '' : `, with ${valueOf(os)}`}`,
    constraint: 'glance.image',
  } as const
  const flavor = {
    type: 'string',
    description: `Flavor of ${id}${least === '' ? '' : `, with at least ${least}`}`,
    constraint: 'nova.flavor',
  } as const
  const properties = new Map<string, Data | undefined>([
    ['image', scope.parameter(`${id}_image`, image, os?.at ?? component.at)],
    ['flavor', scope.parameter(`${id}_flavor`, flavor, wanted[0]?.at ?? component.at)],
    ['user_data_format', scripts.length > 0 ? 'SOFTWARE_CONFIG' : packages.length > 0 ? 'RAW' : undefined],
    ['user_data', packages.length > 0 ? data({ get_resource: `${id}_user_data` }) : undefined],
  ])
  scope.pass(component, 'OS::Nova::Server', properties)
  return properties
}

function valueOf({ attributes }: Requirement): string {
  const scalar = scalarOf(attributes.get('value'))
  return scalar === undefined ? '?' : String(scalar.value)
}

/** Repositories, packages and archives as cloud-init has them, in one message of several parts. */
function addUserData({ id, at }: Component, { packages }: Runs, scope: Scope): void {
  if (packages.length === 0) return
  const parts = packages.map((one) => {
    const name = `${id}_${one.id}`
    const config = one.type === 'rpm' ? rpmConfig(one, scope) : archiveConfig(one, scope)
    scope.add(name, 'OS::Heat::CloudConfig', data({ cloud_config: config }), one.at)
    return data({ config: data({ get_resource: name }) })
  })
  scope.add(`${id}_user_data`, 'OS::Heat::MultipartMime', data({ parts }), at)
}

/** https://cloudinit.readthedocs.io/en/latest/reference/modules.html, "Yum Add Repo" and "Package Update Upgrade Install" */
function rpmConfig(component: Component, scope: Scope): Data {
  const urls = seqOf(attribute(component, 'repos'))?.items ?? []
  const repositories = urls.map((url, index) => {
    const name = `${component.id}_${index + 1}`
    return [name, data({ name, baseurl: url, enabled: true })] as const
  })
  scope.reportRest(component, ['rpms', 'repos'], [])
  return data({
    yum_repos: repositories.length === 0 ? undefined : new Map(repositories),
    packages: attribute(component, 'rpms'),
  })
}

function archiveConfig(component: Component, scope: Scope): Data {
  const target = textOf(attribute(component, 'target')) ?? '/'
  const content = textOf(component.content)
  scope.reportRest(component, ['target'], [])
  if (content === undefined || !/^https?:\/\//.test(content)) {
    const at = component.content ?? component.at
    scope.report('blueprint-loss', at, `a server can fetch "${component.id}" only from a URL`)
    return data({})
  }
  const unpack = ['sh', '-c', 'curl -fsSL "$1" | tar -xz -C "$2"', 'unpack', content, target]
  return data({ runcmd: [['mkdir', '-p', target], unpack] })
}

/** Deployments run as root, so that `sudo: true` says nothing more. */
export function lowerScript(component: Component, scope: Scope): void {
  const { id, at, content } = component
  const config = content === undefined ? undefined : fileOf(content)
  scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', config }))
  if (config === undefined) scope.report('blueprint-loss', at, `the script "${id}" has no content`)
  const sudo = attribute(component, 'sudo')
  if (sudo !== undefined && scalarOf(sudo)?.value !== true)
    scope.report('blueprint-loss', sudo, 'deployments run as root; sudo: false has no equivalent in HOT')
  scope.reportRest(component, ['sudo'], [])
}
