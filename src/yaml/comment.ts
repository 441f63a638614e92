/** A comment as it stands in a text; offsets are UTF-16 units, end exclusive. */
export interface Comment {
  readonly start: number
  readonly end: number
  /** What it says: without the marks (`#`, `//`, block comment marks) and one leading blank. */
  readonly text: string
  /** Whether nothing but blanks stands before it on its line. */
  readonly ownLine: boolean
}
