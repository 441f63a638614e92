/** How SDC arranges the files of a package, and the manifest that it makes anew from that. */
import type { Range } from '../../text/document/node.ts'
import type { ManifestItem } from './manifest-file.ts'

/** A file of the manifest that SDC makes; the vendor's is not used any more then. */
export interface Listed {
  readonly file: string
  readonly type: string
  readonly isBase: boolean
  readonly children: readonly Listed[]
  /** Where the vendor's manifest names it. */
  readonly range?: Range | undefined
}

export interface Structure {
  readonly listed: readonly Listed[]
  /** Files that are in the package and in no part of the structure: SDC refuses to go on. */
  readonly unassigned: readonly string[]
}

/**
 * @param there the names of all files, the manifest aside
 * @param called the names that lines of templates call
 */
export function arrange(
  items: readonly ManifestItem[],
  there: ReadonlySet<string>,
  called: ReadonlySet<string>,
): Structure {
  const listed: Listed[] = []
  const nested: Listed[] = []
  const artifacts: Listed[] = []
  for (const item of items) {
    const { file, type } = item
    if (file === undefined) continue
    if (type === 'HEAT') {
      if (!there.has(file)) continue
      if (called.has(file)) nested.push(...nestedFrom(item, there))
      else listed.push(moduleFrom(item, there))
    } else if (!isOfModule(file, type)) {
      artifacts.push({
        file,
        type: artifactType(file, type),
        isBase: item.isBase,
        children: [],
        range: item.range,
      })
    }
  }
  const known = new Set([...listed, ...nested].map(({ file }) => file))
  for (const file of called) if (!known.has(file)) nested.push(heat(file))
  const all = [...listed, ...distinct(nested), ...artifacts]
  const assigned = new Set(withChildren(all).map(({ file }) => file))
  return { listed: all, unassigned: [...there].filter((file) => !assigned.has(file)) }
}

/** What the entries list, those below others too. */
export function withChildren(listed: readonly Listed[]): readonly Listed[] {
  return listed.flatMap((one) => [one, ...withChildren(one.children)])
}

const heat = (file: string, range?: Range): Listed => ({
  file,
  type: 'HEAT',
  isBase: false,
  children: [],
  range,
})

/** Environments and volumes at the top belong to no module, and become no artifacts by their names either. */
function isOfModule(file: string, type: string | undefined): boolean {
  return (type === 'HEAT_ENV' || type === 'HEAT_VOL') && /\.(?:ya?ml|env)$/.test(file)
}

function moduleFrom(item: ManifestItem, there: ReadonlySet<string>): Listed {
  return { ...heat(item.file ?? '', item.range), isBase: item.isBase, children: childrenOf(item, there) }
}

/** The last environment and the last volume count; of a volume its environment. */
function childrenOf({ data }: ManifestItem, there: ReadonlySet<string>): readonly Listed[] {
  const environment = data.findLast(({ type }) => type === 'HEAT_ENV')
  const volume = data.findLast(({ type }) => type === 'HEAT_VOL')
  const children = environment?.file === undefined ? [] : [ofType('HEAT_ENV', environment, [])]
  if (volume?.file === undefined || !there.has(volume.file)) return children
  const own = volume.data.findLast(({ type }) => type === 'HEAT_ENV')
  const below = own?.file === undefined ? [] : [ofType('HEAT_ENV', own, [])]
  return [...children, ofType('HEAT_VOL', volume, below)]
}

function ofType(type: string, { file = '', range }: ManifestItem, children: readonly Listed[]): Listed {
  return { file, type, isBase: false, children, range }
}

/** A module that is called moves to the nested files with all that stands below it, and all of it becomes HEAT. */
function nestedFrom(item: ManifestItem, there: ReadonlySet<string>): readonly Listed[] {
  const below = withChildren(childrenOf(item, there)).map(({ file, range }) => heat(file, range))
  return [heat(item.file ?? '', item.range), ...below]
}

function distinct(listed: readonly Listed[]): readonly Listed[] {
  return [...new Map(listed.map((one) => [one.file, one])).values()]
}

/** Most types are lost on the way; some follow from the name alone. */
function artifactType(file: string, type: string | undefined): string {
  const lower = file.toLowerCase()
  const isCloud =
    lower.includes('cloudtech') && /k8s|azure|aws/.test(lower) && /charts|day0|configtemplate/.test(lower)
  if (type === 'CLOUD_TECHNOLOGY_SPECIFIC_ARTIFACT' || isCloud) return 'CLOUD_TECHNOLOGY_SPECIFIC_ARTIFACT'
  if (type === 'CONTROLLER_BLUEPRINT_ARCHIVE' || lower.includes('cba')) return 'CONTROLLER_BLUEPRINT_ARCHIVE'
  if (type === 'HELM' || file.toUpperCase().includes('HELM')) return 'HELM'
  if (type === 'PM_DICTIONARY' || file.toUpperCase().includes('PM_DICTIONARY')) return 'PM_DICTIONARY'
  return 'OTHER'
}
