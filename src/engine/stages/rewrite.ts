/** The second stage: the transforms of a command run over the trees. */
import { type HotVersion, hotVersions } from '../../heat/versions.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Transform } from '../authoring/package-transform.ts'
import { type ChainOptions, changedPaths, isWholeFor, runChain } from '../chain.ts'
import type { Command } from '../command.ts'
import { type FileRun, fileRun, type PackageRun, type RewrittenRun } from '../file-run.ts'
import type { Finding } from '../findings/finding.ts'
import { distinct } from '../proof/tree-guards.ts'
import { otherVersionFindings, runForTarget, type TargetedRun, withVersionAdvice } from '../target.ts'

export function rewritten(given: PackageRun, command: Command): RewrittenRun {
  const { before } = given
  const run = chainOver(before, (path) => given.files.get(path)?.closed === undefined, command)
  const { chain } = run
  const changed = new Set(changedPaths(before, chain.pkg))
  const paths = new Set([
    ...chain.findings.keys(),
    ...given.files.keys(),
    ...changed,
    ...chain.failures.keys(),
  ])
  const files = [...paths].map((path): FileRun => {
    const known = given.files.get(path) ?? fileRun(path, {})
    const { reported, unrewritten } = reportedAt(path, run)
    return {
      ...known,
      file: chain.pkg.files.get(path),
      isChanged: changed.has(path),
      findings: [...known.findings, ...otherVersionFindings(run, path), ...reported],
      unrewritten,
      failure: chain.failures.has(path) ? { error: chain.failures.get(path) } : undefined,
      applied: chain.applied.get(path) ?? [],
      lossy: chain.lossy.get(path) ?? [],
    }
  })
  return { before, files: new Map(files.map((one) => [one.path, one])), run }
}

/**
 * Runs the transforms of a command over a package.
 * @param isOpen whether transforms of single templates may look at a file
 */
export function chainOver(pkg: Workspace, isOpen: (path: string) => boolean, command: Command): TargetedRun {
  const { transforms, cloud, extent, isMigration, staysCfn } = command
  const failures = command.defects(pkg)
  const optionsFor = (target: HotVersion): ChainOptions => ({
    ...command,
    target,
    failures,
    isOpen: ({ path }) => isOpen(path),
    keepsMeaning: (transform) => keepsMeaning(transform, extent),
  })
  return runForTarget(
    command.target,
    (target) => runChain(pkg, transforms, optionsFor(target)),
    (target, steps) => isWholeFor(pkg, transforms, optionsFor(target), steps),
    {
      declared: isMigration ? undefined : newestDeclared(pkg, isOpen),
      newest: cloud?.release?.version,
      staysCfn,
    },
  )
}

/** Steps of a preset keep the meaning together, and the accepted changes that they make are declared one by one. */
function keepsMeaning({ ofTemplate, keeps, safety }: Transform, extent: Command['extent']): boolean {
  if (keeps === 'nothing') return false
  if (ofTemplate !== undefined && extent === 'whole') return true
  return keeps === undefined ? safety !== 'lossy' : keeps !== 'meaning of the chain'
}

/** An upgrade never lowers a version. */
function newestDeclared(pkg: Workspace, isOpen: (path: string) => boolean): HotVersion | undefined {
  const open = [...pkg.files.values()].filter(({ path }) => isOpen(path))
  return hotVersions.findLast((version) => open.some((file) => file.version === version))
}

/** What transforms reported of a file, and which of that is about what they could not rewrite. */
function reportedAt(path: string, run: TargetedRun): Record<'reported' | 'unrewritten', readonly Finding[]> {
  const left = new Set(run.chain.unrewritten.get(path))
  const unrewritten: Finding[] = []
  const reported = distinct(run.chain.findings.get(path) ?? [], left).map((one) => {
    if (!left.has(one)) return one
    const advised = withVersionAdvice(one, run)
    unrewritten.push(advised)
    return advised
  })
  return { reported, unrewritten }
}
