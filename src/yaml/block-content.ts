/** The text of a block scalar: indentation, folding and chomping of YAML 1.1 section 9.2 and 9.3, as LibYAML does them. */

export interface BlockContent {
  readonly content: string
  /** Whether the end of the file cuts it off: there is a text and no line break behind it. */
  readonly cutOff: boolean
}

/**
 * @param start offset of the header
 * @param end behind the last line of the scalar, its line break left out
 * @param column where the text begins in its lines
 */
export function blockContent(text: string, start: number, end: number, column: number): BlockContent {
  const headerEnd = text.indexOf('\n', start)
  const header = text.slice(start, start + 3)
  if (headerEnd === -1 || end <= headerEnd) return { content: '', cutOff: false }
  const cutOff = end === text.length
  const lines = text
    .slice(headerEnd + 1, end)
    .split(/\r?\n/)
    .map((line) => line.slice(column))
  let trailing = 0
  while (trailing < lines.length && lines[lines.length - 1 - trailing] === '') trailing += 1
  const said = lines.slice(0, lines.length - trailing)
  const body = header.charAt(0) === '>' ? fold(said) : said.join('\n')
  return { content: body + finalBreaks(header, said.length > 0, trailing, cutOff), cutOff }
}

function finalBreaks(header: string, hasText: boolean, trailing: number, cutOff: boolean): string {
  const sign = /^.[1-9]?([-+])/.exec(header)?.[1]
  if (sign === '-') return ''
  // A line break that is not there cannot be kept: LibYAML's value then ends without one.
  const breaks = trailing + (hasText ? 1 : 0) - (cutOff ? 1 : 0)
  if (sign === '+') return '\n'.repeat(breaks)
  return hasText && breaks > 0 ? '\n' : ''
}

const startsBlank = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t')

/** PyYAML `scan_block_scalar`: breaks fold only between two lines that do not start with a blank. */
function fold(lines: readonly string[]): string {
  const pieces: string[] = []
  let index = 0
  while (index < lines.length && lines[index] === '') {
    pieces.push('\n')
    index += 1
  }
  while (index < lines.length) {
    const line = lines[index] as string
    pieces.push(line)
    let next = index + 1
    while (next < lines.length && lines[next] === '') next += 1
    if (next >= lines.length) break
    const breaks = next - index - 1
    const folds = !startsBlank(line) && !startsBlank(lines[next] as string)
    if (!folds) pieces.push('\n')
    else if (breaks === 0) pieces.push(' ')
    pieces.push('\n'.repeat(breaks))
    index = next
  }
  return pieces.join('')
}
