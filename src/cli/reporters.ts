import { nearNames } from '../heat/near-names.ts'
import { noProgress, type Progress, progressLine } from '../report/progress.ts'
import type { DiffOf, Reporter } from '../report/reporter.ts'
import type { RunReport } from '../runner/run-report.ts'
import type { Arguments } from './command.ts'
import { knownCodes } from './known-codes.ts'
import { styleOf } from './styles.ts'
import { didYouMean, UsageError } from './usage-error.ts'
import { version } from './version.ts'
import type { World } from './world.ts'

export const formats = ['text', 'json', 'jsonl', 'sarif'] as const
export type Format = (typeof formats)[number]

/** The value of `--format`. */
export function formatOf(args: Arguments): Format {
  const name = args.value('format') ?? 'text'
  const format = formats.find((one) => one === name)
  if (format !== undefined) return format
  const near = didYouMean(nearNames(name, formats))
  throw new UsageError(`--format ${name}: no such format`, [...near, `the formats are ${formats.join(', ')}`])
}

/** The reporter that the options ask for; each is loaded only when it is used. */
export async function makeReporter(
  args: Arguments,
  diffOf: DiffOf,
  world: World,
  closing: Closing = closingLines,
): Promise<Reporter> {
  const format = formatOf(args)
  const lookUp = (code: string) => knownCodes.get(code)
  const write = world.out.write
  switch (format) {
    case 'json': {
      const { jsonReporter } = await import('../report/json.ts')
      return jsonReporter(write, version, lookUp)
    }
    case 'jsonl': {
      const { jsonLinesReporter } = await import('../report/json.ts')
      return jsonLinesReporter(write, version, lookUp)
    }
    case 'sarif': {
      const { sarifReporter } = await import('../report/sarif.ts')
      return sarifReporter(write, version, lookUp)
    }
    case 'text':
      return textReporter(args, diffOf, world, closing)
  }
}

async function textReporter(
  args: Arguments,
  diffOf: DiffOf,
  world: World,
  closing: Closing,
): Promise<Reporter> {
  const { terminalReporter } = await import('../report/terminal.ts')
  const start = world.now()
  const showsDiff = !args.has('write') && args.value('patch') === undefined
  return terminalReporter({
    out: { write: world.out.write, style: styleOf(world.out, args, world) },
    err: { write: world.err.write, style: styleOf(world.err, args, world) },
    verbosity: args.has('quiet') ? 'quiet' : 'normal',
    diffOf: showsDiff ? diffOf : undefined,
    lookUp: (code) => knownCodes.get(code),
    seconds: () => (world.now() - start) / 1000,
    closing: (report) => closing(report, args),
  })
}

/** The lines that close a report for people. */
export type Closing = (report: RunReport, args: Arguments) => string[]

/** What the user may want to do next. */
function closingLines({ totals, mode }: RunReport, args: Arguments): string[] {
  const patch = args.value('patch')
  const files = (number: number) => `${number} file${number === 1 ? '' : 's'}`
  return [
    ...(totals.blocked > 0
      ? ['`hotshift explain <finding>` says what can be done about a blocked file']
      : []),
    ...(patch === undefined ? [] : [`the patch of ${files(totals.changed)} is in ${patch}`]),
    mode === 'written'
      ? `${files(totals.changed)} written`
      : 'dry run: nothing was written; add --write to write',
  ]
}

/** A progress line on a terminal, unless silence is asked for. */
export async function makeProgress(args: Arguments, world: World): Promise<Progress> {
  if (!world.err.isTTY || args.has('quiet')) return noProgress
  return progressLine(world.err.write, world.now)
}
