/** Comments of a file that are in none of those that it became. */
import { spokenLines } from '../document/document.ts'
import type { Comment } from '../document/node.ts'
import type { SourceFile } from '../workspace/source-file.ts'
import { type Finding, findingOf } from './finding.ts'

/** Lines count: a block comment of JSON becomes several of YAML. */
export function lostComments(
  before: SourceFile | undefined,
  after: readonly (SourceFile | undefined)[],
): readonly Finding[] {
  const left = new Map<string, number>()
  for (const line of after.flatMap((one) => one?.document.comments ?? []).flatMap(trimmedLines))
    left.set(line, (left.get(line) ?? 0) + 1)
  return (before?.document.comments ?? []).flatMap((comment) => {
    const lost = trimmedLines(comment).filter((line) => {
      const count = left.get(line) ?? 0
      left.set(line, count - 1)
      return line !== '' && count <= 0
    })
    const { start, end } = comment
    return lost.length === 0
      ? []
      : [findingOf('comment-lost', `the comment "${lost.join(' ')}" is lost`, { start, end })]
  })
}

function trimmedLines(comment: Comment): readonly string[] {
  return spokenLines(comment).map((line) => line.trim())
}
