import {
  acceptableCodes,
  acceptedBy,
  currentCode,
  isFindingCode,
} from '../../../engine/findings/catalogue.ts'
import { cloudReleaseNames } from '../../../heat/cloud.ts'
import { cfnVersions } from '../../../heat/dialects.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { type ReadingOption, readingOptions } from '../../../heat/template.ts'
import {
  type HotVersion,
  parseTarget,
  releaseNote,
  type Target,
  targetNames,
} from '../../../heat/versions.ts'
import { askedEffects } from '../../../meaning/impact/model.ts'
import { listed } from '../../../text/document/listed.ts'
import type { Arguments, Option } from '../command.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { formats } from './report-formats.ts'

const conversion = 'What to do'
const writing = 'What happens to the files'
const choosing = 'Which files'
const reporting = 'The report'

/** `--to` of the commands that write HOT. */
export const toOption: Option = {
  name: 'to',
  value: '<version>',
  choices: [...targetNames, 'oldest'],
  group: conversion,
  description:
    'The heat_template_version of the result: a date, a release such as rocky, latest, or oldest for the lowest version that can express the template. Default: 2018-08-31',
}

/** `--from` of the commands that change CloudFormation. */
export const fromOption: Option = {
  name: 'from',
  value: '<reading>',
  choices: readingOptions,
  group: conversion,
  description:
    'How CloudFormation is read: auto (default), as Heat reads it if Heat accepts the template, otherwise as AWS does; heat; aws, which also replaces what only AWS has by parameters, or removes it',
}

/**
 * The value of `--from`.
 *
 * @throws UsageError for what is no reading
 */
export function readingOption(args: Arguments): ReadingOption {
  const from = args.value('from') ?? 'auto'
  const found = readingOptions.find((one) => one === from)
  if (found === undefined)
    throw new UsageError(`--from ${from}: no such reading`, [`the readings are ${readingOptions.join(', ')}`])
  return found
}

/** `--assume-version` of the commands that change templates of a certain version. */
export const mentionsOption: Option = {
  name: 'rename-mentions',
  group: toOption.group,
  description:
    'Also write the new names of files into scripts, READMEs and other files of the run that name them; without it they are listed',
}

/** What becomes of files that are no templates. */
export function mentionsAsked(args: Arguments): { readonly mentions: 'listed' | 'rewritten' } {
  return { mentions: args.has('rename-mentions') ? 'rewritten' : 'listed' }
}

export const assumeOption: Option = {
  name: 'assume-version',
  value: '<version>',
  choices: [...targetNames, ...cfnVersions],
  group: conversion,
  description:
    'The version of HOT templates that declare none, or one that Heat does not have; the report says which version fits. 2010-09-09 and 2012-12-12 are for CloudFormation',
}

/**
 * The value of `--assume-version`, as an option of the engine.
 *
 * @throws UsageError for what is no version
 */
export function assumedVersion(args: Arguments): { readonly assumedVersion?: string } {
  const name = args.value('assume-version')
  if (name !== undefined && cfnVersions.includes(name)) return { assumedVersion: name }
  return name === undefined ? {} : { assumedVersion: hotVersion(name, 'assume-version') }
}

/** The version that the value of an option names. @throws UsageError for what is none */
export function hotVersion(name: string, option: string, hints: readonly string[] = []): HotVersion {
  const target = knownTarget(name, option)
  if (target.kind === 'hot') return target.version
  throw new UsageError(`--${option} ${name}: no such version`, hints)
}

/** What the value of an option names, such as `--to`. @throws UsageError for what is neither a version nor a word for some */
export function knownTarget(name: string, option = 'to'): Exclude<Target, { readonly kind: 'unknown' }> {
  const target = parseTarget(name)
  if (target.kind !== 'unknown') return target
  throw new UsageError(`--${option} ${name}: no such version`, didYouMean(target.near))
}

