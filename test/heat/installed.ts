/** Whether the system's Python has Heat, which suites compare with. */
import { spawnSync } from 'node:child_process'

const system = '/usr/bin/python3'

/** What runs the scripts beside this file; the slow suites have one that has loaded Heat already, see forked.py. */
export const python = process.env.HOTSHIFT_PYTHON ?? system

const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('heat.engine.template') is None)"

/** Whether Debian's python3-heat is installed. It is looked for and not imported, which takes a second in every suite. */
export const hasHeat = spawnSync(system, ['-c', find]).status === 0

/** The same for a suite, which says by it what it skips without. */
export function hasHeatFor(what: string): boolean {
  if (!hasHeat)
    console.warn(`skipped: ${what} needs python3-heat for ${system} (apt-get install python3-heat)`)
  return hasHeat
}
