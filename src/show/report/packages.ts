/** The verdict of a profile on each package: what somebody signs. */

import type { ReportedOutcome } from '../../engine/outcome.ts'
import type { CheckedArchive, RunMode } from '../../run/run-report.ts'
import { byKey } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'
import {
  countGates,
  countGatesLeft,
  type GateCounts,
  type GateVerdicts,
  gates,
  gateVerdicts,
  isOfSdc,
  isOfWriting,
} from './gates.ts'
import type { AllFiles, FullReport, LookUpCode } from './reporter.ts'

/** What a profile says of one package: an archive, or a folder with templates and what lies below it. */
export interface PackageTally {
  readonly path: string
  /** What people call it: its path, or the name of the working directory. */
  readonly name: string
  /** Whether it meets what MUST be, as far as that shows; not in full: some of its files could not be looked at. */
  readonly verdict: 'met' | 'violated' | 'not-in-full'
  /** The same as a sentence without its full stop. */
  readonly said: string
  readonly files: number
  /** Locations that are left, by the keyword: MUST and MUST NOT, and all weaker ones. */
  readonly must: number
  readonly should: number
  readonly repaired: number
  readonly setAside: number
  /** What each gate says of it. */
  readonly gates: GateVerdicts
  /** Of what it MUST and does not, what a baseline has, too; undefined where there is none. */
  readonly known?: number
  /** SHA-256 of the archive as it was read. */
  readonly checksum?: string
  /** The archive that the repaired package was written to. */
  readonly made?: CheckedArchive
}

/** The packages of a run for which a profile was asked, by their paths; none of any other run. */
export function tallyPackages(report: FullReport, lookUp: LookUpCode): readonly PackageTally[] {
  const { files, invocation, archives = [], written } = report
  const ofProfile = ({ findings, ignored = [] }: ReportedOutcome) =>
    [...findings, ...ignored].some(({ requirement }) => requirement !== undefined)
  if (invocation?.options.profile === undefined && !anyOf(files, ofProfile)) return []
  const packageOf = packagesOf(
    files,
    archives.map(({ path }) => path),
  )
  const byPackage = new Map<string, Counts>()
  for (const file of files) {
    const path = packageOf(file.path)
    const counts = byPackage.get(path) ?? { ...noCounts, gates: { Heat: 0, VVP: 0, SDC: 0 } }
    byPackage.set(path, counts)
    count(file, counts, written === undefined, lookUp)
    if (written === undefined) countGates(counts.gates, file, lookUp)
    counts.isOne ||= isOfPackage(file) || ofProfile(file)
    counts.hasTemplate ||= !notTemplates.has(file.kind)
  }
  for (const { was, keyword } of written?.left ?? []) {
    const counts = byPackage.get(packageOf(was))
    if (counts !== undefined) countLeft(keyword, counts)
  }
  for (const [path, { gates }] of byPackage)
    if (written !== undefined) countGatesLeft(gates, written, (was) => packageOf(was) === path, lookUp)
  return [...byPackage]
    .filter(([, { isOne }]) => isOne)
    .sort(byKey)
    .map(([path, counts]) => {
      const checksum = archives.find((archive) => archive.path === path)?.checksum
      const name = path === '.' ? (report.folder ?? path) : path
      const own = { path, name, ...tallyOf(counts, report), ...(checksum === undefined ? {} : { checksum }) }
      // One archive becomes one archive; several are taken out into a folder.
      const made = checksum === undefined ? undefined : written?.archives[0]
      return made === undefined ? own : { ...own, made }
    })
}

function anyOf(files: AllFiles, is: (file: ReportedOutcome) => boolean): boolean {
  for (const file of files) if (is(file)) return true
  return false
}

function isOfPackage({ kind }: ReportedOutcome): boolean {
  return kind === 'hot' || kind === 'environment'
}

/** Kinds of files that no gate takes alone. */
const notTemplates: ReadonlySet<string> = new Set(['not-a-template', 'environment', 'manifest', 'unread'])

/** The package that a file belongs to: its archive, or the nearest folder above it with a template in it. */
function packagesOf(files: AllFiles, archives: readonly string[]): (path: string) => string {
  const homes = new Set<string>()
  for (const file of files) if (isOfPackage(file)) homes.add(folderOf(file.path))
  return (path) => {
    const archive = archives.find((one) => path === one || path.startsWith(`${one}/`))
    if (archive !== undefined) return archive
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (homes.has(folder)) return folder
      if (folder === '.') return folderOf(path)
    }
  }
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end <= 0 ? '.' : path.slice(0, end)
}

/** What is counted of a package, file by file. */
interface Counts {
  files: number
  must: number
  should: number
  repaired: number
  setAside: number
  /** Locations of a MUST that a baseline has. */
  known: number
  gates: GateCounts
  /** Files with errors beside the requirements, so that the package may not have been looked at in full. */
  unseen: number
  /** Whether a gate may not have looked at a file. */
  isUnread: boolean
  /** Whether the folder holds a package at all. */
  isOne: boolean
  hasTemplate: boolean
}

