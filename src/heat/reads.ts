/** What the functions of HOT read: `get_param` a parameter, `get_resource` and `get_attr` a resource. */

import type { Mapping, Node } from '../document/node.ts'
import { seqOf, textOf } from '../document/read.ts'
import { callRead } from './calls.ts'

/** One `get_param`. */
export interface ParameterRead {
  readonly name: string
  /** The function. */
  readonly call: Mapping
  /** What selects a part of the value; empty when all of it is read. */
  readonly path: readonly Node[]
}

/** The `get_param` that a node is, be it by an alias; undefined for anything else, and when the name is computed. */
export function parameterRead(node: Node | undefined): ParameterRead | undefined {
  const call = callRead(node)
  if (call?.name !== 'get_param') return undefined
  const [first, ...path] = seqOf(call.argument)?.items ?? [call.argument]
  const name = textOf(first)
  return name === undefined ? undefined : { name, call: call.node, path }
}

/** The part of an argument of `get_param`, `get_resource` or `get_attr` that names what is read. */
export function nameArgument(argument: Node): Node | undefined {
  return argument.kind === 'seq' ? argument.items[0] : argument
}

/** One `get_resource` or `get_attr`. */
export interface ResourceRead {
  readonly by: 'get_resource' | 'get_attr'
  /** The resource; undefined where its name is computed. */
  readonly name: string | undefined
  /** The node that names it. */
  readonly at: Node
  /** Of `get_attr`: the attribute, and what selects a part of it. */
  readonly path: readonly Node[]
}

/** The function that a node is which names a resource, be it by an alias; undefined for anything else. */
export function resourceRead(node: Node | undefined): ResourceRead | undefined {
  const call = callRead(node)
  if (call?.name === 'get_resource')
    return { by: call.name, name: textOf(call.argument), at: call.argument, path: [] }
  if (call?.name !== 'get_attr') return undefined
  const [at, ...path] = seqOf(call.argument)?.items ?? []
  return { by: call.name, name: textOf(at), at: at ?? call.argument, path }
}

/** The resource whose reference (`get_resource`) a node is. */
export function referenceOf(node: Node | undefined): string | undefined {
  const read = resourceRead(node)
  return read?.by === 'get_resource' ? read.name : undefined
}
