/** The fact file with examples, typed; apart from the requirements, for nothing but `explain` reads it. */
import { ownValue } from '../../document/records.ts'
import facts from './examples.json' with { type: 'json' }
import type { RequirementExample } from './facts.ts'

/** A file of more lines is shown where it changes. */
const MOST_LINES = 17

const ELLIPSIS = '…'

/**
 * An example of a requirement, by its number; undefined for one that is not looked at. The packages of the facts are
 * whole, so that Heat loads them: of a long file only the lines around the changes are given.
 */
export function requirementExample(id: string): RequirementExample | undefined {
  const example = ownValue(facts.examples as unknown as Readonly<Record<string, RequirementExample>>, id)
  if (example === undefined) return undefined
  const { before, after } = example
  return { ...example, before: inFewLines(before, after), after: inFewLines(after, before) }
}

type Files = RequirementExample['before']

function inFewLines(files: Files, others: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, source]) => [path, excerpt(source, others[path] ?? '')]),
  )
}

/** The lines that the other version does not have, each with the line above it, in both versions. */
function excerpt(source: string, other: string): string {
  const [lines, others] = [source.split('\n'), other.split('\n')]
  if (lines.length <= MOST_LINES) return source
  const above = new Set([...aboveChanges(lines, others), ...aboveChanges(others, lines)])
  const known = new Set(others)
  const shown: string[] = []
  for (const line of lines) {
    const added = !known.has(line) || above.has(line) ? line : ELLIPSIS
    if (added !== ELLIPSIS || shown.at(-1) !== ELLIPSIS) shown.push(added)
    if (shown.length === MOST_LINES) return [...shown.slice(0, -1), ELLIPSIS].join('\n')
  }
  return shown.join('\n')
}

/** The lines directly above those that only one version has. */
function aboveChanges(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return lines.filter((_, at) => at + 1 < lines.length && !known.has(lines[at + 1] as string))
}
