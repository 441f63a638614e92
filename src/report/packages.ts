/** The verdict of a profile on each package: what somebody signs. */
import { byKey } from '../document/sorted.ts'
import type { ReportedOutcome } from '../engine/outcome.ts'
import type { CheckedArchive, RunMode } from '../runner/run-report.ts'
import { quantity } from './counts.ts'
import type { AllFiles, FullReport } from './reporter.ts'

/** What a profile says of one package: an archive, or a folder with templates and what lies below it. */
export interface PackageTally {
  readonly path: string
  /** Whether it meets what MUST be, as far as that shows; not in full: some of its files could not be looked at. */
  readonly verdict: 'met' | 'violated' | 'not-in-full'
  /** The same as a sentence without its full stop. */
  readonly said: string
  readonly files: number
  /** Places that are left, by the keyword: MUST and MUST NOT, and all weaker ones. */
  readonly must: number
  readonly should: number
  readonly repaired: number
  readonly setAside: number
  /** Locations that Heat refuses, and those at which SDC stops onboarding or ends in an error of its own. */
  readonly heat: number
  readonly sdc: number
  /** SHA-256 of the archive as it was read. */
  readonly checksum?: string
  /** The archive that the repaired package was written to. */
  readonly made?: CheckedArchive
}

/** The packages of a run for which a profile was asked, by their paths; none of any other run. */
export function tallyPackages({
  files,
  mode,
  invocation,
  archives = [],
  written,
}: FullReport): readonly PackageTally[] {
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
    const counts = byPackage.get(path) ?? { ...noCounts }
    byPackage.set(path, counts)
    count(file, counts, written === undefined)
    counts.isOne ||= isOfPackage(file) || ofProfile(file)
  }
  for (const { was, keyword } of written?.left ?? []) {
    const counts = byPackage.get(packageOf(was))
    if (counts !== undefined) countLeft(keyword, counts)
  }
  return [...byPackage]
    .filter(([, { isOne }]) => isOne)
    .sort(byKey)
    .map(([path, counts]) => {
      const checksum = archives.find((archive) => archive.path === path)?.checksum
      const own = { path, ...tallyOf(counts, mode), ...(checksum === undefined ? {} : { checksum }) }
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
  heat: number
  sdc: number
  /** Files that could not be looked at in full. */
  unseen: number
  /** Whether the folder holds a package at all. */
  isOne: boolean
}

const noCounts: Counts = {
  files: 0,
  must: 0,
  should: 0,
  repaired: 0,
  setAside: 0,
  heat: 0,
  sdc: 0,
  unseen: 0,
  isOne: false,
}

/** @param isLeft whether what is left is what the findings say */
function count({ status, findings, ignored = [] }: ReportedOutcome, counts: Counts, isLeft: boolean): void {
  counts.files++
  for (const { requirement, code, severity } of findings) {
    if (severity === 'error' && code.startsWith('sdc-')) counts.sdc++
    // R-92635 is that a template keeps to Heat's rules.
    else if (severity === 'error' && (requirement === undefined || code === 'R-92635')) counts.heat++
    if (requirement === undefined) continue
    if (requirement.isRepaired === true) counts.repaired++
    else if (isLeft) countLeft(requirement.keyword, counts)
  }
  counts.setAside += ignored.filter(isOfRequirement).length
  const isUnseen = findings.some(
    ({ severity, requirement }) => severity === 'error' && requirement === undefined,
  )
  if (status === 'failed' || isUnseen) counts.unseen++
}

function countLeft(keyword: string, counts: Counts): void {
  if (keyword.startsWith('MUST')) counts.must++
  else counts.should++
}

function tallyOf(counts: Counts, mode: RunMode): Omit<PackageTally, 'path' | 'checksum'> {
  const { unseen, isOne: _isOne, ...rest } = counts
  const { must, setAside } = rest
  const verdict = must > 0 ? 'violated' : unseen > 0 ? 'not-in-full' : 'met'
  return { verdict, said: `${sentence(verdict, { must, unseen, setAside })}${when[mode]}`, ...rest }
}

function isOfRequirement({ requirement }: { readonly requirement?: unknown }): boolean {
  return requirement !== undefined
}

/** Of what the verdict speaks. */
const when: Readonly<Record<RunMode, string>> = {
  checked: '',
  'dry-run': ', once this is written',
  written: ', as it is written',
}

function sentence(
  verdict: PackageTally['verdict'],
  { must, unseen, setAside }: { readonly must: number; readonly unseen: number; readonly setAside: number },
): string {
  const aside = setAside === 0 ? '' : `, with ${quantity(setAside, 'location')} set aside`
  switch (verdict) {
    case 'violated':
      return `does not meet what it MUST in ${quantity(must, 'location')}${aside}`
    case 'not-in-full':
      return `has ${quantity(unseen, 'file')} with other errors, and could not be looked at in full`
    case 'met':
      return `meets every MUST that its files can show${aside}`
  }
}

/** The numbers of a table of packages; a column that would be empty is left out. */
export function packageCounts(
  packages: readonly PackageTally[],
  mode: RunMode,
): readonly { readonly name: string; readonly of: (tally: PackageTally) => number }[] {
  return [
    { name: 'files', of: ({ files }) => files },
    { name: 'MUST', of: ({ must }) => must },
    { name: 'SHOULD', of: ({ should }) => should },
    // What is left of these after a repair is not known yet.
    ...(mode === 'checked'
      ? [
          { name: 'refused by Heat', of: ({ heat }: PackageTally) => heat },
          { name: 'stopped by SDC', of: ({ sdc }: PackageTally) => sdc },
        ].filter(({ of }) => packages.some((one) => of(one) > 0))
      : []),
    ...(mode === 'checked' ? [] : [{ name: 'repaired', of: ({ repaired }: PackageTally) => repaired }]),
    ...(packages.every(({ setAside }) => setAside === 0)
      ? []
      : [{ name: 'set aside', of: ({ setAside }: PackageTally) => setAside }]),
  ]
}
