/** What may be done about something that only a person can decide, whatever the requirement: take it out, or ask for it. */

import { callOf } from '../../heat/calls.ts'
import { classOf } from '../../heat/functions/classes.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { freeName } from '../../heat/parameters.ts'
import { resourceRead } from '../../heat/reads.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { latestVersion } from '../../heat/versions.ts'
import type { NestedCall } from '../../stack/calls.ts'
import { nodeAt, trailTo } from '../../stack/refactor/tree-edits.ts'
import { baseName } from '../../stack/source-file.ts'
import type { Trail } from '../../stack/trail.ts'
import { plainData } from '../../text/document/data.ts'
import type { Node } from '../../text/document/node.ts'
import { entryOf, isNull, resolved, stringOf } from '../../text/document/read.ts'
import type { Violation } from './rule.ts'
import type { Step, Way } from './step.ts'
import type { Resource, VnfTemplate } from './vnf/template.ts'
import type { Vnf } from './vnf/vnf.ts'

/** From the smallest change to the largest. */
export function commonWays(vnf: Vnf, { path, at, subject }: Violation): readonly Way[] {
  const file = vnf.pkg.files.get(path)
  const trail = file === undefined || at === undefined ? undefined : trailTo(file.root, at)
  const template = vnf.template(path)
  if (trail === undefined) return []
  const [section, name = ''] = trail
  if (template === undefined || section === undefined) return [{ steps: [{ file: path, remove: trail }] }]
  const id = subject.kind === 'call' ? subject.call.resource : name
  const passing = subject.kind === 'call' ? passingWays(vnf, subject.call, subject.parameter) : []
  switch (section) {
    case 'resources':
      return [...passing, ...propertyWays(template, trail), { steps: withoutResource(template, id) }]
    case 'parameters':
      return [...outwards(template, trail, 3), { steps: [{ file: path, drop: name }] }]
    default:
      return outwards(template, trail, 2)
  }
}

/** A caller that leaves a parameter to its default passes that, or its own parameter of that name. */
function passingWays(vnf: Vnf, call: NestedCall, parameter: string): readonly Way[] {
  const value = readValue(vnf.template(call.callee)?.parameters.get(parameter)?.map, 'default')
  if (value === undefined) return []
  const isOwn = vnf.template(call.caller)?.parameters.has(parameter) === true
  const passed = [plainData(value), ...(isOwn ? [{ get_param: parameter }] : [])]
  return passed.map((one) => ({ steps: [passedStep(call, parameter, one)] }))
}

/** A caller passes a value that it has not passed. */
export function passedStep(
  { caller: file, trail, propertiesKey, properties }: NestedCall,
  name: string,
  value: unknown,
): Step {
  const at = [...trail, propertiesKey]
  if (properties === undefined) return { file, write: at, value: { [name]: value } }
  if (isNull(properties)) return { file, write: at, value: { [name]: value }, was: null }
  return { file, write: [...at, name], value }
}

/** What is at the end of a trail is removed, or what it is in, up to some keys from the root. */
function outwards(
  { path, root }: Pick<VnfTemplate, 'path' | 'root'>,
  trail: Trail,
  least: number,
): readonly Way[] {
  const lengths = Array.from(
    { length: Math.max(0, trail.length - least + 1) },
    (_, index) => trail.length - index,
  )
  const isArgument = (length: number) => isFunction(nodeAt(root, trail.slice(0, length - 1)))
  return lengths
    .filter((length) => !isArgument(length))
    .map((length) => ({ steps: [{ file: path, remove: trail.slice(0, length) }] }))
}

