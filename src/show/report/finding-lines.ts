/** The lines of single findings, aligned below the path of their file. */

import type { Severity } from '../../engine/findings/finding.ts'
import type { LocatedFinding } from '../../engine/outcome.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { SEVERITIES, SEVERITY_WIDTH } from './counts.ts'
import { oneLine, type Style, severityStyle } from './style.ts'

/** Findings of one file that are the same in every word: they share a line. */
export interface FindingGroup {
  readonly finding: LocatedFinding
  /** The further locations. */
  readonly also: readonly LocatedFinding[]
  /** Findings about other requirements that end when the same thing is done. */
  readonly together?: readonly LocatedFinding[]
}

export function isError({ severity }: LocatedFinding): boolean {
  return severity === 'error'
}

/** Whether a finding has a line of its own by default: infos are counted, unless they say what a run has repaired. */
export function hasLine({ severity, requirement }: LocatedFinding): boolean {
  return severity !== ('info' satisfies Severity) || requirement?.isRepaired === true
}

/** What findings have in common that differ in nothing but their location. */
export function wordsOf({ code, severity, message }: LocatedFinding): string {
  return `${severity}\n${code}\n${message}`
}

/**
 * Groups what is the same in every word, and the requirements that one thing to do meets: errors first, then warnings and
 * infos, each in the order of the file.
 */
export function grouped(findings: readonly LocatedFinding[]): readonly FindingGroup[] {
  const groups = [...groupedBy(findings, wordsOf).values()].flatMap(([finding, ...also]) =>
    finding === undefined ? [] : [{ finding, also }],
  )
  const rank = ({ finding }: FindingGroup) => SEVERITIES.indexOf(finding.severity)
  const inOrder = groups.sort((one, other) => rank(one) - rank(other))
  const tasks = groupedBy(inOrder, (group) => taskOf(group) ?? group)
  return [...tasks.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, together: others.map(({ finding }) => finding) }],
  )
}

/** What is to be done, and to what; undefined where that is of no requirement, or of several locations. */
function taskOf({ finding, also }: FindingGroup): string | undefined {
  const { requirement, help, about } = finding
  if (requirement === undefined || help === undefined || also.length > 0) return undefined
  return `${about?.kind} ${about?.name} ${requirement.isRepaired} ${help}`
}

/** How the findings of one file are lined up. */
interface Columns {
  /** Characters of the longest location. */
  readonly locations: number
  /** Characters of the longest code. */
  readonly codes: number
}

export function columnsOf(groups: readonly FindingGroup[]): Columns {
  return {
    locations: Math.max(0, ...groups.map(({ finding }) => locationOf(finding).length)),
    codes: Math.max(0, ...groups.map(({ finding }) => finding.code.length)),
  }
}

interface Additions {
  /** What to do at this location, where the advice of the code is not enough. */
  readonly help: string | undefined
  /** The line of the source, and its marks. */
  readonly excerpt: readonly string[]
  /** Whether the other locations that it is about are listed. */
  readonly isRelatedShown: boolean
}

/** Blanks before a line of the source: it has little room in a terminal. */
const EXCERPT_INDENT = ' '.repeat(6)

export function findingLines(
  { finding, also, together = [] }: FindingGroup,
  { help, excerpt, isRelatedShown }: Additions,
  { locations, codes }: Columns,
  style: Style,
): readonly string[] {
  const { severity, code } = finding
  const colour = severityStyle(style, severity)
  const location = locationOf(finding).padEnd(locations)
  const alike = also.length === 0 ? [] : [`at ${locationsOf(also)}`]
  const met = together.map((one) => `${one.code} at ${locationOf(one)}`)
  const others = alike.length + met.length === 0 ? '' : ` (also ${[...alike, ...met].join(', ')})`
  const text = `${code.padEnd(codes)}  ${oneLine(`${messageOf(finding, help)}${others}`)}`
  const indent = ' '.repeat(2 + locations + 2 + SEVERITY_WIDTH + 2)
  const related = isRelatedShown ? relatedLines(finding) : []
  return [
    `  ${location}  ${colour(severity.padEnd(SEVERITY_WIDTH))}  ${style.bold(text.slice(0, code.length))}${text.slice(code.length).trimEnd()}`,
    ...excerpt.map((line, index) => EXCERPT_INDENT + (index === 1 ? colour(line) : line)),
    ...related.map((line) => indent + style.dim(line)),
    ...(help === undefined ? [] : [indent + style.dim(`help: ${oneLine(help)}`)]),
  ]
}

function locationOf({ line, column }: LocatedFinding): string {
  return `${line}:${column}`
}

/** So many further locations of one finding are listed before the rest is counted. */
const LOCATIONS = 20

/** `2:3 4:5 6:7 and 8 more`. */
export function locationsOf(findings: readonly LocatedFinding[]): string {
  const more = findings.length - LOCATIONS
  const first = findings.slice(0, LOCATIONS).map(locationOf).join(' ')
  return more > 0 ? `${first} and ${more} more` : first
}

/** The message. About a requirement it says what was found, so that a repair has to be reported too, here or in the help. */
function messageOf({ message, requirement }: LocatedFinding, help: string | undefined): string {
  const isMissing = requirement?.isRepaired === true && help?.startsWith('Repaired') !== true
  return isMissing ? `${message} (repaired)` : message
}

/** So many other locations of a finding are listed: a circle may have any number. */
const RELATED = 5

/** The other locations that a finding is about. */
function relatedLines({ related = [] }: LocatedFinding): readonly string[] {
  const more = related.length - RELATED
  const lines = related.slice(0, RELATED).map(({ path, line, column, message }) => {
    const file = path === undefined ? '' : `${path}:`
    return oneLine(`see ${file}${line}:${column}: ${message}`)
  })
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
