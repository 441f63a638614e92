/** What a converted copy holds that hotshift itself wrote: that may give way to a newer copy, nothing else may. */
import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { readRegular } from './read-file.ts'
import { createFile, removeTemporary, temporaryName, writeAll } from './temporary-file.ts'

/** In the folder of the copy, in the format of sha256sum, so that `sha256sum --check` reads it too. */
export const RECORD = '.hotshift-copy'

/** The files of a copy with the SHA-256 of what hotshift wrote. */
export class CopyRecord {
  readonly #folder: string
  readonly #fs: FileSystem
  /** By the absolute path. */
  readonly #hashes = new Map<string, string>()

  private constructor(folder: string, fs: FileSystem) {
    this.#folder = folder
    this.#fs = fs
  }

  /** The record in a folder; an empty one where there is none, or where it is no file. */
  static read(folder: string, fs: FileSystem): CopyRecord {
    const record = new CopyRecord(folder, fs)
    const path = join(folder, RECORD)
    if (fs.lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return record
    for (const line of readRegular(path, fs).toString('utf8').split('\n')) {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
      if (hash !== undefined && name !== undefined) record.#hashes.set(resolve(folder, name), hash)
    }
    return record
  }

  /** Whether a file is as hotshift wrote it. */
  isOurs(target: string): boolean {
    const known = this.#hashes.get(target)
    return known !== undefined && known === hashOf(readRegular(target, this.#fs))
  }

  /** Remembers what stands in a file now. */
  add(target: string, bytes: Uint8Array): void {
    // A name with such a character has no line of its own; the file is then never replaced.
    if (!/[\n\\]/.test(target)) this.#hashes.set(target, hashOf(bytes))
  }

  /** Replaces the record as a whole, or leaves it as it was. */
  write(): void {
    const lines = [...this.#hashes]
      .map(([path, hash]) => [relative(this.#folder, path).replaceAll('\\', '/'), hash] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, hash]) => `${hash}  ${name}\n`)
    const fs = this.#fs
    fs.mkdirSync(this.#folder, { recursive: true })
    const temporary = join(this.#folder, temporaryName())
    const fd = createFile(temporary, 0o666, fs)
    try {
      try {
        writeAll(fd, Buffer.from(lines.join('')), fs)
      } finally {
        fs.closeSync(fd)
      }
      fs.renameSync(temporary, join(this.#folder, RECORD))
    } catch (error) {
      removeTemporary(temporary, fs)
      throw error
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
