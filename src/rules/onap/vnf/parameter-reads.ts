/** Where parameters are read: `get_param`. */

import { callOf, callRead } from '../../../heat/calls.ts'
import { type ParameterRead, parameterRead, resourceRead } from '../../../heat/reads.ts'
import { memoized } from '../../../text/document/attached.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { listOf, nameOf } from '../../../text/document/read.ts'

/**
 * The parameters that a value is taken from: those of a `get_param`, or of all branches of an `if`.
 * Undefined when it may come from elsewhere.
 */
export function sourceParameters(value: Node): readonly ParameterRead[] | undefined {
  const read = parameterRead(value)
  if (read !== undefined) return [read]
  const call = callRead(value)
  if (call?.name !== 'if') return undefined
  const branches = listOf(call.argument)?.items.slice(1) ?? []
  const reads = branches.map(sourceParameters)
  return branches.length > 0 && reads.every((one) => one !== undefined) ? reads.flat() : undefined
}

/** Calls `visit` for every node below and including `node`, what aliases stand for included, each once. */
export function forEachNode(node: Node, visit: (node: Node) => void): void {
  const seen = new Set<Node>()
  const open: Node[] = [node]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'alias') {
      if (!seen.has(one.target)) open.push(one.target)
      continue
    }
    if (one.anchor !== undefined) {
      if (seen.has(one)) continue
      seen.add(one)
    }
    visit(one)
    if (one.kind === 'seq')
      for (let at = one.items.length - 1; at >= 0; at -= 1) open.push(one.items[at] as Node)
    if (one.kind === 'map')
      for (let at = one.entries.length - 1; at >= 0; at -= 1)
        open.push((one.entries[at] as { value: Node }).value)
  }
}

/** Every `get_param` below and including a node, in the order of the source. */
export function parameterReadsIn(node: Node): ParameterRead[] {
  const found: ParameterRead[] = []
  forEachNode(node, (one) => {
    // A function that a merge key supplies is met where it stands.
    if (callOf(one) === undefined) return
    const read = parameterRead(one)
    if (read !== undefined) found.push(read)
  })
  return found
}

/** The resources that functions in a value name, each as often as they do. */
export function resourcesReadIn(value: Node): readonly string[] {
  const found: string[] = []
  forEachNode(value, (node) => {
    const name = resourceRead(node)?.name
    if (name !== undefined) found.push(name)
  })
  return found
}

/**
 * Whether a section of a template reads a parameter. What is known of the parts of a section is cached with them,
 * so that asking again after a change costs a look at each part.
 */
function readsParameter(section: Node, name: string): boolean {
  if (section.kind !== 'map') return namesReadIn(section).has(name)
  return (
    parameterRead(section)?.name === name || section.entries.some(({ value }) => namesReadIn(value).has(name))
  )
}

/** The names of the parameters that a section of a template reads. */
export function* namesReadBy(section: Node): Iterable<string> {
  if (section.kind !== 'map') {
    yield* namesReadIn(section)
    return
  }
  const own = parameterRead(section)?.name
  if (own !== undefined) yield own
  for (const { value } of section.entries) yield* namesReadIn(value)
}

const namesReadIn = memoized(
  (node: Node): ReadonlySet<string> => new Set(parameterReadsIn(node).map((read) => read.name)),
)

/** Whether a template reads a parameter anywhere. */
export function isReadIn(root: Mapping | undefined, name: string): boolean {
  return (root?.entries ?? []).some((one) => nameOf(one) !== 'parameters' && readsParameter(one.value, name))
}
