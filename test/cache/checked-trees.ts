/** Trees that are checked by a new process each time: with what earlier ones have stored, and without. */

import { type CheckOptions, createChecker } from '../../src/engine/check.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { type RememberingEngine, remembering } from '../../src/run/cache/remembering.ts'
import { withoutNeedlessTexts } from '../../src/run/run-file.ts'
import { mayBeEnvironment } from '../../src/stack/around.ts'
import type { Tree } from './random-trees.ts'

/** How a run is asked for. */
export interface Asked extends Pick<CheckOptions, 'version' | 'cloud' | 'together'> {
  /** Whether it knows of other files than those that templates name. */
  readonly looksAround: boolean
  /** The files that are checked; the others are there all the same. */
  readonly paths?: readonly string[]
}

export interface CheckedTree {
  readonly outcomes: ReadonlyMap<string, FileOutcome>
  /** The files whose outcomes earlier runs knew. */
  readonly recalled: readonly string[]
}

function optionsFor(tree: Tree, { looksAround, paths, ...asked }: Asked): CheckOptions {
  const bytesAt = (path: string) => {
    const text = tree.get(path)
    return text === undefined ? undefined : Buffer.from(text)
  }
  const besides = [...tree.keys()].filter((path) => paths?.includes(path) ?? true).sort()
  const environments = besides.filter((path) => mayBeEnvironment(Buffer.from(tree.get(path) ?? '')))
  return {
    ...asked,
    readFile: bytesAt,
    exists: (path) => tree.has(path),
    ...(looksAround ? { besides, environments } : {}),
  }
}

/** @param folder of what earlier runs found out; undefined for a run that knows nothing */
export function checkedTree(tree: Tree, asked: Asked, folder?: string): CheckedTree {
  const checker = createChecker({ ...optionsFor(tree, asked), isRecorded: folder !== undefined })
  const engine: RememberingEngine =
    folder === undefined ? checker : remembering(checker, { folder, build: 'test' }, 'leader')
  const outcomes = new Map<string, FileOutcome>()
  const recalled: string[] = []
  const paths = [...tree.keys()].filter((path) => asked.paths?.includes(path) ?? true)
  for (const path of paths.sort()) {
    const input = { path, bytes: Buffer.from(tree.get(path) ?? '') }
    const known = engine.recall?.(input)
    if (known !== undefined) recalled.push(path)
    outcomes.set(path, withoutNeedlessTexts(known?.() ?? (engine.run(input) as FileOutcome)))
  }
  engine.settle?.()
  return { outcomes, recalled }
}
