/** What the language server asks of a folder, with the configuration and the options of the command line. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createChecker } from '../../../engine/check.ts'
import { createEngine } from '../../../engine/engine.ts'
import type { Engine, FileInput } from '../../../engine/engine-contract.ts'
import { unchanged } from '../../../engine/file-outcome.ts'
import { catalogueEntry } from '../../../engine/findings/catalogue.ts'
import { findingOf } from '../../../engine/findings/finding.ts'
import { type FileOutcome, outcomesOf } from '../../../engine/outcome.ts'
import { verify } from '../../../engine/proof/verify.ts'
import { CheckMemories, type CheckMemory } from '../../../engine/recheck.ts'
import { usualVersion } from '../../../heat/versions.ts'
import type { AnyRule } from '../../../rules/rule.ts'
import { version } from '../../../show/report/version.ts'
import { load } from '../../../stack/load.ts'
import { ReadBudget } from '../../../stack/read-budget.ts'
import { defined } from '../../../text/document/records.ts'
import type { Host, Project } from '../../lsp/host.ts'
import { mostChecked } from '../../lsp/open-documents.ts'
import { Arguments, type ArgumentsIn, type CommandLine } from '../command.ts'
import { configuredTarget, type FolderCommands, rewrittenIn } from '../editor-commands.ts'
import { filesBeside } from '../files-beside.ts'
import { cloudOf } from '../options/cloud-options.ts'
import { refuseFolders } from '../options/environments-given.ts'
import { hotVersion, noConfigOption } from '../options/options.ts'
import { loadRules, ownRules } from '../options/own-rules.ts'
import { ruleSettings } from '../options/rule-settings.ts'
import { boundaryOf } from '../plain-check.ts'
import { reportPath, type World } from '../world.ts'
import { packagesIn } from './editor-packages.ts'
import { profilesIn } from './editor-profiles.ts'
import { editorReader, leftOutText, nestedLimits, type ReaderOf, withUnread } from './editor-reading.ts'
import { surroundingsIn } from './editor-surroundings.ts'
import { updatesIn } from './editor-updates.ts'

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
        const target = await configuredTarget(commands)
        return await projectOf(args, own, { ...commands, target, rules: await rulesIn(args, own, report) })
      } catch (error) {
        report(error)
        const args = new Arguments([], new Map(), { command: 'check' })
        const plain = ([name, ...rest]: CommandLine) =>
          argumentsIn(folder, [name, `--${noConfigOption.name}`, ...rest])
        return projectOf(args, own, { argumentsIn: plain, world: own, target: undefined, rules: undefined })
      }
    },
  }
}

/** The rules of a folder as they are configured; without those that may not run, or are wrong, the rest of it counts. */
async function rulesIn(
  args: Arguments,
  { cwd }: World,
  report: (error: unknown) => void,
): Promise<readonly AnyRule[] | undefined> {
  try {
    return await loadRules(await ownRules(args, cwd))
  } catch (error) {
    report(error)
    return undefined
  }
}

/** Standard output belongs to the protocol. */
function silent(world: World): World {
  const nowhere = { isTTY: false, write: () => {} }
  return { ...world, out: nowhere, err: nowhere, progress: nowhere }
}

interface ProjectCommands extends FolderCommands {
  readonly target: string | undefined
  readonly rules: readonly AnyRule[] | undefined
}

