import { Lexer } from 'yaml'

/** The lexical tokens of a YAML text, as npm `yaml`'s lexer cuts it. */
export const Token = {
  documentMode: 1,
  flowBroken: 2,
  documentStart: 3,
  documentEnd: 4,
  newline: 5,
  space: 6,
  comment: 7,
  directive: 8,
  alias: 9,
  anchor: 10,
  tag: 11,
  singleQuoted: 12,
  doubleQuoted: 13,
  blockHeader: 14,
  dash: 15,
  questionMark: 16,
  colon: 17,
  mapStart: 18,
  mapEnd: 19,
  seqStart: 20,
  seqEnd: 21,
  comma: 22,
  plain: 23,
  blockBody: 24,
  byteOrderMark: 25,
  unknown: 26,
  end: 27,
} as const

export type TokenType = (typeof Token)[keyof typeof Token]

/** Tokens as parallel arrays: a 10 MB file has millions, and objects would cost half a gigabyte. */
export interface TokenList {
  readonly count: number
  readonly types: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Offset of the first character of the line that each token starts on. */
  readonly lineStarts: Int32Array
}

/** What of the lexer is private and yet used here; `lexer.test.ts` fails when a new version changes it. */
interface LexerSteps {
  buffer: string
  pos: number
  indentNext: number
  charAt(n: number): string | undefined
  parseFlowCollection(): Generator<string, unknown>
  parseQuotedScalar(): Generator<string, unknown>
  pushCount(n: number): Iterable<string>
  pushToIndex(index: number, allowEmpty: boolean): Iterable<string>
  pushSpaces(allowTabs: boolean): Iterable<string>
  pushNewline(): Iterable<string>
}

/** Yields nothing and returns a number: what a generator that has sent its lexemes elsewhere would do. */
class Finished implements Iterable<string>, Iterator<string, number> {
  private readonly result: { done: true; value: number } = { done: true, value: 0 };

  [Symbol.iterator](): Iterator<string, number> {
    return this
  }

  next(): IteratorResult<string, number> {
    return this.result
  }

  with(value: number): this {
    this.result.value = value
    return this
  }
}

/**
 * npm `yaml`'s lexer with two changes.
 *
 * LibYAML, and so Heat, does not ask for any indentation inside `[ ]`, `{ }` and quotes; npm
 * `yaml` does and gives up on such files. Its lexer takes the limit from `indentNext`.
 *
 * Its lexemes pass through four nested generators each; handed straight to `send` they cost a
 * quarter less. What the lexer still yields itself must be sent by the caller.
 */
function lenientLexer(send: (lexeme: string) => void): Lexer {
  const lexer = new Lexer()
  const steps = lexer as unknown as LexerSteps
  const finished = new Finished()
  const { parseFlowCollection, parseQuotedScalar } = steps
  steps.parseFlowCollection = function (this: LexerSteps) {
    this.indentNext = 0
    return parseFlowCollection.call(this)
  }
  steps.parseQuotedScalar = function* (this: LexerSteps) {
    const indent = this.indentNext
    this.indentNext = 0
    const next = yield* parseQuotedScalar.call(this)
    this.indentNext = indent
    return next
  }
  steps.pushToIndex = function (this: LexerSteps, index: number, allowEmpty: boolean) {
    const lexeme = this.buffer.slice(this.pos, index)
    if (lexeme === '' && !allowEmpty) return finished.with(0)
    send(lexeme)
    this.pos += lexeme.length
    return finished.with(lexeme.length)
  }
  steps.pushCount = function (this: LexerSteps, n: number) {
    return n > 0 ? this.pushToIndex(this.pos + n, false) : finished.with(0)
  }
  steps.pushSpaces = function (this: LexerSteps, allowTabs: boolean) {
    let end = this.pos
    while (this.buffer.charCodeAt(end) === 0x20 || (allowTabs && this.buffer.charCodeAt(end) === 0x09)) end += 1
    return this.pushToIndex(end, false)
  }
  steps.pushNewline = function (this: LexerSteps) {
    const code = this.buffer.charCodeAt(this.pos)
    if (code === 0x0a) return this.pushCount(1)
    return code === 0x0d && this.charAt(1) === '\n' ? this.pushCount(2) : finished.with(0)
  }
  return lexer
}

