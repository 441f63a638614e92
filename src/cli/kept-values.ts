/** `--keep-values`: where the values go that a repair takes out of a package. */
import { mkdirSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import type { KeptValues } from '../engine/kept-values.ts'
import { quantity } from '../report/counts.ts'
import { systemMessage } from '../runner/problem.ts'
import type { Arguments, Option } from './command.ts'
import { openOutputFile } from './output-file.ts'
import { UsageError } from './usage-error.ts'
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
  const shared = sharedFolder(kept.map(({ module }) => posix.dirname(module)))
  for (const one of kept) {
    const path = join(folder, posix.relative(shared, posix.dirname(one.module)), one.name)
    writeFile(`${path}.env`, one.environment, '# Values that ', cwd)
    writeFile(`${path}.preload.json`, one.preload, '{\n    "input"', cwd)
  }
  if (args.has('quiet')) return
  const sum = (of: 'known' | 'wanted') => kept.reduce((all, one) => all + one[of], 0)
  await err.write(
    kept.length === 0
      ? 'no module needs values; nothing was written\n'
      : `${quantity(sum('wanted'), 'value')} must be given, ${sum('known')} of them known, in ${folder}\n`,
  )
}

function writeFile(path: string, text: string, start: string, cwd: string): void {
  try {
    mkdirSync(dirname(resolve(cwd, path)), { recursive: true })
  } catch (error) {
    throw new UsageError(`--keep-values ${path}: cannot be written: ${systemMessage(error)}`)
  }
  const file = openOutputFile({ option: 'keep-values', path, kind: 'file of kept values', start }, cwd)
  try {
    file.append(text)
    file.finish()
  } finally {
    file.discard()
  }
}

/** The innermost folder that all are in. */
function sharedFolder([first = '.', ...others]: readonly string[]): string {
  return others.reduce((shared, one) => {
    let above = shared
    while (above !== '.' && above !== '/' && one !== above && !one.startsWith(`${above}/`))
      above = posix.dirname(above)
    return above
  }, first)
}
