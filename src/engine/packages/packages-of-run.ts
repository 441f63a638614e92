/** Forms the packages of a run, and gives each of its files an outcome. */

import type { FileInput } from '../../stack/load.ts'
import { type UnreadableFile, wayFromAbove } from '../../stack/source-file.ts'
import { defaultNaming, type EnvironmentNaming, Workspace } from '../../stack/workspace.ts'
import type { Range } from '../../text/document/node.ts'
import { join, relative } from '../../text/document/paths.ts'
import { defined } from '../../text/document/records.ts'
import type { PackageOutcomes, ReadingOptions } from '../command.ts'
import { failed } from '../defect.ts'
import { left, unchanged } from '../file-outcome.ts'
import type { Finding } from '../findings/finding.ts'
import type { FileOutcome } from '../outcome.ts'
import { partitionInputs, type ReadingInputs, readPackages } from './package-inputs.ts'

/** What the packages of a run are formed from, beside its files. */
export interface RunSources extends ReadingOptions {
  readonly naming?: EnvironmentNaming
  /** Whether there is a file at a path, also one that is not part of the run. */
  readonly exists?: (path: string) => boolean
  /** Absolute: what paths are relative to. Needed only where some lead out of it. */
  readonly cwd?: string
  /** Files that are no part of the run and may call its templates; see `asksCallers`. */
  readonly outside?: readonly UnreadableFile[]
}

export interface Unread {
  /** What becomes of files that cannot be read, where that is not for packages to say. */
  readonly unread?: ReadingInputs['unread']
}

/**
 * Forms the packages of a run and calls `run` for each of them.
 * @param runAlone handles a file outside of all packages, a blueprint; without it such a file is left unchanged
 * @returns one outcome for each input, in their order, and one for each file that `run` creates
 */
export function inPackages(
  inputs: readonly FileInput[],
  sources: RunSources & Unread,
  run: (pkg: Workspace) => PackageOutcomes,
  runAlone?: (pkg: Workspace) => PackageOutcomes,
): readonly FileOutcome[] {
  const way = wayOf(inputs, sources)
  if (way === undefined) return formedPackages(inputs, sources, run, runAlone)
  const { down, up, moved } = way
  const moves = inputs.map((input) => movedInput(input, down(input.path)))
  return formedPackages(moves, moved, run, runAlone).map((outcome) => {
    const path = up(outcome.path)
    const findings = outcome.findings.map((one) => pathsMoved(one, up))
    return outcome.status === 'changed' && outcome.newPath !== undefined
      ? { ...outcome, path, findings, newPath: up(outcome.newPath) }
      : { ...outcome, path, findings }
  })
}

/** A finding with other paths for the files that it leads to. */
function pathsMoved<One extends Finding>(finding: One, moved: (path: string) => string): One {
  const { related, feed } = finding
  if (related === undefined && feed === undefined) return finding
  const there = related?.map((one) => (one.path === undefined ? one : { ...one, path: moved(one.path) }))
  const source = feed && { ...feed, file: moved(feed.file) }
  return { ...finding, ...defined({ related: there, feed: source }) }
}

/** The sets of files that packages are formed from; see `Engine.partition`. */
export function inSets(inputs: Iterable<FileInput>, sources: RunSources): readonly (readonly string[])[] {
  const all = [...inputs]
  const { naming = defaultNaming, outside } = sources
  const way = wayOf(all, sources)
  if (way === undefined) return partitionInputs(all, naming, outside)
  const { down, up, moved } = way
  const moves = all.map((input) => movedInput(input, down(input.path)))
  return partitionInputs(moves, moved.naming ?? naming, moved.outside).map((set) => set.map(up))
}

/** How paths are to be seen where some lead out of the working directory; undefined where none does. */
function wayOf(inputs: readonly Pick<FileInput, 'path'>[], sources: RunSources & Unread) {
  const { cwd = '', naming = defaultNaming, exists, outside = [] } = sources
  const above = wayFromAbove([...inputs.map(({ path }) => path), ...pathsAbove(outside)], cwd)
  if (above === '') return undefined
  const down = (path: string) => join(above, path)
  const up = (path: string) => relative(above, path)
  const { common, together, hidden } = naming
  const moved: RunSources & Unread = {
    ...sources,
    naming: {
      ...naming,
      ...(common === undefined ? {} : { common: down(common) }),
      ...(together === undefined ? {} : { together: together.map(down) }),
      ...(hidden === undefined ? {} : { hidden: down(hidden) }),
    },
    outside: movedFiles(outside, above),
    ...(exists === undefined ? {} : { exists: (path) => exists(up(path)) }),
  }
  return { down, up, moved }
}

