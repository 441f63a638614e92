/** A baseline: findings that were there when somebody began to check. Only others count. */

import { dirname, relative, resolve } from 'node:path'
import { currentCode } from '../../../engine/findings/catalogue.ts'
import type { FileOutcome, LocatedFinding } from '../../../engine/outcome.ts'
import { type About, aboutAnyName, aboutKey, isAbout, namesIn, ofFile } from '../../../heat/about.ts'
import { type JsonMistake, jsonMistake } from '../../../run/plan/json-mistake.ts'
import { readGiven } from '../../../run/read-file.ts'
import type { Since } from '../../../run/run-report.ts'
import { quantity } from '../../../show/report/counts.ts'
import { isOfSdc } from '../../../show/report/gates.ts'
import { reportSchema } from '../../../show/report/json.ts'
import { archiveOf, directoryOf } from '../../../stack/source-file.ts'
import { push } from '../../../text/document/multimap.ts'
import { byKey } from '../../../text/document/sorted.ts'
import type { Arguments, Option } from '../command.ts'
import { openOutputFile } from '../output/output-file.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { type Revision, setAside } from './revision.ts'

export const baselineOptions: readonly Option[] = [
  {
    name: 'baseline',
    value: '<file>',
    isPath: true,
    isWritten: true,
    group: 'The report',
    description:
      'Count only findings that are not in this file of --update-baseline, or in this earlier report in JSON; reports say what is new and what is gone',
  },
  {
    name: 'update-baseline',
    isOfOneRun: true,
    group: 'The report',
    description: 'Write the findings of this run to the file of --baseline',
  },
]

/** Findings that are alike: lines are no part of it, for they come and go. */
interface BaselineFinding {
  /** Relative to the folder of the baseline, `/` as separator. */
  readonly path: string
  readonly code: string
  readonly message: string
  /** What it is about; a file of an earlier version does not say it, and knows findings by their messages. */
  readonly about?: About
  readonly count: number
}

/** The identity of a finding: what it is about, or its message where a baseline has nothing else. */
const keyOf = ({ path, code, message, about }: Omit<BaselineFinding, 'count'>): string =>
  JSON.stringify([path, currentCode(code), about === undefined ? { message } : aboutKey(about)])

const byBaseline = { kind: 'baseline' } as const

/** How every file of this kind begins. */
const start = '{\n"hotshiftBaseline"'

/**
 * The baseline of a command line; undefined where none is asked for.
 *
 * @throws UsageError for a file that is none, and for --update-baseline without --baseline
 */
export function baselineOf(args: Arguments, world: Pick<World, 'cwd' | 'fileSystem'>): Revision | undefined {
  const { cwd } = world
  const path = args.value('baseline')
  const isUpdated = args.has('update-baseline')
  if (path === undefined) {
    if (isUpdated) throw new UsageError('--update-baseline needs a file: --baseline <file>')
    return undefined
  }
  const file = resolve(cwd, path)
  const entryFrom =
    (folder: string): EntryOf =>
    ({ path: at }, { code, message, about = ofFile }) => ({
      path: relative(folder, resolve(cwd, at)).replaceAll('\\', '/'),
      code,
      message,
      about,
    })
  if (isUpdated) return updating(path, cwd, entryFrom(dirname(file)))
  const { kind, findings } = known(path, world)
  // A report names files as they were named to its run.
  const folder = kind === 'report' ? cwd : dirname(file)
  // Asked of one file for each of its findings.
  const there = new Map<string, boolean>()
  const isThere = (one: string) => {
    const known = there.get(one) ?? world.fileSystem.existsSync(resolve(folder, one))
    there.set(one, known)
    return known
  }
  return comparing(findings, { path, kind, entryOf: entryFrom(folder), isThere, isPart: args.has('shard') })
}

/** A finding of a run as a baseline has it. */
type Entry = Required<Omit<BaselineFinding, 'count'>>

type EntryOf = (outcome: FileOutcome, finding: LocatedFinding) => Entry

function updating(path: string, cwd: string, entryOf: EntryOf): Revision {
  const counts = new Map<string, BaselineFinding>()
  return {
    revise: (outcome) => {
      for (const finding of outcome.findings) {
        const entry = entryOf(outcome, finding)
        const key = keyOf(entry)
        const known = counts.get(key)
        counts.set(key, { ...(known ?? entry), count: (known?.count ?? 0) + 1 })
      }
      return setAside(outcome, () => byBaseline)
    },
    end: () => {
      const out = openOutputFile({ option: 'baseline', path, kind: 'baseline', start }, cwd)
      try {
        const lines = [...counts].sort(byKey).map(([, entry]) => `\n${JSON.stringify(entry)}`)
        out.append(`${start}: 1,\n"findings": [${lines.join(',')}\n]\n}\n`)
        out.finish()
      } finally {
        out.discard()
      }
      const all = [...counts.values()].reduce((sum, { count }) => sum + count, 0)
      return [`the baseline ${path} holds ${quantity(all, 'finding')} now`]
    },
  }
}

