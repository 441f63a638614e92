/** Which environments of a repository give parameters a value, and belong to its templates by that alone. */

import { load } from '../stack/load.ts'
import { baseName, directoryOf } from '../stack/source-file.ts'
import { valueEntries } from '../stack/values.ts'

interface Texts {
  toRead(): AsyncIterable<string>
  bytesOf(path: string): Uint8Array
}

/** What names one of the parameters in one directory, and is not read anyway. */
interface DirectoryReaders {
  readonly environments: string[]
  readonly templates: string[]
}

/**
 * The environments that give one of some parameters a value, with the templates beside them that may have it too.
 * Excludes environments in other directories with such templates, and those named after one: they belong to those.
 * @param known files that are read anyway
 */
export async function giversIn(
  texts: Texts,
  parameters: readonly string[],
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (parameters.length === 0) return []
  const found: string[] = []
  const isReached = new Set([...known].map(directoryOf))
  for (const [directory, { environments, templates }] of await directoriesNaming(texts, parameters, known)) {
    if (templates.length > 0 && !isReached.has(directory)) continue
    const named = new Set(templates.map(baseName))
    const givers = environments.filter((path) => !named.has(baseName(path)))
    if (givers.length > 0) found.push(...givers, ...templates)
  }
  return found
}

async function directoriesNaming(
  texts: Texts,
  parameters: readonly string[],
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, DirectoryReaders>> {
  const all = new Map<string, DirectoryReaders>()
  for await (const path of texts.toRead()) {
    if (known.has(path)) continue
    const bytes = texts.bytesOf(path)
    if (!includesOne(bytes, parameters)) continue
    const own = all.get(directoryOf(path)) ?? { environments: [], templates: [] }
    all.set(directoryOf(path), own)
    if (includesOne(bytes, ['heat_template_version'])) own.templates.push(path)
    else if (givesValue(path, bytes, parameters)) own.environments.push(path)
  }
  return all
}

function givesValue(path: string, bytes: Uint8Array, parameters: readonly string[]): boolean {
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file' || loaded.file.recognition.kind !== 'environment') return false
  return parameters.some((name) => valueEntries(loaded.file, name).length > 0)
}

function includesOne(bytes: Uint8Array, words: readonly string[]): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return words.some((word) => buffer.includes(word))
}
