/** The part of a section in which something is typed, read by itself: the rest of a source is as it was. */
import { childEnd, type Entry, type Mapping, nodeStart } from '../../text/document/node.ts'
import { mapOf } from '../../text/document/read.ts'
import { partAround } from '../../text/yaml/part-around.ts'

/** One entry of a section in block style: a resource, a parameter. */
interface Block {
  /** Where the line of the section begins, which ends where the entries begin. */
  readonly section: number
  readonly entries: number
  /** The lines of the entry. */
  readonly start: number
  readonly end: number
}

/** A source that could be read, with its tree. */
export interface ReadText {
  readonly text: string
  readonly root: Mapping
}

const sectionLine =
  /^(?:parameters|resources|outputs|conditions|Parameters|Resources|Outputs|Conditions):[ \t]*\r?\n/

/** The entry of a section that holds an offset; undefined where its lines do not show it. */
export function blockAround(text: string, offset: number): Block | undefined {
  const part = partAround(text, offset)
  const head = part && sectionLine.exec(text.slice(part.section, part.section + 40))?.[0]
  return part && head !== undefined ? { ...part, entries: part.section + head.length } : undefined
}

/**
 * The tree of a source as it was read, with an entry as it is now; undefined if more than the entry has changed.
 *
 * @param now the section with this entry alone
 */
export function withEntry(before: ReadText, text: string, block: Block, now: Mapping): Mapping | undefined {
  const tail = text.length - block.end
  const endBefore = before.text.length - tail
  const isSameAround =
    endBefore >= block.start &&
    before.text.startsWith(text.slice(0, block.start)) &&
    before.text.endsWith(text.slice(block.end))
  const [only, another] = now.entries
  const [changed, more] = mapOf(only?.value)?.entries ?? []
  if (!isSameAround || changed === undefined || more !== undefined || another !== undefined) return undefined
  const section = before.root.entries.find((one) => nodeStart(one.key) === block.section)
  const entries = mapOf(section?.value)?.entries
  const index = entries?.findIndex(({ key }) => isIn(key, block.start, endBefore)) ?? -1
  const old = entries?.[index]
  if (section === undefined || entries === undefined || old === undefined) return undefined
  // It may hold lines of others, where a bracket or a quote was not closed.
  if (childEnd(old) > endBefore) return undefined
  const all = entries.with(index, changed)
  const value = { ...section.value, entries: all } as Mapping
  return {
    ...before.root,
    entries: before.root.entries.map((one): Entry => (one === section ? { ...one, value } : one)),
  }
}

function isIn(key: Entry['key'], start: number, end: number): boolean {
  const at = nodeStart(key) ?? -1
  return at >= start && at < end
}
