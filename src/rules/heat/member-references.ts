/** What `get_attr` looks up inside of nested templates and in the members of groups: grouputils.py, `get_attribute` of each. */

import { memberDefinitionOf } from '../../heat/group-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { didYouMean } from '../../heat/near-names.ts'
import { attributeOfEveryType, resourceTypeFacts } from '../../heat/resource-types.ts'
import { stepOf, stepsOf, wayInto } from '../../stack/asked-from-callers.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, stringOf } from '../../text/document/read.ts'
import { partOf } from '../locations.ts'
import { templateOf } from '../properties.ts'
import { rule } from '../rule.ts'
import { besideResource, type CheckScope, classBehind, type Report } from '../scope.ts'
import { isResolved } from '../vocabulary.ts'

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
  },
  source: 'heat/common/grouputils.py: get_nested_attrs',
  asks: 'template',
  find(view, report) {
    for (const { call, at } of view.calls) {
      if (call.name !== 'get_attr' || !isResolved(call, view.words)) continue
      const items = listOf(call.argument)?.items ?? []
      const resource = stringOf(items[0])
      const made = mapOf(view.declared.resources.get(resource ?? ''))
      const type = stringOf(readValue(made, 'type'))
      if (resource === undefined || made === undefined || type === undefined) continue
      const steps = items.slice(1).map(stepOf)
      const lost = losing(report, at, items)
      follow(made, type, { steps, view, resource, lost })
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
    followNested(type, { item: 0, offset: 0 }, { ...followed, view: { ...view, beside } })
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
  if (typeof templateOf(memberType, view) === 'object') followNested(memberType, way, followed)
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

/** `resource.NAME` in a nested template; what it has as outputs is looked at elsewhere. */
function followNested(type: string, way: Way, followed: Followed): void {
  const { steps, view, lost } = followed
  const child = templateOf(type, view)
  const step = typeof child === 'object' ? stepsOf(steps, way) : undefined
  if (typeof child !== 'object' || typeof step !== 'object') return
  const made = mapOf(child.resources.get(step.name))
  if (!child.resources.has(step.name)) lost(`${type} has no resource`, step.name, child.resources, way)
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
