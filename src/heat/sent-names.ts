/**
 * Names as Heat gets them: clients send templates as JSON, whose keys are strings (heatclient/v1/stacks.py: create).
 */

import { memoized } from '../text/document/attached.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { scalarOf } from '../text/document/read.ts'
import { shownNumber } from './python-numbers.ts'

/** The string that a key is sent as: `true` for `on`, `1` for 1; undefined for what is no scalar. */
export function sentName({ key }: Pick<Entry, 'key'>): string | undefined {
  return sentText(key)
}

/** A scalar as JSON has it, without the quotes of a string; undefined for what is no scalar. */
export function sentText(node: Node): string | undefined {
  const scalar = scalarOf(node)
  if (scalar === undefined) return undefined
  switch (scalar.type) {
    case 'null':
      return 'null'
    case 'float':
      return shownNumber(scalar)
    default:
      return String(scalar.value)
  }
}

/** The values of a mapping by the names that are sent; of several with one name the last counts. */
export const sentEntries = memoized((map: Mapping): ReadonlyMap<string, Node> => {
  const found = new Map<string, Node>()
  for (const one of map.entries) {
    const name = sentName(one)
    if (name !== undefined) found.set(name, one.value)
  }
  return found
})
