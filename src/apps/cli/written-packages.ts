/** The packages of a repair as they are written, or would be: read again, and checked like any other. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import type { Engine } from '../../engine/engine-contract.ts'
import { type MentionedName, mentionedNames } from '../../engine/names/mentioned-names.ts'
import type { NewName } from '../../engine/names/new-names.ts'
import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import { withEmptyPackages } from '../../engine/packages/empty-packages.ts'
import { createGateChecker } from '../../engine/packages/gates.ts'
import { createProfileChecker } from '../../engine/packages/profile.ts'
import type { KeptValues } from '../../engine/proof/kept-values.ts'
import { discover } from '../../run/discovery.ts'
import { isArchiveName } from '../../run/file-system.ts'
import { readFound } from '../../run/run-file.ts'
import type {
  CheckedArchive,
  ReportedRefusal,
  RunMode,
  WrittenFile,
  WrittenLocation,
  WrittenState,
  WrittenValue,
} from '../../run/run-report.ts'
import type { FoundFile } from '../../run/walk.ts'
import { quantity } from '../../show/report/counts.ts'
import { decode, type FileInput } from '../../stack/load.ts'
import { push } from '../../text/document/multimap.ts'
import { defined } from '../../text/document/records.ts'
import { sha256 } from '../../text/document/sha256.ts'
import type { Arguments } from './command.ts'
import { foldersGiven, outsideCallers } from './files-beside.ts'
import { packageOptions } from './load-engine.ts'
import { givenArchives, outputsOf } from './options/archives.ts'
import { cloudOf } from './options/cloud-options.ts'
import { profilesOf } from './options/profiles.ts'
import { askedBy, releaseOf } from './options/requirements-release.ts'
import { dayOf } from './output/origin.ts'
import { formatsOf } from './output/reporters.ts'
import { plainOptions } from './plain-check.ts'
import type { World } from './world.ts'

/** What became of a file, with what was reported of it. */
interface MadeFile {
  readonly outcome: FileOutcome
  /** As reports name it, where it is now. */
  readonly path: string
}

/** So many are said on a terminal. */
const MOST_MENTIONS = 5

/** Records the outcomes of a run, and reads the packages that it wrote. */
export class WrittenPackages {
  readonly #args: Arguments
  readonly #world: World
  readonly #outcomes: FileOutcome[] = []
  readonly #names: NewName[] = []
  /** Files that are no part of a package. */
  readonly #others = new Set<string>()
  readonly #changed = new Set<string>()
  #mentions: readonly MentionedName[] = []
  readonly #values: WrittenValue[] = []

  constructor(args: Arguments, world: World) {
    this.#args = args
    this.#world = world
  }

  /** Takes what a package is called and must be given once it is repaired. */
  add(names: readonly NewName[], values: readonly KeptValues[]): void {
    this.#names.push(...names)
    for (const { module, needed } of values)
      this.#values.push(...needed.map((one) => ({ path: module, ...one })))
  }

  file(outcome: FileOutcome): void {
    const { path, status } = outcome
    if (status === 'changed') this.#changed.add(path)
    if (status === 'skipped') this.#others.add(path)
    if (this.#isAsked()) this.#outcomes.push(outcome)
  }

  /** The first of the locations at which other files say names that are no more, for the terminal. */
  notes(): readonly string[] {
    const all = this.#mentions
    const more = all.length - MOST_MENTIONS
    return [
      ...all.slice(0, MOST_MENTIONS).map(({ path, line, kind, from, to }) => {
        return `${path}:${line} names the ${kind} "${from}", which becomes "${to}"; nothing rewrites that file`
      }),
      ...(more > 0
        ? [`and ${quantity(more, 'more location')}; a report lists them: --output report.html`]
        : []),
    ]
  }

  /** Of what was changed, not of what was left after all. */
  #newNames(): readonly NewName[] {
    return this.#names.filter(({ path }) => this.#changed.has(path))
  }