/** Token types by the code of a lexeme's first character; 0 where that does not tell. */
const byFirstCode = new Uint8Array(128)
for (const [character, type] of [
  ['\u0002', Token.documentMode],
  ['\u0018', Token.flowBroken],
  ['\n', Token.newline],
  ['\r', Token.newline],
  [' ', Token.space],
  ['\t', Token.space],
  ['#', Token.comment],
  ['%', Token.directive],
  ['*', Token.alias],
  ['&', Token.anchor],
  ['!', Token.tag],
  ["'", Token.singleQuoted],
  ['"', Token.doubleQuoted],
  ['|', Token.blockHeader],
  ['>', Token.blockHeader],
  ['?', Token.questionMark],
  [':', Token.colon],
  ['{', Token.mapStart],
  ['}', Token.mapEnd],
  ['[', Token.seqStart],
  [']', Token.seqEnd],
  [',', Token.comma],
] as const) {
  byFirstCode[character.charCodeAt(0)] = type
}

function tokenType(lexeme: string): TokenType {
  if (lexeme === '') return Token.newline
  const type = byFirstCode[lexeme.charCodeAt(0)]
  if (type !== undefined && type !== 0) return type as TokenType
  if (lexeme === '-') return Token.dash
  if (lexeme === '---') return Token.documentStart
  if (lexeme === '...') return Token.documentEnd
  return lexeme === '\uFEFF' ? Token.byteOrderMark : Token.unknown
}

const scalarMark = '\u001f'

/** Growing parallel arrays; doubled when full. */
class TokenBuffer implements TokenList {
  count = 0
  types: Uint8Array
  starts: Int32Array
  ends: Int32Array
  lineStarts: Int32Array

  constructor(capacity: number) {
    this.types = new Uint8Array(capacity)
    this.starts = new Int32Array(capacity)
    this.ends = new Int32Array(capacity)
    this.lineStarts = new Int32Array(capacity)
  }

  push(type: TokenType, start: number, end: number, lineStart: number): void {
    if (this.count === this.types.length) this.grow()
    this.types[this.count] = type
    this.starts[this.count] = start
    this.ends[this.count] = end
    this.lineStarts[this.count] = lineStart
    this.count += 1
  }

  private grow(): void {
    const capacity = this.types.length * 2
    const types = new Uint8Array(capacity)
    types.set(this.types)
    this.types = types
    for (const name of ['starts', 'ends', 'lineStarts'] as const) {
      const array = new Int32Array(capacity)
      array.set(this[name])
      this[name] = array
    }
  }
}

/**
 * Cuts a text into tokens. The list always ends with one `end` token. Linear in the length
 * of the text; never throws, structure is checked by the reader.
 */
export function tokenize(text: string): TokenList {
  const tokens = new TokenBuffer(Math.max(64, text.length >> 2))
  let position = 0
  let lineStart = 0
  let scalarFollows = false
  let afterHeader = false
  const send = (lexeme: string): void => {
    if (lexeme === scalarMark) {
      scalarFollows = true
      return
    }
    const type = scalarFollows ? (afterHeader ? Token.blockBody : Token.plain) : tokenType(lexeme)
    if (type === Token.documentMode || type === Token.flowBroken) {
      tokens.push(type, position, position, lineStart)
      return
    }
    if (scalarFollows) {
      scalarFollows = false
      afterHeader = false
    } else if (type === Token.blockHeader) afterHeader = true
    tokens.push(type, position, position + lexeme.length, lineStart)
    position += lexeme.length
    if (position === 1 && type === Token.byteOrderMark) lineStart = 1
    else if (type === Token.newline || canSpanLines(type)) {
      const lastBreak = lexeme.lastIndexOf('\n')
      if (lastBreak !== -1) lineStart = position - lexeme.length + lastBreak + 1
    }
  }
  for (const lexeme of lenientLexer(send).lex(text)) send(lexeme)
  tokens.push(Token.end, text.length, text.length, lineStart)
  return tokens
}

function canSpanLines(type: TokenType): boolean {
  return type === Token.plain || type === Token.blockBody || type === Token.singleQuoted || type === Token.doubleQuoted
}
