/** What a file that cannot be read names: it may call templates, although nothing is known of how. */
import type { UnreadableFile } from './package-file.ts'
import { templatePath } from './registry.ts'

const known = new WeakMap<UnreadableFile, ReadonlySet<string>>()

/** The paths of the templates whose names stand somewhere in the text of a file, comments included. */
export function templatesNamedIn(file: UnreadableFile): ReadonlySet<string> {
  let found = known.get(file)
  if (found === undefined) {
    const names = file.text?.match(/[^\s"'`,:[\]{}()<>]+\.(?:ya?ml|template)(?![\w.-])/g) ?? []
    found = new Set(names.flatMap((name) => templatePath(file.path, name) ?? []))
    known.set(file, found)
  }
  return found
}
