/** `--keep-values`: where the values go that a repair takes out of a package. */
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { KeptValues } from '../engine/kept-values.ts'
import { quantity } from '../report/counts.ts'
import type { Arguments, Option } from './command.ts'
import { writeTogether } from './output-file.ts'
import type { World } from './world.ts'

export const keepValuesOption: Option = {
  name: 'keep-values',
  value: '<folder>',
  occurs: 'once',
  isPath: true,
  isOfOneRun: true,
  group: 'What to do',
  description:
    'Write the values that stacks of the repaired package must be given to this folder: for each module an environment for Heat (.env) and a preload for ONAP (.preload.json, GR API)',
}

/**
 * Writes the values of each module into the folder that the option names, in folders like those of the modules.
 *
 * @throws UsageError for files that cannot be written, or are none of ours
 */
export async function writeKeptValues(
  args: Arguments,
  kept: readonly KeptValues[],
  { cwd, err }: Pick<World, 'cwd' | 'err'>,
): Promise<void> {
  const folder = args.value('keep-values')
  if (folder === undefined) return
  const places = kept.map(({ module }) => dirname(resolve(cwd, module)))
  const shared = sharedFolder(places)
  const outputs = kept.flatMap(({ name, environment, preload }, index) => {
    const path = join(folder, relative(shared, places[index] ?? shared), name)
    const one = { option: keepValuesOption.name, kind: 'file of kept values', folder }
    return [
      { ...one, path: `${path}.env`, start: '# Values that ', parts: [environment] },
      { ...one, path: `${path}.preload.json`, start: '{\n    "input"', parts: [preload] },
    ]
  })
  writeTogether(outputs, cwd)
  if (args.has('quiet')) return
  const sum = (of: 'known' | 'wanted') => kept.reduce((all, one) => all + one[of], 0)
  await err.write(
    kept.length === 0
      ? 'no module needs values; nothing was written\n'
      : `${quantity(sum('wanted'), 'value')} must be given, ${sum('known')} of them known, in ${folder}\n`,
  )
}

/** The innermost folder that all are in; paths absolute. */
function sharedFolder([first = sep, ...others]: readonly string[]): string {
  return others.reduce((shared, one) => {
    let above = shared
    while (relative(above, one).split(sep, 1)[0] === '..') above = dirname(above)
    return above
  }, first)
}
