/** Expressions of YAQL as Heat's parser takes them: the tokens and the grammar of yaql/language/{lexer,parser}.py. */

import yaqlFunctions from '../facts/yaql-functions.json' with { type: 'json' }
import { nearNames } from '../near-names.ts'

type TokenKind = 'value' | 'call' | 'open' | 'close' | 'comma' | 'mapping' | 'prefix' | 'binary' | 'sign'

/** One token of an expression; that of a function includes its opening parenthesis. */
export interface YaqlToken {
  readonly kind: TokenKind
  readonly text: string
}

const words: Readonly<Record<string, TokenKind>> = {
  not: 'prefix',
  and: 'binary',
  or: 'binary',
  in: 'binary',
  mod: 'binary',
}

/**
 * In the order in which the lexer tries them; each pattern is linear in what it reads. Made when the first expression
 * is read: classes of all letters take long to prepare.
 */
const lexemes = (): readonly (readonly [RegExp, TokenKind])[] => [
  [/\$[\p{L}\p{N}_]*/uy, 'value'],
  [/\d+(?:\.\d+)?(?![\p{L}\p{N}_])/uy, 'value'],
  [/(?!\d)[\p{L}\p{N}_]+\(/uy, 'call'],
  [/(?!__)(?!\d)[\p{L}\p{N}_]+/uy, 'value'],
  [/'(?:[^'\\]|\\[^\n])*'|"(?:[^"\\]|\\[^\n])*"|`(?:[^`\\]|\\[^\n])*`/uy, 'value'],
  [/=>/y, 'mapping'],
  [/->|=~|!~|\?\.|>=|<=|!=/y, 'binary'],
  [/[+-]/y, 'sign'],
  [/[.*/><=]/y, 'binary'],
  [/[[{(]/y, 'open'],
  [/[\])}]/y, 'close'],
  [/,/y, 'comma'],
]

let made: ReturnType<typeof lexemes> | undefined

/** What is wrong with an expression, as the end of a sentence; undefined where Heat takes it. */
export function yaqlProblem(expression: string): string | undefined {
  const tokens = tokensOf(expression)
  if (!Array.isArray(tokens)) return `cannot be read from ${shown(expression.slice(tokens.unreadFrom))} on`
  return new Grammar(tokens).problem() ?? unknownFunction(tokens)
}

/** A function that YAQL does not have, and that the expression itself does not define (`def`). */
function unknownFunction(tokens: readonly YaqlToken[]): string | undefined {
  const called = tokens.flatMap(({ kind, text }) => (kind === 'call' ? [text.slice(0, -1)] : []))
  if (called.includes('def')) return undefined
  const name = called.find((one) => !yaqlFunctions.names.includes(one))
  if (name === undefined) return undefined
  const [near] = nearNames(name, yaqlFunctions.names, 1)
  return `calls ${shown(name)}, which YAQL does not have${near === undefined ? '' : `; did you mean ${shown(near)}?`}`
}

/**
 * The expression with the blanks at the same positions as in any other of the same tokens; unchanged where Heat cannot
 * read it.
 */
export function yaqlRespaced(expression: string): string {
  const tokens = tokensOf(expression)
  if (!Array.isArray(tokens)) return expression
  return tokens
    .map(({ text }, index) => (index > 0 && isApart(tokens[index - 1]?.text ?? '', text) ? ` ${text}` : text))
    .join('')
}

/** Whether a blank is between two tokens: always, unless they can only be read as one token without it. */
function isApart(before: string, after: string): boolean {
  if (/[([{]$/.test(before) || /^[)\]},]$/.test(after)) return false
  const isStep = [before, after].some((text) => text === '.' || text === '?.')
  return !isStep || /^\d/.test(before) || /^\d/.test(after)
}

/** The tokens of an expression; undefined where Heat cannot read it. */
export function yaqlTokens(expression: string): readonly YaqlToken[] | undefined {
  const tokens = tokensOf(expression)
  return Array.isArray(tokens) && yaqlProblem(expression) === undefined ? tokens : undefined
}

function tokensOf(expression: string): YaqlToken[] | { readonly unreadFrom: number } {
  made ??= lexemes()
  const tokens: YaqlToken[] = []
  let at = 0
  while (at < expression.length) {
    if (' \t\r\n'.includes(expression[at] ?? '')) {
      at++
      continue
    }
    const token = tokenAt(expression, at, made)
    if (token === undefined) return { unreadFrom: at }
    tokens.push(token)
    at += token.text.length
  }
  return tokens
}

