import type { LocatedFinding } from '../engine/outcome.ts'

/** So many of one kind in one file are shown; when there are only a few more, all are. */
const SHOWN = { inFile: 3, allUpTo: 5 }
/** So many of one kind are shown in a whole run. */
const SHOWN_IN_RUN = 20

/** A finding to show, or how many are left out after it. */
export interface ShownFinding {
  readonly finding: LocatedFinding
  /** Findings of its kind in this file that are left out, said after the last one shown. */
  readonly more: number
}

/** Chooses, file by file, which findings are worth a line. */
export type ChooseFindings = (findings: readonly LocatedFinding[]) => readonly ShownFinding[]

/** Shows all. */
export const chooseAll: ChooseFindings = (findings) => findings.map((finding) => ({ finding, more: 0 }))

/**
 * Shows the first few of those that are alike, in a file and in the whole run: with the
 * same code and the same message but for names and numbers. A file in which nothing is
 * shown is left to its reason.
 */
export function firstOfMany(): ChooseFindings {
  const shownInRun = new Map<string, number>()
  return (findings) => {
    const kinds = new Map<string, LocatedFinding[]>()
    for (const finding of findings) {
      const kind = kindOf(finding)
      const alike = kinds.get(kind)
      if (alike === undefined) kinds.set(kind, [finding])
      else alike.push(finding)
    }
    const chosen = new Map<LocatedFinding, number>()
    for (const [kind, alike] of kinds) {
      const before = shownInRun.get(kind) ?? 0
      if (before >= SHOWN_IN_RUN) continue
      const count = alike.length <= SHOWN.allUpTo ? alike.length : SHOWN.inFile
      shownInRun.set(kind, before + count)
      alike.slice(0, count).forEach((finding, i) => {
        chosen.set(finding, i === count - 1 ? alike.length - count : 0)
      })
    }
    // In their own order, which is that of their places.
    return findings.flatMap((finding) => {
      const more = chosen.get(finding)
      return more === undefined ? [] : [{ finding, more }]
    })
  }
}

/** Code, severity and message without what is in quotes, names with dots and numbers. */
function kindOf({ code, severity, message }: LocatedFinding): string {
  const shape = message
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"')
    .replace(/[\w-]+(?:[./:][\w-]+)+/g, '.')
    .replace(/\d+/g, '0')
  return `${severity} ${code} ${shape}`
}
