/** What a file that cannot be read names: it may call templates, although nothing is known of how. */
import { memoized } from '../document/attached.ts'
import type { UnreadableFile } from './package-file.ts'
import { templatePath } from './registry.ts'

/** The paths of the templates whose names stand somewhere in the text of a file, comments included. */
export const templatesNamedIn = memoized((file: UnreadableFile): ReadonlySet<string> => {
  // Words first: a pattern for the whole of a name would try anew at each character of a long one.
  const words = file.text?.match(/[^\s"'`,:[\]{}()<>]+/g) ?? []
  return new Set(words.flatMap((word) => templatePath(file.path, nameIn(word)) ?? []))
})

/** A word as far as it is the name of a file; empty where it is none. */
function nameIn(word: string): string {
  let end = 0
  for (const one of word.matchAll(/\.(?:ya?ml|template)(?![\w.-])/g))
    if (one.index > 0) end = one.index + one[0].length
  return word.slice(0, end)
}
