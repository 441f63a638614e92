import type { Write } from './reporter.ts'

export interface Progress {
  update(step: 'reading' | 'writing', done: number, total: number): void
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
      const percent = Math.floor((done * 100) / total)
      void write(`${CLEAR_LINE}${step} ${done} of ${total} files (${percent} %)`)
    },
    clear() {
      if (isShown) void write(CLEAR_LINE)
      isShown = false
    },
  }
}
