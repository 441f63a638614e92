/** The effect of a template that is open in an editor on a stack that has an earlier version of it. */
import { resolve } from 'node:path'
import type { GivenFile } from '../../../engine/proof/verify.ts'
import { namedFiles } from '../../../run/boundary.ts'
import { realFileSystem } from '../../../run/file-system.ts'
import { committedFile } from '../../../run/git.ts'
import type { Project, UnreadEnvironment } from '../../lsp/host.ts'
import type { Arguments } from '../command.ts'
import { boundaryOf } from '../plain-check.ts'
import { reportPath, type World } from '../world.ts'

type Read = (path: string) => Uint8Array | undefined

/** Asks as `hotshift diff` does, with the environments of the configuration on both sides. What was committed is read once. */
export function updatesIn(args: Arguments, world: World): Project['updated'] {
  const committed = new Map<string, Uint8Array | undefined>()
  const encoder = new TextEncoder()
  const environments = args.values('env').map((path) => reportPath(path, world))
  return async ({ path, text }, base, open) => {
    const { read: saved } = namedFiles(boundaryOf([path], args, world), realFileSystem)
    const before = base === 'saved' ? saved : committedBeside(path, world, committed)
    const bytes = before(path)
    if (bytes === undefined) return undefined
    const after: Read = (name) => {
      const source = name === path ? text : open(name)
      return source === undefined ? saved(name) : encoder.encode(source)
    }
    const unread = environments.flatMap((one): readonly UnreadEnvironment[] => {
      if (after(one) === undefined) return [{ path: one, why: 'there is no such file' }]
      if (before(one) === undefined)
        return [{ path: one, why: 'it is not in the last commit, where it counts as empty' }]
      return []
    })
    const side = (read: Read, file: GivenFile) => ({
      ...file,
      environments: givenFiles(environments, read),
      read,
    })
    const { impactOf } = await import('../../../engine/proof/impact.ts')
    const answer = impactOf(side(before, { path, bytes }), side(after, { path, bytes: encoder.encode(text) }))
    if ('impact' in answer) return { impact: answer.impact, unread }
    const { problem } = answer
    if (!environments.includes(problem.path)) return undefined
    const why = `line ${problem.line}: ${problem.message}`
    return { impact: undefined, unread: [{ path: problem.path, why }] }
  }
}

function givenFiles(paths: readonly string[], read: Read): readonly GivenFile[] {
  return paths.flatMap((path) => {
    const bytes = read(path)
    return bytes === undefined ? [] : [{ path, bytes }]
  })
}

/** Files as the last commit of the template's repository has them; none outside of one. */
function committedBeside(path: string, { cwd }: World, known: Map<string, Uint8Array | undefined>): Read {
  return (name) => {
    const absolute = resolve(cwd, name)
    if (!known.has(absolute)) known.set(absolute, committedFile(absolute, resolve(cwd, path), realFileSystem))
    return known.get(absolute)
  }
}
