import { UnreadableText } from './problem.ts'

/** A place in a text that moves forward, and knows its line. */
export class Cursor {
  readonly text: string
  at: number
  /** Offset of the first character of the line; a byte order mark counts to no line. */
  lineStart: number

  constructor(text: string) {
    this.text = text
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0
    this.lineStart = this.at
  }

  get column(): number {
    return this.at - this.lineStart
  }

  /** The code unit `ahead` of the cursor, NaN behind the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead)
  }

  /** Passes over the line break at the cursor (`\n` or `\r\n`), if there is one. */
  passBreak(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code === 0x0d) this.at += 2
    else if (code === 0x0a) this.at += 1
    else return false
    this.lineStart = this.at
    return true
  }

  passBlanks(): void {
    while (isBlank(this.text.charCodeAt(this.at))) this.at += 1
  }

  /** `---` or `...` with nothing behind it, at the start of a line. */
  atDocumentMark(mark: '---' | '...'): boolean {
    return this.at === this.lineStart && this.text.startsWith(mark, this.at) && endsWord(this.code(3))
  }

  fail(code: string, message: string, start = this.at, end = start + 1): never {
    throw new UnreadableText(code, message, start, Math.min(Math.max(end, start), this.text.length))
  }
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** A line break or the end of the text; lone carriage returns were refused before. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || Number.isNaN(code)
}

/** Blank, line break or end: what has to follow most indicators. */
export function endsWord(code: number): boolean {
  return isBlank(code) || isBreak(code)
}
