/** The findings in the forms that CI systems show beside the lines. */
import type { Severity } from '../../engine/findings/finding.ts'
import type { LocatedFinding, ReportedOutcome } from '../../engine/outcome.ts'
import { quantity } from './counts.ts'
import { inOrder } from './in-order.ts'
import { gathered, type LookUpCode, type Reporter, type Write } from './reporter.ts'
import { fingerprints } from './sarif.ts'
import { visible } from './style.ts'

const githubCommands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
}

/** GitHub shows so many annotations of each kind of one step, and drops the rest without a word. */
const SHOWN_BY_GITHUB = 10

/** Workflow commands of GitHub Actions. */
export function githubReporter(write: Write, lookUp: LookUpCode): Reporter {
  const counts = new Map<Severity, number>()
  return {
    file: (outcome) => {
      const lines = outcome.findings.filter((finding) => {
        const count = (counts.get(finding.severity) ?? 0) + 1
        counts.set(finding.severity, count)
        return count <= SHOWN_BY_GITHUB
      })
      if (lines.length > 0) return write(lines.map((one) => githubLine(outcome.path, one, lookUp)).join(''))
    },
    end: () => {
      const left = [...counts.values()].reduce((sum, count) => sum + Math.max(0, count - SHOWN_BY_GITHUB), 0)
      return left === 0
        ? undefined
        : write(`::notice::hotshift: ${quantity(left, 'more finding')}, which GitHub would not show here\n`)
    },
  }
}

function githubLine(path: string, finding: LocatedFinding, lookUp: LookUpCode): string {
  const { severity, line, column, endLine, endColumn, code, message } = finding
  const help = finding.help ?? lookUp(code)?.help
  const location = [
    `file=${githubProperty(path)}`,
    `line=${line}`,
    ...(endLine === undefined ? [] : [`endLine=${endLine}`]),
    `col=${column}`,
    ...(endLine === line && endColumn !== undefined ? [`endColumn=${endColumn}`] : []),
    `title=${githubProperty(code)}`,
  ]
  const text = help === undefined ? message : `${message}\n${help}`
  return `::${githubCommands[severity]} ${location.join(',')}::${githubText(text)}\n`
}

/** What would end a command or begin another one is escaped (@actions/core, command.ts), and what steers a terminal. */
function githubText(text: string): string {
  return visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
}

function githubProperty(text: string): string {
  return githubText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

const gitlabSeverities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  info: 'info',
}

/** A Code Quality report of GitLab. */
export function gitlabReporter(write: Write): Reporter {
  const fingerprint = fingerprints()
  let isFirst = true
  return {
    file: ({ path, findings }) => {
      const entries = findings.map((finding) => {
        const { code, message, severity, line, endLine } = finding
        const lines = { begin: line, ...(endLine === undefined ? {} : { end: endLine }) }
        return JSON.stringify({
          description: message,
          check_name: code,
          fingerprint: fingerprint(path, finding),
          severity: gitlabSeverities[severity],
          location: { path, lines },
        })
      })
      if (entries.length === 0) return
      const start = isFirst ? '[\n' : ',\n'
      isFirst = false
      return write(start + entries.join(',\n'))
    },
    end: () => write(isFirst ? '[\n]\n' : '\n]\n'),
  }
}

/** JUnit XML: one test case per file. */
export function junitReporter(write: Write): Reporter {
  return gathered(async ({ files, totals, invocation }) => {
    let failures = 0
    for (const one of files) if (one.status !== 'failed' && isWrong(one)) failures++
    const name = xml(`hotshift ${invocation?.command ?? ''}`.trim())
    const counts = `tests="${files.length}" failures="${failures}" errors="${totals.failed}" skipped="${totals.skipped}"`
    await write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n`)
    await write(`  <testsuite name="${name}" ${counts}>\n`)
    for (const file of files) await write(testCase(file))
    await write('  </testsuite>\n</testsuites>\n')
  })
}

function isWrong({ status, findings }: ReportedOutcome): boolean {
  return status === 'blocked' || findings.some(({ severity }) => severity === 'error')
}

function testCase(file: ReportedOutcome): string {
  const { path, status, reason = '', findings } = file
  const lines = (some: readonly LocatedFinding[]) =>
    some
      .map(({ line, column, code, message }) => xml(`${path}:${line}:${column} ${code}: ${message}`))
      // A name may be that of a command of GitHub, see xml().
      .map((text) => text.replace(/^\s*:/, (start) => start.replace(':', '&#58;')))
      .join('\n')
  const errors = findings.filter(({ severity }) => severity === 'error')
  const others = findings.filter(({ severity }) => severity !== 'error')
  const parts = [
    ...(status === 'failed' ? [`<error message="${xml(reason)}">${lines(errors)}</error>`] : []),
    ...(status !== 'failed' && isWrong(file)
      ? [`<failure message="${xml(reason || quantity(errors.length, 'error'))}">${lines(errors)}</failure>`]
      : []),
    ...(status === 'skipped' ? [`<skipped message="${xml(reason)}"/>`] : []),
    ...(others.length > 0 ? [`<system-out>${lines(others)}</system-out>`] : []),
  ]
  const head = `    <testcase name="${xml(path)}" classname="${xml(file.kind)}" file="${xml(path)}"`
  return parts.length === 0 ? `${head}/>\n` : `${head}>\n      ${parts.join('\n      ')}\n    </testcase>\n`
}

/**
 * XML 1.0 has no word for most control characters, and for halves of pairs. A line break is escaped: on the standard
 * output of a step of GitHub a line may be a command.
 */
function xml(text: string): string {
  return inOrder(text)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}
