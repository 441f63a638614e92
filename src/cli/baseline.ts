/** A baseline: findings that were there when somebody began to check. Only others count. */

import { dirname, relative, resolve } from 'node:path'
import { grow, push } from '../document/multimap.ts'
import { byKey } from '../document/sorted.ts'
import { currentCode } from '../engine/catalogue.ts'
import { namesIn, withoutNames } from '../engine/names-in-messages.ts'
import type { FileOutcome, LocatedFinding } from '../engine/outcome.ts'
import { type JsonMistake, jsonMistake } from '../plan/json-mistake.ts'
import { quantity } from '../report/counts.ts'
import { isOfSdc } from '../report/gates.ts'
import { reportSchema } from '../report/json.ts'
import { readGiven } from '../runner/read-file.ts'
import type { Since } from '../runner/run-report.ts'
import { archiveOf, directoryOf } from '../workspace/source-file.ts'
import type { Arguments, Option } from './command.ts'
import { openOutputFile } from './output-file.ts'
import { type Revision, setAside } from './revision.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

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
  readonly count: number
}

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
  const keyFrom =
    (folder: string): KeyOf =>
    ({ path: at }, { code, message }) =>
      JSON.stringify([relative(folder, resolve(cwd, at)).replaceAll('\\', '/'), code, message])
  if (isUpdated) return updating(path, cwd, keyFrom(dirname(file)))
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
  return comparing(findings, { path, kind, keyOf: keyFrom(folder), isThere, isPart: args.has('shard') })
}

type KeyOf = (outcome: FileOutcome, finding: LocatedFinding) => string

function updating(path: string, cwd: string, keyOf: KeyOf): Revision {
  const counts = new Map<string, number>()
  return {
    revise: (outcome) => {
      for (const finding of outcome.findings) {
        const key = keyOf(outcome, finding)
        grow(counts, key)
      }
      return setAside(outcome, () => byBaseline)
    },
    end: () => {
      const out = openOutputFile({ option: 'baseline', path, kind: 'baseline', start }, cwd)
      try {
        const lines = [...counts].sort(byKey).map(entryLine)
        out.append(`${start}: 1,\n"findings": [${lines.join(',')}\n]\n}\n`)
        out.finish()
      } finally {
        out.discard()
      }
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
      return [`the baseline ${path} holds ${quantity(all, 'finding')} now`]
    },
  }
}

function entryLine([key, count]: readonly [string, number]): string {
  const [path, code, message] = JSON.parse(key)
  return `\n${JSON.stringify({ path, code, message, count })}`
}

interface Comparison {
  /** As the command line names it. */
  readonly path: string
  readonly kind: Baseline['kind']
  readonly keyOf: KeyOf
  /** Whether there is a file still. */
  readonly isThere: (path: string) => boolean
  /** Whether other runs look at the rest of the files, so that what is fixed cannot be known. */
  readonly isPart: boolean
}

function comparing(
  baseline: readonly BaselineFinding[],
  { path, kind, keyOf, isThere, isPart }: Comparison,
): Revision {
  const open = new OpenEntries(baseline, isThere)
  let renamed = 0
  return {
    revise: (outcome) => {
      const all = outcome.findings.map((finding) => ({ finding, key: keyOf(outcome, finding) }))
      const isKnown = new Set(all.flatMap(({ finding, key }) => (open.take(key) ? [finding] : [])))
      const isWord = wordTest(outcome.before)
      for (const { finding, key } of all) {
        if (isKnown.has(finding) || !open.takeRenamed(key, finding, isWord)) continue
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
  readonly #left = new Map<string, number>()
  /** The keys by what they say whatever the names are, and by the folder. */
  readonly #alike = new Map<string, string[]>()

  constructor(baseline: readonly BaselineFinding[], isThere: (path: string) => boolean) {
    this.#isThere = isThere
    for (const { path, code, message, count } of baseline) {
      const key = JSON.stringify([path, currentCode(code), message])
      if (!this.#left.has(key)) push(this.#alike, alikeKey(key), key)
      this.#left.set(key, (this.#left.get(key) ?? 0) + count)
    }
  }

  /** How many there are. */
  get count(): number {
    return [...this.#left.values()].reduce((sum, count) => sum + count, 0)
  }

  take(key: string): boolean {
    const count = this.#left.get(key) ?? 0
    if (count > 0) this.#left.set(key, count - 1)
    return count > 0
  }

  /**
   * Takes the entry of a finding that has another name now: of a file that is no longer there, or of a profile, whose repairs give
   * names, with names that the file no longer has.
   */
  takeRenamed(key: string, finding: LocatedFinding, isWord: WordTest | undefined): boolean {
    const [path, , message] = JSON.parse(key)
    const found = (this.#alike.get(alikeKey(key)) ?? []).find((other) => {
      if ((this.#left.get(other) ?? 0) === 0) return false
      const [was, , before] = JSON.parse(other)
      if (was !== path && (archiveOf(was) !== undefined || this.#isThere(was))) return false
      if (before === message) return true
      return isWord !== undefined && isOfProfile(finding) && areRenamed(before, message, isWord)
    })
    return found !== undefined && this.take(found)
  }

  /** Each as often as it is left. */
  gone(): Since['gone'] {
    return [...this.#left].sort(byKey).flatMap(([key, count]) => {
      const [path, code, message] = JSON.parse(key)
      return Array.from({ length: count }, () => ({ path, code, message }))
    })
  }
}

function alikeKey(key: string): string {
  const [path, code, message] = JSON.parse(key)
  return JSON.stringify([directoryOf(path), code, withoutNames(message)])
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

/** Whether a source has none of the names that only the first of two messages has, where these differ in names only. */
function areRenamed(before: string, after: string, isWord: WordTest): boolean {
  const names = namesIn(after)
  return namesIn(before).every((name, index) => name === names[index] || !isWord(name))
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
  const { path, code, message, count } = one as Record<string, unknown>
  const isText = [path, code, message].every((text) => typeof text === 'string')
  return isText && Number.isSafeInteger(count) && (count as number) > 0
}
