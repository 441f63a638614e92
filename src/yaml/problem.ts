/** Why a text cannot be read, or not fully; offsets are UTF-16 units into the text. */
export interface DocumentProblem {
  readonly code: string
  readonly message: string
  readonly start: number
  readonly end: number
}

/** Thrown inside a reader to leave a deep recursion; `readDocument` turns it into a problem. */
export class UnreadableText extends Error {
  readonly problem: DocumentProblem

  constructor(code: string, message: string, start: number, end: number = start + 1) {
    super(message)
    this.problem = { code, message, start, end }
  }
}