function tokenAt(
  expression: string,
  at: number,
  patterns: ReturnType<typeof lexemes>,
): YaqlToken | undefined {
  for (const [pattern, kind] of patterns) {
    pattern.lastIndex = at
    const [text] = pattern.exec(expression) ?? []
    if (text !== undefined) return { kind: Object.hasOwn(words, text) ? (words[text] ?? kind) : kind, text }
  }
  return undefined
}

function shown(text: string): string {
  return `"${text.length > 20 ? `${text.slice(0, 20)}…` : text}"`
}

interface YaqlFrame {
  readonly closedBy: string
  /** Parentheses hold one value; functions, indexes, lists and mappings hold any number of arguments. */
  readonly holds: 'value' | 'arguments'
  /** How many arguments there are already, and how many were left out directly before this one. */
  given: number
  omitted: number
  /** Named arguments follow all others. */
  named: 'none' | 'this' | 'earlier'
}

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

/**
 * Operands and operators in turn, with a frame for each bracket that is open. How tightly operators bind decides about
 * the value, and never about whether there is one.
 */
class Grammar {
  readonly #tokens: readonly YaqlToken[]
  readonly #frames: YaqlFrame[] = [newFrame('', 'value')]
  #expects: 'operand' | 'operator' = 'operand'
  /** Whether an operator waits for the operand, so that it cannot be left out. */
  #isBound = true

  constructor(tokens: readonly YaqlToken[]) {
    this.#tokens = tokens
  }

  problem(): string | undefined {
    if (this.#tokens.length === 0) return 'is empty'
    for (const token of this.#tokens) {
      const isFit = this.#expects === 'operand' ? this.#operand(token) : this.#operator(token)
      if (!isFit) return `has an unexpected ${shown(token.text)}`
    }
    return this.#expects === 'operand' || this.#frames.length > 1 ? 'ends too early' : undefined
  }

  get #frame(): YaqlFrame {
    return this.#frames.at(-1) as YaqlFrame
  }

  #operand({ kind, text }: YaqlToken): boolean {
    switch (kind) {
      case 'value':
        this.#expects = 'operator'
        return true
      case 'prefix':
      case 'sign':
        return this.#expectOperand('bound')
      case 'call':
        return this.#open(')', 'arguments')
      case 'open':
        return this.#open(closing[text] ?? '', text === '(' ? 'value' : 'arguments')
      case 'comma':
        if (this.#isBound || this.#frame.named !== 'none') return false
        this.#frame.omitted++
        return true
      case 'close': {
        const { given, omitted, named } = this.#frame
        return !this.#isBound && given + omitted === 0 && named === 'none' && this.#close(text)
      }
      default:
        return false
    }
  }

  #operator({ kind, text }: YaqlToken): boolean {
    switch (kind) {
      case 'binary':
      case 'sign':
        return this.#expectOperand('bound')
      case 'open':
        return text === '[' && this.#open(']', 'arguments')
      case 'mapping':
        return this.#name()
      case 'comma':
        return this.#next()
      case 'close':
        return this.#frame.named !== 'earlier' && this.#close(text)
      default:
        return false
    }
  }

  #expectOperand(what: 'bound' | 'free'): true {
    this.#expects = 'operand'
    this.#isBound = what === 'bound'
    return true
  }

  #open(closedBy: string, holds: YaqlFrame['holds']): true {
    this.#frames.push(newFrame(closedBy, holds))
    return this.#expectOperand(holds === 'value' ? 'bound' : 'free')
  }

  #close(text: string): boolean {
    if (this.#frame.closedBy !== text) return false
    this.#frames.pop()
    this.#expects = 'operator'
    return true
  }

  /** `name => value`; one argument at most may be left out before the first. */
  #name(): boolean {
    const { holds, named, given, omitted } = this.#frame
    if (holds === 'value' || named === 'this' || omitted > Math.min(1, given)) return false
    this.#frame.named = 'this'
    return this.#expectOperand('bound')
  }

  #next(): boolean {
    const frame = this.#frame
    if (frame.holds === 'value' || frame.named === 'earlier') return false
    if (frame.named === 'this') frame.named = 'earlier'
    frame.given++
    frame.omitted = 0
    return this.#expectOperand(frame.named === 'none' ? 'free' : 'bound')
  }
}

function newFrame(closedBy: string, holds: YaqlFrame['holds']): YaqlFrame {
  return { closedBy, holds, given: 0, omitted: 0, named: 'none' }
}
