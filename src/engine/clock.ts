/**
 * Milliseconds that only ever grow. `performance.now()` says the same, but the first one who asks for it waits a
 * millisecond for the modules behind it.
 */
export function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
