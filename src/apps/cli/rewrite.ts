import { resolve } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import type { ReportedQuestion } from '../../engine/packages/reported-question.ts'
import { isInside } from '../../run/boundary.ts'
import type { RunReport, WrittenState } from '../../run/run-report.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import type { Revision } from './configuration/revision.ts'
import type { LoadedEngine } from './load-engine.ts'
import type { Chooser } from './make-chosen.ts'
import { reasonsOf } from './options/accept-file.ts'
import { type ArchiveRun, archiveRun, checkedArchives } from './options/archives.ts'
import { askedRelease } from './options/requirements-release.ts'
import { checkSeriesFolder, wantsSeries } from './options/series-options.ts'
import { exitOf, failOnOf } from './output/exit-code.ts'
import type { PlanFile } from './output/plan-file.ts'
import { openResults } from './output/results.ts'
import { besideResult, type CommandFiles, type ReportedRun, reportedRun, runFiles } from './run-files.ts'
import { Searched } from './searched.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** @throws UsageError for a folder of `--out` that holds the files themselves */
function checkCopyOptions(args: Arguments, world: World): void {
  const folder = args.value('out')
  if (folder === undefined) return
  const target = resolve(world.cwd, folder)
  if (args.paths.some((path) => isInside(resolve(world.cwd, path), target)))
    throw new UsageError(`--out ${folder}: the folder holds the files themselves`, ['name a new folder'])
}

/** A command that rewrites, on its way. */
interface Rewriting {
  readonly args: Arguments
  readonly engine: LoadedEngine
  readonly world: World
  readonly archives: ArchiveRun
  readonly choose: Chooser['choose'] | undefined
  readonly isChosenAtOnce: boolean
  readonly revise: Revision['revise'] | undefined
  readonly questions: RewriteExtras['questions']
  readonly onOutcome: CommandFiles['onOutcome']
}

/** What some commands have beside an engine. */
interface RewriteExtras {
  /** What sets findings aside. */
  readonly revision?: Revision | undefined
  /** Whether `--only` and `--except` take names of parameters or requirements as well. */
  readonly chosen?: 'selectors' | 'names, too'
  /**
   * Is given what is to be made of all files before the first of them is written.
   * @throws UsageError or OutputFailure where nothing may be written
   */
  readonly beforeWriting?: ((outcomes: readonly FileOutcome[]) => void) | undefined
  /** What is to be made of all files, new ones included, which it is asked before the first of them is written. */
  readonly compose?: ((outcomes: readonly FileOutcome[]) => readonly FileOutcome[]) | undefined
  /** Is given what became of each file, and says of all of them what is there now. */
  readonly afterwards?: Afterwards
  /** What a person has to decide, once all files have been looked at. */
  readonly questions?: (() => readonly ReportedQuestion[]) | undefined
}

interface Afterwards {
  file(outcome: FileOutcome): void
  state(mode: RunReport['mode']): Promise<WrittenState | undefined>
  /** What is said of it on a terminal. */
  notes?(): readonly string[]
}

/** Takes the files of a command line through an engine and reports; gives the exit code. */
export async function rewrite(
  args: Arguments,
  engine: LoadedEngine,
  world: World,
  { revision, chosen, beforeWriting, compose, afterwards, questions }: RewriteExtras = {},
): Promise<number> {
  checkSeriesFolder(args, world)
  checkCopyOptions(args, world)
  const archives = archiveRun(args, world)
  const mode = isWriting(args) || args.has('commit') || archives.isSaved ? 'written' : 'dry-run'
  const failOn = failOnOf(args)
  const exit = (report: RunReport) => exitOf(report, failOn)
  const chooser = await chooserOf(args, world, chosen)
  const notes = () => [revision?.end(), chooser?.note(), afterwards?.notes?.()].flatMap((one) => one ?? [])
  const about = { mode, exit, savedTo: archives.output, notes } as const
  const results = await openResults(args, about, besideResult(args, world))
  const searched = new Searched(args, world)
  const revise = await revising(args, searched, revision, world)
  const choose = choosing(chooser?.choose, { compose, beforeWriting })
  const isChosenAtOnce = beforeWriting !== undefined || compose !== undefined
  const rewriting = { args, engine, world, archives, choose, isChosenAtOnce, revise, questions }
  const running: ReportedRun = {
    results,
    searched,
    exit,
    writesInput: true,
    note: (outcome) => afterwards?.file(outcome),
    work: (onOutcome) => (choosesFirst(args) ? runChosen : runAll)({ ...rewriting, onOutcome }),
    more: async (report) => {
      const written = await afterwards?.state(report.mode)
      const requirements = await askedRelease(args)
      const archives = checkedArchives(args, world)
      return { archives, ...defined({ written, requirements, questions: questions?.() }) }
    },
  }
  return reportedRun(args, running, world)
}

