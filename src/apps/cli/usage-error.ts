import type { VerifyProblem } from '../../engine/proof/verify.ts'
import { listed } from '../../text/document/listed.ts'

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

/** A file that an option names cannot be what the option takes; exit code 2, as where a file of a run cannot be read. */
export class UnfitFile extends Error {
  /** What the user can do beside what the code of the problem suggests. */
  readonly hint: string | undefined
  readonly problem: VerifyProblem

  /** The message is one line, for an editor; a command shows the problem with what can be done. */
  constructor(problem: VerifyProblem, hint?: string) {
    super(`${problem.path}:${problem.line}:${problem.column}: ${problem.message}`)
    this.problem = problem
    this.hint = hint
  }
}

/** A mistake in a configuration, whose message says where it stands there. */
class ConfiguredError extends UsageError {}

/** A hint that names what the user may have meant; none when nothing is near. */
export function didYouMean(near: readonly string[]): readonly string[] {
  return near.length === 0 ? [] : [`did you mean ${listed(near, ' or ')}?`]
}

/** Says where the options stand that a mistake is about, when a configuration gives them and not the command line. */
export function withOrigins(error: UsageError, originOf: (option: string) => string | undefined): UsageError {
  if (error instanceof ConfiguredError) return error
  const { message, hints } = error
  const names = [...new Set(message.match(/--[a-z][a-z-]*/g))]
  const found = names.flatMap((name) => {
    const origin = originOf(name.slice(2))
    return origin === undefined ? [] : [{ name, origin }]
  })
  const [first] = found
  if (first === undefined) return error
  if (found.length === 1 && message.startsWith(first.name))
    return new ConfiguredError(`${first.origin}: ${message}`, hints)
  return new ConfiguredError(message, [
    ...hints,
    ...found.map(({ name, origin }) => `${name} is set in ${origin}`),
  ])
}
