/** Strings that are made of literals and values. */

/** A part of such a string: a literal, or a value, given as whoever looks at it needs it. */
export type Piece<V> = { readonly text: string } | { readonly value: V }
export type Pieces<V> = readonly Piece<V>[]

/** The values, in order, as often as they occur. */
export function valuesIn<V>(pieces: Pieces<V>): readonly V[] {
  return pieces.flatMap((piece) => ('value' in piece ? [piece.value] : []))
}

/** The string with something for each value. */
export function filled<V>(pieces: Pieces<V>, show: (value: V) => string): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : show(piece.value))).join('')
}
