/** The progress of a run, and where it is shown. */

import type { ProgressStep } from '../../../run/run-options.ts'
import type { Write } from '../../../show/report/reporter.ts'
import type { Arguments } from '../command.ts'
import type { World } from '../world.ts'

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

interface Progress {
  /** @param total undefined while nobody knows it */
  update(step: ProgressStep, done: number, total: number | undefined): void
  /** Clears the line, so that other output can follow. */
  clear(): void
}

/** Runs shorter than this (ms) need no progress line. */
const PATIENCE = 1000
/** Time between two looks of the line (ms). */
const INTERVAL = 100
const CLEAR_LINE = '\r\x1b[2K'

/** No progress at all: for output that is no terminal. */
const noProgress: Progress = { update() {}, clear() {} }

/** So long (ms) a report of lines says nothing, at most. */
const SILENCE = 500

/** Records between those of the files, where no file is done for a while: whoever reads along sees that the run goes on. */
export function progressRecords(write: Write, now: () => number): Progress {
  let last = now()
  return {
    update(step, done, total) {
      if (now() - last < SILENCE) return
      last = now()
      void write(`${JSON.stringify({ type: 'progress', step, done, total })}\n`)
    },
    clear() {
      last = now()
    },
  }
}

/** A line on a terminal that counts files, once a run lasts longer than a moment. */
export function progressLine(write: Write, now: () => number): Progress {
  const start = now()
  let last = start + PATIENCE - INTERVAL
  let isShown = false
  return {
    update(step, done, total) {
      const time = now()
      if (time - last < INTERVAL) return
      last = time
      isShown = true
      const share = total === undefined ? '' : ` (${Math.floor((done * 100) / total)} %)`
      const of = total === undefined ? `${done}` : `${done} of ${total}`
      void write(`${CLEAR_LINE}${step} ${of} ${step === 'repairing' ? 'steps' : 'files'}${share}`)
    },
    clear() {
      if (isShown) void write(CLEAR_LINE)
      isShown = false
    },
  }
}
