/** The members of archives as files of a run. */
import { resolve } from 'node:path'
import { type DirectoryWalk, type FoundFile, reportedPath } from '../walk.ts'
import { type ArchiveMember, isLargeMember, openArchive, readMembers } from './archive.ts'

/** Replaces an archive among the discovered files by its members. */
export async function openFound(walk: DirectoryWalk, { path, realPath }: FoundFile): Promise<void> {
  const absolute = resolve(walk.cwd, path)
  walk.files.delete(realPath)
  const archive = await openArchive(path, realPath, walk.fs)
  if ('problem' in archive) return walk.report(absolute, 'failed', archive.problem)
  const contents = readMembers(archive)
  if ('problem' in contents) return walk.report(absolute, 'failed', contents.problem)
  const byPath = new Map<string, ArchiveMember>()
  const leftOut: string[] = []
  for (const member of archive.members) {
    if (member.name.endsWith('/')) continue
    const own = resolve(absolute, member.name)
    const reported = reportedPath(walk.cwd, own)
    byPath.set(reported, member)
    const content = contents.get(member)
    if (content !== undefined && !walk.excludes(own, 'file')) {
      walk.files.set(own, { path: reported, realPath: own, content })
      continue
    }
    leftOut.push(reported)
    if (isLargeMember(member)) {
      const message = `has ${Math.round(member.entry.uncompressedSize / 1024 / 1024)} MB`
      // What is called a template or an environment counts as one: a package is not looked at without it.
      if (/\.(?:ya?ml|env)$/i.test(member.name))
        walk.report(own, 'failed', { code: 'archive-too-large', message })
      else walk.report(own, 'skipped', { code: 'binary-file', message })
    }
  }
  walk.archives.set(realPath, { archive, byPath, leftOut })
}
