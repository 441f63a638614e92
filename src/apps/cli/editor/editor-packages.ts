/** The files that belong together with a document that is open in an editor, as `hotshift rename` finds them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { renameTransform } from '../../../engine/authoring/rename-transform.ts'
import { createPackageEngine } from '../../../engine/engine.ts'
import { Around } from '../../../stack/around.ts'
import { type FileInput, isTemplateName } from '../../../stack/load.ts'
import { ReadBudget } from '../../../stack/read-budget.ts'
import type { SourceFile, UnreadableFile } from '../../../stack/source-file.ts'
import { defaultNaming, type EnvironmentNaming, Workspace } from '../../../stack/workspace.ts'
import { defined } from '../../../text/document/records.ts'
import type { Project } from '../../lsp/host.ts'
import { mostChecked } from '../../lsp/open-documents.ts'
import type { Turns } from '../../lsp/turns.ts'
import type { Arguments } from '../command.ts'
import { packageOptions } from '../load-engine.ts'
import { environmentsGiven } from '../options/environments-given.ts'
import { scopeOf } from '../package-scope.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { leftOutText, type ReaderOf, refuseLeftOut, searchLimits } from './editor-reading.ts'

/** Nothing is looked for before it is asked for. */
export function packagesIn(
  args: Arguments,
  world: World,
  readerOf: ReaderOf,
): Pick<Project, 'related' | 'renamed'> {
  const scopeAround = async (
    path: string,
    naming: EnvironmentNaming,
    parameters: readonly string[],
    turns: Turns | undefined,
    budget: ReadBudget,
  ) => {
    // What was never saved has nothing beside it.
    if (!existsSync(resolve(world.cwd, path)))
      return { paths: [path], templates: new Set([path]), leftOut: [] }
    return scopeOf(args.withPositionals([path]), { naming, called: 'read', parameters, turns, budget }, world)
  }
  return {
    related: async (path, { kind, name }, open, turns) => {
      // An environment of the configuration that is not there is said where it matters.
      const naming = await environmentsGiven(args, world).catch(() => defaultNaming)
      const budget = new ReadBudget(searchLimits)
      const { paths } = await scopeAround(path, naming, kind === 'parameter' ? [name] : [], turns, budget)
      const files = paths.filter(isTemplateName).sort()
      const { together = [] } = naming
      const reader = readerOf(files, open)
      const around = new Around({ read: reader.read, refused: reader.refusal, files, together })
      const pkg = workspaceOf(files, around, naming)
      const unread = leftOutText([budget, reader.budget], world)
      return { pkg, ...defined({ unread }) }
    },
    renamed: async (path, part, open, turns) => {
      if ((open(path)?.length ?? 0) > mostChecked)
        throw new UsageError(`${path} is larger than ${mostChecked / 1024} kB: rename on the command line`)
      const naming = await environmentsGiven(args, world)
      const parameters = part.kind === 'parameter' ? [part.from] : []
      const budget = new ReadBudget(searchLimits)
      const { paths, templates, leftOut } = await scopeAround(path, naming, parameters, turns, budget)
      const reader = readerOf(paths, open)
      const inputs = inputsOf(paths, reader.read)
      refuseLeftOut([budget, reader.budget], world)
      const transforms = [renameTransform([part], { templates })]
      const options = { ...packageOptions(args, world), naming, outside: leftOut, isTrial: true as const }
      return createPackageEngine({ transforms, ...options }).runTogether?.(inputs) ?? []
    },
  }
}

function inputsOf(
  paths: readonly string[],
  read: (path: string) => Uint8Array | undefined,
): readonly FileInput[] {
  return paths.flatMap((path) => {
    const bytes = read(path)
    return bytes === undefined ? [] : [{ path, bytes }]
  })
}

function workspaceOf(paths: readonly string[], around: Around, naming: EnvironmentNaming): Workspace {
  const files = new Map<string, SourceFile>()
  const unreadable = new Map<string, UnreadableFile>()
  for (const path of paths) {
    const loaded = around.loaded(path)
    if (loaded?.is === 'file') files.set(path, loaded.file)
    if (loaded?.is === 'unreadable')
      unreadable.set(path, { path, why: 'it cannot be read', text: loaded.text })
  }
  return new Workspace({ files, unreadable, others: [], naming })
}
