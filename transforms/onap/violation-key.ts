import { rangeOf } from '../../src/document/read-range.ts'
import type { Package } from '../../src/heat/package/package.ts'
import type { Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'

/**
 * What tells one violation from another in two states of a package: nodes of a tree that a chain made stand
 * for the text that they were made from.
 */
export function keyOf({ requirement, path, at, subject }: Violation): string {
  const start = at === undefined ? undefined : rangeOf(at)?.start
  const name = 'name' in subject ? subject.name : 'id' in subject ? subject.id : ''
  return `${requirement} ${path} ${start ?? name}`
}

const known = new WeakMap<Package, ReadonlySet<string>>()

function keysOf(pkg: Package): ReadonlySet<string> {
  let keys = known.get(pkg)
  if (keys === undefined) {
    keys = new Set(violationsOf(pkg).map(keyOf))
    known.set(pkg, keys)
  }
  return keys
}

/** The violations of a package that an earlier state of it did not have. */
export function newViolations(before: Package, after: Package): readonly Violation[] {
  if (before === after) return []
  const old = keysOf(before)
  return violationsOf(after).filter((violation) => !old.has(keyOf(violation)))
}
