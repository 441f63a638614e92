/** What is wrong with a text that is to be JSON, and where: `JSON.parse` says the one, and the other only for some mistakes. */
import { LineIndex } from '../../yaml/position.ts'

/** Lines and columns from 1. */
export interface JsonMistake {
  readonly message: string
  readonly line: number
  readonly column: number
}

/**
 * @param text that `JSON.parse` refuses
 * @param error what it threw
 */
export function jsonMistake(text: string, error: unknown): JsonMistake {
  const message = error instanceof Error ? error.message : String(error)
  const offset = statedIn(message) ?? longestBeginning(text)
  return { message: message.replace(stated, ''), ...new LineIndex(text).position(offset) }
}

const stated = / at position (\d+).*$/s

function statedIn(message: string): number | undefined {
  const [, position] = stated.exec(message) ?? []
  return position === undefined ? undefined : Number(position)
}

/** So many characters something that is JSON may begin with: whatever begins longer than that is wrong, too. */
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
