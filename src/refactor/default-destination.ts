/** Where the default of a parameter of a module belongs: the table of the remediation, and what speaks against it. */
import { sameData } from '../document/data.ts'
import type { Node } from '../document/node.ts'
import { entryOf, mapOf } from '../document/read.ts'
import {
  declaredParameter,
  effectiveDefault,
  environmentValue,
  passedValue,
} from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { openEnvironment } from './environment-obstacles.ts'
import type { ValueSection } from './environment-values.ts'
import { Stuck } from './obstacle.ts'

export type Destination =
  /** Something else gives the value already. */
  | { readonly kind: 'nowhere'; readonly because: ValueSection; readonly value: Node }
  | {
      readonly kind: 'environment'
      readonly section: ValueSection
      /** Whether a null of the name stands there. */
      readonly place: 'null' | 'new'
    }

/**
 * Where a value of a module's parameter has to stand so that the parameter has it as it has its default:
 * `parameters` of the environment, unless that or `parameter_defaults` has a value already; null is none.
 * A common environment of several modules takes `parameter_defaults`, for Heat refuses `parameters` that a
 * template does not declare.
 * @throws Stuck when it cannot be put there
 */
export function destinationOf(pkg: Package, module: PackageFile, name: string, value: Node): Destination {
  const environment = openEnvironment(pkg, module, name)
  for (const because of ['parameters', 'parameter_defaults'] as const) {
    const given = environmentValue(environment, because, name)
    if (given !== undefined) return { kind: 'nowhere', because, value: given }
  }
  const isAlone = pkg.naming.common === undefined || pkg.modules().length === 1
  if (!isAlone) refuseDiscord(pkg, module, name, value)
  const section = isAlone ? 'parameters' : 'parameter_defaults'
  const existing = entryOf(mapOf(entryOf(environment?.root, section)?.value), name)
  return { kind: 'environment', section, place: existing === undefined ? 'new' : 'null' }
}

/** A value in the common environment reaches every template that has a parameter of that name. */
function refuseDiscord(pkg: Package, module: PackageFile, name: string, value: Node): void {
  const at = declaredParameter(module.root, name)?.entry
  for (const other of pkg.files.values()) {
    const declared = declaredParameter(other.root, name)
    if (other.path === module.path || other.recognition.kind === 'environment' || declared === undefined)
      continue
    const isNested = pkg.roleOf(other.path) === 'nested'
    if (isNested && pkg.callsOf(other.path).every((call) => passedValue(call, name) !== undefined)) continue
    const theirs = effectiveDefault(declared)
    if (theirs !== undefined && sameData(theirs, value)) continue
    const what = theirs === undefined ? 'no default' : 'another default'
    const why = `${other.path} has ${what} for it, and the environment is common to both`
    throw new Stuck({ path: module.path, at, why })
  }
}
