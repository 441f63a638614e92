import { type About, aboutKey, ofFile } from '../../heat/about.ts'
import { severityOfKeyword } from '../../heat/code-facts.ts'
import type { Elsewhere } from '../../rules/locations.ts'
import type { Loss, RepairClass, Supplier, Task } from '../../rules/onap/losses.ts'
import type { Range } from '../../text/document/node.ts'
import { extended } from '../../text/document/records.ts'
import {
  behaves,
  catalogue,
  catalogueEntry,
  type FindingCode,
  type ReportableCode,
  type Severity,
} from './catalogue.ts'

export { type Loss, losses, repairClasses, suppliers, type Task, taskKinds } from '../../rules/onap/losses.ts'
export type { Severity } from './catalogue.ts'

/**
 * `safe`, `supplied` and `lossy` are hotshift's (`remediate`, the others with `--supplied` and `--lossy`); `by-hand` takes a
 * person's decision; what is `untried` nobody has tried to repair.
 */
export type Repair = RepairClass

/** What a finding of a profile says beyond that something is wrong; its `code` is the requirement's number. */
export interface RequirementFacts {
  /** As the requirement words it: `MUST`, `MUST NOT`, `SHOULD`, `SHOULD NOT`. */
  readonly keyword: string
  readonly repair: Repair
  /** Whether this run repaired it; the message then says what was done, and `help` what is lost, if anything. */
  readonly isRepaired?: true
  /** Whether it came up by what this run repaired. */
  readonly isNew?: true
  /** What the repair gives up, if it is lossy. */
  readonly loses?: Loss
  /** Which component of ONAP supplies the value that the repair leaves to it. */
  readonly suppliedBy?: Supplier
  /** What is to be done, which other findings may share. */
  readonly task?: Task
  /** Whether the test of others that is named for the requirement looks for something else. */
  readonly isUntested?: true
}

/** Which output of another file a new parameter takes its value from. */
export interface Feed {
  readonly parameter: string
  /** Its path, as it was read. */
  readonly file: string
  readonly output: string
  /** The parameter that names the stack which has the output. */
  readonly stack?: string
}

/** A change that makes a finding go away. */
export interface Fix {
  /** What it does, as an order: `Write "flavor"`. */
  readonly title: string
  /** Ranges of the source in UTF-16 offsets; they do not overlap. */
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  /** Only the author knows whether it is meant, or it leaves something to do: nobody makes it without being asked to. */
  readonly needsAuthor?: true
}

/** Another location that a finding is about: in another file, or a range of the same one. */
export type Related = Omit<Elsewhere, 'path'> &
  ({ readonly path: string; readonly range?: never } | { readonly path?: never; readonly range: Range })

/** Something the user should know, at a location in the source. */
export interface Finding {
  readonly code: ReportableCode
  readonly severity: Severity
  readonly message: string
  /** UTF-16 offsets into the source of the file; absent when the finding is about the file as a whole. */
  readonly range?: Range
  /** What is missing, or which of several, where one location has several findings of a code: `flavor`. */
  readonly item?: string | undefined
  /** What it is about; there as soon as it is located, and the same however the message is worded. */
  readonly about?: About
  /** The transform that found it, by id. */
  readonly transform?: string
  /** What to do about it, when the catalogue's general advice is not precise enough. */
  readonly help?: string
  /** Where it is written: a section of the HOT specification, or a file of Heat. */
  readonly source?: string
  /** The changes that may make it go away, the likeliest first; which of them is meant, the author knows. */
  readonly fixes?: readonly Fix[]
  /** Where else to look, in the order of what the message says. */
  readonly related?: readonly Related[]
  /** The fix that this run made, by its title; the message says so, too. */
  readonly fixed?: string
  /** The user accepted what it says is lost. */
  readonly accepted?: true
  /** `--accept` does not cover its code at this location. */
  readonly needsEdit?: true
  /** Only in findings about requirements of a profile such as ONAP's. */
  readonly requirement?: RequirementFacts
  /** Only in findings about imports from other files of the run. */
  readonly feed?: Feed
}

type Details = Pick<Finding, 'transform' | 'help' | 'source' | 'fixes' | 'related' | 'item'>

