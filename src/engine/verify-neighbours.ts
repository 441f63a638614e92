/** The files that a template names: nested templates, and contents for `get_file`. */

import { createHash } from 'node:crypto'
import { join } from 'node:path/posix'
import type { Mapping, Node } from '../document/node.ts'
import { nameOf, resolved, textOf } from '../document/read.ts'
import { decode, isBinary } from '../package/load.ts'
import { directoryOf, isNamedAsTemplate } from '../package/package-file.ts'
import { typeReferences } from '../package/references.ts'
import { registryEntries } from '../package/registry.ts'
import type { FileContent, NestedTemplate } from '../semantics/side.ts'

/** The bytes of a file, undefined when there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined

interface Placed {
  readonly path: string
  readonly root: Mapping
}

export interface Neighbours<Nested> {
  /** By the names under which they are called. */
  readonly nested: ReadonlyMap<string, Nested>
  /** By the names that stand in `get_file`. */
  readonly files: ReadonlyMap<string, FileContent>
  /** Every name of a file in the template, or in one that it calls. */
  readonly mentioned: ReadonlySet<string>
}

/**
 * Reads what a template names, from the directory of the one in which the name stands, as
 * python-heatclient does. A name that leads to two files is left out, and so is a URL.
 */
export function neighboursOf<Nested extends NestedTemplate>(
  template: Placed,
  environments: readonly Placed[],
  nestedOf: (path: string) => Nested | undefined,
  read: ReadFile,
): Neighbours<Nested> {
  const types = new Names()
  const files = new Names()
  for (const { path, root } of environments)
    for (const entry of registryEntries(path, root))
      if (entry.form === 'plain' && entry.path !== undefined) types.add(entry.name, entry.path)
  const templates = new Map<string, Nested | undefined>()
  const open: Placed[] = [template]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const location = (name: string) => join(directoryOf((one as Placed).path), name)
    for (const name of filesIn(one.root)) files.add(name, location(name))
    for (const { name, how } of typeReferences(one.root))
      if (how !== 'stack' && isFileName(name)) types.add(name, location(name))
    for (const path of types.paths()) {
      if (templates.has(path)) continue
      const nested = nestedOf(path)
      templates.set(path, nested)
      if (nested !== undefined) open.push({ path, root: nested.root })
    }
  }
  return {
    nested: types.resolved((path) => templates.get(path)),
    files: files.resolved((path) => contentOf(read(path))),
    mentioned: new Set([...types.names(), ...files.names()]),
  }
}

/** Names, each with the file to which it leads. */
class Names {
  readonly #paths = new Map<string, string | undefined>()

  add(name: string, path: string): void {
    const known = this.#paths.get(name)
    this.#paths.set(name, this.#paths.has(name) && known !== path ? undefined : path)
  }

  names(): Iterable<string> {
    return this.#paths.keys()
  }

  paths(): readonly string[] {
    return [...this.#paths.values()].filter((path) => path !== undefined)
  }

  resolved<Thing>(make: (path: string) => Thing | undefined): ReadonlyMap<string, Thing> {
    const made = new Map<string, Thing>()
    for (const [name, path] of this.#paths) {
      const thing = path === undefined ? undefined : make(path)
      if (thing !== undefined) made.set(name, thing)
    }
    return made
  }
}

function isFileName(type: string): boolean {
  return isNamedAsTemplate(type) && !type.includes('://')
}

/** The names in calls of `get_file`. */
function filesIn(root: Mapping): ReadonlySet<string> {
  const found = new Set<string>()
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') open.push(...node.items)
    if (node.kind !== 'map') continue
    for (const entry of node.entries) {
      const name = nameOf(entry) === 'get_file' ? textOf(resolved(entry.value)) : undefined
      if (name === undefined) open.push(entry.value)
      else if (!name.includes('://')) found.add(name)
    }
  }
  return found
}

const mostText = 1 << 20

/** What stands for a file: its text, or, where that is none or is huge, a digest. */
function contentOf(bytes: Uint8Array | undefined): FileContent | undefined {
  if (bytes === undefined) return undefined
  const decoded = bytes.length > mostText ? undefined : decode(bytes)
  if (decoded !== undefined && 'text' in decoded && !isBinary(decoded.text)) return decoded.text
  return { digest: createHash('sha256').update(bytes).digest('hex') }
}
