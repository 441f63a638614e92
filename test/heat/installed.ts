/** Whether the system's Python has Heat, which suites compare with. */
import { spawnSync } from 'node:child_process'

export const python = '/usr/bin/python3'

const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('heat.engine.template') is None)"

/** Whether Debian's python3-heat is installed. It is looked for and not imported, which takes a second in every suite. */
export const hasHeat = spawnSync(python, ['-c', find]).status === 0

/** The same for a suite, which says by it what it skips without. */
export function hasHeatFor(what: string): boolean {
  if (!hasHeat)
    console.warn(`skipped: ${what} needs python3-heat for ${python} (apt-get install python3-heat)`)
  return hasHeat
}
