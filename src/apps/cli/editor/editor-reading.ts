/** What an editor reads of the files around a document: as they are open there, and no more than an answer has time for. */

import { findingOf } from '../../../engine/findings/finding.ts'
import type { FileOutcome } from '../../../engine/outcome.ts'
import { type BoundaryOptions, type NamedFiles, namedFiles } from '../../../run/boundary.ts'
import { realFileSystem } from '../../../run/file-system.ts'
import { ReadBudget, type ReadLimits } from '../../../stack/read-budget.ts'
import type { OpenText } from '../../lsp/host.ts'
import { UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'

const MB = 1024 * 1024
/** Of what is parsed. Heat takes no template of more than 512 kB, unless it is configured otherwise (`max_template_size`). */
const aroundLimits: ReadLimits = { each: MB / 2, all: 2 * MB }
/** Of nested templates that are checked with a document, which takes half a second for each MB. */
export const nestedLimits: ReadLimits = { each: MB / 4, all: MB / 4 }
/** Of what is searched for names. */
export const searchLimits: ReadLimits = { each: MB, all: 32 * MB }

/** Reads files for one answer. */
export interface EditorReader extends Pick<NamedFiles, 'read' | 'exists' | 'folder' | 'refusal'> {
  readonly budget: ReadBudget
}

/** Reads the given files, and what may be read beside them. */
export type ReaderOf = (paths: readonly string[], open: OpenText) => EditorReader

export function editorReader(boundary: BoundaryOptions, open: OpenText): EditorReader {
  const budget = new ReadBudget(aroundLimits)
  const encoder = new TextEncoder()
  const saved = namedFiles(boundary, realFileSystem, budget)
  const refusedOpen = (name: string, text: string) => budget.refusal(name, text.length)
  return {
    budget,
    folder: saved.folder,
    exists: (name) => open(name) !== undefined || saved.exists(name),
    refusal(name) {
      const text = open(name)
      const why = text === undefined ? undefined : refusedOpen(name, text)
      return why === undefined ? saved.refusal(name) : `is ${why}`
    },
    read(name) {
      const text = open(name)
      if (text === undefined) return saved.read(name)
      return refusedOpen(name, text) === undefined ? encoder.encode(text) : undefined
    },
  }
}

/** The files that were left out: `2 files, the first big.yaml (larger than 1 MB)`; undefined where there are none. */
export function leftOutText(budgets: readonly ReadBudget[], world: World): string | undefined {
  const leftOut = new Map(budgets.flatMap((one) => [...one.leftOut]))
  const [first] = leftOut
  if (first === undefined) return undefined
  const [path, why] = first
  const count = leftOut.size === 1 ? '' : `${leftOut.size} files, the first `
  return `${count}${reportPath(path, world)} (${why})`
}

/** @throws UsageError where an edit of several files would miss some of them */
export function refuseLeftOut(budgets: readonly ReadBudget[], world: World): void {
  const text = leftOutText(budgets, world)
  if (text === undefined) return
  throw new UsageError(
    `the editor does not read all files that this may change: ${text}; use the command line`,
  )
}

/** An outcome that says which files around a document were not read. */
export function withUnread(outcome: FileOutcome, unread: string | undefined): FileOutcome {
  if (unread === undefined) return outcome
  const message = `not read in the editor: ${unread}; findings that depend on them are missing`
  const finding = { ...findingOf('neighbour-not-read', message), line: 1, column: 1 }
  return { ...outcome, findings: [...outcome.findings, finding] }
}
