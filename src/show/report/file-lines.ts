/** What a report for people says of single files. */
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { verdictOf as verdictOfImpact } from '../../meaning/impact/model.ts'
import type { RunMode } from '../../run/run-report.ts'
import { acceptanceOf, acceptanceText, isAcceptable } from './acceptance.ts'
import { type FileVerdict, isMissing, quantity, verdictOf } from './counts.ts'
import { undeployableText } from './deployable.ts'
import { columnsOf, type FindingGroup, findingLines, grouped, hasLine } from './finding-lines.ts'
import { impactExcerpt } from './impact.ts'
import { headline } from './impact-tally.ts'
import type { LookUpCode } from './reporter.ts'
import { oneLine, type Style, verdictStyle, visible } from './style.ts'

/** `quiet` leaves the files that need attention, with their errors, and the totals; `verbose` shows all findings. */
export type Verbosity = 'quiet' | 'normal' | 'verbose'

const VERDICT_WIDTH = 'unchanged'.length

/** How much room a run leaves for each of its findings. */
export interface Room {
  /** Whether the line of the source is shown, and the other locations that a finding is about. */
  readonly isWide: boolean
  /** Whether a finding is reported at the end of the run, with those of other files that are the same in every word. */
  readonly isApart: (finding: LocatedFinding) => boolean
}

/** Writes what became of single files. */
export interface FileLines {
  of(outcome: FileOutcome, findings: readonly LocatedFinding[], room: Room): string
  /** The advice on what was written, once per code; a line each. */
  advice(): readonly string[]
  /** Has the advice say what to do about a finding that is reported elsewhere. */
  note(finding: LocatedFinding, status: FileOutcome['status']): void
}

interface FileLinesOptions {
  readonly style: Style
  readonly lookUp: LookUpCode
  readonly mode: RunMode
  readonly verbosity: Verbosity
  /** Whether a blocked file ends with what can be accepted. */
  readonly isAccepting: boolean
}

/** Characters of a line of the source that are shown, whatever the output goes to. */
const EXCERPT_WIDTH = 90

/** So many infos of a rewrite have a line, for they say what it has done; the others, and those of a check, are counted. */
const INFOS = 10

export function fileLinesWriter(options: FileLinesOptions): FileLines {
  const { style, lookUp, mode, verbosity } = options
  const advice = new Advice(lookUp)
  const adviceAt = (finding: LocatedFinding, status: FileOutcome['status']): string | undefined =>
    isExplained(finding, status, options) ? advice.at(finding) : undefined
  const groupLines = (outcome: FileOutcome, groups: readonly FindingGroup[], isWide: boolean) => {
    const columns = columnsOf(groups)
    return groups.flatMap((group) => {
      const { finding } = group
      const help = adviceAt(finding, outcome.status)
      const isRelatedShown = isWide || verbosity === 'verbose'
      const excerpt = isWide ? excerptOf(outcome, finding, EXCERPT_WIDTH) : []
      return findingLines(group, { help, excerpt, isRelatedShown }, columns, style)
    })
  }
  let infos = verbosity === 'quiet' || mode === 'checked' ? 0 : INFOS
  const isListed = (one: LocatedFinding) => verbosity === 'verbose' || hasLine(one) || infos-- > 0
  return {
    of(outcome, findings, { isWide, isApart }) {
      if (isMissing(outcome)) return `${missingLine(outcome, options)}\n`
      const listed = findings.filter(isListed)
      const own = listed.filter((one) => !isApart(one))
      // The end of the report names the file.
      if (own.length === 0 && listed.length > 0 && isPlain(verdictOf(outcome, mode))) return ''
      const rest = [...findings.filter((one) => !listed.includes(one)), ...listed.filter(isApart)]
      const lines = [
        headLine(outcome, options, { isExplained: own.length > 0 }),
        ...groupLines(outcome, grouped(own), isWide),
        ...restLines(rest, style),
        ...impactLines(outcome, style, verbosity),
        ...acceptanceLines(outcome, options),
      ]
      return `${lines.join('\n')}\n`
    },
    advice: () => advice.lines(style),
    note: (finding, status) => {
      adviceAt(finding, status)
    },
  }
}

function acceptanceLines(
  outcome: FileOutcome,
  { lookUp, verbosity, isAccepting }: FileLinesOptions,
): readonly string[] {
  const acceptance = isAccepting && verbosity !== 'quiet' ? acceptanceOf(outcome, lookUp) : undefined
  return acceptance === undefined ? [] : [`  ${acceptanceText(acceptance, lookUp)}`]
}

/** Whether it is said what to do: what a rewrite leaves as it is, or writes with warnings, its report explains otherwise. */
function isExplained(
  finding: LocatedFinding,
  status: FileOutcome['status'],
  { mode, verbosity, lookUp, isAccepting }: FileLinesOptions,
): boolean {
  if (mode === 'checked' || verbosity === 'verbose') return true
  // The last line of a blocked file says what can be accepted.
  const isOffered = isAccepting && status === 'blocked' && isAcceptable(finding, lookUp)
  if (finding.severity === 'error' && !isOffered) return true
  return finding.help !== undefined && !finding.help.startsWith(lookUp(finding.code)?.help ?? '')
}

