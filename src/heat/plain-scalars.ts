/** Plain scalars that YAML 1.1 reads as something else than they look like (PyYAML's resolver). */

import type { Scalar } from '../text/document/node.ts'
import { shownNumber } from './python-numbers.ts'

/** What a scalar looks like, and what it is read as. */
interface Misread {
  readonly kind: 'octal' | 'base 60' | 'underscore' | 'base' | 'fraction' | 'word'
  /** The end of a sentence that begins with the source text. */
  readonly reading: string
  /** What a string made of it would be. */
  readonly asString: string
}

/** @param source the source of the scalar; undefined for what is read as it looks */
export function misreadOf(scalar: Scalar, source: string): Misread | undefined {
  if (scalar.style !== 'plain') return undefined
  if (scalar.type === 'bool') {
    if (/^(?:true|false)$/i.test(source)) return undefined
    return {
      kind: 'word',
      reading: String(scalar.value),
      asString: scalar.value ? 'True' : 'False',
    }
  }
  if (scalar.type !== 'int' && scalar.type !== 'float') return undefined
  const asString = shownNumber(scalar)
  const kind = kindOf(scalar, source, asString)
  return kind && { kind, reading: `${readings[kind]} ${asString}`, asString }
}

const readings: Readonly<Record<Exclude<Misread['kind'], 'word'>, string>> = {
  octal: 'the octal number',
  'base 60': 'the base-60 number',
  underscore: 'the number',
  base: 'the number',
  fraction: 'the number',
}

function kindOf(
  { type }: Scalar,
  source: string,
  asString: string,
): Exclude<Misread['kind'], 'word'> | undefined {
  if (source.includes(':')) return 'base 60'
  if (source.includes('_')) return 'underscore'
  if (/^[-+]?0[xb]/i.test(source)) return 'base'
  if (type === 'int') return /^[-+]?0\d/.test(source) ? 'octal' : undefined
  return /^[-+]?\d+\.\d+$/.test(source) && source.replace(/^\+/, '') !== asString ? 'fraction' : undefined
}
