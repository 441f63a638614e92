/** What the environments of a run say about the templates beside them. */

import { push } from '../document/multimap.ts'
import type { Mapping } from '../document/node.ts'
import { mapOf, nameOf } from '../document/read.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { load } from './load.ts'
import { type RegistryEntry, registryEntries } from './registry.ts'

/** The keys that stand in templates, found without parsing them: also in those that another program fills in first. */

const isTemplate = /heat_template_version|TemplateFormatVersion/

/** What a name in quotes may hold, and where a word begins that stands without them. */
const oddName = /[\s{,"'[\]:\\]/

/** Every name before a colon in the texts that are templates. */
function declaredKeys(texts: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const text of texts) {
    if (!isTemplate.test(text)) continue
    for (const [, name] of text.matchAll(/([^\s{,"'[\]]+)["']?[ \t]*:/g))
      if (name !== undefined) found.add(name)
  }
  return found
}

/** Whether an environment may say of others what is asked here; without parsing it. */
export function mayBeEnvironment(bytes: Uint8Array): boolean {
  return /resource_registry|parameter_defaults/.test(textOf(bytes))
}

/** Environments and templates are looked at when something is asked that they may tell. */
export class KnownEnvironments {
  readonly #paths: readonly string[]
  readonly #candidates: readonly string[]
  readonly #read: (path: string) => Uint8Array | undefined
  #said: Said | undefined
  #declared: ReadonlySet<string> | undefined

  /**
   * @param paths the files that may be environments or templates
   * @param candidates those of them that may be environments
   */
  constructor(
    paths: readonly string[],
    read: (path: string) => Uint8Array | undefined,
    candidates: readonly string[] = paths,
  ) {
    this.#paths = paths
    this.#candidates = candidates
    this.#read = read
  }

  /** What environments register under the name of a type; those of single resources count for it, too. */
  registrations(type: string): readonly RegistryEntry[] | undefined {
    const { types, wildcards, isComplete } = this.#environments()
    const found = types.get(type) ?? wildcards.filter(({ name }) => type.startsWith(name.slice(0, -1)))
    return found.length === 0 && !isComplete ? undefined : found
  }

  /** Whether an environment gives nested templates a value for a parameter, or one that cannot be read may. */
  hasDefault(parameter: string): boolean {
    const { defaults, isComplete } = this.#environments()
    return !isComplete || defaults.has(parameter)
  }

  /** Whether a key of that name stands in some template; undefined where there is no template. */
  isDeclared(parameter: string): boolean | undefined {
    this.#declared ??= declaredKeys(this.#texts())
    if (this.#declared.size === 0) return undefined
    if (this.#declared.has(parameter)) return true
    return oddName.test(parameter) && this.#isNamed(parameter)
  }

  #isNamed(parameter: string): boolean {
    for (const text of this.#texts()) if (isTemplate.test(text) && text.includes(parameter)) return true
    return false
  }

  #environments(): Said {
    if (this.#said !== undefined) return this.#said
    const said = {
      types: new Map<string, RegistryEntry[]>(),
      wildcards: [] as RegistryEntry[],
      defaults: new Set<string>(),
      isComplete: true,
    }
    for (const path of this.#candidates) {
      const bytes = this.#read(path)
      if (bytes === undefined || !mayBeEnvironment(bytes)) continue
      const root = environmentIn(path, bytes)
      if (root === 'unreadable') said.isComplete = false
      if (root === 'unreadable' || root === 'none') continue
      for (const one of entriesRead(mapOf(readValue(root, 'parameter_defaults'))))
        said.defaults.add(nameOf(one) ?? '')
      for (const one of registryEntries(path, root)) {
        if (one.form === 'wildcard') said.wildcards.push(one)
        else push(said.types, one.name, one)
      }
    }
    this.#said = said
    return said
  }

  *#texts(): Iterable<string> {
    for (const path of this.#paths) {
      const bytes = this.#read(path)
      if (bytes !== undefined) yield textOf(bytes)
    }
  }
}

/** The tree of an environment whose registry can be read. Its own outcome says of a file in a run why it cannot. */
function environmentIn(path: string, bytes: Uint8Array): Mapping | 'unreadable' | 'none' {
  try {
    const loaded = load({ path, bytes })
    if (loaded.is === 'unreadable') return 'unreadable'
    if (loaded.is !== 'file' || loaded.file.kind !== 'environment') return 'none'
    registryEntries(path, loaded.file.root)
    return loaded.file.root
  } catch {
    return 'unreadable'
  }
}

interface Said {
  /** Whether every environment could be read. */
  readonly isComplete: boolean
  readonly types: ReadonlyMap<string, readonly RegistryEntry[]>
  readonly wildcards: readonly RegistryEntry[]
  readonly defaults: ReadonlySet<string>
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
