/** Commands that an editor runs on the buffer that it shows, equivalent to the command line on the file. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Engine, FileInput } from '../../engine/engine-contract.ts'
import { type FileOutcome, outcomesOf } from '../../engine/outcome.ts'
import { ReadBudget } from '../../stack/read-budget.ts'
import type { EditorCommand } from '../lsp/host.ts'
import type { Arguments, CommandLine } from './command.ts'
import { extractDefaultsEngine } from './commands/extract-defaults.ts'
import { migrateEngine } from './commands/migrate.ts'
import { upgradeEngine } from './commands/upgrade.ts'
import { type EditorReader, refuseLeftOut, searchLimits } from './editor/editor-reading.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** A folder with its configuration. */
export interface FolderCommands {
  argumentsIn(line: CommandLine): Promise<Arguments>
  readonly world: World
}

/** The version that `upgrade` is given by the configuration of a folder. */
export async function configuredTarget({ argumentsIn }: FolderCommands): Promise<string | undefined> {
  return (await argumentsIn(['upgrade'])).value('to')
}

/**
 * Runs a command on the buffer of a file and on the related files it needs.
 *
 * @param readerOf reads the given files, and what may be read beside them, as they are open in the editor
 * @throws UsageError for a version or a configuration that the command cannot take
 */
export async function rewrittenIn(
  { argumentsIn, world }: FolderCommands,
  command: EditorCommand,
  { path, text, to }: { readonly path: string; readonly text: string; readonly to?: string | undefined },
  readerOf: (paths: readonly string[]) => EditorReader,
): Promise<readonly FileOutcome[]> {
  const given = await argumentsIn([command, ...(to === undefined ? [] : [`--to=${to}`])])
  const bytes = new TextEncoder().encode(text)
  const isThere = existsSync(resolve(world.cwd, path))
  const args = isThere ? given.withPositionals([path]) : given.withInput(path, bytes)
  const own: FileInput = { path, bytes }
  const textReader =
    ({ read }: Pick<EditorReader, 'read'>) =>
    (name: string) => {
      const found = name === path ? bytes : read(name)
      return found === undefined ? undefined : new TextDecoder().decode(found)
    }
  switch (command) {
    case 'upgrade':
      return ranOver([own], await upgradeEngine(args, world), textReader(readerOf([path])))
    case 'migrate':
      return ranOver([own], await migrateEngine(args, world), textReader(readerOf([path])))
    case 'extract-defaults': {
      if (!isThere) throw new UsageError('save the template first: its environment stands beside it')
      const budget = new ReadBudget(searchLimits)
      const { engine, scope } = await extractDefaultsEngine(args, world, budget)
      const reader = readerOf(scope.paths)
      const others = scope.paths.flatMap((name): readonly FileInput[] => {
        const found = name === path ? undefined : reader.read(name)
        return found === undefined ? [] : [{ path: name, bytes: found }]
      })
      refuseLeftOut([budget, reader.budget], world)
      return ranOver([own, ...others], engine, textReader(reader))
    }
  }
}

function ranOver(
  inputs: readonly FileInput[],
  engine: Engine,
  readText: (path: string) => string | undefined,
): readonly FileOutcome[] {
  const outcomes = engine.runTogether?.(inputs) ?? inputs.flatMap((input) => outcomesOf(engine.run(input)))
  return engine.followRenames?.(outcomes, readText) ?? outcomes
}
