/** What `get_attr` looks up inside of nested templates and in the members of groups: grouputils.py, `get_attribute` of each. */

import { type Call, callOf } from '../../heat/calls.ts'
import { branchesOnCondition } from '../../heat/functions/table.ts'
import { memberDefinitionOf } from '../../heat/group-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { didYouMean } from '../../heat/near-names.ts'
import { attributeOfEveryType, resourceTypeFacts } from '../../heat/resource-types.ts'
import { stepOf, stepsOf, wayInto } from '../../stack/asked-from-callers.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, resolved, stringOf } from '../../text/document/read.ts'
import { partOf } from '../locations.ts'
import { templateOf } from '../properties.ts'
import { rule } from '../rule.ts'
import { besideResource, type CheckScope, classBehind, type NestedTemplate, type Report } from '../scope.ts'
import type { ResourceView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'
import { always, Worlds } from '../worlds.ts'

type PathStep = ReturnType<typeof stepOf>

/** Where steps have led to. */
interface Way {
  readonly item: number
  readonly offset: number
}

/** One `get_attr`, and the way on which it is followed. */
interface Followed {
  readonly steps: readonly PathStep[]
  readonly view: Pick<CheckScope, 'root' | 'beside'>
  readonly resource: string
  /** Reports what a step names that is not there, with what is there. */
  readonly lost: (what: string, name: string, known: ReadonlyMap<string, unknown>, way: Way) => void
  /** Reports a resource of a nested template that its condition leaves out. */
  readonly notCreated: (name: string, type: string, way: Way) => void
}

export const memberReferences = rule({
  codes: {
    'unknown-member': {
      title: 'A resource or attribute that a nested template or the members of a group do not have',
      severity: 'error',
      behaves: ['open in calls'],
      help: 'Use a resource or attribute that is there.',
      why: 'get_attr can look up a resource inside of a nested template, and the attributes of the members of a group. Heat rejects an attribute that the type of the members does not have, and fails while it creates the stack where the nested template has no such resource.',
      example: {
        command: 'check disks.yaml',
        before: `heat_template_version: 2018-08-31
resources:
  disks:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Cinder::Volume, properties: {size: 1}}}
outputs: {states: {value: {get_attr: [disks, state]}}}
`,
        after: `heat_template_version: 2018-08-31
resources:
  disks:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Cinder::Volume, properties: {size: 1}}}
outputs: {states: {value: {get_attr: [disks, status]}}}
`,
      },
    },
    'member-not-created': {
      title: 'A resource of a nested template that its condition leaves out is read',
      severity: 'error',
      behaves: ['on evaluation'],
      help: 'Pass what makes the condition true, or read it only under the same condition.',
      why: 'With what is passed and the defaults of the nested template, the condition of the resource is false. Heat computes what is read when it creates the resource that reads it, and fails then.',
      example: {
        command: 'check volume.yaml',
        at: 'volume.yaml:4',
        before: {
          'volume.yaml': `heat_template_version: 2018-08-31
resources:
  site: {type: site.yaml}
  disk: {type: OS::Cinder::Volume, properties: {size: 1, name: {get_attr: [site, network]}}}
`,
          'site.yaml': `heat_template_version: 2018-08-31
parameters: {is_new: {type: boolean, default: false}}
conditions: {new: {get_param: is_new}}
resources: {net: {type: OS::Neutron::Net, condition: new}}
outputs: {network: {value: {get_resource: net}}}
`,
        },
        after: {
          'volume.yaml': `heat_template_version: 2018-08-31
resources:
  site: {type: site.yaml, properties: {is_new: true}}
  disk: {type: OS::Cinder::Volume, properties: {size: 1, name: {get_attr: [site, network]}}}
`,
        },
      },
    },
  },
  source: 'heat/common/grouputils.py: get_nested_attrs',
  asks: 'template',
  extent: 'parts',
  find(view, report) {
    const certain = new Set(view.resources.flatMap((one) => (isAlways(one) ? [...callsIn(one)] : [])))
    for (const { call, at } of view.calls) {
      if (call.name !== 'get_attr' || !isResolved(call, view.words)) continue
      const items = listOf(call.argument)?.items ?? []
      const resource = stringOf(items[0])
      const made = mapOf(view.declared.resources.get(resource ?? ''))
      const type = stringOf(readValue(made, 'type'))
      if (resource === undefined || made === undefined || type === undefined) continue
      const steps = items.slice(1).map(stepOf)
      const notCreated: Followed['notCreated'] = (name, template, { item }) => {
        const message = `${template} does not create "${name}", because its condition is false`
        if (certain.has(call.node)) report('member-not-created', partOf(at, items[item + 1]), message)
      }
      follow(made, type, { steps, view, resource, lost: losing(report, at, items), notCreated })
    }
  },
})

/** Where so few things are there, all of them are named. */
const FEW = 5

function losing(report: Report<'unknown-member'>, at: Node, items: readonly Node[]): Followed['lost'] {
  return (what, name, known, { item }) => {
    const { hint, instead } = didYouMean(name, known)
    const names = [...known.keys()]
    const there = names.length > 0 && names.length <= FEW ? `; it has ${names.join(', ')}` : ''
    report('unknown-member', partOf(at, items[item + 1]), `${what} "${name}"${hint === '' ? there : hint}`, {
      repair: instead,
    })
  }
}

function follow(made: Mapping, type: string, followed: Followed): void {
  const { view, resource, steps } = followed
  const beside = besideResource(view.beside, resource, type)
  const member = memberOf(made, classBehind(type, beside))
  if (member === undefined) {
    const passed = mapOf(readValue(made, 'properties', 'Properties'))
    followNested(type, { item: 0, offset: 0 }, passed, { ...followed, view: { ...view, beside } })
    return
  }
  const way = wayInto(steps, { item: 0, offset: 0 }, 1)
  const memberType = stringOf(readValue(member, 'type'))
  if (
    typeof way !== 'object' ||
    memberType === undefined ||
    ('isFixed' in way && steps[way.item] === undefined)
  )
    return
  if (isOfGroup(type, steps[0])) return
  if (typeof templateOf(memberType, view) === 'object')
    followNested(memberType, way, mapOf(readValue(member, 'properties')), followed)
  else checkAttribute(memberType, `the members of "${resource}"`, way, followed)
}

/** Whether a step names an attribute of the group itself, or anything that a group of its class takes for one. */
function isOfGroup(type: string, step: PathStep): boolean {
  return (
    type === 'OS::Heat::AutoScalingGroup' && !/^(?:outputs|outputs_list|resource\..*)$/.test(String(step))
  )
}

/** The definition of the members of a group. */
function memberOf(made: Mapping, type: string): Mapping | undefined {
  const property = memberDefinitionOf(type)
  return property === undefined ? undefined : mapOf(readValue(mapOf(readValue(made, 'properties')), property))
}

/** Whether the condition of a resource is false in a nested template, by what it is passed and its defaults. */
function whatIsAbsent(
  { declared }: NestedTemplate,
  passed: Mapping | undefined,
  { beside }: Pick<CheckScope, 'beside'>,
): (name: string) => boolean {
  const valueOf = (parameter: string) => {
    const own = readValue(passed, parameter)
    if (own !== undefined) return own
    return beside.hasDefault(parameter)
      ? undefined
      : readValue(declared.parameters.get(parameter), 'default', 'Default')
  }
  const worlds = new Worlds(declared, (key) => key, valueOf)
  return (name) => {
    const formula = worlds.ofPart(mapOf(declared.resources.get(name)))
    return formula !== always && worlds.frequencyOf({ is: 'not', of: formula }) === 'by default'
  }
}

const isAlways = ({ definition }: ResourceView): boolean => readValue(definition, 'condition') === undefined

/** The functions that Heat computes for a resource in any case. */
function callsIn({ propertiesNode }: ResourceView): ReadonlySet<Mapping> {
  return new Set(unconditional(propertiesNode).map(({ node }) => node))
}

/** The functions in a value that are not in the branch of a condition. */
function unconditional(value: Node | undefined): readonly Call[] {
  const found: Call[] = []
  const seen = new Set<Node>()
  const open = value === undefined ? [] : [resolved(value)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // Aliases may lead to one part any number of times.
    if (seen.has(node)) continue
    seen.add(node)
    const call = callOf(node)
    if (call !== undefined && branchesOnCondition(call.name)) continue
    if (call !== undefined) found.push(call)
    if (node.kind === 'seq') open.push(...node.items.map(resolved))
    if (node.kind === 'map') open.push(...node.entries.map((one) => resolved(one.value)))
  }
  return found
}

/** `resource.NAME` in a nested template; what it has as outputs is looked at elsewhere. */
function followNested(type: string, way: Way, passed: Mapping | undefined, followed: Followed): void {
  const { steps, view, lost, notCreated } = followed
  const child = templateOf(type, view)
  const step = typeof child === 'object' ? stepsOf(steps, way) : undefined
  if (typeof child !== 'object' || step === undefined) return
  const absent = whatIsAbsent(child, passed, view)
  if (step === 'output') {
    const output = mapOf(child.outputs.get(String(steps[way.item]).slice(way.offset))?.value)
    // An output is null where its own condition is false.
    const read = readValue(output, 'condition') === undefined ? unconditional(readValue(output, 'value')) : []
    for (const { name, argument } of read) {
      const referred = name === 'get_resource' ? stringOf(argument) : undefined
      if (referred !== undefined && absent(referred)) notCreated(referred, type, way)
    }
    return
  }
  if (absent(step.name)) notCreated(step.name, type, way)
  const made = mapOf(child.declared.resources.get(step.name))
  if (!child.declared.resources.has(step.name))
    lost(`${type} has no resource`, step.name, child.declared.resources, way)
  const inner = stringOf(readValue(made, 'type', 'Type'))
  // The files that a nested template names lie beside that.
  if (inner === undefined || (templateOf(inner, view) !== undefined && templateOf(inner, view) !== 'nothing'))
    return
  checkAttribute(inner, `"${step.name}" (${inner}) in ${type}`, step.next, followed)
}

function checkAttribute(type: string, what: string, way: Way, { steps, view, lost }: Followed): void {
  const facts = resourceTypeFacts(classBehind(type, view.beside))
  const step = steps[way.item]
  const attribute = typeof step === 'string' ? step.slice(way.offset) : undefined
  if (facts === undefined || facts.placeholder || facts.attributePaths !== undefined) return
  if (attribute === undefined || attribute === '' || facts.attributes.has(attribute)) return
  if (attributeOfEveryType(attribute) !== undefined) return
  const named = /^(.+?)\./.exec(attribute)?.[1]
  // `resource.0.networks.private` is cut at its first two dots alone.
  if (named !== undefined && facts.attributes.has(named)) return
  lost(
    what.startsWith('the') ? `${what} (${type}) have no attribute` : `${what} has no attribute`,
    attribute,
    facts.attributes,
    way,
  )
}
