/**
 * What the check of a document leaves for the next one. While somebody types in one resource, only that one, those that it
 * names, those that name it and those in which something was found are looked at again.
 */
import { aboutAt } from '../heat/about-at.ts'
import { readValue } from '../heat/merge-keys.ts'
import type { FileInput, Loaded } from '../stack/load.ts'
import type { Asked } from '../stack/questions.ts'
import type { SourceFile } from '../stack/source-file.ts'
import { copyOf } from '../text/document/copy.ts'
import { childEnd, childStart, type Entry, type Mapping, type Range } from '../text/document/node.ts'
import { type Patched, patched } from '../text/document/patched.ts'
import { mapOf, nameOf, stringOf } from '../text/document/read.ts'
import type { Finding } from './findings/finding.ts'
import type { FileOutcome } from './outcome.ts'

/** A document that was checked as a whole. */
interface Base {
  readonly file: SourceFile
  /** What the check took from other files. */
  readonly asked: Asked
  readonly parts: PartNames
  /** The resources in which something was found, and those that go with them. */
  readonly doubtful: ReadonlySet<string>
}

/** A document after a change in one part. */
export interface Again {
  /** Its tree has offsets of its own, see `Patched`. */
  readonly file: SourceFile
  /** As it was when it was checked as a whole. */
  readonly base: SourceFile
  /** Its source as it is now. */
  readonly before: string
  /** The resources to look at. */
  readonly among: ReadonlySet<string>
  /** The findings at their offsets in the source as it is now; undefined where one is in lines that are no longer there. */
  readonly moved: (findings: readonly Finding[]) => readonly Finding[] | undefined
}

/** Steps from a resource that has changed to those that name it, and to those that name these. */
const STEPS = 2

export class CheckMemory {
  #base: Base | undefined

  forget(): void {
    this.#base = undefined
  }

  /** @param outcome of a document as a whole, in which nothing is left to be chosen */
  keep(loaded: Loaded, asked: Asked | undefined, outcome: FileOutcome): void {
    this.forget()
    if (loaded.is !== 'file') return
    const { file } = loaded
    if (asked === undefined || asked.isUnsettled || outcome.status !== 'unchanged') return
    if ((outcome.ignored?.length ?? 0) > 0 || file.document.text.includes('hotshift-ignore')) return
    const parts = new PartNames(file)
    const found = outcome.findings.flatMap((one) => [
      one.range,
      ...(one.related ?? []).map(({ range }) => range),
    ])
    const wrong = parts.holding(found.filter((range) => range !== undefined))
    const doubtful = new Set(
      [...wrong].flatMap((name) => [name, ...parts.naming(name), ...parts.namedIn(name)]),
    )
    this.#base = { file, asked, parts, doubtful }
  }

  /**
   * What is to be done about a source.
   * @param holds whether other files still say what they said
   * @returns undefined where it is to be checked as a whole
   */
  again({ path, read }: FileInput, holds: (asked: Asked) => boolean): Again | undefined {
    const text = read?.text
    const base = this.#base
    if (base === undefined || text === undefined) return undefined
    if (base.file.path !== path || !holds(base.asked)) return undefined
    const { file, parts, doubtful } = base
    const other = patched(file.document, text)
    if (other === undefined || !isAsBefore(other)) return undefined
    const name = nameOf(other.after) ?? ''
    const touched = isResources(other.section) ? [name, ...parts.around(name, STEPS)] : []
    const asked = [...doubtful, ...touched]
    const own = isResources(other.section) ? parts.named(sourceOf(other.after, other)) : []
    const among = new Set([...asked, ...asked.flatMap((one) => [...parts.namedIn(one)]), ...own])
    // Most of it is as good as all of it.
    if (2 * among.size > parts.size) return undefined
    const { document, root } = other
    return {
      file: { ...file, document, root },
      base: file,
      before: text,
      among,
      moved: (findings) => moved(findings, other, file),
    }
  }
}

/** Of so many documents the last check is remembered, those that were checked last. */
const MOST_REMEMBERED = 8

/** What the checks of the documents of an editor have left, by their paths. */
export class CheckMemories {
  readonly #known = new Map<string, CheckMemory>()

  of(path: string): CheckMemory {
    const memory = this.#known.get(path) ?? new CheckMemory()
    this.#known.delete(path)
    this.#known.set(path, memory)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size > MOST_REMEMBERED) this.#known.delete(oldest)
    return memory
  }
}

const sections: ReadonlySet<string> = new Set(['resources', 'Resources', 'outputs', 'Outputs'])

function isResources(section: string): boolean {
  return section.toLowerCase() === 'resources'
}

