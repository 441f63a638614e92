/** The part of a section in which something is typed, read by itself: the rest of a text is as it was. */
import { childEnd, type Entry, type Mapping, nodeStart } from '../document/node.ts'
import { mapOf } from '../document/read.ts'

/** One entry of a section in block style: a resource, a parameter. */
interface Block {
  /** Where the line of the section begins, which ends where the entries begin. */
  readonly section: number
  readonly entries: number
  /** The lines of the entry. */
  readonly start: number
  readonly end: number
}

/** A text that could be read, with its tree. */
export interface ReadText {
  readonly text: string
  readonly root: Mapping
}

const sectionLine =
  /^(?:parameters|resources|outputs|conditions|Parameters|Resources|Outputs|Conditions):[ \t]*\r?\n/
/** An indentation, and what is written behind it, unless that is a comment. */
const written = /([ ]*)[^ \t\r\n#]/y

/** The entry of a section that holds an offset; undefined where its lines do not show it. */
export function blockAround(text: string, offset: number): Block | undefined {
  let line = lineStart(text, offset)
  // The lines from the cursor up, until one that begins in the first column.
  let [start, least] = [-1, Number.POSITIVE_INFINITY]
  while (true) {
    const indent = indentAt(text, line)
    if (indent === 0) break
    if (indent !== undefined && indent <= least) {
      if (indent < least || start === -1) start = line
      least = indent
    }
    if (line === 0) return undefined
    line = lineStart(text, line - 1)
  }
  const head = sectionLine.exec(text.slice(line, line + 40))?.[0]
  if (head === undefined || start === -1) return undefined
  return { section: line, entries: line + head.length, start, end: endOf(text, start, offset, least) }
}

/** Where the next line begins that is not indented further than the entry. */
function endOf(text: string, start: number, offset: number, indent: number): number {
  let next = text.indexOf('\n', Math.max(start, offset))
  while (next !== -1) {
    const own = indentAt(text, next + 1)
    if (own !== undefined && own <= indent) return next + 1
    next = text.indexOf('\n', next + 1)
  }
  return text.length
}

function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** The indentation of a line in which something is written that is no comment. */
function indentAt(text: string, line: number): number | undefined {
  written.lastIndex = line
  return written.exec(text)?.[1]?.length
}

/**
 * The tree of a text as it was read, with an entry as it is now; undefined if more than the entry has changed.
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
