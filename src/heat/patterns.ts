/** Python's regular expressions, as far as JavaScript can stand in for them. */

/** Whether a text matches from its start, and its whole length: undefined where JavaScript reads the pattern otherwise. */
export function matchesWhole(pattern: string, text: string): boolean | undefined {
  const expression = compiled(pattern, 'uy')
  // `re.match` takes the first alternative that fits, and its end is compared with that of the text.
  return expression === undefined ? undefined : (expression.exec(text)?.[0].length ?? -1) === text.length
}

/** Whether Python certainly refuses a pattern; what only JavaScript refuses is none of our business. */
export function isBroken(pattern: string): boolean {
  if (/\(\?|[*+?}]\+|\\[AZzpP]/.test(pattern)) return false
  return compiled(pattern, 'u') === undefined && compiled(pattern, '') === undefined
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return undefined
  }
}
