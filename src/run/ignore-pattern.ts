/**
 * Lines of ignore files, as git reads them (gitignore(5), wildmatch.c). Trees that somebody else wrote bring their own,
 * so that a line costs at most its length times that of the path: what translates lines into regular expressions takes
 * for ever over some of them.
 */

export type EntryKind = 'file' | 'directory'

/** What the lines of one ignore file say of paths relative to its directory, `/` as separator. */
export interface IgnoreRules {
  /** Of the entry itself, whatever becomes of the directories above; undefined where no line names it. */
  decide(path: string, kind: EntryKind): 'ignored' | 'taken' | undefined
}

/** The rules of some lines; the last one that matches decides. Lines that are empty, comments or malformed match nothing. */
export function ignoreRules(lines: readonly string[]): IgnoreRules {
  const patterns = lines.flatMap((line) => patternOf(line) ?? []).reverse()
  return {
    decide(path, kind) {
      const names = path.split('/')
      const found = patterns.find(
        (pattern) => (kind === 'directory' || !pattern.isForDirectories) && pattern.matches(names),
      )
      return found && (found.isTakenBack ? 'taken' : 'ignored')
    },
  }
}

/** Whether an entry is ignored by itself or because a directory above it is. */
export function ignoresBelow(rules: IgnoreRules, path: string, kind: EntryKind): boolean {
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    if (rules.decide(path.slice(0, slash), 'directory') === 'ignored') return true
  return rules.decide(path, kind) === 'ignored'
}

interface Pattern {
  /** `!pattern`. */
  readonly isTakenBack: boolean
  /** `pattern/`. */
  readonly isForDirectories: boolean
  matches(names: readonly string[]): boolean
}

function patternOf(line: string): Pattern | undefined {
  if (line.startsWith('#')) return undefined
  const isTakenBack = line.startsWith('!')
  const written = withoutSpacesBehind(isTakenBack ? line.slice(1) : line)
  const isForDirectories = written.endsWith('/')
  const path = isForDirectories ? written.slice(0, -1) : written
  if (path === '') return undefined
  const options = { isTakenBack, isForDirectories }
  if (!path.includes('/')) {
    const name = nameTest(path)
    return name && { ...options, matches: (names) => name(names.at(-1) ?? '') }
  }
  const parts: SegmentTest[] = []
  for (const one of path.replace(/^\//, '').split('/')) {
    const part = /^\*\*+$/.test(one) ? 'any names' : nameTest(one)
    if (part === undefined) return undefined
    if (part !== 'any names' || parts.at(-1) !== part) parts.push(part)
  }
  return { ...options, matches: (names) => matchesAll(parts, names) }
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function withoutSpacesBehind(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end -= 1
  let backslashes = 0
  while (line[end - 1 - backslashes] === '\\') backslashes += 1
  return line.slice(0, backslashes % 2 === 1 && end < line.length ? end + 1 : end)
}

type NameTest = (name: string) => boolean
/** Of a pattern with slashes: a name of the path, or `**`. */
type SegmentTest = NameTest | 'any names'

/** `**` stands for any names; for one at least behind the last slash. */
function matchesAll(parts: readonly SegmentTest[], names: readonly string[]): boolean {
  const last = parts.length - 1
  return matchesSequence(parts, names, {
    isAny: (part) => part === 'any names',
    fits: (part, name) => part !== 'any names' && part(name),
    fewest: (index) => (index === last ? 1 : 0),
  })
}

interface Sequence<Pattern, Item> {
  isAny(pattern: Pattern): boolean
  fits(pattern: Pattern, item: Item): boolean
  /** So many items stand for a pattern of any. */
  fewest(index: number): number
}

/**
 * Whether items follow patterns, some of which stand for any number of them. The last of these takes one more item whenever
 * the rest does not fit; those before it need not be asked again, so that the work is at most the product of the lengths.
 */
function matchesSequence<Pattern, Item>(
  patterns: readonly Pattern[],
  items: ArrayLike<Item>,
  { isAny, fits, fewest }: Sequence<Pattern, Item>,
): boolean {
  let [at, item, resumeAt, resumeItem] = [0, 0, -1, 0]
  while (true) {
    const pattern = patterns[at]
    if (pattern === undefined && item === items.length) return true
    if (pattern !== undefined && isAny(pattern)) {
      item += fewest(at)
      if (item > items.length) return false
      at += 1
      ;[resumeAt, resumeItem] = [at, item]
    } else if (pattern !== undefined && item < items.length && fits(pattern, items[item] as Item)) {
      at += 1
      item += 1
    } else {
      if (resumeAt < 0 || resumeItem >= items.length) return false
      resumeItem += 1
      ;[at, item] = [resumeAt, resumeItem]
    }
  }
}

/** What stands for one character, or `*` for any. */
type Token = '*' | ((character: string) => boolean)

/** The test for one name; undefined where the pattern is malformed, which matches nothing. */
function nameTest(pattern: string): NameTest | undefined {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern
  const [, ending] = /^\*([^*?[\\]*)$/.exec(pattern) ?? []
  if (ending !== undefined) return (name) => name.endsWith(ending)
  const tokens = tokensOf(pattern)
  if (tokens === undefined) return undefined
  const least = tokens.filter((token) => token !== '*').length
  const sequence: Sequence<Token, string> = {
    isAny: (token) => token === '*',
    fits: (token, character) => token !== '*' && token(character),
    fewest: () => 0,
  }
  return (name) => name.length >= least && matchesSequence(tokens, name, sequence)
}

function tokensOf(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] ?? ''
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*')
      at += 1
    } else if (character === '?') {
      tokens.push(() => true)
      at += 1
    } else if (character === '[') {
      const found = classAt(pattern, at)
      if (found === undefined) return undefined
      tokens.push(found.test)
      at = found.end
    } else {
      const literal = character === '\\' ? pattern[at + 1] : character
      if (literal === undefined) return undefined
      tokens.push((one) => one === literal)
      at += character === '\\' ? 2 : 1
    }
  }
  return tokens
}

