import { hotWords } from './facts/facts.ts'
import { compareVersions, type HotVersion } from './versions.ts'

/** The places of a HOT template in which only certain words may stand. */
export type WordPlace = keyof typeof hotWords

export type HotParameterType = keyof typeof hotWords.parameterTypes

/**
 * The words that a version knows at a place: sections, keys of a parameter, parameter types, kinds of
 * constraint, keys of a resource or an output, deletion policies, pseudo parameters, and the parameter
 * names that Heat reserves without giving them a value (`OS::region`).
 */
export function wordsOf(version: HotVersion, place: WordPlace): ReadonlySet<string> {
  const since: Readonly<Record<string, HotVersion>> = hotWords[place]
  return new Set(Object.keys(since).filter((word) => isKnown(since, word, version)))
}

export function hasWord(version: HotVersion, place: WordPlace, word: string): boolean {
  const since: Readonly<Record<string, HotVersion>> = hotWords[place]
  return isKnown(since, word, version)
}

function isKnown(since: Readonly<Record<string, HotVersion>>, word: string, version: HotVersion): boolean {
  const first = Object.hasOwn(since, word) ? since[word] : undefined
  return first !== undefined && compareVersions(version, first) >= 0
}
