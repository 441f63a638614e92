import { resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import { quantity } from '../report/counts.ts'
import { isArchiveName } from '../runner/file-system.ts'
import { problemFinding } from '../runner/problem.ts'
import { archiveOf } from '../workspace/source-file.ts'
import type { Arguments } from './command.ts'
import { reportPath, type World } from './world.ts'

/** Kinds of files that no stack can be made from. */
const notTemplates: ReadonlySet<string> = new Set(['not-a-template', 'environment', 'unread'])

/** The file of an archive that is the template or the blueprint, by the proposal of the blueprint language. */
const templateOfArchive = 'heat.yaml'

/** What a run was to look at, and whether there was anything: nothing that was looked at is never a clean result. */
export class Searched {
  readonly #args: Arguments
  readonly #named: ReadonlySet<string>
  #files = 0
  #hasTemplate = false
  #hasFinding = false

  constructor(args: Arguments, world: World) {
    this.#args = args
    // What git or a list names is chosen from files of all kinds, and hooks say so of theirs.
    const isChosen = ['since', 'staged', 'files-from', 'ignore-unknown'].some((option) => args.has(option))
    const named = isChosen || args.input !== undefined ? [] : args.named
    this.#named = new Set(
      named.map((path) => {
        const reported = reportPath(resolve(world.cwd, path), world)
        return isArchiveName(path) ? `${reported}/${templateOfArchive}` : reported
      }),
    )
  }

  /** The outcome as it counts: a named file that is not a template is an error; in a directory it is skipped. */
  revised(outcome: FileOutcome): FileOutcome {
    const { kind, status, reason = 'not a template', path } = outcome
    if (kind !== 'not-a-template' || status !== 'skipped' || !this.#named.has(path)) return outcome
    const why = archiveOf(path) === undefined ? 'was named' : `has the name of an archive's template`
    const message = `is not a template, and ${why}${reason === 'not a template' ? '' : `: ${reason}`}`
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
