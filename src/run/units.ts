/** Files that have to be settled together: all others can be written, reported and forgotten one by one. */

import { posix } from 'node:path'
import type { Engine } from '../engine/engine-contract.ts'
import { Groups } from '../stack/groups.ts'
import type { FileInput } from '../stack/load.ts'
import { yamlName } from '../stack/source-file.ts'
import { push } from '../text/document/multimap.ts'
import { nameKey } from './conflicts.ts'
import type { FileSystem } from './file-system.ts'
import { LazyInput, readFound } from './run-file.ts'
import type { FoundFile } from './walk.ts'

// Which files may have to follow the new name of another one: known before anything is rewritten.

/** Characters that delimit a file name within a source. */
const DELIMITERS = /[\s"'\\,{}[\]()#]/
/** What goes on after the end of a name makes another one of it. */
const WORD = /[\w-]/
/** Longer words are no paths (PATH_MAX of Linux). */
const LONGEST = 4096

interface NameLinks extends FirstPass {
  /** Whether a file may get another name. */
  readonly givesName: (path: string, text: string) => boolean
  /** Called with the paths of two files that have to be processed together. */
  readonly link: (a: string, b: string) => void
}

/** What goes on while the files of a run are read for the first time. */
interface FirstPass {
  /** Called for each file that is read. */
  readonly onRead: () => void
  /** Lets others have their turn, after each file. */
  readonly nextTurn: () => Promise<void> | undefined
}

/**
 * Reads the sources of a run once and retains none of them. A name that occurs only in a comment counts as well:
 * unrelated files may be linked, but related files are never missed.
 */
export async function linkByNames(
  files: readonly FoundFile[],
  { givesName, link, onRead, nextTurn }: NameLinks,
  fs: FileSystem,
): Promise<void> {
  const names = new NewNames()
  for (const file of files) {
    if (givesName(file.path, textOf(file, fs) ?? '')) names.add(file.path)
    onRead()
    await nextTurn()
  }
  if (names.isEmpty) return
  names.linkRivals(files, link)
  for (const file of files) {
    const text = textOf(file, fs)
    if (text !== undefined) for (const path of names.namedIn(text, file.path)) link(file.path, path)
    onRead()
    await nextTurn()
  }
}

function textOf(file: FoundFile, fs: FileSystem): string | undefined {
  const input = readFound(file, fs)
  return 'problem' in input || input.bytes.subarray(0, 8000).includes(0)
    ? undefined
    : new TextDecoder().decode(input.bytes)
}

/** Files that may get another name. */
class NewNames {
  readonly #paths = new Set<string>()
  /** The ends of their names, which sources are searched for. */
  readonly #endings = new Set<string>()
  /** Those with a delimiter in their path, by their last parts: where such a name begins in a source is unknown. */
  readonly #odd = new Map<string, string[]>()
  readonly #byName = new Map<string, string[]>()

  get isEmpty(): boolean {
    return this.#paths.size === 0
  }

  add(path: string): void {
    this.#paths.add(path)
    const name = posix.basename(path)
    push(this.#byName, name, path)
    const dot = name.lastIndexOf('.')
    this.#endings.add(DELIMITERS.test(name) || dot <= 0 ? name : name.slice(dot))
    if (DELIMITERS.test(path)) push(this.#odd, name, path)
  }

  /** Links files that would have the same name. */
  linkRivals(files: readonly FoundFile[], link: (a: string, b: string) => void): void {
    const byName = new Map<string, string>()
    for (const path of this.#paths) {
      const key = nameKey(yamlName(path))
      const rival = byName.get(key)
      if (rival === undefined) byName.set(key, path)
      else link(rival, path)
    }
    for (const { path } of files) {
      const rival = byName.get(nameKey(path))
      if (rival !== undefined && rival !== path) link(rival, path)
    }
  }

  /** Those of the files that a source may name. */
  namedIn(text: string, from: string): ReadonlySet<string> {
    const found = new Set<string>()
    const directory = posix.dirname(from)
    for (const ending of this.#endings) {
      for (let at = text.indexOf(ending); at !== -1; at = text.indexOf(ending, at + 1)) {
        const end = at + ending.length
        // A name of one letter stands in every word.
        if (WORD.test(text[end] ?? '')) continue
        const word = text.slice(wordStart(text, at), end)
        const path = posix.join(directory, word)
        if (this.#paths.has(path)) found.add(path)
        else for (const other of this.#meantBy(word)) found.add(other)
        for (const odd of this.#odd.get(posix.basename(word)) ?? this.#odd.get(ending) ?? []) found.add(odd)
      }
    }
    return found
  }

  /** The last part of a path alone may mean the only file of this name, or the only one in such a folder. */
  #meantBy(word: string): readonly string[] {
    const paths = this.#byName.get(posix.basename(word)) ?? []
    return paths.length === 1 ? paths : paths.filter((path) => word.endsWith(`/${path}`))
  }
}

function wordStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < LONGEST && !DELIMITERS.test(text[start - 1] ?? '')) start--
  return start
}

/** Files of one set, in the order of their paths. */
export type Unit = readonly FoundFile[]

/**
 * Partitions the files of a run, ordered by their first paths. Retains of their sources only what links files.
 *
 * @param files sorted by path
 */
export async function unitsOf(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  pass: FirstPass,
): Promise<readonly Unit[]> {
  if (engine.runTogether !== undefined && engine.partition === undefined)
    return files.length === 0 ? [] : [files]
  const groups = new Groups()
  for (const [first = '', ...others] of engine.partition?.(inputs(files, fs, pass)) ?? [])
    for (const other of others) groups.join(first, other)
  const { givesName } = engine
  if (givesName !== 'never')
    await linkByNames(files, { givesName, link: (a, b) => groups.join(a, b), ...pass }, fs)
  return sets(files, groups)
}

/** The inputs of an engine, each read when it is asked for. */
function inputs(
  files: readonly FoundFile[],
  fs: FileSystem,
  { onRead }: Pick<FirstPass, 'onRead'>,
): Iterable<FileInput> {
  return {
    *[Symbol.iterator]() {
      for (const file of files) {
        onRead()
        yield new LazyInput(file, fs)
      }
    },
  }
}

/** Files in sets, in the order of their first paths: those that share a key, with all that share one with these. */
export function setsByKeys<File extends { readonly path: string }>(
  files: readonly File[],
  keysOf: (file: File) => readonly string[],
): readonly (readonly File[])[] {
  const groups = new Groups()
  const firstOf = new Map<string, string>()
  for (const file of files) {
    for (const key of keysOf(file)) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, file.path)
      else groups.join(first, file.path)
    }
  }
  return sets(files, groups)
}

function sets<File extends { readonly path: string }>(
  files: readonly File[],
  groups: Groups,
): readonly (readonly File[])[] {
  const units: File[][] = []
  const byLeader = new Map<string, File[]>()
  for (const file of files) {
    const leader = groups.leaderOf(file.path)
    const known = leader === undefined ? undefined : byLeader.get(leader)
    if (known !== undefined) {
      known.push(file)
      continue
    }
    const unit = [file]
    units.push(unit)
    if (leader !== undefined) byLeader.set(leader, unit)
  }
  return units
}
