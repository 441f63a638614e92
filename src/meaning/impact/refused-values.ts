/** Changes that handlers of Heat's classes refuse, by the values before and after. */

import { isList } from '../../heat/values/value.ts'
import { type Term, valueOf } from '../terms/term.ts'
import type { RefusalRule } from './replacement-rules.ts'

/** Whether a change is refused; `may` where the values are not known. */
export function isRefused(when: RefusalRule['when'], before: Term, after: Term): 'sure' | 'may' | 'no' {
  const isKnown = before.isData && after.isData
  const [one, other] = isKnown ? [valueOf(before), valueOf(after)] : [null, null]
  switch (when) {
    case 'smaller':
      if (!isKnown) return 'may'
      return typeof one === 'number' && typeof other === 'number' && other < one ? 'sure' : 'no'
    case 'from-a-value':
      if (!isKnown) return before.isData && valueOf(before) === null ? 'no' : 'may'
      return one !== null && one !== '' && other !== null && other !== '' ? 'sure' : 'no'
    case 'not-within':
      if (!isKnown) return 'may'
      return isList(one) && isList(other) ? areWithin(one.map(String), other.map(String)) : 'may'
  }
}

/** Whether one of some networks is in none of others (`netutils.is_prefix_subset` of heat/common/netutils.py). */
function areWithin(some: readonly string[], others: readonly string[]): 'sure' | 'may' | 'no' {
  const left = some.filter((one) => !others.includes(one))
  if (left.length === 0) return 'no'
  const isIn4 = (text: string) => networkOf(text) !== undefined
  if (![...left, ...others].every(isIn4)) return 'may'
  const isInside = (one: string) => others.some((other) => contains(networkOf(other), networkOf(one)))
  // Several networks may make up one.
  if (left.every(isInside)) return 'no'
  return others.some((other) => left.some((one) => contains(networkOf(one), networkOf(other))))
    ? 'may'
    : 'sure'
}

interface Network {
  readonly address: number
  readonly bits: number
}

/** Of IPv4, as in `10.0.0.0/24`. */
function networkOf(text: string): Network | undefined {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(text)
  if (found === null) return undefined
  const [a = 0, b = 0, c = 0, d = 0, bits = 0] = found.slice(1).map(Number)
  return { address: ((a * 256 + b) * 256 + c) * 256 + d, bits }
}

function contains(outer: Network | undefined, inner: Network | undefined): boolean {
  if (outer === undefined || inner === undefined || outer.bits > inner.bits) return false
  const size = 2 ** (32 - outer.bits)
  return Math.floor(outer.address / size) === Math.floor(inner.address / size)
}
