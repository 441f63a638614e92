import { acceptableCodes, findingCodes } from '../engine/catalogue.ts'
import { requirementIds } from '../onap/requirement.ts'
import type { Vocabulary } from './command.ts'
import { loadAllTransforms } from './load-engine.ts'

/** The names that options and arguments can have as values, by what they are. */
export type Vocabularies = Readonly<Record<Vocabulary, readonly string[]>>

/** All of them, for the scripts that complete command lines. */
export async function vocabularies(): Promise<Vocabularies> {
  const transforms = [...(await loadAllTransforms()).keys()]
  return {
    'acceptable codes': acceptableCodes(),
    transforms,
    requirements: requirementIds,
    'what is explained': [...findingCodes, ...transforms, ...requirementIds],
  }
}