type Outside = NonNullable<RunSources['outside']>

const knownAbove = new WeakMap<Outside, readonly string[]>()
const knownMoved = new WeakMap<Outside, Map<string, Outside>>()

/** Those of the files that lie above the working directory: the list is the same for every set of a run. */
function pathsAbove(outside: Outside): readonly string[] {
  const known = knownAbove.get(outside)
  if (known !== undefined) return known
  const made = outside.flatMap(({ path }) => (path.startsWith('../') ? [path] : []))
  knownAbove.set(outside, made)
  return made
}

function movedFiles(outside: Outside, above: string): Outside {
  const byWay = knownMoved.get(outside) ?? new Map<string, Outside>()
  knownMoved.set(outside, byWay)
  const made = byWay.get(above) ?? outside.map((file) => ({ ...file, path: join(above, file.path) }))
  byWay.set(above, made)
  return made
}

/** Bytes may be read only when they are asked for. */
function movedInput(input: FileInput, path: string): FileInput {
  return {
    path,
    get bytes() {
      return input.bytes
    },
  }
}

function formedPackages(
  inputs: readonly FileInput[],
  { naming = defaultNaming, exists, outside = [], from, assumedVersion, unread }: RunSources & Unread,
  run: (pkg: Workspace) => PackageOutcomes,
  runAlone?: (pkg: Workspace) => PackageOutcomes,
): readonly FileOutcome[] {
  const { packages, blueprints, apart } = readPackages(inputs, naming, exists, outside, {
    ...(from === undefined ? {} : { from }),
    ...(assumedVersion === undefined ? {} : { assumedVersion }),
    ...(unread === undefined ? {} : { unread }),
  })
  const outcomes = new Map(apart)
  for (const pkg of packages) {
    const { outcomes: made, others, isInstead } = guarded(pkg, run)
    for (const one of made) outcomes.set(one.path, one)
    for (const [path, findings] of others) {
      // Nothing that was found is lost: what no file of the run is meant by stands at the first of the package.
      const own = outcomes.get(path)
      const known = own ?? made[0]
      const how = own === undefined ? {} : { isInstead, range: pkg.unreadable.get(path)?.range }
      if (known !== undefined) outcomes.set(known.path, withFindings(known, findings, how))
    }
  }
  if (runAlone !== undefined)
    for (const one of blueprints.flatMap((file) => guarded(Workspace.of(file), runAlone).outcomes))
      outcomes.set(one.path, one)
  const known = new Set([
    ...inputs.map(({ path }) => path),
    ...packages.flatMap(({ files }) => [...files.keys()]),
  ])
  const created = [...outcomes.values()].filter(({ path }) => !known.has(path))
  return [...inputs.map(({ path }) => outcomes.get(path) ?? lost(path)), ...created]
}

export function guarded(pkg: Workspace, run: (pkg: Workspace) => PackageOutcomes): PackageOutcomes {
  try {
    return run(pkg)
  } catch (error) {
    const outcomes = [...pkg.files.values()].map(({ path, recognition, document }) =>
      failed(path, error, recognition.kind, document.text),
    )
    return { outcomes, others: new Map() }
  }
}

/** A file that cannot be read, with what else is found about it; that is so where reading stopped. */
function withFindings(
  known: FileOutcome,
  added: readonly Finding[],
  { isInstead, range }: { readonly isInstead?: boolean | undefined; readonly range?: Range | undefined },
): FileOutcome {
  const { path, kind, before, findings } = known
  const placed = added.map((one) => (range === undefined ? one : { range, ...one }))
  const details = {
    ...(before === undefined ? {} : { before }),
    findings: isInstead === true ? placed : [...findings, ...placed],
  }
  const { status } = known
  if (status === 'changed' || status === 'unchanged') return unchanged(path, kind, details)
  // A file that is refused for what it holds was not passed over.
  const isRefused = status === 'skipped' && added.some(({ severity }) => severity === 'error')
  return left(path, kind, isRefused ? 'blocked' : status, details, known.reason)
}

export function lost(path: string): FileOutcome {
  return failed(path, new Error('the file was lost on the way'))
}
