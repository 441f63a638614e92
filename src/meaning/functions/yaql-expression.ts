/**
 * Expressions of YAQL that read, filter, join and count, as trees; their operators bind as in yaql/language/factory.py.
 */
import { type YaqlToken, yaqlTokens } from '../../heat/functions/yaql-syntax.ts'
import type { Key } from '../../heat/values/value.ts'

export type YaqlExpression =
  | { readonly is: 'root' }
  /** `$name` of a `let` around it. */
  | { readonly is: 'variable'; readonly name: string }
  /** `isName`: without quotes. */
  | { readonly is: 'literal'; readonly value: Key; readonly isName?: true }
  /** `let(x => ...) -> body`, also by position. */
  | { readonly is: 'let'; readonly given: readonly YaqlExpression[]; readonly body: YaqlExpression }
  | { readonly is: 'list'; readonly items: readonly YaqlExpression[] }
  | { readonly is: 'map'; readonly entries: readonly YaqlExpression[] }
  /** `key => value`, as an argument or in a map. */
  | { readonly is: 'pair'; readonly key: YaqlExpression; readonly value: YaqlExpression }
  | { readonly is: 'entry'; readonly of: YaqlExpression; readonly name: string }
  | { readonly is: 'item'; readonly of: YaqlExpression; readonly key: YaqlExpression }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly YaqlExpression[] }
  | {
      readonly is: 'method'
      readonly of: YaqlExpression
      readonly name: string
      readonly args: readonly YaqlExpression[]
    }
  | { readonly is: 'not'; readonly of: YaqlExpression }
  | {
      readonly is: 'binary'
      readonly operator: string
      readonly one: YaqlExpression
      readonly other: YaqlExpression
    }

/** More tokens than anybody writes by hand; a tree has as many levels at most. */
const mostTokens = 200

/** The precedence of operators; those that are missing are not interpreted. */
const strength: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
}
const notStrength = 3
/** Of `->`, which is weaker than all others. */
const bodyStrength = 0.5

const constants: Readonly<Record<string, Key>> = { true: true, false: false, null: null }

/** @returns undefined for an expression with anything else in it, and for one that Heat cannot read */
export function yaqlExpression(text: string): YaqlExpression | undefined {
  const tokens = yaqlTokens(text)
  if (tokens === undefined || tokens.length > mostTokens) return undefined
  try {
    return new ExpressionReader(tokens).whole()
  } catch (error) {
    if (error instanceof Other) return undefined
    throw error
  }
}

/** An expression that is not interpreted. */
class Other extends Error {}

class ExpressionReader {
  readonly #tokens: readonly YaqlToken[]
  #at = 0

  constructor(tokens: readonly YaqlToken[]) {
    this.#tokens = tokens
  }

  whole(): YaqlExpression {
    const made = this.#expression(0)
    if (this.#at < this.#tokens.length) throw new Other()
    return made
  }

  get #next(): string {
    return this.#tokens[this.#at]?.text ?? ''
  }

  #take(text?: string): YaqlToken {
    const token = this.#tokens[this.#at]
    if (token === undefined || (text !== undefined && token.text !== text)) throw new Other()
    this.#at += 1
    return token
  }

  #expression(least: number): YaqlExpression {
    let made = this.#operand(least)
    for (;;) {
      const operator = this.#next
      if (operator === '->' && least < bodyStrength) return this.#let(made)
      const own = Object.hasOwn(strength, operator) ? strength[operator] : undefined
      if (own === undefined || own <= least) return made
      this.#take()
      made = { is: 'binary', operator, one: made, other: this.#expression(own) }
    }
  }

  #let(made: YaqlExpression): YaqlExpression {
    if (made.is !== 'call' || made.name !== 'let') throw new Other()
    this.#take()
    return { is: 'let', given: made.args, body: this.#expression(0) }
  }

  #operand(least: number): YaqlExpression {
    if (this.#next !== 'not') return this.#path(this.#single())
    if (least > notStrength) throw new Other()
    this.#take()
    return { is: 'not', of: this.#expression(notStrength) }
  }

  #single(): YaqlExpression {
    const { kind, text } = this.#take()
    if (text === '(') {
      const inside = this.#expression(0)
      this.#take(')')
      return inside
    }
    if (text === '[') return { is: 'list', items: this.#listed(']') }
    if (text === '{') return { is: 'map', entries: this.#listed('}') }
    if (kind === 'call') return { is: 'call', name: text.slice(0, -1), args: this.#listed(')') }
    if (text === '-') return this.#negative()
    if (kind !== 'value') throw new Other()
    if (text === '$' || text === '$1') return { is: 'root' }
    if (text.startsWith('$')) return { is: 'variable', name: text.slice(1) }
    const value = literal(text)
    return typeof value === 'string' && value === text
      ? { is: 'literal', value, isName: true }
      : { is: 'literal', value }
  }

  /** A step binds more tightly than the sign. */
  #negative(): YaqlExpression {
    const value = literal(this.#take().text)
    if (typeof value !== 'number' || this.#next === '.' || this.#next === '[') throw new Other()
    return { is: 'literal', value: 0 - value }
  }

  #path(from: YaqlExpression): YaqlExpression {
    let made = from
    for (;;) {
      if (this.#next === '.') {
        this.#take()
        made = this.#step(made)
      } else if (this.#next === '[') {
        this.#take()
        const [key, ...more] = this.#listed(']')
        if (key === undefined || more.length > 0) throw new Other()
        made = { is: 'item', of: made, key }
      } else return made
    }
  }

  #step(of: YaqlExpression): YaqlExpression {
    const { kind, text } = this.#take()
    if (kind === 'call') return { is: 'method', of, name: text.slice(0, -1), args: this.#listed(')') }
    const isName = kind === 'value' && /^[\p{L}_]/u.test(text) && !Object.hasOwn(constants, text)
    if (!isName) throw new Other()
    return { is: 'entry', of, name: text }
  }

  #listed(end: string): readonly YaqlExpression[] {
    const items: YaqlExpression[] = []
    while (this.#next !== end) {
      if (items.length > 0) this.#take(',')
      items.push(this.#argument())
    }
    this.#take(end)
    return items
  }

  #argument(): YaqlExpression {
    const key = this.#expression(0)
    if (this.#next !== '=>') return key
    this.#take()
    return { is: 'pair', key, value: this.#expression(0) }
  }
}

function literal(text: string): Key {
  if (/^['"]/.test(text) && !text.includes('\\')) return text.slice(1, -1)
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (Object.hasOwn(constants, text)) return constants[text] as Key
  if (!/^[\p{L}_]/u.test(text)) throw new Other()
  return text
}
