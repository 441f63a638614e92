import type { Interruption } from '../runner/run.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * While files are written, the first signal only asks to stop; a second one ends the process as usual. At all other
 * times every signal does: Node calls a handler only when nothing else runs, so with one the process would outlive
 * each signal for as long as a single file takes.
 */
export function signalInterruption(): Interruption {
  let isRequested = false
  const restore = () => {
    for (const signal of SIGNALS) process.off(signal, request)
  }
  const request = () => {
    isRequested = true
    restore()
  }
  return {
    begin: () => {
      if (isRequested) return
      for (const signal of SIGNALS) process.on(signal, request)
    },
    end: async () => {
      // A signal that has come is still to be told: removing the handler would drop it.
      await new Promise((resume) => setImmediate(resume))
      restore()
    },
    isRequested: () => isRequested,
  }
}
