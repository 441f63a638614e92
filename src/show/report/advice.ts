/** What a report for people says of what to do: at the location where it is precise, else once per code at the end. */
import type { LocatedFinding } from '../../engine/outcome.ts'
import type { LookUpCode } from './reporter.ts'
import { oneLine, type Style } from './style.ts'

export class Advice {
  readonly #lookUp: LookUpCode
  /** The advice of codes, in the order in which the run met them. */
  readonly #ofCodes = new Map<string, string>()
  /** What was said at a location, which no other one repeats. */
  readonly #given = new Set<string>()

  constructor(lookUp: LookUpCode) {
    this.#lookUp = lookUp
  }

  /**
   * What to say at the location of a finding beyond the advice of its code, which `lines` gives; undefined for nothing, and
   * for what `--fix` writes, which the message says.
   */
  at({ code, help, fixes }: LocatedFinding): string | undefined {
    const general = this.#lookUp(code)?.help
    const isGeneral =
      help === undefined || fixes !== undefined || (general !== undefined && help.startsWith(general))
    if (isGeneral && general !== undefined) this.#ofCodes.set(code, general)
    const own = isGeneral
      ? fixes === undefined
        ? beyond(help?.slice(general?.length ?? 0))
        : undefined
      : help
    if (own === undefined || this.#given.has(own)) return undefined
    this.#given.add(own)
    return own
  }

  /** One line for each code. */
  lines(style: Style): readonly string[] {
    return [...this.#ofCodes].map(([code, help]) => `help  ${style.bold(code)}: ${style.dim(oneLine(help))}`)
  }
}

/** The part of a help that is about the location; options that all findings of a code have are not. */
function beyond(rest = ''): string | undefined {
  const text = rest.replace(/ With --accept [\w-]+:.*$/, '').trim()
  return text === '' ? undefined : text
}