async function projectOf(
  args: Arguments,
  world: World,
  { rules, ...commands }: ProjectCommands,
): Promise<Project> {
  const to = args.value('to')
  const asked = defined({
    cloud: cloudOf(args),
    version: to === undefined ? undefined : hotVersion(to, 'to', []),
    rules,
  })
  const settings = await ruleSettings(args, world.cwd)
  const together = args.values('env').map((path) => reportPath(path, world))
  const encoder = new TextEncoder()
  const isRefused = refusing()
  const readerOf: ReaderOf = (paths, open) => editorReader(boundaryOf(paths, args, world), open)
  const besideOf = async (path: string) =>
    existsSync(resolve(world.cwd, path))
      ? filesBeside([path, ...args.values('env')], args, world)
      : { besides: [], environments: [] }
  const surroundings = surroundingsIn(world, together)
  const profiles = await profilesIn(args, world, readerOf)
  const memories = new CheckMemories()
  return {
    checks: async (path, open) => {
      const ofProfiles = existsSync(resolve(world.cwd, path)) ? profiles?.check(path, open) : undefined
      const besides = await besideOf(path)
      const memory = memories.of(path)
      const found = repeatedly(memory, () => {
        const { read: readFile, exists, refusal: refused, budget } = readerOf([path], open)
        const nested = new ReadBudget(nestedLimits)
        const around = { ...besides, together, readFile, exists, refused }
        const checker = createChecker({ ...asked, nested, ...around, memory })
        return { checker, leftOut: () => leftOutText([budget, nested], world) }
      })
      return (source) => {
        const file = { path, bytes: encoder.encode(source.text), read: source }
        const refused = tooLarge(file)
        const plain = refused ?? found(file)
        const all = refused === undefined ? (ofProfiles?.(file, plain) ?? plain) : plain
        return settings?.revise(all) ?? all
      }
    },
    repairs: async (...of) => (await profiles?.repairs(...of)) ?? [],
    provedEqual: (path, before, after) => {
      const side = (text: string) => ({ path, bytes: encoder.encode(text) })
      // A template that Heat refuses has no meaning: two of them would always be equal.
      if (isRefused(side(before))) return false
      const compared = verify(side(before), side(after))
      return 'verdict' in compared && compared.verdict.verdict === 'equal'
    },
    modernized: async (path, text) =>
      text.length > mostChecked ? undefined : modernized(path, encoder.encode(text)),
    ...packagesIn(args, world, readerOf),
    updated: updatesIn(args, world),
    target: commands.target,
    rewritten: (command, file, open) =>
      rewrittenIn(commands, command, file, (paths) => readerOf(paths, open)),
    around: (path, open) => surroundings(path, readerOf([path], open)),
  }
}

/** A checker, and which of the files around a document its budget did not reach. */
interface BudgetedChecker {
  readonly checker: Engine
  readonly leftOut: () => string | undefined
}

/** Checks one source after another with the same checker, as far as its budget for other files reaches. */
function repeatedly(memory: CheckMemory, fresh: () => BudgetedChecker): (file: FileInput) => FileOutcome {
  let shared: BudgetedChecker | undefined
  const found = (file: FileInput): FileOutcome => {
    const isFirst = shared === undefined
    shared ??= fresh()
    const { checker, leftOut } = shared
    const [outcome] = outcomesOf(checker.run(file))
    if (outcome === undefined) throw new Error(`nothing was found out about ${file.path}`)
    const unread = leftOut()
    if (unread !== undefined) memory.forget()
    if (unread === undefined || isFirst) return withUnread(outcome, unread)
    // What sources before this one had read must not keep files from being read for it.
    shared = undefined
    return found(file)
  }
  return found
}

/** The outcome of a document that can be read and is too large to be checked while somebody types. */
function tooLarge(input: FileInput): FileOutcome | undefined {
  if (input.bytes.length <= mostChecked) return undefined
  const loaded = load(input)
  if (loaded.is !== 'file') return undefined
  const { kind, document } = loaded.file
  const message = `only the syntax is checked in the editor: the file is larger than ${mostChecked / 1024} kB`
  return unchanged(input.path, kind, {
    before: document.text,
    root: document.root,
    findings: [findingOf('document-too-large', message)],
  })
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
  const { transforms } = await import('../../../../transforms/registry.ts')
  const to = loaded.file.version ?? usualVersion
  const engine = createEngine({ chain: 'modernize', to, accept: [], partial: true, registry: transforms })
  return outcomesOf(engine.run({ path, bytes }))[0]
}
