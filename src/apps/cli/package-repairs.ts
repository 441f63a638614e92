/** The engine that repairs packages for a profile: what `remediate` runs, and `check --fix`. */
import { resolve } from 'node:path'
import type { Answer } from '../../engine/authoring/answers-transform.ts'
import type { Transform } from '../../engine/authoring/package-transform.ts'
import type { RepairScope } from '../../rules/onap/repairing.ts'
import type { Rename } from '../../stack/refactor/rename.ts'
import { wayFromAbove } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { defined } from '../../text/document/records.ts'
import type { Arguments } from './command.ts'
import { waivedTest } from './configuration/waivers.ts'
import { foldersGiven, outsideCallers } from './files-beside.ts'
import { type LoadedEngine, packageOptions, replacedEngine } from './load-engine.ts'
import { profilesOf } from './options/profiles.ts'
import { askedBy, releaseOf } from './options/requirements-release.ts'
import type { Answers, Questions } from './questions.ts'
import { knownRequirements } from './selectors.ts'
import { reportPath, type World } from './world.ts'

/** What is heard of a run beside its report. */
export interface Listeners {
  readonly used?: (rename: Rename) => void
  readonly answered?: (answer: Answer) => void
  readonly repaired?: (before: Workspace, after: Workspace) => void
  readonly left?: Questions['add'] | undefined
}

/** What a person has decided. */
interface Decided extends Answers {
  readonly renames: readonly Rename[]
}

interface RepairsAsked {
  /** What the repairs may lose. */
  readonly extent: Pick<RepairScope, 'isLossy' | 'isSupplied' | 'isLossyFor'>
  readonly decided: Decided
  readonly heard?: Listeners
}

/** The engine that repairs packages for the profiles of a command line, or the one that a test substitutes. */
export async function loadRepairs(args: Arguments, asked: RepairsAsked, world: World): Promise<LoadedEngine> {
  const wanted = await knownRequirements(args)
  const own = replacedEngine(world) ?? (await engineFor(args, asked, wanted, world))
  if (!profilesOf(args).has('sdc')) return own
  const { withSdcRemediation } = await import('../../engine/packages/sdc-remediation.ts')
  return withSdcRemediation(own, foldersGiven(args, world))
}

async function engineFor(
  args: Arguments,
  { extent, decided, heard = {} }: RepairsAsked,
  { isWanted, isExcepted }: Awaited<ReturnType<typeof knownRequirements>>,
  world: World,
): Promise<LoadedEngine> {
  const { remediation } = await import('../../../transforms/onap/remediation.ts')
  const { createRemediationEngine } = await import('../../engine/packages/profile.ts')
  const outside = await outsideCallers(args, world)
  const above = baseOf([...args.positionals, ...outside.map(({ path }) => path)], world)
  const isAsked = await askedBy(releaseOf(args))
  const isWaived = waivedTest(decided.waivers, above, world.today())
  const scope = { ...extent, isWanted, isAsked, isExcepted, isWaived }
  const chosen = profilesOf(args)
  const { sdcTransforms } = await import('../../../transforms/onap/sdc-repairs.ts')
  const options = { ...packageOptions(args, world), outside }
  const ofSdc = chosen.has('sdc') ? sdcTransforms : []
  if (!chosen.has('onap')) {
    const { createPackageEngine } = await import('../../engine/engine.ts')
    return createPackageEngine({ transforms: ofSdc, rounds: 'settled', ...options })
  }
  const { watchedRepairs } = await import('./output/repair-progress.ts')
  const watched = watchedRepairs(args, world)
  const repairs = watched(remediation(scope))
  const isAll = scope.isLossy && scope.isLossyFor === undefined
  const more = isAll ? undefined : watched(remediation({ ...scope, isLossy: true, isLossyFor: undefined }))
  const transforms = [...(await decidedTransforms(decided, heard)), ...repairs.transforms, ...ofSdc]
  const engine = createRemediationEngine(
    { ...repairs, transforms },
    { ...options, ...defined({ onRepaired: heard.repaired }), onLeft: heard.left, more },
  )
  const { withEmptyPackages } = await import('../../engine/packages/empty-packages.ts')
  return withEmptyPackages(engine, { folders: foldersGiven(args, world), isWanted, isAsked })
}

/** The changes that a person has decided, which come before all repairs. */
async function decidedTransforms(
  { renames, answers }: Pick<Decided, 'renames' | 'answers'>,
  { used, answered }: Listeners,
): Promise<readonly Transform[]> {
  const { renameTransform } = await import('../../engine/authoring/rename-transform.ts')
  const { answersTransform } = await import('../../engine/authoring/answers-transform.ts')
  return [
    ...(renames.length === 0 ? [] : [renameTransform(renames, { withOutputs: true, ...defined({ used }) })]),
    ...(answers.length === 0 ? [] : [answersTransform(answers, answered ?? (() => {}))]),
  ]
}

/** What the engine takes the paths of files to be relative to: the directory above all of them. */
function baseOf(paths: readonly string[], { cwd }: World): string {
  const above = wayFromAbove(
    paths.map((path) => reportPath(path, { cwd })),
    cwd,
  )
  return above === '' ? cwd : resolve(cwd, ...above.split('/').map(() => '..'))
}
