/** Reading what lies in archives as if they were folders: `vnf.zip/base.yaml`. */
import { relative, resolve } from 'node:path'
import { discover } from '../discovery.ts'
import { type FileSystem, isArchiveName } from '../file-system.ts'
import { readFound } from '../run-file.ts'

/** The files of archives by their paths in reports; what lies on the disk is none of them. */
export interface ArchivedFiles {
  /** The bytes of a member; undefined for what is in none of the archives. */
  read(path: string): Uint8Array | undefined
  /** Whether a member has that path; undefined for a path that leads into none of the archives. */
  has(path: string): boolean | undefined
}

const none: ArchivedFiles = { read: () => undefined, has: () => undefined }

/** @param given paths and patterns, those of archives among them */
export async function archivedFiles(
  given: readonly string[],
  cwd: string,
  fs: FileSystem,
): Promise<ArchivedFiles> {
  const archives = given.filter(isArchiveName)
  if (archives.length === 0) return none
  const { files } = await discover(archives, { cwd, archives: 'open', fileSystem: fs })
  const members = new Map(files.flatMap((file) => (file.content === undefined ? [] : [[file.path, file]])))
  const roots = [...new Set([...members.keys()].map((path) => archiveOf(path)))]
  const pathOf = (path: string) => relative(cwd, resolve(cwd, path)).replaceAll('\\', '/')
  return {
    read(path) {
      const member = members.get(pathOf(path))
      const input = member === undefined ? undefined : readFound(member, fs)
      return input === undefined || 'problem' in input ? undefined : input.bytes
    },
    has(path) {
      const own = pathOf(path)
      return members.has(own) ? true : roots.some((root) => own.startsWith(`${root}/`)) ? false : undefined
    },
  }
}

/** The path up to the archive in it. */
function archiveOf(path: string): string {
  const steps = path.split('/')
  const at = steps.findIndex(isArchiveName)
  return steps.slice(0, at + 1).join('/')
}
