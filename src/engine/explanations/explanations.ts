/** What `explain` says of every code, beside the catalogue; loaded by those who ask only. */
import type { FindingCode } from '../catalogue.ts'
import { blueprints, capabilities } from './blueprints.ts'
import { disk } from './disk.ts'
import { documents, reading } from './documents.ts'
import type { Explanation } from './explanation.ts'
import { environments, files } from './files.ts'
import { functions } from './functions.ts'
import { native } from './native.ts'
import { ownTransforms } from './own-transforms.ts'
import { parts } from './parts.ts'

/** A code without an explanation is an error of the type check. */
export const explanations: Readonly<Record<FindingCode, Explanation>> = {
  ...documents,
  ...reading,
  ...functions,
  ...parts,
  ...files,
  ...environments,
  ...native,
  ...ownTransforms,
  ...blueprints,
  ...capabilities,
  ...disk,
}

/** The explanation of a code; undefined for what is not of the catalogue. */
export function explanationOf(code: string): Explanation | undefined {
  return Object.hasOwn(explanations, code) ? explanations[code as FindingCode] : undefined
}

/** Whether a comment in the file can set the finding aside: it is about a readable template, and `check` reports it. */
export function canBeIgnored(code: string): boolean {
  const command = explanationOf(code)?.example?.command ?? ''
  return command.startsWith('check ') && (Object.hasOwn(parts, code) || Object.hasOwn(functions, code))
}