/** Whether other parts are unaffected: the type is the same, and no nested template is involved. */
function isAsBefore(patch: Patched): boolean {
  const { section, before, after } = patch
  if (!sections.has(section)) return false
  const [old, next] = [before, after].map(({ value }) => stringOf(readValue(value, 'type', 'Type')))
  return old === next && ![before, after].some((one) => templateName.test(sourceOf(one, patch)))
}

const templateName = /\.(?:ya?ml|json|template)\b/

function sourceOf(part: Entry, { document }: Patched): string {
  return document.text.slice(childStart(part), childEnd(part))
}

/** Which resources of a template are named in which. A word that is a name counts, wherever it stands. */
class PartNames {
  readonly #text: string
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #words = new Map<string, ReadonlySet<string>>()
  readonly #by = new Map<string, string[]>()
  /** Names of several words, as `web-server`. */
  readonly #long: readonly string[]

  constructor({ document, root }: SourceFile) {
    this.#text = document.text
    const resources = mapOf(root.entries.find((one) => isResources(nameOf(one) ?? ''))?.value)
    this.#entries = new Map((resources?.entries ?? []).map((one) => [nameOf(one) ?? '', one]))
    for (const [name, one] of this.#entries) {
      const words = wordsOf(this.#text.slice(childStart(one), childEnd(one)))
      this.#words.set(name, words)
      for (const word of words) {
        const known = this.#by.get(word)
        if (known === undefined) this.#by.set(word, [name])
        else known.push(name)
      }
    }
    this.#long = [...this.#entries.keys()].filter((name) => /\W/.test(name))
  }

  get size(): number {
    return this.#entries.size
  }

  /** The resources that some ranges are in. */
  holding(ranges: readonly Range[]): ReadonlySet<string> {
    const found = new Set<string>()
    for (const [name, one] of this.#entries)
      if (ranges.some(({ start, end }) => start <= childEnd(one) && end >= childStart(one))) found.add(name)
    return found
  }

  /** The resources whose source names another one. */
  naming(name: string): readonly string[] {
    const [first = '', ...others] = wordsOf(name)
    const candidates = this.#by.get(first) ?? []
    return others.length === 0
      ? candidates
      : candidates.filter((one) => others.every((word) => this.#words.get(one)?.has(word) === true))
  }

  /** The resources that name another one, and those that name these. */
  around(name: string, steps: number): ReadonlySet<string> {
    const found = new Set(this.naming(name))
    if (steps > 1)
      for (const one of [...found]) for (const next of this.around(one, steps - 1)) found.add(next)
    return found
  }

  namedIn(name: string): ReadonlySet<string> {
    return this.#named(this.#words.get(name) ?? new Set())
  }

  /** The resources that are named in a source. */
  named(source: string): ReadonlySet<string> {
    return this.#named(wordsOf(source))
  }

  #named(words: ReadonlySet<string>): ReadonlySet<string> {
    const found = new Set<string>()
    for (const word of words) if (this.#entries.has(word)) found.add(word)
    for (const name of this.#long) if ([...wordsOf(name)].every((word) => words.has(word))) found.add(name)
    return found
  }
}

function wordsOf(source: string): ReadonlySet<string> {
  return new Set(source.match(/\w+/g))
}

/** The findings at their offsets in the source as it is now, with what they are about. */
function moved(
  findings: readonly Finding[],
  patch: Patched,
  { document }: SourceFile,
): readonly Finding[] | undefined {
  const at = (range: Range): Range | undefined => {
    const [start, end] = [patch.offsetIn(range.start), patch.offsetIn(range.end)]
    return start === undefined || end === undefined ? undefined : { start, end }
  }
  let isLost = false
  const inPlace = <One extends Range>(one: One): One => {
    const range = at(one)
    if (range === undefined) isLost = true
    return { ...one, ...range }
  }
  const next = findings.map((one): Finding => {
    const { range, related, fixes } = one
    if (range === undefined) return one
    return {
      ...one,
      about: {
        ...aboutAt(range.start > document.text.length ? around(patch) : document.root, range.start),
        ...(one.item === undefined ? {} : { item: one.item }),
      },
      range: inPlace(range),
      ...(related === undefined
        ? {}
        : {
            related: related.map((other) =>
              other.range === undefined ? other : { ...other, range: inPlace(other.range) },
            ),
          }),
      ...(fixes === undefined
        ? {}
        : { fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map(inPlace) })) }),
    }
  })
  return isLost ? undefined : next
}

/** The tree of the part alone, in which offsets are in order. */
function around({ root, section, after, document }: Patched): Mapping {
  const found = root.entries.find((one) => nameOf(one) === section)
  const value = mapOf(found?.value)
  if (found === undefined || value === undefined) return root
  const only = copyOf(value, { entries: [after], calls: undefined, end: document.text.length })
  return copyOf(root, { entries: [{ ...found, value: only }], calls: undefined })
}
