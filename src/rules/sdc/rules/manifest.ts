/** What SDC's validators find in the manifest that SDC has made (ManifestValidator, SharedResourceGuideLineValidator, HeatValidator). */

import { rule } from '../../rule.ts'
import { codesNamed } from '../codes.ts'
import type { ManifestItem } from '../manifest-file.ts'
import { byHand, repairedBy, type SdcReport } from '../rule.ts'
import { isTemplateType, manifestName, type SdcPackage } from '../sdc-package.ts'
import { baseAdvice, knownBase, manifestPath } from './upload.ts'

export const manifestRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-manifest', 'sdc-base', 'sdc-internal-error'),
  checks: ['MNF1', 'MNF2', 'MNF3', 'MNF4', 'MNF8', 'HOT2', 'HOT6', 'SRG3', 'SRG4'],
  find(pkg: SdcPackage, report: SdcReport) {
    checkNames(pkg, report)
    checkMissing(pkg, report)
    checkBase(pkg, report)
    checkTop(pkg, report)
  },
})

function checkNames(pkg: SdcPackage, report: SdcReport): void {
  const path = manifestPath(pkg)
  for (const { file, type, range } of pkg.listed) {
    const own = pkg.files.get(file)?.path
    const at = own === undefined ? { path, range } : { path: own, range: undefined }
    if (isTemplateType(type) && !/\.ya?ml$/.test(file)) {
      const isEnvironment = file.endsWith('.env') && pkg.called.size > 0
      report({
        check: 'MNF2',
        ...at,
        message: isEnvironment
          ? `"${file}" is the environment of a nested file, and SDC reads it as a template`
          : `"${file}" is listed as ${type}, and its name ends neither in .yaml nor in .yml`,
        remedy: isEnvironment
          ? byHand(
              'Leave the environment out of the package, with its entry of MANIFEST.json: it has no effect.',
            )
          : byHand('Rename the file, with what refers to it, or correct the type in MANIFEST.json.'),
        ...(type === 'HEAT' && !/\.ya?ml/.test(file) ? { also: ['HOT6'] as const } : {}),
      })
    }
    if (type === 'HEAT_ENV' && !file.endsWith('.env'))
      report({
        check: 'MNF3',
        ...at,
        message: `"${file}" is listed as HEAT_ENV, and its name does not end in .env`,
        remedy: byHand('Rename the file after its template.'),
        ...(file.includes('.env') ? {} : { also: ['HOT2'] as const }),
      })
  }
}

function checkMissing(pkg: SdcPackage, report: SdcReport): void {
  for (const { file, type, range } of pkg.listed) {
    // A nested file that is called and not there is a finding where it is called.
    if (pkg.files.has(file) || (range === undefined && type === 'HEAT') || file === manifestName) continue
    report({
      check: 'MNF4',
      path: manifestPath(pkg),
      range,
      message: `${manifestName} lists "${file}", which is not in the package`,
      remedy: addOrRemove,
    })
  }
  for (const { file, range } of leftOut(pkg))
    report({
      check: 'MNF4',
      path: manifestPath(pkg),
      range,
      message: `${manifestName} lists "${file}", which is not in the package: the onboarding goes on without it, and the validation by REST rejects it`,
      remedy: addOrRemove,
    })
}

const addOrRemove = byHand('Add the file, or remove the entry.')

/** What the vendor's manifest lists and that of SDC's own making does not, because it is not there. What templates call is a finding there. */
function leftOut(pkg: SdcPackage): readonly ManifestItem[] {
  const { manifest, files, inFolders, called } = pkg
  if (manifest === undefined || !('items' in manifest)) return []
  const kept = new Set([...pkg.listed.map(({ file }) => file), ...called, manifestName])
  const there = new Set([...files.keys(), ...inFolders.map(({ name }) => name)])
  const all = manifest.items.flatMap(withItemsBelow)
  return all.filter(({ file }) => file !== undefined && !kept.has(file) && !there.has(file))
}

function withItemsBelow(item: ManifestItem): readonly ManifestItem[] {
  return [item, ...item.data.flatMap(withItemsBelow)]
}

/** SDC looks at "isBase" only; the name of a file says nothing. */
function checkBase(pkg: SdcPackage, report: SdcReport): void {
  const { manifest } = pkg
  if (manifest === undefined || !('items' in manifest)) return
  const bases = pkg.structure.listed.filter(({ isBase }) => isBase)
  const at = { path: manifestPath(pkg), range: undefined }
  const known = knownBase(pkg)
  const listed = pkg.structure.listed.some(({ file, type }) => file === known && isTemplateType(type))
  if (bases.length === 0) {
    const isKnown = known !== undefined && !pkg.called.has(known)
    report({
      check: 'SRG3',
      ...at,
      message: `no entry of ${manifestName} has "isBase": "true", and SDC accepts no package without a base module`,
      remedy: isKnown ? repairedBy('manifest', `makes ${known} the base`) : byHand(baseAdvice(pkg)),
    })
  }
  if (bases.length > 1) {
    report({
      check: 'SRG4',
      ...at,
      message: `${manifestName} gives "isBase": "true" to several files: ${bases.map(({ file }) => file).join(', ')}`,
      remedy:
        known !== undefined && listed
          ? repairedBy('manifest', `leaves it to ${known} only`)
          : byHand(baseAdvice(pkg)),
    })
  }
}

/** What only the validation without onboarding sees, since it takes the vendor's manifest as it is. */
function checkTop(pkg: SdcPackage, report: SdcReport): void {
  const { manifest } = pkg
  if (manifest === undefined || !('items' in manifest)) return
  for (const { file, type, typeText, range } of manifest.items) {
    if (file === undefined || type !== undefined) continue
    const stated = typeText === undefined ? 'no type' : `the type ${typeText}, which SDC does not know`
    report({
      check: 'MNF8',
      path: manifestPath(pkg),
      range,
      message: `"${file}" has ${stated}: it becomes an artifact, and the validation by REST ends in an error`,
      remedy: repairedBy('manifest', 'gives it its type'),
      also: ['SDC-C7'],
    })
  }
}
