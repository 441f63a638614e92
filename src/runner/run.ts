import { resolve } from 'node:path'
import type { Engine } from '../engine/engine-contract.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { blockBrokenGroups, writeUnitsOf } from './change-groups.ts'
import { Defect } from './defect.ts'
import { discover } from './discovery.ts'
import type { FileSystem } from './file-system.ts'
import { realFileSystem } from './file-system.ts'
import { inLittleMemory } from './large-files.ts'
import { blockNameClashes } from './name-clash.ts'
import { messageOf, unreadOutcome, withdraw } from './problem.ts'
import { readInput } from './read-file.ts'
import type { RunReport } from './run-report.ts'
import { countTotals } from './run-report.ts'
import type { FoundFile } from './walk.ts'
import { writeUnits } from './write.ts'

/** Lets Ctrl-C end the run between two files instead of in the middle of one. */
export interface Interruption {
  /** From here on a signal is remembered instead of ending the process. */
  begin(): void
  end(): void
  isRequested(): boolean
}

export interface RunOptions {
  readonly engine: Engine
  /** Files, directories and glob patterns. */
  readonly paths: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** `--ignore` patterns. */
  readonly ignore?: readonly string[]
  readonly mode: 'write' | 'dry-run'
  readonly fileSystem?: FileSystem
  readonly interruption?: Interruption
  readonly onProgress?: (step: 'reading' | 'writing', done: number, total: number) => void
  /** Told the final outcome of every file, texts included, in the order of their paths. */
  readonly onOutcome?: (outcome: FileOutcome) => void | Promise<void>
}

/**
 * Takes all files through the engine and, in mode `write`, writes what changed. The
 * dry run does the very same except for the writing. A file that cannot be read,
 * rewritten or written never stops the others.
 *
 * @throws Defect when the outcomes do not add up
 */
export async function run(options: RunOptions): Promise<RunReport> {
  const { cwd, mode } = options
  const fs = options.fileSystem ?? realFileSystem
  const found = await discover(options.paths, { cwd, ignore: options.ignore ?? [], fileSystem: fs })
  const paths = [...found.files, ...found.problems].map(({ path }) => path)
  const ran = runEngine(found.files, options, fs)
  const settled = settleNames([...ran, ...found.problems].sort(byPath), options, fs)
  const outcomes = mode === 'write' ? await writeChanges(settled, found.files, options, fs) : settled
  const files: FileOutcome[] = []
  for (const outcome of outcomes) {
    await options.onOutcome?.(outcome)
    files.push(withoutTexts(outcome))
  }
  return { files, totals: countTotals(files, paths), mode: mode === 'write' ? 'written' : 'dry-run' }
}

function runEngine(files: readonly FoundFile[], options: RunOptions, fs: FileSystem): FileOutcome[] {
  return files.map((file, index) => {
    const outcome = runOne(file, options.engine, fs)
    options.onProgress?.('reading', index + 1, files.length)
    // Thousands of files that stay as they are need not be held in memory.
    return outcome.status === 'changed' ? outcome : withoutTexts(outcome)
  })
}

function runOne(file: FoundFile, engine: Engine, fs: FileSystem): FileOutcome {
  const input = readInput(file.realPath, fs)
  if ('problem' in input) return unreadOutcome(file.path, input.status, input.problem)
  const { bytes } = input
  try {
    return inLittleMemory(bytes.length, () => checked(engine.run({ path: file.path, bytes }), file.path))
  } catch (error) {
    return unreadOutcome(file.path, 'failed', { code: 'internal-error', message: describe(error) })
  }
}

/** Holds the engine to its contract. */
function checked(outcome: FileOutcome, path: string): FileOutcome {
  const hasResult = outcome.after !== undefined
  if (outcome.path !== path)
    throw new Defect('outcome-of-another-file', `${path} came back as ${outcome.path}`)
  if (hasResult !== (outcome.status === 'changed')) throw new Defect('result-without-change', path)
  if (hasResult && outcome.after === outcome.before && (outcome.newPath ?? path) === path) {
    throw new Defect('change-without-difference', path)
  }
  return outcome
}

/** Blocks changes whose new name is taken, and lets references follow the others. */
function settleNames(
  outcomes: readonly FileOutcome[],
  options: RunOptions,
  fs: FileSystem,
): readonly FileOutcome[] {
  const { cwd, engine } = options
  const renamed = blockNameClashes(outcomes, cwd, fs)
  if (!renamed.some(({ newPath }) => newPath !== undefined)) return renamed
  const known = new Set(outcomes.map(({ path }) => path))
  const readText = (path: string) => (known.has(path) ? readUtf8(path, cwd, fs) : undefined)
  const followed = engine.followRenames(renamed, readText)
  // A file that is only now changed may be in the way of none; a blocked one still breaks its group.
  return blockBrokenGroups(blockNameClashes(followed, cwd, fs), followed)
}

async function writeChanges(
  outcomes: readonly FileOutcome[],
  files: readonly FoundFile[],
  options: RunOptions,
  fs: FileSystem,
): Promise<readonly FileOutcome[]> {
  const realPaths = new Map(files.map(({ path, realPath }) => [path, realPath]))
  const units = writeUnitsOf(outcomes, options.cwd, realPaths)
  options.interruption?.begin()
  try {
    const problems = await writeUnits(units, {
      fileSystem: fs,
      isInterrupted: () => options.interruption?.isRequested() === true,
      onProgress: (written) => options.onProgress?.('writing', written, units.length),
    })
    return outcomes.map((outcome) => {
      const problem = problems.get(outcome.path)
      return problem === undefined ? outcome : withdraw(outcome, 'failed', problem)
    })
  } finally {
    options.interruption?.end()
  }
}

function readUtf8(path: string, cwd: string, fs: FileSystem): string | undefined {
  const input = readInput(resolve(cwd, path), fs)
  if ('problem' in input) return undefined
  try {
    // The engine keeps the byte order mark in its texts.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input.bytes)
  } catch {
    return undefined
  }
}

function withoutTexts(outcome: FileOutcome): FileOutcome {
  const { before: _before, after: _after, ...rest } = outcome
  return rest
}

function byPath(a: FileOutcome, b: FileOutcome): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}

function describe(error: unknown): string {
  const stack = process.env.HOTSHIFT_DEBUG === '1' ? (error as Partial<Error>).stack : undefined
  return stack ?? `hotshift failed on this file: ${messageOf(error)}`
}
