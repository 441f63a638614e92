import type { FileOutcome } from '../../../engine/outcome.ts'
import type { Command } from '../command.ts'
import { codeLookUp } from '../explain/code-look-up.ts'
import { only, presentation, reportOptions } from '../options/options.ts'
import { formatOf } from '../options/report-formats.ts'
import { makeReporter } from '../output/reporters.ts'
import { type OpenDocument, openDocument } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'

export const merge: Command = {
  name: 'merge',
  positional: '<reports..>',
  positionalDescription:
    'Reports in JSON, all of one run with --shard; or name=report.json for reports of several repositories',
  arity: { min: 1, max: Number.POSITIVE_INFINITY },
  summary: 'Merge the reports of several runs into one',
  description: [
    'Merges the JSON reports of all parts of a run (--shard) into the report of the whole run, in any format that does not need the contents of files. Missing or duplicate parts, and reports of different runs, are refused. The exit code is that of the whole run.',
    'With names, the reports are those of several repositories: each name is put before the paths, and files are also counted by repository.',
  ],
  options: only(reportOptions, ...presentation),
  examples: {
    'The parts of a run': 'hotshift merge part-*.json --format json > report.json',
    'Several repositories, for people': 'hotshift merge web=web.json db=db.json --output report.md',
  },
  async run(args, world) {
    const outputs = args.values('output')
    const formats =
      outputs.length === 0 ? [formatOf(args, undefined)] : outputs.map((one) => formatOf(args, one))
    if (formats.includes('html'))
      throw new UsageError('merge cannot make a review page: reports do not contain the changes', [
        'hotshift show makes one from a plan',
      ])
    const { mergedReport, withOwnHelp } = await import('../output/merged-report.ts')
    const open: OpenDocument[] = []
    const reports = args.positionals.map((given) => {
      const [, repository, name = given] = /^([^=/\\]+)=(.+)$/s.exec(given) ?? []
      const path = repository === undefined || world.fileSystem.existsSync(given) ? given : name
      const own = path === given ? {} : { repository: repository ?? '' }
      const document = openDocument(path, world)
      open.push(document)
      return { path, source: document.source, ...own }
    })
    const merged = mergedReport(reports)
    const exit = { code: merged.exitCode }
    const reporting = { mode: merged.mode, exit: () => exit, closing: () => [], isOfNow: false }
    const reporter = await makeReporter(args, { ...reporting, diffOf: () => '' }, world)
    try {
      const codes = codeLookUp()
      for (const outcome of merged.outcomes) {
        await codes.prepare(outcome)
        // The cast is safe: neither reports nor the formats offered here read the missing sources.
        await reporter.file(withOwnHelp(outcome, codes.lookUp) as FileOutcome)
      }
      await reporter.end(merged.report())
      return exit.code
    } finally {
      reporter.discard()
      for (const document of open) document.close()
    }
  },
}
