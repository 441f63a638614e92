/** Line and column, both from 1; columns in UTF-16 units, a byte order mark not counted. */
interface Position {
  readonly line: number
  readonly column: number
}

/**
 * A source in which every line break that only LibYAML knows is a line feed: a carriage return alone, U+0085, U+2028,
 * U+2029 (scanner.c, `IS_BREAK`). Offsets do not change.
 */
export function withLineFeeds(text: string): string {
  return text.replace(/\r(?!\n)|[\x85\u2028\u2029]/g, '\n')
}

/** Offset of the first character of the line that holds `offset`; a byte order mark counts to no line. */
export function lineStartOf(text: string, offset: number): number {
  const start = offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start
}

/** Finds lines in a source; builds its index on the first query, in one pass. */
export class LineIndex {
  private starts: number[] | undefined
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  position(offset: number): Position {
    const starts = this.lineStarts()
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: Math.max(offset - (starts[low] as number), 0) + 1 }
  }

  /** A line without its end, as `position` counts lines; undefined beyond the last one. */
  line(number: number): string | undefined {
    const starts = this.lineStarts()
    const start = starts[number - 1]
    return start === undefined ? undefined : this.text.slice(start, starts[number]).replace(/\r?\n$/, '')
  }

  private lineStarts(): readonly number[] {
    if (this.starts === undefined) {
      this.starts = [lineStartOf(this.text, 0)]
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
        this.starts.push(at + 1)
    }
    return this.starts
  }
}

/** What may be wrong with a source of YAML or JSON. */
export type SyntaxCode =
  | 'json-syntax'
  | 'json-number'
  | 'json-raw-control'
  | 'lone-surrogate'
  | 'nesting-too-deep'
  | 'odd-character'
  | 'yaml-anchor'
  | 'yaml-block-header'
  | 'yaml-directive'
  | 'yaml-escape'
  | 'yaml-indentation'
  | 'yaml-key'
  | 'yaml-several-documents'
  | 'yaml-syntax'
  | 'yaml-tab'
  | 'yaml-tag'
  | 'yaml-value'

/** Why a source cannot be read, or not completely; offsets are UTF-16 units into the source. */
export interface DocumentProblem {
  readonly code: SyntaxCode
  readonly message: string
  /** The message without what other readers say, which takes another reading of the source to find out. */
  readonly ownMessage?: string
  readonly start: number
  readonly end: number
}

/** Thrown inside a reader to leave a deep recursion; `readDocument` turns it into a problem. */
export class UnreadableText extends Error {
  readonly problem: DocumentProblem

  constructor(code: SyntaxCode, message: string, start: number, end: number = start + 1) {
    super(message)
    this.problem = { code, message, start, end }
  }
}

/** Thrown for a colon directly before a bracket or comma, which LibYAML refuses and the loader in Python does not. */
export class ColonWithoutBlank extends UnreadableText {}