/** The named classes of wildmatch.c, of ASCII as there. */
const namedClasses: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[A-Za-z0-9]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t-\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[A-Fa-f0-9]/],
])

/** `[a-z]`, `[!a]`, `[[:digit:]_]`; undefined where it does not end or names a class that there is not. */
function classAt(
  pattern: string,
  start: number,
): { readonly test: (character: string) => boolean; readonly end: number } | undefined {
  const isNegated = /[!^]/.test(pattern[start + 1] ?? '')
  const tests: ((character: string) => boolean)[] = []
  const first = start + (isNegated ? 2 : 1)
  for (let at = first; at < pattern.length; ) {
    if (pattern[at] === ']' && at > first)
      return { test: (one) => tests.some((test) => test(one)) !== isNegated, end: at + 1 }
    if (pattern.startsWith('[:', at)) {
      const end = pattern.indexOf(':]', at + 2)
      const named = namedClasses.get(pattern.slice(at + 2, end))
      if (end < 0 || named === undefined) return undefined
      tests.push((one) => named.test(one))
      at = end + 2
      continue
    }
    const low = characterAt(pattern, at)
    if (low === undefined) return undefined
    at = low.end
    const isRange = pattern[at] === '-' && at + 1 < pattern.length && pattern[at + 1] !== ']'
    const high = isRange ? characterAt(pattern, at + 1) : low
    if (high === undefined) return undefined
    if (isRange) at = high.end
    // In a range that runs backwards git still finds its first character.
    tests.push((one) => one === low.character || (one > low.character && one <= high.character))
  }
  return undefined
}

function characterAt(
  pattern: string,
  at: number,
): { readonly character: string; readonly end: number } | undefined {
  const end = pattern[at] === '\\' ? at + 2 : at + 1
  const character = pattern[end - 1]
  return character === undefined ? undefined : { character, end }
}
