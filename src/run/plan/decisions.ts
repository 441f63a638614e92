/** What people decided about the files and hunks of a plan. */

import * as z from 'zod/mini'
import type { FileOutcome } from '../../engine/outcome.ts'
import { sha256 } from '../../text/document/sha256.ts'
import { byPath } from '../../text/document/sorted.ts'
import { DocumentProblem, readDocument } from './document.ts'

/** Says what a JSON document is; files are recognised by it. */
const decisionsSchemaId = 'urn:hotshift:decisions:1'

/** How every file of decisions begins. */
export const decisionsStart = `{\n"$schema": ${JSON.stringify(decisionsSchemaId)}`

const word = z.enum(['accept', 'reject'])

const hunkDecision = z
  .union([word, z.object({ edit: z.string() })])
  .check(
    z.describe(
      'or `{"edit": …}`: the lines that somebody wrote instead of those before, from the first line that the hunk shows to the last, context included',
    ),
  )

const fileDecision = z.object({
  path: z.string(),
  before: z.exactOptional(z.string()).check(z.describe('the hash of the original; absent for a new file')),
  after: z.string().check(z.describe('the hash of the result of the plan')),
  decision: z.exactOptional(word).check(z.describe('of the file as a whole')),
  hunks: z
    .exactOptional(z.record(z.string().check(z.regex(/^[1-9]\d*$/)), hunkDecision))
    .check(z.describe('by the number of the hunk, from 1')),
  made: z
    .exactOptional(z.string())
    .check(
      z.describe(
        'the hash of what was made of the file, when that is only a part of the plan: the rest is rejected then',
      ),
    ),
})

const decisions = z.object({
  $schema: z.literal(decisionsSchemaId),
  files: z.array(fileDecision),
  transforms: z
    .exactOptional(z.record(z.string(), word))
    .check(z.describe('by id; a file or a hunk that is decided by itself comes first')),
})

export type HunkDecision = z.infer<typeof hunkDecision>
type FileDecisionEntry = z.infer<typeof fileDecision>

/** What was decided of one file. */
export interface FileDecision {
  readonly decision?: 'accept' | 'reject'
  /** By number, from 1. */
  readonly hunks?: Readonly<Record<string, HunkDecision>>
}

/** The schema as a JSON document, for other programs. */
export function decisionsJsonSchema(): object {
  const schema = z.toJSONSchema(decisions, { io: 'input' })
  return { ...schema, $id: decisionsSchemaId, title: 'Decisions about a plan of hotshift' }
}

/** Decisions by file, identified by the sources before and after: they also apply to another plan of the same change. */
export class Decisions {
  readonly transforms: Map<string, 'accept' | 'reject'>
  readonly #files = new Map<string, FileDecisionEntry>()

  private constructor(
    files: readonly FileDecisionEntry[],
    transforms: Iterable<[string, 'accept' | 'reject']>,
  ) {
    this.transforms = new Map(transforms)
    for (const file of files) this.#files.set(file.path, file)
  }

  static none(): Decisions {
    return new Decisions([], [])
  }

  /** @throws DocumentProblem for a string that holds no decisions */
  static read(text: string): Decisions {
    const { files, transforms = {} } = readDocument(text, decisions, 'file of decisions')
    return new Decisions(files, Object.entries(transforms))
  }

  /** Whether nothing was decided. */
  get isEmpty(): boolean {
    return this.#files.size === 0 && this.transforms.size === 0
  }

  /** What was decided of a file; nothing when that was about another change of it. */
  of(outcome: FileOutcome): FileDecision | undefined {
    const known = this.#files.get(outcome.path)
    if (known === undefined) return undefined
    const { before, after } = hashesOf(outcome)
    if (known.after !== after) return undefined
    if (known.before === before) return known
    // What was chosen is made already, and a run over it offers the rest again.
    return known.made !== undefined && known.made === before ? { decision: 'reject' } : undefined
  }

  /** Whether something was decided of another change of the file. */
  isOutdatedFor(outcome: FileOutcome): boolean {
    return this.#files.has(outcome.path) && this.of(outcome) === undefined
  }

  decide(outcome: FileOutcome, { decision, hunks }: FileDecision): void {
    this.#files.set(outcome.path, {
      path: outcome.path,
      ...hashesOf(outcome),
      ...(decision === undefined ? {} : { decision }),
      ...(hunks === undefined ? {} : { hunks: { ...hunks } }),
    })
  }

  /** Keeps what is made of a file of whose change only a part was chosen. */
  noteMade(outcome: FileOutcome, text: string): void {
    const known = this.#files.get(outcome.path)
    if (known === undefined || known.before !== hashesOf(outcome).before) return
    this.#files.set(outcome.path, { ...known, made: sha256(text) })
  }

  /** The files about which something was decided. */
  paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  forget({ path }: FileOutcome): void {
    this.#files.delete(path)
  }

  text(): string {
    const files = [...this.#files.values()].sort(byPath)
    const lines = files.map((file) => JSON.stringify(file)).join(',\n')
    const transforms =
      this.transforms.size === 0
        ? ''
        : `,\n"transforms": ${JSON.stringify(Object.fromEntries(this.transforms))}`
    return `${decisionsStart},\n"files": [\n${lines}\n]${transforms}\n}\n`
  }
}

function hashesOf({ path, before, after }: FileOutcome): {
  readonly before?: string
  readonly after: string
} {
  if (after === undefined) throw new DocumentProblem(`${path} does not change`)
  return { ...(before === undefined ? {} : { before: sha256(before) }), after: sha256(after) }
}
