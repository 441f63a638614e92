/**
 * The mistake that most likely made a source unreadable, where the lines above show it: the error that a reader reports
 * is often only its consequence.
 */

/** How many lines above are examined, and how much of each. */
const LINES = 50
const WIDTH = 500

interface Line {
  readonly number: number
  readonly text: string
}

/** The lines above an offset, the nearest first, without blank ones. */
function linesAbove(text: string, offset: number): readonly Line[] {
  const lines: Line[] = []
  let number = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) number += 1
  let end = text.lastIndexOf('\n', offset - 1)
  while (end > 0 && lines.length < LINES) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    number -= 1
    const line = text.slice(start, Math.min(end, start + WIDTH)).trimEnd()
    if (line.trim() !== '') lines.push({ number, text: line })
    end = start - 1
  }
  return lines
}

const indentOf = (line: string) => line.length - line.trimStart().length
const isComment = (line: string) => line.trimStart().startsWith('#')

/**
 * Why a line that is no key fits nowhere: the block string or plain scalar that it was meant to continue has ended
 * before it. The predicate of a sentence; undefined where no such reason is found.
 *
 * @param offset where the content of the line begins
 */
export function causeAbove(text: string, offset: number): string | undefined {
  const end = text.indexOf('\n', offset)
  const own = text.slice(offset, Math.min(end === -1 ? text.length : end, offset + WIDTH))
  if (/:(?:\s|$)/.test(own)) return undefined
  const above = linesAbove(text, offset)
  const opener = above.find(({ text: line }) => !isComment(line))
  if (opener === undefined) return undefined
  const indent = offset - (text.lastIndexOf('\n', offset - 1) + 1)
  return openedBlock(opener, indent) ?? wordBeforeBlock(opener) ?? endedByComment(above, indent)
}

/** `key: |`, and the lines after it are not indented further. */
function openedBlock({ number, text }: Line, indent: number): string | undefined {
  const header = /(?::|-|![^\s]{1,100}) ([|>][-+\d]{0,2})$/.exec(text)?.[1]
  if (header === undefined || indent > indentOf(text)) return undefined
  return `the string that "${header}" in line ${number} begins has to be indented more than its key`
}

/** `key: Sub |`: a plain string, not a block. */
function wordBeforeBlock({ number, text }: Line): string | undefined {
  const [, word, header] = /(?:: |- )(\w{1,40}) ([|>][-+\d]{0,2})$/.exec(text) ?? []
  if (word === undefined) return undefined
  return `"${word} ${header}" in line ${number} is a plain string; a block begins behind a key or a tag, as in "!${word} ${header}"`
}

/** A plain string over several lines ends at a comment. */
function endedByComment([nearest]: readonly Line[], indent: number): string | undefined {
  if (nearest === undefined || indent === 0) return undefined
  const isEnded = isComment(nearest.text) || /\s#/.test(nearest.text)
  return isEnded
    ? `the comment in line ${nearest.number} ended the string before it; quote the string, or begin it with "|"`
    : undefined
}

/**
 * Why a ":" belongs to no key: the key before it follows another one on its line (`Value: Other: [a]`). Undefined where
 * it looks like part of a string.
 */
export function causeBefore(text: string, colon: number): string | undefined {
  const start = text.lastIndexOf('\n', colon - 1) + 1
  const line = text.slice(Math.max(start, colon - WIDTH), colon)
  const [, key, inner] = /^\s*(?:- )?([^\s#'"{}[\]]{1,100}): +([^\s#'"{}[\]]{1,100})$/.exec(line) ?? []
  if (key === undefined) return undefined
  return `a mapping cannot begin after "${key}:" on the same line; write "${inner}:" on the next one, indented, or put it in braces; or quote the value if it is a string`
}
