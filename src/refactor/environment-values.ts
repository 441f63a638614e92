/** Takes entries out of environments. */
import { withValue } from '../document/build.ts'
import { entryOf, mapOf } from '../document/read.ts'
import { mapEntries } from '../heat/values.ts'
import type { Package } from '../package/package.ts'
import { Stuck } from './obstacle.ts'
import { withoutName } from './without-name.ts'

/** The sections of an environment that give parameters a value. */
export type ValueSection = 'parameters' | 'parameter_defaults'

/**
 * An environment without the value of a parameter. A section that becomes empty stays as `{}`: Heat refuses
 * one without a value.
 * @returns the very same package when there is no such entry
 * @throws Stuck when the section stands behind an alias or under an anchor, or has the name twice
 */
export function withoutEnvironmentValue(
  pkg: Package,
  environment: string,
  part: ValueSection,
  name: string,
): Package {
  const file = pkg.files.get(environment)
  const one = entryOf(file?.root, part)
  if (file === undefined || one === undefined || entryOf(mapOf(one.value), name) === undefined) return pkg
  const { value } = one
  if (value.kind !== 'map' || value.anchor !== undefined)
    throw new Stuck({ path: environment, at: one, why: `an alias or anchor shares the section ${part}` })
  const rest = withoutName(file, value, name)
  return pkg.withRoot(
    environment,
    mapEntries(file.root, (entry) => (entry === one ? withValue(entry, rest) : entry)),
  )
}

/**
 * @throws Stuck when an environment that cannot be read may give a module's parameter a value: Heat refuses one for
 * a parameter that is not declared, and it would stay behind
 */
export function refuseHiddenValue(pkg: Package, module: string, name: string): void {
  const path = pkg.environmentPathOf(module)
  const hidden = pkg.unreadable.get(path)
  if (hidden === undefined || hidden.text?.includes(name) === false) return
  throw new Stuck({
    path,
    at: undefined,
    why: `${path} may give it a value and cannot be read: ${hidden.why}`,
  })
}
