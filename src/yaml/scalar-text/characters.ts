/**
 * Characters that cannot stand in a YAML text as they are: LibYAML's reader refuses control
 * characters, DEL, C1 and U+FFFE/U+FFFF, takes CR, NEL, LS and PS for line breaks, and a byte order mark
 * gets lost. The tab is not among them.
 */
export const unwritable = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

/** As `unwritable`, but for texts whose `\n` stays a line break. */
export const unwritableInLines = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

/** Half of a surrogate pair: no character, and LibYAML refuses its escape. */
export const loneSurrogate = /\p{Surrogate}/u

/** Thrown for a value that YAML cannot hold at all; the caller turns it into a finding. */
export class UnwritableScalar extends RangeError {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'UnwritableScalar'
    this.code = code
  }
}

/** @throws UnwritableScalar (`lone-surrogate`) */
export function refuseLoneSurrogate(text: string): void {
  const match = loneSurrogate.exec(text)
  if (match === null) return
  const code = match[0].charCodeAt(0).toString(16).toUpperCase()
  throw new UnwritableScalar(
    'lone-surrogate',
    `U+${code} is half of a character, which no YAML text can hold`,
  )
}
