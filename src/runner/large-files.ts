import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The trees of smaller files fit into the heap that V8 gives any program. */
const LARGE = 2 * 1024 * 1024

/** Whether a file of `size` bytes takes care to be done in little memory. */
export function isLarge(size: number): boolean {
  return size >= LARGE
}

/** By how much the heap may grow, in percent of what is alive, before V8 looks for garbage. */
const GROWTH = 50

/**
 * Does what a file of `size` bytes asks for, in little memory when that is a large one.
 * Left alone, V8 lets a heap that fills fast grow to a multiple of what is alive, and
 * keeps the trees of the file while its diff is made. See docs/decisions.
 */
export function inLittleMemory<Result>(size: number, work: () => Result): Result {
  if (!isLarge(size)) return work()
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
  try {
    return work()
  } finally {
    collectGarbage()
  }
}

/** As `node --expose-gc` would let one do. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('typeof gc === "function" ? gc : undefined')
  if (typeof gc === 'function') gc()
}
