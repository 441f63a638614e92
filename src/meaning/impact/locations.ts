/** From the path of a part of a template to where it stands. */

import { entriesRead, entryRead } from '../../heat/merge-keys.ts'
import { type Entry, type Node, rangeOf } from '../../text/document/node.ts'
import { listOf, nameOf } from '../../text/document/read.ts'

/** The innermost part along a path that is in the tree, and what of the path is not. */
interface Along {
  readonly at: Entry | Node
  readonly rest: string
}

/**
 * @param names of entries from the root on
 * @param path below them, as effects have it: `properties.networks[0].port`; keys may have dots and brackets
 */
function along(root: Node, names: readonly string[], path = ''): Along {
  let at: Entry | Node = root
  let node = root
  for (const [index, name] of names.entries()) {
    const entry = entryRead(node, name)
    if (entry === undefined)
      return { at, rest: [...names.slice(index), path].filter((one) => one !== '').join('.') }
    at = entry
    node = entry.value
  }
  let rest = path
  for (;;) {
    const next = stepInto(node, rest)
    if (next === undefined) return { at, rest: rest.replace(/^\./, '') }
    at = next.at
    node = 'key' in at ? at.value : at
    rest = next.rest
  }
}

/** Where the key of the innermost part along a path ends, or where an item of a list begins. */
export function endAlong(
  root: Node,
  names: readonly string[],
  path = '',
): { readonly offset: number; readonly rest: string } {
  const { at, rest } = along(root, names, path)
  const range = rangeOf(at)
  return { offset: ('key' in at ? range?.end : range?.start) ?? 0, rest }
}

function stepInto(
  node: Node,
  path: string,
): { readonly at: Entry | Node; readonly rest: string } | undefined {
  const [whole = '', index] = /^\[(\d+)\]/.exec(path) ?? []
  if (index !== undefined) {
    const item = listOf(node)?.items[Number(index)]
    return item === undefined ? undefined : { at: item, rest: path.slice(whole.length) }
  }
  const wanted = path.replace(/^\./, '')
  let longest: Entry | undefined
  let length = 0
  for (const one of entriesRead(node)) {
    const name = nameOf(one) ?? ''
    if (name.length > length && isFirst(name, wanted)) [longest, length] = [one, name.length]
  }
  return longest === undefined ? undefined : { at: longest, rest: wanted.slice(length) }
}

/** Whether a key is the first of a path. */
function isFirst(key: string, path: string): boolean {
  return path.startsWith(key) && ['', '.', '['].includes(path.charAt(key.length))
}