/** The outcomes with the reasons for what is accepted, and without what is set aside. */
async function revising(
  args: Arguments,
  searched: Searched,
  revision: Revision | undefined,
  { cwd }: World,
): Promise<Revision['revise']> {
  const withReasons = await reasonsOf(args, cwd)
  return (outcome) => {
    const revised = searched.revised(withReasons?.(outcome) ?? outcome)
    return revision?.revise(revised) ?? revised
  }
}

/** The choice, and then what is made of it as a whole, which `beforeWriting` is given. */
function choosing(
  choose: Chooser['choose'] | undefined,
  { compose, beforeWriting }: Pick<RewriteExtras, 'compose' | 'beforeWriting'>,
): Chooser['choose'] | undefined {
  if (compose === undefined && beforeWriting === undefined) return choose
  return (outcomes) => {
    const chosen = choose?.(outcomes) ?? outcomes
    const made = compose?.(chosen) ?? chosen
    beforeWriting?.(made)
    return made
  }
}

function isWriting(args: Arguments): boolean {
  return args.has('write') || args.value('out') !== undefined
}

/** What is loaded late, because hardly any run chooses. */
async function chooserOf(
  args: Arguments,
  world: World,
  chosen: RewriteExtras['chosen'] = 'selectors',
): Promise<Chooser | undefined> {
  const isChosen = args.values('only').length + args.values('except').length > 0
  if (!isChosen && !args.has('deployable-only')) return undefined
  const { chooserFor } = await import('./make-chosen.ts')
  return chooserFor(args, world, chosen)
}

/** Loaded late, because plans bring their schema along. @throws UsageError when the file cannot be made */
async function planFor(args: Arguments, world: World): Promise<PlanFile | undefined> {
  const path = args.value('plan')
  if (path === undefined) return undefined
  const { openPlan } = await import('./output/plan-file.ts')
  return openPlan(path, args, world)
}

/** Whether people choose from the changes before they are made. */
function choosesFirst(args: Arguments): boolean {
  return args.has('interactive') || args.value('decisions') !== undefined || wantsSeries(args)
}

/** Writes and reports what the engine makes. */
async function runAll({
  args,
  engine,
  world,
  archives,
  choose,
  isChosenAtOnce,
  revise,
  questions,
  onOutcome: report,
}: Rewriting): Promise<RunReport> {
  const plan = await planFor(args, world)
  const onOutcome = async (outcome: FileOutcome) => {
    plan?.file(outcome)
    await report(outcome)
  }
  try {
    const mode = isWriting(args) || archives.isSaved ? 'write' : 'dry-run'
    const done = await runFiles(
      args,
      {
        engine,
        mode,
        onOutcome,
        choose,
        isChosenAtOnce,
        revise,
        // What a package lacks is a result by itself.
        whenStopped: args.command === 'remediate' ? 'report' : undefined,
        archives,
      },
      world,
    )
    plan?.end({ ...done, ...defined({ questions: questions?.() }) })
    return done
  } finally {
    plan?.discard()
  }
}

/** Asks what is to be made of what the engine makes, and writes and reports that. */
async function runChosen({
  args,
  engine,
  world,
  choose,
  isChosenAtOnce,
  revise,
  questions,
  onOutcome: report,
}: Rewriting): Promise<RunReport> {
  const { OutcomeStore } = await import('../../run/plan/outcome-store.ts')
  const store = new OutcomeStore()
  const plan = await planFor(args, world)
  try {
    const onOutcome = async (outcome: FileOutcome) => {
      plan?.file(outcome)
      store.add(outcome)
    }
    const done = await runFiles(
      args,
      { engine, mode: 'dry-run', onOutcome, choose, isChosenAtOnce, revise },
      world,
    )
    plan?.end({ ...done, ...defined({ questions: questions?.() }) })
    const { makeChosen } = await import('./make-chosen.ts')
    return await makeChosen(store.outcomes(), { args, report, world, source: 'run' })
  } finally {
    plan?.discard()
    store.discard()
  }
}
