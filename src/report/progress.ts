import type { ProgressStep } from '../runner/run-options.ts'
import type { Write } from './reporter.ts'

export interface Progress {
  /** @param total undefined while nobody knows it */
  update(step: ProgressStep, done: number, total: number | undefined): void
  /** Takes the line away, so that other text can follow. */
  clear(): void
}

/** Runs shorter than this (ms) need no progress line. */
const PATIENCE = 1000
/** Time between two looks of the line (ms). */
const INTERVAL = 100
const CLEAR_LINE = '\r\x1b[2K'

/** No progress at all: for output that is no terminal. */
export const noProgress: Progress = { update() {}, clear() {} }

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
      const files = total === undefined ? `${done} files` : `${done} of ${total} files`
      void write(`${CLEAR_LINE}${step} ${files}${share}`)
    },
    clear() {
      if (isShown) void write(CLEAR_LINE)
      isShown = false
    },
  }
}
