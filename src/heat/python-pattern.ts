/**
 * Regular expressions of templates, matched without backtracking: the time is linear in the length of the string for
 * any pattern.
 */

/** Loaded for the first pattern: most runs have none. */
let engine: typeof import('re2js') | undefined

type Compiled = { readonly lengthAt: (text: string) => number | undefined }

const compiled = new Map<string, Compiled | undefined>()

/** Longer ones are not tried. */
const longest = 100_000

/**
 * Whether a string matches a pattern of Python's from its start, and its whole length (`re.match` takes the first
 * alternative that fits, and Heat compares its end with that of the string: heat/engine/constraints.py,
 * AllowedPattern). Undefined where the engine does not read the pattern: look-around and back references.
 */
export function matchesWhole(pattern: string, text: string): boolean | undefined {
  if (text.length > longest) return undefined
  const expression = expressionOf(pattern)
  return expression === undefined ? undefined : expression.lengthAt(text) === text.length
}

function expressionOf(pattern: string): Compiled | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  if (compiled.size > 1000) compiled.clear()
  const made = compile(pattern)
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): Compiled | undefined {
  engine ??= require('re2js') as typeof import('re2js')
  try {
    const expression = engine.RE2JS.compile(pattern)
    return {
      lengthAt(text) {
        const matcher = expression.matcher(text)
        return matcher.lookingAt() ? matcher.end() : undefined
      },
    }
  } catch {
    // Patterns that the engine refuses are not decided here; `isBroken` checks whether Python refuses them.
    return undefined
  }
}
