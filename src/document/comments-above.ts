import type { Document } from './document.ts'
import { type Entry, parsedEntry } from './node.ts'
import { CommentIndex } from './print/comment-index.ts'

/** The comment lines directly above an entry, without marks: for an entry that goes while what it says should stay. */
export function commentsAbove(document: Document, entry: Entry): readonly string[] {
  const start = parsedEntry(entry)?.key.propsStart
  if (start === undefined) return []
  const comments = new CommentIndex(document.text, document.comments)
  return comments
    .leading(start)
    .flatMap((comment) => comment.text.split(/\r?\n/).map((line) => line.trimEnd()))
}
