/** What SDC sees of intrinsic functions (org.openecomp.sdc.heat.services.HeatStructureUtil). */

import { entriesRead, entryRead, readValue } from '../../heat/merge-keys.ts'
import type { Node } from '../../text/document/node.ts'
import { mapOf, resolved, stringOf } from '../../text/document/read.ts'

interface FunctionUse {
  /** What it names: the argument, or the first element of a list; undefined where that is no string. */
  readonly name: string | undefined
  readonly at: Node
  readonly argument: Node
}

/**
 * The uses of a function in a value. Beside the key of one nothing is looked at, and neither are the later elements of
 * its list.
 */
export function usesOf(name: string, value: Node | undefined): readonly FunctionUse[] {
  const found: FunctionUse[] = []
  if (value !== undefined) collect(name, value, found, new Set())
  return found
}

function collect(name: string, value: Node, found: FunctionUse[], seen: Set<Node>): void {
  const node = resolved(value)
  // What many aliases name is looked at once.
  if (seen.has(node)) return
  seen.add(node)
  if (node.kind === 'seq') for (const item of node.items) collect(name, item, found, seen)
  if (node.kind !== 'map') return
  const argument = readValue(node, name)
  if (argument === undefined) for (const one of entriesRead(node)) collect(name, one.value, found, seen)
  else collectUse(name, argument, found, seen)
}

function collectUse(name: string, argument: Node, found: FunctionUse[], seen: Set<Node>): void {
  const node = resolved(argument)
  const first = node.kind === 'seq' ? node.items[0] : node
  const named = stringOf(first)
  found.push({ name: named, at: first ?? argument, argument })
  if (first !== undefined && named === undefined) collect(name, first, found, seen)
}

/** The argument of a function that a value is on its first level, `{get_param: x}`. */
export function argumentOf(name: string, value: Node | undefined): Node | undefined {
  return entryRead(mapOf(value), name)?.value
}

/** The first name that a function has anywhere in a value. */
export function firstNamed(name: string, value: Node | undefined): string | undefined {
  return usesOf(name, value).find((one) => one.name !== undefined)?.name
}

/** The resource of a `get_attr` that asks for the qualified name, as policies of Contrail are referred to. */
export function qualifiedNames(value: Node | undefined): readonly string[] {
  return usesOf('get_attr', value).flatMap(({ name, argument }) => {
    const node = resolved(argument)
    const isQualified =
      node.kind === 'seq' && node.items.length === 2 && stringOf(node.items[1]) === 'fq_name'
    return isQualified && name !== undefined ? [name] : []
  })
}
