import { resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { applyOutcomes } from '../plan/apply.ts'
import { choose } from '../plan/choose.ts'
import { Decisions, decisionsStart } from '../plan/decisions.ts'
import { Selection } from '../plan/selection.ts'
import { namedFiles } from '../runner/boundary.ts'
import { realFileSystem } from '../runner/file-system.ts'
import type { RunReport } from '../runner/run-report.ts'
import type { Arguments } from './command.ts'
import { signalInterruption } from './interruption.ts'
import { interview } from './interview.ts'
import { openOutputFile } from './output-file.ts'
import { orUsage, readTextFile } from './plan-file.ts'
import type { Results } from './results.ts'
import { uncommittedIn } from './uncommitted.ts'
import type { World } from './world.ts'

export interface MakeOptions {
  readonly args: Arguments
  readonly results: Results
  readonly world: World
  readonly selection?: Selection
  /** Where decisions are kept unless the command line says otherwise. */
  readonly decisionsPath?: string
}

/** Has changes chosen from, makes what was chosen, and reports every file. */
export async function makeChosen(outcomes: readonly FileOutcome[], options: MakeOptions): Promise<RunReport> {
  const { args, results, world } = options
  const chosen = await chosenOf(outcomes, options)
  const { report, done } = await applyOutcomes(chosen, {
    cwd: world.cwd,
    mode: args.has('write') ? 'write' : 'dry-run',
    fileSystem: world.fileSystem ?? realFileSystem,
    reach: args.has('allow-outside') ? 'anywhere' : 'inside',
    interruption: signalInterruption(),
    uncommitted: uncommittedIn(args, world),
    onNotice: (line) => void world.err.write(`${line}\n`),
    onOutcome: results.file,
  })
  if (done > 0 && !args.has('quiet')) {
    const files = done === 1 ? '1 file is' : `${done} files are`
    await world.err.write(`${files} as planned already\n`)
  }
  return report
}

/** What is to be made of the outcomes, after the options and the people who are asked. */
export async function chosenOf(
  outcomes: readonly FileOutcome[],
  { args, world, selection = new Selection([], []), decisionsPath }: Omit<MakeOptions, 'results'>,
): Promise<readonly FileOutcome[]> {
  const path = args.value('decisions') ?? (args.has('interactive') ? decisionsPath : undefined)
  const decisions = await decisionsIn(path, outcomes, args, world)
  const fs = world.fileSystem ?? realFileSystem
  const { read } = namedFiles({ given: ['.'], cwd: world.cwd, reach: 'inside' }, fs)
  const around = { read, unproved: args.has('allow-unproved') ? 'allowed' : 'refused' } as const
  if (!args.has('interactive')) return choose(outcomes, { selection, decisions }, around)
  const save = () => {
    if (path !== undefined) saveDecisions(path, decisions, world)
  }
  const open = await interview(outcomes, { selection, decisions, save, around, args, world })
  if (open.size > 0 && path !== undefined)
    await world.err.write(`what was decided is in ${path}; the same command goes on from there\n`)
  return choose(outcomes, { selection, decisions, open }, around)
}

async function decisionsIn(
  path: string | undefined,
  outcomes: readonly FileOutcome[],
  args: Arguments,
  world: World,
): Promise<Decisions> {
  const fs = world.fileSystem ?? realFileSystem
  // With --interactive the file is where decisions go; without it, where they come from.
  if (path === undefined || (args.has('interactive') && !fs.existsSync(resolve(world.cwd, path))))
    return Decisions.none()
  const decisions = orUsage(path, () => Decisions.read(readTextFile(path, world)))
  const outdated = outcomes.filter((one) => one.status === 'changed' && decisions.isOutdatedFor(one))
  for (const { path: file } of outdated)
    await world.err.write(
      `${file}: what was decided is about another change of the file, and does not count\n`,
    )
  return decisions
}

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
