import type { Phase, SignalHandling } from '../../run/run.ts'

/**
 * The signals that are only remembered in each phase. Ctrl-C asks a run that writes to stop and to say what it has done.
 * The others do so only while files are written: Node calls a handler when nothing else runs, and a supervisor's signal
 * must end the process however long a single file takes.
 */
const SIGNALS: Readonly<Record<Phase, readonly NodeJS.Signals[]>> = {
  run: ['SIGINT'],
  writing: ['SIGTERM', 'SIGHUP'],
}

/** The first signal only asks to stop; a second one ends the process as usual. */
export function signalInterruption(): SignalHandling {
  let isRequested = false
  const restore = (signals: readonly NodeJS.Signals[]) => {
    for (const signal of signals) process.off(signal, request)
  }
  const request = () => {
    isRequested = true
    restore(Object.values(SIGNALS).flat())
  }
  return {
    begin: (phase) => {
      if (isRequested) return
      for (const signal of SIGNALS[phase]) process.on(signal, request)
    },
    end: async (phase) => {
      // Yields to the event loop first: removing the handler would drop a signal that is already pending.
      await new Promise((resume) => setImmediate(resume))
      restore(SIGNALS[phase])
    },
    isRequested: () => isRequested,
  }
}