/** The values of `--accept`. @throws UsageError for a code that cannot be accepted */
export function acceptedCodes(args: Arguments): readonly string[] {
  return args.listed('accept').map((given) => acceptableCode(given, '--accept'))
}

/**
 * A code that can be accepted, under the name that it has now.
 * @param where what the message begins with
 * @throws UsageError for any other
 */
export function acceptableCode(given: string, where: string): string {
  const accepted = acceptedBy(given)
  if (accepted !== undefined) return accepted
  const [code, acceptable] = [currentCode(given), acceptableCodes()]
  const problem = isFindingCode(code) ? 'this finding offers no rewrite' : 'no such finding'
  throw new UsageError(`${where} ${code}: ${problem}`, [
    ...didYouMean(nearNames(code, acceptable)),
    `what can be accepted: ${acceptable.join(', ')}`,
  ])
}

/** Says which version a release has that `--to` names, where templates cannot say its name. */
export function noteRelease(args: Arguments, world: World): void {
  const note = releaseNote(args.value('to') ?? '')
  if (note !== undefined && !args.has('quiet')) world.err.write(`${note}\n`)
}

/** `--allow-outside` of the commands that read what templates name. */
export const allowOutsideOption: Option = {
  name: 'allow-outside',
  isOfOneRun: true,
  group: choosing,
  description:
    'Also read files that templates name outside the repository (outside the given paths, if there is no repository)',
}

/** `--stdin-path` of the commands that take one template from standard input. */
export const stdinPathOption: Option = {
  name: 'stdin-path',
  value: '<name>',
  isOfOneRun: true,
  group: choosing,
  description:
    'The name of the template on standard input (the path -): for reports, for the configuration, and for files that it refers to',
}

export const configOption: Option = {
  name: 'config',
  value: '<file>',
  isOfOneRun: true,
  group: 'How it runs',
  description:
    'Read options from this file. Default: hotshift.config.{ts,js,json,yaml} or hotshift in package.json, in the working directory or above. `hotshift config` shows the values',
}

export const trustConfigOption: Option = {
  name: 'trust-config',
  isOfOneRun: true,
  excludes: [{ option: 'no-config' }],
  group: 'How it runs',
  description:
    'Let the configuration run code in this run: if it is a module, and transforms that it names. `hotshift trust` says so once and for all',
}

export const noConfigOption: Option = {
  name: 'no-config',
  isOfOneRun: true,
  group: 'How it runs',
  description: 'Read no configuration',
}

export const noPagerOption: Option = {
  name: 'no-pager',
  group: 'Options',
  description:
    'Do not use a pager. Otherwise output longer than the screen goes through HOTSHIFT_PAGER, PAGER or less',
}

/** Colours and the pager; for every command that writes for people. */
export function colourOptions(group: string): readonly Option[] {
  return [
    {
      name: 'color',
      value: '<when>',
      choices: ['always', 'never', 'auto'],
      group,
      description:
        'Colours: always (for `less -R`), never, or auto (default): on a terminal, unless NO_COLOR or FORCE_COLOR says otherwise',
    },
    { name: 'no-color', group, description: 'The same as --color never' },
    { ...noPagerOption, group },
  ]
}

/** `--format` of the commands that answer one question. */
export const answerFormatOption: Option = {
  name: 'format',
  value: '<format>',
  choices: ['text', 'json'],
  group: 'Options',
  description: 'text (default) or json',
}

/** @throws UsageError for any other value of `answerFormatOption` */
export function answerFormat(args: Arguments): 'text' | 'json' {
  return formatAmong(['text', 'json'], args)
}

/** The value of `--format`, by default `text`. @throws UsageError for an unknown format */
export function formatAmong<const Format extends string>(
  formats: readonly Format[],
  args: Arguments,
): Format {
  const given = args.value('format') ?? formats[0]
  const format = formats.find((one) => one === given)
  if (format !== undefined) return format
  throw new UsageError(`--format ${given}: no such format`, [
    `the formats of ${args.command} are ${listed(formats, ' and ')}`,
  ])
}

