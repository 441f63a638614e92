import { nameOf } from '../../src/document/read.ts'
import { readsParameter, sourceParameters } from '../../src/onap/vnf/parameter-reads.ts'
import { passedValue } from '../../src/package/effective-value.ts'
import type { Package } from '../../src/package/package.ts'
import { Stuck } from '../../src/refactor/edit.ts'
import { removeParameter } from '../../src/refactor/remove-parameter.ts'

/** Whether a template reads a parameter anywhere. */
export function isRead(pkg: Package, path: string, name: string): boolean {
  return (pkg.files.get(path)?.root.entries ?? []).some(
    (one) => nameOf(one) !== 'parameters' && readsParameter(one.value, name),
  )
}

/**
 * The package without a parameter that a repair has taken the last use of, and without those of the callers that
 * were only there to be passed to it; the very same package when it is used (R-90279).
 * @throws Stuck when it cannot be removed
 */
export function withoutIdle(pkg: Package, path: string, name: string): Package {
  if (isRead(pkg, path, name)) return pkg
  const sources = pkg.callsOf(path).flatMap((call) => {
    const value = passedValue(call, name)
    const reads = value === undefined ? [] : (sourceParameters(value) ?? [])
    return reads.map((read) => ({ caller: call.caller, name: read.name }))
  })
  const made = removeParameter(pkg, path, name)
  if ('obstacle' in made) throw new Stuck(made.obstacle)
  return sources.reduce((next, source) => withoutIdle(next, source.caller, source.name), made.done)
}
