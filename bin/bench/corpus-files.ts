import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One file of the corpus, in memory. */
export interface CorpusFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly text: string
}

/** The files to measure on: the shared corpus beside the project when there is one, else the project's own. */
export function corpusFolder(root: string): string {
  const shared = join(root, '../shared/corpus')
  return existsSync(shared) ? shared : join(root, 'corpus')
}

/** All files below a folder, sorted by path. */
export function readCorpus(folder: string): readonly CorpusFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => fileOf(relative(folder, path), readFileSync(path)))
}

export function fileOf(path: string, bytes: Uint8Array): CorpusFile {
  return { path, bytes, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}