/** Each takes some 50 MB. With more than these a run would take more than 300 MB, which nobody gets without asking for it. */
export const MOST_BY_DEFAULT = 3

const jobsOption: Option = {
  name: 'jobs',
  value: '<n>',
  group: 'How it runs',
  description: `The number of threads, or auto (default): one less than the number of processors, at most ${MOST_BY_DEFAULT}. Each thread takes some 50 MB. Short runs use one thread. The report does not depend on it`,
}

const shardOption: Option = {
  name: 'shard',
  value: '<i/n>',
  isOfOneRun: true,
  excludes: [{ option: 'update-baseline' }, { option: 'commit' }, { option: 'patches' }],
  group: 'How it runs',
  description:
    'Run only part i of n equal parts, for jobs on one or many machines. Files that belong together are in one part, and a file stays in its part when others are added. `hotshift merge` merges the reports',
}

/** Options of all commands that go through many files. */
/** As of a hook that is given every file of a commit. */
export const ignoreUnknownOption: Option = {
  name: 'ignore-unknown',
  isOfOneRun: true,
  group: choosing,
  description: 'Skip named files that are not templates instead of failing, for hooks that pass every file',
}

export const reportOptions: readonly Option[] = [
  {
    name: 'since',
    value: '<commit>',
    isOfOneRun: true,
    excludes: [{ option: 'staged' }, { option: 'files-from' }],
    group: choosing,
    description: 'Only files that changed since the branch left this git commit or branch, new ones included',
  },
  {
    name: 'staged',
    isOfOneRun: true,
    excludes: [{ option: 'files-from' }],
    group: choosing,
    description: 'Only files that are staged in git',
  },
  {
    name: 'files-from',
    value: '<file>',
    isOfOneRun: true,
    group: choosing,
    description:
      'Only files in this list, one per line or separated by NUL; - is standard input. Deleted files are skipped',
  },
  {
    name: 'ignore',
    value: '<glob>',
    occurs: 'repeatedly',
    group: choosing,
    description: 'Exclude files, in the syntax of .gitignore, even if you name them. Repeatable',
  },
  jobsOption,
  shardOption,
  configOption,
  trustConfigOption,
  noConfigOption,
  {
    name: 'format',
    value: '<format>',
    choices: formats,
    group: reporting,
    description:
      'The format on standard output: text (default, the diff; of check the findings), concise (path:line:col: severity code message), json, jsonl (one object per file), sarif, csv (one row per finding), markdown, html, xlsx (summaries for people), github, gitlab, junit (for CI)',
  },
  {
    name: 'output',
    value: '<file>',
    occurs: 'repeatedly',
    isPath: true,
    isWritten: true,
    group: reporting,
    description:
      'Also write the report to this file, in the format of --format or of the file name. Repeatable. For remediate also the new archive or folder of the repaired package',
  },
  {
    name: 'summary',
    group: reporting,
    description:
      'Report totals only, without diff and files; formats that are lists of findings (concise, sarif, csv, github, gitlab, junit) stay complete',
  },
  {
    name: 'quiet',
    alias: 'q',
    excludes: [{ option: 'verbose' }],
    group: reporting,
    description: 'Report only failed and blocked files, errors, totals, and the reason for the exit code',
  },
  {
    name: 'verbose',
    alias: 'v',
    group: reporting,
    description: 'Show infos, too, and every finding of every file at its location',
  },
  ...colourOptions(reporting),
]

/** How a change is shown. */
const diffOption: Option = {
  name: 'diff',
  value: '<how>',
  choices: ['full', 'summary'],
  group: reporting,
  description:
    'The diff on standard output: full (default), for `git apply`, or summary: of files that are proved equal a line for each entry, with the lines that go and come, and the whole diff of all others',
}

