import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import type { RunMode } from '../runner/run-report.ts'
import type { ChooseFindings, ShownFinding } from './alike.ts'
import { severityStyle, verdictStyle } from './marks.ts'
import { quantity } from './quantity.ts'
import type { LookUpCode } from './reporter.ts'
import { oneLine, type Style } from './style.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const VERDICT_WIDTH = 'unchanged'.length

/** Writes what became of single files. */
export interface FileLines {
  of(outcome: FileOutcome, findings: readonly LocatedFinding[]): string
  /** Whether findings were left out so far. */
  hasLeftOut(): boolean
}

/** Help for a code is given once per run. */
export function fileLinesWriter(
  style: Style,
  lookUp: LookUpCode,
  choose: ChooseFindings,
  mode: RunMode,
): FileLines {
  let hasLeftOut = false
  const given = new Set<string>()
  const helpOf = ({ code, help = lookUp(code)?.help }: LocatedFinding): string | undefined => {
    if (help === undefined || given.has(`${code} ${help}`)) return undefined
    given.add(`${code} ${help}`)
    return help
  }
  const linesOf = (outcome: FileOutcome, findings: readonly LocatedFinding[]): string => {
    const shown = choose(findings)
    const elsewhere = shown.reduce((rest, { more }) => rest - 1 - more, findings.length)
    hasLeftOut ||= shown.length < findings.length
    const lines = [verdictLine(outcome, verdictOf(outcome, mode), { shown, elsewhere, style })]
    const place = ({ line, column }: LocatedFinding) => `${oneLine(outcome.path)}:${line}:${column}`
    const placeWidth = Math.max(0, ...shown.map(({ finding }) => place(finding).length))
    const codeWidth = Math.max(0, ...shown.map(({ finding }) => finding.code.length))
    const indent = ' '.repeat(2 + placeWidth + 2 + 'warning'.length + 2)
    for (const { finding, more } of shown) {
      const severity = severityStyle(style, finding.severity)(finding.severity.padEnd('warning'.length))
      const code = style.bold(finding.code.padEnd(codeWidth))
      const message = oneLine(finding.message)
      lines.push(`  ${place(finding).padEnd(placeWidth)}  ${severity}  ${code}  ${message}`)
      const help = helpOf(finding)
      if (help !== undefined) lines.push(style.dim(indent + oneLine(help)))
      if (more > 0) lines.push(style.dim(`${indent}and ${more} more like this`))
    }
    if (shown.length > 0 && elsewhere > 0) {
      lines.push(style.dim(`${indent}and ${elsewhere} more like those of other files`))
    }
    return `${lines.join('\n')}\n`
  }
  return { of: linesOf, hasLeftOut: () => hasLeftOut }
}

function verdictLine(
  outcome: FileOutcome,
  verdict: Verdict,
  { shown, elsewhere, style }: { shown: readonly ShownFinding[]; elsewhere: number; style: Style },
): string {
  const { path, newPath, status, reason, transforms } = outcome
  const word = status === 'changed' && outcome.isNew === true ? 'created' : verdict
  const mark = verdictStyle(style, verdict)(word.padEnd(VERDICT_WIDTH))
  const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
  const changes = transforms.reduce((sum, transform) => sum + transform.changes, 0)
  const remarks = [
    ...(status === 'changed' && changes > 0
      ? [`${quantity(changes, 'change')} by ${quantity(transforms.length, 'transform')}`]
      : []),
    // The findings below say it with their place.
    ...(shown.length === 0 && reason !== undefined ? [oneLine(reason)] : []),
    ...(shown.length === 0 && elsewhere > 0
      ? [`${quantity(elsewhere, 'finding')} like those of other files`]
      : []),
  ]
  return `${mark}  ${style.bold(name)}${remarks.length === 0 ? '' : style.dim(`  ${remarks.join('; ')}`)}`
}
