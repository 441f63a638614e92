import type { Outcomes } from '../../../run/plan/outcomes.ts'
import { countedReport, type RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import type { LookUpCode, Reporter, Write } from '../../../show/report/reporter.ts'
import { defined } from '../../../text/document/records.ts'
import type { Arguments, Command } from '../command.ts'
import {
  allowDirtyOption,
  allowOutsideOption,
  only,
  reportOptions,
  rewriteOptions,
  selectionOptions,
  takesPlan,
} from '../options/options.ts'
import { exitCodes, exitOf, failOnOf } from '../output/exit-code.ts'
import type { ReportOrigin } from '../output/origin.ts'
import { removalLine, withOrigin } from '../output/reporters.ts'
import type { ReviewHandler } from '../output/review-server.ts'
import { selectionOf } from '../selectors.ts'
import { UsageError } from '../usage-error.ts'
import type { TextStream, World } from '../world.ts'

export const review: Command = {
  name: 'review',
  ...takesPlan,
  summary: 'Review a plan in the browser, and apply what you choose',
  description: [
    'Serves the page of `show --format html` on 127.0.0.1. The printed address works once, in one tab of the browser, and not for other users of the machine or other pages. The page shows the result of your choices, then applies them like `apply --write`. Ends after that, or with Ctrl-C; the exit code is that of `apply --write`.',
  ],
  options: [
    ...selectionOptions,
    {
      name: 'port',
      value: '<n>',
      group: 'How it runs',
      description: 'The port; default: a free one',
    },
    allowDirtyOption,
    ...only(rewriteOptions, 'allow-unproved'),
    {
      ...allowOutsideOption,
      description: 'Also change files of the plan outside the working directory',
    },
    ...only(reportOptions, 'no-color'),
  ],
  examples: { 'Review and apply': 'hotshift review plan.json' },
  async run(args, world) {
    const [path = ''] = args.positionals
    const { loadPlan } = await import('../output/plan-file.ts')
    const { outcomes, names, made, questions, close } = loadPlan(path, world)
    const { chosenOf } = await import('../make-chosen.ts')
    const selection = await selectionOf(args, names)
    const shown = await chosenOf(outcomes, { args, world, selection })
    const { openerScript, pageAssets } = await import('../../../show/report/formats.ts')
    const { withSummaryStyle } = await import('../../../show/report/html.ts')
    const { openingPage } = await import('../../../show/report/review-page.ts')
    let code: number = exitCodes.done
    const page: Omit<ReviewHandler, 'done'> = {
      opening: openingPage(openerScript(), withSummaryStyle(pageAssets())),
      page: (session, write) => writePage(shown, { session, made, questions, world }, write),
      make: async (decisions, mode) => {
        const { report, text } = await make(shown, decisions, mode, args, world)
        if (report === undefined) return { text, isDone: false }
        if (mode === 'write') code = exitOf(report, failOnOf(args)).code
        const { changed, failed } = report.totals
        return { text, isDone: changed > 0 && (mode === 'preview' || failed === 0) }
      },
    }
    await serve(page, portOf(args), world)
    close()
    return code
  },
}

/** Serves the page until somebody has decided, or Ctrl-C. */
async function serve(page: Omit<ReviewHandler, 'done'>, port: number, world: World): Promise<void> {
  const { startReview } = await import('../output/review-server.ts')
  let finish: () => void = () => {}
  const finished = new Promise<void>((resume) => {
    finish = resume
  })
  const done = () => finish()
  const server = await startReview({ ...page, done }, port).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--port ${port}: ${listenProblem(error)}`)
  })
  process.once('SIGINT', done)
  await world.err.write(`the review is at ${server.url}\nCtrl-C ends it\n`)
  await finished
  // A second Ctrl-C ends the process as usual.
  process.off('SIGINT', done)
  await server.close()
}

function portOf(args: Arguments): number {
  const port = args.value('port')
  if (port === undefined) return 0
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port)
  throw new UsageError(`--port ${port}: no such port`)
}

function listenProblem({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program uses this port'
  if (code === 'EACCES') return 'this port needs rights that you do not have'
  return code ?? message
}

/** What the page says beside the files. */
interface ReviewedPlan {
  readonly session: string
  readonly made: ReportOrigin
  readonly questions: RunReport['questions']
  readonly world: World
}

async function writePage(
  outcomes: Outcomes,
  { session, made, questions, world }: ReviewedPlan,
  write: (part: string) => Promise<void>,
): Promise<void> {
  const { htmlReporter } = await import('../../../show/report/html.ts')
  const { pageAssets } = await import('../../../show/report/formats.ts')
  const { codeLookUp } = await import('../explain/code-look-up.ts')
  const { version } = await import('../../../show/report/version.ts')
  const { lookUp, prepare } = codeLookUp()
  const { stackDrawings } = await import('../output/stack-drawings.ts')
  const reporter = htmlReporter(write, version, lookUp, {
    assets: { ...pageAssets(), session },
    drawingOf: await stackDrawings(world),
  })
  const report = await countedReport(outcomes, 'dry-run', async (outcome) => {
    await prepare(outcome)
    await reporter.file(outcome)
  })
  await reporter.end(await withOrigin({ ...report, ...defined({ questions }) }, made, world))
}

/** The report for people without colours, of changes that have no diff. */
async function plainReporter(
  mode: 'written' | 'dry-run',
  write: Write,
  lookUp: LookUpCode,
  { now }: World,
): Promise<Reporter> {
  const { terminalReporter } = await import('../../../show/report/terminal.ts')
  const { plainStyle } = await import('../../../show/report/style.ts')
  const err = { write, style: plainStyle }
  const start = now()
  return terminalReporter({
    out: err,
    report: err,
    verbosity: 'normal',
    mode,
    diffOf: undefined,
    lookUp,
    seconds: () => (now() - start) / 1000,
    exitReason: () => undefined,
    closing: ({ totals }, { removed }) => [
      ...removalLine(removed, mode),
      `${quantity(totals.changed, 'file')} ${mode === 'written' ? 'written' : 'would be written'}`,
    ],
  })
}

/** Makes what was chosen, and says in the words of the report what came of it. */
async function make(
  outcomes: Outcomes,
  decisions: string,
  mode: 'preview' | 'write',
  args: Arguments,
  world: World,
): Promise<{ readonly text: string; readonly report?: RunReport }> {
  const { Decisions } = await import('../../../run/plan/decisions.ts')
  const { DocumentProblem } = await import('../../../run/plan/document.ts')
  const { makeDecided } = await import('../make-chosen.ts')
  const { codeLookUp } = await import('../explain/code-look-up.ts')
  try {
    const { lookUp, prepare } = codeLookUp()
    const said: string[] = []
    const quiet: TextStream = { isTTY: false, write: (text) => void said.push(String(text)) }
    const reporter = await plainReporter(mode === 'write' ? 'written' : 'dry-run', quiet.write, lookUp, world)
    const report = await makeDecided(outcomes, Decisions.read(decisions), mode, {
      args,
      world: { ...world, err: quiet },
      onOutcome: async (outcome) => {
        await prepare(outcome)
        await reporter.file(outcome)
      },
    })
    await reporter.end(report)
    if (mode === 'write') await world.err.write(said.join(''))
    return { text: said.join(''), report }
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error
    return { text: `what was chosen ${error.message}` }
  }
}
