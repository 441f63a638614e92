/** All that SDC finds in a package. */
import { byPath } from '../../document/sorted.ts'
import type { CheckId } from './checks.ts'
import type { SdcFound, SdcRule } from './rule.ts'
import { contrailRules } from './rules/contrail.ts'
import { fileRules } from './rules/files.ts'
import { internalErrorRules } from './rules/internal-errors.ts'
import { manifestRules } from './rules/manifest.ts'
import { namingRules } from './rules/naming.ts'
import { nestedRules } from './rules/nested.ts'
import { resourceRules } from './rules/resources.ts'
import { sharingRules } from './rules/sharing.ts'
import { templateRules } from './rules/templates.ts'
import { translationRules } from './rules/translation.ts'
import { uploadRules } from './rules/upload.ts'
import { valueRules } from './rules/values.ts'
import type { SdcPackage } from './sdc-package.ts'

export const sdcRules: readonly SdcRule[] = [
  uploadRules,
  manifestRules,
  fileRules,
  templateRules,
  valueRules,
  nestedRules,
  resourceRules,
  contrailRules,
  sharingRules,
  namingRules,
  internalErrorRules,
  translationRules,
]

/** What SDC finds, file by file in the order of the source. Pure. */
export function sdcFindings(pkg: SdcPackage): readonly SdcFound[] {
  const found = new Map<string, SdcFound>()
  for (const { find } of sdcRules)
    find(pkg, (one) => {
      const key = `${one.check}\n${one.path}\n${one.range?.start ?? -1}\n${one.message}`
      if (!found.has(key)) found.set(key, one)
    })
  return [...found.values()].sort((a, b) => byPath(a, b) || (a.range?.start ?? -1) - (b.range?.start ?? -1))
}

/** The names of checks under which SDC reports something, the first one first. */
export function reportedAs({ check, also = [] }: Pick<SdcFound, 'check' | 'also'>): readonly CheckId[] {
  return [check, ...also]
}
