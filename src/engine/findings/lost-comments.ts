/** Comments of a file that are in none of those that it became. */

import { consoleInterface, section } from '../../heat/sections.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { spokenLines } from '../../text/document/document.ts'
import { type Comment, childStart, parsedEntry } from '../../text/document/node.ts'
import { mapOf, valueOf } from '../../text/document/read.ts'
import { type Finding, findingOf } from './finding.ts'

/** Lines count: a block comment of JSON becomes several of YAML. */
export function lostComments(
  before: SourceFile | undefined,
  after: readonly (SourceFile | undefined)[],
): readonly Finding[] {
  const left = new Map<string, number>()
  for (const line of after.flatMap((one) => one?.document.comments ?? []).flatMap(trimmedLines))
    left.set(line, (left.get(line) ?? 0) + 1)
  const written = new Set(left.keys())
  const comments = before?.document.comments ?? []
  const headings = before === undefined ? new Set<Comment>() : headingsOfParameters(before)
  const lost = new Map<Comment, readonly string[]>()
  const others = comments.filter((one) => !headings.has(one))
  for (const comment of [...others, ...headings]) {
    const lines = trimmedLines(comment).filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return line !== '' && count <= 0 && !(headings.has(comment) && written.has(line))
    })
    if (lines.length > 0) lost.set(comment, lines)
  }
  return comments.flatMap((comment) => lostFinding(comment, lost.get(comment) ?? []))
}

/** Of the files of a package, between which comments move: comments that are in none of them any longer. */
export class CommentsOfPackage {
  readonly #lines: ReadonlySet<string>
  /** All lines below one another, to be searched. */
  readonly #text: string

  /** @param after all files, as they are written */
  constructor(after: Iterable<SourceFile>) {
    this.#lines = new Set([...after].flatMap(({ document }) => document.comments.flatMap(trimmedLines)))
    this.#text = [...this.#lines].join('\n')
  }

  lostOf({ document }: SourceFile): readonly Finding[] {
    return document.comments.flatMap((comment) =>
      lostFinding(
        comment,
        trimmedLines(comment).filter((line) => line !== '' && !this.#has(line)),
      ),
    )
  }

  /** Two comments may have met on one line. */
  #has(line: string): boolean {
    return this.#lines.has(line) || this.#text.includes(line)
  }
}

function lostFinding({ start, end }: Comment, lines: readonly string[]): readonly Finding[] {
  if (lines.length === 0) return []
  return [findingOf('comment-lost', `the comment "${lines.join(' ')}" is lost`, { start, end })]
}

/**
 * Comments above a parameter or its label. Of those that are equal one is enough: a console has groups and labels of the
 * parameters below the same headings again.
 */
function headingsOfParameters({ document: { comments, text }, root }: SourceFile): ReadonlySet<Comment> {
  const headings = new Set<Comment>()
  if (comments.length === 0) return headings
  const labels = mapOf(valueOf(consoleInterface(root), 'ParameterLabels'))
  const entries = [section(root, 'parameters'), labels].flatMap((one) => one?.entries ?? [])
  const starts = new Set(entries.map((one) => childStart(parsedEntry(one) ?? one)))
  let isAbove = false
  for (let index = comments.length - 1; index >= 0; index -= 1) {
    const comment = comments[index] as Comment
    const next = text.slice(comment.end, comments[index + 1]?.start)
    const blanks = next.length - next.trimStart().length
    if (blanks < next.length) isAbove = starts.has(comment.end + blanks)
    if (isAbove) headings.add(comment)
  }
  return headings
}

function trimmedLines(comment: Comment): readonly string[] {
  return spokenLines(comment).map((line) => line.trim())
}
