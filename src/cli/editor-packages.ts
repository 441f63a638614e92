/** The files that belong together with a document that is open in an editor, as `hotshift rename` finds them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPackageEngine } from '../engine/engine.ts'
import { renameTransform } from '../engine/rename-transform.ts'
import type { OpenText, Project } from '../lsp/host.ts'
import { Around } from '../workspace/around.ts'
import { isTemplateName } from '../workspace/load.ts'
import type { SourceFile, UnreadableFile } from '../workspace/source-file.ts'
import { defaultNaming, Workspace } from '../workspace/workspace.ts'
import type { Arguments } from './command.ts'
import { environmentsGiven } from './environments-given.ts'
import { packageOptions } from './load-engine.ts'
import { scopeOf } from './package-scope.ts'
import type { World } from './world.ts'

type ReaderOf = (path: string, open: OpenText) => (name: string) => Uint8Array | undefined

/** Nothing is looked for before it is asked for. */
export function packagesIn(
  args: Arguments,
  world: World,
  readerOf: ReaderOf,
): Pick<Project, 'related' | 'renamed'> {
  const scopeAround = async (path: string, parameters: readonly string[]) => {
    const naming = await environmentsGiven(args, world)
    // What was never saved has nothing beside it.
    if (!existsSync(resolve(world.cwd, path)))
      return { naming, paths: [path], templates: new Set([path]), leftOut: [] }
    const given = args.withPositionals([path])
    return { naming, ...(await scopeOf(given, { naming, called: 'read', parameters }, world)) }
  }
  return {
    related: async (path, { kind, name }, open) => {
      const { paths, naming } = await scopeAround(path, kind === 'parameter' ? [name] : [])
      const files = paths.filter(isTemplateName).sort()
      const { together = [] } = naming
      const around = new Around({ read: readerOf(path, open), files, together })
      return workspaceOf(files, around, { ...defaultNaming, ...naming })
    },
    renamed: async (path, part, open) => {
      const { paths, templates, leftOut, naming } = await scopeAround(
        path,
        part.kind === 'parameter' ? [part.from] : [],
      )
      const read = readerOf(path, open)
      const inputs = [...new Set([path, ...paths])].flatMap((name) => {
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

function workspaceOf(paths: readonly string[], around: Around, naming: Workspace['naming']): Workspace {
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
