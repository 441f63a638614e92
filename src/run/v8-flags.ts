/** Flags of V8 that a run sets on its way: they are those of all its threads. */
import { setFlagsFromString } from 'node:v8'

/** By the name of the flag. */
const set = new Map<string, string>()

/** @param name without the dashes */
export function setFlag(name: string, value: number): void {
  const flag = `--${name}=${value}`
  set.set(name, flag)
  setFlagsFromString(flag)
}

/** Those that are set now: a thread takes them back while it loads compiled code, which V8 accepts with its own flags only. */
export function flagsOfRun(): readonly string[] {
  return [...set.values()]
}
