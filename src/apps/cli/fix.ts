/** `check --fix`: the fixes of findings are made, shown and written as other changes are. */
import type { Finding } from '../../engine/findings/finding.ts'
import type { FixExtent, FixerOptions } from '../../engine/findings/fixer.ts'
import type { FileOutcome, SoleOutcome } from '../../engine/outcome.ts'
import type { RunReport } from '../../run/run-report.ts'
import { quantity } from '../../show/report/counts.ts'
import type { Arguments, Option } from './command.ts'
import { revisionsOf } from './configuration/revisions.ts'
import type { LoadedEngine } from './load-engine.ts'
import { givenArchives } from './options/archives.ts'
import { allowDirtyOption, only, rewriteOptions } from './options/options.ts'
import { CheckExit } from './output/check-exit.ts'
import { type Exit, exitCodes } from './output/exit-code.ts'
import { openResults } from './output/results.ts'
import { besideResult, type CommandFiles, reportedRun, runFiles } from './run-files.ts'
import { Searched } from './searched.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const ofFixes = ['write', 'patch', 'allow-dirty'] as const

const hint = 'fix first, and update the baseline then'

/** `--fix` of check, and what happens to the files. */
export const fixOptions: readonly Option[] = [
  {
    name: 'fix',
    modes: ['safe', 'all'],
    isOfOneRun: true,
    excludes: [
      { option: 'repairs', hint: '--fix makes them' },
      { option: 'baseline', hint },
      { option: 'update-baseline', hint },
    ],
    group: 'What to do',
    description:
      'Make the fixes of findings, and show the diff. With --fix, the same as --fix=safe, only where Heat rejects the file as it is, or where the result is proved to mean the same; with --fix=all also those that change the meaning or need you to decide. With --profile then the repairs of `hotshift remediate`: with --fix those that lose nothing, with --fix=all also those of --lossy. The findings are those of the text with the fixes',
  },
  // Where no fixes are asked for, they would mean nothing.
  ...[...only(rewriteOptions, 'write', 'patch'), allowDirtyOption].map((one) => ({
    ...one,
    isOfOneRun: true as const,
  })),
]

/** @throws UsageError for options that mean nothing without --fix */
export function checkFixOptions(args: Arguments): void {
  const given = ofFixes.find((name) => args.isGiven(name))
  if (given !== undefined && !args.has('fix'))
    throw new UsageError(`--${given}: check changes nothing`, [
      'add --fix, which makes the fixes of findings',
    ])
  const [archive] = args.has('fix') ? givenArchives(args) : []
  if (archive !== undefined)
    throw new UsageError(`--fix: hotshift never changes ${archive} itself`, ['give the folder of its files'])
}

/** How fixes are made: which, and what counts as found. */
export type FixOptions = Omit<FixerOptions, 'checker'>

/** Makes the fixes of what is found in the files of a command line; gives the exit code. */
export async function fixFiles(
  args: Arguments,
  fixerFor: (options: FixOptions) => Promise<LoadedEngine>,
  world: World,
): Promise<number> {
  const extent = extentOf(args)
  const revisions = await revisionsOf(args, world)
  const revise = (outcome: FileOutcome) => revisions.reduce((one, { revise: next }) => next(one), outcome)
  const counts = new FixCounts()
  const found = new CheckExit(args)
  const engine = counts.intending(await fixerFor({ extent, revise }))
  const exit = (report: RunReport) => counts.exit ?? found.of(report)
  const mode = args.has('write') ? 'write' : 'dry-run'
  const searched = new Searched(args, world)
  const notes = () => counts.lines(extent)
  const about = { mode: mode === 'write' ? 'written' : mode, exit, notes } as const
  const results = await openResults(args, about, besideResult(args, world))
  const note = (outcome: FileOutcome) => {
    counts.note(outcome)
    found.note(outcome)
  }
  const work = (onOutcome: CommandFiles['onOutcome']) =>
    runFiles(
      args,
      {
        engine,
        mode,
        revise: (outcome) => searched.revised(revise(outcome)),
        onOutcome,
        besides: args.values('env'),
      },
      world,
    )
  const more = async () => ({})
  return reportedRun(args, { results, searched, note, exit, writesInput: true, work, more }, world)
}

function extentOf(args: Arguments): FixExtent {
  return args.value('fix') === 'all' ? 'all' : 'safe'
}

function isOffered({ fixes = [], requirement }: Finding): boolean {
  const isRepairable = requirement?.repair === 'supplied' || requirement?.repair === 'lossy'
  return fixes.length > 0 || (isRepairable && requirement.isRepaired !== true)
}

/** What was fixed in a run, and what could be. */
class FixCounts {
  #fixed = 0
  #files = 0
  #offered = 0
  #withdrawn = 0
  readonly #intended = new Set<string>()

  /** The engine, which notes what is to be written before anything may keep it from that. */
  intending(fixer: LoadedEngine): LoadedEngine {
    const noted = <One extends SoleOutcome>(outcome: One): One => {
      if (outcome.status === 'changed') this.#intended.add(outcome.path)
      return outcome
    }
    const { runTogether } = fixer
    return {
      ...fixer,
      run: (input) => noted(fixer.run(input)),
      ...(runTogether === undefined ? {} : { runTogether: (inputs) => runTogether(inputs).map(noted) }),
    }
  }

  note({ path, status, findings }: FileOutcome): void {
    const fixed = findings.filter((one) => one.fixed !== undefined || one.requirement?.isRepaired === true)
    this.#offered += findings.filter(isOffered).length
    if (status === 'blocked' && this.#intended.has(path)) this.#withdrawn++
    if (status !== 'changed') return
    this.#fixed += fixed.length
    this.#files++
  }

  /** The end of a run in which files were left that were to be written. */
  get exit(): Exit | undefined {
    if (this.#withdrawn === 0) return undefined
    const reason = `${quantity(this.#withdrawn, 'file')} ${this.#withdrawn === 1 ? 'is' : 'are'} blocked`
    return { code: exitCodes.manualWork, reason }
  }

  lines(extent: FixExtent): readonly string[] {
    const fixed =
      this.#fixed === 0
        ? 'nothing is fixed'
        : `${quantity(this.#fixed, 'finding')} fixed in ${quantity(this.#files, 'file')}`
    if (this.#offered === 0) return [fixed]
    const left = `${quantity(this.#offered, 'finding')} left that fixes are known for`
    return [fixed, extent === 'safe' ? `${left}; --fix=all shows those that need your decision` : left]
  }
}
