import type { Comment } from '../yaml/comment.ts'
import { type Entry, parsedEntry } from '../yaml/node.ts'
import { childEnd, childStart } from './children.ts'
import { CommentIndex } from './comment-index.ts'
import type { Document } from './document.ts'

/** The comments that explain an entry. */
export interface EntryComments {
  /** Directly above it. */
  readonly above: readonly Comment[]
  /** Between its key and the end of its value, and behind it. */
  readonly beside: readonly Comment[]
}

/** The comments that explain an entry in the text that was read; none for an entry that did not stand there. */
export function commentsOf(document: Document, entry: Entry): EntryComments {
  const parsed = parsedEntry(entry)
  if (parsed === undefined || document.comments.length === 0) return { above: [], beside: [] }
  const comments = new CommentIndex(document.text, document.comments)
  const [start, end] = [childStart(parsed), childEnd(parsed)]
  const behind = comments.trailing(end)
  const inside = comments.within(start, end)
  return { above: comments.leading(start), beside: behind === undefined ? inside : [...inside, behind] }
}
