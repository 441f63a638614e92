/** Values of Jinja's expressions, as far as they need nothing but the values of names. Template Designer Documentation of Jinja 3. */

/** What hotshift does not evaluate, or what has no value. */
export class NoValue extends Error {}

type Look = (name: string) => unknown

const token =
  /\s*(?:(0(?!\d)|[1-9]\d*)(?![\w.])|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(\/\/|\*\*|==|!=|<=|>=|[-+*/%~<>|.,:()[\]{}]))/y

/** @throws NoValue */
export function evaluated(expression: string, look: Look): unknown {
  const tokens = tokensOf(expression)
  const evaluation = new Evaluation(tokens, look)
  return evaluation.whole()
}

export function isTrue(value: unknown): boolean {
  if (typeof value === 'number') return numberOf(value) !== 0
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** What an output writes, as Python's `str` does for what templates have in outputs. */
export function written(value: unknown): string {
  if (value === undefined) throw new NoValue('a value is not defined')
  if (value === null) return 'None'
  if (value === true || value === false) return value ? 'True' : 'False'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(numberOf(value))
  throw new NoValue('lists and mappings are written as Python shows them; write them by a loop or to_json')
}

interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'sign'
  readonly text: string
}

function tokensOf(expression: string): readonly Token[] {
  const found: Token[] = []
  token.lastIndex = 0
  while (expression.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex
    const match = token.exec(expression)
    if (match === null) throw new NoValue(`"${expression.slice(at).trim().slice(0, 20)}" is not followed`)
    const [, number, string, name, sign] = match
    if (number !== undefined) found.push({ kind: 'number', text: number })
    else if (string !== undefined) found.push({ kind: 'string', text: unquoted(string) })
    else if (name !== undefined) found.push({ kind: 'name', text: name })
    else found.push({ kind: 'sign', text: sign ?? '' })
  }
  return found
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

function unquoted(string: string): string {
  return string.slice(1, -1).replace(/\\(.|\n)/g, (_, one: string) => {
    const character = escapes[one]
    if (character === undefined) throw new NoValue(`the escape "\\${one}" is not followed`)
    return character
  })
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const constants: Fields = { true: true, True: true, false: false, False: false, none: null, None: null }

class Evaluation {
  readonly #tokens: readonly Token[]
  readonly #look: Look
  #at = 0

  constructor(tokens: readonly Token[], look: Look) {
    this.#tokens = tokens
    this.#look = look
  }

  whole(): unknown {
    const value = this.#choice()
    const rest = this.#tokens[this.#at]
    if (rest !== undefined) throw new NoValue(`"${rest.text}" is not followed`)
    return value
  }

  #takes(...texts: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at]
    if (next === undefined || next.kind === 'string' || !texts.includes(next.text)) return undefined
    this.#at += 1
    return next.text
  }

  #needs(text: string): void {
    if (this.#takes(text) === undefined) throw new NoValue(`"${text}" is missing`)
  }

  /** `a if b else c`. */
  #choice(): unknown {
    const value = this.#or()
    if (this.#takes('if') === undefined) return value
    const isTaken = isTrue(this.#or())
    const other = this.#takes('else') === undefined ? undefined : this.#choice()
    return isTaken ? value : other
  }

  #or(): unknown {
    let value = this.#and()
    while (this.#takes('or') !== undefined) {
      const other = this.#and()
      value = isTrue(value) ? value : other
    }
    return value
  }

  #and(): unknown {
    let value = this.#not()
    while (this.#takes('and') !== undefined) {
      const other = this.#not()
      value = isTrue(value) ? other : value
    }
    return value
  }

  #not(): unknown {
    return this.#takes('not') === undefined ? this.#comparison() : !isTrue(this.#not())
  }

  #comparison(): unknown {
    const value = this.#sum()
    const sign = this.#comparisonSign()
    if (sign === undefined) return value
    const other = this.#sum()
    if (this.#comparisonSign() !== undefined) throw new NoValue('several comparisons in one are not followed')
    if (sign === 'in' || sign === 'not in') return contains(other, value) === (sign === 'in')
    return compared(sign, value, other)
  }

  #comparisonSign(): string | undefined {
    const sign = this.#takes('==', '!=', '<', '>', '<=', '>=', 'in', 'not')
    if (sign !== 'not') return sign
    this.#needs('in')
    return 'not in'
  }

  #test(value: unknown): boolean {
    const isNot = this.#takes('not') !== undefined
    const name = this.#tokens[this.#at++]?.text ?? ''
    const test = tests[name]
    if (test === undefined) throw new NoValue(`the test "${name}" is not followed`)
    const takesOne = test.length === 2
    const isOpen = this.#takes('(') !== undefined
    const given = isOpen ? this.#listUntil(')') : takesOne ? [this.#part()] : []
    const next = this.#tokens[this.#at]
    const isMore = next !== undefined && next.kind !== 'sign' && !['and', 'or', 'else'].includes(next.text)
    if (isMore || given.length !== (takesOne ? 1 : 0))
      throw new NoValue(`the arguments of the test "${name}" are not followed`)
    return test(value, given[0]) !== isNot
  }

  #sum(): unknown {
    let value = this.#concatenation()
    for (;;) {
      const sign = this.#takes('+', '-')
      if (sign === undefined) return value
      const other = this.#concatenation()
      if (sign === '+' && typeof value === 'string' && typeof other === 'string') value += other
      else if (sign === '+' && Array.isArray(value) && Array.isArray(other)) value = [...value, ...other]
      else value = sign === '+' ? numberOf(value) + numberOf(other) : numberOf(value) - numberOf(other)
    }
  }

  #concatenation(): unknown {
    let value = this.#product()
    while (this.#takes('~') !== undefined) value = written(value) + written(this.#product())
    return value
  }

  #product(): unknown {
    let value = this.#filtered()
    for (;;) {
      const sign = this.#takes('*', '//', '%')
      if (sign === undefined) return value
      const [one, other] = [numberOf(value), numberOf(this.#filtered())]
      if (sign === '*') value = one * other
      else if (other === 0) throw new NoValue('a division by zero')
      else value = sign === '//' ? Math.floor(one / other) : one - other * Math.floor(one / other)
    }
  }

  #filtered(): unknown {
    let value = this.#takes('-') === undefined ? this.#part() : -numberOf(this.#part())
    for (;;) {
      const sign = this.#takes('|', 'is')
      if (sign === undefined) return value
      if (sign === 'is') value = this.#test(value)
      else {
        const name = this.#tokens[this.#at++]?.text ?? ''
        value = filtered(name, value, this.#takes('(') === undefined ? [] : this.#listUntil(')'))
      }
    }
  }

  #part(): unknown {
    let value = this.#primary()
    for (;;) {
      if (this.#takes('.') !== undefined) {
        const name = this.#tokens[this.#at++]?.text ?? ''
        value =
          this.#takes('(') === undefined
            ? attributeOf(value, name)
            : called(value, name, this.#listUntil(')'))
      } else if (this.#takes('[') !== undefined) {
        const key = this.#choice()
        this.#needs(']')
        value = fieldOf(value, key)
      } else return value
    }
  }

  #primary(): unknown {
    const next = this.#tokens[this.#at++]
    if (next?.kind === 'string') return next.text
    if (next?.kind === 'number') return Number(next.text)
    if (next?.kind === 'name') return next.text in constants ? constants[next.text] : this.#look(next.text)
    if (next?.text === '[') return this.#listUntil(']')
    if (next?.text === '{') return this.#mapping()
    if (next?.text === '(') {
      const value = this.#choice()
      this.#needs(')')
      return value
    }
    throw new NoValue(`"${next?.text ?? ''}" is not followed`)
  }

  #mapping(): unknown {
    const entries: [string, unknown][] = []
    while (this.#takes('}') === undefined) {
      const key = keyOf(this.#choice())
      this.#needs(':')
      entries.push([key, this.#choice()])
      if (this.#takes(',') !== undefined) continue
      this.#needs('}')
      break
    }
    return Object.fromEntries(entries)
  }

  #listUntil(end: string): unknown[] {
    const items: unknown[] = []
    while (this.#takes(end) === undefined) {
      items.push(this.#choice())
      if (this.#takes(',') !== undefined) continue
      this.#needs(end)
      break
    }
    return items
  }
}

/** Marks a mapping that has more fields in Jinja than are known here. */
export const moreFields = Symbol('more fields')

function fieldOf(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return value.at(numberOf(key))
  if (!isRecord(value)) throw new NoValue(`"${String(key)}" of a value that is no list or mapping`)
  const name = keyOf(key)
  if (Object.hasOwn(value, name)) return value[name]
  if (moreFields in value) throw new NoValue(`"${name}" is not followed`)
  return undefined
}

/** Python's own attributes come before the keys. */
function attributeOf(value: unknown, name: string): unknown {
  if (/^(?:items|keys|values|get|update|pop|popitem|copy|clear|setdefault|fromkeys|_.*)$/.test(name))
    throw new NoValue(`".${name}" is not followed`)
  return fieldOf(value, name)
}

/** Numbers as keys are others than their digits. */
function keyOf(key: unknown): string {
  if (typeof key === 'string') return key
  throw new NoValue('keys that are not strings are not followed')
}

function contains(whole: unknown, item: unknown): boolean {
  if (typeof whole === 'string') return whole.includes(keyOf(item))
  if (Array.isArray(whole)) return whole.some((one) => same(one, item))
  if (isRecord(whole)) return Object.hasOwn(whole, keyOf(item))
  throw new NoValue('what "in" looks into is no list')
}

/** Python's `==`, for which true is 1. */
function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => same(item, other[index]))
  if (isRecord(one) && isRecord(other)) {
    const keys = Object.keys(one)
    const areThere = keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
    return keys.length === Object.keys(other).length && areThere
  }
  const [a, b] = [one, other].map((value) => (typeof value === 'number' ? numberOf(value) : value))
  return typeof a === 'number' || typeof b === 'number' ? asNumber(a) === asNumber(b) : a === b
}

function asNumber(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function compared(sign: string, one: unknown, other: unknown): boolean {
  if (sign === '==' || sign === '!=') return same(one, other) === (sign === '==')
  const [a, b] = [numberOf(one), numberOf(other)]
  if (sign === '<') return a < b
  if (sign === '>') return a > b
  return sign === '<=' ? a <= b : a >= b
}

/** Python writes and computes other numbers in its own way. */
function numberOf(value: unknown): number {
  if (Number.isSafeInteger(value)) return Number(value)
  throw new NoValue(`${typeof value === 'number' ? value : written(value)} is not a whole number`)
}

type Test = ((value: unknown) => boolean) | ((value: unknown, other: unknown) => boolean)

const isIterable = (value: unknown): boolean => {
  if (value === undefined) throw new NoValue('a value is not defined')
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

const tests: Readonly<Record<string, Test>> = {
  defined: (value: unknown) => value !== undefined,
  undefined: (value: unknown) => value === undefined,
  none: (value: unknown) => value === null,
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number' || typeof value === 'boolean',
  mapping: isRecord,
  iterable: isIterable,
  sequence: isIterable,
  equalto: same,
  eq: same,
  sameas: (value: unknown, other: unknown) => {
    if (other === null || typeof other === 'boolean') return value === other
    throw new NoValue('sameas of other values than true, false and none is not followed')
  },
}

/** How many arguments of filters and methods are followed, at most. */
const mostArguments: Readonly<Record<string, number>> = { default: 2, d: 2, join: 1, replace: 2 }

function filtered(name: string, value: unknown, given: readonly unknown[]): unknown {
  if (given.length > (mostArguments[name] ?? 0))
    throw new NoValue(`the arguments of the filter "${name}" are not followed`)
  const [first, second] = given
  switch (name) {
    case 'default':
    case 'd':
      return value === undefined || (isTrue(second) && !isTrue(value))
        ? given.length > 0
          ? first
          : ''
        : value
    case 'lower':
      return written(value).toLowerCase()
    case 'upper':
      return written(value).toUpperCase()
    case 'trim':
      return written(value).trim()
    case 'string':
      return written(value)
    case 'int':
      return wholeNumber(value)
    case 'length':
    case 'count':
      return lengthOf(value)
    case 'list':
      return typeof value === 'string' ? [...value] : itemsOf(value)
    case 'first':
      return itemsOf(value)[0]
    case 'last':
      return itemsOf(value).at(-1)
    case 'join':
      return itemsOf(value)
        .map(written)
        .join(first === undefined ? '' : written(first))
    case 'replace':
      return written(value).replaceAll(written(first), () => written(second))
    case 'to_json':
      return jsonOf(value, 'as given')
    case 'tojson':
      return jsonOf(value, 'sorted').replace(/[<>&']/g, escapedInJson)
    default:
      throw new NoValue(`the filter "${name}" is not followed`)
  }
}

function wholeNumber(value: unknown): number {
  if (typeof value === 'boolean') return Number(value)
  return numberOf(typeof value === 'string' && /^[-+]?\d+$/.test(value) ? Number(value) : value)
}

/** As Python's `json.dumps` writes it; Jinja sorts the keys (`htmlsafe_json_dumps`). */
function jsonOf(value: unknown, keys: 'as given' | 'sorted'): string {
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item, keys)).join(', ')}]`
  if (isRecord(value)) {
    const names = keys === 'sorted' ? itemsOf(value).toSorted() : itemsOf(value)
    const entries = names.map((name) => `${jsonOf(name, keys)}: ${jsonOf(value[String(name)], keys)}`)
    return `{${entries.join(', ')}}`
  }
  if (typeof value === 'string') return JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapedInJson)
  return value === null || typeof value === 'boolean' ? String(value) : String(numberOf(value))
}

function escapedInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function called(value: unknown, name: string, given: readonly unknown[]): unknown {
  const [first, second] = given
  if (isRecord(value) && !(moreFields in value)) {
    if (name === 'get' && (given.length === 1 || given.length === 2)) {
      const key = keyOf(first)
      return Object.hasOwn(value, key) ? value[key] : (second ?? null)
    }
    if (name === 'update' && given.length === 1 && isRecord(first)) {
      Object.assign(value, first)
      return null
    }
    if (given.length === 0) {
      if (name === 'items') return itemsOf(value).map((key) => [key, value[String(key)]])
      if (name === 'keys') return itemsOf(value)
      if (name === 'values') return itemsOf(value).map((key) => value[String(key)])
    }
  }
  if (typeof value === 'string') {
    if ((name === 'lower' || name === 'upper') && given.length === 0) return filtered(name, value, [])
    if (name === 'strip' && given.length === 0) return value.trim()
    if (given.length === 1 && typeof first === 'string') {
      if (name === 'startswith') return value.startsWith(first)
      if (name === 'endswith') return value.endsWith(first)
      if (name === 'split' && first !== '') return value.split(first)
    }
    if (name === 'replace' && typeof first === 'string' && typeof second === 'string' && given.length === 2)
      return filtered(name, value, given)
  }
  throw new NoValue(`"${name}()" is not followed`)
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : itemsOf(value).length
}

/** What a loop over a value goes through. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isRecord(value)) {
    const keys = Object.keys(value)
    // JavaScript lists such keys before the others.
    if (keys.some((key) => /^\d+$/.test(key)))
      throw new NoValue('the order of keys that are numbers is not followed')
    return keys
  }
  throw new NoValue('what a loop goes through is no list')
}
