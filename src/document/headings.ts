import type { Comment } from '../yaml/comment.ts'
import { type Entry, type Mapping, parsedEntry, parsedNode } from '../yaml/node.ts'
import { childEnd, childStart } from './children.ts'
import { CommentIndex } from './comment-index.ts'
import type { Document } from './document.ts'

/** Entries that stand together, without blank lines or comments between them, and the comment above the first. */
interface Group {
  readonly heading: readonly Comment[]
  readonly members: Entry[]
  /** Whether a blank line sets it apart from what is above. */
  readonly isApart: boolean
}

/**
 * The comments of entries that are gone from a block mapping which are headings: a blank line above, and further
 * entries of the group below that stay. Above the first entry of all one is a heading where another group of the
 * mapping has one. What stands above a single entry explains that entry, and is not among them, unless it is another
 * entry that somebody put out of use.
 * @param map without the entries that go
 */
export function headingsLeft(document: Document, map: Mapping): readonly Comment[] {
  const parsed = parsedNode(map)
  if (parsed?.kind !== 'map' || parsed.style !== 'block' || document.comments.length === 0) return []
  if (map.entries.length === 0) return []
  const left = new Set(map.entries.map(parsedEntry))
  const groups = groupsOf(document, parsed.entries)
  const hasOthers = groups.some(({ isApart, heading }) => isApart && heading.length > 0)
  return groups.flatMap(({ heading, members: [first, ...others], isApart }) => {
    if (left.has(first)) return []
    const isHeading = (isApart || hasOthers) && others.some((one) => left.has(one))
    return isHeading || heading.some(isDisabledEntry) ? heading : []
  })
}

/** `# web_ip_0: 10.0.0.1`, but not `# NOTE: …`. */
function isDisabledEntry({ text }: Comment): boolean {
  return /^#* *[a-z][a-z0-9]*(?:_[a-z0-9]+)+:(?: |$)/m.test(text)
}

function groupsOf({ text, comments }: Document, entries: readonly Entry[]): readonly Group[] {
  const index = new CommentIndex(text, comments)
  const groups: Group[] = []
  for (const [at, entry] of entries.entries()) {
    const heading = index.leading(childStart(entry))
    const from = heading[0]?.start ?? childStart(entry)
    const above = entries[at - 1]
    // Behind the line on which the one above ends, to the line on which this one begins.
    const [, ...lines] = above === undefined ? [] : text.slice(childEnd(above), from).split('\n').slice(0, -1)
    const isApart = lines.some((line) => line.trim() === '')
    const group = groups.at(-1)
    if (group === undefined || isApart || lines.length > 0 || heading.length > 0)
      groups.push({ heading, members: [entry], isApart })
    else group.members.push(entry)
  }
  return groups
}
