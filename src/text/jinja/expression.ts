/** Values of Jinja's expressions, as far as they need nothing but the values of names. Template Designer Documentation of Jinja 3. */

/** What hotshift does not evaluate, or what has no value. */
export class NoValue extends Error {}

type Look = (name: string) => unknown

const token =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)|(\/\/|\*\*|==|!=|<=|>=|[-+*/%~<>|.,:()[\]{}]))/y

/** @throws NoValue */
export function evaluated(expression: string, look: Look): unknown {
  const tokens = tokensOf(expression)
  const evaluation = new Evaluation(tokens, look)
  return evaluation.whole()
}

export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** What an output writes, as Python's `str` does for what templates have in outputs. */
export function written(value: unknown): string {
  if (value === undefined) throw new NoValue('a value is not defined')
  if (value === null) return 'None'
  if (value === true || value === false) return value ? 'True' : 'False'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
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

function unquoted(string: string): string {
  return string
    .slice(1, -1)
    .replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one === 't' ? '\t' : one))
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
    let value = this.#sum()
    for (;;) {
      const sign = this.#takes('==', '!=', '<', '>', '<=', '>=', 'in', 'not', 'is')
      if (sign === undefined) return value
      if (sign === 'is') value = this.#test(value)
      else if (sign === 'in') value = contains(this.#sum(), value)
      else if (sign === 'not') {
        this.#needs('in')
        value = !contains(this.#sum(), value)
      } else value = compared(sign, value, this.#sum())
    }
  }

  #test(value: unknown): boolean {
    const isNot = this.#takes('not') !== undefined
    const name = this.#tokens[this.#at++]?.text ?? ''
    const tests: Readonly<Record<string, () => boolean>> = {
      defined: () => value !== undefined,
      undefined: () => value === undefined,
      none: () => value === null,
      string: () => typeof value === 'string',
      number: () => typeof value === 'number',
      mapping: () => isRecord(value),
      iterable: () => typeof value === 'object' || typeof value === 'string',
      sequence: () => Array.isArray(value) || typeof value === 'string',
      equalto: () => same(value, this.#sum()),
      eq: () => same(value, this.#sum()),
      sameas: () => same(value, this.#sum()),
    }
    const test = tests[name]
    if (test === undefined) throw new NoValue(`the test "${name}" is not followed`)
    return test() !== isNot
  }

  #sum(): unknown {
    let value = this.#product()
    for (;;) {
      const sign = this.#takes('+', '-', '~')
      if (sign === undefined) return value
      const other = this.#product()
      if (sign === '~') value = written(value) + written(other)
      else if (sign === '+' && typeof value === 'string' && typeof other === 'string') value += other
      else if (sign === '+' && Array.isArray(value) && Array.isArray(other)) value = [...value, ...other]
      else value = sign === '+' ? numberOf(value) + numberOf(other) : numberOf(value) - numberOf(other)
    }
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
    while (this.#takes('|') !== undefined) {
      const name = this.#tokens[this.#at++]?.text ?? ''
      value = filtered(name, value, this.#takes('(') === undefined ? [] : this.#listUntil(')'))
    }
    return value
  }

  #part(): unknown {
    let value = this.#primary()
    for (;;) {
      if (this.#takes('.') !== undefined) {
        const name = this.#tokens[this.#at++]?.text ?? ''
        value =
          this.#takes('(') === undefined ? fieldOf(value, name) : called(value, name, this.#listUntil(')'))
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
      const key = written(this.#choice())
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

function fieldOf(value: unknown, key: unknown): unknown {
  if (value === undefined || value === null)
    throw new NoValue(`"${String(key)}" of a value that is not defined`)
  if (Array.isArray(value) && typeof key === 'number') return value.at(key)
  return isRecord(value) && Object.hasOwn(value, String(key)) ? value[String(key)] : undefined
}

function contains(whole: unknown, item: unknown): boolean {
  if (typeof whole === 'string') return whole.includes(written(item))
  if (Array.isArray(whole)) return whole.some((one) => same(one, item))
  if (isRecord(whole)) return Object.hasOwn(whole, String(item))
  throw new NoValue('what "in" looks into is no list')
}

function same(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

function compared(sign: string, one: unknown, other: unknown): boolean {
  if (sign === '==' || sign === '!=') return same(one, other) === (sign === '==')
  const [a, b] = [numberOf(one), numberOf(other)]
  if (sign === '<') return a < b
  if (sign === '>') return a > b
  return sign === '<=' ? a <= b : a >= b
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  throw new NoValue(`${written(value)} is not a number`)
}

function filtered(name: string, value: unknown, [first, second]: readonly unknown[]): unknown {
  switch (name) {
    case 'default':
    case 'd':
      return value === undefined || (second === true && !isTrue(value)) ? first : value
    case 'lower':
      return written(value).toLowerCase()
    case 'upper':
      return written(value).toUpperCase()
    case 'trim':
      return written(value).trim()
    case 'string':
      return written(value)
    case 'int':
      return Math.trunc(Number(value)) || 0
    case 'length':
    case 'count':
      return lengthOf(value)
    case 'list':
      return itemsOf(value)
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
    case 'tojson':
      return JSON.stringify(value)
    default:
      throw new NoValue(`the filter "${name}" is not followed`)
  }
}

function called(value: unknown, name: string, [first, second]: readonly unknown[]): unknown {
  if (isRecord(value) && name === 'get') return fieldOf(value, first) ?? second ?? null
  if (isRecord(value) && isRecord(first) && name === 'update') {
    Object.assign(value, first)
    return null
  }
  if (isRecord(value) && name === 'items') return Object.entries(value)
  if (isRecord(value) && name === 'keys') return Object.keys(value)
  if (isRecord(value) && name === 'values') return Object.values(value)
  if (typeof value === 'string') {
    if (name === 'lower' || name === 'upper') return filtered(name, value, [])
    if (name === 'strip') return value.trim()
    if (name === 'startswith') return value.startsWith(written(first))
    if (name === 'endswith') return value.endsWith(written(first))
    if (name === 'replace') return filtered(name, value, [first, second])
    if (name === 'split' && typeof first === 'string' && first !== '') return value.split(first)
  }
  throw new NoValue(`"${name}()" is not followed`)
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : itemsOf(value).length
}

/** What a loop over a value goes through. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isRecord(value)) return Object.keys(value)
  throw new NoValue('what a loop goes through is no list')
}
