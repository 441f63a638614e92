import { type ReadingWish, readingWishes } from '../heat/template.ts'
import { type HotVersion, parseTarget, releaseNote } from '../heat/versions.ts'
import { actions } from '../impact/model.ts'
import type { Arguments, Option } from './command.ts'
import { jobsOption } from './jobs.ts'
import { formats } from './report-formats.ts'
import { shardOption } from './shard-option.ts'
import { didYouMean, UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const conversion = 'What to do'
const writing = 'What happens to the files'
const choosing = 'Which files'
const reporting = 'The report'

/** `--to` of the commands that write HOT. */
export const toOption: Option = {
  name: 'to',
  value: '<version>',
  occurs: 'once',
  group: conversion,
  description:
    'The heat_template_version to write: a date, a release such as rocky, latest, or oldest for the lowest version that can say it all. Default: 2018-08-31',
}

/** `--from` of the commands that change CloudFormation. */
export const fromOption: Option = {
  name: 'from',
  value: '<reading>',
  occurs: 'once',
  group: conversion,
  description:
    'How CloudFormation is read: auto (default), which is as Heat reads it where Heat takes the template, else as AWS does; heat; or aws, which also lets parameters, or nothing, take the place of what only AWS has',
}

/**
 * The value of `--from`.
 *
 * @throws UsageError for what is no reading
 */
export function readingWish(args: Arguments): ReadingWish {
  const from = args.value('from') ?? 'auto'
  const wish = readingWishes.find((one) => one === from)
  if (wish === undefined)
    throw new UsageError(`--from ${from}: no such reading`, [`the readings are ${readingWishes.join(', ')}`])
  return wish
}

/** `--assume-version` of the commands that change HOT templates. */
export const assumeOption: Option = {
  name: 'assume-version',
  value: '<version>',
  occurs: 'once',
  group: conversion,
  description:
    'What a HOT template counts as that declares no version, or one that Heat does not have; the report says which version would fit',
}

/**
 * The value of `--assume-version`, as an option of the engine.
 *
 * @throws UsageError for what is no version
 */
export function assumedVersion(args: Arguments): { readonly assumedVersion?: HotVersion } {
  const name = args.value('assume-version')
  if (name === undefined) return {}
  const target = parseTarget(name)
  if (target.kind === 'hot') return { assumedVersion: target.version }
  const hints = target.kind === 'unknown' ? didYouMean(target.near) : []
  throw new UsageError(`--assume-version ${name}: no such version`, hints)
}

/** Says which version a release has that `--to` names, where templates cannot say its name. */
export function noteRelease(args: Arguments, world: World): void {
  const note = releaseNote(args.value('to') ?? '')
  if (note !== undefined && !args.has('quiet')) world.err.write(`${note}\n`)
}

/** `--allow-outside` of the commands that read what templates name. */
export const allowOutsideOption: Option = {
  name: 'allow-outside',
  occurs: 'once',
  group: choosing,
  description:
    'Also read files that templates name outside of the repository, or of the given paths where there is no repository',
}

/** `--stdin-path` of the commands that take one template from standard input. */
export const stdinPathOption: Option = {
  name: 'stdin-path',
  value: '<name>',
  occurs: 'once',
  isOfOneRun: true,
  group: choosing,
  description:
    'What the template on standard input (the path -) counts as: its name in reports, the file that a configuration speaks of, and where files are looked for that it names',
}

export const configOption: Option = {
  name: 'config',
  value: '<file>',
  occurs: 'once',
  isOfOneRun: true,
  group: 'How it runs',
  description:
    'Take options that are not given from this file; default: hotshift.config.{ts,js,json,yaml} or hotshift in package.json, here or in a folder above. `hotshift config` shows what counts',
}

export const noConfigOption: Option = {
  name: 'no-config',
  occurs: 'once',
  isOfOneRun: true,
  group: 'How it runs',
  description: 'Read no configuration',
}

export const noPagerOption: Option = {
  name: 'no-pager',
  occurs: 'once',
  group: 'Options',
  description:
    'Write to the terminal directly. Else what is longer than the screen goes through HOTSHIFT_PAGER, PAGER or less',
}

/** Colours and the pager; for every command that writes for people. */
export function colourOptions(group: string): readonly Option[] {
  return [
    {
      name: 'color',
      value: '<when>',
      occurs: 'once',
      group,
      description:
        'Colours: always (for `less -R`), never, or auto (default), which is on a terminal unless NO_COLOR or FORCE_COLOR say otherwise',
    },
    { name: 'no-color', occurs: 'once', group, description: 'The same as --color never' },
    { ...noPagerOption, group },
  ]
}

/** `--format` of the commands that answer one question. */
export const answerFormatOption: Option = {
  name: 'format',
  value: '<format>',
  occurs: 'once',
  group: 'Options',
  description: 'text (default) or json',
}

/** @throws UsageError for any other value of `answerFormatOption` */
export function answerFormat(args: Arguments): 'text' | 'json' {
  const format = args.value('format') ?? 'text'
  if (format === 'text' || format === 'json') return format
  throw new UsageError(`--format ${format}: no such format`, [
    `the formats of ${args.command} are text and json`,
  ])
}

/** Options of all commands that go through many files. */
export const reportOptions: readonly Option[] = [
  {
    name: 'since',
    value: '<commit>',
    occurs: 'once',
    isOfOneRun: true,
    group: choosing,
    description:
      'Only files that have changed since the branch left this commit or branch of git, new ones included',
  },
  {
    name: 'staged',
    occurs: 'once',
    isOfOneRun: true,
    group: choosing,
    description: 'Only files that are staged in git',
  },
  {
    name: 'files-from',
    value: '<file>',
    occurs: 'once',
    isOfOneRun: true,
    group: choosing,
    description:
      'Only files that a list names, one on each line or separated by NUL; - is standard input. Files that no longer exist are passed over',
  },
  {
    name: 'ignore',
    value: '<glob>',
    occurs: 'repeatedly',
    group: choosing,
    description:
      'Leave out what matches, in the syntax of .gitignore, also when it is named explicitly. Repeatable',
  },
  jobsOption,
  shardOption,
  configOption,
  noConfigOption,
  {
    name: 'format',
    value: '<format>',
    choices: formats,
    occurs: 'once',
    group: reporting,
    description:
      'What goes to standard output: text (default), which is the diff where there is one, or json, jsonl (one object per file), sarif, csv (one row per finding), markdown, html or xlsx (summaries for people), github, gitlab or junit (for CI)',
  },
  {
    name: 'output',
    value: '<file>',
    occurs: 'repeatedly',
    isPath: true,
    group: reporting,
    description:
      'Put the report into a file, as --format or the ending of its name says, beside the one on the terminal. Repeatable. For remediate also a new archive, or a folder, that the repaired package goes to',
  },
  {
    name: 'summary',
    occurs: 'once',
    group: reporting,
    description: 'Report totals only: no diff, and nothing about single files',
  },
  {
    name: 'quiet',
    alias: 'q',
    occurs: 'once',
    group: reporting,
    description:
      'Say only which files failed, are blocked or have errors, the totals, and why the exit code is not 0',
  },
  {
    name: 'verbose',
    occurs: 'once',
    group: reporting,
    description: 'Show every finding; otherwise only the first of many that are alike',
  },
  ...colourOptions(reporting),
]

/** Where a plan or what was decided about one stands. */
export const decisionsOption: Option = {
  name: 'decisions',
  value: '<file>',
  occurs: 'once',
  isOfOneRun: true,
  group: writing,
  description:
    'Make only what a file of decisions accepts, one that --interactive or the review page made; with --interactive the file to go on with, which is written too',
}

export const interactiveOption: Option = {
  name: 'interactive',
  alias: 'i',
  occurs: 'once',
  isOfOneRun: true,
  group: writing,
  description:
    'Ask hunk by hunk whether to make it, as git add --patch does. A file of which a hunk is left out is read, checked and proved again',
}

export const outOption: Option = {
  name: 'out',
  value: '<folder>',
  occurs: 'once',
  isOfOneRun: true,
  group: writing,
  description:
    'Write a converted copy of all given files below a folder, those that stay as they are too, and leave the files themselves alone. What an earlier copy wrote there gives way to the new one; what anybody else wrote or changed is never replaced',
}

export const allowDirtyOption: Option = {
  name: 'allow-dirty',
  occurs: 'once',
  group: writing,
  description: 'Also write files that have changes which are not committed',
}

/** `--fail-on` of the commands that say what an update does. */
export const failOnOption: Option = {
  name: 'fail-on',
  value: '<effect>',
  choices: actions,
  occurs: 'repeatedly',
  group: 'Options',
  description: `For CI: exit code 1 only where something is, or may be, of this kind: ${actions.join(', ')}. Repeatable, or separated by commas`,
}

/** The options that say where a report goes and how it looks. */
export const presentation = [
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
    description: `Nothing but the changes that match: ${selectors}; of several of one kind one has to match, and of each kind`,
  },
  {
    name: 'except',
    value: '<what>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group: 'Which changes',
    description: `All changes but those that match: ${selectors}. By a transform, hunks are left out in which it took part, by all else whole files`,
  },
]

