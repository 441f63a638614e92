/** Makes the fixes of findings: what `check --fix` and the fixes of an editor have in common is in fixes.ts. */

import { isTemplateReference } from '../../heat/resource-types.ts'
import type { FileInput } from '../../stack/load.ts'
import { isNamedAsTemplate } from '../../stack/source-file.ts'
import type { Range } from '../../text/document/node.ts'
import type { Engine } from '../engine-contract.ts'
import { changed } from '../file-outcome.ts'
import { followUnloadable, nameUnloadable } from '../names/rename-unloadable.ts'
import { type FileOutcome, type LocatedFinding, outcomesOf } from '../outcome.ts'
import { verify } from '../proof/verify.ts'
import { type Finding, type Fix, sameAt, sameIn } from './finding.ts'
import { applied, areRepaired, asFixed, type Edit, overlap, rangeBefore, shifted } from './fixes.ts'

/**
 * `safe`: where Heat refuses the file for what is fixed, or the result is proved to mean the same. `all`: also what changes
 * the meaning, or needs a decision of the author.
 */
export type FixExtent = 'safe' | 'all'

export interface FixerOptions {
  /** Changes nothing. */
  readonly checker: Engine
  readonly extent: FixExtent
  /** What the user says of findings: those that are set aside are not fixed. */
  readonly revise?: (outcome: FileOutcome) => FileOutcome
}

/** So often what came up by fixes is fixed, too. */
const MOST_ROUNDS = 20
/** So many fixes are tried at once. */
const MOST_AT_ONCE = 1000
/** So often a file is checked anew: most fixes do what they say, and one check is enough for all of them. */
const MOST_CHECKS = 500

/** An engine that applies the fixes of the findings in each file; the findings it returns are those of the result. */
export function createFixer(options: FixerOptions): Engine {
  return {
    run: (input) => fixedFile(input, options).outcome,
    givesName: (path) => isNamedAsTemplate(path) && !isTemplateReference(path),
    nameFiles: nameUnloadable,
    followRenames: followUnloadable,
  }
}

/** What became of a file, and where a finding in the result stands in what was read. */
export interface FixedFile {
  readonly outcome: FileOutcome
  readonly asRead: <One extends Finding>(finding: One) => One
}

/** Applies the fixes of the findings in one file. */
export function fixedFile(input: FileInput, options: FixerOptions): FixedFile {
  const first = stateOf(input.path, input.bytes, options)
  const { outcome } = first
  // What cannot be read has no fixes.
  if (outcome.status !== 'unchanged' || outcome.before === undefined)
    return { outcome, asRead: (finding) => finding }
  const fixing = new Fixing(input, first, outcome.before, options)
  return { outcome: fixing.outcome(), asRead: (finding) => fixing.asRead(finding) }
}

/** A source with its findings. */
interface State {
  /** As it counts for the user. */
  readonly outcome: FileOutcome
  /** All that is found, whatever counts. */
  readonly findings: readonly LocatedFinding[]
  /** What of that Heat refuses. */
  readonly refused: ReadonlySet<string>
}

/** What Heat refuses, and what it reads. */
type Stage = 'refused' | 'read'

/** A fix that may be made, for what it is about: several findings may want the same one. */
interface Candidate {
  readonly fix: Fix
  readonly findings: LocatedFinding[]
  /** The same, where they stand in the file as it was read. */
  readonly asRead: LocatedFinding[]
}

function stateOf(path: string, bytes: Uint8Array, { checker, revise }: FixerOptions): State {
  const [own] = outcomesOf(checker.run({ path, bytes }))
  if (own === undefined) throw new Error(`nothing was found out about ${path}`)
  const { findings } = own
  const errors = findings.filter(({ severity }) => severity === 'error')
  return { outcome: revise?.(own) ?? own, findings, refused: new Set(errors.map(locationKey)) }
}

function locationKey(finding: Finding): string {
  return sameAt(finding) ?? finding.code
}

/** One file on its way. */
class Fixing {
  readonly #input: FileInput
  readonly #first: FileOutcome
  /** Whether Heat takes the file as it was: there is something to be equal to. */
  readonly #isRead: boolean
  readonly #before: string
  readonly #options: FixerOptions
  readonly #encoder = new TextEncoder()
  /** What was tried in vain, by what it is to fix and how. */
  readonly #failed = new Set<string>()
  /** What was made at once, in the order of making. */
  readonly #steps: (readonly Edit[])[] = []
  readonly #fixed: LocatedFinding[] = []
  #state: State
  #text: string
  #checks = 0

  constructor(input: FileInput, first: State, text: string, options: FixerOptions) {
    this.#input = input
    this.#first = first.outcome
    this.#isRead = first.refused.size === 0
    this.#before = text
    this.#options = options
    this.#state = first
    this.#text = text
  }

