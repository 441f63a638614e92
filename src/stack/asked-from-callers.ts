/**
 * What `get_attr` looks up in resources that other templates, or the members of groups, are made of: `get_attr: [stack,
 * resource.NAME, ATTRIBUTE]`, `get_attr: [group, attributes, ATTRIBUTE]`. Follows the ways in which Heat does it:
 * `StackResource`, `ResourceGroup` and `AutoScalingResourceGroup.get_attribute`, heat/common/grouputils.py.
 */

import { callOf } from '../heat/calls.ts'
import { attributePath } from '../heat/functions/literals.ts'
import { memoized } from '../text/document/attached.ts'
import { integer, string, withEntries, withItems, withValue } from '../text/document/build.ts'
import type { Document } from '../text/document/document.ts'
import { push } from '../text/document/multimap.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { listOf, nameOf, resolved, scalarOf, stringOf } from '../text/document/read.ts'
import type { NestedCall } from './calls.ts'
import { type TypeReference, typeReferences } from './references.ts'
import { templatesNamedIn } from './registry.ts'
import { isEnvironment, type SourceFile } from './source-file.ts'
import type { Workspace } from './workspace.ts'

/** One function that looks up something inside of a stack or a group. */
export interface Asked {
  /** Path of the template that has the function. */
  readonly caller: string
  /** The function; undefined in a file that cannot be read. */
  readonly at: Mapping | undefined
  /** Of the template of the lookup; undefined where it may be any of them. */
  readonly resource: string | undefined
  /** Whether it looks up the resource itself, or the members of which the resource is a group. */
  readonly of: 'resource' | 'member'
  /** Its attribute; `reference` for none, `unclear` where no string says which. */
  readonly attribute: { readonly name: string } | 'reference' | 'unclear'
  /** Where its steps lead to the attribute; undefined where no other lookup is possible there. */
  readonly way: Way | undefined
}

/** All lookups of the package in the resources of a template from outside, and in the members of its groups. */
export function askedFromCallers(pkg: Workspace, template: string): readonly Asked[] {
  return askedIn(pkg).get(template) ?? []
}

/** The lookups that one function with these steps makes, if a template of the package has it. */
export function askedBySteps(
  pkg: Workspace,
  caller: string,
  stack: string,
  steps: readonly (PathStep | undefined)[],
): readonly (Omit<Asked, 'at'> & { readonly template: string })[] {
  const found: (Omit<Asked, 'at'> & { readonly template: string })[] = []
  new StepWalk(pkg, steps, (template, one) => found.push({ template, caller, ...one })).into(caller, stack)
  return found
}

/** By template. */
const askedIn = memoized((pkg: Workspace): ReadonlyMap<string, readonly Asked[]> => {
  const found = new Map<string, Asked[]>()
  for (const file of pkg.files.values()) {
    if (isEnvironment(file)) continue
    const inner = innerOf(pkg, file)
    if (inner.size === 0) continue
    for (const { at, stack, steps, isPlain } of questionsIn(file.root)) {
      const stacks = stack === undefined ? [...inner.keys()] : inner.has(stack) ? [stack] : []
      const isFixed = !isPlain || stack === undefined
      const walk = new StepWalk(pkg, steps, (template, one) => {
        const way = isFixed || isSelecting(file, one.way) ? undefined : one.way
        push(found, template, { caller: file.path, at, ...one, way })
      })
      for (const name of stacks) walk.into(file.path, name)
    }
  }
  const unclear = { at: undefined, resource: undefined, attribute: 'unclear', way: undefined } as const
  for (const file of pkg.unreadable.values())
    if (file.text?.includes('resource.') === true)
      for (const template of templatesNamedIn(file))
        push(found, template, { caller: file.path, of: 'resource', ...unclear })
  return found
})

/**
 * The first version of HOT selects from an attribute by the path that later ones hand on to it (`GetAttThenSelect`).
 */
