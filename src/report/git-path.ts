const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}

/**
 * A path as git writes it in the header of a patch (`core.quotePath` off): as it is,
 * or in C-style quotes when it holds control characters, quotes or backslashes.
 */
export function gitPath(path: string): string {
  if (!/[\x00-\x1f\x7f"\\]/.test(path)) return path
  const escaped = path.replace(
    /[\x00-\x1f\x7f"\\]/g,
    (c) => ESCAPES[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  return `"${escaped}"`
}

/** Behind `---` and `+++`, where a tab marks the end of a name that holds blanks. */
export function gitFileLine(path: string): string {
  const quoted = gitPath(path)
  return quoted === path && path.includes(' ') ? `${path}\t` : quoted
}