/** Whether `--diff summary` was asked for. @throws UsageError for another word */
export function isDiffSummary(args: Arguments): boolean {
  const given = args.value('diff') ?? 'full'
  if (given !== 'full' && given !== 'summary')
    throw new UsageError(`--diff ${given}: no such way`, ['--diff full or --diff summary'])
  return given === 'summary'
}

/** Where a plan or what was decided about one stands. */
export const decisionsOption: Option = {
  name: 'decisions',
  value: '<file>',
  isOfOneRun: true,
  group: writing,
  description:
    'Make only the changes that this file of --interactive or of the review page accepts; with --interactive, continue with this file and update it',
}

export const interactiveOption: Option = {
  name: 'interactive',
  alias: 'i',
  isOfOneRun: true,
  group: writing,
  description:
    'Ask about each hunk, like git add --patch. Files with rejected hunks are read, checked and proved again',
}

const outOption: Option = {
  name: 'out',
  value: '<folder>',
  isOfOneRun: true,
  excludes: ['write', 'check', 'commit', 'patches', 'plan'].map((option) => ({
    option,
    hint: '--out writes a copy, and does not change the files',
  })),
  group: writing,
  description:
    'Write a converted copy of all given files to this folder, including unchanged files, and leave the originals as they are. Replaces files of an earlier copy, but none that somebody else wrote or changed',
}

export const allowDirtyOption: Option = {
  name: 'allow-dirty',
  group: writing,
  description: 'Also write files with uncommitted changes, and files that git does not track',
}

/** `--fail-on` of the commands that say what an update does. */
export const failOnOption: Option = {
  name: 'fail-on',
  value: '<effect>',
  choices: askedEffects,
  occurs: 'repeatedly',
  group: 'Options',
  description: `For CI: exit with 1 only if one of these effects happens, or may happen: ${askedEffects.join(', ')}. Repeatable, or separated by commas`,
}

/** The options that say where a report goes and how it looks. */
export const presentation = [
  'diff',
  'format',
  'output',
  'summary',
  'quiet',
  'verbose',
  'color',
  'no-color',
  'no-pager',
] as const

/** Those of some options that have one of the names, in their order. */
export function only(options: readonly Option[], ...names: readonly string[]): readonly Option[] {
  return options.filter(({ name }) => names.includes(name))
}

/** Options without those that mean nothing to a command. */
export function without(options: readonly Option[], ...names: readonly string[]): readonly Option[] {
  return options.filter(({ name }) => !names.includes(name))
}

const selectors =
  'path:<glob> (as in .gitignore), transform:<id or family>, finding:<code>, status:<status> or proof:<verdict>. Repeatable'

/** `--only` and `--except` of the commands that rewrite, or take a plan. */
export const selectionOptions: readonly Option[] = [
  {
    name: 'only',
    value: '<what>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group: 'Which changes',
    description: `Only changes that match: ${selectors}. Of several of one kind, one must match; of different kinds, each`,
  },
  {
    name: 'except',
    value: '<what>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group: 'Which changes',
    description: `All changes except those that match: ${selectors}. transform: excludes hunks, the others exclude files`,
  },
]

/** `--cloud` of the commands that judge or rewrite templates. */
export const cloudOption: Option = {
  name: 'cloud',
  value: '<release>',
  choices: cloudReleaseNames,
  group: conversion,
  description:
    'The release of the cloud, such as queens or 2024.1: what its Heat does not have is an error, and is not written. In a configuration, cloud may also be a mapping with release, and with lists of the flavors, images, networks and zones that there are',
}

