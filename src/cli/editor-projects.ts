/** What the language server asks of a folder, with the configuration and the options of the command line. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defined } from '../document/records.ts'
import { catalogueEntry } from '../engine/catalogue.ts'
import { createChecker } from '../engine/check.ts'
import { createEngine } from '../engine/engine.ts'
import type { FileInput } from '../engine/engine-contract.ts'
import { type FileOutcome, outcomesOf } from '../engine/outcome.ts'
import { verify } from '../engine/verify.ts'
import { usualVersion } from '../heat/versions.ts'
import type { Host, OpenText, Project } from '../lsp/host.ts'
import { version } from '../report/version.ts'
import { namedFiles } from '../runner/boundary.ts'
import { realFileSystem } from '../runner/file-system.ts'
import { load } from '../workspace/load.ts'
import { cloudOf } from './cloud-options.ts'
import { Arguments, type ArgumentsIn, type CommandLine } from './command.ts'
import { configuredTarget, type FolderCommands, rewrittenIn } from './editor-commands.ts'
import { packagesIn } from './editor-packages.ts'
import { surroundingsIn } from './editor-surroundings.ts'
import { updatesIn } from './editor-updates.ts'
import { refuseFolders } from './environments-given.ts'
import { filesBeside } from './files-beside.ts'
import { hotVersion, noConfigOption } from './options.ts'
import { boundaryOf } from './plain-check.ts'
import { ruleSettings } from './rule-settings.ts'
import { reportPath, type World } from './world.ts'

export function editorHost(argumentsIn: ArgumentsIn, world: World): Host {
  return {
    version,
    explain: (code) => catalogueEntry(code),
    project: async (folder, code, report) => {
      const own: World = { ...silent(world), cwd: folder }
      try {
        const commands = { argumentsIn: (line: CommandLine) => argumentsIn(folder, line, code), world: own }
        const args = await argumentsIn(folder, ['check'], code)
        refuseFolders(args.values('env'), own)
        return await projectOf(args, own, { ...commands, target: await configuredTarget(commands) })
      } catch (error) {
        report(error)
        const args = new Arguments([], new Map(), { command: 'check' })
        const plain = ([name, ...rest]: CommandLine) =>
          argumentsIn(folder, [name, `--${noConfigOption.name}`, ...rest])
        return projectOf(args, own, { argumentsIn: plain, world: own, target: undefined })
      }
    },
  }
}

/** Standard output belongs to the protocol. */
function silent(world: World): World {
  const nowhere = { isTTY: false, write: () => {} }
  return { ...world, out: nowhere, err: nowhere, progress: nowhere }
}

async function projectOf(
  args: Arguments,
  world: World,
  commands: FolderCommands & { readonly target: string | undefined },
): Promise<Project> {
  const to = args.value('to')
  const asked = defined({
    cloud: cloudOf(args),
    version: to === undefined ? undefined : hotVersion(to, 'to', []),
  })
  const settings = await ruleSettings(args, world.cwd)
  const together = args.values('env').map((path) => reportPath(path, world))
  const encoder = new TextEncoder()
  const isRefused = refusing()
  const readerOf = (paths: readonly string[], open: OpenText) => {
    const { read, exists, folder } = namedFiles(boundaryOf(paths, args, world), realFileSystem)
    const bytesOf = (name: string): Uint8Array | undefined => {
      const text = open(name)
      return text === undefined ? read(name) : encoder.encode(text)
    }
    return { read: bytesOf, exists: (name: string) => open(name) !== undefined || exists(name), folder }
  }
  const besideOf = async (path: string) =>
    existsSync(resolve(world.cwd, path))
      ? filesBeside([path, ...args.values('env')], args, world)
      : { besides: [], environments: [] }
  const surroundings = surroundingsIn(world, together)
  return {
    check: async (path, source, open) => {
      const { read: readFile, exists } = readerOf([path], open)
      const checker = createChecker({
        ...asked,
        ...(await besideOf(path)),
        together,
        readFile,
        exists,
      })
      const [outcome] = outcomesOf(checker.run({ path, bytes: encoder.encode(source.text), read: source }))
      if (outcome === undefined) throw new Error(`nothing was found out about ${path}`)
      return settings?.revise(outcome) ?? outcome
    },
    provedEqual: (path, before, after) => {
      const side = (text: string) => ({ path, bytes: encoder.encode(text) })
      // A template that Heat refuses has no meaning: two of them would always be equal.
      if (isRefused(side(before))) return false
      const compared = verify(side(before), side(after))
      return 'verdict' in compared && compared.verdict.verdict === 'equal'
    },
    modernized: (path, text) => modernized(path, encoder.encode(text)),
    ...packagesIn(args, world, (paths, open) => readerOf(paths, open).read),
    updated: updatesIn(args, world),
    target: commands.target,
    rewritten: (command, file, open) =>
      rewrittenIn(commands, command, file, (paths) => readerOf(paths, open).read),
    around: (path, open) => surroundings(path, readerOf([path], open)),
  }
}

/** Whether `check` reports an error for a template alone; the last answer is cached, as all fixes ask for it. */
function refusing(): (file: FileInput) => boolean {
  let last: { readonly path: string; readonly bytes: Uint8Array; readonly answer: boolean } | undefined
  return ({ path, bytes }) => {
    if (last?.path !== path || Buffer.compare(last.bytes, bytes) !== 0) {
      const { findings } = createChecker().run({ path, bytes })
      last = { path, bytes, answer: findings.some(({ severity }) => severity === 'error') }
    }
    return last.answer
  }
}

/** A template in newer words of the version that it declares. */
async function modernized(path: string, bytes: Uint8Array): Promise<FileOutcome | undefined> {
  const loaded = load({ path, bytes })
  if (loaded.is !== 'file' || loaded.file.kind !== 'hot') return undefined
  const { transforms } = await import('../../transforms/registry.ts')
  const to = loaded.file.version ?? usualVersion
  const engine = createEngine({ chain: 'modernize', to, accept: [], partial: true, registry: transforms })
  return outcomesOf(engine.run({ path, bytes }))[0]
}