interface Comparison {
  /** As the command line names it. */
  readonly path: string
  readonly kind: Baseline['kind']
  readonly entryOf: EntryOf
  /** Whether there is a file still. */
  readonly isThere: (path: string) => boolean
  /** Whether other runs look at the rest of the files, so that what is fixed cannot be known. */
  readonly isPart: boolean
}

function comparing(
  baseline: readonly BaselineFinding[],
  { path, kind, entryOf, isThere, isPart }: Comparison,
): Revision {
  const open = new OpenEntries(baseline, isThere)
  let renamed = 0
  return {
    revise: (outcome) => {
      const all = outcome.findings.map((finding) => ({ finding, entry: entryOf(outcome, finding) }))
      const isKnown = new Set(all.flatMap(({ finding, entry }) => (open.take(entry) ? [finding] : [])))
      const isWord = wordTest(outcome.before)
      for (const { finding, entry } of all) {
        if (isKnown.has(finding) || !open.takeRenamed(entry, finding, isWord)) continue
        isKnown.add(finding)
        renamed += 1
      }
      return setAside(outcome, (finding) => (isKnown.has(finding) ? byBaseline : undefined))
    },
    end: () => {
      const { count } = open
      const next = (what: string) => (kind === 'report' ? '' : `; --update-baseline ${what}`)
      const [has, name] = renamed === 1 ? ['has', 'another name'] : ['have', 'other names']
      const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
      return [
        ...(renamed === 0
          ? []
          : [
              `${quantity(renamed, 'finding')} of the ${kind} ${path} ${has} ${name} now${next('writes the new')}`,
            ]),
        ...(count === 0 || isPart
          ? []
          : [`${quantity(count, 'finding')} of the ${kind} ${path} ${are} gone${next(`removes ${them}`)}`]),
      ]
    },
    ...(isPart ? {} : { since: () => ({ path, gone: open.gone() }) }),
  }
}

/** The entries of a baseline that no finding of the run was taken for yet. */
class OpenEntries {
  readonly #isThere: (path: string) => boolean
  /** How often each is left, by its key. */
  readonly #left = new Map<string, BaselineFinding>()
  /** By what they are about whatever the names are, and by the folder. */
  readonly #alike = new Map<string, string[]>()

