/**
 * Writing scalars that did not exist before, so that Heat's loader (PyYAML with LibYAML) and YAML 1.2
 * readers take exactly that text for the scalar.
 */
import type { Scalar } from './node.ts'
import { refuseLoneSurrogate, UnwritableScalar } from './scalar-text/characters.ts'
import { staysPlain } from './scalar-text/plain.ts'
import type { Quote } from './scalar-text/quotes.ts'
import { quoted } from './scalar-text/quotes.ts'
import { pythonText } from './scalar-value.ts'

export { type BlockLiteral, blockLiteral } from './scalar-text/block-literal.ts'
export { UnwritableScalar } from './scalar-text/characters.ts'
export type { Quote } from './scalar-text/quotes.ts'

export interface ScalarTextOptions {
  /** Whether the scalar stands inside `[ ]` or `{ }`. */
  readonly in: 'block' | 'flow'
  /** Keys and values ask for the same quotes; the length of a key is `fitsSimpleKey`'s concern. */
  readonly as: 'key' | 'value'
  /** The quotes to use when some are needed. */
  readonly quote: Quote
  /** Quotes a text that needs none, for example because its siblings are quoted. */
  readonly force?: boolean
}

/** Like Python's own text of a float, but with the point that YAML 1.1 asks for. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  const text = pythonText('float', value)
  return text.includes('.') ? text : text.replace('e', '.0e')
}

/**
 * A scalar on one line. A text stays without quotes when, and only when, PyYAML then reads just this text
 * and a YAML 1.2 reader finds its end in the same place (that one may take `1e3` for a number; Heat does not).
 * Numbers, booleans and null are written so that PyYAML reads the same type and value.
 *
 * @throws UnwritableScalar for a text with half of a surrogate pair (`lone-surrogate`)
 */
export function scalarText(scalar: Pick<Scalar, 'type' | 'value'>, options: ScalarTextOptions): string {
  switch (scalar.type) {
    case 'null':
      return 'null'
    case 'bool':
      return scalar.value === true ? 'true' : 'false'
    case 'int':
      return integerText(scalar.value)
    case 'float':
      return floatText(Number(scalar.value))
    case 'str':
      return textOf(String(scalar.value), options)
  }
}

function integerText(value: Scalar['value']): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isInteger(value)) return String(BigInt(value))
  throw new UnwritableScalar('no-integer', `${String(value)} is no integer`)
}

function textOf(text: string, options: ScalarTextOptions): string {
  refuseLoneSurrogate(text)
  if (options.force !== true && staysPlain(text, options.in)) return text
  return quoted(text, options.quote)
}

/** LibYAML and npm `yaml` look no further than this for the colon that makes a text a key. */
const simpleKeyLength = 1024

/**
 * Whether a written key (quotes, anchor and tag included) can stand before its colon as it is; a longer one, or
 * one with a line break, needs the `? ` form. YAML 1.1 section 9.1.3 (simple keys).
 */
export function fitsSimpleKey(text: string): boolean {
  return text.length <= simpleKeyLength && !text.includes('\n')
}
