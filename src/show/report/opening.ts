/** What a migration begins with, which is known when all files were looked at: all other output waits for it. */
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { Spill } from '../../run/spill.ts'
import { isError } from './finding-lines.ts'
import { type ProspectTally, prospectLine } from './prospects.ts'
import type { LookUpCode, Write } from './reporter.ts'
import { oneLine, type Style, severityStyle } from './style.ts'

interface Streams {
  readonly out: Write
  readonly report: Write
}

export class Opening {
  readonly #streams: Streams
  readonly #lookUp: LookUpCode
  readonly #held = new Spill()
  /** The findings about who can reach what, with their files. */
  readonly #security: (readonly [path: string, finding: LocatedFinding])[] = []
  #isOver = false

  constructor(streams: Streams, lookUp: LookUpCode) {
    this.#streams = streams
    this.#lookUp = lookUp
  }

  /** A stream that writes nothing before the opening. */
  stream(to: keyof Streams): Write {
    return (text) => (this.#isOver ? this.#streams[to](text) : this.#held.add(JSON.stringify([to, text])))
  }

  add({ path, findings }: FileOutcome): void {
    for (const one of findings) if (this.isAboutSecurity(one)) this.#security.push([path, one])
  }

  /** Whether a finding stands in the opening, and not with its file. */
  isAboutSecurity({ code }: LocatedFinding): boolean {
    return this.#lookUp(code)?.behaves?.includes('security') === true
  }

  /** Writes the opening, and then all that waited for it. */
  async begin(prospects: ProspectTally, runs: 'natively' | 'as it is', style: Style): Promise<void> {
    const entry = prospects.entry(runs)
    const lines = [
      ...this.#securityLines(style),
      ...(entry === undefined || entry.templates === 1 ? [] : [style.bold(prospectLine(entry))]),
    ]
    if (lines.length > 0) await this.#streams.report(`${lines.join('\n')}\n\n`)
    this.#isOver = true
    for (const line of this.#held) {
      const [to, text] = JSON.parse(line) as [keyof Streams, string]
      await this.#streams[to](text)
    }
    this.#held.discard()
  }

  #securityLines(style: Style): readonly string[] {
    const [first] = this.#security
    if (first === undefined) return []
    const unanswered = this.#security.find(([, one]) => isError(one)) ?? first
    const help = unanswered[1].help ?? this.#lookUp(unanswered[1].code)?.help
    return [
      style.bold('security: who could reach more than on AWS'),
      ...this.#security.map(([path, { line, column, severity, code, message }]) => {
        const mark = severityStyle(style, severity)(severity)
        return `  ${oneLine(path)}:${line}:${column}  ${mark}  ${style.bold(code)}  ${oneLine(message)}`
      }),
      ...(help === undefined ? [] : [style.dim(`  help: ${oneLine(help)}`)]),
    ]
  }
}
