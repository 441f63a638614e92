/**
 * Renderings with generated values: an expression has a value by what it says, and by the turns of the loops whose names
 * it uses; so two sources with the same tags get the same values, whatever Jinja would compute.
 */
import type { Answers, Scope } from './render.ts'
import type { Loop, Part } from './tree.ts'

/** Which way a generated rendering goes. */
export interface Way {
  /** What conditions are, but for those in `others`. */
  readonly truth: boolean
  /** Conditions that are the opposite. */
  readonly others: ReadonlySet<string>
  /** How many items loops have. */
  readonly turns: number
  /** What outputs write: names, or numbers. */
  readonly writes: 'words' | 'numbers'
  /** What those write instead that are no part of a key or name. */
  readonly awkward?: string
}

const most = 24

/** What YAML reads in other ways, depending on the quotes around it. */
const awkwardValues = [
  'a: b',
  '"q"',
  "it's",
  'x # y',
  '',
  'one\n            two',
  '0644',
  'true',
  '[a]',
  '$x ${y}',
  'a\\tb',
]

/** Ways in which each condition is true and false, and loops have no item, one and two. */
export function waysOf(parts: readonly Part[]): readonly Way[] {
  const conditions = [...new Set(conditionsIn(parts))]
  const base = { others: new Set<string>(), turns: 2, writes: 'words' } as const
  const flipped = conditions.flatMap((one): readonly Way[] => [
    { ...base, truth: true, others: new Set([one]) },
    { ...base, truth: false, others: new Set([one]), turns: 1 },
  ])
  return [
    { ...base, truth: true },
    { ...base, truth: false },
    { ...base, truth: true, writes: 'numbers', turns: 1 },
    { ...base, truth: false, turns: 0 },
    ...flipped.slice(0, most - 4),
    ...awkwardValues.map((awkward, index) => ({ ...base, truth: index % 2 === 0, awkward })),
  ]
}

function conditionsIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.is === 'for') return conditionsIn([...part.body, ...part.otherwise])
    if (part.is !== 'if') return []
    return part.branches.flatMap(({ condition, body }) => [
      ...(condition === undefined ? [] : [plain(condition)]),
      ...conditionsIn(body),
    ])
  })
}

/** @param parts of the source, which shows what is part of a name */
export function generatedAnswers(
  { truth, others, turns, writes, awkward }: Way,
  parts: readonly Part[],
): Answers {
  const names = awkward === undefined ? new Set<string>() : namesIn(parts)
  const values = new Map<string, string>()
  const valueOf = (expression: string, scope: Scope): string => {
    const known = /^\w+$/.test(expression) ? scope.values.get(expression) : undefined
    if (typeof known === 'string') return known
    if (awkward !== undefined && !names.has(plain(expression))) return awkward
    const literal = /^(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))$/.exec(expression)
    if (literal !== null) return literal[1] ?? literal[2] ?? literal[3] ?? ''
    const key = `${plain(expression)} ${turnsFor(expression, scope)}`
    const value = values.get(key) ?? (writes === 'numbers' ? String(values.size + 1) : `v${values.size + 1}`)
    values.set(key, value)
    return value
  }
  return {
    value: valueOf,
    truth: (condition) => others.has(plain(condition)) !== truth,
    items: (loop: Loop) =>
      Array.from({ length: turns }, () => new Map(loop.targets.map((name) => [name, undefined]))),
    written: String,
  }
}

/** Expressions that are part of a key or of a longer word, wherever they stand. */
function namesIn(parts: readonly Part[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (some: readonly Part[]): void => {
    for (const [index, part] of some.entries()) {
      if (part.is === 'for') [part.body, part.otherwise].forEach(visit)
      if (part.is === 'if') for (const { body } of part.branches) visit(body)
      if (part.is === 'set') found.add(part.name)
      if (part.is !== 'output') continue
      const [before, behind] = [some[index - 1], some[index + 1]]
      const isLonger = before?.is === 'text' && /[\w:]$/.test(before.text)
      const isKey = behind?.is === 'text' && /^[^\n'"]*:(?:\s|$)|^\w/.test(behind.text)
      const isReferred =
        before?.is === 'text' && /(?:get_\w+|Ref|depends_on)["']?:? *\[?["']?$/.test(before.text.slice(-60))
      if (isLonger || isKey || isReferred) found.add(plain(part.expression))
    }
  }
  visit(parts)
  return found
}

/** The turns of the loops that give a value to a name in an expression. */
function turnsFor(expression: string, { turns }: Scope): string {
  const names = new Set(expression.match(/\w+/g))
  return turns.flatMap(({ targets, turn }) => (targets.some((one) => names.has(one)) ? [turn] : [])).join(',')
}

function plain(expression: string): string {
  return expression.replace(/\s+/g, ' ').trim()
}
