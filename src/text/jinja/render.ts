/** What Jinja makes of a source, so far as somebody answers its expressions. */
import { moreFields } from './expression.ts'
import type { Loop, Part } from './tree.ts'

/** The values of names at one point of a rendering. */
export interface Scope {
  readonly values: ReadonlyMap<string, unknown>
  /** Which turn each loop around is in, by the names that it gives a value. */
  readonly turns: readonly { readonly targets: readonly string[]; readonly turn: number }[]
}

/** Answers expressions. */
export interface Answers {
  value(expression: string, scope: Scope, at: number): unknown
  truth(expression: string, scope: Scope, at: number): boolean
  /** The items of a loop, each as the values of its targets. */
  items(loop: Loop, scope: Scope): readonly ReadonlyMap<string, unknown>[]
  /** What an output writes of a value. */
  written(value: unknown, expression: string, at: number): string
}

/** No result is longer, whatever loops do. */
const longest = 5_000_000

/** @returns undefined where the result would be longer than 5 MB */
export function rendered(
  parts: readonly Part[],
  answers: Answers,
  values: ReadonlyMap<string, unknown> = new Map(),
): string | undefined {
  const written: string[] = []
  let length = 0
  const write = (text: string) => {
    length += text.length
    if (length <= longest) written.push(text)
  }
  renderAll(parts, { values: new Map(values), turns: [] }, answers, write)
  return length > longest ? undefined : written.join('')
}

/** A scope in which `set` gives names a value; a loop has one of its own. */
interface OwnScope extends Scope {
  readonly values: Map<string, unknown>
}

function renderAll(
  parts: readonly Part[],
  scope: OwnScope,
  answers: Answers,
  write: (text: string) => void,
): void {
  for (const part of parts) {
    if (part.is === 'text') write(part.text)
    else if (part.is === 'output')
      write(answers.written(answers.value(part.expression, scope, part.at), part.expression, part.at))
    else if (part.is === 'set') scope.values.set(part.name, answers.value(part.expression, scope, part.at))
    else if (part.is === 'for') renderLoop(part, scope, answers, write)
    else {
      const taken = part.branches.find(
        ({ condition, at }) => condition === undefined || answers.truth(condition, scope, at),
      )
      renderAll(taken?.body ?? [], scope, answers, write)
    }
  }
}

function renderLoop(loop: Loop, scope: OwnScope, answers: Answers, write: (text: string) => void): void {
  const items = answers.items(loop, scope)
  for (const [turn, own] of items.entries()) {
    const about = {
      index: turn + 1,
      index0: turn,
      first: turn === 0,
      last: turn === items.length - 1,
      length: items.length,
      revindex: items.length - turn,
      revindex0: items.length - turn - 1,
      [moreFields]: true,
    }
    const inside = {
      values: new Map([...scope.values, ...own, ['loop', about]]),
      turns: [...scope.turns, { targets: [...loop.targets, 'loop'], turn }],
    }
    renderAll(loop.body, inside, answers, write)
  }
  if (items.length === 0) renderAll(loop.otherwise, scope, answers, write)
}
