/** Reads yaql expressions; yaql/language/lexer.py, yaql/language/factory.py. */
import { NotKnown } from './values.ts'

export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | string | number }
  /** `$`, `$name`: the name without the dollar. */
  | { readonly kind: 'variable'; readonly name: string }
  /** A bare word: the name of a key or argument, else a text. */
  | { readonly kind: 'word'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly arguments: readonly Argument[] }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Argument[] }
  | { readonly kind: 'index'; readonly of: Expression; readonly arguments: readonly Argument[] }
  | { readonly kind: 'prefix'; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }

/** `value` or `key => value`. */
export interface Argument {
  readonly key?: Expression
  readonly value: Expression
}

interface Token {
  readonly kind: 'text' | 'number' | 'variable' | 'call' | 'word' | 'sign' | 'end'
  readonly text: string
}

const pattern =
  /[ \t\r\n]*(?:(?<variable>\$\w*)|(?<number>\b\d+(?:\.\d+)?\b)|(?<call>\b[A-Za-z_]\w*\()|(?<word>(?!__)\b[A-Za-z_]\w*\b)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<sign>=>|->|>=|<=|!=|=~|!~|\?\.|[.+\-*/<>=[\](){},])|(?<end>$))/y

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  for (;;) {
    const groups = pattern.exec(text)?.groups
    const [kind, found] = Object.entries(groups ?? {}).find(([, one]) => one !== undefined) ?? []
    if (kind === undefined || found === undefined) throw new NotKnown('the expression cannot be read')
    tokens.push({ kind: kind as Token['kind'], text: found })
    if (kind === 'end') return tokens
  }
}

/** How tightly operators bind; more is tighter. */
const binary: Readonly<Record<string, number>> = {
  '->': 1,
  or: 2,
  and: 3,
  ...Object.fromEntries(['>', '<', '>=', '<=', '!=', '=', 'in'].map((one) => [one, 5])),
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  mod: 7,
  '=~': 8,
  '!~': 8,
}
const prefix: Readonly<Record<string, number>> = { not: 4, '+': 9, '-': 9 }
const postfix = 10

/** @throws NotKnown for what is no expression, or none that this reads */
export function parseExpression(text: string): Expression {
  return new Reader(tokensOf(text)).whole()
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#expression(0)
    if (this.#next.kind !== 'end') throw new NotKnown('the expression cannot be read')
    return expression
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token
  }

  #take(): Token {
    const token = this.#next
    this.#at += 1
    return token
  }

  #is(text: string): boolean {
    return this.#next.text === text && this.#next.kind !== 'text'
  }

  #expect(text: string): void {
    if (!this.#is(text)) throw new NotKnown('the expression cannot be read')
    this.#at += 1
  }

  #expression(least: number): Expression {
    let left = this.#operand()
    for (;;) {
      const { kind, text } = this.#next
      const operator = kind === 'sign' || kind === 'word' ? text : ''
      if (operator === '.' || operator === '?.') {
        if (postfix < least) return left
        this.#take()
        left = { kind: 'binary', operator, left, right: this.#primary() }
      } else if (operator === '[') {
        this.#take()
        left = { kind: 'index', of: left, arguments: this.#arguments(']') }
      } else {
        const strength = Object.hasOwn(binary, operator) ? binary[operator] : undefined
        if (strength === undefined || strength < least) return left
        this.#take()
        // All but `->` group to the left.
        const right = this.#expression(operator === '->' ? strength : strength + 1)
        left = { kind: 'binary', operator, left, right }
      }
    }
  }

  #operand(): Expression {
    const { kind, text } = this.#next
    const strength =
      (kind === 'sign' || kind === 'word') && Object.hasOwn(prefix, text) ? prefix[text] : undefined
    if (strength === undefined) return this.#primary()
    this.#take()
    return { kind: 'prefix', operator: text, operand: this.#expression(strength) }
  }

  #primary(): Expression {
    const { kind, text } = this.#take()
    switch (kind) {
      case 'variable':
        return { kind: 'variable', name: text.slice(1) }
      case 'number':
        if (text.includes('.')) throw new NotKnown('floats are not computed')
        return { kind: 'literal', value: Number(text) }
      case 'text':
        return { kind: 'literal', value: unquoted(text) }
      case 'call':
        return { kind: 'call', name: text.slice(0, -1), arguments: this.#arguments(')') }
      case 'word':
        return wordOf(text)
      default:
        return this.#bracket(text)
    }
  }

  #bracket(text: string): Expression {
    if (text === '[') return { kind: 'list', items: this.#arguments(']').map(plain) }
    if (text === '{') return { kind: 'map', arguments: this.#arguments('}') }
    if (text !== '(') throw new NotKnown('the expression cannot be read')
    const inner = this.#expression(0)
    this.#expect(')')
    return inner
  }

  #arguments(closing: string): Argument[] {
    const found: Argument[] = []
    while (!this.#is(closing)) {
      const value = this.#expression(0)
      if (this.#is('=>')) {
        this.#take()
        found.push({ key: value, value: this.#expression(0) })
      } else found.push({ value })
      if (this.#is(closing)) break
      this.#expect(',')
      if (this.#is(closing)) throw new NotKnown('the expression cannot be read')
    }
    this.#expect(closing)
    return found
  }
}

function plain({ key, value }: Argument): Expression {
  if (key !== undefined) throw new NotKnown('the expression cannot be read')
  return value
}

function wordOf(text: string): Expression {
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' }
  return text === 'null' ? { kind: 'literal', value: null } : { kind: 'word', name: text }
}

/** Escapes that change nothing but a quote or a backslash; in backticks only the backtick itself is escaped. */
function unquoted(text: string): string {
  const inner = text.slice(1, -1)
  if (text.startsWith('`')) return inner.replaceAll('\\`', '`')
  if (/\\[^'"\\nt]/.test(inner.replaceAll('\\\\', ''))) {
    // What Python does not take for an escape stays as it is; digits and letters may be one.
    if (/\\[0-7abfrvxuUN]/.test(inner.replaceAll('\\\\', ''))) throw new NotKnown('an escape is not read')
  }
  return inner.replace(/\\(['"\\nt])/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one)
}
