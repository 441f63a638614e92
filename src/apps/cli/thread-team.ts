import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { messageOf } from '../../engine/findings/finding.ts'
import { packageRoot } from '../../run/package-root.ts'
import type { StartMember, TeamMember } from '../../run/team/lead.ts'
import { takePart, type WorkOrder, type WorkReport } from '../../run/team/member.ts'
import { flagsOfRun } from '../../run/v8-flags.ts'
import { type EngineRecipe, engineOf } from './load-engine.ts'

/** What `bin/worker.cjs` is started with. */
export interface ThreadData {
  /** The command whose compiled code the thread loads; see bin/load-bundle.cjs. */
  readonly command: string
  readonly recipe: EngineRecipe
  readonly order: WorkOrder
  /** The flags of V8 that the run has set until now. */
  readonly flagsOfRun: readonly string[]
}

/** Of 48, which V8 allows itself: measured, a thread takes 25 MB less, and no more time. */
const YOUNG_MB = 8

/** Starts threads of this process, each of which makes an engine by the recipe. */
export function threadStarter(recipe: EngineRecipe): StartMember {
  return (order, onReport) =>
    startThread({ command: recipe.command, recipe, order, flagsOfRun: flagsOfRun() }, onReport)
}

/** @param entry the program of the thread, for tests */
export function startThread(
  data: ThreadData,
  onReport: (outcomes: WorkReport) => void,
  entry = join(packageRoot(), 'bin/worker.cjs'),
): TeamMember {
  const worker = new Worker(entry, {
    workerData: data,
    // The same as here, so that a file fits into a thread when it fits into the program.
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20),
      maxYoungGenerationSizeMb: YOUNG_MB,
    },
  })
  let reason: string | undefined
  worker.on('message', onReport)
  worker.on('messageerror', (error) => (reason = messageOf(error)))
  worker.on('error', (error) => (reason = messageOf(error)))
  const ended = new Promise<string | undefined>((resolve) => {
    worker.on('exit', (code) => resolve(reason ?? (code === 0 ? undefined : `exit code ${code}`)))
  })
  return { ended }
}

/** What a thread does that `startThread` started. */
export async function work(): Promise<void> {
  const { recipe, order } = workerData as ThreadData
  const engine = await engineOf(recipe, 'member')
  takePart(order, engine, (outcomes) => parentPort?.postMessage(outcomes))
  engine.settle?.()
}
