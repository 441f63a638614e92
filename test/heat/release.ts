/** Whether the Heat of this machine is the one that the facts were taken from. */
import { spawnSync } from 'node:child_process'
import { python } from './installed.ts'

const asked = 'import heat.engine, importlib.metadata as m; print(m.version("openstack-heat"))'

/** Warns of what is skipped where it is not. */
export function isFactsRelease(what: string): boolean {
  const isComparable = spawnSync(python, ['-c', asked], { encoding: 'utf8' }).stdout.startsWith('19.')
  if (!isComparable) console.warn(`skipped: ${what} needs Heat 19 (apt-get install python3-heat)`)
  return isComparable
}