function isSelecting({ version }: SourceFile, way: Way | undefined): boolean {
  return version === '2013-05-23' && (way?.item ?? 0) > 0
}

/** The arguments of one `get_attr`. */
interface GetAttrArguments {
  readonly at: Mapping
  /** Undefined where a function names it. */
  readonly stack: string | undefined
  readonly steps: readonly (PathStep | undefined)[]
  /** Whether the whole argument is literal. */
  readonly isPlain: boolean
}

const questionsIn = memoized(collected)

/** Sections in which nothing is resolved that a resource could give. */
const dataSections: ReadonlySet<string> = new Set([
  'parameters',
  'Parameters',
  'parameter_groups',
  'ParameterGroups',
  'Mappings',
  'Metadata',
])

function collected(root: Mapping): readonly GetAttrArguments[] {
  const found: GetAttrArguments[] = []
  const open: Node[] = root.entries.flatMap((one) => (dataSections.has(nameOf(one) ?? '') ? [] : [one.value]))
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') open.push(...node.items)
    if (node.kind !== 'map') continue
    const one = questionOf(node)
    if (one !== undefined) found.push(one)
    for (const { value } of node.entries) open.push(value)
  }
  return found
}

function questionOf(at: Mapping): GetAttrArguments | undefined {
  const call = callOf(at)
  if (call === undefined || (call.name !== 'get_attr' && call.name !== 'Fn::GetAtt')) return undefined
  const dotted = call.name === 'Fn::GetAtt' ? stringOf(resolved(call.argument)) : undefined
  if (dotted !== undefined) {
    const path = attributePath(dotted)
    return path === undefined ? undefined : { at, stack: path[0], steps: [path[1]], isPlain: false }
  }
  const items = listOf(call.argument)?.items ?? []
  const [name, ...rest] = items
  if (name === undefined) return undefined
  const isPlain =
    call.name === 'get_attr' && call.argument.kind === 'seq' && call.argument.anchor === undefined
  return { at, stack: stringOf(resolved(name)), steps: rest.map(stepOf), isPlain }
}

/** A step as it is written: a string or a number; undefined for anything else, such as a function. */
export function stepOf(node: Node): PathStep | undefined {
  const value = scalarOf(node)?.value
  return typeof value === 'number' ? value : stringOf(node)
}

/**
 * The templates that resources of a template use, and the definitions of members in it; by the name of the resource.
 */
function innerOf(pkg: Workspace, file: SourceFile): ReadonlyMap<string, readonly Inner[]> {
  const calls = pkg.callsFrom(file.path)
  const references = typeReferences(file.root)
  const before = inners.get(references)
  if (before?.calls === calls) return before.found
  const found = new Map<string, Inner[]>()
  for (const call of calls) if (isReached(call)) push(found, call.resource, { call, depth: depthOf(call) })
  for (const one of references)
    if (one.how === 'resource_def' || one.how === 'resource')
      push(found, one.resource, { call: undefined, depth: depthOf(one) })
  inners.set(references, { calls, found })
  return found
}

const inners = new WeakMap<
  readonly TypeReference[],
  { readonly calls: readonly NestedCall[]; readonly found: ReadonlyMap<string, readonly Inner[]> }
>()

/** `OS::Heat::Stack` and `AWS::CloudFormation::Stack` give their outputs alone. */
function isReached({ how }: TypeReference): boolean {
  return how !== 'stack'
}

/** How many groups it is nested in. */
function depthOf({ how, trail }: TypeReference): number {
  const groups = trail.filter((key) => key === 'resource_def' || key === 'resource').length
  return how === 'resources' ? groups + 1 : groups
}

/** Follows the steps of one function into stacks and members. */
class StepWalk {
  readonly #pkg: Workspace
  readonly #steps: readonly (PathStep | undefined)[]
  readonly #found: (template: string, one: Omit<Asked, 'caller' | 'at'>) => void

