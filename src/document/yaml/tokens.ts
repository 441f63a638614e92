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

/** The two steps of the lexer that look at indentation; private there, hence the cast below. */
interface LexerSteps {
  indentNext: number
  parseFlowCollection(): Generator<string, unknown>
  parseQuotedScalar(): Generator<string, unknown>
}

/**
 * LibYAML, and so Heat, does not ask for any indentation inside `[ ]`, `{ }` and quotes;
 * npm `yaml` does and gives up on such files. Its lexer takes the limit from `indentNext`.
 */
function lenientLexer(): Lexer {
  const lexer = new Lexer()
  const steps = lexer as unknown as LexerSteps
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
  return lexer
}

const byFirstCharacter: ReadonlyMap<string, TokenType> = new Map([
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
  ['\uFEFF', Token.byteOrderMark],
])

function tokenType(lexeme: string): TokenType {
  if (lexeme === '-') return Token.dash
  if (lexeme === '---') return Token.documentStart
  if (lexeme === '...') return Token.documentEnd
  if (lexeme === '') return Token.newline
  return byFirstCharacter.get(lexeme.charAt(0)) ?? Token.unknown
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
  for (const lexeme of lenientLexer().lex(text)) {
    if (scalarFollows) {
      scalarFollows = false
      tokens.push(afterHeader ? Token.blockBody : Token.plain, position, position + lexeme.length, lineStart)
      afterHeader = false
    } else if (lexeme === scalarMark) {
      scalarFollows = true
      continue
    } else {
      const type = tokenType(lexeme)
      if (type === Token.documentMode || type === Token.flowBroken) {
        tokens.push(type, position, position, lineStart)
        continue
      }
      if (type === Token.blockHeader) afterHeader = true
      tokens.push(type, position, position + lexeme.length, lineStart)
    }
    position += lexeme.length
    if (position === 1 && lexeme === '\uFEFF') lineStart = 1
    const lastBreak = lexeme.lastIndexOf('\n')
    if (lastBreak !== -1) lineStart = position - lexeme.length + lastBreak + 1
  }
  tokens.push(Token.end, text.length, text.length, lineStart)
  return tokens
}
