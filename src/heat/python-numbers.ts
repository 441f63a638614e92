/** Numbers as Python writes them. */

import type { Scalar } from '../text/document/node.ts'

/** `str` of an integer or a float that was read. */
export function shownNumber({ type, value }: Pick<Scalar, 'type' | 'value'>): string {
  const number = Number(value)
  return type === 'float' && Number.isInteger(number) && Math.abs(number) < 1e16
    ? `${number}.0`
    : String(value)
}
