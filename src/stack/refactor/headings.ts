/** Which comments of removed entries are headings over entries that remain. */

import { CommentIndex } from '../../text/document/comments.ts'
import { copyOf } from '../../text/document/copy.ts'
import type { Document } from '../../text/document/document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Mapping,
  parsedEntry,
  parsedNode,
  textInLines,
} from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'

/** Adjacent entries, without blank lines or comments between them, and the comment above the first. */
interface Group {
  readonly heading: readonly Comment[]
  readonly members: Entry[]
  /** Whether a blank line separates it from what is above. */
  readonly isApart: boolean
}

/**
 * A mapping from which entries were removed, with the headings that they had over what remains.
 * @param document that the mapping was read from
 */
export function withHeadings(document: Document, map: Mapping): Mapping {
  return copyOf(map, { dangling: headingsLeft(document, map) })
}

/**
 * The comments of removed entries of a block mapping that are headings, while entries below the heading remain. Lines
 * with a frame or a rule are headings anywhere. Other lines above the first of several entries are a heading over all
 * of them, unless their words refer to the first one, see `meaningOf`. Comments above a single entry explain that
 * entry, unless they are another entry that somebody commented out.
 * @param map without the removed entries
 */
function headingsLeft(document: Document, map: Mapping): readonly Comment[] {
  const parsed = parsedNode(map)
  if (parsed?.kind !== 'map' || parsed.style !== 'block' || document.comments.length === 0) return []
  if (map.entries.length === 0) return []
  const left = new Set(map.entries.map(parsedEntry))
  const groups = groupsOf(document, parsed.entries)
  return groups.flatMap((group, at) => {
    const { heading, members } = group
    const [first, ...others] = members
    if (first === undefined || left.has(first)) return []
    if (heading.some(isDisabledEntry)) return heading
    const framed = framedIn(heading)
    const below = [...others, ...followingOf(groups, at).flatMap((one) => one.members)]
    const kept = below.some((one) => left.has(one)) ? framed : []
    const plain = heading.slice(framed.length)
    const meaning = framed.length > 0 && plain.length > 0 ? 'entry' : meaningOf(plain, members)
    return meaning === 'heading' && others.some((one) => left.has(one)) ? [...kept, ...plain] : kept
  })
}

/** The groups below a framed heading that it heads, too: up to a blank line or the next one. */
function followingOf(groups: readonly Group[], at: number): readonly Group[] {
  const end = groups.findIndex(
    ({ isApart, heading }, index) => index > at && (isApart || framedIn(heading).length > 0),
  )
  return groups.slice(at + 1, end === -1 ? undefined : end)
}

/** A rule before or after the words, the side of a box, or a second `#`; without the first one, that of the comment. */
const frame = /^#+\s|^\s*[-=*~_+#]{3,}|[-=*~#]{2,}\s*$|\s#\s*$/

/** The first lines of a comment, up to the last one with a frame: `# --- Names ---`, `## Names ##`, a box. */
function framedIn(lines: readonly Comment[]): readonly Comment[] {
  return lines.slice(0, lines.findLastIndex(({ text }) => frame.test(text)) + 1)
}

/**
 * Whether lines above several entries are about all of them or about the first: the name of the first entry, and words
 * that only it has, speak of that; `# Names:`, words that another entry has as well, and words that none has speak of
 * all.
 */
function meaningOf(lines: readonly Comment[], [first, ...others]: readonly Entry[]): 'heading' | 'entry' {
  const text = lines.map((line) => line.text).join(' ')
  if (/:\s*$/.test(text)) return 'heading'
  const key = first === undefined ? undefined : nameOf(first)
  if (key !== undefined && text.split(/[^\w-]+/).includes(key)) return 'entry'
  if (/\b(?:unused|not used|no longer used|deprecated|obsolete)\b/i.test(text)) return 'entry'
  const said = wordsOf(text)
  const shared = (entry: Entry | undefined) =>
    wordsOf(entry === undefined ? '' : (nameOf(entry) ?? '')).filter((word) => said.includes(word)).length
  const own = shared(first)
  return own === 0 || others.some((other) => shared(other) >= own) ? 'heading' : 'entry'
}

/** The words of a comment in one form: lower case, no plural. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.replace(/s$/, ''))
}

/** `# web_ip_0: 10.0.0.1`, but not `# NOTE: …`. */
function isDisabledEntry({ text }: Comment): boolean {
  return /^#* *[a-z][a-z0-9]*(?:_[a-z0-9]+)+:(?: |$)/m.test(text)
}

function groupsOf(document: Document, entries: readonly Entry[]): readonly Group[] {
  const text = textInLines(document)
  const index = new CommentIndex(text, document.comments)
  const groups: Group[] = []
  for (const [at, entry] of entries.entries()) {
    const heading = index.leading(childStart(entry))
    const from = heading[0]?.start ?? childStart(entry)
    const above = entries[at - 1]
    // From after the line on which the one above ends, to the line on which this one begins.
    const [, ...lines] = above === undefined ? [] : text.slice(childEnd(above), from).split('\n').slice(0, -1)
    const isApart = lines.some((line) => line.trim() === '')
    const group = groups.at(-1)
    if (group === undefined || isApart || lines.length > 0 || heading.length > 0)
      groups.push({ heading, members: [entry], isApart })
    else group.members.push(entry)
  }
  return groups
}
