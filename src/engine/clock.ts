import { currentMachine } from '../text/document/machine.ts'

/** Milliseconds that only ever grow. */
export function milliseconds(): number {
  return currentMachine().milliseconds()
}
