/** Names that a repair has changed, in files that it does not read as templates: a README, a script. Nothing rewrites them. */

import { directoryOf } from '../../stack/source-file.ts'
import { push } from '../../text/document/multimap.ts'
import { byPath } from '../../text/document/sorted.ts'
import type { NewName } from './new-names.ts'

/** A line of another file that says an old name. */
export interface MentionedName extends NewName {
  /** Of the file that says it. */
  readonly path: string
  /** From 1. */
  readonly line: number
}

/** A file that is no part of what was repaired. */
interface OtherFile {
  readonly path: string
  readonly text: string
}

/**
 * Where files beside, above and below a package say names that it no longer has, each name once for a line. A name that
 * is a word of English counts only where it is written like code: in quotes, or before `=` or `:`.
 */
export function mentionedNames(
  files: readonly OtherFile[],
  names: readonly NewName[],
): readonly MentionedName[] {
  const byName = new Map<string, NewName[]>()
  for (const one of names) {
    const known = byName.get(one.from)?.some((other) => other.to === one.to && other.kind === one.kind)
    if (known !== true) push(byName, one.from, one)
  }
  if (byName.size === 0) return []
  const homes = new Set(names.map(({ path }) => directoryOf(path)))
  return files
    .filter(({ path }) => [...homes].some((home) => isAlong(home, directoryOf(path))))
    .flatMap((file) => mentionsIn(file, byName))
    .sort((a, b) => byPath(a, b) || a.line - b.line)
}

/** Whether one directory is the other one, or lies somewhere below it. */
function isAlong(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

/** What a name may consist of; a full stop or hyphen at its end belongs to the sentence. */
const words = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu

function mentionsIn(
  { path, text }: OtherFile,
  byName: ReadonlyMap<string, readonly NewName[]>,
): readonly MentionedName[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line, index) => {
    const found = new Set<NewName>()
    for (const { 0: word, index: start } of line.matchAll(words))
      for (const name of byName.has(word) ? [word] : word.split('.'))
        if (!isPlainWord(name) || isLikeCode(line, start, start + word.length))
          for (const one of byName.get(name) ?? []) found.add(one)
    return [...found].map((one) => ({ ...one, path, line: index + 1 }))
  })
}

function isPlainWord(name: string): boolean {
  return /^\p{L}+$/u.test(name)
}

function isLikeCode(line: string, start: number, end: number): boolean {
  return '`\'"${'.includes(line[start - 1] ?? ' ') || '`\'"}=:'.includes(line[end] ?? ' ')
}
