/** Where the progress of a run is shown. */
import { noProgress, type Progress, progressLine, progressRecords } from '../report/progress.ts'
import type { Arguments } from './command.ts'
import type { World } from './world.ts'

/** A progress line on a terminal, and records among those of the files, unless silence is asked for. */
export function makeProgress(args: Arguments, world: World): Progress {
  if (args.has('quiet')) return noProgress
  const stream = world.progress ?? world.err
  const shown = stream.isTTY ? [progressLine(stream.write, world.now)] : []
  const all = saysProgress(args, world) ? [...shown, progressRecords(world.out.write, world.now)] : shown
  return {
    update: (step, done, total) => {
      for (const one of all) one.update(step, done, total)
    },
    clear: () => {
      for (const one of all) one.clear()
    },
  }
}

/** Whether standard output is a report of one record after the other, and not to be the same each time. */
function saysProgress(args: Arguments, { env }: World): boolean {
  const isReproducible = env.SOURCE_DATE_EPOCH !== undefined
  const isOnOut = args.value('format') === 'jsonl' && args.values('output').length === 0
  return isOnOut && !isReproducible && !args.has('summary') && args.input === undefined
}
