import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import { severityStyle, statusStyle } from './marks.ts'
import { quantity } from './quantity.ts'
import type { LookUpCode } from './reporter.ts'
import { oneLine, type Style } from './style.ts'

const STATUS_WIDTH = 'unchanged'.length

/** Writes what became of single files; help for a code is given once per run. */
export function fileLinesWriter(style: Style, lookUp: LookUpCode) {
  const given = new Set<string>()
  return (outcome: FileOutcome, findings: readonly LocatedFinding[]): string => {
    const lines = [statusLine(outcome, findings, style)]
    const positions = findings.map(({ line, column }) => `${oneLine(outcome.path)}:${line}:${column}`)
    const positionWidth = Math.max(0, ...positions.map((position) => position.length))
    const codeWidth = Math.max(0, ...findings.map(({ code }) => code.length))
    findings.forEach((finding, i) => {
      const position = (positions[i] ?? '').padEnd(positionWidth)
      const severity = severityStyle(style, finding.severity)(finding.severity.padEnd('warning'.length))
      const code = finding.code.padEnd(codeWidth)
      lines.push(`  ${position}  ${severity}  ${style.bold(code)}  ${oneLine(finding.message)}`)
      const help = finding.help ?? lookUp(finding.code)?.help
      if (help === undefined || given.has(`${finding.code} ${help}`)) return
      given.add(`${finding.code} ${help}`)
      lines.push(
        style.dim(`  ${' '.repeat(positionWidth)}  ${' '.repeat('warning'.length)}  ${oneLine(help)}`),
      )
    })
    return `${lines.join('\n')}\n`
  }
}

function statusLine(outcome: FileOutcome, findings: readonly LocatedFinding[], style: Style): string {
  const { path, newPath, status, reason, transforms } = outcome
  const word = status === 'changed' && outcome.isNew === true ? 'created' : status
  const mark = statusStyle(style, status)(word.padEnd(STATUS_WIDTH))
  const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
  const changes = transforms.reduce((sum, transform) => sum + transform.changes, 0)
  const remark =
    status === 'changed' && changes > 0
      ? `${quantity(changes, 'change')} by ${quantity(transforms.length, 'transform')}`
      : // The findings below say it with their place.
        findings.length === 0
        ? reason
        : undefined
  return `${mark}  ${style.bold(name)}${remark === undefined ? '' : style.dim(`  ${oneLine(remark)}`)}`
}
