/** What a repair of a package has given other names: files, and what templates declare. */

import { readValue } from '../../heat/merge-keys.ts'
import { fileName, isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { type Entry, rangeOf } from '../../text/document/node.ts'
import { mapOf, nameOf } from '../../text/document/read.ts'

/** Something under another name. */
export interface NewName {
  /** Of the file, as it was read. */
  readonly path: string
  readonly kind: 'file' | 'parameter' | 'resource' | 'output'
  readonly from: string
  readonly to: string
}

const sections = [
  ['parameters', 'parameter'],
  ['resources', 'resource'],
  ['outputs', 'output'],
] as const

/** Each new name once per file, in source order. */
export function newNames(before: Workspace, after: Workspace): readonly NewName[] {
  return [...after.files.values()].flatMap((file) => {
    const old = before.files.get(file.path)
    if (old === undefined || old === file) return []
    const { path, newPath = path } = file
    const own: NewName[] =
      newPath === path ? [] : [{ path, kind: 'file', from: fileName(path), to: fileName(newPath) }]
    // What an environment gives a value to is named by the template.
    if (isEnvironment(file)) return own
    return [...own, ...sections.flatMap(([section, kind]) => inSection(old, file, section, kind))]
  })
}

/** Entries correspond if they come from the same source location. */
function inSection(
  old: SourceFile,
  { path, root }: SourceFile,
  section: string,
  kind: NewName['kind'],
): readonly NewName[] {
  const names = new Map(entriesIn(old.root, section).map((one) => [rangeOf(one)?.start, nameOf(one)]))
  return entriesIn(root, section).flatMap((one) => {
    const start = rangeOf(one)?.start
    const [from, to] = [start === undefined ? undefined : names.get(start), nameOf(one)]
    return from === undefined || to === undefined || from === to ? [] : [{ path, kind, from, to }]
  })
}

function entriesIn(root: SourceFile['root'], section: string): readonly Entry[] {
  return mapOf(readValue(root, section))?.entries ?? []
}
