import { countedReport, type RunReport } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import { typedLine } from '../../../show/report/shell-word.ts'
import type { Tally } from '../../../show/report/tally.ts'
import { defined } from '../../../text/document/records.ts'
import type { Command } from '../command.ts'
import {
  decisionsOption,
  only,
  planReportOptions,
  rewriteOptions,
  selectionOptions,
  takesPlan,
} from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { removalLine } from '../output/reporters.ts'
import { openResults } from '../output/results.ts'
import { selectionOf } from '../selectors.ts'

export const show: Command = {
  name: 'show',
  ...takesPlan,
  summary: 'Show a plan, as a diff or in any report format',
  description: [
    'Shows what the run that made the plan showed, in any format. It does not read the files, so it works anywhere, also after the plan was applied. The exit code says only whether the plan can be read.',
  ],
  options: [
    ...selectionOptions,
    decisionsOption,
    ...only(rewriteOptions, 'patch', 'allow-unproved'),
    {
      name: 'steps',
      isOfOneRun: true,
      group: 'The report',
      excludes: ['format', 'output', 'patch'].map((option) => ({ option, hint: '--steps prints diffs' })),
      description: 'Only the diffs of the steps, one after the other, that `apply --commit` commits',
    },
    ...planReportOptions,
  ],
  examples: {
    'The diff and the report': 'hotshift show plan.json',
    'A page to review': 'hotshift show plan.json --output review.html',
    'What `apply --commit` commits, step by step': 'hotshift show plan.json --steps',
    'Only unproved changes': 'hotshift show plan.json --only proof:unproved',
  },
  async run(args, world) {
    const [path = ''] = args.positionals
    const { loadPlan } = await import('../output/plan-file.ts')
    const { outcomes, names, made, questions, close } = loadPlan(path, world)
    const { chosenOf } = await import('../make-chosen.ts')
    const shown = await chosenOf(outcomes, { args, world, selection: await selectionOf(args, names) })
    if (args.has('steps')) {
      try {
        const { showSteps } = await import('../output/series-output.ts')
        const count = await showSteps(shown, args, world)
        const line =
          count === 0
            ? 'there is nothing to apply'
            : `${quantity(count, 'step')}; ${typedLine(['hotshift', 'apply'], [path], ['--commit'])} makes a commit of each`
        if (!args.has('quiet')) await world.err.write(`${line}\n`)
        return exitCodes.done
      } finally {
        close()
      }
    }
    const closing = ({ totals }: RunReport, { removed }: Tally) => [
      ...removalLine(removed, 'dry-run'),
      totals.changed === 0
        ? 'there is nothing to apply'
        : `${typedLine(['hotshift', 'apply'], [path], ['--write'])} makes these changes`,
    ]
    const results = await openResults(
      args,
      { mode: 'dry-run', exit: () => ({ code: exitCodes.done }), closing, isOfNow: false, made },
      world,
    )
    try {
      const report = await countedReport(shown, 'dry-run', results.file)
      await results.end({ ...report, ...defined({ questions }) })
      return exitCodes.done
    } finally {
      results.discard()
      close()
    }
  },
}
