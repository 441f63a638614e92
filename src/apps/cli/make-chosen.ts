import { resolve } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import { namedFiles } from '../../run/boundary.ts'
import { withdrawalOfUncommitted } from '../../run/conflicts.ts'
import { type Applied, type ApplyOptions, applyOutcomes } from '../../run/plan/apply.ts'
import { choose } from '../../run/plan/choose.ts'
import { Decisions, decisionsStart } from '../../run/plan/decisions.ts'
import { OutcomeStore } from '../../run/plan/outcome-store.ts'
import { Outcomes } from '../../run/plan/outcomes.ts'
import { Selection } from '../../run/plan/selection.ts'
import { withdraw } from '../../run/problem.ts'
import { countedReport, type RunReport } from '../../run/run-report.ts'
import { quantity } from '../../show/report/counts.ts'
import { oneLine } from '../../show/report/style.ts'
import type { Arguments } from './command.ts'
import { signalInterruption } from './interruption.ts'
import { wantsSeries } from './options/series-options.ts'
import { interview } from './output/interview.ts'
import { openOutputFile } from './output/output-file.ts'
import { orUsage } from './output/plan-file.ts'
import type { Results } from './output/results.ts'
import { selectionOf } from './selectors.ts'
import { readTextFile } from './text-file.ts'
import { uncommittedIn } from './uncommitted.ts'
import type { World } from './world.ts'

interface MakeOptions {
  readonly args: Arguments
  readonly report: Results['file']
  readonly world: World
  /** What the changes come from: a plan that may be old, or somebody else's, or the run that is just over. */
  readonly source: 'plan' | 'run'
  readonly selection?: Selection
  /** Where decisions are stored unless the command line says otherwise. */
  readonly decisionsPath?: string
}

/** Has changes chosen from, makes what was chosen, and reports every file. */
export async function makeChosen(outcomes: Outcomes, options: MakeOptions): Promise<RunReport> {
  const chosen = await chosenOf(outcomes, options)
  if (!wantsSeries(options.args)) return applyChosen(chosen, options, options.report)
  // What nobody chose from is still what the run has just made of the files.
  if (options.source === 'run' && chosen === outcomes) return makeSeries(chosen, options)
  const store = new OutcomeStore()
  try {
    await applyChosen(chosen, options, async (outcome) => store.add(outcome))
    return await makeSeries(store.outcomes(), options)
  } finally {
    store.discard()
  }
}

async function applyChosen(
  chosen: Outcomes,
  { args, world, source }: MakeOptions,
  onOutcome: DecidedOptions['onOutcome'],
): Promise<RunReport> {
  const out = args.value('out')
  const isWritten = (args.has('write') || out !== undefined) && !wantsSeries(args)
  // A run has the files that it was given, and a copy changes no file where it is.
  const reach = source === 'run' || out !== undefined ? 'anywhere' : reachOf(args)
  const mode = isWritten ? 'write' : 'dry-run'
  const copy = out === undefined ? {} : { copyTo: resolve(world.cwd, out), uncommitted: undefined }
  const { report, done } = await applied(chosen, { mode, reach, ...copy }, { args, world, onOutcome })
  if (done > 0 && !args.has('quiet')) {
    const files = done === 1 ? '1 file is' : `${done} files are`
    await world.err.write(`${files} as planned already
`)
  }
  return report
}

/** Makes what decisions say, whoever took them. */
export async function makeDecided(
  outcomes: Outcomes,
  decisions: Decisions,
  mode: 'preview' | 'write',
  options: DecidedOptions,
): Promise<RunReport> {
  const { args, world } = options
  const choice = { selection: new Selection([], []), decisions }
  const chosen = choose(outcomes, choice, surroundings(args, world))
  const way = { mode: mode === 'write' ? 'write' : 'dry-run', reach: reachOf(args) } as const
  return (await applied(chosen, way, options)).report
}

const reachOf = (args: Arguments) => (args.has('allow-outside') ? 'anywhere' : 'inside')

function applied(
  chosen: Outcomes,
  way: Pick<ApplyOptions, 'mode' | 'reach' | 'copyTo' | 'uncommitted'>,
  { args, world, onOutcome }: DecidedOptions,
): Promise<Applied> {
  return applyOutcomes(chosen, {
    uncommitted: uncommittedIn(args, world),
    ...way,
    cwd: world.cwd,
    fileSystem: world.fileSystem,
    interruption: signalInterruption(),
    onNotice: (line) =>
      void world.err.write(`${line}
`),
    onOutcome,
  })
}

interface DecidedOptions {
  readonly args: Arguments
  readonly world: World
  readonly onOutcome: (outcome: FileOutcome) => Promise<void>
}

/** What lies around the files that are chosen from. */
function surroundings(args: Arguments, world: World) {
  const { read } = namedFiles({ given: ['.'], cwd: world.cwd, reach: 'inside' }, world.fileSystem)
  return { read, unproved: args.has('allow-unproved') ? 'allowed' : 'refused' } as const
}

