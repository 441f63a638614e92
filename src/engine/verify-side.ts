/** One side of `verify`: a template with its environment and the files that it names, nested templates among them. */

import { join } from 'node:path/posix'
import type { Mapping, Node } from '../document/node.ts'
import { nameOf, resolved, textOf } from '../document/read.ts'
import { sha256 } from '../document/sha256.ts'
import { dialectOf } from '../heat/dialect.ts'
import { decode, isBinary, load } from '../package/load.ts'
import { directoryOf, isNamedAsTemplate, type PackageFile } from '../package/package-file.ts'
import { typeReferences } from '../package/references.ts'
import { registryEntries } from '../package/registry.ts'
import type { FileContent, NestedTemplate, Side } from '../semantics/side.ts'
import { LineIndex } from '../yaml/position.ts'
import { environmentValues } from './environment-values.ts'

/** A file to be compared, with the bytes of its environment where it has one. */
export interface VerifyInput {
  readonly path: string
  readonly bytes: Uint8Array
  readonly environment?: { readonly path: string; readonly bytes: Uint8Array }
  /** Gives the files that this side names. */
  readonly read?: ReadFile
}

/** Why a file cannot be compared, with its place (from 1). */
export interface VerifyProblem {
  readonly path: string
  readonly line: number
  readonly column: number
  /** Of the catalogue. */
  readonly code: string
  readonly message: string
}

export type Failed = { readonly problem: VerifyProblem }

/** What a template and its neighbours say. */
export interface VerifySide extends Side {
  readonly nested: ReadonlyMap<string, NestedTemplate>
  readonly files: ReadonlyMap<string, FileContent>
  /** Every name of a file that stands in the template or in one that it calls. */
  readonly mentioned: ReadonlySet<string>
}

/** A file of either side: a template that can be compared, or an environment. */
function loadedOf(path: string, bytes: Uint8Array, as: 'template' | 'environment'): PackageFile | Failed {
  const loaded = load({ path, bytes }, as === 'environment' ? { naming: { suffix: path } } : {})
  switch (loaded.is) {
    case 'file':
      return loaded.file
    case 'unreadable': {
      const location = new LineIndex(loaded.text).position(loaded.range?.start ?? 0)
      return { problem: { path, ...location, code: loaded.code, message: loaded.message } }
    }
    case 'other': {
      const decoded = decode(bytes)
      if (!('text' in decoded)) {
        const location = new LineIndex(decoded.lossy).position(decoded.validUpTo)
        return { problem: { path, ...location, code: 'invalid-utf8', message: 'the file is not UTF-8' } }
      }
      const message = 'the file is not a template'
      return { problem: { path, line: 1, column: 1, code: 'not-a-template', message } }
    }
  }
}

function templateOf(path: string, bytes: Uint8Array): NestedTemplate | Failed {
  const file = loadedOf(path, bytes, 'template')
  if ('problem' in file) return file
  const { root, recognition, document, reading } = file
  const dialect = dialectOf(recognition, reading)
  if (dialect !== undefined) return { root, dialect, text: document.text }
  const message = 'the file is not a template of a version that Heat knows'
  return { problem: { path, line: 1, column: 1, code: 'not-a-template', message } }
}

/**
 * The template of one side; nested templates, and files for `get_file`, where they can be read.
 * @param read relative to the same directory as the paths of the input
 */
export function sideOf(input: VerifyInput, read: ReadFile): VerifySide | Failed {
  const template = templateOf(input.path, input.bytes)
  if ('problem' in template) return template
  const { environment } = input
  const tree =
    environment === undefined ? undefined : loadedOf(environment.path, environment.bytes, 'environment')
  if (tree !== undefined && 'problem' in tree) return tree
  const registry =
    tree === undefined || environment === undefined ? [] : [{ path: environment.path, root: tree.root }]
  const nestedOf = (path: string): NestedTemplate | undefined => {
    const bytes = read(path)
    const nested = bytes === undefined ? undefined : templateOf(path, bytes)
    return nested === undefined || 'problem' in nested ? undefined : nested
  }
  const neighbours = neighboursOf({ path: join(input.path), root: template.root }, registry, nestedOf, read)
  return {
    ...template,
    ...neighbours,
    ...(tree === undefined ? {} : { environment: environmentValues(tree.root, 'all sections') }),
  }
}

// The files that a template names: nested templates, and contents for `get_file`.

/** The bytes of a file, undefined when there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined

interface Placed {
  readonly path: string
  readonly root: Mapping
}

interface Neighbours<Nested> {
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
function neighboursOf<Nested extends NestedTemplate>(
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
  return { digest: sha256(bytes) }
}
