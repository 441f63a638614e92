import { parseDocument } from 'yaml'

/** Beyond this an answer is not worth its time. */
const longest = 1_000_000

/**
 * Whether the npm package `yaml`, a YAML 1.2 reader like most tools, reads a text that Heat's loader
 * refuses: an author whose other tools accept a file should hear that it is Heat that does not.
 */
export function othersRead(text: string): boolean {
  if (text.length > longest) return false
  const known = answers.get(text)
  if (known !== undefined) return known
  const answer = isReadByOthers(text)
  if (text.length <= longestKept) {
    if (answers.size === mostKept) answers.clear()
    answers.set(text, answer)
  }
  return answer
}

/** A run loads a file more than once, and asks each time. */
const answers = new Map<string, boolean>()
const mostKept = 64
const longestKept = 16_384

function isReadByOthers(text: string): boolean {
  try {
    // Nobody reads its messages, and to make them costs as much again for each as the line is long.
    const options = { uniqueKeys: false, logLevel: 'silent', prettyErrors: false } as const
    return parseDocument(text, options).errors.length === 0
  } catch {
    return false
  }
}
