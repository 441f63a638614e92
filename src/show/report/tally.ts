/** What a run comes to in numbers, counted file by file: of the files themselves nothing is stored. */

import type { Loss, RequirementFacts, Severity } from '../../engine/findings/finding.ts'
import type { ReportedOutcome } from '../../engine/outcome.ts'
import { type Obstacle, obstacleOf } from '../../run/prospect.ts'
import type { RunMode } from '../../run/run-report.ts'
import { grow } from '../../text/document/multimap.ts'
import { compareTexts } from '../../text/document/sorted.ts'
import {
  type AssumptionCount,
  type FileVerdict,
  type FindingCount,
  isMissing,
  type ProofCount,
  type ReadingCount,
  type ReasonCount,
  reasonOf,
  SEVERITIES,
  type TransformCount,
  verdictOf,
  verdictsOf,
} from './counts.ts'
import { FeedTally } from './feeds.ts'
import { ImpactTally } from './impact-tally.ts'
import { LossTally } from './losses.ts'
import { isOffered, type Offers } from './offers.ts'
import { ProspectTally } from './prospects.ts'
import { isLeftToPeople } from './requirements.ts'

/** Locations of one requirement. */
interface RequirementCount {
  readonly code: string
  readonly keyword: string
  readonly repaired: number
  /** Of those that are left, how many came up by what was repaired. */
  readonly added: number
  readonly left: number
  /** Of those that are left, how many there is a repair for, by what it takes. */
  readonly safe: number
  readonly supplied: number
  readonly lossy: number
  /** The same of the lossy ones, by what they give up. */
  readonly losses: ReadonlyMap<Loss, number>
}

type GrowingCount = { -readonly [Key in keyof RequirementCount]: RequirementCount[Key] } & {
  readonly losses: Map<Loss, number>
}

const ignoring = ['comment', 'baseline', 'waiver', 'setting'] as const

/** More different ones nobody reads. */
const MOST_ASSUMED = 1000

