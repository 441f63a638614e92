/** Resources that are made for others to use, and that none uses. */

import { functionRow } from '../../heat/functions/table.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { dependenciesOf, referenceOf } from '../../heat/reads.ts'
import { someNode } from '../../heat/walk.ts'
import { dataKey } from '../../text/document/data.ts'
import type { Node } from '../../text/document/node.ts'
import { listOf, mapOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { ResourceView, TemplateView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'

/** The purpose of a resource, how to use it, and a property with which it works alone. */
interface Served {
  readonly what: string
  readonly write: (name: string) => string
  readonly servesWith?: string
}

const served: Readonly<Record<string, Served>> = {
  'OS::Neutron::SecurityGroup': {
    what: 'security group',
    write: (name) => `security_groups: [{get_resource: ${name}}] on a port or server`,
  },
  'OS::Nova::KeyPair': { what: 'key pair', write: (name) => `key_name: {get_resource: ${name}} on a server` },
  'OS::Cinder::Volume': {
    what: 'volume',
    write: (name) => `an OS::Cinder::VolumeAttachment with volume_id: {get_resource: ${name}}`,
  },
  'OS::Neutron::Port': {
    what: 'port',
    write: (name) => `networks: [{port: {get_resource: ${name}}}] on a server`,
    servesWith: 'device_id',
  },
  'OS::Neutron::FloatingIP': {
    what: 'floating IP',
    write: () => 'its port_id',
    servesWith: 'port_id',
  },
  'OS::Heat::ScalingPolicy': {
    what: 'scaling policy',
    write: (name) =>
      `alarm_actions: [{get_attr: [${name}, signal_url]}] on an alarm, or print it as an output`,
  },
}

const handles: readonly string[] = [
  'OS::Heat::WaitConditionHandle',
  'AWS::CloudFormation::WaitConditionHandle',
]
const waits: readonly string[] = ['OS::Heat::WaitCondition', 'AWS::CloudFormation::WaitCondition']

export const unusedResources = rule({
  codes: {
    'unused-resource': {
      title: 'A resource that nothing uses',
      severity: 'info',
      behaves: ['accepted by Heat', 'looked for last'],
      help: 'Refer to it where it is to be used, print it as an output if other stacks use it, or remove it.',
      why: 'Heat creates the resource, and nothing is attached to it: often the reference was forgotten, so that the servers of the template are without it.',
      example: {
        command: 'check server.yaml',
        at: 'server.yaml:3',
        before: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, networks: [{network: inner}]}}
`,
        after: `heat_template_version: 2018-08-31
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  server: {type: OS::Nova::Server, properties: {flavor: small, image: debian, networks: [{network: inner}]}}
  attached:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: server}, volume_id: {get_resource: disk}}
`,
      },
    },
    'unsignalled-wait': {
      title: 'A wait condition that nothing can signal',
      severity: 'warning',
      behaves: ['accepted by Heat'],
      help: 'Put the curl_cli of its handle into a script, or print it as an output.',
      why: 'A wait condition waits for a signal to the address that its handle has. Where no script, property or output gets the address, nobody can send one, and the stack fails when the time is up.',
      example: {
        command: 'check wait.yaml',
        at: 'wait.yaml:3',
        before: `heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: handle}, timeout: 600}}
`,
        after: `heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: handle}, timeout: 600}}
outputs: {signal: {value: {get_attr: [handle, curl_cli]}}}
`,
      },
    },
  },
  source: 'Template Guide, OpenStack Resource Types',
  asks: 'template',
  stage: 'last',
  find(view, report) {
    const idle = view.ofTypes(Object.keys(served))
    const handed = view.ofTypes(handles)
    if (idle.length + handed.length === 0) return
    const uses = usesIn(view)
    const open = idle.filter((one) => isIdle(one, uses) && isExpected(one, view))
    const silent = handed.filter(
      ({ name }) => waitsOn(name, view) > 0 && uses.get(name) === waitsOn(name, view),
    )
    // Whoever uses this template as a type may look for its resources.
    if (open.length + silent.length === 0 || view.beside.isCalled?.() === true) return
    for (const { name, type = '', typeAt } of open) {
      const { what, write } = served[type] as Served
      report('unused-resource', typeAt, `nothing uses the ${what} "${name}"; write ${write(name)}`)
    }
    for (const { name, typeAt } of silent)
      report(
        'unsignalled-wait',
        typeAt,
        `nothing uses the signal URL of "${name}", so it is never signalled; write {get_attr: [${name}, curl_cli]} in a script or output`,
      )
  },
})

/** How often each resource is referred to. */
function usesIn({ calls, resources, words }: TemplateView): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  const add = (name: string | undefined) => name !== undefined && uses.set(name, (uses.get(name) ?? 0) + 1)
  for (const { call } of calls)
    if (isResolved(call, words) && /resource|attribute/.test(functionRow(call.name)?.refersTo ?? '')) {
      const [first = call.argument] = listOf(call.argument)?.items ?? []
      add(stringOf(first)?.split('.')[0])
    }
  for (const { definition } of resources) for (const { name } of dependenciesOf(definition)) add(name)
  return uses
}

function isIdle(
  { name, type = '', property, isExternal, isComputed }: ResourceView,
  uses: ReadonlyMap<string, number>,
) {
  const own = served[type]?.servesWith
  return !isExternal && !isComputed && !uses.has(name) && (own === undefined || property(own) === undefined)
}

/** Whether there is something for it to serve, and nothing that names it otherwise. */
function isExpected(one: ResourceView, view: TemplateView): boolean {
  if (one.type === 'OS::Heat::ScalingPolicy') return true
  if (!view.resources.some((other) => isServer(other))) return false
  const name = one.property('name')
  return name === undefined || !isNamedElsewhere(name, one, view)
}

/** A server, or a group of them. */
function isServer({ type, property }: ResourceView): boolean {
  const member = type === 'OS::Heat::ResourceGroup' ? 'resource_def' : 'resource'
  return (
    type === 'OS::Nova::Server' || stringOf(readValue(mapOf(property(member)), 'type')) === 'OS::Nova::Server'
  )
}

/** Whether its name, as it is written or computed, stands in the properties of another resource as well. */
function isNamedElsewhere(name: Node, one: ResourceView, { resources }: TemplateView): boolean {
  const key = dataKey(name)
  return resources.some(
    ({ definition, propertiesNode }) =>
      definition !== one.definition &&
      propertiesNode !== undefined &&
      someNode(propertiesNode, (node) => node.kind === name.kind && dataKey(node) === key),
  )
}

function waitsOn(handle: string, view: TemplateView): number {
  return view.ofTypes(waits).filter(({ property }) => {
    const at = property('handle') ?? property('Handle')
    const [only] = mapOf(at)?.entries ?? []
    return referenceOf(at) === handle || (stringOf(only?.key) === 'Ref' && stringOf(only?.value) === handle)
  }).length
}