/** What `--only` and `--except` leave of the changes of a run, a set of files after the other. */
export async function chooserFor(
  args: Arguments,
  world: World,
  values: 'selectors' | 'names, too',
): Promise<Chooser | undefined> {
  const selection = await selectionOf(args, undefined, values)
  if (selection.isEmpty) return undefined
  const around = surroundings(args, world)
  const decisions = Decisions.none()
  let leftOut = 0
  return {
    choose: (outcomes) => {
      const chosen = [...choose(Outcomes.of(outcomes), { selection, decisions }, around)]
      leftOut += outcomes.length - chosen.length
      return chosen
    },
    note: () =>
      leftOut === 0
        ? []
        : [
            `${quantity(leftOut, 'file')} left out by ${args.has('deployable-only') ? '--deployable-only' : '--only and --except'}`,
          ],
  }
}

/** Chooses among the outcomes of a run. */
export interface Chooser {
  readonly choose: (outcomes: readonly FileOutcome[]) => readonly FileOutcome[]
  /** How many files it left out, as a line for people; nothing for none. */
  readonly note: () => readonly string[]
}

/** The changes as patches or as commits, with a report of every file. */
async function makeSeries(made: Outcomes, { args, report, world }: MakeOptions): Promise<RunReport> {
  const { commitSeries, writePatches } = await import('./output/series-output.ts')
  const isCommitted = args.has('commit')
  let outcomes = made
  if (isCommitted) {
    const dirty = withdrawalOfUncommitted(made.facts, uncommittedIn(args, world))
    const clean = dirty === undefined ? made : made.revised(dirty.isConcerned, dirty.taken)
    const { line, problems } = await commitSeries(clean, world)
    outcomes = clean.revised(
      ({ path }) => problems.has(path),
      (outcome) => {
        const problem = problems.get(outcome.path)
        return problem === undefined ? outcome : withdraw(outcome, 'failed', problem)
      },
    )
    await world.err.write(`${line}\n`)
  } else await world.err.write(`${await writePatches(made, args, world)}\n`)
  return countedReport(outcomes, isCommitted ? 'written' : 'dry-run', report)
}

/** What is to be made of the outcomes, after the options and the people who are asked. */
export async function chosenOf(
  outcomes: Outcomes,
  { args, world, selection = new Selection([], []), decisionsPath }: Omit<MakeOptions, 'report' | 'source'>,
): Promise<Outcomes> {
  const path = args.value('decisions') ?? (args.has('interactive') ? decisionsPath : undefined)
  const decisions = await decisionsIn(path, outcomes, args, world)
  const around = surroundings(args, world)
  if (!args.has('interactive')) return choose(outcomes, { selection, decisions }, around)
  const save = () => {
    if (path !== undefined) saveDecisions(path, decisions, world)
  }
  const open = await interview(outcomes, { selection, decisions, save, around, args, world })
  if (open.size > 0 && path !== undefined)
    await world.err.write(`your decisions are in ${path}; the same command continues from there\n`)
  const chosen = choose(outcomes, { selection, decisions, open }, around)
  if (noteMade(outcomes, chosen, decisions) > 0) save()
  return chosen
}

/** So that the same command does not ask again about what was left out; gives the number of files. */
function noteMade(outcomes: Outcomes, chosen: Outcomes, decisions: Decisions): number {
  let count = 0
  for (const path of decisions.paths()) {
    const [outcome, after] = [outcomes.of(path), chosen.of(path)?.after]
    if (outcome?.status !== 'changed' || after === undefined || after === outcome.after) continue
    decisions.noteMade(outcome, after)
    count++
  }
  return count
}

async function decisionsIn(
  path: string | undefined,
  outcomes: Outcomes,
  args: Arguments,
  world: World,
): Promise<Decisions> {
  const fs = world.fileSystem
  // With --interactive the file is where decisions go; without it, where they come from.
  if (path === undefined || (args.has('interactive') && !fs.existsSync(resolve(world.cwd, path))))
    return Decisions.none()
  const decisions = orUsage(path, () => Decisions.read(readTextFile(path, world)))
  for (const file of args.has('interactive') ? [...decisions.paths()].sort() : []) {
    const outcome = outcomes.of(file)
    if (outcome?.status !== 'changed' || !decisions.isOutdatedFor(outcome)) continue
    await world.err.write(`${file}: the decisions are for another change of the file, and do not count\n`)
  }
  for (const note of args.has('interactive') ? [] : needless(decisions, outcomes))
    await world.err.write(`${path}: ${note}\n`)
  return decisions
}

/** Decisions that nothing of the run asks for: their names may be misspelt. */
function needless(decisions: Decisions, outcomes: Outcomes): readonly string[] {
  const files = new Set(outcomes.facts.map(({ path }) => path))
  const transforms = new Set<string>()
  if (decisions.transforms.size > 0)
    for (const one of outcomes) for (const { id } of one.transforms) transforms.add(id)
  const lines = [
    ...decisions
      .paths()
      .filter((path) => !files.has(path))
      .map((path) => `there is no file ${oneLine(path)} to decide about`),
    ...[...decisions.transforms.keys()]
      .filter((id) => !transforms.has(id))
      .map((id) => `the transform ${oneLine(id)} changes no file`),
  ]
  const more = lines.length - NEEDLESS
  return more <= 0 ? lines : [...lines.slice(0, NEEDLESS), `${more} more decisions do not count`]
}

/** Of so many decisions a line each is read. */
const NEEDLESS = 5

function saveDecisions(path: string, decisions: Decisions, world: World): void {
  const target = { option: 'decisions', path, kind: 'file of decisions', start: decisionsStart }
  const file = openOutputFile(target, world.cwd)
  try {
    file.append(decisions.text())
    file.finish()
  } finally {
    file.discard()
  }
}
