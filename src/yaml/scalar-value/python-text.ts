import type { ScalarType, ScalarValue } from '../node.ts'

/**
 * Python's `repr` of a float: the shortest digits that read back, like JavaScript's, but with an
 * exponent from 1e16 and below 1e-4, at least two exponent digits, and `.0` on whole numbers.
 * Source: CPython `float_repr_style` 'short', Python/pystrtod.c.
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  if (size >= 1e16 || size < 1e-4) {
    return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2')
  }
  // JavaScript leaves the exponent out between 1e-6 and 1e21.
  const plain = String(value)
  return plain.includes('.') ? plain : `${plain}.0`
}

/**
 * What Python's `str()` gives for a loaded value (`True`, `None`, `1.5`, `1e+16`): the way in which
 * Heat turns values into text, for example in `list_join` or for parameters of type string.
 */
export function pythonText(type: ScalarType, value: ScalarValue): string {
  switch (type) {
    case 'null':
      return 'None'
    case 'bool':
      return value === true ? 'True' : 'False'
    case 'float':
      return pythonFloat(Number(value))
    case 'int':
    case 'str':
      return String(value)
  }
}