/** A property is removed, in part or as a whole, or read from a parameter that whoever creates a stack sets. */
function propertyWays(template: VnfTemplate, trail: Trail): readonly Way[] {
  if (trail[2] === 'type') return []
  const least = trail[2] === 'properties' ? 4 : 3
  const [, id = '', , property] = trail
  const resource = template.resources.find((one) => one.id === id && !one.isMember)
  const value = nodeAt(template.root, trail.slice(0, 4))
  const isSingle = value === undefined || value.kind === 'scalar' || isFunction(value)
  const asked =
    least === 4 && property !== undefined && resource !== undefined && isSingle
      ? [{ steps: readFromParameter(resource, property, trail.slice(0, 4)) }]
      : []
  return [...outwards(template, trail, least), ...asked]
}

function isFunction(node: Node | undefined): boolean {
  const name = callOf(node)?.name
  return name !== undefined && classOf(name, latestVersion) !== undefined
}

/** Types of parameters by those of properties. */
const typeOfParameter: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'comma_delimited_list',
  map: 'json',
}

/** Of the parameter that a property can be read from. */
export function typeOfProperty(type: string, property: string): string {
  return typeOfParameter[resourceTypeFacts(type)?.properties.get(property)?.type ?? ''] ?? 'string'
}

/** The property of a resource gets its value from a new parameter. */
export function readFromParameter(
  { template, id, type }: Resource,
  property: string,
  at: Trail,
  {
    name = `${id}_${property}`.replace(/\W/g, '_'),
    value,
  }: { readonly name?: string; readonly value?: unknown } = {},
): readonly Step[] {
  const { path, root } = template
  const own = freeName(root, name, [])
  const was = plainData(nodeAt(root, at))
  return [
    { file: path, write: at, value: { get_param: own }, ...(was === undefined ? {} : { was }) },
    { file: path, declare: own, type: typeOfProperty(type, property) },
    ...(value === undefined ? [] : [{ file: path, give: own, value }]),
  ]
}

/** Everything in a template that a resource is there for goes with it: what cannot be without it, too. */
function withoutResource(template: VnfTemplate, id: string): readonly Step[] {
  const removed = new Set<string>()
  const trails: Trail[] = []
  const remove = (resource: string): void => {
    if (removed.has(resource)) return
    removed.add(resource)
    trails.push(['resources', resource])
    for (const trail of referencesTo(template, resource)) {
      const owner = ownerOf(template, trail)
      if (owner === undefined) trails.push(trail)
      else remove(owner)
    }
  }
  remove(id)
  const isInside = (inner: Trail, outer: Trail) =>
    inner.length > outer.length && outer.every((key, index) => key === inner[index])
  const left = trails.filter((one) => !trails.some((other) => isInside(one, other)))
  const unique = [...new Map(left.map((one) => [one.join('\n'), one])).values()]
  // Items are counted from the first one: the last goes first.
  return unique
    .toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)) || 0)
    .map((remove) => ({ file: template.path, remove }))
}

/** The resource that cannot be without the property that a trail is: it goes, too. */
function ownerOf(template: VnfTemplate, [section, id, part, property, ...rest]: Trail): string | undefined {
  if (section !== 'resources' || part !== 'properties' || rest.length > 0) return undefined
  const resource = template.resources.find((one) => one.id === id)
  const facts = resource && resourceTypeFacts(resource.type)
  return facts?.properties.get(property ?? '')?.required === true ? id : undefined
}

/** What is to be removed with a resource: outputs, items of lists, properties and dependencies that name it. */
function referencesTo(template: VnfTemplate, id: string): readonly Trail[] {
  return referencesIn(template, id)
    .map((trail) => (isDependency(trail) ? trail : removableAt(trail)))
    .filter(([section, name]) => section !== 'resources' || name !== id)
}

/** Where functions and dependencies name a resource. */
function referencesIn({ root }: VnfTemplate, id: string): readonly Trail[] {
  const found: Trail[] = []
  const visit = (node: Node, trail: Trail): void => {
    const inner = resolved(node)
    if (resourceRead(node)?.name === id) found.push(trail)
    else if (inner.kind === 'seq')
      for (const [index, item] of inner.items.entries()) visit(item, [...trail, `${index}`])
    else if (inner.kind === 'map')
      for (const { key, value } of inner.entries) visit(value, [...trail, stringOf(key) ?? ''])
    else if (isDependency(trail) && stringOf(node) === id) found.push(trail)
  }
  for (const section of ['resources', 'outputs']) {
    const value = entryOf(root, section)?.value
    if (value !== undefined) visit(value, [section])
  }
  return found
}