  outcome(): FileOutcome {
    // What is refused means nothing yet: what the rest means can be asked when that is done.
    this.#settle('refused')
    this.#settle('read')
    if (this.#text === this.#before) return this.#first
    const { kind, findings, ignored = [] } = this.#state.outcome
    return changed(
      this.#input.path,
      kind,
      { after: this.#text, asRead: this.#first.findings },
      {
        before: this.#before,
        findings: [...this.#fixed, ...findings.map((one) => this.asRead(one))],
        ignored: ignored.map((one) => this.asRead(one)),
        proof: this.#isRead && this.#isEqual(this.#before, this.#text) ? 'equal' : 'none',
      },
    )
  }

  #settle(stage: Stage): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const candidates = this.#candidates(stage)
      if (candidates.length === 0) return
      this.#make(candidates, [], stage)
    }
  }

  /** At most one fix of each finding, none of which touches another one: those that do wait for the next round. */
  #candidates(stage: Stage): readonly Candidate[] {
    const chosen = new Map<string, Candidate>()
    for (const finding of this.#state.outcome.findings) {
      if (this.#state.refused.has(locationKey(finding)) !== (stage === 'refused')) continue
      const fix = finding.fixes?.find((one) => this.#isOffered(finding, one))
      if (fix === undefined) continue
      const key = JSON.stringify(fix.edits)
      const same = chosen.get(key)
      if (same !== undefined) {
        same.findings.push(finding)
        same.asRead.push(this.asRead(finding))
        continue
      }
      if (
        chosen.size >= MOST_AT_ONCE ||
        [...chosen.values()].some((one) => overlap(one.fix.edits, fix.edits))
      )
        continue
      chosen.set(key, { fix, findings: [finding], asRead: [this.asRead(finding)] })
    }
    return [...chosen.values()]
  }

  #isOffered(finding: Finding, fix: Fix): boolean {
    const isLeftToAuthor = fix.needsAuthor === true && this.#options.extent === 'safe'
    return !isLeftToAuthor && !this.#failed.has(fixKey(finding, fix))
  }

  /**
   * Applies all candidates or, where one of them does not have the announced effect, bisects them.
   * @param made the edits of this round so far, against the source at its beginning; applied ones are appended
   */
  #make(candidates: readonly Candidate[], made: Edit[], stage: Stage): void {
    if (this.#try(candidates, made, stage)) return
    const [only] = candidates
    if (candidates.length > 1) {
      const middle = Math.ceil(candidates.length / 2)
      this.#make(candidates.slice(0, middle), made, stage)
      this.#make(candidates.slice(middle), made, stage)
    } else if (only !== undefined && made.length === 0) {
      // What was made before it in this round may be why: two sections with a parameter each are none.
      for (const finding of only.findings) this.#failed.add(fixKey(finding, only.fix))
    }
  }

  #try(candidates: readonly Candidate[], made: Edit[], stage: Stage): boolean {
    if (this.#checks++ >= MOST_CHECKS) return false
    const own = candidates.flatMap(({ fix }) => fix.edits)
    const edits = shifted(own, made)
    const text = applied(this.#text, edits)
    const state = stateOf(this.#input.path, this.#encoder.encode(text), this.#options)
    const repaired = candidates.flatMap(({ findings }) => findings)
    if (!areRepaired(repaired, this.#state.findings, state.findings)) return false
    if (stage === 'read' && this.#options.extent === 'safe' && !this.#meansTheSame(text)) return false
    for (const { asRead, fix } of candidates)
      for (const finding of asRead) this.#fixed.push(asFixed(finding, fix))
    made.push(...own)
    this.#steps.push(edits)
    this.#state = state
    this.#text = text
    return true
  }

  /** What Heat refuses for something else means nothing, and is no proof of anything. */
  #meansTheSame(after: string): boolean {
    return this.#state.refused.size === 0 && this.#isEqual(this.#text, after)
  }

  #isEqual(before: string, after: string): boolean {
    const side = (text: string) => ({ path: this.#input.path, bytes: this.#encoder.encode(text) })
    const compared = verify(side(before), side(after))
    return 'verdict' in compared && compared.verdict.verdict === 'equal'
  }

  /** Located in the file as it was read, as in all that rewrites. */
  asRead<One extends Finding>(finding: One): One {
    const { range, related } = finding
    if (range === undefined) return finding
    const before = (at: Range) => this.#steps.reduceRight((one, edits) => rangeBefore(one, edits), at)
    const there = related?.map((one) =>
      one.range === undefined ? one : { ...one, range: before(one.range) },
    )
    return { ...finding, range: before(range), ...(there === undefined ? {} : { related: there }) }
  }
}

function fixKey(finding: Finding, { title }: Fix): string {
  return `${sameIn(finding)} ${title}`
}