/** Options of all commands that rewrite templates. */
export const rewriteOptions: readonly Option[] = [
  {
    name: 'accept',
    value: '<code>',
    occurs: 'repeatedly',
    group: conversion,
    description:
      'Rewrite what a finding with this code offers, although something is lost; `hotshift explain <code>` says what. Repeatable, or separated by commas',
  },
  {
    name: 'partial',
    occurs: 'once',
    group: conversion,
    description: 'Convert what can be converted of a file that would be blocked; what is left is reported',
  },
  {
    name: 'allow-unproved',
    occurs: 'once',
    group: conversion,
    description:
      'Let changes through of which it cannot be shown that they keep the meaning; what is shown to differ is never written',
  },
  {
    name: 'write',
    alias: 'w',
    occurs: 'once',
    isOfOneRun: true,
    group: writing,
    description: 'Write the changes. Without it they are only shown',
  },
  {
    name: 'patch',
    value: '<file>',
    occurs: 'once',
    isPath: true,
    group: writing,
    description: 'Put the diff into a file for `git apply` instead of printing it',
  },
  {
    name: 'patches',
    value: '<folder>',
    occurs: 'once',
    isOfOneRun: true,
    group: writing,
    description:
      'Put a series of patches for `git am` into a new folder: new names first, then YAML for JSON, then the conversion, or one transform after the other; each leaves valid templates',
  },
  {
    name: 'commit',
    occurs: 'once',
    isOfOneRun: true,
    group: writing,
    description: 'Write the changes and commit them, as the same series',
  },
  {
    name: 'plan',
    value: '<file>',
    occurs: 'once',
    isOfOneRun: true,
    group: writing,
    description:
      'Put what would change into a plan, which show, review and apply take: the edits with the findings, the proof and the hashes of the files',
  },
  outOption,
  stdinPathOption,
  interactiveOption,
  decisionsOption,
  allowDirtyOption,
  {
    name: 'check',
    occurs: 'once',
    group: writing,
    description: 'Exit with 1 when something would change; for CI',
  },
  {
    ...failOnOption,
    group: writing,
    description: `Exit with 1 when an update of a stack that was made from the old template has this effect, or may: ${actions.join(', ')}; for CI. Exit with 3 when that cannot be told. Files are written all the same. Repeatable, or separated by commas`,
  },
  ...selectionOptions,
  ...reportOptions,
]

export const pathsDescription =
  'Files, directories and glob patterns; default: the working directory. Directories are searched for templates; .git, node_modules and what .gitignore or .hotshiftignore exclude are left out unless named here. Symbolic links are followed only when named. - is a template on standard input; the result goes to standard output then, and the report to standard error'

/** Those of `reportOptions` that mean something where a plan says what the files are. */
export const planReportOptions: readonly Option[] = without(
  reportOptions,
  'ignore',
  'jobs',
  'shard',
  'since',
  'staged',
  'files-from',
)
