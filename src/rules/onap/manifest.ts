/** `MANIFEST.json`: the list of its files that SDC reads of a package. */

import { baseName, directoryOf, fileName } from '../../stack/source-file.ts'
import {
  entry,
  list,
  mapEntries,
  mapping,
  string as textNode,
  withAppended,
  withItems,
  withValue,
} from '../../text/document/build.ts'
import { type Document, isJson, readDocument } from '../../text/document/document.ts'
import { push } from '../../text/document/multimap.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { entryOf, listOf, mapOf, scalarOf, stringOf, valueOf } from '../../text/document/read.ts'

/** What is wrong with a manifest. */
export interface ManifestProblem {
  readonly code: 'manifest-wrong' | 'manifest-incomplete'
  readonly message: string
  /** Where in the source text. */
  readonly offset: number
}

/** One file that a manifest lists. */
interface Listed {
  readonly file: string
  readonly type: string
  readonly isBase: boolean
  /** What names it, and what else the manifest says of it. */
  readonly item: Mapping
  /** Where its name stands in the source text. */
  readonly offset: number
}

export function isManifestName(path: string): boolean {
  return fileName(path) === 'MANIFEST.json'
}

/**
 * Holds a manifest against the files beside it.
 * @param path of the manifest
 * @param files all files of the run
 * @param isTemplate whether a file of YAML is one, by its path
 */
export function manifestProblems(
  path: string,
  text: string,
  files: readonly string[],
  isTemplate: (path: string) => boolean = () => true,
): readonly ManifestProblem[] {
  const read = readManifest(text)
  if ('problem' in read) return [{ code: 'manifest-wrong', ...read.problem }]
  const directory = directoryOf(path)
  const beside = files.filter((one) => directoryOf(one) === directory && one !== path).map(fileName)
  const there = new Set(beside)
  const problems: ManifestProblem[] = []
  const seen = new Set<string>()
  for (const { file, type, isBase, offset } of read.listed) {
    const add = (message: string) => problems.push({ code: 'manifest-wrong', message, offset })
    if (seen.has(file)) add(`the manifest lists "${file}" twice`)
    seen.add(file)
    if (!there.has(file)) add(`the manifest lists "${file}", which is not in the package`)
    const isOther = /\.ya?ml$/.test(file) && there.has(file) && !isTemplate(`${directory}${file}`)
    const wanted = isOther ? undefined : typeOf(file)
    if (isOther && /^HEAT(?:_|$)/.test(type))
      add(`the manifest says that "${file}" is of type ${type}, and it is no template`)
    else if (wanted !== undefined && type !== wanted)
      add(`the manifest says that "${file}" is of type ${type || 'none'}; it is ${wanted}`)
    else if (wanted === undefined && /^HEAT(?:_|$)/.test(type) && type !== 'HEAT_ARTIFACT')
      add(
        `the manifest says that "${file}" is of type ${type}, and its name is that of no template or environment`,
      )
    const called = isBase && !/base/i.test(file) ? read.listed.find(isCalledBase) : undefined
    if (called !== undefined)
      add(`the manifest says that "${file}" is the base module, and "${called.file}" is called so`)
  }
  const missing = beside.filter((file) => !seen.has(file) && !file.startsWith('.'))
  for (const file of missing)
    problems.push({ code: 'manifest-incomplete', message: `the manifest does not list "${file}"`, offset: 0 })
  return problems
}

/** Where no module is called so, SDC takes the one that the manifest names, and R-37028 asks for the name. */
function isCalledBase({ file }: Listed): boolean {
  return typeOf(file) === 'HEAT' && /base/i.test(file)
}

/** The type of a file by its name; undefined for what is neither a template nor an environment. */
function typeOf(file: string): string | undefined {
  if (file.endsWith('.env')) return 'HEAT_ENV'
  if (!/\.ya?ml$/.test(file)) return undefined
  return baseName(file).endsWith('_volume') ? 'HEAT_VOL' : 'HEAT'
}

/** What a run changes in the files beside a manifest; names without directories. */
export interface FileChanges {
  readonly created: readonly string[]
  readonly renamed: ReadonlyMap<string, string>
}

/**
 * The manifest that lists what is created, environments below their templates, and new names instead of old ones, and
 * names what becomes the base module;
 * the very same tree where it lists nothing that changes.
 * @returns undefined for one that cannot be read
 */
