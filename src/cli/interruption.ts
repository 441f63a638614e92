import type { Interruption } from '../runner/run.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** While files are written, the first signal only asks to stop; a second one ends the process as usual. */
export function signalInterruption(): Interruption {
  let isRequested = false
  const request = () => {
    isRequested = true
    for (const signal of SIGNALS) process.off(signal, request)
  }
  return {
    begin: () => {
      for (const signal of SIGNALS) process.on(signal, request)
    },
    end: () => {
      for (const signal of SIGNALS) process.off(signal, request)
    },
    isRequested: () => isRequested,
  }
}
