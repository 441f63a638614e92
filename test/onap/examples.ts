/**
 * Examples of requirements, made from the cases: what a package looks like where a requirement is not met, and what becomes
 * of it. Only the lines that differ are shown, below the keys that they stand in.
 */
import type { RequirementExample } from '../../src/onap/facts/facts.ts'
import type { RequirementId } from '../../src/onap/requirement.ts'
import { violationsOf } from '../../src/onap/violations.ts'
import { diffLines } from '../../src/report/line-diff.ts'
import { remediated } from '../remediate/remediated.ts'
import type { RequirementCase } from './case.ts'
import { contrailCases } from './cases/contrail.ts'
import { nameCases } from './cases/names.ts'
import { packageCases } from './cases/packages.ts'
import { structureCases } from './cases/structure.ts'
import { valueCases } from './cases/values.ts'
import { type Change, changed, packageTexts, type Texts } from './changes.ts'
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
  const made = new Map<RequirementId, RequirementExample>()
  for (const [cases, corpus] of sources) {
    const good = packageTexts(corpus)
    for (const { id, broken } of cases) {
      // One change of several often breaks the requirement by itself.
      const ways = broken.length === 1 ? [broken] : [broken, ...broken.map((one) => [one])]
      for (const way of ways) {
        const before = attempted(good, way)
        if (before === undefined || isMet(before, id)) continue
        const example = exampleOf(id, before, good)
        const known = made.get(id)
        if (known === undefined || isBetter(example, known)) made.set(id, example)
      }
    }
  }
  return new Map([...made].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Undefined for a change that needs another one before it. */
function attempted(good: Texts, changes: readonly Change[]): Texts | undefined {
  try {
    return changed(good, changes)
  } catch {
    return undefined
  }
}

function isMet(texts: Texts, id: RequirementId): boolean {
  return packagesIn(texts).every((pkg) => violationsOf(pkg, new Set([id])).length === 0)
}

const effort = ['safe', 'lossy', 'hand'] as const

function isBetter(one: RequirementExample, other: RequirementExample): boolean {
  const more = effort.indexOf(one.by) - effort.indexOf(other.by)
  return more < 0 || (more === 0 && sizeOf(one) < sizeOf(other))
}

function sizeOf({ before, after }: RequirementExample): number {
  return JSON.stringify([before, after]).length
}

function exampleOf(id: RequirementId, before: Texts, good: Texts): RequirementExample {
  for (const mode of ['safe', 'lossy'] as const) {
    const after = remediated(before, mode, [id]).texts
    if (isMet(after, id)) return { ...excerpts(before, after), by: mode }
  }
  return { ...excerpts(before, good), by: 'hand' }
}

type Excerpts = Pick<RequirementExample, 'before' | 'after'>

function excerpts(before: Texts, after: Texts): Excerpts {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
  const sides: { before: Record<string, string>; after: Record<string, string> } = { before: {}, after: {} }
  for (const path of paths) {
    const [old, now] = inOneFile(before.get(path), after.get(path))
    if (old !== undefined) sides.before[path] = old.join('\n')
    if (now !== undefined) sides.after[path] = now.join('\n')
  }
  return sides
}

type Lines = readonly string[]

/** What differs in one file, which one side may lack. */
function inOneFile(before: string | undefined, after: string | undefined): readonly (Lines | undefined)[] {
  if (before === undefined || after === undefined)
    return [before, after].map((one) => (one === undefined ? one : shortened(one.trimEnd().split('\n'), 4)))
  const [old, now] = [before.split('\n'), after.split('\n')]
  const ranges = diffLines(old, now).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    before: { start: oldStart, end: oldEnd, indent: indentIn(old, oldStart, oldEnd) },
    after: { start: newStart, end: newEnd, indent: indentIn(now, newStart, newEnd) },
  }))
  return [
    excerpt(
      old,
      ranges.map((one) => ({ ...one.before, other: one.after.indent })),
    ),
    excerpt(
      now,
      ranges.map((one) => ({ ...one.after, other: one.before.indent })),
    ),
  ]
}

/** The smallest indentation of some lines. */
function indentIn(lines: readonly string[], start: number, end: number): number {
  return Math.min(
    ...lines
      .slice(start, end)
      .filter((line) => line.trim() !== '')
      .map(indentOf),
  )
}

interface Range {
  readonly start: number
  readonly end: number
  readonly indent: number
  /** That of the lines on the other side, which stand there instead. */
  readonly other: number
}

/** The lines of some ranges, each below the keys that it stands in; where nothing stands, what it would stand in. */
function excerpt(lines: readonly string[], ranges: readonly Range[]): readonly string[] {
  const shown = new Set<number>()
  for (const { start, end, other } of ranges) {
    for (let at = start; at < end; at += 1) {
      shown.add(at)
      for (const above of keysAbove(lines, at, indentOf(lines[at] ?? ''))) shown.add(above)
    }
    if (start === end) for (const above of keysAbove(lines, start, other)) shown.add(above)
  }
  const all = [...shown].sort((a, b) => a - b).map((at) => lines[at] ?? '')
  return shortened(all, 16)
}

function shortened(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), '# …']
}

/** The lines with the keys that a line stands below, with the types of resources among them. */
function keysAbove(lines: readonly string[], at: number, from: number): readonly number[] {
  const found: number[] = []
  let indent = from
  for (let above = at - 1; above >= 0 && indent > 0; above -= 1) {
    const line = lines[above] ?? ''
    if (line.trim() === '' || line.trimStart().startsWith('#') || indentOf(line) >= indent) continue
    indent = indentOf(line)
    found.push(above)
    if (indent === 2 && /^ {4}type:/.test(lines[above + 1] ?? '')) found.push(above + 1)
  }
  return found
}

function indentOf(line: string): number {
  return line.search(/\S|$/)
}
