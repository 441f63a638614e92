import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { GitFailure, git } from '../../../run/git.ts'
import { load } from '../../../stack/load.ts'
import type { SourceFile } from '../../../stack/source-file.ts'
import { sameData } from '../../../text/document/data.ts'
import { LineIndex } from '../../../text/yaml/position.ts'
import type { Arguments, Command, Option } from '../command.ts'
import { packageOptions, replacedEngine } from '../load-engine.ts'
import { givenFile } from '../options/given-file.ts'
import { partialEditOption, pathsDescription, rewriteOptions, without } from '../options/options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { rewrite } from '../rewrite.ts'
import { UnfitFile, UsageError } from '../usage-error.ts'
import { reportPath, type World } from '../world.ts'

const group = 'What to do'

const own: readonly Option[] = [
  {
    name: 'from',
    value: '<commit|file>',
    isOfOneRun: true,
    group,
    description:
      'The template before the edit: a commit or branch of git, or a file. Default: HEAD, for an edit that is not committed yet',
  },
  {
    name: 'alike',
    value: '<percent>',
    isOfOneRun: true,
    group,
    description: 'How much of a template has to be the same for it to count as a near-copy. Default: 60',
  },
]

export const sameEditCommand: Command = {
  name: 'same-edit',
  positional: '<edited> [paths..]',
  positionalDescription: `The template that was edited, and where to look for near-copies of it. ${pathsDescription}`,
  arity: { min: 1, max: Number.POSITIVE_INFINITY },
  summary: "Apply one template's edit to its near-copies",
  description: [
    'Compares a template with what it was before (--from), looks for templates that are nearly the same, and makes the same edit there: parts that were added, removed and changed, where the copy has what was edited. The report says how much of each copy is alike. What differs there stays, and a finding names each location.',
    'Taken back, the edit must give the copy as it was. Without --write nothing changes on disk; --interactive asks about each hunk.',
  ],
  options: [
    ...own,
    partialEditOption,
    ...without(rewriteOptions, 'accept', 'accept-file', 'partial', 'allow-unproved', 'stdin-path'),
  ],
  examples: {
    'An edit that is not committed yet': 'hotshift same-edit web.yaml',
    'That of the last commit, in another folder': 'hotshift same-edit web.yaml templates --from HEAD~1',
    'Two versions of a file': 'hotshift same-edit new.yaml templates --from old.yaml --interactive',
  },
  async run(args, world) {
    const [edited = '', ...paths] = args.positionals
    const path = reportPath(edited, world)
    const after = templateAt(edited, world)
    const before = beforeOf(args, edited, world)
    if (sameData(before.root, after.root))
      throw new UsageError(`${edited} is the same as ${args.value('from') ?? 'HEAD'} has it`, [
        '--from says what it was before the edit',
      ])
    let count = 0
    const { createPackageEngine } = await import('../../../engine/engine.ts')
    const { sameEditTransform } = await import('../../../engine/authoring/same-edit-transform.ts')
    const transform = sameEditTransform({
      before: before.root,
      after: after.root,
      source: after.document,
      path,
      not: new Set([path, reportPath(args.value('from') ?? 'HEAD', world)]),
      alike: alikeOf(args),
      isPartial: args.has('partial'),
      found: () => {
        count += 1
      },
    })
    const engine =
      replacedEngine(world) ??
      createPackageEngine({ transforms: [transform], ...packageOptions(args, world) })
    const code = await rewrite(args.withPositionals(paths), engine, world)
    if (count > 0) return code
    await world.err.write(`hotshift: no template is nearly the same as ${edited}\n`)
    return code === exitCodes.failed ? code : exitCodes.manualWork
  },
}

function alikeOf(args: Arguments): number {
  const given = args.value('alike') ?? '60'
  const percent = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
  if (percent >= 1 && percent <= 100) return percent / 100
  throw new UsageError(`--alike ${given}: a number from 1 to 100`)
}

/** @throws UsageError for a commit that does not have the template, UnfitFile for a file */
function beforeOf(args: Arguments, edited: string, world: World): SourceFile {
  const from = args.value('from') ?? 'HEAD'
  if (existsSync(resolve(world.cwd, from))) return templateAt(from, world)
  if (from.startsWith('-')) throw new UsageError(`--from ${from}: neither a file nor a commit`)
  const absolute = resolve(world.cwd, edited)
  try {
    const text = git(['show', `${from}:./${basename(absolute)}`], dirname(absolute))
    return templateFrom(Buffer.from(text), `${edited} of ${from}`)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    throw new UsageError(`--from ${from}: ${error.message}`, ['a file, or a commit that has the template'])
  }
}

/** @throws UnfitFile for what cannot be read, or is no HOT template */
function templateAt(path: string, world: World): SourceFile {
  const given = givenFile(path, world)
  if ('problem' in given) throw new UnfitFile(given.problem)
  return templateFrom(given.bytes, path)
}

/** @throws UnfitFile for what cannot be read, or is no HOT template */
function templateFrom(bytes: Uint8Array, path: string): SourceFile {
  const loaded = load({ path: basename(path), bytes })
  if (loaded.is === 'file' && loaded.file.recognition.kind === 'hot') return loaded.file
  const none = { code: 'not-a-template', message: 'the file is no HOT template', line: 1, column: 1 }
  const problem =
    loaded.is === 'unreadable'
      ? { ...loaded, ...new LineIndex(loaded.text).position(loaded.range?.start ?? 0) }
      : none
  const { code, message, line, column } = problem
  throw new UnfitFile({ path, line, column, code, message })
}
