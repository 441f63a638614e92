import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

const project = join(__dirname, '../..')

/** The project's own templates. */
export const ownCorpus = join(project, 'corpus')

/** Real templates that lie beside a checkout and are no part of it; tests over them are skipped without. */
export const sharedCorpus = join(project, '../shared/corpus')

export const hasSharedCorpus = existsSync(sharedCorpus)

/** All files below a folder, relative to it, in alphabetical order. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
