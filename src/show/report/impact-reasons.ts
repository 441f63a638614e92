/** Why Heat refuses an update, and what of it is unknown, as lines for people. */

import { type Refusal, type StackImpact, whenText } from '../../meaning/impact/model.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { quantity } from './counts.ts'

/** So many further locations of one reason are named. */
const MOST_LOCATIONS = 3
/** So many things that are unknown are named. */
const MOST_UNKNOWN = 6

/** Each reason once: `new.yaml:4:3  missing-value  … (also in lines 9 and 12)`. */
export function refusalTexts({ refusals }: Pick<StackImpact, 'refusals'>): readonly string[] {
  return reasonsOf(refusals).map((some) => {
    const [first, ...others] = some as [Refusal, ...Refusal[]]
    return `${refusalText(first)}${otherLocations(others)}`
  })
}

/** How many reasons there are, however often each is there. */
export function countOfReasons({ refusals }: Pick<StackImpact, 'refusals'>): number {
  return reasonsOf(refusals).length
}

/** What could not be looked into; of many things the first. */
export function openTexts({ open }: Pick<StackImpact, 'open'>): readonly string[] {
  const more = open.length - MOST_UNKNOWN
  return more > 1 ? [...open.slice(0, MOST_UNKNOWN), `and ${more} more that are unknown`] : open
}

function reasonsOf(refusals: readonly Refusal[]): readonly (readonly Refusal[])[] {
  const groups = groupedBy(refusals, ({ code, message, path, certainty, when }) =>
    JSON.stringify([code, message, path, certainty, when]),
  )
  return [...groups.values()]
}

function refusalText(refusal: Refusal): string {
  const { message, code, path, line, column } = refusal
  const at = path === undefined ? '' : [path, line, column].filter((one) => one !== undefined).join(':')
  const parts = [at, code ?? '', message].filter((one) => one !== '')
  return `${parts.join('  ')}${remarkOn(refusal)}`
}

function remarkOn({ certainty, when, of }: Refusal): string {
  if (of === 'both') return ' (the old template has this too, so your cloud may accept it)'
  if (when !== undefined) return ` (${whenText(when)})`
  return certainty === 'may' ? ' (perhaps)' : ''
}

function otherLocations(others: readonly Refusal[]): string {
  const lines = [...new Set(others.flatMap(({ line }) => (line === undefined ? [] : [line])))]
  if (lines.length === 0) return ''
  const more = lines.length - MOST_LOCATIONS
  if (more > 0) return ` (also in ${quantity(lines.length, 'more line')})`
  const last = lines.pop()
  return lines.length === 0 ? ` (also in line ${last})` : ` (also in lines ${lines.join(', ')} and ${last})`
}
