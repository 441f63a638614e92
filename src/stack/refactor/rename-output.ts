/** Renames an output of a template, and where templates that call it ask for it. */

import { callOf, withArgument } from '../../heat/calls.ts'
import { entryRead } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import { callSites, rewriteValues } from '../../heat/walk.ts'
import { inPlaceOf, string, withItems } from '../../text/document/build.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { stringOf } from '../../text/document/read.ts'
import type { NestedCall } from '../calls.ts'
import { attributeCalls, indexOfWay, waysTo } from '../output-names.ts'
import { isEnvironment } from '../source-file.ts'
import type { Workspace } from '../workspace.ts'
import { Stuck, withOutputNames } from './edit.ts'
import { refuseAbsoluteNames } from './rename-parameter.ts'

/**
 * The package with another name for an output of a template, and in the attributes by which callers ask for it.
 * @throws Stuck where a caller may ask for it in a way that cannot be followed, or the name is taken
 */
export function withOutput(pkg: Workspace, path: string, from: string, to: string): Workspace {
  const file = pkg.files.get(path)
  if (file === undefined) return pkg
  const made = pkg.withRoot(path, withOutputNames(file.root, new Map([[from, to]]), path))
  const calls = pkg.callsOf(path)
  if (calls.length === 0) return made
  const at = entryRead(section(file.root, 'outputs'), from)
  for (const name of [from, to])
    if (isReserved(name)) throw new Stuck({ path, at, why: `Heat reads ${name} in its own way` })
  refuseAbsoluteNames(pkg, path)
  refuseMembersAsked(pkg, from)
  let next = made
  for (const [caller, own] of groupedBy(calls, (call) => call.caller)) {
    const root = next.files.get(caller)?.root
    if (root !== undefined) next = next.withRoot(caller, askingFor(root, caller, own, { from, to }))
  }
  return next
}

/** What is the reference of a nested stack, an attribute of every resource, or leads to a resource inside. */
function isReserved(name: string): boolean {
  return name === 'OS::stack_id' || name === 'show' || name.startsWith('resource.')
}

interface Names {
  readonly from: string
  readonly to: string
}

/** Where a template calls the nested one, by resource. */
type ByResource = ReadonlyMap<string | undefined, readonly NestedCall[]>

/** The caller, asking for the output by its new name. */
function askingFor(
  root: Mapping,
  caller: string,
  calls: readonly NestedCall[],
  { from, to }: Names,
): Mapping {
  const byResource: ByResource = groupedBy(calls, (call) => call.resource)
  refuseHidden(root, caller, byResource, from)
  return rewriteValues(root, true, (node) => {
    const asked = callOf(node)
    if (asked?.name !== 'get_attr' || asked.argument.kind !== 'seq') return node
    const { items } = asked.argument
    for (const call of byResource.get(stringOf(items[0])) ?? []) {
      const index = indexOfWay(waysTo(from, call), items)
      const instead = waysTo(to, call)[index]
      if (instead === undefined) continue
      const named = items.map((item, at) =>
        at === instead.length ? renamedText(item, instead.at(-1) ?? to) : item,
      )
      return withArgument(asked, withItems(asked.argument, named))
    }
    return node
  })
}

function renamedText(node: Node, to: string): Node {
  return node.kind === 'scalar' ? inPlaceOf(string(to, { for: node, style: node.style }), node) : node
}

/** Attributes of the resource that may be the output although they do not name it where it can be changed. */
function refuseHidden(root: Mapping, caller: string, byResource: ByResource, from: string): void {
  const stuck = (at: Node, why: string) => new Stuck({ path: caller, at, why })
  for (const { call: asked, items } of attributeCalls(root)) {
    const at = asked.node
    const [first, ...path] = items
    const resource = stringOf(first)
    if (resource === undefined) throw stuck(at, `${asked.name} computes the name of a resource`)
    const [owner] = resource.split('.')
    if (asked.name !== 'get_attr' && byResource.has(owner))
      throw stuck(at, `${asked.name} reads attributes of ${owner}`)
    for (const call of byResource.get(resource) ?? []) {
      if (path.length === 0) throw stuck(at, `get_attr returns all attributes of ${resource}`)
      const open = waysTo(from, call).find((way) => mayLead(path, way))
      if (open === undefined) continue
      if (!isWritten(path, open)) throw stuck(at, `get_attr may read output ${from} of ${resource}`)
      if (call.certainty === 'depends') throw stuck(at, `environments decide the type of ${resource}`)
    }
  }
  for (const { call: asked, at, reach } of callSites(root))
    if (reach === 'alias' && asked.name === 'get_attr' && mayName(asked.argument, byResource, from))
      throw stuck(at, `an alias contains ${from}`)
}

function mayName(argument: Node, byResource: ByResource, from: string): boolean {
  if (argument.kind !== 'seq') return true
  const [first, ...rest] = argument.items
  return byResource.has(stringOf(first)) && rest.some((item) => String(stringOf(item)).endsWith(from))
}

/** Whether a path may lead to the output: up to where it is computed, or ends, it is the way to it. */
function mayLead(path: readonly Node[], way: readonly string[]): boolean {
  return way.every((step, at) => path[at] === undefined || (stringOf(path[at]) ?? step) === step)
}

/** Whether each step of the way is written, without an alias. */
function isWritten(path: readonly Node[], way: readonly string[]): boolean {
  return way.every((step, at) => path[at]?.kind === 'scalar' && stringOf(path[at]) === step)
}

/** Attributes of resources inside of nested stacks: `[group, resource.0.NAME]`, `[nested, resource.inner, NAME]`. */
function refuseMembersAsked(pkg: Workspace, from: string): void {
  for (const file of pkg.files.values())
    for (const { call, items } of isEnvironment(file) ? [] : attributeCalls(file.root)) {
      const steps = items.slice(1).map((item) => stringOf(item) ?? '')
      const isInside = steps[0]?.startsWith('resource.') === true
      if (isInside && steps.some((step) => step === from || step.endsWith(`.${from}`)))
        throw new Stuck({
          path: file.path,
          at: call.node,
          why: `${call.name} may read output ${from} of a member`,
        })
    }
}
