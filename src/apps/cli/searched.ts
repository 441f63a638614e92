import { resolve } from 'node:path'
import { located } from '../../engine/file-outcome.ts'
import { findingOf } from '../../engine/findings/finding.ts'
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { isArchiveName } from '../../run/file-system.ts'
import { problemFinding } from '../../run/problem.ts'
import { quantity } from '../../show/report/counts.ts'
import { load } from '../../stack/load.ts'
import { archiveOf } from '../../stack/source-file.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import type { Arguments } from './command.ts'
import { bytesOf } from './files-beside.ts'
import { reportPath, type World } from './world.ts'

/** Kinds of files that no stack can be made from. */
const notTemplates: ReadonlySet<string> = new Set(['not-a-template', 'environment', 'unread'])

/** The file of an archive that is the template or the blueprint, by the proposal of the blueprint language. */
const templateOfArchive = 'heat.yaml'

/** What a run was to look at, and whether there was anything: nothing that was looked at is never a clean result. */
export class Searched {
  readonly #args: Arguments
  readonly #world: World
  readonly #named: ReadonlySet<string>
  readonly #environments: ReadonlySet<string>
  #files = 0
  #hasTemplate = false
  #hasFinding = false

  constructor(args: Arguments, world: World) {
    this.#args = args
    this.#world = world
    // What git or a list names is chosen from files of all kinds, and hooks say so of theirs.
    const isChosen = ['since', 'staged', 'files-from', 'ignore-unknown'].some((option) => args.has(option))
    // What comes on standard input was asked about as well.
    const named = isChosen ? [] : args.input === undefined ? args.named : args.positionals
    this.#environments = new Set(args.values('env').map((path) => reportPath(path, world)))
    this.#named = new Set(
      named.map((path) => {
        const reported = reportPath(resolve(world.cwd, path), world)
        return isArchiveName(path) ? `${reported}/${templateOfArchive}` : reported
      }),
    )
  }

  /**
   * The outcome as it counts: a named file that is not a template is an error, and one that cannot be read is blocked, whichever
   * kinds the command is about; in a directory they are skipped.
   */
  revised(outcome: FileOutcome): FileOutcome {
    const { kind, status, reason = 'not a template', path } = outcome
    const isEnvironment = this.#environments.has(path)
    if (kind !== 'not-a-template' || status !== 'skipped' || !(isEnvironment || this.#named.has(path)))
      return outcome
    const unread = unreadableAt(path, this.#args.input ?? bytesOf(path, this.#world))
    if (unread !== undefined) {
      const { message } = unread
      return { ...outcome, status: 'blocked', reason: message, findings: [unread, ...outcome.findings] }
    }
    const what = isEnvironment ? 'no environment' : 'not a template'
    const why = archiveOf(path) === undefined ? 'was named' : `has the name of an archive's template`
    const message = `is ${what}, and ${why}${reason === 'not a template' ? '' : `: ${reason}`}`
    const finding = problemFinding({ code: 'not-a-template', message })
    return { ...outcome, status: 'failed', reason, findings: [finding, ...outcome.findings] }
  }

  note({ kind, findings }: FileOutcome): void {
    this.#files++
    this.#hasTemplate ||= !notTemplates.has(kind)
    this.#hasFinding ||= findings.length > 0
  }

  /** The sentence that there was nothing to look at; undefined where there was, or where something else is said of it. */
  get missing(): string | undefined {
    if (this.#hasTemplate || this.#hasFinding || this.#args.isEmpty || this.#args.input !== undefined)
      return undefined
    const { positionals } = this.#args
    const where = positionals.length === 0 ? 'the working directory' : positionals.join(', ')
    const others = this.#files === 0 ? '' : ` (${quantity(this.#files, 'other file')})`
    return `no template found in ${where}${others}`
  }
}

/** Why a template, or what was meant to be one, cannot be read, and where; undefined for what is none. */
function unreadableAt(path: string, bytes: Uint8Array | undefined): LocatedFinding | undefined {
  const loaded = bytes === undefined ? undefined : load({ path, bytes })
  if (loaded?.is !== 'unreadable' || loaded.templated !== undefined) return undefined
  const { code, message, range, text } = loaded
  return located([findingOf(code, message, range)], new LineIndex(text))[0]
}
