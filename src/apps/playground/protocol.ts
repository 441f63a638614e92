/** What the page asks of the worker, and what it is answered; both are plain data. */

import type { Severity } from '../../engine/findings/finding.ts'

export const commands = [
  'migrate',
  'upgrade',
  'check',
  'extract-defaults',
  'nativize',
  'diff',
  'render',
  'graph',
] as const
export type CommandName = (typeof commands)[number]

/** Options of each command that the page knows; `--to` is a box of its own. */
export const optionNames: Readonly<Record<CommandName, readonly string[]>> = {
  migrate: ['--accept', '--from', '--native', '--partial'],
  upgrade: ['--accept', '--modernize', '--partial'],
  nativize: ['--accept', '--partial'],
  check: [],
  'extract-defaults': [],
  diff: [],
  render: [],
  graph: [],
}

/** Versions and releases that `--to` takes; the first is what the command does by itself. */
export const targets: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  migrate: ['auto', 'oldest', 'latest', '2018-08-31', '2016-10-14', '2015-04-30', 'cfn-yaml'],
  upgrade: ['2018-08-31', 'latest', 'rocky', 'queens', 'pike', 'newton', 'mitaka', 'liberty', 'kilo'],
}

/** A file as it stands in the page. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

export interface Question {
  /** Answers carry it, so that the page knows which question they are for. */
  readonly number: number
  readonly command: CommandName
  /** As `--to`; what the command does by itself without it, for `upgrade` the usual version. */
  readonly to?: string
  /** Other options, as at the command line. */
  readonly options?: string
  readonly files: readonly SourceText[]
  /** Of `diff`: the paths of the template of the live stack, and of the new one. */
  readonly compared?: readonly [string, string]
  /** Of `render` and `graph`: the path of the template, and those of its environments. */
  readonly stack?: readonly [template: string, ...environments: readonly string[]]
}

export interface Remark {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
  /** What the code stands for. */
  readonly title: string
  /** What to do. */
  readonly help: string
}

/** What became of a file. */
export interface AnsweredFile {
  readonly path: string
  readonly status: 'changed' | 'unchanged' | 'skipped' | 'blocked' | 'failed'
  readonly isNew: boolean
  /** Why it was left alone, or blocked; empty where neither. */
  readonly reason: string
  /** What it is called now. */
  readonly name: string
  /** The source to write, where it is changed. */
  readonly after?: string
  /** What the proof says, in a sentence; empty where there was none. */
  readonly proof: string
  readonly assumptions: readonly string[]
  readonly transforms: readonly string[]
  readonly remarks: readonly Remark[]
  /** The effect of the change on a live stack. */
  readonly effect: readonly string[]
}

export interface Answer {
  readonly number: number
  readonly files: readonly AnsweredFile[]
  /** Of `diff`: what an update does, and what the comparison says. */
  readonly comparison?: { readonly effect: string; readonly verdict: string }
  /** Of `render` and `graph`: what the command line prints. */
  readonly stack?: string
  /** Why there is no answer. */
  readonly problem?: string
}
