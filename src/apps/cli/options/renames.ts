/** `--rename`: what is to have another name. */
import { type Rename, type RenameKind, renameKinds } from '../../../stack/refactor/rename.ts'
import type { Arguments, Option } from '../command.ts'
import { exitCodes } from '../output/exit-code.ts'
import { givenText } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const group = 'What to do'

export const renameOptions: readonly Option[] = [
  {
    name: 'rename',
    value: '<old=new>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group,
    description:
      'Rename a parameter, resource or output in all locations. If several kinds have the name: parameter:<old=new>, resource:<old=new> or output:<old=new>. Repeatable; applied in order',
  },
  {
    name: 'rename-file',
    value: '<file>',
    isPath: true,
    isOfOneRun: true,
    group,
    description: 'The same from a file: one <old=new> per line, comments after #',
  },
]

/**
 * The renames of a command line, those of the file first.
 *
 * @throws UsageError for what is none, and for a file that cannot be read
 */
export function renamesOf(args: Arguments, world: World): readonly Rename[] {
  const path = args.value('rename-file')
  const listed = path === undefined ? [] : linesOf(path, world)
  const all = [...listed, ...args.values('rename').map((text) => ({ text, where: `--rename ${text}` }))]
  return all.map(({ text, where }) => renameOf(text, where))
}

function linesOf(path: string, { cwd }: World): { readonly text: string; readonly where: string }[] {
  const source = givenText(path, `--rename-file ${path}`, cwd)
  return source.split(/\r?\n/).flatMap((line, index) => {
    const text = line.replace(/(?:^|\s)#.*$/, '').trim()
    return text === '' ? [] : [{ text, where: `${path}:${index + 1}: ${text}` }]
  })
}

function renameOf(text: string, where: string): Rename {
  const [, kind, from, to] = /^(?:([a-z]+):)?([^=:\s]+)=([^=\s]+)$/.exec(text) ?? []
  if (from === undefined || to === undefined || from === to)
    throw new UsageError(`${where}: give the old and the new name, as in vbng_0=vbng_server_0`)
  if (kind === undefined) return { from, to }
  if (!isKind(kind))
    throw new UsageError(`${where}: no such kind of things`, [`the kinds are ${renameKinds.join(', ')}`])
  return { kind, from, to }
}

function isKind(text: string): text is RenameKind {
  return renameKinds.some((one) => one === text)
}

/** Says which names nothing has; the exit code is then that of manual work at least. */
export async function reportUnused(
  unused: readonly Rename[],
  exitCode: number,
  world: World,
): Promise<number> {
  for (const { kind = 'parameter, resource or output', from } of unused)
    await world.err.write(`hotshift: no ${kind} is called ${from}\n`)
  return unused.length === 0 || exitCode === exitCodes.failed ? exitCode : exitCodes.manualWork
}
