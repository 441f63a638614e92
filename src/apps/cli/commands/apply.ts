import type { RunReport } from '../../../run/run-report.ts'
import type { Command } from '../command.ts'
import {
  allowDirtyOption,
  allowOutsideOption,
  decisionsOption,
  interactiveOption,
  only,
  planReportOptions,
  rewriteOptions,
  selectionOptions,
  takesPlan,
} from '../options/options.ts'
import { checkSeriesFolder, refuseCommit } from '../options/series-options.ts'
import { exitOf, failOnOf } from '../output/exit-code.ts'
import { openResults } from '../output/results.ts'
import { selectionOf } from '../selectors.ts'

export const apply: Command = {
  name: 'apply',
  ...takesPlan,
  summary: 'Apply a plan, or a part of it',
  description: [
    'Writes exactly what the plan contains, and runs no transform. A file that has changed since the plan was made is blocked, with the files that change together with it. A file that is already as planned stays as it is, so you can apply a plan twice. Run it in the directory in which the plan was made.',
    'Without --write nothing changes on disk: the diff goes to standard output, everything else to standard error. A file with rejected hunks is read, checked and proved again; it is not written if it is invalid or means something else.',
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
      description: 'Also change files of the plan outside the working directory',
    },
    ...planReportOptions,
  ],
  examples: {
    'Make a plan and apply it': 'hotshift upgrade --to rocky --plan plan.json',
    'All of it': 'hotshift apply plan.json --write',
    'Hunk by hunk': 'hotshift apply plan.json --interactive --write',
    'Only proved changes, except in one folder':
      'hotshift apply plan.json --only proof:equal --except path:legacy/ --write',
  },
  async run(args, world) {
    checkSeriesFolder(args, world)
    const [path = ''] = args.positionals
    const { loadPlan } = await import('../output/plan-file.ts')
    const { outcomes, names, options, close } = loadPlan(path, world)
    if (options['hidden-into'] !== undefined) refuseCommit(args)
    const { makeChosen } = await import('../make-chosen.ts')
    const selection = await selectionOf(args, names)
    const failOn = failOnOf(args)
    const exit = (report: RunReport) => exitOf(report, failOn)
    const results = await openResults(
      args,
      { mode: args.has('write') || args.has('commit') ? 'written' : 'dry-run', exit },
      world,
    )
    try {
      const decisionsPath = `${path.replace(/\.json$/, '')}.decisions.json`
      const report = await makeChosen(outcomes, {
        args,
        report: results.file,
        world,
        source: 'plan',
        selection,
        decisionsPath,
      })
      await results.end(report)
      return exit(report).code
    } finally {
      results.discard()
      close()
    }
  },
}
