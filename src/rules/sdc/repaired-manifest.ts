/** The manifest that SDC takes: written where there is none, corrected where it follows from the names of the files. */
import {
  entry,
  list,
  mapEntries,
  mapping,
  string as textNode,
  withAppended,
  withValue,
} from '../../text/document/build.ts'
import { type Document, isJson } from '../../text/document/document.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { entryOf, nameOf, stringOf } from '../../text/document/read.ts'
import { withIsBase } from '../onap/manifest.ts'
import type { ManifestItem } from './manifest-file.ts'
import { isTemplate, proposedItems, stemOf } from './proposed-manifest.ts'
import { knownBase } from './rules/upload.ts'
import type { SdcPackage } from './sdc-package.ts'

/** An entry as it should be, with the node that it was read from. */
interface Target {
  readonly file: string
  type: string
  isBase: boolean
  readonly data: Target[]
  readonly node: Mapping | undefined
}

/** A manifest that is there, with the tree that it should have. */
interface RepairedManifest {
  readonly document: Document
  readonly root: Mapping
}

/**
 * The source text of a manifest for a package that has none, or an empty one.
 * @param name of the package
 * @returns undefined where a person has to say which module is the base
 */
export function writtenManifest(pkg: SdcPackage, name: string): string | undefined {
  const { items, base } = proposedItems(pkg)
  if (base === undefined) return undefined
  const data = items.map((item) => written(item, item.type === 'HEAT' && !pkg.called.has(item.file ?? '')))
  return `${JSON.stringify({ name, description: '', version: '1.0', data }, null, 2)}\n`
}

function written({ file, type, isBase, data }: ManifestItem, isModule: boolean): object {
  return {
    file,
    type,
    ...(isModule ? { isBase: String(isBase) } : {}),
    ...(data.length === 0 ? {} : { data: data.map((one) => written(one, false)) }),
  }
}

/** The manifest that is there, corrected; undefined where nothing follows, or where it is not strictly JSON. */
export function repairedManifest(pkg: SdcPackage): RepairedManifest | undefined {
  const { manifest, manifestFile } = pkg
  const source = manifestFile?.text ?? ''
  if (manifest === undefined || !('items' in manifest) || !isJson(source)) return undefined
  const { document, root } = manifest
  const next = withData(root, corrected(pkg, targetsOf(pkg)))
  return next === root ? undefined : { document, root: next }
}

/** The entries that name a file, those below others where they may stand. */
function targetsOf({ manifest }: SdcPackage): readonly Target[] {
  const items = manifest !== undefined && 'items' in manifest ? manifest.items : []
  return items.flatMap((item) => targetFrom(item))
}

function targetFrom(item: ManifestItem): readonly Target[] {
  const { file, type, isBase, node } = item
  const below = item.data.flatMap((one) => targetFrom(one))
  if (file === undefined) return below
  const mayHold = (one: Target) =>
    one.type === '' ||
    (type === 'HEAT_VOL' ? one.type === 'HEAT_ENV' : one.type === 'HEAT_ENV' || one.type === 'HEAT_VOL')
  const data = type === 'HEAT' || type === 'HEAT_VOL' ? below.filter(mayHold) : below
  const moved = below.filter((one) => !data.includes(one))
  for (const one of moved) if (one.type === 'HEAT_NET') one.type = 'HEAT'
  return [{ file, type: type ?? '', isBase, data, node }, ...moved]
}

function corrected(pkg: SdcPackage, given: readonly Target[]): readonly Target[] {
  const top = [...given]
  for (const one of all(top)) if (one.type === '') one.type = typeByName(pkg, one.file)
  for (const one of given) {
    if (one.type !== 'HEAT_ENV' && one.type !== 'HEAT_VOL') continue
    if (one.type === 'HEAT_VOL' && one.file.endsWith('.env')) one.type = 'HEAT_ENV'
    if (placeBelow(top, one)) top.splice(top.indexOf(one), 1)
    else if (pkg.files.has(one.file) && !one.file.endsWith('.env')) one.type = topType(pkg, one.file)
  }
  const listed = new Set(all(top).map(({ file }) => file))
  for (const file of pkg.files.keys()) {
    if (listed.has(file) || pkg.called.has(file)) continue
    const added: Target = { file, type: typeByName(pkg, file), isBase: false, data: [], node: undefined }
    if (placeBelow(top, added) || added.type === 'HEAT_ENV') continue
    top.push({ ...added, type: topType(pkg, file) })
  }
  correctBase(pkg, top)
  return top
}

