/**
 * Examples of requirements, made from the cases: a package that does not meet a requirement, and what becomes of it. Each is a
 * whole package, from which nothing can be taken that the example does not need.
 */
import type { RequirementExample } from '../../src/rules/onap/facts/facts.ts'
import type { RequirementId } from '../../src/rules/onap/requirement.ts'
import { violationsOf } from '../../src/rules/onap/violations.ts'
import { remediated } from '../remediate/remediated.ts'
import type { RequirementCase } from './case.ts'
import { contrailCases } from './cases/contrail.ts'
import { nameCases } from './cases/names.ts'
import { packageCases } from './cases/packages.ts'
import { structureCases } from './cases/structure.ts'
import { valueCases } from './cases/values.ts'
import { type Change, changed, packageTexts, type Texts } from './changes.ts'
import { minimised } from './minimal.ts'
import { packagesIn } from './package.ts'

const sources: readonly (readonly [cases: readonly RequirementCase[], corpus: string])[] = [
  [[...structureCases, ...valueCases, ...nameCases, ...packageCases], 'onap-lighthouse'],
  [contrailCases, 'onap-switchyard'],
]

/**
 * An example of each requirement that is looked at, by its number: of those that its cases give, one that can be repaired,
 * and of these the shortest.
 */
export function requirementExamples(): ReadonlyMap<RequirementId, RequirementExample> {
  const made = new Map<RequirementId, Way>()
  for (const [cases, corpus] of sources) {
    const good = packageTexts(corpus)
    for (const { id, broken } of cases) {
      // One change of several often breaks the requirement by itself.
      const ways = broken.length === 1 ? [broken] : [broken, ...broken.map((one) => [one])]
      for (const way of ways) {
        const before = attempted(good, way)
        if (before === undefined || isMet(before, id)) continue
        const found = wayOf(id, before, good)
        const known = made.get(id)
        if (known === undefined || isBetter(found, known)) made.set(id, found)
      }
    }
  }
  return new Map([...made].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, way]) => [id, exampleOf(id, way)]))
}

/** A package that does not meet a requirement, one that does, and which repair makes the one of the other. */
interface Way {
  readonly before: Texts
  readonly after: Texts
  readonly by: RequirementExample['by']
}

/** Undefined for a change that needs another one before it. */
function attempted(good: Texts, changes: readonly Change[]): Texts | undefined {
  try {
    return changed(good, changes)
  } catch {
    return undefined
  }
}

export function isMet(texts: Texts, id: RequirementId): boolean {
  return packagesIn(texts).every((pkg) => violationsOf(pkg, new Set([id])).length === 0)
}

const effort = ['safe', 'lossy', 'hand'] as const

function isBetter(one: Way, other: Way): boolean {
  const more = effort.indexOf(one.by) - effort.indexOf(other.by)
  return more < 0 || (more === 0 && changedLines(one) < changedLines(other))
}

/** How many lines one of the two has and the other has not. */
function changedLines({ before, after }: Way): number {
  const [one, other] = [before, after].map(
    (texts) =>
      new Set([...texts].flatMap(([path, text]) => text.split('\n').map((line) => `${path}\n${line}`))),
  )
  const sum = (lines: Set<string> | undefined, others: Set<string> | undefined) =>
    [...(lines ?? [])].filter((line) => others?.has(line) !== true).length
  return sum(one, other) + sum(other, one)
}

function wayOf(id: RequirementId, before: Texts, good: Texts): Way {
  for (const by of ['safe', 'lossy'] as const) {
    const after = remediated(before, by, [id]).texts
    if (isMet(after, id)) return { before, after, by }
  }
  return { before, after: good, by: 'hand' }
}

/** Without the blank lines that what was taken out has left, and the last line break. */
function shown(texts: Iterable<readonly [string, string]>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...texts].map(([path, text]) => [path, text.replace(/\n{3,}/g, '\n\n').replace(/\n+$/, '')]),
  )
}

function exampleOf(id: RequirementId, { before, after, by }: Way): RequirementExample {
  const repaired = by === 'hand' ? undefined : (texts: Texts) => remediated(texts, by, [id]).texts
  const small = minimised({ before, after }, { isMet: (texts) => isMet(texts, id), repaired })
  const changed = [...small.after].filter(([path, text]) => small.before.get(path) !== text)
  const removed = [...small.before.keys()].filter((path) => !small.after.has(path))
  return {
    before: shown(small.before),
    after: shown(changed),
    ...(removed.length === 0 ? {} : { removed }),
    by,
  }
}
