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
}

const most = 24

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

export function generatedAnswers({ truth, others, turns, writes }: Way): Answers {
  const values = new Map<string, string>()
  const valueOf = (expression: string, scope: Scope): string => {
    const known = /^\w+$/.test(expression) ? scope.values.get(expression) : undefined
    if (typeof known === 'string') return known
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

/** The turns of the loops that give a value to a name in an expression. */
function turnsFor(expression: string, { turns }: Scope): string {
  const names = new Set(expression.match(/\w+/g))
  return turns.flatMap(({ targets, turn }) => (targets.some((one) => names.has(one)) ? [turn] : [])).join(',')
}

function plain(expression: string): string {
  return expression.replace(/\s+/g, ' ').trim()
}
