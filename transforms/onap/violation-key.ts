import { rangeOf } from '../../src/document/node.ts'
import type { Subject, Violation } from '../../src/onap/violation.ts'
import { violationsOf } from '../../src/onap/violations.ts'
import type { Package } from '../../src/package/package.ts'

/**
 * What tells violations apart in two states of a package. By place: nodes of a tree that a chain made stand for the
 * text that they were made from, also under another name. By subject: what is found at another place once there is
 * one, as the metadata of a server that had none.
 */
function keysOf({ requirement, path, at, subject, message }: Violation): readonly string[] {
  const start = at === undefined ? undefined : rangeOf(at)?.start
  const detail = subject.kind === 'call' ? `${subject.call.callee} ${subject.parameter}` : ''
  // A file may violate a requirement at several places, each in its own way.
  const names = subject.kind === 'file' && at !== undefined ? ['file', message] : namesIn(subject)
  const bySubject = `${requirement} ${path} ${names.join(' ')}`
  return start === undefined ? [bySubject] : [bySubject, `${requirement} ${path} @${start} ${detail}`]
}

function namesIn(subject: Subject): readonly string[] {
  switch (subject.kind) {
    case 'file':
      return ['file']
    case 'resource':
      return ['resource', subject.id]
    case 'property':
      return ['property', subject.resource, subject.name, subject.type ?? '']
    case 'environment-entry':
      return ['value', subject.section, subject.name]
    case 'call':
      // A chain calls several templates from one place.
      return ['call', subject.call.resource, ...subject.call.trail, subject.call.callee, subject.parameter]
    default:
      return [subject.kind, subject.name]
  }
}

/** The violations of one state of a package, to be asked for those of another. */
export class KnownViolations {
  readonly #keys: ReadonlySet<string>

  constructor(violations: readonly Violation[]) {
    this.#keys = new Set(violations.flatMap(keysOf))
  }

  has(violation: Violation): boolean {
    return keysOf(violation).some((key) => this.#keys.has(key))
  }
}

const known = new WeakMap<Package, KnownViolations>()

function violationsIn(pkg: Package): KnownViolations {
  const found = known.get(pkg) ?? new KnownViolations(violationsOf(pkg))
  known.set(pkg, found)
  return found
}

/** The violations of a package that an earlier state of it did not have. */
export function newViolations(before: Package, after: Package): readonly Violation[] {
  if (before === after) return []
  const old = violationsIn(before)
  return violationsOf(after).filter((violation) => !old.has(violation))
}
