import { resolve } from 'node:path'
import type { FileOutcome } from '../engine/outcome.ts'
import type { FileSystem } from './file-system.ts'
import { type Problem, withdraw } from './problem.ts'

/**
 * Blocks every change whose result would need a name that another file has or also
 * needs, on disk or in this run. Names that differ only in case or in the way accents
 * are encoded count as one, because on some disks they are.
 */
export function blockNameClashes(
  outcomes: readonly FileOutcome[],
  cwd: string,
  fs: FileSystem,
): readonly FileOutcome[] {
  const claims = new Map<string, string[]>()
  for (const { path, newPath } of outcomes) {
    claim(claims, path, path)
    if (newPath !== undefined && nameKey(newPath) !== nameKey(path)) claim(claims, newPath, path)
  }
  return outcomes.map((outcome) => {
    const problem = clashOf(outcome, claims, cwd, fs)
    return problem === undefined ? outcome : withdraw(outcome, 'blocked', problem)
  })
}

function clashOf(
  outcome: FileOutcome,
  claims: ReadonlyMap<string, readonly string[]>,
  cwd: string,
  fs: FileSystem,
): Problem | undefined {
  if (outcome.status !== 'changed') return undefined
  return outcome.isNew === true
    ? clashOfNew(outcome.path, claims, cwd, fs)
    : clashOfRename(outcome, claims, cwd, fs)
}

function clashOfNew(
  path: string,
  claims: ReadonlyMap<string, readonly string[]>,
  cwd: string,
  fs: FileSystem,
): Problem | undefined {
  // Not part of the run, by an ignore file or because nobody asked for it: its content is unknown.
  if (fs.lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) !== undefined) {
    return { code: 'target-exists', message: 'is to be created, and exists already' }
  }
  const rival = claims.get(nameKey(path))?.find((claimant) => claimant !== path)
  return rival === undefined
    ? undefined
    : { code: 'target-exists', message: `is to be created, and ${rival} claims the name too` }
}

function clashOfRename(
  { path, newPath }: FileOutcome,
  claims: ReadonlyMap<string, readonly string[]>,
  cwd: string,
  fs: FileSystem,
): Problem | undefined {
  if (newPath === undefined || newPath === path) return undefined
  const target = fs.lstatSync(resolve(cwd, newPath), { throwIfNoEntry: false })
  if (target !== undefined)
    return { code: 'target-exists', message: `the result belongs into ${newPath}, which exists already` }
  const rival = claims.get(nameKey(newPath))?.find((claimant) => claimant !== path)
  if (rival !== undefined) {
    return { code: 'target-exists', message: `the result belongs into ${newPath}, which ${rival} claims too` }
  }
  const source = fs.lstatSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (source?.isSymbolicLink() === true) {
    return {
      code: 'rename-through-link',
      message: `the result belongs into ${newPath}, but ${path} is a symbolic link`,
    }
  }
  return undefined
}

function claim(claims: Map<string, string[]>, name: string, claimant: string): void {
  const key = nameKey(name)
  const claimants = claims.get(key)
  if (claimants === undefined) claims.set(key, [claimant])
  else claimants.push(claimant)
}

function nameKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
