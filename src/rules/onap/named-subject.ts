/** What findings are about, as something with a name that can change. */

import { baseName } from '../../stack/source-file.ts'
import { parsedEntry } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'
import type { Naming, Violation } from './rule.ts'
import type { Nameable } from './step.ts'
import type { Vnf } from './vnf/vnf.ts'

/** What an answer names: something in a file, or the file itself. */
export interface Asked {
  /** `rest` has no name that an answer could change. */
  readonly kind: Nameable | 'rest'
  /** Of the file, as the report has it. */
  readonly path: string
  /** Of the parameter or resource; the base name of a file. */
  readonly name: string
}

/** Whether things go by the name that was read, or by the one that repairs have given them. */
export type NameState = 'read' | 'current'

/** What is renamed by an answer. */
export function askedBy(
  { whole }: Vnf,
  { path, subject, at, requirement }: Violation,
  names: NameState,
): Asked {
  const template = whole.template(path)
  // What its callers pass is decided by the name of the parameter that takes it.
  if (subject.kind === 'call')
    return { kind: 'parameter', path: subject.call.callee, name: subject.parameter }
  const read = (name: string) => {
    const isDeclared = at !== undefined && 'key' in at && nameOf(at) === name
    const entry = names === 'read' && isDeclared ? parsedEntry(at) : undefined
    return (entry && nameOf(entry)) ?? name
  }
  if (subject.kind === 'parameter' && template?.parameters.has(read(subject.name)) === true)
    return { kind: 'parameter', path, name: read(subject.name) }
  if (subject.kind === 'resource' && template !== undefined)
    return { kind: 'resource', path, name: read(subject.id) }
  if (fileNameRules.has(requirement) && template !== undefined)
    return { kind: 'file', path, name: baseName(path) }
  return { kind: 'rest', path, name: '' }
}

/** The requirements about the names of templates. */
const fileNameRules: ReadonlySet<string> = new Set([
  'R-37028',
  'R-70276',
  'R-76057',
  'R-81339',
  'R-82732',
  'R-87247',
])

export function namingOf({ subject }: Violation): Naming | undefined {
  return subject.kind === 'parameter' || subject.kind === 'resource' ? subject.naming : undefined
}
