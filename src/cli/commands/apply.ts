import type { RunReport } from '../../runner/run-report.ts'
import type { Command } from '../command.ts'
import { exitOf, failOnOf } from '../exit-code.ts'
import {
  allowDirtyOption,
  allowOutsideOption,
  decisionsOption,
  interactiveOption,
  only,
  planReportOptions,
  rewriteOptions,
  selectionOptions,
} from '../options.ts'
import { openResults } from '../results.ts'
import { selectionOf } from '../selectors.ts'
import { checkSeriesOptions } from '../series-options.ts'
import { UsageError } from '../usage-error.ts'

export const apply: Command = {
  name: 'apply',
  positional: '<plan>',
  positionalDescription: 'A plan that a command made with --plan',
  arity: { min: 1, max: 1 },
  summary: 'Make the changes of a plan, all or some of them',
  description: [
    'Makes exactly what the plan says and runs no transform again. A file that is not the one that the plan was made from is blocked, with all that is changed together with it; one that is as planned already stays as it is, so that a plan can be applied twice. Run it in the directory in which the plan was made.',
    'Without --write nothing changes on disk: the diff goes to standard output, all else to standard error. A file of which hunks are left out is read, checked and proved again, and is not written when it would not be valid or would mean something else.',
  ],
  options: [
    ...selectionOptions,
    interactiveOption,
    decisionsOption,
    ...only(rewriteOptions, 'write', 'commit', 'patch', 'patches', 'check', 'fail-on'),
    allowDirtyOption,
    ...only(rewriteOptions, 'allow-unproved'),
    {
      ...allowOutsideOption,
      description: 'Also change files outside of the working directory, when the plan names them',
    },
    ...planReportOptions,
  ],
  examples: [
    { explanation: 'Make a plan and apply it', command: 'hotshift upgrade --to rocky --plan plan.json' },
    { explanation: 'All of it', command: 'hotshift apply plan.json --write' },
    { explanation: 'Hunk by hunk', command: 'hotshift apply plan.json --interactive --write' },
    {
      explanation: 'What is proved, but for one folder',
      command: 'hotshift apply plan.json --only proof:equal --except path:legacy/ --write',
    },
  ],
  async run(args, world) {
    if (args.has('check') && args.has('write'))
      throw new UsageError('--check and --write exclude one another', ['--check only asks what would change'])
    checkSeriesOptions(args, world)
    const [path = ''] = args.positionals
    const { loadPlan } = await import('../plan-file.ts')
    const { outcomes } = loadPlan(path, world)
    const { makeChosen } = await import('../make-chosen.ts')
    const selection = await selectionOf(args, outcomes)
    const failOn = failOnOf(args)
    const exit = (report: RunReport) => exitOf(report, failOn)
    const results = await openResults(
      args,
      { mode: args.has('write') || args.has('commit') ? 'written' : 'dry-run', exit },
      world,
    )
    try {
      const decisionsPath = `${path.replace(/\.json$/, '')}.decisions.json`
      const report = await makeChosen(outcomes, { args, results, world, selection, decisionsPath })
      await results.end(report)
      return exit(report).code
    } finally {
      results.discard()
    }
  },
}
