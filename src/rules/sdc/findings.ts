/** All that SDC finds in a package. */

import type { About } from '../../heat/about.ts'
import { aboutAt } from '../../heat/about-at.ts'
import { byPath } from '../../text/document/sorted.ts'
import type { CheckId } from './checks.ts'
import type { SdcFound, SdcLocated, SdcRule } from './rule.ts'
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
import type { SdcFile } from './sdc-file.ts'
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
export function sdcFindings(pkg: SdcPackage): readonly SdcLocated[] {
  const found = new Map<string, SdcFound>()
  for (const { find } of sdcRules)
    find(pkg, (one) => {
      const key = `${one.check}\n${one.path}\n${one.range?.start ?? -1}\n${one.item ?? ''}`
      if (!found.has(key)) found.set(key, one)
    })
  const sorted = [...found.values()].sort(
    (a, b) => byPath(a, b) || (a.range?.start ?? -1) - (b.range?.start ?? -1),
  )
  const files = new Map([...pkg.files.values(), ...pkg.inFolders].map((file) => [file.path, file]))
  if (pkg.manifestFile !== undefined) files.set(pkg.manifestFile.path, pkg.manifestFile)
  return sorted.map((one) => ({ ...one, about: aboutOf(one, files.get(one.path), pkg) }))
}

function aboutOf({ range, item }: SdcFound, file: SdcFile | undefined, pkg: SdcPackage): About {
  const root = file === undefined || range === undefined ? undefined : pkg.yaml(file).document?.root
  const about = aboutAt(root, range?.start)
  return item === undefined ? about : { ...about, item }
}

/** The names of checks under which SDC reports something, the first one first. */
export function reportedAs({ check, also = [] }: Pick<SdcFound, 'check' | 'also'>): readonly CheckId[] {
  return [check, ...also]
}
