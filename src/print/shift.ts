/**
 * Moves all lines of a text but the first by `delta` columns. Lines without text stay empty;
 * a line that has fewer blanks than are to go loses those that it has.
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

/** The fewest blanks that any line with text behind the first begins with. */
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
