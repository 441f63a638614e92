/** The environments of a VNF. */

import type { SourceFile } from '../../../stack/source-file.ts'
import { groupedBy } from '../../../text/document/multimap.ts'
import type { Entry } from '../../../text/document/node.ts'
import { isNull } from '../../../text/document/read.ts'
import { named } from './template.ts'

type ValueSection = 'parameters' | 'parameter_defaults'

/** A value that an environment gives. */
export interface EnvironmentEntry {
  readonly section: ValueSection
  readonly name: string
  readonly entry: Entry
}

export interface VnfEnvironment {
  readonly path: string
  readonly file: SourceFile
  /** Of both sections that hold values, `parameters` first. */
  readonly entries: readonly EnvironmentEntry[]
  /** The entries by name. */
  readonly byName: ReadonlyMap<string, readonly EnvironmentEntry[]>
}

export function readEnvironment(file: SourceFile): VnfEnvironment {
  const entries = (['parameters', 'parameter_defaults'] as const).flatMap((section) =>
    named(file.root, section).map(({ name, entry }) => ({ section, name, entry })),
  )
  return { path: file.path, file, entries, byName: groupedBy(entries, ({ name }) => name) }
}

/** Whether an environment lists a parameter, and with a value: null is none, an empty string is one. */
export function enumeration(
  environment: VnfEnvironment | undefined,
  name: string,
): 'absent' | 'null' | 'valued' {
  const entries = environment?.byName.get(name)
  if (entries === undefined) return 'absent'
  return entries.every(({ entry }) => isNull(entry.value)) ? 'null' : 'valued'
}
