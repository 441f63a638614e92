/** Functions on texts and numbers; yaql/standard_library: strings.py, regex.py, math.py. */
import { pythonStr, toInt } from '../python-text.ts'
import { Failure, isList, isMap } from '../value.ts'
import type { Arguments, Library } from './library.ts'
import {
  asMutable,
  asValue,
  type Data,
  integerOf,
  isTrue,
  itemsOf,
  NotKnown,
  Pattern,
  textOf,
} from './values.ts'

const text = (given: Arguments, name = 'string') => textOf(given.get(name))

/** `str`; what Python writes for lists and maps of yaql's is nothing to build on. */
function written(data: Data): string {
  if (data === null) return 'null'
  if (typeof data === 'boolean') return data ? 'true' : 'false'
  return plainText(data)
}

function plainText(data: Data): string {
  const value = asValue(data)
  if (isList(value) || isMap(value)) throw new NotKnown('a list or map has no text')
  return pythonStr(value)
}

function separatorOf(given: Arguments): string {
  const separator = textOf(given.get('separator'))
  if (separator === '') throw new NotKnown('an empty separator')
  return separator
}

function splits(given: Arguments): number {
  const most = given.optional('maxSplits')
  const count = most === undefined ? -1 : integerOf(most)
  return count < 0 ? Number.POSITIVE_INFINITY : count
}

function split(given: Arguments): Data {
  const parts = text(given).split(separatorOf(given))
  const most = splits(given)
  if (parts.length <= most + 1) return asMutable(parts)
  return asMutable([...parts.slice(0, most), parts.slice(most).join(separatorOf(given))])
}

function rightSplit(given: Arguments): Data {
  const parts = text(given).split(separatorOf(given))
  const most = splits(given)
  if (parts.length <= most + 1) return asMutable(parts)
  const kept = parts.length - most
  return asMutable([parts.slice(0, kept).join(separatorOf(given)), ...parts.slice(kept)])
}

/** `{}` and `{0}`, as Python's `format` fills them. */
function formatted(given: Arguments): Data {
  const template = text(given)
  let next = 0
  if (/\{\{|\}\}|\{(?!\d*\})/.test(template)) throw new NotKnown('a format is not computed')
  return template.replace(/\{(\d*)\}/g, (_, digits: string) => {
    const item = given.rest[digits === '' ? next++ : Number(digits)]
    if (item === undefined) throw new NotKnown('a format lacks an argument')
    return plainText(item)
  })
}