function correctBase(pkg: SdcPackage, top: readonly Target[]): void {
  const modules = top.filter(({ type, file }) => type === 'HEAT' && !pkg.called.has(file))
  const bases = top.filter(({ isBase }) => isBase)
  const known = modules.find(({ file }) => file === knownBase(pkg))
  if (known === undefined || bases.length === 1) return
  for (const one of bases) one.isBase = false
  known.isBase = true
}

function all(targets: readonly Target[]): readonly Target[] {
  return targets.flatMap((one) => [one, ...all(one.data)])
}

function typeByName(pkg: SdcPackage, file: string): string {
  if (file.endsWith('.env')) return 'HEAT_ENV'
  if (!isTemplate(pkg.files.get(file))) return 'OTHER'
  return stemOf(file).endsWith('_volume') ? 'HEAT_VOL' : 'HEAT'
}

/** What no module has below it: a volume is a module of its own then. */
function topType(pkg: SdcPackage, file: string): string {
  const type = typeByName(pkg, file)
  return type === 'HEAT_VOL' ? 'HEAT' : type
}

/** Puts an environment or a volume below the template that it is named after, where that has none yet. */
function placeBelow(top: readonly Target[], one: Target): boolean {
  if (one.type !== 'HEAT_ENV' && one.type !== 'HEAT_VOL') return false
  const stem = one.type === 'HEAT_ENV' ? stemOf(one.file) : stemOf(one.file).replace(/_volume$/, '')
  const owner = all(top).find(
    ({ type, file }) =>
      (type === 'HEAT' || (type === 'HEAT_VOL' && one.type === 'HEAT_ENV')) && stemOf(file) === stem,
  )
  if (owner === undefined || owner === one || owner.data.some(({ type }) => type === one.type)) return false
  owner.data.push(one)
  return true
}

// Back into the tree: what is the same is the same node.

function withData(root: Mapping, targets: readonly Target[]): Mapping {
  const old = entryOf(root, 'data')
  const items = itemsFor(old?.value, targets)
  if (items === undefined) return root
  if (old === undefined) return withAppended(root, entry('data', list(items)))
  return mapEntries(root, (one) => (one === old ? withValue(old, list(items, { for: old.value })) : one))
}

/** Undefined where the list is what it should be. */
function itemsFor(old: Node | undefined, targets: readonly Target[]): readonly Node[] | undefined {
  const items = targets.map(nodeFor)
  const was = old?.kind === 'seq' ? old.items : []
  const isSame = items.length === was.length && items.every((item, index) => item === was[index])
  return isSame ? undefined : items
}

function nodeFor({ file, type, isBase, data, node }: Target): Mapping {
  const items = itemsFor(entryOf(node, 'data')?.value, data)
  if (node === undefined) {
    const own = [entry('file', textNode(file)), entry('type', textNode(type))]
    const below = data.length === 0 ? [] : [entry('data', list(data.map(nodeFor)))]
    return mapping([...own, ...(isBase ? [entry('isBase', textNode('true'))] : []), ...below])
  }
  return withItemsBelow(withIsBase(withType(node, type), isBase), items)
}

function withType(node: Mapping, type: string): Mapping {
  const old = entryOf(node, 'type')
  if (stringOf(old?.value) === type) return node
  if (old === undefined) return withAppended(node, entry('type', textNode(type)))
  return mapEntries(node, (one) => (one === old ? withValue(old, textNode(type, { for: old.value })) : one))
}

function withItemsBelow(node: Mapping, items: readonly Node[] | undefined): Mapping {
  if (items === undefined) return node
  const old = entryOf(node, 'data')
  if (old === undefined) return withAppended(node, entry('data', list(items)))
  if (items.length === 0) return mapEntries(node, (one) => (nameOf(one) === 'data' ? undefined : one))
  return mapEntries(node, (one) => (one === old ? withValue(old, list(items, { for: old.value })) : one))
}
