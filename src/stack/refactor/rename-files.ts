/** Files that get a new name, in what refers to them. */

import { inPlaceOf, string, withEntries, withItems, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { normalize } from '../../text/document/paths.ts'
import { nameOf, stringOf } from '../../text/document/read.ts'
import { typeReferences } from '../references.ts'
import { directoryOf, fileName } from '../source-file.ts'

/** A tree that names files by their new names. */
interface RenamedFiles {
  readonly root: Node
  /** The renamed files that it refers to, by their old paths. */
  readonly paths: ReadonlySet<string>
  /** The references as they stood, with what they became. */
  readonly references: ReadonlyMap<string, string>
}

/**
 * Names files by their new names: in types, in `TemplateURL` and `get_file`, in lists of types, and in the
 * `resource_registry` of an environment.
 * @param from the path of the file that the tree is of
 * @param newPath of a file that gets another name; undefined for all others
 */
export function withNewFileNames(
  root: Node,
  from: string,
  newPath: (path: string) => string | undefined,
): RenamedFiles {
  const types = root.kind === 'map' ? typeReferences(root).map(({ at }) => at) : []
  const renaming = new Renaming(directoryOf(from), newPath, new Set(types))
  return { root: renaming.node(root, false), paths: renaming.paths, references: renaming.references }
}

/** Keys whose string names a file, whoever reads them. */
const referring: ReadonlySet<string> = new Set(['type', 'Type', 'TemplateURL', 'template_url', 'get_file'])

class Renaming {
  readonly paths = new Set<string>()
  readonly references = new Map<string, string>()
  readonly #directory: string
  readonly #newPath: (path: string) => string | undefined
  /** What names a type, be it in a list. */
  readonly #types: ReadonlySet<Node>

  constructor(directory: string, newPath: (path: string) => string | undefined, types: ReadonlySet<Node>) {
    this.#directory = directory
    this.#newPath = newPath
    this.#types = types
  }

  /** @param isReference whether a string here names a file */
  node(node: Node, isReference: boolean, inRegistry = false): Node {
    if (node.kind === 'seq')
      return withItems(
        node,
        node.items.map((item) => this.node(item, this.#types.has(item), inRegistry)),
      )
    if (node.kind === 'map')
      return withEntries(
        node as Mapping,
        node.entries.map((one) => this.#entry(one, inRegistry)),
      )
    return isReference ? this.#reference(node) : node
  }

  #entry(one: Entry, inRegistry: boolean): Entry {
    const key = nameOf(one) ?? ''
    const isReference = inRegistry || referring.has(key) || this.#types.has(one.value)
    return withValue(one, this.node(one.value, isReference, inRegistry || key === 'resource_registry'))
  }

  #reference(node: Node): Node {
    const reference = node.kind === 'scalar' ? stringOf(node) : undefined
    if (reference === undefined || node.kind !== 'scalar') return node
    const target = normalize(this.#directory + reference)
    const renamed = this.#newPath(target)
    if (renamed === undefined) return node
    const next = reference.slice(0, reference.length - fileName(target).length) + fileName(renamed)
    this.paths.add(target)
    this.references.set(reference, next)
    return inPlaceOf(string(next, { for: node, style: node.style }), node)
  }
}
