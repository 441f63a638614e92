/**
 * The results of earlier runs. Every run writes a file of its own and renames it when complete, so that a killed run
 * leaves nothing and concurrent runs do not interfere; many files are compacted into one.
 */

import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import type { Asked } from '../../stack/questions.ts'
import { realFileSystem } from '../file-system.ts'
import { readRegular } from '../read-file.ts'
import { createFile, isTemporaryName, temporaryName, writeAll } from '../temporary-file.ts'
import {
  type CachedVerdict,
  headerOf,
  sealing,
  sealOf,
  today,
  VerdictFile,
  VerdictLines,
} from './verdict-file.ts'

/** What no run has used for so long is removed. */
const MAX_AGE = 30
const MAX_AGE_MS = MAX_AGE * 24 * 3600 * 1000
/** A file of a run that was killed, or that still runs. */
const MAX_UNFINISHED_MS = 24 * 3600 * 1000
/** That a file was used is noted once in such a time. */
const TOUCH_MS = 12 * 3600 * 1000
/** From so many files on, one is made of them. */
const MOST_FILES = 8
/** Runs of very many files go on without the oldest. */
const MOST_BYTES = 160 * 1024 * 1024
const CHUNK = 1 << 18

/** Where the verdicts of a run are. Plain data: it goes to threads. */
export interface StoreOptions {
  /** Absolute; it is made when there is something to write. */
  readonly folder: string
  /** The build and all that decides about outcomes beside the files of a run. */
  readonly identity: string
  /** What files are sealed with; without one, whoever can write to the folder can say what a check finds. */
  readonly secret?: string | undefined
}

/** How each file begins and ends. */
interface Frame {
  readonly header: string
  readonly secret: string | undefined
}

export class VerdictStore {
  readonly #folder: string
  readonly #frame: Frame
  readonly #prefix: string
  /** The newest first. */
  #files: readonly VerdictFile[] = []
  readonly #used = new Set<VerdictFile>()
  readonly #usedKeys = new Set<string>()
  #output: PendingFile | undefined

  constructor({ folder, identity, secret }: StoreOptions) {
    this.#folder = folder
    this.#frame = { header: headerOf(identity), secret }
    this.#prefix = createHash('sha256').update(identity).digest('hex').slice(0, 16)
  }

  /** Reads what earlier runs have left. */
  open(): void {
    this.#files = this.#read(this.#names())
  }

  /** Whether nothing is known of any file. */
  get isEmpty(): boolean {
    return this.#files.length === 0
  }

  /** @param key by `keyOf` */
  find(key: string, holds: (asked: Asked) => boolean): CachedVerdict['outcome'] | undefined {
    for (const file of this.#files) {
      const verdict = file.find(key)
      if (verdict === undefined || !holds(verdict.asked)) continue
      this.#used.add(file)
      this.#usedKeys.add(key)
      return verdict.outcome
    }
    return undefined
  }

  add(key: string, outcome: FileOutcome, asked: Asked): void {
    this.#output ??= new PendingFile(this.#folder, this.#frame)
    this.#output.push((lines) => lines.of(key, outcome, asked))
  }

  /** Stores what was added. Whatever is wrong with the disk, the next run finds out again. */
  save(): void {
    try {
      this.#output?.finish(this.#newName())
    } catch {
      // A full disk, or one that cannot be written to.
    }
    this.#output = undefined
  }

  /** Removes what is old, and makes one file of many; to be done by one thread of a run, at its end. */
  tidy(): void {
    try {
      this.#touch()
      this.#prune()
      const names = this.#names()
      if (names.length >= MOST_FILES) this.#merge(names)
    } catch {
      // The same as in `save`.
    }
  }

  #newName(): string {
    return join(this.#folder, `${this.#prefix}-${randomBytes(8).toString('hex')}.verdicts`)
  }

