/** A promise of ours that was broken; its message is for a bug report, `code` for searching it. */
export class Defect extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'Defect'
    this.code = code
  }
}
