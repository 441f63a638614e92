/** Command lines that a person copies into a shell. */

/** A word, in quotes where it needs any. zsh looks up what begins with "=". */
export function shellWord(word: string): string {
  const isPlain = /^[\w@%+:,./\u2026-][\w@%+=:,./\u2026-]*$/.test(word)
  return isPlain ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * A command for some paths. None of them is read as an option: whoever gave a file its name does not choose options.
 *
 * @param options in quotes already where they need any
 */
export function typedLine(
  command: readonly string[],
  paths: readonly string[],
  options: readonly string[] = [],
): string {
  const words = paths.map(shellWord)
  const all = paths.some((path) => path.startsWith('-'))
    ? [...options, '--', ...words]
    : [...words, ...options]
  return [...command, ...all].join(' ')
}
