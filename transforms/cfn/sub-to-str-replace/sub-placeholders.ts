/** Placeholders that stand for the variables of `Fn::Sub`. */
import type { SubPiece } from '../../../src/heat/functions/literals.ts'
import { numbered, plainName, strReplace } from '../placeholders.ts'

/** The names of the variables, in the order of their first use. */
export function variablesOf(pieces: readonly SubPiece[]): readonly string[] {
  return [...new Set(pieces.flatMap((piece) => ('name' in piece ? [piece.name] : [])))]
}

/** The text with something in the place of each variable. */
export function filledSub(pieces: readonly SubPiece[], variable: (name: string) => string): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : variable(piece.name))).join('')
}

/**
 * A placeholder for each variable with which `str_replace` gives just the text that is meant:
 * `${name}` as it stands there, and `__name__` where `${!name}` has made the same text elsewhere.
 * @param others names for which a placeholder is wanted although the text has none
 */
export function subPlaceholders(
  pieces: readonly SubPiece[],
  others: readonly string[],
): ReadonlyMap<string, string> {
  const names = [...variablesOf(pieces), ...others]
  const literal = pieces.map((piece) => ('text' in piece ? piece.text : '\0')).join('')
  // Literal text may make a placeholder together with one beside it; then all get others.
  for (let number = 0; ; number += 1) {
    const chosen = chosenFrom(number, names, literal)
    const marks = new Map([...chosen].map(([name, placeholder]) => [placeholder, `\0${name}\0`]))
    const template = filledSub(pieces, (name) => chosen.get(name) ?? '')
    const meant = filledSub(pieces, (name) => `\0${name}\0`)
    if (strReplace(template, marks) === meant) return chosen
  }
}

function chosenFrom(first: number, names: readonly string[], literal: string): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const chosen = new Map<string, string>()
  for (const name of names) {
    let number = first
    const placeholder = () => (number === 0 ? `\${${name}}` : numbered(plainName(name), number))
    while (taken.has(placeholder()) || literal.includes(placeholder())) number += 1
    taken.add(placeholder())
    chosen.set(name, placeholder())
  }
  return chosen
}