function isDependency([section, , key, ...rest]: Trail): boolean {
  return section === 'resources' && key === 'depends_on' && rest.length <= 1
}

/** The output, the item of a list directly below a property, or the property. */
function removableAt(trail: Trail): Trail {
  const [section, , , , index] = trail
  if (section === 'outputs') return trail.slice(0, 2)
  return trail.slice(0, index !== undefined && /^\d+$/.test(index) ? 5 : 4)
}

/** The resource is removed, and what read it reads a parameter; subnets of a network go with it. */
export function fromOutside(template: VnfTemplate, id: string, name: string): readonly Step[] {
  const { path, root } = template
  const references = referencesIn(template, id).filter(
    ([section, one]) => section === 'outputs' || one !== id,
  )
  const subnets = references.flatMap(([section, one = '']) => {
    const resource = template.resources.find((other) => section === 'resources' && other.id === one)
    return resource?.type === 'OS::Neutron::Subnet' ? [resource.id] : []
  })
  const isRemoved = ([section, one = '', part]: Trail) =>
    section === 'resources' && (subnets.includes(one) || part === 'depends_on')
  const read = references
    .filter((trail) => !isRemoved(trail))
    .map((write) => ({
      file: path,
      write,
      value: { get_param: name },
      was: plainData(nodeAt(root, write)),
    }))
  const dependencies = references.filter(([, , part]) => part === 'depends_on').toReversed()
  return [
    ...read,
    ...dependencies.map((remove) => ({ file: path, remove })),
    ...subnets.flatMap((one) => withoutResource(template, one)),
    { file: path, remove: ['resources', id] },
    { file: path, declare: name, type: 'string' },
  ]
}

/** Another name for a file: its base name, or with the extension its whole name. */
export function fileNamed(path: string, to: string): Way {
  return { steps: [{ file: path, rename: 'file', name: baseName(path), to }] }
}

/** Something with a name. */
interface NamedThing {
  readonly file: string
  readonly rename: 'parameter' | 'resource'
  readonly name: string
}

/** All parameters and resources of a VNF. */
export function namedThings({ whole }: Vnf): readonly NamedThing[] {
  return whole.templates.flatMap(({ path: file, parameters, resources }) => [
    ...[...parameters.keys()].map((name) => ({ file, rename: 'parameter', name }) as const),
    ...resources
      .filter(({ isMember }) => !isMember)
      .map(({ id: name }) => ({ file, rename: 'resource', name }) as const),
  ])
}

/**
 * Replaces a word in the names of things; undefined where no name contains it.
 * @param but longer words that contain it and do not change
 */
export function withWord(
  things: readonly NamedThing[],
  from: string,
  to: string,
  but?: string,
): Way | undefined {
  const word = new RegExp(`(^|_)${from.replace(/\W/g, '\\$&')}(?=_|$)`, 'g')
  const renamed = (text: string) => text.replace(word, `$1${to}`)
  const steps = things.flatMap((one) => {
    const made = (but === undefined ? [one.name] : one.name.split(but)).map(renamed).join(but)
    return made === one.name ? [] : [{ ...one, to: made }]
  })
  return steps.length === 0 || to === '' || from === to ? undefined : { steps }
}

/** Gives something out, in a section that may not be there yet. */
export function outputStep({ path: file, root }: VnfTemplate, name: string, value: unknown): Step {
  const output = { value }
  return entryOf(root, 'outputs') === undefined
    ? { file, write: ['outputs'], value: { [name]: output } }
    : { file, write: ['outputs', name], value: output }
}