/** Options of all commands that rewrite templates. */
export const rewriteOptions: readonly Option[] = [
  cloudOption,
  {
    name: 'accept',
    value: '<code>',
    choices: 'acceptable codes',
    occurs: 'repeatedly',
    group: conversion,
    description:
      'Make the rewrite that findings with this code offer; `hotshift explain <code>` says what it costs. Repeatable, or separated by commas',
  },
  {
    name: 'accept-file',
    value: '<file>',
    isPath: true,
    group: conversion,
    description:
      'Accept the codes in this file as well: YAML or JSON, a mapping of each code to the reason, which the report says',
  },
  {
    name: 'partial',
    group: conversion,
    description: 'Convert blocked files as well, except for the blocked locations, which are reported',
  },
  {
    name: 'allow-unproved',
    group: conversion,
    description:
      'Also write changes that cannot be proved. Changes that are shown to differ in meaning are never written',
  },
  {
    name: 'write',
    alias: 'w',
    isOfOneRun: true,
    group: writing,
    description: 'Write the changes. Without --write they are only shown',
  },
  {
    name: 'patch',
    value: '<file>',
    isPath: true,
    isWritten: true,
    group: writing,
    description: 'Write the diff to this file, for `git apply`, instead of printing it',
  },
  {
    name: 'patches',
    value: '<folder>',
    isOfOneRun: true,
    excludes: ['commit', 'write'].map((option) => ({ option, hint: '`git am` applies the patches' })),
    group: writing,
    description:
      'Write a series of patches for `git am` to this new folder: new names, JSON to YAML, then the conversion; for other commands one patch per transform. Each leaves valid templates',
  },
  {
    name: 'commit',
    isOfOneRun: true,
    group: writing,
    description: 'Write the changes and commit them, one commit for each patch of --patches',
  },
  {
    name: 'plan',
    value: '<file>',
    isOfOneRun: true,
    group: writing,
    description:
      'Write the changes to this plan, for show, review and apply: edits, findings, proofs and hashes of the files',
  },
  outOption,
  stdinPathOption,
  interactiveOption,
  decisionsOption,
  allowDirtyOption,
  {
    name: 'check',
    excludes: [{ option: 'write', hint: '--check only reports what would change' }, { option: 'commit' }],
    group: writing,
    description: 'For CI: write nothing, and exit with 1 if something would change',
  },
  {
    ...failOnOption,
    group: writing,
    description: `For CI: exit with 1 if updating a stack of the old template has this effect, or may have it: ${askedEffects.join(', ')}; with 3 if that is unknown. Does not prevent writing. Repeatable, or separated by commas`,
  },
  ...selectionOptions,
  ignoreUnknownOption,
  diffOption,
  ...reportOptions,
]

export const pathsDescription =
  'Files, directories and glob patterns; default: the working directory. Directories are searched for templates, except for .git, node_modules and what .gitignore and .hotshiftignore exclude. Symbolic links are followed only if named. - reads a template from standard input and writes the result to standard output'

/** The arguments of commands that go through files. */
export const takesPaths = {
  positional: '[paths..]',
  positionalDescription: pathsDescription,
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
} as const

/** The argument of commands that go on with a plan. */
export const takesPlan = {
  positional: '<plan>',
  positionalDescription: 'A plan that a command made with --plan',
  arity: { min: 1, max: 1 },
} as const

/** Options of commands that rewrite whole packages, and choose their changes by names as well. */
export const packageRewriteOptions: readonly Option[] = without(
  rewriteOptions,
  'accept',
  'accept-file',
  'partial',
  'stdin-path',
  'only',
  'except',
)

/** Those of `reportOptions` that mean something where a plan says what the files are. */
export const planReportOptions: readonly Option[] = without(
  [diffOption, ...reportOptions],
  'ignore',
  'jobs',
  'shard',
  'since',
  'staged',
  'files-from',
)

/** What somebody says of the components of blueprints. */
export const blueprintOption: Option = {
  name: 'blueprint',
  value: '<file>',
  isPath: true,
  group: toOption.group,
  description:
    'Definitions for blueprints, in YAML or JSON: components (a template or resource type for each type of component), flavors and images. Paths are relative to the working directory',
}

/** `--partial` of the commands that edit several files together. */
export const partialEditOption: Option = {
  name: 'partial',
  isOfOneRun: true,
  group: 'What to do',
  description:
    'Make the edit although a file that cannot be read may use what changes; that file stays as it is. Without it nothing is edited then',
}
