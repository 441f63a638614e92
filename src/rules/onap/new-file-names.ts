/** One name for each file in what is said of a run: the one that it has afterwards. */
import { baseName, fileName, isNamedAsTemplate } from '../../stack/source-file.ts'

/** A sentence with the names that files have after a run for those that they had, but where it says what is renamed. */
export type InNewNames = (sentence: string) => string

/**
 * @param files of a package, with the paths that they get
 * @param suffix of the environment that is named after a template, and follows it: it may have had that name only within the run
 */
export function inNewFileNames(
  files: Iterable<{ readonly path: string; readonly newPath?: string }>,
  suffix: string,
): InNewNames {
  const all = [...files]
  const names = new Map<string, string>()
  for (const { path, newPath } of all) {
    if (newPath === undefined) continue
    names.set(fileName(path), fileName(newPath))
    if (isNamedAsTemplate(path)) names.set(baseName(path) + suffix, baseName(newPath) + suffix)
  }
  // What is the name of a file afterwards is said of that file.
  for (const { path, newPath = path } of all) names.delete(fileName(newPath))
  if (names.size === 0) return (sentence) => sentence
  // Longer names first: one may begin another.
  const olds = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/\W/g, '\\$&'))
  const whole = new RegExp(`(?<![\\w.-]|renames )(?:${olds.join('|')})(?![\\w-]|\\.\\w)`, 'g')
  return (sentence) => sentence.replace(whole, (name) => names.get(name) ?? name)
}
