/** The fact file with examples, typed; apart from the requirements, for nothing but `explain` reads it. */
import { ownValue } from '../../../text/document/records.ts'
import facts from './examples.json' with { type: 'json' }
import type { RequirementExample } from './facts.ts'

/** Of a file of more lines only what changes is shown. */
const MOST_LINES = 17

const ELLIPSIS = '…'

/**
 * An example of a requirement, by its number; undefined for one that is not looked at. The packages of the facts are
 * whole, so that Heat loads them: of a long file only what changes is given, with what it is in.
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

/** The lines that only one version has, each below those that it is in. */
function excerpt(source: string, other: string): string {
  const [lines, others] = [outlined(source), outlined(other)]
  if (lines.length <= MOST_LINES) return source
  const changed = [...without(lines, others), ...without(others, lines)]
  const wanted = new Set(changed.flatMap((line) => line.within))
  const shown: string[] = []
  for (const { text, within } of lines) {
    const added = wanted.has(within.at(-1) ?? '') ? text : ELLIPSIS
    if (added !== ELLIPSIS || shown.at(-1) !== ELLIPSIS) shown.push(added)
    if (shown.length === MOST_LINES) return [...shown.slice(0, -1), ELLIPSIS].join('\n')
  }
  return shown.join('\n')
}

interface Line {
  readonly text: string
  /** The lines that it is in by its indentation, from the outermost on, and itself; each with those before it. */
  readonly within: readonly string[]
}

function outlined(source: string): readonly Line[] {
  const open: { readonly indent: number; readonly within: readonly string[] }[] = []
  return source.split('\n').map((text) => {
    const indent = text.search(/\S/)
    if (indent < 0) return { text, within: [] }
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const around = open.at(-1)?.within ?? []
    const within = [...around, `${around.at(-1) ?? ''}\n${text}`]
    open.push({ indent, within })
    return { text, within }
  })
}

function without(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const known = new Set(others.map(({ within }) => within.at(-1)))
  return lines.filter(({ within }) => within.length > 0 && !known.has(within.at(-1)))
}
