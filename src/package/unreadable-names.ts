/** What a file that cannot be read names: it may call templates, although nothing is known of how. */
import type { UnreadableFile } from './package-file.ts'
import { templatePath } from './registry.ts'

const known = new WeakMap<UnreadableFile, ReadonlySet<string>>()

/** The paths of the templates whose names stand somewhere in the text of a file, comments included. */
export function templatesNamedIn(file: UnreadableFile): ReadonlySet<string> {
  let found = known.get(file)
  if (found === undefined) {
    // Words first: a pattern for the whole of a name would try anew at each character of a long one.
    const words = file.text?.match(/[^\s"'`,:[\]{}()<>]+/g) ?? []
    found = new Set(words.flatMap((word) => templatePath(file.path, nameIn(word)) ?? []))
    known.set(file, found)
  }
  return found
}

/** A word as far as it is the name of a file; empty where it is none. */
function nameIn(word: string): string {
  let end = 0
  for (const one of word.matchAll(/\.(?:ya?ml|template)(?![\w.-])/g))
    if (one.index > 0) end = one.index + one[0].length
  return word.slice(0, end)
}
