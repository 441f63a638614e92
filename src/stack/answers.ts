/** What questions about other files are answered, as short strings that are compared; see questions.ts. */

import { entriesRead, readValue } from '../heat/merge-keys.ts'
import type { Mapping, Node } from '../text/document/node.ts'
import { mapOf, nameOf } from '../text/document/read.ts'
import { sha256 } from '../text/document/sha256.ts'
import type { SourceFile, UnreadableFile } from './source-file.ts'
import { holdsAlias } from './trail.ts'

/** The environments of a run, as far as they can be read. */
export interface RunEnvironments {
  readonly readable: ReadonlyMap<string, SourceFile>
  readonly unreadable: readonly UnreadableFile[]
}

/** What a file says; all that cannot be read says the same. */
export function contentAnswer(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? 'none' : sha256(bytes)
}

/** What environments say of the names of types; the sources of those that cannot be read are searched for names. */
export function registriesAnswer({ readable, unreadable }: RunEnvironments): string {
  const registries = [...readable].flatMap(([path, { root, document }]) => {
    const registry = readValue(root, 'resource_registry')
    return registry === undefined ? [] : [[path, dataOf(registry, document.text)]]
  })
  return digestOf([registries, unreadable.map(({ path, text }) => [path, text])])
}

/** To which parameters environments give values in nested templates. */
export function defaultsAnswer({ readable, unreadable }: RunEnvironments): string {
  const names = new Set([...readable.values()].flatMap(defaultsIn))
  return digestOf([[...names].sort(), unreadable.map(({ text }) => text)])
}

/** The names below `parameter_defaults`. */
export function defaultsIn({ root }: { readonly root: Mapping }): readonly string[] {
  return entriesRead(mapOf(readValue(root, 'parameter_defaults'))).map((one) => nameOf(one) ?? '')
}

function digestOf(data: unknown): string {
  return sha256(JSON.stringify(data))
}

/** What a node holds, in its order and with its types; where there are aliases, all of the source. */
function dataOf(node: Node, source: string): unknown {
  return holdsAlias(node) ? source : plain(node)
}

function plain(node: Node): unknown {
  switch (node.kind) {
    case 'alias':
      return ['*', node.name]
    case 'scalar':
      return [node.tag, node.type, String(node.value)]
    case 'seq':
      return [node.tag, ['-'], ...node.items.map(plain)]
    case 'map':
      return [node.tag, [':'], ...node.entries.map(({ key, value }) => [plain(key), plain(value)])]
  }
}
