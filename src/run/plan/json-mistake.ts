/** What is wrong with a string that is to be JSON, and where: `JSON.parse` says the one, and the other only for some mistakes. */

/** Lines and columns from 1. */
export interface JsonMistake {
  readonly message: string
  readonly line: number
  readonly column: number
}

/**
 * @param text a source that `JSON.parse` refuses
 * @param error what it threw
 */
export function jsonMistake(text: string, error: unknown): JsonMistake {
  const message = error instanceof Error ? error.message : String(error)
  const offset = statedIn(message) ?? longestBeginning(text)
  const above = text.slice(0, offset).split(/\r\n?|\n/)
  return { message: message.replace(stated, ''), line: above.length, column: (above.at(-1)?.length ?? 0) + 1 }
}

const stated = / at position (\d+).*$/s

function statedIn(message: string): number | undefined {
  const [, position] = stated.exec(message) ?? []
  return position === undefined ? undefined : Number(position)
}

/** How many characters JSON may begin with: all longer beginnings are wrong, too. */
function longestBeginning(text: string): number {
  let [fits, wrong] = [0, text.length + 1]
  while (wrong - fits > 1) {
    const middle = Math.floor((fits + wrong) / 2)
    if (mayGoOn(text.slice(0, middle))) fits = middle
    else wrong = middle
  }
  return fits
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    const message = String(error)
    return /Unexpected end|Unterminated string/.test(message) || statedIn(message) === beginning.length
  }
}
