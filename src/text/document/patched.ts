/**
 * A source in which one part of a section is written anew, read without reading the rest again. As in a piece table, the new
 * part stands behind the source that was read: what did not change keeps its nodes, and these their offsets.
 */
import { UnreadableText } from '../yaml/position.ts'
import { readYamlFrom } from '../yaml/read-yaml.ts'
import { copyOf } from './copy.ts'
import { duplicateEntries } from './data.ts'
import type { Document } from './document.ts'
import type { Entry, Mapping } from './node.ts'
import { nameOf } from './read.ts'

/** The other wording of a source. */
export interface Patched {
  /** Its tree; offsets are those of the source that was read, followed by two line breaks and the lines of the part. */
  readonly document: Document
  readonly root: Mapping
  /** The part that was replaced, and the section that it is in. */
  readonly before: Entry
  readonly section: string
  readonly after: Entry
  /** An offset of the tree in the source as it is now; undefined for one inside of the lines that are no longer there. */
  readonly offsetIn: (offset: number) => number | undefined
}

/** A part of a section, with the lines that it has to itself. */
interface Part {
  readonly section: Entry & { readonly value: Mapping }
  readonly entry: Entry
  readonly start: number
  readonly end: number
}

/**
 * Reads a source of which all but the value of one part of a section is the same as in another one.
 * @returns undefined where more has changed, the part is called otherwise, or it cannot be read by itself
 */
export function patched(base: Document, text: string): Patched | undefined {
  const { root } = base
  if (root?.kind !== 'map' || !isPlain(base)) return undefined
  const shift = text.length - base.text.length
  const start = sameAtStart(base.text, text)
  const end = base.text.length - sameAtEnd(base.text, text, start)
  const part = partAround(base.text, root, start, end)
  if (part === undefined) return undefined
  const written = text.slice(part.start, part.end + shift)
  if (!mayStandAlone(written) || (part.end < base.text.length && !written.endsWith('\n'))) return undefined
  // Two line breaks, so that the line behind the last one of the source is not yet one of the part.
  const source = `${base.text}\n\n${written}`
  const from = base.text.length + 2
  const after = readPart(source, from)
  const column = part.entry.key.start ?? 0
  if (after === undefined || after.key.start !== column - part.start + from) return undefined
  if (nameOf(after) !== nameOf(part.entry)) return undefined
  const tree = withPart(root, part, after)
  return {
    document: { ...base, text: source, root: tree, shadowed: () => [] },
    root: tree,
    before: part.entry,
    section: nameOf(part.section) ?? '',
    after,
    offsetIn(offset) {
      if (offset >= from) return offset - from + part.start
      if (offset <= part.start) return offset
      return offset >= part.end ? Math.min(offset, base.text.length) + shift : undefined
    },
  }
}

/** What makes of parts more than their lines say: anchors, other line breaks, a second loader, keys that occur twice. */
function isPlain({ text, syntax, hasAnchors, lineText, onlyInPython, shadowed }: Document): boolean {
  const isUsual = syntax === 'yaml' && lineText === undefined && onlyInPython === undefined
  return isUsual && !hasAnchors && !text.includes('\r') && shadowed().length === 0
}

/** Whether lines mean by themselves what they mean in a document: no other one begins in them, and nothing is odd. */
function mayStandAlone(lines: string): boolean {
  return !/[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ud800-\udfff\ue000-\ufefe\uff00-\ufffd]|^(?:---|\.\.\.|%)/m.test(
    lines,
  )
}

function sameAtStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let same = 0
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same += 1
  return same
}

/** @param before so many characters are the same at the beginning, and count there */
function sameAtEnd(one: string, other: string, before: number): number {
  const most = Math.min(one.length, other.length) - before
  let same = 0
  while (same < most && one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same))
    same += 1
  return same
}

/** The part behind whose key a range of the source stands. */
function partAround(text: string, root: Mapping, start: number, end: number): Part | undefined {
  const section = entryAround(root, start)
  if (section?.entry.value.kind !== 'map') return undefined
  const { value } = section.entry
  const found = entryAround(value, start)
  const keyStart = found?.entry.key.start
  if (found === undefined || keyStart === undefined || (found.entry.key.end ?? start) > start)
    return undefined
  const lineStart = text.lastIndexOf('\n', keyStart - 1) + 1
  const next = found.next ?? section.next
  const last = next === undefined ? text.length : text.lastIndexOf('\n', next - 1) + 1
  const isAlone = text.slice(lineStart, keyStart).trim() === '' && last >= end
  return isAlone
    ? { section: { ...section.entry, value }, entry: found.entry, start: lineStart, end: last }
    : undefined
}

/** The last entry of a block that begins before an offset, and where the one behind it begins. */
function entryAround({ entries, style }: Mapping, offset: number) {
  if (style !== 'block') return undefined
  const behind = entries.findIndex(({ key }) => (key.start ?? 0) > offset)
  const entry = entries.at(behind === -1 ? -1 : behind - 1)
  const isFirst = behind === 0
  return entry === undefined || isFirst || entry.explicit !== undefined
    ? undefined
    : { entry, next: behind === -1 ? undefined : entries[behind]?.key.start }
}

/** The only entry of some lines that stand in a section. */
function readPart(source: string, from: number): Entry | undefined {
  try {
    const { root, hasAnchors } = readYamlFrom(source, from, 1)
    if (root?.kind !== 'map' || root.style !== 'block' || hasAnchors) return undefined
    const [only, ...others] = root.entries
    return others.length > 0 || duplicateEntries(root).length > 0 ? undefined : only
  } catch (error) {
    if (error instanceof UnreadableText) return undefined
    throw error
  }
}

function withPart(root: Mapping, { section, entry }: Part, after: Entry): Mapping {
  const value = withEntry(section.value, entry, after)
  return withEntry(
    root,
    root.entries.find(({ key }) => key === section.key),
    { ...section, value },
  )
}

/** A mapping as it would have been read with another entry. */
function withEntry(map: Mapping, old: Entry | undefined, next: Entry): Mapping {
  const entries = map.entries.map((one) => (one === old ? next : one))
  return copyOf(map, { entries, calls: undefined })
}
