/** Changes of files as SARIF 2.1.0 has them (section 3.55): what to take out of a file, and what to put there instead. */
import type { FileOutcome } from '../../engine/outcome.ts'
import { lineEdits, splitLines } from '../../run/diff/hunks.ts'

/** The string that replaces a region. */
export interface Replacement {
  readonly deletedRegion: {
    readonly startLine: number
    readonly startColumn: number
    readonly endLine: number
    readonly endColumn: number
  }
  readonly insertedContent?: { readonly text: string }
}

/** What says in a template that a value is not for everybody; logs are stored where many read them. */
const CONFIDENTIAL = /\bhidden\b|NoEcho/i

/** A change of which the report of a part of a run has this, but not the contents. */
export interface KnownReplacements {
  readonly replacements?: readonly Replacement[]
}

/** The change of one file, from top to bottom; nothing where the file does not change, or holds hidden parameters. */
export function replacementsOf(outcome: FileOutcome & KnownReplacements): readonly Replacement[] | undefined {
  if (outcome.replacements !== undefined) return outcome.replacements
  const { status, before, after } = outcome
  if (status !== 'changed' || before === undefined || after === undefined) return undefined
  if (CONFIDENTIAL.test(before) || CONFIDENTIAL.test(after)) return undefined
  const [oldLines, newLines] = [splitLines(before), splitLines(after)]
  const replacements = lineEdits(before, after).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const text = newLines.slice(newStart, newEnd).join('')
    return {
      deletedRegion: { ...startOf(oldStart, oldLines), ...endOf(oldEnd, oldLines) },
      ...(text === '' ? {} : { insertedContent: { text } }),
    }
  })
  return replacements.length === 0 ? undefined : replacements
}

function startOf(line: number, lines: readonly string[]) {
  const { endLine, endColumn } = endOf(line, lines)
  return { startLine: endLine, startColumn: endColumn }
}

/** Before a line, from 0; behind the last one, where that has no line end, at its end. */
function endOf(line: number, lines: readonly string[]) {
  const last = lines[line - 1]
  if (last === undefined || last.endsWith('\n')) return { endLine: line + 1, endColumn: 1 }
  return { endLine: line, endColumn: last.length + 1 }
}
