/**
 * Names as one phrase of a message: `a`, `a and b`, `a, b and c`, and of more than so many `a, b, c and 7 more`.
 * @param last what stands before the last of few
 */
export function listed(
  names: readonly string[],
  last: ' and ' | ' or ' | ', ',
  most: number = names.length,
): string {
  const more = names.length - most
  if (more > 0) return `${names.slice(0, most).join(', ')} and ${more} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`
}

/** A word or a phrase that begins with a capital, as a title or a sentence does. */
export function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
