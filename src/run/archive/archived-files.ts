/** Reading what lies in archives as if they were folders: `vnf.zip/base.yaml`. */
import { relative, resolve } from 'node:path'
import { discover } from '../discovery.ts'
import { archiveAlong, type FileSystem } from '../file-system.ts'
import { readFound } from '../run-file.ts'

/** The files of archives by their paths in reports; what lies on the disk is none of them. */
export interface ArchivedFiles {
  /** The bytes of a member; undefined for what is in none of the archives. */
  read(path: string): Uint8Array | undefined
  /** Whether a member has that path; undefined for a path that leads into none of the archives. */
  has(path: string): boolean | undefined
}

/** @param archives paths and patterns of archives, at least one */
export async function archivedFiles(
  archives: readonly string[],
  cwd: string,
  fs: FileSystem,
): Promise<ArchivedFiles> {
  const { files } = await discover(archives, { cwd, archives: 'open', fileSystem: fs })
  const members = new Map(files.flatMap((file) => (file.content === undefined ? [] : [[file.path, file]])))
  const roots = [...new Set([...members.keys()].flatMap((path) => archiveAlong(path) ?? []))]
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
