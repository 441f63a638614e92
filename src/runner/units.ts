/** Files that have to be settled together: all others can be written, reported and forgotten one by one. */
import type { Engine } from '../engine/engine-contract.ts'
import { yamlName } from '../engine/new-name.ts'
import { Groups } from '../package/groups.ts'
import type { FileInput } from '../package/load.ts'
import type { FileSystem } from './file-system.ts'
import { linkByNames } from './name-links.ts'
import { readFound } from './run-file.ts'
import type { FoundFile } from './walk.ts'

/** Files of one set, in the order of their paths. */
export type Unit = readonly FoundFile[]

/**
 * The files of a run in sets, in the order of their first paths. Only what links files is kept of their texts.
 *
 * @param files sorted by path
 * @param onRead told after each file, to let others have their turn
 */
export async function unitsOf(
  files: readonly FoundFile[],
  engine: Engine,
  fs: FileSystem,
  onRead: () => Promise<void> | undefined,
): Promise<readonly Unit[]> {
  if (engine.runTogether !== undefined && engine.partition === undefined)
    return files.length === 0 ? [] : [files]
  const groups = new Groups()
  for (const [first = '', ...others] of engine.partition?.(inputs(files, fs)) ?? [])
    for (const other of others) groups.join(first, other)
  const { givesName = isNotYaml } = engine
  if (givesName !== 'never')
    await linkByNames(files, { givesName, link: (a, b) => groups.join(a, b), onRead }, fs)
  return sets(files, groups)
}

function isNotYaml(path: string): boolean {
  return yamlName(path) !== path
}

/** The inputs of an engine, each read when it is asked for. */
function inputs(files: readonly FoundFile[], fs: FileSystem): readonly FileInput[] {
  return files.map((file) => ({
    path: file.path,
    get bytes() {
      const input = readFound(file, fs)
      return 'problem' in input ? new Uint8Array() : input.bytes
    },
  }))
}

function sets(files: readonly FoundFile[], groups: Groups): readonly Unit[] {
  const units: FoundFile[][] = []
  const byLeader = new Map<string, FoundFile[]>()
  for (const file of files) {
    const leader = groups.leaderOf(file.path)
    const known = leader === undefined ? undefined : byLeader.get(leader)
    if (known !== undefined) {
      known.push(file)
      continue
    }
    const unit = [file]
    units.push(unit)
    if (leader !== undefined) byLeader.set(leader, unit)
  }
  return units
}
