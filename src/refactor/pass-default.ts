/** Takes the default out of a nested template, and makes every call that relied on it pass the value. */
import type { NestedCall } from '../package/calls.ts'
import { passedValue } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import { fileName } from '../package/package-file.ts'
import { Stuck } from './obstacle.ts'
import { type OwnDefault, withoutDefault } from './own-default.ts'
import { PassingWork, type SharedParameter } from './passing-work.ts'

export interface Passing {
  readonly pkg: Package
  /** Paths of the templates whose calls pass the value now. */
  readonly callers: readonly string[]
  /** Paths of the environments that give the value now. */
  readonly environments: readonly string[]
  /** Parameters of callers that had the value already and are passed now. */
  readonly shared: readonly SharedParameter[]
}

/**
 * The package without the default of a nested template's parameter, where each call has the value as before.
 * @param isExempt asked when some call relies on the default: true leaves it
 * @returns undefined for an exempt one
 * @throws Stuck when one of the calls cannot pass it; then nothing may be changed
 */
export function passDefault(pkg: Package, own: OwnDefault, isExempt: () => boolean): Passing | undefined {
  const { file, declaration } = own
  const calls = pkg.callsOf(file.path)
  refuseUnknownCalls(pkg, own, calls)
  if (calls.some((one) => passedValue(one, declaration.name) === undefined) && isExempt()) return undefined
  const work = new PassingWork(pkg, own)
  work.passTo(file.path)
  const root = withoutDefault(work.fileAt(file.path).root, own, work.fate)
  return {
    pkg: work.pkg.withRoot(file.path, root),
    callers: [...work.callers],
    environments: [...work.environments],
    shared: [...work.shared.values()],
  }
}

/**
 * The package in which every call passes a nested template's parameter, from a parameter of the same name that
 * the modules have without a value: whoever creates the stack gives it. A caller that has the parameter passes
 * its own, whatever its value is. The default is not touched.
 * @throws Stuck when one of the calls cannot pass it; then nothing may be changed
 */
export function passAsInput(pkg: Package, own: OwnDefault): Package {
  refuseUnknownCalls(pkg, own, pkg.callsOf(own.file.path))
  const work = new PassingWork(pkg, own, 'is-input')
  work.passTo(own.file.path)
  return work.pkg
}

function refuseUnknownCalls(pkg: Package, own: OwnDefault, calls: readonly NestedCall[]): void {
  const { file, declaration } = own
  const stuck = (why: string): Stuck => new Stuck({ path: file.path, at: declaration.entry, why })
  const names = [fileName(file.path), ...pkg.aliasesOf(file.path)]
  for (const { path, text: source = '' } of pkg.unreadable.values()) {
    if (names.some((name) => source.includes(name)))
      throw stuck(`${path} names this template and cannot be read`)
  }
  if (calls.length === 0) throw stuck('no template calls this one')
  if (pkg.isCircular(file.path)) throw stuck('the template calls itself, directly or by others')
}
