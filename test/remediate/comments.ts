/** The comments of a file, found without the reader that hotshift uses. */

/** A comment, and the code of the line that it stands beside or, on a line of its own, above. */
export interface FoundComment {
  readonly text: string
  readonly owner: string
}

/** For files whose `#` behind a blank, outside of quotes, always begins a comment. */
export function commentsIn(source: string): readonly FoundComment[] {
  const lines = source.split(/\r?\n/).map(split)
  return lines.flatMap(({ code, comment }, at) => {
    if (comment === undefined) return []
    const owner = code !== '' ? code : (lines.slice(at + 1).find((line) => line.code !== '')?.code ?? '')
    return [{ text: comment, owner }]
  })
}

function split(line: string): { readonly code: string; readonly comment: string | undefined } {
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const one = line[at] ?? ''
    if (quote !== '') quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = /[\s[{:,]/.test(line[at - 1] ?? ' ') ? one : ''
    else if (one === '#' && /\s/.test(line[at - 1] ?? ' '))
      return { code: line.slice(0, at).trim(), comment: line.slice(at).trim() }
  }
  return { code: line.trim(), comment: undefined }
}
