/** Engines for runs in which a configuration says other things about some files. */

import { relative, resolve } from 'node:path'
import type { Engine } from '../../engine/engine-contract.ts'
import { outcomesOf } from '../../engine/outcome.ts'
import { selectedBy } from '../../run/ignore-rules.ts'
import type { FileInput } from '../../stack/load.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Override } from './command.ts'

/** Some files, by their names. */
export type FilePatterns = Pick<Override, 'files' | 'root'>

/**
 * An engine that gives each file to the engine of the last route that it is on, or to the first of all. Files that are
 * taken together are so among those of one engine.
 *
 * @param cwd absolute; paths of files are relative to it
 */
export function routedEngine(
  base: Engine,
  routes: readonly (FilePatterns & { readonly engine: Engine })[],
  cwd: string,
): Engine {
  const matchers = routes.map(({ files, root, engine }) => ({
    isOn: fileMatcher({ files, root }, cwd),
    engine,
  }))
  const engineFor = (path: string) => matchers.findLast(({ isOn }) => isOn(path))?.engine ?? base
  const run = (input: FileInput) => engineFor(input.path).run(input)
  const follow = base.followRenames === undefined ? {} : { followRenames: base.followRenames }
  const givers = [base, ...routes.map(({ engine }) => engine)].map(({ givesName }) => givesName)
  const givesName = (path: string, text: string) =>
    givers.some((gives) => gives !== 'never' && gives(path, text))
  if (base.runTogether === undefined) return { run, ...follow, givesName }
  const shared = (inputs: Iterable<FileInput>) => [...groupedBy(inputs, ({ path }) => engineFor(path))]
  return {
    run,
    ...follow,
    givesName,
    partition: (inputs) =>
      shared(inputs).flatMap(
        ([engine, share]) => engine.partition?.(share) ?? [share.map(({ path }) => path)],
      ),
    runTogether: (inputs) =>
      shared(inputs).flatMap(
        ([engine, share]) =>
          engine.runTogether?.(share) ?? share.flatMap((one) => outcomesOf(engine.run(one))),
      ),
  }
}

/** Whether a path, as reports name it, is one of an override or a waiver. */
export function fileMatcher({ files, root }: FilePatterns, cwd: string): (path: string) => boolean {
  const isSelected = selectedBy(files, root)
  return (path) => isSelected(relative(root, resolve(cwd, path)).replaceAll('\\', '/'))
}
