/** The comments of a file, found without the reader that hotshift uses. */

/** A comment, and the code of the line that it stands beside or, on a line of its own, above. */
export interface FoundComment {
  readonly text: string
  readonly owner: string
  /** The keys that the owner stands below, the outermost first, and its own. */
  readonly keys: readonly string[]
}

/** For files whose `#` behind a blank, outside of quotes, always begins a comment. */
export function commentsIn(source: string): readonly FoundComment[] {
  const lines = source.split(/\r?\n/).map(split)
  return lines.flatMap(({ code, comment }, at) => {
    if (comment === undefined) return []
    const below = code !== '' ? at : lines.findIndex((line, index) => index > at && line.code !== '')
    const keys = keysOf(lines.slice(0, below + 1).filter((line) => line.code !== ''))
    // Two on one line are two where one came from elsewhere.
    return comment.split(/ +(?=# )/).map((text) => ({ text, owner: lines[below]?.code ?? '', keys }))
  })
}

/** The keys above the last of some lines, by their indentation, and its own. */
function keysOf(lines: readonly Line[]): readonly string[] {
  const keys: string[] = []
  let indent = Number.POSITIVE_INFINITY
  for (const line of lines.toReversed()) {
    if (line.indent >= indent) continue
    indent = line.indent
    keys.unshift(/^(?:- )?["']?([^"':]+)/.exec(line.code)?.[1] ?? line.code)
  }
  return keys
}

interface Line {
  readonly indent: number
  readonly code: string
  readonly comment: string | undefined
}

function split(line: string): Line {
  const indent = line.search(/\S|$/)
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const one = line[at] ?? ''
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = /[\s[{:,]/.test(line[at - 1] ?? ' ') ? one : ''
    else if (one === '#' && /\s/.test(line[at - 1] ?? ' '))
      return { indent, code: line.slice(0, at).trim(), comment: line.slice(at).trim() }
  }
  return { indent, code: line.trim(), comment: undefined }
}
