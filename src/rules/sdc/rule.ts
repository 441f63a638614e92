/** A rule of SDC: what it finds in a package. */

import type { About } from '../../heat/about.ts'
import { type Entry, type Node, type Range, rangeOf } from '../../text/document/node.ts'
import type { OwnViewRule } from '../rule.ts'
import type { CheckId } from './checks.ts'
import type { SdcPackage } from './sdc-package.ts'

export interface SdcFound {
  readonly check: CheckId
  readonly path: string
  /** Undefined for the file as a whole. */
  readonly range: Range | undefined
  /** One line, without a full stop. */
  readonly message: string
  readonly remedy: SdcRemedy
  /** Whether nothing is wrong with the package: SDC's check is. */
  readonly isOwnFault?: boolean
  /** Under which names SDC reports the same again. */
  readonly also?: readonly CheckId[]
  /** Which of several, where a check finds several things at one location. */
  readonly item?: string
}

/** What a rule found, with what that is about. */
export interface SdcLocated extends SdcFound {
  readonly about: About
}

/** What can be done: `does` is what a repair does about it, a clause without subject. */
export type SdcRemedy =
  | { readonly kind: 'by-hand'; readonly advice: string }
  | { readonly kind: 'repaired'; readonly by: SdcRepairName; readonly does: string }

/** What is repaired: each by one of `repairs/`, and the manifest by writing it anew. */
export type SdcRepairName =
  | 'duplicates'
  | 'file names'
  | 'nested types'
  | 'sections'
  | 'properties'
  | 'values'
  | 'addresses'
  | 'manifest'

export interface SdcRule extends OwnViewRule<SdcPackage, SdcReport> {
  /** All that `find` may report. */
  readonly checks: readonly CheckId[]
}

export type SdcReport = (found: SdcFound) => void

export function byHand(advice: string): SdcRemedy {
  return { kind: 'by-hand', advice }
}

export function repairedBy(by: SdcRepairName, does: string): SdcRemedy {
  return { kind: 'repaired', by, does }
}

/** Where something stands in a file. */
export function placed(path: string, at: Node | Entry | undefined): Pick<SdcFound, 'path' | 'range'> {
  return { path, range: at === undefined ? undefined : rangeOf(at) }
}
