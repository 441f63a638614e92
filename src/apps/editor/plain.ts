/** Values in few characters. */

import { hiddenValue, isHidden } from '../../heat/parameters.ts'
import { plainData } from '../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'

export { mapOf } from '../../text/document/read.ts'

const MOST_SHOWN = 200

/** A value on one line, cut where it is long; no backquotes, which would end what shows it. */
export function plainText(node: Node): string {
  const data = plainData(node)
  const text =
    typeof data === 'string'
      ? data
      : JSON.stringify(data, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  const line = (text ?? '').replaceAll('`', "'").replace(/\s+/g, ' ').trim()
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}...` : line
}

/** What an entry of a parameter's declaration holds, for people: of a hidden one, only that it has a default. */
export function shownEntry(declaration: Mapping | undefined, entry: Entry): string {
  return isHidden(declaration) && /^default$/i.test(nameOf(entry) ?? '')
    ? hiddenValue
    : plainText(entry.value)
}