/**
 * A finding with the severity that the catalogue gives its code.
 * @param range where; undefined for the file as a whole
 */
export function findingOf(
  code: FindingCode,
  message: string,
  range?: Range | undefined,
  details: Details = {},
): Finding {
  return { code, severity: catalogue[code].severity, message, ...placed(range), ...details }
}

/** The same of a rule of somebody's own, which says how severe it is. */
export function ownFinding(
  code: ReportableCode,
  { severity }: Pick<Finding, 'severity'>,
  message: string,
  range: Range | undefined,
  details: Details,
): Finding {
  return { code, severity, message, ...placed(range), ...details }
}

/** An error that the user allowed beforehand, which does not block. */
export function allowed(finding: Finding): Finding {
  return { ...helped(finding, acceptedHelp(finding.code)), severity: 'warning' }
}

/** The help of a finding that was accepted: the advice of its code is for those who have not accepted it. */
export function acceptedHelp(code: ReportableCode): string | undefined {
  const accept = catalogueEntry(code)?.accept
  return accept === undefined ? undefined : `Accepted: ${accept}.`
}

/** The help of a finding that `--accept` lets through: the advice, by default that of its code, and the option. */
export function offeredHelp(code: ReportableCode, help = catalogueEntry(code)?.help): string | undefined {
  const accept = catalogueEntry(code)?.accept
  return accept === undefined ? help : `${help} ${acceptText(code, accept)}`
}

/** What `--accept` does about a code, in one sentence. */
function acceptText(code: string, accept: string): string {
  return `With --accept ${code}: ${accept}.`
}

/** A question for leave that got none: it blocks, whatever the code is elsewhere. */
export function unanswered(finding: Finding): Finding {
  return { ...helped(finding, offeredHelp(finding.code, finding.help)), severity: 'error' }
}

/** What a requirement forbids or demands is an error, what it advises against a warning; what was repaired is neither. */
export function requirementFinding(
  code: `R-${string}`,
  message: string,
  requirement: RequirementFacts,
  range?: Range | undefined,
  details: Details = {},
): Finding {
  const severity = requirement.isRepaired ? 'info' : severityOfKeyword(requirement.keyword)
  return { code, severity, message, ...placed(range), ...details, requirement }
}

/**
 * What findings of a changed file say of it as it was, where the change is not made after all: what speaks of the change is
 * not true then, and no requirement is repaired.
 */
export function withoutChange<One extends Finding>(findings: readonly One[]): readonly One[] {
  return findings.filter(({ code }) => !behaves(code, 'of a change')).map(unrepaired)
}

function unrepaired<One extends Finding>(finding: One): One {
  if (finding.requirement?.isRepaired === undefined) return finding
  const { isRepaired: _isRepaired, ...requirement } = finding.requirement
  const help = 'It is not repaired: the change of this file is not made.'
  return { ...finding, severity: severityOfKeyword(requirement.keyword), help, requirement }
}

const placed = (range: Range | undefined) => (range === undefined ? {} : { range })

const helped = (finding: Finding, help: string | undefined): Finding =>
  help === undefined ? finding : extended(finding, { help })

/**
 * What makes two findings of one state of a file the same, whatever their messages say; undefined for what nothing else is
 * the same as: of the file as a whole, and not of one of several things.
 */
export function sameAt({ code, range, item, transform, message }: Finding): string | undefined {
  // A transform says no more of what it reports than that: nobody but its author knows what else would tell two apart.
  const which = item ?? (transform === undefined ? undefined : message)
  if (range === undefined && which === undefined) return undefined
  return `${code}\0${range?.start ?? ''}\0${which ?? ''}`
}

/** What makes two findings the same in two states of a file: what they are about. */
export function sameIn({ code, about = ofFile }: Finding): string {
  return `${code} ${aboutKey(about)}`
}

/** The offset at which a finding begins; 0 for one of the file as a whole. */
export function startOf({ range }: Finding): number {
  return range?.start ?? 0
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  // No `instanceof`: errors may come from another realm.
  const message = (error as Partial<Error> | null | undefined)?.message
  return typeof message === 'string' ? message : String(error)
}
