/** What `explain` says of an intrinsic function: what it takes, which versions have it, and what to write instead. */

import { describeFunction } from '../../../heat/describe.ts'
import { functionRow, functionNames as tableNames } from '../../../heat/functions/table.ts'
import {
  type InsteadOfFunction,
  insteadOfFunction,
  replacedFunctions,
} from '../../../heat/instead-functions.ts'
import { type Style, wrap } from '../../../show/report/style.ts'
import { defined } from '../../../text/document/records.ts'

/** A function as `explain` shows it. */
interface ExplainedFunction {
  readonly kind: 'function'
  readonly name: string
  /** What it takes, in words; absent for what is a function to AWS alone. */
  readonly takes?: string
  readonly gives: readonly string[]
  /** The versions of HOT that have it, oldest first. */
  readonly versions: readonly string[]
  /** The versions of HOT that have it in conditions, oldest first. */
  readonly inConditions: readonly string[]
  /** Whether Heat has it in templates of CloudFormation. */
  readonly inCloudFormation: boolean
  /** Forms that only newer versions have. */
  readonly newer: readonly { readonly what: string; readonly since: string }[]
  readonly example?: string
  readonly instead: readonly InsteadOfFunction[]
}

/** What is known of a name as that of a function; undefined where it is none. */
export function explainedFunction(name: string): ExplainedFunction | undefined {
  const { takes, gives, versions, inConditions, inCloudFormation, newer, example } = describeFunction(name)
  const instead = insteadOfFunction(name)
  if (functionRow(name) === undefined && instead.length === 0 && inConditions.length === 0) return undefined
  return {
    kind: 'function',
    name,
    ...defined({ takes }),
    gives,
    versions,
    inConditions,
    inCloudFormation,
    newer,
    ...defined({ example }),
    instead,
  }
}

/** Names of functions, for guesses. */
export function functionNames(): readonly string[] {
  return [
    ...new Set([
      ...tableNames.filter((name) => functionRow(name)?.example !== undefined),
      ...replacedFunctions,
    ]),
  ]
}

/** The output of `explain` for a function. */
export function functionText(one: ExplainedFunction, style: Style, width: number | undefined): string {
  const { name, example, instead } = one
  return [
    `${style.bold(name)}  an intrinsic function`,
    '',
    ...describeFunction(name).notes.flatMap((note) => wrap(note, width)),
    ...(example === undefined ? [] : ['', style.bold('example'), `  ${example}`]),
    ...(instead.length === 0 ? [] : ['', style.bold('what to write instead')]),
    ...instead.flatMap((row) => insteadLines(row, style, width)),
    '',
  ].join('\n')
}

function insteadLines(row: InsteadOfFunction, style: Style, width: number | undefined): readonly string[] {
  const { of, before, after, exact, how, since, command } = row
  const said = { exact: 'the same', nearly: 'nearly the same', no: 'something else' }[exact]
  const notes = [
    `${said}${how === undefined ? '' : `: ${how}`}`,
    ...(since === undefined ? [] : [`from heat_template_version ${since}`]),
    ...(command === undefined ? [] : [`hotshift ${command} writes it`]),
  ]
  return [
    '',
    `  ${style.cyan(of)}`,
    `    ${before}`,
    `    -> ${after}`,
    ...notes.flatMap((note) => wrap(note, width && width - 4).map((line) => `    ${style.dim(line)}`)),
  ]
}
