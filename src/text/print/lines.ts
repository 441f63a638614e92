/** Lines of a source whose last line has a break. */

/** Offset after the line break that ends the line of `offset`. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at === -1 ? text.length : at + 1
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}

/** Offset after the empty lines that begin at `line`; `line` itself where there are none. */
export function behindBlankLines(text: string, line: number): number {
  let end = line
  for (let at = line; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x0a) end = at + 1
    else if (!isBlankCode(code)) break
  }
  return end
}

/** Where the empty lines directly above `line` begin; `line` itself where there are none. */
export function aboveBlankLines(text: string, line: number): number {
  let start = line
  for (let at = line - 2; at >= 0; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === 0x0a) start = at + 1
    else if (!isBlankCode(code)) return start
  }
  // An empty line at the very start; a byte order mark counts to no line.
  return line > 0 && text.slice(0, line).trim() === '' ? (text.charCodeAt(0) === 0xfeff ? 1 : 0) : start
}

/** The blanks that a line begins with. */
export function indentAt(text: string, line: number): string {
  let end = line
  while (text.charCodeAt(end) === 0x20) end += 1
  return text.slice(line, end)
}

/**
 * Moves all lines but the first by `delta` columns. Empty lines remain empty; a line with fewer blanks than are to be
 * removed loses those that it has.
 */
export function shiftLines(text: string, delta: number): string {
  if (delta === 0 || !text.includes('\n')) return text
  const lines = text.split('\n')
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] as string
    if (line === '' || line === '\r') continue
    lines[index] = delta > 0 ? ' '.repeat(delta) + line : line.slice(Math.min(-delta, leadingBlanks(line)))
  }
  return lines.join('\n')
}

/** The smallest indentation of the lines after the first that are not blank. */
export function fewestBlanks(text: string): number {
  const counts = text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map(leadingBlanks)
  return counts.length === 0 ? 0 : counts.reduce((least, count) => Math.min(least, count))
}

function leadingBlanks(line: string): number {
  let count = 0
  while (line.charCodeAt(count) === 0x20) count += 1
  return count
}

/** A string without the blanks at its end; other white space is content to YAML. */
export function withoutBlanks(text: string): string {
  let end = text.length
  while (end > 0 && ' \t'.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
