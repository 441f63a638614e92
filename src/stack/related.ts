/** Which of the files outside of a run have to do with some of its files. */
import { push } from '../text/document/multimap.ts'
import { templatesNamedIn } from './registry.ts'
import type { Caller } from './sets.ts'
import { directoryOf, type UnreadableFile } from './source-file.ts'

interface RelatedIndex {
  readonly inDirectory: ReadonlyMap<string, readonly UnreadableFile[]>
  /** By the directory of what they name. */
  readonly naming: ReadonlyMap<string, readonly UnreadableFile[]>
}

const known = new WeakMap<readonly UnreadableFile[], RelatedIndex>()

/**
 * The files that share a directory with the callers, or are connected with one by names, over any number of other
 * files; in their order. The lists are indexed once, so that queries for each set of files of a run take no longer than
 * one for all.
 */
export function relatedTo(
  callers: readonly Caller[],
  outside: readonly UnreadableFile[],
): readonly UnreadableFile[] {
  if (outside.length === 0) return []
  const { inDirectory, naming } = indexOf(outside)
  const directories = new Set<string>()
  const open: string[] = []
  const add = (path: string): void => {
    const directory = directoryOf(path)
    if (directories.has(directory)) return
    directories.add(directory)
    open.push(directory)
  }
  for (const { path, targets } of callers) {
    add(path)
    for (const target of targets) add(target)
  }
  const found = new Set<UnreadableFile>()
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    for (const file of [...(inDirectory.get(directory) ?? []), ...(naming.get(directory) ?? [])]) {
      if (found.has(file)) continue
      found.add(file)
      add(file.path)
      for (const target of templatesNamedIn(file)) add(target)
    }
  }
  return found.size === outside.length ? outside : outside.filter((file) => found.has(file))
}

function indexOf(outside: readonly UnreadableFile[]): RelatedIndex {
  const before = known.get(outside)
  if (before !== undefined) return before
  const inDirectory = new Map<string, UnreadableFile[]>()
  const naming = new Map<string, UnreadableFile[]>()
  for (const file of outside) {
    push(inDirectory, directoryOf(file.path), file)
    const directories = new Set([...templatesNamedIn(file)].map(directoryOf))
    for (const directory of directories) push(naming, directory, file)
  }
  const made: RelatedIndex = { inDirectory, naming }
  known.set(outside, made)
  return made
}
