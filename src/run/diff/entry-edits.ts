/**
 * A change of format, entry by entry. Between JSON and YAML only blank lines and brackets are the same, and a diff that holds the
 * files together by these shows new resources in the middle of other old ones.
 */
import { longestRise } from '../../text/document/sorted.ts'
import type { LineEdit } from './line-diff.ts'

/** Where an entry of a template begins, its comments and the blank lines above it included. */
export interface Start {
  /** Section and name, as both formats and dialects have them. */
  readonly key: string
  /** The same as they stand there. */
  readonly label: string
  /** Index of the line. */
  readonly line: number
}

/**
 * How to get from a JSON file to a YAML file: each section, parameter, resource and output is replaced by what became of it;
 * undefined where the format is the same.
 */
export function entryEdits(
  before: readonly string[],
  after: readonly string[],
): readonly LineEdit[] | undefined {
  if (!isJson(before) || isJson(after)) return undefined
  const [old, made] = [entryStarts(before), entryStarts(after)]
  const places = new Map(made.map(({ key }, index) => [key, index]))
  const pairs = old.flatMap(({ key }, index) => {
    const place = places.get(key)
    return place === undefined ? [] : [[index, place] as const]
  })
  const together = longestRise(pairs.map(([, place]) => place)).map(
    (at) => pairs[at] as readonly [number, number],
  )
  const edits: LineEdit[] = []
  const add = (oldStart: number, oldEnd: number, newStart: number, newEnd: number) => {
    if (oldEnd > oldStart || newEnd > newStart) edits.push({ oldStart, oldEnd, newStart, newEnd })
  }
  const oldLine = (index: number) => old[index]?.line ?? before.length
  const newLine = (index: number) => made[index]?.line ?? after.length
  let [oldAt, newAt] = [-1, -1]
  const upTo = (oldNext: number, newNext: number) => {
    // What is above the first entry is one block as well.
    const [from, to] = [oldAt < 0 ? 0 : oldLine(oldAt), newAt < 0 ? 0 : newLine(newAt)]
    add(from, oldLine(oldAt + 1), to, newLine(newAt + 1))
    for (let at = oldAt + 1; at < oldNext; at += 1)
      add(oldLine(at), oldLine(at + 1), newLine(newAt + 1), newLine(newAt + 1))
    for (let at = newAt + 1; at < newNext; at += 1)
      add(oldLine(oldNext), oldLine(oldNext), newLine(at), newLine(at + 1))
  }
  for (const [oldNext, newNext] of together) {
    upTo(oldNext, newNext)
    oldAt = oldNext
    newAt = newNext
  }
  upTo(old.length, made.length)
  return edits
}

/** Where the sections and entries of a template begin, in their order. */
export function entryStarts(lines: readonly string[]): readonly Start[] {
  return isJson(lines) ? jsonStarts(lines) : yamlStarts(lines)
}

function isJson(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  return /^\ufeff?\s*\{/.test(first)
}

function namesOf(section: string, name: string | undefined): Pick<Start, 'key' | 'label'> {
  const plain = /(?:version|Version)$/.test(section) ? 'version' : section.toLowerCase()
  return name === undefined
    ? { key: plain, label: section }
    : { key: `${plain}\0${name}`, label: `${section} ${name}` }
}

/** The keys of the first two levels that begin a line of their own. */
function jsonStarts(lines: readonly string[]): readonly Start[] {
  const scan = new JsonScan()
  const found: Start[] = []
  let section = ''
  for (const [index, line] of lines.entries())
    for (const { depth, name } of scan.keysIn(line)) {
      if (depth === 1) section = name
      const one = namesOf(section, depth === 1 ? undefined : name)
      const own = aboveOf(lines, index, /^\s*(?:\/\/|\/\*.*\*\/\s*$|$)/, found.at(-1)?.line ?? -1)
      if (own !== undefined) found.push({ ...one, line: own })
    }
  return found
}

/** The first line of an entry with what stands above it; undefined where another one begins there already. */
function aboveOf(lines: readonly string[], index: number, above: RegExp, taken: number): number | undefined {
  if (index <= taken) return undefined
  let line = index
  while (line - 1 > taken && line > 1 && above.test((lines[line - 1] ?? '').slice(0, 2000))) line -= 1
  return line
}

interface JsonKey {
  readonly depth: number
  readonly name: string
}

/** Reads JSON line by line, as far as brackets, strings and comments go. */
class JsonScan {
  #depth = 0
  #isComment = false

  /** The keys of the first two levels in a line. */
  keysIn(line: string): readonly JsonKey[] {
    const keys: JsonKey[] = []
    for (let at = 0; at < line.length; at += 1) {
      const char = line[at]
      if (this.#isComment) {
        if (char === '*' && line[at + 1] === '/') this.#isComment = false
      } else if (char === '"') {
        const end = endOfString(line, at)
        const isKey = (this.#depth === 1 || this.#depth === 2) && /^\s*:/.test(line.slice(end, end + 100))
        if (isKey) keys.push({ depth: this.#depth, name: line.slice(at + 1, end - 1) })
        at = end - 1
      } else if (char === '/' && line[at + 1] === '/') break
      else if (char === '/' && line[at + 1] === '*') this.#isComment = true
      else if (char === '{' || char === '[') this.#depth += 1
      else if (char === '}' || char === ']') this.#depth -= 1
    }
    return keys
  }
}

/** Behind the closing quote, or the end of the line. */
function endOfString(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1
    else if (line[at] === '"') return at + 1
  }
  return line.length
}

const yamlKey = /^( *)(?:"([^"\n]{1,500})"|'([^'\n]{1,500})'|([^\s#"'{[-][^:#\n]{0,500})):(?:\s|$)/

/** The keys at the margin, and those of their mappings. */
function yamlStarts(lines: readonly string[]): readonly Start[] {
  const found: Start[] = []
  let section = ''
  let inner: number | undefined
  for (const [index, line] of lines.entries()) {
    const match = yamlKey.exec(line.slice(0, 1000))
    if (match === null) continue
    const [, blanks = '', double, single, plain] = match
    const name = double ?? single ?? plain ?? ''
    const indent = blanks.length
    if (indent === 0) {
      section = name
      inner = undefined
    } else {
      inner ??= indent
      if (indent !== inner) continue
    }
    const own = aboveOf(lines, index, /^\s*(?:#|$)/, found.at(-1)?.line ?? -1)
    if (own !== undefined) found.push({ ...namesOf(section, indent === 0 ? undefined : name), line: own })
  }
  return found
}
