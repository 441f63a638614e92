/** Software deployments and the servers that they are meant for; heat/engine/resources/openstack/heat/software_deployment.py. */

import { callOf } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { declaredIn } from '../locations.ts'
import { templateOf } from '../properties.ts'
import { rule } from '../rule.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'

const deployments: ReadonlySet<string> = new Set([
  'OS::Heat::SoftwareDeployment',
  'OS::Heat::StructuredDeployment',
])

const deploymentGroups: ReadonlySet<string> = new Set([
  'OS::Heat::SoftwareDeploymentGroup',
  'OS::Heat::SoftwareDeployments',
  'OS::Heat::StructuredDeploymentGroup',
  'OS::Heat::StructuredDeployments',
])

const codes = {
  'unread-deployment': {
    title: 'A software deployment that the server never reads',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write user_data_format: SOFTWARE_CONFIG on the server; otherwise the stack waits until it times out.',
    why: 'A server asks for software only with user_data_format: SOFTWARE_CONFIG. Heat rejects a single deployment on another server; with a group it does not look, and waits for an answer that never comes.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:7',
      before: `heat_template_version: 2018-08-31
resources:
  config: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: date}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian}}
  dates:
    type: OS::Heat::SoftwareDeploymentGroup
    properties: {config: {get_resource: config}, servers: {one: {get_resource: server}}}
`,
      after: `heat_template_version: 2018-08-31
resources:
  config: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: date}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, user_data_format: SOFTWARE_CONFIG}}
  dates:
    type: OS::Heat::SoftwareDeploymentGroup
    properties: {config: {get_resource: config}, servers: {one: {get_resource: server}}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

/** Reports servers on which software is to be deployed, and that are not made to ask for it. */
export const unreadDeployments = rule({
  codes,
  source: 'Template Guide, Software configuration',
  asks: 'template',
  extent: 'parts',
  find(view, report) {
    const { whole, declared, words } = view
    const said = new Set<string>()
    for (const one of view.resources) {
      for (const { server, at, by } of serversOf(one, view)) {
        const definition = serverDefinition(declared.resources.get(server), words)
        if (said.has(server) || definition === undefined || asksForSoftware(definition)) continue
        said.add(server)
        const code = by === 'deployment' ? 'bad-combination' : 'unread-deployment'
        const message = `"${server}" requires user_data_format: SOFTWARE_CONFIG, because "${one.name}" deploys software on it`
        report(code, at, message, { related: declaredIn(whole, 'resources', server) })
      }
    }
  },
})

/** `Server.validate`: the metadata of a server that asks for software is written by Heat. */
export const ownDeployments = rule({
  codes: {},
  source: 'Template Guide, Software configuration',
  asks: 'resource',
  types: ['OS::Nova::Server'],
  find({ name, part, property }, report, { words }) {
    const own = readValue(mapOf(part('metadata')), 'deployments')
    if (own === undefined || stringOf(property('user_data_format')) !== 'SOFTWARE_CONFIG') return
    const message = `the ${words.spell('metadata')} of "${name}" takes no "deployments" beside user_data_format: SOFTWARE_CONFIG; Heat writes them there`
    report('bad-combination', own, message)
  },
})

interface Deployed {
  readonly server: string
  readonly at: Node
  /** Heat looks at the server of a single deployment alone; in other cases the software is only never installed. */
  readonly by: 'deployment' | 'group or template'
}

function serversOf({ type = '', property }: ResourceView, view: TemplateView): readonly Deployed[] {
  if (deployments.has(type)) return referred(property('server'), 'deployment')
  if (deploymentGroups.has(type)) {
    const servers = property('servers')
    const each = mapOf(servers)?.entries.flatMap((one) => referred(one.value, 'group or template')) ?? []
    return [...each, ...referred(servers, 'group or template')]
  }
  const child = templateOf(type, view)
  if (typeof child !== 'object') return []
  return [...(child.deploysOn ?? [])].flatMap((name) => referred(property(name), 'group or template'))
}

/** The resource that a value refers to, or a group whose references it asks for. */
function referred(value: Node | undefined, by: Deployed['by']): readonly Deployed[] {
  const call = value && callOf(resolved(value))
  if (call === undefined || value === undefined) return []
  if (call.name === 'get_resource' || call.name === 'Ref') {
    const server = stringOf(call.argument)
    return server === undefined ? [] : [{ server, at: value, by }]
  }
  const [server, attribute] = listOf(call.argument)?.items.map(stringOf) ?? []
  const isOfAll = call.name === 'get_attr' && /^refs(?:_map)?$/.test(attribute ?? '')
  return isOfAll && server !== undefined ? [{ server, at: value, by }] : []
}

/** The properties of a server, or of the members of a group of servers; undefined for anything else, and what exists already. */
function serverDefinition(
  node: Node | undefined,
  words: TemplateView['words'],
): Mapping | 'none' | undefined {
  const part = mapOf(node)
  if (part === undefined || readValue(part, 'external_id') !== undefined) return undefined
  const own = readValue(part, words.spell('properties'))
  const type = stringOf(readValue(part, words.spell('type')))
  if (type === 'OS::Heat::ResourceGroup')
    return serverDefinition(readValue(mapOf(own), 'resource_def'), words)
  if (type !== 'OS::Nova::Server') return undefined
  if (own === undefined) return 'none'
  const map = mapOf(own)
  return map === undefined || callOf(map) !== undefined ? undefined : map
}

/** A function may give anything. */
function asksForSoftware(definition: Mapping | 'none'): boolean {
  const format = definition === 'none' ? undefined : readValue(definition, 'user_data_format')
  if (format === undefined) return false
  return scalarOf(format)?.type === 'null'
    ? false
    : (stringOf(format) ?? 'SOFTWARE_CONFIG') === 'SOFTWARE_CONFIG'
}

/** The parameters of a template that it takes for servers to deploy software on. */
export function deploymentParameters(root: Mapping): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (value: Node | undefined): void => {
    const call = value && callOf(resolved(value))
    const name =
      call?.name === 'get_param' ? stringOf(listOf(call.argument)?.items[0] ?? call.argument) : undefined
    if (name !== undefined) found.add(name)
  }
  for (const { value } of entriesRead(section(root, 'resources'))) {
    const type = stringOf(readValue(mapOf(value), 'type')) ?? ''
    const properties = mapOf(readValue(mapOf(value), 'properties'))
    if (deployments.has(type)) add(readValue(properties, 'server'))
    else if (deploymentGroups.has(type)) {
      const servers = readValue(properties, 'servers')
      add(servers)
      for (const one of mapOf(servers)?.entries ?? []) add(one.value)
    }
  }
  return found
}