  constructor(
    pkg: Workspace,
    steps: readonly (PathStep | undefined)[],
    found: (template: string, one: Omit<Asked, 'caller' | 'at'>) => void,
  ) {
    this.#pkg = pkg
    this.#steps = steps
    this.#found = found
  }

  /** @param isCertain whether the names on the way there mean one template each */
  into(path: string, resource: string, way: Way = { item: 0, offset: 0 }, isCertain = true): void {
    const file = this.#pkg.files.get(path)
    if (file === undefined || isWhole(this.#steps, way)) return
    for (const { call, depth } of innerOf(this.#pkg, file).get(resource) ?? []) {
      const start = wayInto(this.#steps, way, depth)
      if (start === undefined) continue
      const isClear = start !== 'unclear'
      const at = isClear ? start : way
      if (call === undefined) this.#member(path, resource, isClear ? start : undefined, isCertain)
      else this.#inside(call.callee, at, isClear, isCertain && call.certainty === 'certain')
    }
  }

  #member(path: string, resource: string, way: Way | undefined, isCertain: boolean): void {
    const attribute = way === undefined ? 'unclear' : this.#attribute(way)
    this.#found(path, { resource, of: 'member', attribute, way: isCertain ? way : undefined })
  }

  #inside(template: string, way: Way, isClear: boolean, isCertain: boolean): void {
    if (isWhole(this.#steps, way)) return
    const steps = isClear ? stepsOf(this.#steps, way) : undefined
    if (steps === undefined) {
      this.#found(template, { resource: undefined, of: 'resource', attribute: 'unclear', way: undefined })
      return
    }
    if (steps === 'output') return
    const { name, next } = steps
    const attribute = this.#attribute(next)
    this.#found(template, { resource: name, of: 'resource', attribute, way: isCertain ? next : undefined })
    this.into(template, name, next, isCertain)
  }

  #attribute({ item, offset }: Way): Asked['attribute'] {
    if (item >= this.#steps.length) return 'reference'
    const step = this.#steps[item]
    return typeof step === 'string' ? { name: step.slice(offset) } : 'unclear'
  }
}

/** The native counterpart of an attribute of a resource, or of its reference; undefined where nothing changes. */
export type Instead = (attribute: string | undefined) => readonly PathStep[] | undefined

/**
 * The same function with another lookup.
 * @param instead the steps for the attribute; none for the reference
 * @returns undefined where it cannot be expressed
 */
export function askingInstead(
  { at, way }: Pick<Asked, 'at' | 'way'>,
  instead: readonly PathStep[],
  { syntax }: Pick<Document, 'syntax'>,
): Mapping | undefined {
  const { argument } = callOf(at) ?? {}
  if (way === undefined || at === undefined || argument?.kind !== 'seq') return undefined
  const [stack, ...steps] = argument.items
  const made = stepsInstead(steps, way, instead, {
    textOf: (node) => (node.anchor === undefined ? stringOf(node) : undefined),
    make: (step, old) => {
      if (typeof step === 'number') return integer(step)
      if (old?.kind !== 'scalar') return string(step)
      const isQuoted = syntax === 'yaml' && (old.style === 'single' || old.style === 'double')
      return string(step, { for: old, ...(isQuoted ? { style: old.style } : {}) })
    },
  })
  if (stack === undefined || made === undefined) return undefined
  const [only, ...others] = at.entries
  if (only === undefined || others.length > 0) return undefined
  return withEntries(at, [withValue(only, withItems(argument, [stack, ...made]))])
}

// The steps of `get_attr` behind the resource, and where they lead inside of stacks and groups.

/** A step after the name of the resource. */
type PathStep = string | number

/** A location between or within steps: Heat splits `resource.NAME.ATTRIBUTE`, `[resource.NAME, ATTRIBUTE]` too. */
interface Way {
  readonly item: number
  /** In the string of the item, after a dot; 0 for the whole of it. */
  readonly offset: number
  /** Whether the step before determines the lookup: a list of what all members give, by their attribute alone. */
  readonly isFixed?: true
}

/** What a resource is made of. */
interface Inner {
  /** Undefined for the definition of members in the same template. */
  readonly call: NestedCall | undefined
  /** How many groups it is nested in. */
  readonly depth: number
}

const prefix = 'resource.'

function isWhole(steps: readonly unknown[], { item }: Way): boolean {
  return item >= steps.length
}

/** `resource.NAME`, and the location after it; `output` for anything else, undefined where no string says. */
export function stepsOf(
  steps: readonly (PathStep | undefined)[],
  { item, offset }: Way,
): { readonly name: string; readonly next: Way } | 'output' | undefined {
  const step = steps[item]
  if (step === undefined) return undefined
  const key = String(step).slice(offset)
  if (!key.startsWith(prefix)) return 'output'
  const dot = key.indexOf('.', prefix.length)
  const name = dot < 0 ? key.slice(prefix.length) : key.slice(prefix.length, dot)
  return { name, next: dot < 0 ? { item: item + 1, offset: 0 } : { item, offset: offset + dot + 1 } }
}

/** Attributes of groups that give the remaining steps to all members. */
const ofAll: ReadonlySet<string> = new Set(['attributes', 'outputs', 'outputs_list'])
/** Attributes of groups that give the references of their members. */
const ofReferences: ReadonlySet<string> = new Set(['refs', 'refs_map'])
/** Attributes of groups that do not depend on their members. */
const ofGroups: ReadonlySet<string> = new Set(['current_size', 'removed_rsrc_list'])

/**
 * Where the steps lead to the members of groups, one inside of the other.
 * @returns undefined where they look up something of a group itself, `unclear` where no string says
 */
export function wayInto(
  steps: readonly (PathStep | undefined)[],
  start: Way,
  depth: number,
): Way | 'unclear' | undefined {
  let way = start
  for (let group = 0; group < depth; group += 1) {
    const step = steps[way.item]
    // Of a group inside of another one the reference is looked up.
    if (isWhole(steps, way)) return group === 0 ? undefined : way
    if (step === undefined) return 'unclear'
    const key = String(step).slice(way.offset)
    const member = stepsOf(steps, way)
    if (typeof member === 'object') way = member.next
    else if (ofGroups.has(key)) return undefined
    else if (ofReferences.has(key)) return { item: steps.length, offset: 0, isFixed: true }
    else if (ofAll.has(key)) way = { item: way.item + 1, offset: 0, isFixed: true }
    else way = { ...way, isFixed: true }
  }
  return way
}

/** How steps are written, in a tree or as plain values. */
interface Writing<Item> {
  make(step: PathStep, old: Item | undefined): Item
  /** Undefined for what is not a string that can be replaced. */
  textOf(item: Item): string | undefined
}

/**
 * The steps for another lookup from a location on; undefined where they cannot express it.
 * @param instead the steps that replace the attribute; nothing for the reference
 */
export function stepsInstead<Item>(
  steps: readonly Item[],
  { item, offset, isFixed }: Way,
  instead: readonly PathStep[],
  { make, textOf }: Writing<Item>,
): readonly Item[] | undefined {
  const isReference = item >= steps.length
  if (isReference && isFixed === true) return undefined
  if (isReference) return [...steps, ...instead.map((step) => make(step, undefined))]
  const [first, ...rest] = instead
  const [old, behind] = [steps[item], steps.slice(item + 1)]
  const written = old === undefined ? undefined : textOf(old)
  if (old === undefined || written === undefined) return undefined
  // A reference is a string: there is nothing inside of it to look up, and no list of all of them by this name.
  if (first === undefined && (behind.length > 0 || isFixed === true)) return undefined
  const head = offset === 0 ? [] : [written.slice(0, offset - 1)]
  const joined = first === undefined ? head : [[...head, first].join('.')]
  const made = [...joined.map((step) => make(step, old)), ...rest.map((step) => make(step, undefined))]
  return [...steps.slice(0, item), ...made, ...behind]
}