const noCounts: Omit<Counts, 'gates'> = {
  files: 0,
  must: 0,
  should: 0,
  repaired: 0,
  setAside: 0,
  known: 0,
  unseen: 0,
  isUnread: false,
  isOne: false,
  hasTemplate: false,
}

/** @param isLeft whether what is left is what the findings say */
function count(
  { status, findings, ignored = [] }: ReportedOutcome,
  counts: Counts,
  isLeft: boolean,
  lookUp: LookUpCode,
): void {
  counts.files++
  for (const { requirement } of findings) {
    if (requirement === undefined) continue
    if (requirement.isRepaired === true) counts.repaired++
    else if (isLeft) countLeft(requirement.keyword, counts)
  }
  for (const { requirement, ignoredBy } of ignored) {
    if (requirement === undefined) continue
    // That it was so before is no agreement to it.
    if (ignoredBy.kind !== 'baseline') counts.setAside++
    else {
      if (isMust(requirement.keyword)) counts.known++
      countLeft(requirement.keyword, counts)
    }
  }
  const errors = findings.filter(
    ({ severity, requirement }) => severity === 'error' && requirement === undefined,
  )
  // What could not be written was looked at all the same.
  const isUnseen = errors.some(({ code }) => !isOfWriting(code, lookUp))
  const isLost = status === 'failed' && errors.length === 0
  if (isUnseen || isLost) counts.unseen++
  // What SDC refuses keeps no other gate from looking at it.
  if (isLost || errors.some(({ code }) => !isOfWriting(code, lookUp) && !isOfSdc(code)))
    counts.isUnread = true
}

function countLeft(keyword: string, counts: Counts): void {
  if (isMust(keyword)) counts.must++
  else counts.should++
}

function isMust(keyword: string): boolean {
  return keyword.startsWith('MUST')
}

function tallyOf(
  { unseen, isUnread, isOne: _isOne, hasTemplate, known, gates: counted, ...rest }: Counts,
  { mode, invocation, requirements, since, written }: FullReport,
): Omit<PackageTally, 'path' | 'name' | 'checksum'> {
  const { must } = rest
  const verdict = must > 0 ? 'violated' : unseen > 0 ? 'not-in-full' : 'met'
  const compared = since === undefined ? {} : { known }
  const said = `${sentence(verdict, { ...rest, ...compared, unseen })}${when[mode]}`
  const isKnown = mode === 'checked' || written !== undefined
  const isWhole = requirements === undefined || requirements.introducedLater.length === 0
  const gates = gateVerdicts(counted, invocation, {
    isUnseen: isUnread || !hasTemplate,
    isKnown,
    isWhole,
  })
  return { verdict, said, ...rest, ...compared, gates }
}

/** Of what the verdict speaks. */
const when: Readonly<Record<RunMode, string>> = {
  checked: '',
  'dry-run': ', once this is written',
  written: ', as it is written',
}

type RequirementCounts = Pick<PackageTally, 'must' | 'setAside' | 'known'> & { readonly unseen: number }

/** How many of the locations are new since a baseline. */
function newText(all: number, known: number | undefined): string {
  if (known === undefined) return ''
  return `, ${known === all ? 'none' : all - known} of them new`
}

function sentence(
  verdict: PackageTally['verdict'],
  { must, unseen, setAside, known }: RequirementCounts,
): string {
  const aside = setAside === 0 ? '' : `, with ${quantity(setAside, 'location')} set aside`
  switch (verdict) {
    case 'violated':
      return `does not meet what it MUST in ${quantity(must, 'location')}${newText(must, known)}${aside}`
    case 'not-in-full':
      return `has ${quantity(unseen, 'file')} with other errors, and could not be looked at in full`
    case 'met':
      return `meets every MUST that its files can show${aside}`
  }
}

/** The columns of a table of packages; a number that would be 0 in all rows is left out. */
export function packageColumns(
  packages: readonly PackageTally[],
  mode: RunMode,
): readonly { readonly name: string; readonly of: (tally: PackageTally) => number | string }[] {
  return [
    { name: 'files', of: ({ files }) => files },
    { name: 'MUST', of: ({ must }) => must },
    { name: 'SHOULD', of: ({ should }) => should },
    ...(mode === 'checked' ? [] : [{ name: 'repaired', of: ({ repaired }: PackageTally) => repaired }]),
    ...(packages.every(({ setAside }) => setAside === 0)
      ? []
      : [{ name: 'set aside', of: ({ setAside }: PackageTally) => setAside }]),
    ...gates.map((gate) => ({ name: gate, of: ({ gates }: PackageTally) => gates[gate] })),
  ]
}