  /** Files for this build and these options, the newest first. */
  #names(): readonly string[] {
    return listed(this.#folder)
      .filter((name) => name.startsWith(this.#prefix) && isOwnName(name))
      .map((name) => ({ name, time: timeOf(join(this.#folder, name)) }))
      .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
  }

  #read(names: readonly string[]): readonly VerdictFile[] {
    let size = 0
    return names.flatMap((name) => {
      const bytes = size > MOST_BYTES ? undefined : contentOf(join(this.#folder, name))
      size += bytes?.length ?? 0
      return (bytes === undefined ? undefined : VerdictFile.of(name, bytes, this.#frame)) ?? []
    })
  }

  #touch(): void {
    const now = Date.now()
    for (const { name } of this.#used) {
      const path = join(this.#folder, name)
      if (now - timeOf(path) > TOUCH_MS) utimesSync(path, now / 1000, now / 1000)
    }
  }

  #prune(): void {
    for (const name of listed(this.#folder)) {
      const age = Date.now() - timeOf(join(this.#folder, name))
      const isOld = isOwnName(name) ? age > MAX_AGE_MS : isTemporaryName(name) && age > MAX_UNFINISHED_MS
      if (isOld) unlinkSync(join(this.#folder, name))
    }
  }

  /** Of several verdicts about the same the newest counts. */
  #merge(names: readonly string[]): void {
    const output = new PendingFile(this.#folder, this.#frame)
    const seen = new Set<string>()
    for (const file of this.#read(names)) {
      for (const key of file.keys) {
        const [verdict, stored] = seen.has(key) ? [] : [file.find(key), file.stored(key)]
        seen.add(key)
        if (verdict === undefined || stored === undefined) continue
        const day = this.#usedKeys.has(key) ? today() : stored.day
        if (today() - day <= MAX_AGE)
          output.push((lines) => lines.ofText(key, verdict.asked, { ...stored, day }))
      }
    }
    output.finish(this.#newName())
    for (const name of names) unlinkSync(join(this.#folder, name))
  }
}

/** A file on its way: it has its name when it is whole. */
class PendingFile {
  readonly #lines = new VerdictLines()
  readonly #folder: string
  readonly #header: string
  #unfinished: { readonly path: string; readonly fd: number } | undefined
  #waiting: string[] = []
  #length = 0
  #hasFailed = false
  readonly #hash: ReturnType<typeof sealing>

  constructor(folder: string, { header, secret }: Frame) {
    this.#folder = folder
    this.#header = header
    this.#hash = sealing(secret)
  }

  push(make: (lines: VerdictLines) => string): void {
    const lines = make(this.#lines)
    this.#waiting.push(lines)
    this.#length += lines.length
    if (this.#length > CHUNK) this.#flush()
  }

  /** @throws what the system says, also of what was to be written before */
  finish(path: string): void {
    this.#flush()
    if (this.#unfinished === undefined) return
    const { path: from, fd } = this.#unfinished
    writeAll(fd, Buffer.from(sealOf(this.#hash.digest('hex'))), realFileSystem)
    closeSync(fd)
    if (this.#hasFailed) unlinkSync(from)
    else renameSync(from, path)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#length = 0
    if (this.#hasFailed || bytes.length === 0) return
    try {
      this.#unfinished ??= this.#create()
      this.#hash.update(bytes)
      writeAll(this.#unfinished.fd, bytes, realFileSystem)
    } catch {
      // A line that was lost may be one that others refer to.
      this.#hasFailed = true
    }
  }

  #create(): { readonly path: string; readonly fd: number } {
    makeFolder(this.#folder)
    const path = join(this.#folder, temporaryName())
    const fd = createFile(path, 0o600, realFileSystem)
    this.#hash.update(this.#header)
    writeAll(fd, Buffer.from(this.#header), realFileSystem)
    return { path, fd }
  }
}

/** As other tools do it in caches: nothing in it is for git, or for a search of templates. */
function makeFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return
  writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 })
}

function isOwnName(name: string): boolean {
  return /^[0-9a-f]{16}-[0-9a-f]{16}\.verdicts$/.test(name)
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Others may remove a file at any time. */
function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readRegular(path, realFileSystem)
  } catch {
    return undefined
  }
}