export function manifestAfter(
  text: string,
  { created, renamed }: FileChanges,
): { readonly document: Document; readonly root: Node } | undefined {
  const read = readManifest(text)
  if ('problem' in read) return undefined
  const { document, root } = read
  const listed = read.listed.map((one) => ({ ...one, file: renamed.get(one.file) ?? one.file }))
  const added = new Map<Mapping, Node[]>()
  for (const file of created) {
    if (listed.some((one) => one.file === file)) continue
    const type = typeOf(file) ?? 'OTHER'
    const owner = listed.find((one) => type === 'HEAT_ENV' && baseName(one.file) === baseName(file))
    const holder = owner?.item ?? root
    const item = mapping([entry('file', textNode(file)), entry('type', textNode(type))])
    push(added, holder, item)
  }
  return { document, root: withFiles(root, { renamed, added, base: newBase(renamed) }) }
}

/** What the lists of a manifest become. */
interface ListChanges {
  readonly renamed: ReadonlyMap<string, string>
  /** By what holds the list. */
  readonly added: ReadonlyMap<Mapping, readonly Node[]>
  /** The new name of the file that becomes the base module, if one does. */
  readonly base: string | undefined
}

/** A module that gets the word "base" into its name. */
function newBase(renamed: ReadonlyMap<string, string>): string | undefined {
  const isBase = (file: string) => typeOf(file) === 'HEAT' && /base/i.test(file)
  return [...renamed].find(([old, now]) => isBase(now) && !isBase(old))?.[1]
}

/** What holds a list of files, with other names and more files in it and in the lists below. */
function withFiles(holder: Mapping, changes: ListChanges): Mapping {
  const { renamed, added, base } = changes
  const more = added.get(holder) ?? []
  const [file, data] = [entryOf(holder, 'file'), entryOf(holder, 'data')]
  const next = mapEntries(holder, (one) => {
    if (one === file) return withValue(one, renamedFile(one.value, renamed))
    return one === data ? withValue(one, withListed(one.value, changes, more)) : one
  })
  const listed = data === undefined && more.length > 0 ? withAppended(next, entry('data', list(more))) : next
  const name = stringOf(valueOf(listed, 'file'))
  return base === undefined || name === undefined ? listed : withIsBase(listed, name === base)
}

/** The entry of a file that says whether that is the base module; one that is not need not say so. */
export function withIsBase(item: Mapping, isBase: boolean): Mapping {
  const old = entryOf(item, 'isBase')
  if (isBaseIn(item) === isBase) return item
  const value = textNode(String(isBase), { for: old?.value })
  if (old === undefined) return withAppended(item, entry('isBase', value))
  return mapEntries(item, (one) => (one === old ? withValue(old, value) : one))
}

function isBaseIn(item: Mapping): boolean {
  return /^true$/i.test(String(scalarOf(valueOf(item, 'isBase'))?.value))
}

function renamedFile(file: Node, renamed: ReadonlyMap<string, string>): Node {
  const name = renamed.get(stringOf(file) ?? '')
  return name === undefined ? file : textNode(name, { for: file })
}

function withListed(data: Node, changes: ListChanges, more: readonly Node[]): Node {
  const files = listOf(data)
  if (files === undefined) return more.length === 0 ? data : list(more, { for: data })
  const items = files.items.map((item) => {
    const map = mapOf(item)
    return map === undefined ? item : withFiles(map, changes)
  })
  return withItems(files, [...items, ...more])
}

type ReadManifest =
  | { readonly document: Document; readonly root: Mapping; readonly listed: readonly Listed[] }
  | { readonly problem: Pick<ManifestProblem, 'message' | 'offset'> }

function readManifest(text: string): ReadManifest {
  const reading = readDocument(text)
  if ('problem' in reading) return notJson(reading.problem.message, reading.problem.start)
  const { document } = reading
  if (!isJson(text)) return notJson('it has comments, trailing commas or what is YAML only', 0)
  const listed: Listed[] = []
  const root = mapOf(document.root)
  if (root !== undefined && collect(root, listed)) return { document, root, listed }
  return { problem: { message: 'the manifest has no list "data" of files', offset: 0 } }
}

function notJson(message: string, offset: number): ReadManifest {
  return { problem: { message: `the manifest is not JSON: ${message}`, offset } }
}

/** Whether a mapping has a list of files, itself not counted; they may have lists of their own. */
function collect(holder: Mapping, listed: Listed[]): boolean {
  const data = listOf(valueOf(holder, 'data'))
  for (const one of data?.items ?? []) {
    const item = mapOf(one)
    if (item === undefined) continue
    const name = valueOf(item, 'file')
    const file = stringOf(name)
    if (file !== undefined) {
      const type = stringOf(valueOf(item, 'type')) ?? ''
      listed.push({ file, type, isBase: isBaseIn(item), item, offset: name?.start ?? 0 })
    }
    collect(item, listed)
  }
  return data !== undefined
}
