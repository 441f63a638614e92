/** Packages that do not meet requirements: each case of the check, and all of one package together. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrailCases } from '../onap/cases/contrail.ts'
import { nameCases } from '../onap/cases/names.ts'
import { packageCases } from '../onap/cases/packages.ts'
import { structureCases } from '../onap/cases/structure.ts'
import { valueCases } from '../onap/cases/values.ts'
import { changed, packageTexts, type Texts } from '../onap/changes.ts'

const lighthouse = packageTexts('onap-lighthouse')
const switchyard = packageTexts('onap-switchyard')

export const met: readonly (readonly [title: string, texts: Texts])[] = [
  ['onap-lighthouse', lighthouse],
  ['onap-switchyard', switchyard],
]

export const broken: readonly (readonly [title: string, texts: Texts])[] = [
  ...[structureCases, valueCases, nameCases, packageCases].flatMap((family) =>
    family.map(({ id, broken }, at) => [`${id} ${at}`, changed(lighthouse, broken)] as const),
  ),
  ...contrailCases.map(({ id, broken }, at) => [`${id} ${at}`, changed(switchyard, broken)] as const),
]

const cases = [...structureCases, ...valueCases, ...nameCases, ...packageCases]

/** The first case of each requirement, all wrong at once. */
export function together(...ids: readonly string[]): readonly [title: string, texts: Texts] {
  const some = ids.flatMap((id) => cases.find((one) => one.id === id)?.broken ?? [])
  return [ids.join(' '), changed(lighthouse, some)]
}

/** Packages with several things wrong at once: cases far from one another in the lists, where they go together. */
export const several: readonly (readonly [title: string, texts: Texts])[] = cases.flatMap((_case, at) => {
  if (at % 6 !== 0) return []
  const some = [0, 37, 101, 158].flatMap((step) => cases[(at + step) % cases.length] ?? [])
  try {
    const title = some.map(({ id }) => id).join(' ')
    return [
      [
        title,
        changed(
          lighthouse,
          some.flatMap((one) => one.broken),
        ),
      ] as const,
    ]
  } catch {
    // One has changed what another looks for.
    return []
  }
})

const shared = join(import.meta.dirname, '../../../shared/corpus/onap')

/** The directories of real packages, when the sibling folder `../shared` is there; else undefined. */
export function realPackages(): readonly (readonly [title: string, texts: Texts])[] | undefined {
  if (!existsSync(shared)) return undefined
  const found = new Map<string, Map<string, string>>()
  for (const entry of readdirSync(shared, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const folder = entry.parentPath.slice(shared.length + 1)
    const texts = found.get(folder) ?? new Map<string, string>()
    found.set(folder, texts.set(entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')))
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}
