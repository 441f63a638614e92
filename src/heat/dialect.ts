/** The language of one template: which dialect it is in, and how that is read. */
import { cfnDialectOf, type WordKind, wordsOf } from './dialects.ts'
import type { Recognition } from './kind.ts'
import type { Reading } from './template.ts'
import { type HotVersion, versionOf } from './versions.ts'

/**
 * The language of a template: CloudFormation 2010-09-09 (`cfn`) or 2012-12-12 (`heat-cfn`), as Heat
 * reads it or as AWS does, or a HOT version.
 */
export type Dialect =
  | { readonly kind: 'cfn' | 'heat-cfn'; readonly reading: Reading }
  | { readonly kind: 'hot'; readonly version: HotVersion }

/** The dialect of a recognised template; undefined for other files and versions that Heat does not know. */
export function dialectOf(recognition: Recognition, reading: Reading): Dialect | undefined {
  switch (recognition.kind) {
    case 'cfn-json':
    case 'cfn-yaml':
      return { kind: 'cfn', reading }
    case 'heat-cfn-json':
    case 'heat-cfn-yaml':
      return { kind: 'heat-cfn', reading: 'heat' }
    case 'hot': {
      const version = versionOf(recognition.versionText ?? '')
      return version === undefined ? undefined : { kind: 'hot', version }
    }
    default:
      return undefined
  }
}

export function isAws(dialect: Dialect): boolean {
  return dialect.kind !== 'hot' && dialect.reading === 'aws'
}

const words = new Map<string, Map<WordKind, ReadonlySet<string>>>()

/** Whether Heat knows a word where only certain words are allowed. */
export function knows(dialect: Dialect, kind: WordKind, word: string): boolean {
  const name = dialect.kind === 'hot' ? dialect.version : dialect.kind
  let kinds = words.get(name)
  if (kinds === undefined) {
    kinds = new Map()
    words.set(name, kinds)
  }
  let known = kinds.get(kind)
  if (known === undefined) {
    known =
      dialect.kind === 'hot'
        ? wordsOf(dialect.version, kind)
        : new Set<string>(cfnDialectOf(dialect.kind)[kind])
    kinds.set(kind, known)
  }
  return known.has(word)
}