  /** Looked for in the files as they were given: a repair writes none of them. */
  async #mentioned(): Promise<readonly MentionedName[]> {
    const names = this.#newNames()
    if (names.length === 0 || this.#others.size === 0) return []
    const found = await this.#found(this.#args.paths)
    const texts = found.flatMap((file) => {
      const input = this.#others.has(file.path) ? readFound(file, this.#world.fileSystem) : undefined
      const decoded = input === undefined || 'problem' in input ? undefined : decode(input.bytes)
      return decoded !== undefined && 'text' in decoded ? [{ path: file.path, text: decoded.text }] : []
    })
    return mentionedNames(texts, names)
  }

  /** What is there now; undefined for reports that do not say it. */
  async state(mode: RunMode): Promise<WrittenState | undefined> {
    this.#mentions = await this.#mentioned()
    if (!this.#isAsked()) return undefined
    const made = this.#outcomes.map((outcome): MadeFile => ({ outcome, path: this.#pathOf(outcome, mode) }))
    const inputs = await this.#inputs(made, mode)
    const was = new Map(made.map(({ outcome, path }) => [path, outcome.path]))
    return {
      day: dayOf(this.#world),
      requirements: releaseOf(this.#args),
      archives: this.#archives(mode),
      files: inputs.map(({ path, bytes }): WrittenFile => {
        return { path, was: was.get(path) ?? path, checksum: sha256(bytes) }
      }),
      ...(await this.#said(inputs, made, mode)),
      names: this.#newNames(),
      mentions: this.#mentions,
      values: this.#values,
    }
  }

  /** Whether a report goes to a file, or is one that people file. */
  #isAsked(): boolean {
    const args = this.#args
    if (args.input !== undefined) return false
    return formatsOf(args, this.#world).some((format) => format !== 'text')
  }

  #pathOf({ path, newPath, status }: FileOutcome, mode: RunMode): string {
    const now = status === 'changed' ? (newPath ?? path) : path
    const archive = givenArchives(this.#args).find((one) => path.startsWith(`${one}/`))
    if (mode !== 'written') return now
    if (archive !== undefined) return join(this.#savedTo(archive) ?? archive, now.slice(archive.length + 1))
    const out = this.#args.value('out')
    return out === undefined ? now : join(out, now)
  }

  /** Where an archive was written to, as the command line names it. */
  #savedTo(archive: string): string | undefined {
    const output = this.#args.value('out') ?? outputsOf(this.#args, this.#world).packages[0]
    if (output === undefined || isArchiveName(output) || givenArchives(this.#args).length === 1)
      return output?.replace(/\/+$/, '')
    return join(output, basename(archive, extname(archive)))
  }

  #archives(mode: RunMode): readonly CheckedArchive[] {
    if (mode !== 'written') return []
    return givenArchives(this.#args).flatMap((archive) => {
      const path = this.#savedTo(archive)
      const file = path === undefined ? undefined : resolve(this.#world.cwd, path)
      if (path === undefined || file === undefined || !isArchiveName(path) || !existsSync(file)) return []
      return [{ path, checksum: sha256(readFileSync(file)) }]
    })
  }

  /** The files that the run reported of, as they are now. */
  async #inputs(made: readonly MadeFile[], mode: RunMode): Promise<readonly FileInput[]> {
    const { fileSystem } = this.#world
    const args = this.#args
    const archives = givenArchives(args)
    const saved = mode === 'written' ? archives.map((one) => this.#savedTo(one) ?? one) : archives
    const out = mode === 'written' ? args.value('out') : undefined
    const folders = args.isEmpty ? ['.'] : args.paths.filter((path) => !archives.includes(path))
    const paths = [...new Set([...(out === undefined ? folders : [out]), ...saved])]
    const found = await this.#found(paths)
    const texts = new Map(
      mode === 'written'
        ? []
        : made.flatMap(({ outcome: { path, after }, path: now }) =>
            after === undefined ? [] : [[now, { was: path, after }] as const],
          ),
    )
    const replaced = new Set([...texts.values()].map(({ was }) => was))
    const expected = new Set(made.map(({ path }) => path))
    const read = found.flatMap((file): FileInput[] => {
      if (!expected.has(file.path) || replaced.has(file.path)) return []
      const input = readFound(file, fileSystem)
      return 'problem' in input ? [] : [{ path: file.path, bytes: input.bytes }]
    })
    const rewritten = [...texts].map(([path, { after }]) => ({ path, bytes: Buffer.from(after) }))
    return [...read, ...rewritten].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async #found(paths: readonly string[]): Promise<readonly FoundFile[]> {
    const { cwd, fileSystem } = this.#world
    return (await discover(paths, { cwd, ...this.#args.excluded, archives: 'open', fileSystem })).files
  }

  /** What a check of all gates finds that were asked for, as far as nothing sets it aside. */
  async #said(
    inputs: readonly FileInput[],
    made: readonly MadeFile[],
    mode: RunMode,
  ): Promise<Pick<WrittenState, 'left' | 'refused'>> {
    const was = new Map(made.map(({ outcome, path }) => [path, outcome.path]))
    const reported = new Reported(made)
    const left: WrittenLocation[] = []
    const refused: ReportedRefusal[] = []
    for (const checker of await this.#checkers(mode))
      for (const { path, findings } of checker.runTogether?.(inputs) ?? [])
        for (const { requirement, code, message, line, column, help, severity } of findings) {
          const place = { path, was: was.get(path) ?? path, line, column, code }
          if (requirement === undefined) {
            if (severity === 'error') refused.push({ ...place, message })
            continue
          }
          const known = reported.take(path, { code, message })
          if (known === 'set aside') continue
          left.push({
            ...place,
            keyword: requirement.keyword,
            repair: (known?.requirement ?? requirement).repair,
            message,
            note: known?.help ?? help ?? '',
            isNew: known === undefined || known.requirement?.isNew === true,
            ...defined({
              isUntested: requirement.isUntested,
              task: (known?.requirement ?? requirement).task,
            }),
          })
        }
    return { left, refused }
  }

  /** The directories of the run, as they are now. */
  #folders(mode: RunMode): readonly string[] {
    const given = foldersGiven(this.#args, this.#world)
    const out = mode === 'written' ? this.#args.value('out') : undefined
    return out === undefined ? given : given.map((folder) => `${join(out, folder).replace(/\/$/, '')}/`)
  }

  /** Heat is asked alone: what a requirement says, too, it refuses all the same. */
  async #checkers(mode: RunMode): Promise<readonly Engine[]> {
    const [args, world] = [this.#args, this.#world]
    const chosen = profilesOf(args)
    const { remediation } = await import('../../../transforms/onap/remediation.ts')
    const options = { ...packageOptions(args, world), outside: await outsideCallers(args, world) }
    const isAsked = await askedBy(releaseOf(args))
    const folders = this.#folders(mode)
    const requirements = withEmptyPackages(createProfileChecker(remediation, { ...options, isAsked }), {
      folders,
      isAsked,
    })
    const sdc = { isWanted: () => true, folders }
    return [
      createGateChecker({ plain: await plainOptions(args, cloudOf(args), world) }),
      ...(chosen.has('onap') ? [requirements] : []),
      ...(chosen.has('sdc') ? [createGateChecker({ plain: undefined, sdc })] : []),
    ]
  }
}

/** What the run has reported as left, each once. */
class Reported {
  readonly #all = new Map<string, (LocatedFinding | 'set aside')[]>()

  constructor(made: readonly MadeFile[]) {
    for (const { outcome, path } of made) {
      for (const one of outcome.ignored ?? []) push(this.#all, keyOf(path, one), 'set aside' as const)
      for (const one of outcome.findings)
        if (one.requirement !== undefined && one.requirement.isRepaired !== true)
          push(this.#all, keyOf(path, one), one)
    }
  }

  take(
    path: string,
    finding: Pick<LocatedFinding, 'code' | 'message'>,
  ): LocatedFinding | 'set aside' | undefined {
    return this.#all.get(keyOf(path, finding))?.shift()
  }
}

function keyOf(path: string, { code, message }: Pick<LocatedFinding, 'code' | 'message'>): string {
  return `${path}\n${code}\n${message}`
}
