/** Numbers for names that have none, beside those that have one and keep it. */
import type { NameParts } from './pattern.ts'

/** The number at a position, from 0, among those from 0 that nothing has. */
export function freeIndex(isTaken: (index: number) => boolean, position = 0): number {
  for (let index = 0, free = 0; ; index += 1) {
    if (isTaken(index)) continue
    if (free === position) return index
    free += 1
  }
}

/** The index of one of those without a number, which are counted in their order; none for what is not among them. */
export function indexAmong<One>(
  one: One,
  unnumbered: readonly One[],
  used: readonly (number | undefined)[],
): Pick<NameParts, 'index'> {
  const position = unnumbered.indexOf(one)
  return position < 0 ? {} : { index: freeIndex((index) => used.includes(index), position) }
}
