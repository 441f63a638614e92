import { type Style, visible } from './style.ts'

/** A unified diff for a terminal: coloured, control characters made visible. Without colours it stays as it is. */
export function colourDiff(diff: string, style: Style): string {
  if (!style.enabled) return diff
  let isHeader = true
  const lines = diff.split('\n').map((line) => {
    if (line.startsWith('diff --git ')) isHeader = true
    else if (line.startsWith('@@ ')) isHeader = false
    // A carriage return before the line feed does no harm, and shown it would be noise in every line.
    const shown = line.endsWith('\r') ? visible(line.slice(0, -1)) : visible(line)
    if (isHeader) return style.bold(shown)
    return colourLine(shown, style)
  })
  return lines.join('\n')
}

function colourLine(line: string, style: Style): string {
  if (line.startsWith('+')) return style.green(line)
  if (line.startsWith('-')) return style.red(line)
  if (line.startsWith('\\')) return style.dim(line)
  const hunk = /^(@@ .*? @@)(.*)$/.exec(line)
  return hunk === null ? line : style.cyan(hunk[1] ?? '') + style.dim(hunk[2] ?? '')
}
