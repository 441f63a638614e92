/** Room for words that is too narrow to be worth a column of its own. */
const NARROWEST = 20

/** Whether a text has room in a column of so many characters, each word of it as well. */
export function hasRoom(text: string, width: number): boolean {
  return width >= NARROWEST && text.split(' ').every((word) => word.length <= width)
}

/**
 * Breaks text at its blanks into lines of at most `width` characters; a word that is longer stands
 * alone. With an unknown width, or next to none, it stays on one line.
 */
export function wrap(text: string, width: number | undefined): readonly string[] {
  if (width === undefined || width < NARROWEST) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
