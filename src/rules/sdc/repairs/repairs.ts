/** The repairs for SDC, in the order in which one clears the way for the next. */
import { addressFirst } from './addresses.ts'
import { lastDuplicates } from './duplicates.ts'
import { bareNames } from './names.ts'
import type { SdcRepair } from './repair.ts'
import { emptyProperties, emptySections } from './sections.ts'
import { plainTypes } from './types.ts'
import { plainValues } from './values.ts'

export const sdcRepairs: readonly SdcRepair[] = [
  // Nothing else changes an entry that has no effect.
  lastDuplicates,
  bareNames,
  plainTypes,
  emptySections,
  emptyProperties,
  plainValues,
  addressFirst,
]