export class Tally {
  readonly mode: RunMode
  files = 0
  /** Files to create. */
  created = 0
  /** Originals that a file of another name replaces. */
  removed = 0
  /** Changed files of which no stack can be made. */
  readonly undeployable = new Map<Obstacle, number>()
  /** Blocked files that nothing but requirements keeps from being changed. */
  leftToPeople = 0
  /** Templates that are HOT, whatever became of them. */
  hot = 0
  /** Templates of CloudFormation, also those that Heat has a version of its own for. */
  cloudFormation = 0
  /** Paths that were given and are not there. */
  missing = 0
  /** Locations for which nobody has tried a repair. */
  untried = 0
  /** Files with findings. */
  withFindings = 0
  /** Findings that are not ignored. */
  readonly severities: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  /** Findings with a fix that `check --fix` makes where nothing speaks against it. */
  fixable = 0
  /** Findings with fixes of which only the author knows whether they are meant. */
  choices = 0
  readonly #verdicts = new Map<FileVerdict, number>()
  readonly #transforms = new Map<string, TransformCount>()
  readonly #findings = new Map<string, FindingCount>()
  readonly #reasons = new Map<string, number>()
  readonly #versions = new Map<string, number>()
  readonly #readings = new Map<string, ReadingCount>()
  readonly #ignored = { comment: 0, baseline: 0, waiver: 0, setting: 0 }
  readonly impact = new ImpactTally()
  /** Which outputs feed which parameters. */
  readonly feeds = new FeedTally()
  /** What was accepted, and lost. */
  readonly losses = new LossTally()
  /** What of a migration can be deployed. */
  readonly prospects = new ProspectTally()
  /** By what is assumed, in how many files; other things than these are one. */
  readonly #assumed = new Map<string, number>()
  readonly #requirements = new Map<string, GrowingCount>()
  readonly #proof: { -readonly [Key in keyof ProofCount]: number } = {
    equal: 0,
    equalToAws: 0,
    corresponding: 0,
    rendered: 0,
    unproved: 0,
    notCompared: 0,
    heldDiffering: 0,
    heldUnproved: 0,
    milliseconds: 0,
  }

  constructor(mode: RunMode) {
    this.mode = mode
    for (const verdict of verdictsOf(mode)) this.#verdicts.set(verdict, 0)
  }

  static of(files: Iterable<ReportedOutcome>, mode: RunMode): Tally {
    const tally = new Tally(mode)
    for (const file of files) tally.add(file)
    return tally
  }

  add(file: ReportedOutcome): void {
    this.files++
    const verdict = verdictOf(file, this.mode)
    grow(this.#verdicts, verdict)
    if (file.status === 'changed' && file.isNew === true) this.created++
    if (file.status === 'changed' && file.newPath !== undefined) this.removed++
    const obstacle = obstacleOf(file)
    if (obstacle !== undefined) grow(this.undeployable, obstacle)
    if (file.status === 'blocked' && isLeftToPeople(file)) this.leftToPeople++
    if (file.kind === 'hot') this.hot++
    if (file.kind.includes('cfn-')) this.cloudFormation++
    if (isMissing(file)) this.missing++
    if (file.status === 'skipped') grow(this.#reasons, reasonOf(file))
    this.#addTransforms(file)
    this.#addFindings(file)
    this.#addProof(file)
    this.#addReading(file)
    this.#addAssumed(file)
    this.feeds.add(file)
    this.losses.add(file)
    this.prospects.add(file)
    if (file.impact !== undefined) this.impact.add(file.impact)
    for (const { ignoredBy } of file.ignored ?? []) this.#ignored[ignoredBy.kind]++
  }

  /** Files per verdict, in the order in which reports name them; every file counts once. */
  verdicts(): readonly (readonly [FileVerdict, number])[] {
    return [...this.#verdicts]
  }

  /** Files and locations changed per transform, those with the most changes first. */
  transforms(): readonly TransformCount[] {
    return [...this.#transforms.values()].sort((a, b) => b.changes - a.changes || compareTexts(a.id, b.id))
  }

  /** Findings per code and severity, those about requirements aside: errors first, then the most frequent. */
  findings(): readonly FindingCount[] {
    const rank = ({ severity }: FindingCount) => SEVERITIES.indexOf(severity)
    return [...this.#findings.values()].sort(
      (a, b) => rank(a) - rank(b) || b.places - a.places || compareTexts(a.code, b.code),
    )
  }

  /** Skipped files per reason, the most frequent first. */
  reasons(): readonly ReasonCount[] {
    return [...this.#reasons]
      .map(([reason, files]) => ({ reason, files }))
      .sort((a, b) => b.files - a.files || compareTexts(a.reason, b.reason))
  }

  /** Files that became another version than usual, by version. */
  versions(): readonly (readonly [string, number])[] {
    return [...this.#versions]
  }

  /** Templates of CloudFormation by how they were read and why, the most frequent first. */
  readings(): readonly ReadingCount[] {
    return [...this.#readings.values()].sort(
      (a, b) => b.files - a.files || compareTexts(a.because, b.because),
    )
  }

  /** What the proofs of changed files assume, the most frequent first. */
  assumed(): readonly AssumptionCount[] {
    return [...this.#assumed]
      .map(([text, files]) => ({ text, files }))
      .sort((a, b) => b.files - a.files || compareTexts(a.text, b.text))
  }

  proof(): ProofCount {
    return this.#proof
  }

  /** Findings that count nowhere, by what set them aside. */
  ignored(): readonly (readonly [(typeof ignoring)[number], number])[] {
    return ignoring.flatMap((kind) =>
      this.#ignored[kind] === 0 ? [] : [[kind, this.#ignored[kind]] as const],
    )
  }

  /** Requirements of a profile, in the order of their numbers. */
  requirements(): readonly RequirementCount[] {
    return [...this.#requirements.values()].sort((a, b) => compareTexts(a.code, b.code))
  }

  /** How many of the locations that are left hotshift has a repair for, by what it takes; of some requirements only. */
  offers(isWanted: (code: string) => boolean = () => true): Offers {
    const wanted = [...this.#requirements.values()].filter(({ code }) => isWanted(code))
    const sum = (key: 'safe' | 'supplied' | 'lossy') => wanted.reduce((all, one) => all + one[key], 0)
    const losses = new Map<Loss, number>()
    for (const one of wanted)
      for (const [loss, count] of one.losses) losses.set(loss, (losses.get(loss) ?? 0) + count)
    return { safe: sum('safe'), supplied: sum('supplied'), lossy: sum('lossy'), losses }
  }

  #addReading({ reading, readingBecause: because }: ReportedOutcome): void {
    if (reading === undefined || because === undefined) return
    const key = `${reading} ${because}`
    const known = this.#readings.get(key) ?? { reading, because, files: 0 }
    this.#readings.set(key, { ...known, files: known.files + 1 })
  }

  #addTransforms({ transforms }: ReportedOutcome): void {
    for (const { id, changes } of transforms) {
      const known = this.#transforms.get(id) ?? { id, files: 0, changes: 0 }
      this.#transforms.set(id, { id, files: known.files + 1, changes: known.changes + changes })
    }
  }

  #addFindings({ findings, version }: ReportedOutcome): void {
    const seen = new Set<string>()
    if (findings.length > 0) this.withFindings++
    for (const { code, severity, requirement, fixes = [] } of findings) {
      this.severities[severity]++
      if (fixes.some(({ needsAuthor }) => needsAuthor !== true)) this.fixable++
      else if (fixes.length > 0) this.choices++
      if (requirement !== undefined) {
        this.#addRequirement(code, requirement)
        continue
      }
      const key = `${severity} ${code}`
      const known = this.#findings.get(key) ?? { code, severity, files: 0, places: 0 }
      this.#findings.set(key, {
        ...known,
        files: known.files + (seen.has(key) ? 0 : 1),
        places: known.places + 1,
      })
      seen.add(key)
    }
    if (version !== undefined && seen.has('info other-version')) grow(this.#versions, version)
  }

  #addRequirement(code: string, { keyword, repair, isRepaired, isNew, loses }: RequirementFacts): void {
    const none = {
      code,
      keyword,
      repaired: 0,
      added: 0,
      left: 0,
      safe: 0,
      supplied: 0,
      lossy: 0,
      losses: new Map<Loss, number>(),
    }
    const known = this.#requirements.get(code) ?? none
    this.#requirements.set(code, known)
    if (isNew === true) known.added++
    if (isRepaired === true) known.repaired++
    else known.left++
    if (repair === 'untried') this.untried++
    if (isRepaired === true || !isOffered(repair)) return
    known[repair]++
    if (loses !== undefined) grow(known.losses, loses)
  }

  #addAssumed({ status, assumptions = [] }: ReportedOutcome): void {
    if (status !== 'changed') return
    for (const one of assumptions) {
      const isListed = this.#assumed.size < MOST_ASSUMED || this.#assumed.has(one)
      grow(this.#assumed, isListed ? one : 'other assumptions')
    }
  }

  #addProof({ status, proof, reading, renderings, proofMilliseconds = 0 }: ReportedOutcome): void {
    const count = this.#proof
    count.milliseconds += proofMilliseconds
    if (status === 'blocked') {
      if (proof === 'differs') count.heldDiffering++
      if (proof === 'unproved') count.heldUnproved++
    }
    if (status !== 'changed') return
    if (renderings !== undefined) {
      count.rendered++
      return
    }
    if (proof === 'equal') count.equal++
    if (proof === 'equal' && reading === 'aws') count.equalToAws++
    if (proof === 'corresponds') count.corresponding++
    if (proof === 'unproved') count.unproved++
    if (proof === 'none') count.notCompared++
  }
}
