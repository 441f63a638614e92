/** The command line cannot be understood; exit code 64. */
export class UsageError extends Error {
  /** What the user can do, one line each. */
  readonly hints: readonly string[]

  constructor(message: string, hints: readonly string[] = []) {
    super(message)
    this.name = 'UsageError'
    this.hints = hints
  }
}

/** A hint that names what the user may have meant; none when nothing is near. */
export function didYouMean(near: readonly string[]): readonly string[] {
  if (near.length === 0) return []
  const all = near.length === 1 ? near[0] : `${near.slice(0, -1).join(', ')} or ${near.at(-1)}`
  return [`did you mean ${all}?`]
}