/** `also 2 warnings (below), 3 infos (-v)`: what a file has besides the lines above. */
function restLines(rest: readonly LocatedFinding[], style: Style): readonly string[] {
  const infos = rest.filter(({ severity }) => severity === 'info').length
  const warnings = rest.length - infos
  if (rest.length === 0) return []
  const parts = [
    ...(warnings === 0 ? [] : [`${quantity(warnings, 'warning')} (below)`]),
    ...(infos === 0 ? [] : [`${quantity(infos, 'info')} (-v)`]),
  ]
  return [`  ${style.dim(`also ${parts.join(', ')}`)}`]
}

/** How many resources and changes of the effect on a stack are shown for each file. */
const IMPACT_SHOWN = {
  normal: { resources: 8, changes: 3 },
  verbose: { resources: Infinity, changes: Infinity },
}

/** The effect on a stack created from the file, unless that is nothing: the summary counts those. */
function impactLines({ impact }: FileOutcome, style: Style, verbosity: Verbosity): readonly string[] {
  if (impact === undefined || verbosity === 'quiet' || verdictOfImpact(impact) === 'nothing') return []
  const shown = impactExcerpt(impact, style, IMPACT_SHOWN[verbosity])
  return [`  effect on a live stack: ${headline(impact)}`, ...shown.map((line) => `  ${line}`)]
}

/** A path that leads nowhere, which has no location and needs no more advice. */
function missingLine(outcome: FileOutcome, { mode, style }: FileLinesOptions): string {
  const { path, findings } = outcome
  const verdict = verdictOf(outcome, mode)
  const said = findings.map(({ code, message }) => `${code}  ${oneLine(message)}`)
  return [
    verdictStyle(style, verdict)(verdict.padEnd(VERDICT_WIDTH)),
    style.bold(oneLine(path)),
    ...said,
  ].join('  ')
}

/** The path of a file; of a rewrite, what became of it before that, and what that means behind it. */
function headLine(
  outcome: FileOutcome,
  { mode, style }: FileLinesOptions,
  { isExplained }: { readonly isExplained: boolean },
): string {
  const { path, newPath, status, reason, transforms } = outcome
  const verdict = verdictOf(outcome, mode)
  const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
  const changes = transforms.reduce((sum, transform) => sum + transform.changes, 0)
  const undeployable = undeployableText(outcome)
  const remarks = [
    ...(status === 'changed' && changes > 0
      ? [`${quantity(changes, 'change')} by ${quantity(transforms.length, 'transform')}`]
      : []),
    ...(undeployable === '' ? [] : [oneLine(undeployable)]),
    // The findings say it with their location.
    ...(!isExplained && reason !== undefined ? [oneLine(reason)] : []),
  ]
  const remark = remarks.length === 0 ? '' : style.dim(`  ${remarks.join('; ')}`)
  const word = status === 'changed' && outcome.isNew === true ? 'created' : verdict
  const mark = isPlain(verdict) ? '' : `${verdictStyle(style, verdict)(word.padEnd(VERDICT_WIDTH))}  `
  return `${mark}${style.bold(name)}${remark}`
}

/** Whether the findings of a check say all that there is to say of a file. */
function isPlain(verdict: FileVerdict): boolean {
  return verdict === 'errors' || verdict === 'warnings' || verdict === 'clean'
}

class Advice {
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

/**
 * The line of a finding and its marks, in so many characters; nothing where the line may not be shown, see `sourceLines`.
 */
export function excerptOf(
  { sourceLines }: FileOutcome,
  finding: LocatedFinding,
  room: number,
): readonly string[] {
  const line = sourceLines?.get(finding.line)
  return line === undefined || line.trim() === '' ? [] : excerpt(line, finding, room)
}

function excerpt(line: string, finding: LocatedFinding, room: number): readonly string[] {
  const number = String(finding.line)
  const gutter = ' '.repeat(number.length)
  const width = Math.max(20, room - number.length - 3)
  const start = Math.max(0, finding.column - 1)
  const end = endOf(line, finding, start)
  // What does not fit is cut off on the side that says less.
  const from = start < width - 10 ? 0 : Math.max(0, Math.min(start - 10, line.length - width))
  const [before, marked, after] = [line.slice(from, start), line.slice(start, end), line.slice(end)]
  const head = `${from > 0 ? '…' : ''}${shown(before)}`
  const all = `${head}${shown(marked)}${shown(after)}`
  const cut = all.length > width ? `${all.slice(0, width - 1)}…` : all.trimEnd()
  const marks = Math.max(1, Math.min(columns(shown(marked)), width - columns(head)))
  return [`${number} | ${cut}`, `${gutter} | ${' '.repeat(columns(head))}${'^'.repeat(marks)}`]
}

/** Marks go to the end of the line where the part goes on below it, and nowhere beyond its own end. */
function endOf(line: string, { line: first, endLine, endColumn }: LocatedFinding, start: number): number {
  const end =
    endLine === undefined || endColumn === undefined
      ? start + 1
      : endLine > first
        ? line.trimEnd().length
        : endColumn - 1
  return Math.max(start + 1, Math.min(end, line.length))
}

function shown(text: string): string {
  return visible(text.replaceAll('\t', ' '))
}

/** Characters of East Asian scripts, and emoji, take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u

function columns(text: string): number {
  let sum = 0
  for (const char of text) sum += /\p{Mark}/u.test(char) ? 0 : wide.test(char) ? 2 : 1
  return sum
}
