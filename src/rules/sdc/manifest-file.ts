/** `MANIFEST.json` as SDC reads it (Gson, lenient: single quotes, comments and unknown keys pass). */
import { type Document, readDocument } from '../../text/document/document.ts'
import { type Mapping, type Node, type Range, textRange } from '../../text/document/node.ts'
import { isNull, listOf, mapOf, resolved, scalarOf, stringOf, valueOf } from '../../text/document/read.ts'
import { manifestTypes } from './checks.ts'

export interface ManifestItem {
  readonly file: string | undefined
  /** Undefined for none and for one that SDC does not know. */
  readonly type: string | undefined
  readonly typeText: string | undefined
  readonly isBase: boolean
  readonly data: readonly ManifestItem[]
  readonly range: Range | undefined
  readonly node: Mapping | undefined
}

export type ManifestReading =
  | {
      readonly items: readonly ManifestItem[]
      readonly document: Document
      readonly root: Mapping
      readonly data: Node | undefined
    }
  | { readonly why: string; readonly range?: Range | undefined }

/** Reads a manifest; says why where SDC cannot. */
export function readManifestFile(text: string): ManifestReading {
  if (text.trim() === '') return { why: 'it is empty' }
  const reading = readDocument(text)
  if ('problem' in reading) {
    const { message, start, end } = reading.problem
    return { why: message, range: { start, end } }
  }
  const root = mapOf(reading.document.root)
  if (root === undefined) return { why: 'it is no JSON object' }
  for (const name of ['name', 'description', 'version']) {
    const value = valueOf(root, name)
    if (value !== undefined && scalarOf(value) === undefined)
      return { why: `"${name}" is no string`, range: textRange(value) }
  }
  const data = valueOf(root, 'data')
  const files = data === undefined || isNull(data) ? undefined : listOf(data)
  if (data !== undefined && !isNull(data) && files === undefined)
    return { why: '"data" is no list', range: textRange(data) }
  const items = (files?.items ?? []).map(itemOf)
  const wrong = firstWrong(files?.items ?? [])
  if (wrong !== undefined)
    return { why: 'an entry of "data" has not the form {file, type, isBase, data}', range: textRange(wrong) }
  const nullBehind = files === undefined ? [] : trailing(text, files)
  return { items: [...items, ...nullBehind], document: reading.document, root, data: files }
}

/** A comma behind the last entry makes one more entry of null. */
function trailing(text: string, files: Extract<Node, { kind: 'seq' }>): readonly ManifestItem[] {
  const last = files.items.at(-1)
  if (last?.end === undefined || files.end === undefined || !text.slice(last.end, files.end).includes(','))
    return []
  const range = { start: last.end, end: files.end }
  return [
    {
      file: undefined,
      type: undefined,
      typeText: undefined,
      isBase: false,
      data: [],
      range,
      node: undefined,
    },
  ]
}

function firstWrong(items: readonly Node[]): Node | undefined {
  for (const item of items) {
    if (isNull(item)) continue
    const map = mapOf(item)
    if (map === undefined) return item
    const parts = ['file', 'type', 'isBase'].map((name) => valueOf(map, name))
    const wrong = parts.find((value) => value !== undefined && scalarOf(value) === undefined)
    if (wrong !== undefined) return wrong
    const data = valueOf(map, 'data')
    if (data === undefined || isNull(data)) continue
    const files = listOf(data)
    if (files === undefined) return data
    const below = firstWrong(files.items)
    if (below !== undefined) return below
  }
  return undefined
}

function itemOf(node: Node): ManifestItem {
  const map = mapOf(node)
  const name = valueOf(map, 'file')
  const typeText = wordOf(valueOf(map, 'type'))
  return {
    file: wordOf(name),
    type: typeText !== undefined && manifestTypes.has(typeText) ? typeText : undefined,
    typeText,
    isBase: /^true$/i.test(wordOf(valueOf(map, 'isBase')) ?? ''),
    data: (listOf(valueOf(map, 'data'))?.items ?? []).map(itemOf),
    range: textRange(name ?? resolved(node)),
    node: map,
  }
}

function wordOf(node: Node | undefined): string | undefined {
  if (node === undefined || isNull(node)) return undefined
  const value = stringOf(node) ?? scalarOf(node)?.value
  return value === undefined || value === null ? undefined : String(value)
}