  constructor(baseline: readonly BaselineFinding[], isThere: (path: string) => boolean) {
    this.#isThere = isThere
    for (const one of baseline) {
      const key = keyOf(one)
      const known = this.#left.get(key)
      if (known === undefined) push(this.#alike, alikeKey(one), key)
      this.#left.set(key, { ...one, count: (known?.count ?? 0) + one.count })
    }
  }

  /** How many there are. */
  get count(): number {
    return [...this.#left.values()].reduce((sum, { count }) => sum + count, 0)
  }

  take(entry: Entry): boolean {
    return this.#takeKey(keyOf(entry)) || this.#takeKey(keyOf(asWorded(entry)))
  }

  #takeKey(key: string): boolean {
    const one = this.#left.get(key)
    if (one === undefined || one.count === 0) return false
    this.#left.set(key, { ...one, count: one.count - 1 })
    return true
  }

  /**
   * Takes the entry of a finding that has another name now: of a file that is no longer there, or of a profile, whose repairs give
   * names, with names that the file no longer has.
   */
  takeRenamed(entry: Entry, finding: LocatedFinding, isWord: WordTest | undefined): boolean {
    const alike = [alikeKey(entry), alikeKey(asWorded(entry))].flatMap((key) => this.#alike.get(key) ?? [])
    const found = alike.find((key) => {
      const other = this.#left.get(key)
      if (other === undefined || other.count === 0) return false
      const { path, about } = other
      if (path !== entry.path && (archiveOf(path) !== undefined || this.#isThere(path))) return false
      if (about === undefined || aboutKey(about) === aboutKey(entry.about)) return true
      return isWord !== undefined && isOfProfile(finding) && areRenamed(about, entry.about, isWord)
    })
    return found !== undefined && this.#takeKey(found)
  }

  /** Each as often as it is left. */
  gone(): Since['gone'] {
    return [...this.#left]
      .sort(byKey)
      .flatMap(([, { path, code, message, count }]) =>
        Array.from({ length: count }, () => ({ path, code, message })),
      )
  }
}

/** As a file of an earlier version has it. */
function asWorded({ path, code, message }: Entry): Omit<BaselineFinding, 'count'> {
  return { path, code, message }
}

function alikeKey({ path, code, message, about }: Omit<BaselineFinding, 'count'>): string {
  const subject = about === undefined ? { message } : aboutAnyName(about)
  return JSON.stringify([directoryOf(path), currentCode(code), subject])
}

function isOfProfile({ requirement, code }: LocatedFinding): boolean {
  return requirement !== undefined || isOfSdc(code)
}

type WordTest = (name: string) => boolean

/** Whether a source has a word; it is looked through when that is first asked. Undefined without a source. */
function wordTest(text: string | undefined): WordTest | undefined {
  if (text === undefined) return undefined
  let words: ReadonlySet<string> | undefined
  return (name) => {
    words ??= new Set(text.match(/[\w.-]+/g))
    return words.has(name)
  }
}

/** Whether a source has none of the names that only the first of two findings is about. */
function areRenamed(before: About, after: About, isWord: WordTest): boolean {
  const now = new Set(wordsOf(after))
  return wordsOf(before).every((name) => now.has(name) || !isWord(name))
}

function wordsOf(about: About): readonly string[] {
  return namesIn(about).flatMap((name) => name.split(' '))
}

/** What a run is compared with. */
interface Baseline {
  readonly kind: 'baseline' | 'report'
  readonly findings: readonly BaselineFinding[]
}

/** @throws UsageError */
function known(path: string, { cwd, fileSystem }: Pick<World, 'cwd' | 'fileSystem'>): Baseline {
  const none = (why: string, at?: Pick<JsonMistake, 'line' | 'column'>) => {
    const place = at === undefined ? '' : `:${at.line}:${at.column}`
    return new UsageError(`--baseline ${path}${place}: ${why}`, ['--update-baseline writes one'])
  }
  const content = readGiven(resolve(cwd, path), fileSystem)
  if ('problem' in content) throw none(`the file ${content.problem.message}`)
  const text = Buffer.from(content.bytes).toString('utf8')
  const data = parsed(text, none)
  if (data.$schema === reportSchema) return { kind: 'report', findings: reportedIn(data, none) }
  const { hotshiftBaseline, findings } = data
  if (hotshiftBaseline !== 1 || !Array.isArray(findings)) throw none('the file is not a baseline')
  const wrong = findings.findIndex((one) => !isKnown(one))
  if (wrong !== -1) throw none(`entry ${wrong + 1} is not a finding`)
  return { kind: 'baseline', findings }
}

/** What an earlier report says of the files as they were after its run. */
function reportedIn(
  { mode, files, written }: Record<string, unknown>,
  none: (why: string) => UsageError,
): readonly BaselineFinding[] {
  const state = recordOf(written)
  if (state === undefined && mode !== 'checked') throw none('the report is of a run that changes files')
  const all =
    state === undefined
      ? arrayOf(files).flatMap((file) => {
          const { path, findings, ignored } = recordOf(file) ?? {}
          return [...arrayOf(findings), ...arrayOf(ignored)].map((one) => ({ path, ...recordOf(one) }))
        })
      : [...arrayOf(state.left), ...refusedIn(state)].map((one) => ({ ...recordOf(one) }))
  const found = all.map((one) => ({ ...one, count: 1 }))
  if (!found.every(isKnown)) throw none('the file is no report of this version')
  return found
}

/** What a check says of it: where a requirement is not met, that Heat refuses the same is not said. */
function refusedIn({ left, refused }: Record<string, unknown>): readonly unknown[] {
  const placeOf = (one: unknown) => {
    const { path, line, column } = recordOf(one) ?? {}
    return JSON.stringify([path, line, column])
  }
  const said = new Set(arrayOf(left).map(placeOf))
  return arrayOf(refused).filter((one) => {
    const { code } = recordOf(one) ?? {}
    return (typeof code === 'string' && isOfSdc(code)) || !said.has(placeOf(one))
  })
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function parsed(text: string, none: (why: string, at: JsonMistake) => UsageError): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch (error) {
    const mistake = jsonMistake(text, error)
    throw none(`it cannot be read: ${mistake.message}`, mistake)
  }
}

function isKnown(one: unknown): one is BaselineFinding {
  if (typeof one !== 'object' || one === null) return false
  const { path, code, message, about, count } = one as Record<string, unknown>
  const isText = [path, code, message].every((text) => typeof text === 'string')
  return (
    isText && (about === undefined || isAbout(about)) && Number.isSafeInteger(count) && (count as number) > 0
  )
}
