/** The fact file of this folder, typed: it is the source of truth, and says where it is from. */
import type { RequirementsRelease } from '../releases.ts'
import facts from './requirements.json' with { type: 'json' }

/** As the requirements word it (RFC 2119). */
type Keyword = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'MAY NOT'

/** The files one has to look at; `package` for several. */
type Scope = 'template' | 'env' | 'nested' | 'package'

/** What can be done about a violation in the best case; `none` where there is nothing to repair. */
type BestRepair = 'safe' | 'supplied' | 'lossy' | 'by-hand' | 'none'

/** One requirement of ONAP for Heat packages. */
export interface RequirementEntry {
  readonly keyword: Keyword
  /** The requirement in our words; the published wording is authoritative. */
  readonly rule: string
  readonly scope: Scope
  /** Page and section of ONAP's VNF and PNF Requirements. */
  readonly section: string
  /** Whether a violation can be decided from the files alone. */
  readonly detectable: boolean
  readonly repair: BestRepair
  /** The release that first had it; undefined where it is older than all that say so. */
  readonly introduced?: RequirementsRelease
  /** The release that last changed its wording. */
  readonly updated?: RequirementsRelease
  /** Which of ONAP's own validation scripts tests it, and the category that has to be asked for; most have none. */
  readonly vvp?: string
}

/** A package that does not meet a requirement, and the files of it that change until it does, by their names. */
export interface RequirementExample {
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
  /** Files that it has no longer. */
  readonly removed?: readonly string[]
  /** Which repair of `hotshift remediate` makes the one of the other, or that you do. */
  readonly by: 'safe' | 'lossy' | 'hand'
}

/** The number of a requirement that is in force. */
export type RequirementId = keyof typeof facts.requirements

/** Where the published wording stands, by the chapter that a section begins with. */
export const requirementPages: {
  readonly root: string
  readonly paths: Readonly<Record<string, string>>
} = facts.pages

/** The requirements by number, in the order of their numbers. */
export const requirementTable = facts.requirements as Readonly<Record<RequirementId, RequirementEntry>>
