/** The files that belong together with a document that is open in an editor, as `hotshift rename` finds them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPackageEngine } from '../engine/engine.ts'
import { renameTransform } from '../engine/rename-transform.ts'
import type { OpenText, Project } from '../lsp/host.ts'
import type { Turns } from '../lsp/turns.ts'
import { Around } from '../workspace/around.ts'
import { isTemplateName } from '../workspace/load.ts'
import type { SourceFile, UnreadableFile } from '../workspace/source-file.ts'
import { defaultNaming, type EnvironmentNaming, Workspace } from '../workspace/workspace.ts'
import type { Arguments } from './command.ts'
import { environmentsGiven } from './environments-given.ts'
import { packageOptions } from './load-engine.ts'
import { scopeOf } from './package-scope.ts'
import type { World } from './world.ts'

/** Reads the given files, and what may be read beside them. */
type ReaderOf = (paths: readonly string[], open: OpenText) => (name: string) => Uint8Array | undefined

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
  ) => {
    // What was never saved has nothing beside it.
    if (!existsSync(resolve(world.cwd, path)))
      return { paths: [path], templates: new Set([path]), leftOut: [] }
    return scopeOf(args.withPositionals([path]), { naming, called: 'read', parameters, turns }, world)
  }
  return {
    related: async (path, { kind, name }, open, turns) => {
      // An environment of the configuration that is not there is said where it matters.
      const naming = await environmentsGiven(args, world).catch(() => defaultNaming)
      const { paths } = await scopeAround(path, naming, kind === 'parameter' ? [name] : [], turns)
      const files = paths.filter(isTemplateName).sort()
      const { together = [] } = naming
      const around = new Around({ read: readerOf(files, open), files, together })
      return workspaceOf(files, around, naming)
    },
    renamed: async (path, part, open, turns) => {
      const naming = await environmentsGiven(args, world)
      const parameters = part.kind === 'parameter' ? [part.from] : []
      const { paths, templates, leftOut } = await scopeAround(path, naming, parameters, turns)
      const read = readerOf(paths, open)
      const inputs = paths.flatMap((name) => {
        const bytes = read(name)
        return bytes === undefined ? [] : [{ path: name, bytes }]
      })
      const transforms = [renameTransform([part], { templates })]
      const engine = createPackageEngine({
        transforms,
        ...packageOptions(args, world),
        naming,
        outside: leftOut,
      })
      return engine.runTogether?.(inputs) ?? []
    },
  }
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
