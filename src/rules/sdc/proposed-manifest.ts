/** The manifest that a package should have, by the names of its files. */
import type { ManifestItem } from './manifest-file.ts'
import type { SdcFile } from './sdc-file.ts'
import { hasVersionLine } from './text-scan.ts'

/** What of a package a manifest follows from. */
interface Source {
  readonly files: ReadonlyMap<string, SdcFile>
  readonly called: ReadonlySet<string>
}

interface ProposedManifest {
  readonly items: readonly ManifestItem[]
  /** The base module; without one a person says which it is. */
  readonly base: string | undefined
  /** Files that belong nowhere: SDC refuses a package that has them. */
  readonly left: readonly string[]
}

/** How SDC tells base modules by their names where a package has no manifest. */
const baseName = /^base_.*\.ya?ml$|_base\.ya?ml$|_base_.*\.ya?ml$|^base\.ya?ml$/

export function isBaseName(name: string): boolean {
  return baseName.test(name) && !/_volume\.ya?ml$/.test(name)
}

/** The one that is the base by its name, or as the only module. */
export function baseOf(modules: readonly string[]): string | undefined {
  const named = modules.filter(isBaseName)
  const [first, second] = named.length === 0 ? modules : named
  return second === undefined ? first : undefined
}

export function proposedItems({ files, called }: Source): ProposedManifest {
  const names = [...files.keys()]
  const templates = names.filter((name) => isTemplate(files.get(name)))
  const stems = new Map(templates.map((name) => [stemOf(name), name]))
  const isVolumeOfModule = (name: string) =>
    stemOf(name).endsWith('_volume') &&
    stems.has(stemOf(name).slice(0, -'_volume'.length)) &&
    !called.has(name)
  const modules = templates.filter((name) => !called.has(name) && !isVolumeOfModule(name))
  const base = baseOf(modules)
  const environmentOf = (name: string) => listedIf(files, `${stemOf(name)}.env`, 'HEAT_ENV')
  const volumeOf = (name: string) => {
    const volume = templates.find((one) => stemOf(one) === `${stemOf(name)}_volume` && isVolumeOfModule(one))
    return volume === undefined ? [] : [itemOf(volume, 'HEAT_VOL', environmentOf(volume))]
  }
  const items = modules.map((name) =>
    itemOf(name, 'HEAT', [...environmentOf(name), ...volumeOf(name)], name === base),
  )
  const nested = templates.filter((name) => called.has(name)).map((name) => itemOf(name, 'HEAT'))
  const covered = new Set([...items, ...nested].flatMap(allFiles))
  const rest = names.filter((name) => !covered.has(name))
  const left = rest.filter((name) => name.endsWith('.env'))
  const artifacts = rest.filter((name) => !name.endsWith('.env')).map((name) => itemOf(name, 'OTHER'))
  return { items: [...items, ...nested, ...artifacts], base, left }
}

/** Whether a file is a template for SDC; one that it cannot read is. */
export function isTemplate(file: SdcFile | undefined): boolean {
  return file?.text !== undefined && /\.ya?ml$/.test(file.name) && hasVersionLine(file.text)
}

export function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}

function listedIf(files: Source['files'], name: string, type: string): readonly ManifestItem[] {
  return files.has(name) ? [itemOf(name, type)] : []
}

function allFiles({ file, data }: ManifestItem): readonly string[] {
  return [file ?? '', ...data.flatMap(allFiles)]
}

function itemOf(
  file: string,
  type: string,
  data: readonly ManifestItem[] = [],
  isBase = false,
): ManifestItem {
  return { file, type, typeText: type, isBase, data, range: undefined, node: undefined }
}
