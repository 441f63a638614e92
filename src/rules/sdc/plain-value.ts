/** Values that Heat reads and SDC does not, in the form that both read. */

import { boolean, integer } from '../../text/document/build.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Node, Scalar } from '../../text/document/node.ts'
import { fits } from './value-types.ts'

/** Numbers of one digit behind zeros: octal for Java, decimal for Heat. */
const leadingZeros = /^0+(\d+)$/

/**
 * The value that Heat makes of it anyway, written so that SDC knows it too; undefined where there is none. JSON becomes
 * the tree that it is, which belongs to a document of its own.
 */
export function plainValue(value: Node, type: string): Node | undefined {
  if (value.kind !== 'scalar' || fits(value, type)) return undefined
  switch (type) {
    case 'number':
      return numberOf(value)
    case 'boolean':
      return booleanOf(value)
    case 'json':
      return jsonOf(value)
    default:
      return undefined
  }
}

function numberOf({ type, value }: Scalar): Node | undefined {
  const digits = type === 'str' ? leadingZeros.exec(value as string)?.[1] : undefined
  const read = Number(digits)
  return digits === undefined || !Number.isSafeInteger(read) ? undefined : integer(read)
}

/** Heat takes the strings, too (heat/engine/parameters.py: BooleanParam). */
function booleanOf({ type, value }: Scalar): Node | undefined {
  if (type !== 'str' || (value !== '0' && value !== '1')) return undefined
  return boolean(value === '1')
}

function jsonOf({ type, value }: Scalar): Node | undefined {
  const text = type === 'str' ? (value as string) : ''
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const reading = readDocument(text)
  return 'problem' in reading ? undefined : reading.document.root
}
