/** Converts a problem of a check into a finding about the source. */

import { callOf } from '../../heat/calls.ts'
import type { Locate, Related } from '../../rules/locations.ts'
import type { TemplateProblem } from '../../rules/rules.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { type Entry, type Node, type Range, rangeOf } from '../../text/document/node.ts'
import { hasLocalTag } from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'
import { linesOf, spotOf } from '../file-outcome.ts'
import { type Finding, type Fix, findingOf, ownFinding } from './finding.ts'
import { fixesOf } from './finding-fixes.ts'

export function problemFinding(problem: TemplateProblem, file: SourceFile): Finding {
  const { code, at, message, source, repair, item, own } = problem
  const fixes = repair === undefined ? undefined : some(fixesOf(at, repair, file))
  const help = problem.help ?? helpOf(fixes) ?? own?.help
  const where = (one: Node | Entry) => tagRange(one, file) ?? shownRange(one, file)
  const related = some(problem.related?.flatMap((one) => relatedIn(one, where, file)))
  const details = { source, ...defined({ help, fixes, related, item }) }
  return own === undefined
    ? findingOf(code, message, where(at), details)
    : ownFinding(code, own, message, where(at), details)
}

/** What the fixes write, as advice: `Write "a" or declare the parameter "b".` */
function helpOf(fixes: readonly Fix[] | undefined): string | undefined {
  if (fixes === undefined) return undefined
  const [first = '', ...others] = fixes.slice(0, 3).map(({ title }) => title)
  return `${[first, ...others.map((one) => `${one[0]?.toLowerCase()}${one.slice(1)}`)].join(' or ')}.`
}

/** What a rewrite made stands nowhere. */
function relatedIn(
  one: Related,
  where: (at: Node | Entry) => Range | undefined,
  file: SourceFile,
): NonNullable<Finding['related']> {
  if ('path' in one) return [one]
  const range = where(one.at)
  return range === undefined
    ? []
    : [{ message: one.message, range, ...spotOf(range, linesOf(file.document)) }]
}

/** Where parts of a file stand, for findings in others. */
export function locator(file: SourceFile): Locate {
  return (at, message) => {
    const range = shownRange(at, file)
    if (range === undefined) return []
    return [{ message, path: file.path, ...spotOf(range, linesOf(file.document)) }]
  }
}

/**
 * What to mark of what goes over several lines: of a function its name, else the first line. Nobody is helped by half a
 * screen of marks.
 */
function shownRange(
  at: Node | Entry,
  { document: { text }, root }: Pick<SourceFile, 'document' | 'root'>,
): Range | undefined {
  const range = rangeOf(at)
  if (range === undefined || !('kind' in at) || (at.kind !== 'map' && at.kind !== 'seq')) return range
  const isLong = (start: number) => {
    const lineEnd = text.indexOf('\n', start)
    return lineEnd !== -1 && lineEnd < range.end
  }
  if (!isLong(range.start)) return range
  const key = at.kind === 'map' && at.entries[0] !== undefined ? rangeOf(at.entries[0]) : undefined
  const isInside = key !== undefined && key.start >= range.start && key.end <= range.end
  if (isInside && at !== root && callOf(at) !== undefined) return key
  const start = isInside ? key.start : range.start
  const end = isLong(start) ? text.indexOf('\n', start) : range.end
  return { start, end: start + text.slice(start, end).trimEnd().length }
}

/** Where a tag is written that is none of YAML's own, which is what is wrong with its node. */
function tagRange(at: Node | Entry, { document }: SourceFile): Range | undefined {
  if (!('kind' in at) || at.kind === 'alias' || at.tag === undefined || !hasLocalTag(at)) return undefined
  const [from, to] = [at.propsStart, at.start]
  const start = from === undefined || to === undefined ? -1 : document.text.slice(from, to).indexOf(at.tag)
  return from === undefined || start === -1
    ? undefined
    : { start: from + start, end: from + start + at.tag.length }
}

/** An empty list is as good as none. */
function some<One>(all: readonly One[] | undefined): readonly One[] | undefined {
  return all === undefined || all.length === 0 ? undefined : all
}
