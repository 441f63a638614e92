/** Engines over the packages of a run, and stages over all that they make of it: the gates of Heat, ONAP and SDC. */
import { joinedFiles } from '../../stack/connected-files.ts'
import type { FileInput } from '../../stack/load.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { PackageOutcomes } from '../command.ts'
import type { Engine } from '../engine-contract.ts'
import { type FileOutcome, outcomesOf } from '../outcome.ts'
import { inPackages, inSets, lost, type RunSources, type Unread } from './packages-of-run.ts'

type Sets = readonly (readonly string[])[]

/** An engine that hands each package of a run to a function, and changes no names. See `inPackages`. */
export function packagesEngine(
  sources: RunSources & Unread,
  run: (pkg: Workspace) => PackageOutcomes,
  runAlone?: (pkg: Workspace) => PackageOutcomes,
): Engine {
  return {
    ...takingTogether((inputs) => inPackages(inputs, sources, run, runAlone)),
    partition: (inputs) => inSets(inputs, sources),
    givesName: 'never',
  }
}

/** A stage over a run: it sees all files that belong together, and what was made of them. */
export interface RunStage {
  /** @param sets those of the engine, for a run that was not partitioned */
  readonly see: (
    inputs: readonly FileInput[],
    outcomes: readonly FileOutcome[],
    sets: () => Sets,
  ) => readonly FileOutcome[]
  /**
   * What has to be seen at once besides the sets of the engine, of all files of the run. It is asked before `see`, unless
   * the run is one piece.
   */
  readonly sets?: (inputs: readonly FileInput[], known: Sets) => Sets
}

/** The engine, and then the stage. */
export function withStage(engine: Engine, { see, sets }: RunStage): Engine {
  const own = (inputs: readonly FileInput[]) => engine.partition?.(inputs) ?? []
  const made = (inputs: readonly FileInput[]) =>
    engine.runTogether?.(inputs) ?? inputs.flatMap((one) => outcomesOf(engine.run(one)))
  const partition = (inputs: Iterable<FileInput>): Sets => {
    const all = [...inputs]
    const known = own(all)
    return joined(known, sets?.(all, known) ?? [])
  }
  return {
    ...engine,
    ...takingTogether((inputs) => see(inputs, made(inputs), () => own(inputs))),
    ...(sets === undefined && engine.partition === undefined ? {} : { partition }),
  }
}

function joined(known: Sets, added: Sets): Sets {
  if (added.length === 0) return known
  const all = [...known, ...added]
  const pairs = all.flatMap((set) => set.slice(1).map((path) => [set[0] ?? path, path] as const))
  return joinedFiles([...new Set(all.flat())], pairs)
}

/** How an engine that takes files together runs: one file is then all that there is. */
export function takingTogether(
  runTogether: (inputs: readonly FileInput[]) => readonly FileOutcome[],
): Pick<Required<Engine>, 'run' | 'runTogether'> {
  return { run: (input) => runTogether([input])[0] ?? lost(input.path), runTogether }
}
