import { gitFileLine, gitPath } from './git-path.ts'
import { renderHunks, splitLines } from './hunks.ts'
import { diffLines, type LineEdit } from './line-diff.ts'

/** One file before and after; paths relative to the root that the patch is applied in, `/` as separator. */
export interface FileChange {
  readonly path: string
  /** Given when the file gets another name. */
  readonly newPath?: string
  /** Absent for a new file. */
  readonly before?: string
  readonly after: string
}

/**
 * The change as a unified diff in git's extended form, which `git apply` and
 * `git am` take: renames and new files are said in its header. Texts keep their line
 * ends and byte order mark.
 */
export function unifiedDiff(change: FileChange): string {
  const { path, newPath = path, before, after } = change
  const oldLines = splitLines(before ?? '')
  const newLines = splitLines(after)
  const edits = before === after ? [] : diffLines(oldLines, newLines)
  const header = [`diff --git ${gitPath(`a/${path}`)} ${gitPath(`b/${newPath}`)}\n`]
  if (before === undefined) {
    header.push('new file mode 100644\n')
  } else if (newPath !== path) {
    header.push(`similarity index ${similarity(oldLines, newLines, edits)}%\n`)
    header.push(`rename from ${gitPath(path)}\n`, `rename to ${gitPath(newPath)}\n`)
  }
  if (edits.length > 0) {
    header.push(`--- ${before === undefined ? '/dev/null' : gitFileLine(`a/${path}`)}\n`)
    header.push(`+++ ${gitFileLine(`b/${newPath}`)}\n`)
  }
  return header.join('') + renderHunks(oldLines, newLines, edits)
}

/** How much of the larger text is also in the other, in percent; 100 for equal texts only. */
function similarity(before: readonly string[], after: readonly string[], edits: readonly LineEdit[]): number {
  const length = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0)
  const total = length(before)
  const removed = edits.reduce((sum, edit) => sum + length(before.slice(edit.oldStart, edit.oldEnd)), 0)
  const larger = Math.max(total, length(after))
  if (edits.length === 0) return 100
  return larger === 0 ? 0 : Math.min(99, Math.floor(((total - removed) * 100) / larger))
}
