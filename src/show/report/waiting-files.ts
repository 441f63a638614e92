/**
 * Files whose lines wait: the first of a run until it is known whether findings are few, which leaves room for lines of
 * the source, and what comes after some hundred findings until it is known which of them are the same in many files.
 */

import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { Spill } from '../../run/spill.ts'
import { groupedBy, grow } from '../../text/document/multimap.ts'
import { SEVERITY_WIDTH } from './counts.ts'
import type { Room } from './file-lines.ts'
import { hasLine, locationsOf, wordsOf } from './finding-lines.ts'
import { withoutTexts } from './reporter.ts'
import { oneLine, type Style, severityStyle } from './style.ts'

/** So many findings of a run are shown with the line of the source that they are about. */
const FEW = 10
/** From so many findings of a run on, warnings that are the same in several files share a line at its end. */
const MANY = 100

type WriteFile = (outcome: FileOutcome, room: Room) => Promise<void>

interface WaitingOptions {
  readonly write: WriteFile
  /** Whether lines of the source are shown while findings are few. */
  readonly hasExcerpts: boolean
  /** Whether every finding is shown at its location, however many there are. */
  readonly isWhole: boolean
}

/** A warning that several files have. */
interface SharedWarning {
  readonly finding: LocatedFinding
  readonly count: number
  /** Each with its locations. */
  readonly files: readonly string[]
}

const none = () => false

export class WaitingFiles {
  readonly #options: WaitingOptions
  #findings = 0
  #first: FileOutcome[] = []
  readonly #rest = new Spill()

  constructor(options: WaitingOptions) {
    this.#options = options
  }

  /** Whether a run has so many findings that some of them share a line. */
  get areMany(): boolean {
    return this.#findings > MANY
  }

  async add(outcome: FileOutcome): Promise<void> {
    const { hasExcerpts, isWhole } = this.#options
    this.#findings += outcome.findings.filter(hasLine).length
    if (hasExcerpts && this.#findings <= FEW) {
      this.#first.push(outcome)
      return
    }
    await this.#writeFirst(false)
    if (!isWhole && this.areMany) {
      const { sourceLines: _lines, ...rest } = withoutTexts(outcome)
      this.#rest.add(JSON.stringify(rest))
    } else await this.#options.write(outcome, { isWide: false, isApart: none })
  }

  /** Writes what has waited; gives the warnings that several files share. */
  async end(): Promise<readonly SharedWarning[]> {
    await this.#writeFirst(true)
    const files = new Map<string, number>()
    for (const { findings } of this.#waiting())
      for (const words of new Set(findings.filter(isWarning).map(wordsOf))) grow(files, words)
    const isApart = (one: LocatedFinding) => isWarning(one) && (files.get(wordsOf(one)) ?? 0) > 1
    const shared = new Map<string, SharedWarning>()
    for (const outcome of this.#waiting()) {
      await this.#options.write(outcome, { isWide: false, isApart })
      for (const [words, own] of groupedBy(outcome.findings.filter(isApart), wordsOf)) {
        const [finding] = own
        if (finding === undefined) continue
        const { count, files } = shared.get(words) ?? { count: 0, files: [] }
        const file = `${outcome.path}:${locationsOf(own)}`
        shared.set(words, { finding, count: count + own.length, files: [...files, file] })
      }
    }
    this.#rest.discard()
    return [...shared.values()]
  }

  *#waiting(): Generator<FileOutcome> {
    for (const line of this.#rest) yield JSON.parse(line) as FileOutcome
  }

  async #writeFirst(isWide: boolean): Promise<void> {
    const first = this.#first
    this.#first = []
    for (const one of first) await this.#options.write(one, { isWide, isApart: none })
  }
}

function isWarning({ severity }: LocatedFinding): boolean {
  return severity === 'warning'
}

/** The warnings that several files share: a line each, which ends with the files. */
export function sharedLines(shared: readonly SharedWarning[], style: Style): readonly string[] {
  if (shared.length === 0) return []
  const codes = Math.max(...shared.map(({ finding }) => finding.code.length))
  return [
    style.bold('in several files'),
    ...shared.map(({ finding: { severity, code, message }, count, files }) => {
      const mark = severityStyle(style, severity)(severity.padEnd(SEVERITY_WIDTH))
      const name = `${style.bold(code)}${' '.repeat(codes - code.length)}`
      const where = style.dim(`(${count} in ${files.length} files) ${files.map(oneLine).join(', ')}`)
      return `  ${mark}  ${name}  ${oneLine(message)} ${where}`
    }),
  ]
}
