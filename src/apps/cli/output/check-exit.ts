/** How a check ends: errors count, and what `--strict` and `--fail-on` add. */
import { catalogue, currentCode, isFindingCode } from '../../../engine/findings/catalogue.ts'
import type { Severity } from '../../../engine/findings/finding.ts'
import type { ReportedOutcome } from '../../../engine/outcome.ts'
import { nearNames } from '../../../heat/near-names.ts'
import type { RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import type { Arguments, Option } from '../command.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { type Exit, exitCodes, failedExit } from './exit-code.ts'

const severities = ['error', 'warning', 'info'] as const

export const failOnFindings: Option = {
  name: 'fail-on',
  value: '<severity[:code]>',
  occurs: 'repeatedly',
  group: 'What to do',
  description:
    'Also exit with 1 for warnings or infos, of all codes or of one: warning, warning:unknown-resource-type. Errors always count. Repeatable, or separated by commas',
}

/** Findings of a severity, of one code or of any. */
interface Counted {
  readonly severity: Severity
  readonly code: string | undefined
}

/** Counts the findings for which a check ends with 1. */
export class CheckExit {
  readonly #counted: readonly Counted[]
  readonly #found: Record<Severity, number> = { error: 0, warning: 0, info: 0 }

  /** @throws UsageError for a severity or a code that there is not */
  constructor(args: Arguments) {
    this.#counted = [
      { severity: 'error', code: undefined },
      ...(args.has('strict') ? [{ severity: 'warning', code: undefined } as const] : []),
      ...args.listed('fail-on').map(countedBy),
    ]
  }

  note({ findings }: Pick<ReportedOutcome, 'findings'>): void {
    for (const { code, severity } of findings)
      if (this.#counted.some((one) => one.severity === severity && (one.code ?? code) === code))
        this.#found[severity]++
  }

  of(report: RunReport): Exit {
    if (report.totals.failed > 0) return failedExit(report)
    const counts = severities.flatMap((one) =>
      this.#found[one] === 0 ? [] : [quantity(this.#found[one], one)],
    )
    return counts.length === 0
      ? { code: exitCodes.done }
      : { code: exitCodes.found, reason: counts.join(', ') }
  }
}

function countedBy(given: string): Counted {
  const [word = '', name] = given.split(':')
  const severity = severities.find((one) => one === word)
  if (severity === undefined)
    throw new UsageError(`--fail-on ${given}: no such severity`, [
      'write warning, info, or one of them with a code: warning:unknown-resource-type',
    ])
  if (name === undefined) return { severity, code: undefined }
  const code = currentCode(name)
  if (isFindingCode(code) || /^R-\d+$/.test(code)) return { severity, code }
  throw new UsageError(`--fail-on ${given}: there is no finding ${name}`, [
    ...didYouMean(nearNames(name, Object.keys(catalogue))),
    '`hotshift rules` lists them',
  ])
}
