/** Files that get a new name, by the words of files that are no templates: a README, a script, the configuration of a build. */

import { directoryOf } from '../../stack/source-file.ts'
import { join } from '../../text/document/paths.ts'

/** Where a file names one that gets a new name. */
export interface Mention {
  /** The range of the last part of its path, by UTF-16 offsets. */
  readonly start: number
  readonly end: number
  /** The path of the file. */
  readonly path: string
  /** Whether it is the address of a copy elsewhere, which somebody has to put there. */
  readonly isElsewhere: boolean
}

/** A path in prose or in a script; one in quotes, or behind a variable, may be only a part of a word. */
const words = /[^\s"'`,;|<>()[\]{}=*#?&]+/g
/** What a sentence ends with, or a line and a column. */
const behindPath = /(?::\d+)*[.:!]*$/
const longestTail = 32
/** Longer words are no paths (PATH_MAX of Linux). */
const longestPath = 4096

/**
 * The mentions of some files in another one, in their order. A path that leads to one of them from the folder of that file, or
 * from the working directory, means it. So does the last part of its path alone, or behind another folder, unless a file of this
 * name is where that leads.
 * @param byName the paths of files that get a new name, by their last parts
 * @param isFile whether there is a file of the run at a path
 */
export function mentionsIn(
  text: string,
  from: string,
  byName: ReadonlyMap<string, readonly string[]>,
  isFile: (path: string) => boolean,
): readonly Mention[] {
  const found: Mention[] = []
  for (const { 0: word, index } of text.matchAll(words)) {
    if (word.length > longestPath) continue
    const tail = word.slice(-longestTail)
    const written = word.slice(0, word.length - tail.length + tail.search(behindPath))
    const name = written.slice(Math.max(...['/', '\\', ':'].map((one) => written.lastIndexOf(one))) + 1)
    const paths = byName.get(name)
    if (paths === undefined) continue
    const way = written.replaceAll('\\', '/').replace(/^file:\/\//, '')
    const path = meantBy(way, from, paths, isFile)
    if (path === undefined) continue
    const end = index + written.length
    found.push({ start: end - name.length, end, path, isElsewhere: /^[a-z][\w+.-]*:\/\//i.test(way) })
  }
  return found
}

/** The file that a way leads to; undefined where it leads to another one, and where it may be one of several. */
function meantBy(
  way: string,
  from: string,
  paths: readonly string[],
  isFile: (path: string) => boolean,
): string | undefined {
  const led = [join(directoryOf(from), way), join('', way)]
  const exact = paths.find((path) => led.includes(path))
  if (exact !== undefined) return exact
  if (led.some(isFile)) return undefined
  const ends = paths.filter((path) => way.endsWith(`/${path}`))
  const likely = ends.length === 1 ? ends : paths
  return likely.length === 1 ? likely[0] : undefined
}

/** The source with some of its mentions replaced by the new names. */
export function withNewNames(
  text: string,
  mentions: readonly Mention[],
  newNameOf: (path: string) => string,
): string {
  let made = ''
  let at = 0
  for (const { start, end, path } of mentions) {
    made += text.slice(at, start) + newNameOf(path)
    at = end
  }
  return made + text.slice(at)
}