/** Patterns that Python and JavaScript read alike. */
const common = /^(?:[\w \-/:.,;@#%&~=<>"'!]|\[\^?[\w|.:/\- ]+\]|\\[.:/\-+*?()[\]|]|\((?:\?:)?|\)|[|+*?])*$/

function regularExpression(source: string, on: string): RegExp {
  const isSafe = common.test(source) && !/\\[a-zA-Z0-9]/.test(source) && !/[\r\n]|[^\0-\x7f]/.test(on)
  if (!isSafe) throw new NotKnown('the pattern is not computed')
  try {
    return new RegExp(source)
  } catch {
    throw new NotKnown('the pattern is not computed')
  }
}

/** The pattern and the text that it is asked of, whichever is the receiver. */
function patternAndText(given: Arguments): { readonly expression: RegExp; readonly string: string } {
  const pattern = given.get('regexp')
  const string = textOf(given.get('string'))
  if (!(pattern instanceof Pattern)) throw new NotKnown('no pattern')
  return { expression: regularExpression(pattern.source, string), string }
}

/** In Python a group that took no part is null, and texts between come with the groups. */
function splitByPattern(given: Arguments): Data {
  const { expression, string } = patternAndText(given)
  if (expression.test('')) throw new NotKnown('an empty match')
  return asMutable(string.split(expression).map((part) => part ?? null))
}

function replaceByPattern(given: Arguments): Data {
  const { expression, string } = patternAndText(given)
  const replacement = text(given, 'repl')
  if (/\\(?!\d(?!\d))/.test(replacement) || expression.test(''))
    throw new NotKnown('a replacement is not computed')
  const all = new RegExp(expression.source, 'g')
  return string.replace(all, (...found) =>
    replacement.replace(/\\(\d)/g, (_, digit: string) => String(found[Number(digit)] ?? '')),
  )
}

export const methods: Library = {
  toUpper: { parameters: ['string'], run: (given) => ascii(text(given)).toUpperCase() },
  toLower: { parameters: ['string'], run: (given) => ascii(text(given)).toLowerCase() },
  split: {
    parameters: ['string', 'separator', 'maxSplits'],
    run: (given) => (given.get('string') instanceof Pattern ? splitByReceiver(given) : split(given)),
  },
  rightSplit: { parameters: ['string', 'separator', 'maxSplits'], run: rightSplit },
  join: {
    parameters: ['sequence', 'separator'],
    run: (given) => {
      const receiver = given.get('sequence')
      if (typeof receiver === 'string') return itemsOf(given.get('separator')).map(written).join(receiver)
      return itemsOf(receiver).map(written).join(text(given, 'separator'))
    },
  },
  replace: {
    parameters: ['string', 'old', 'new'],
    run: (given) => (given.get('string') instanceof Pattern ? replaceByReceiver(given) : replaced(given)),
  },
  startsWith: {
    parameters: ['string'],
    variadic: true,
    run: (given) => given.rest.some((prefix) => text(given).startsWith(textOf(prefix))),
  },
  endsWith: {
    parameters: ['string'],
    variadic: true,
    run: (given) => given.rest.some((suffix) => text(given).endsWith(textOf(suffix))),
  },
  matches: {
    parameters: ['string', 'regexp'],
    run: (given) => {
      const [receiver, other] = [given.get('string'), given.get('regexp')]
      const [source, string] =
        receiver instanceof Pattern ? [receiver.source, textOf(other)] : [textOf(other), textOf(receiver)]
      return regularExpression(source, string).test(string)
    },
  },
  search: {
    parameters: ['regexp', 'string'],
    run: (given) => {
      const { expression, string } = patternAndText(given)
      return expression.exec(string)?.[0] ?? null
    },
  },
}

/** A pattern as the receiver stands where texts have themselves. */
function moved(given: Arguments, names: Readonly<Record<string, string>>): Arguments {
  return {
    ...given,
    rest: given.rest,
    get: (name) => given.get(names[name] ?? name),
    optional: (name) => given.optional(names[name] ?? name),
    lambda: (name) => given.lambda(name),
  }
}

function splitByReceiver(given: Arguments): Data {
  if (given.optional('maxSplits') !== undefined) throw new NotKnown('a limit is not computed')
  return splitByPattern(moved(given, { regexp: 'string', string: 'separator' }))
}

function replaceByReceiver(given: Arguments): Data {
  return replaceByPattern(moved(given, { regexp: 'string', string: 'old', repl: 'new' }))
}

function replaced(given: Arguments): Data {
  const old = text(given, 'old')
  if (old === '') throw new NotKnown('nothing is replaced')
  return text(given).split(old).join(text(given, 'new'))
}

function ascii(one: string): string {
  if (/[^\0-\x7f]/.test(one)) throw new NotKnown('letters beyond ASCII')
  return one
}

export const extensions: Library = {
  isEmpty: {
    parameters: ['string'],
    run: (given) => {
      const string = given.get('string')
      return string === null || ascii(textOf(string)).trim() === ''
    },
  },
  format: { parameters: ['string'], variadic: true, run: formatted },
}

export const functions: Library = {
  concat: { parameters: [], variadic: true, run: (given) => given.rest.map(textOf).join('') },
  str: { parameters: ['value'], run: (given) => written(given.get('value')) },
  int: {
    parameters: ['value'],
    run: (given) => {
      const value = given.get('value')
      if (value === null) return 0
      try {
        return integerOf(toInt(asValue(value)))
      } catch (error) {
        if (error instanceof Failure) throw new NotKnown('no number')
        throw error
      }
    },
  },
  bool: { parameters: ['value'], run: (given) => isTrue(given.get('value')) },
  isString: { parameters: ['arg'], run: (given) => typeof given.get('arg') === 'string' },
  isInteger: { parameters: ['arg'], run: (given) => typeof given.get('arg') === 'number' },
  regex: { parameters: ['pattern'], run: (given) => new Pattern(text(given, 'pattern')) },
  max: {
    parameters: ['a', 'b'],
    run: (given) => Math.max(integerOf(given.get('a')), integerOf(given.get('b'))),
  },
  min: {
    parameters: ['a', 'b'],
    run: (given) => Math.min(integerOf(given.get('a')), integerOf(given.get('b'))),
  },
}
