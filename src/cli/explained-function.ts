/** What `explain` says of an intrinsic function: what it takes, which versions have it, and what to write instead. */

import { capitalized } from '../document/listed.ts'
import { isCfnFunction } from '../heat/dialects.ts'
import { functionRow, functionNames as tableNames } from '../heat/functions/table.ts'
import { type InsteadOfFunction, insteadOfFunction, replacedFunctions } from '../heat/instead-functions.ts'
import { conditionFunctionsOf, hotVersions, latestVersion, versionsWith } from '../heat/versions.ts'
import { type Style, wrap } from '../report/style.ts'

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
  const row = functionRow(name)
  const instead = insteadOfFunction(name)
  const inConditions = hotVersions.filter((version) => conditionFunctionsOf(version).has(name))
  if (row === undefined && instead.length === 0 && inConditions.length === 0) return undefined
  return {
    kind: 'function',
    name,
    ...(row === undefined ? {} : { takes: row.takes }),
    gives: row?.gives ?? [],
    versions: versionsWith(name),
    inConditions,
    inCloudFormation: isOfCloudFormation(name),
    newer: (row?.newer ?? []).map(({ what, since }) => ({ what, since })),
    ...(row?.example === undefined ? {} : { example: row.example }),
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

function isOfCloudFormation(name: string): boolean {
  return (['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion'] as const).some(
    (key) => isCfnFunction(key, name, 'anywhere') || isCfnFunction(key, name, 'conditions'),
  )
}

/** The output of `explain` for a function. */
export function functionText(one: ExplainedFunction, style: Style, width: number | undefined): string {
  const { name, takes, gives, newer, example, instead } = one
  const gift = gives.filter((kind) => kind !== 'anything' && kind !== 'argument')
  return [
    `${style.bold(name)}  an intrinsic function`,
    '',
    ...(takes === undefined ? [] : wrap(`It takes ${takes}.`, width)),
    ...(gift.length === 0 ? [] : wrap(`It gives a ${gift.join(' or a ')}.`, width)),
    ...wrap(whereItIs(one), width),
    ...newer.flatMap(({ what, since }) => wrap(`${what} needs ${since}.`, width)),
    ...(example === undefined ? [] : ['', style.bold('example'), `  ${example}`]),
    ...(instead.length === 0 ? [] : ['', style.bold('what to write instead')]),
    ...instead.flatMap((row) => insteadLines(row, style, width)),
    '',
  ].join('\n')
}

function whereItIs({ versions, inConditions, inCloudFormation }: ExplainedFunction): string {
  const hot = hasIt(versions, 'HOT has it')
  const conditions = hasIt(inConditions, 'conditions may use it')
  const only = versions.length === 0 && inConditions.length > 0 ? 'Among values it is data. ' : ''
  const parts = [
    hot ?? (conditions === undefined ? 'HOT does not have it' : undefined),
    conditions,
    inCloudFormation ? 'Heat has it in templates of CloudFormation' : undefined,
  ]
  return `${only}${parts.flatMap((part) => (part === undefined ? [] : [`${capitalized(part)}.`])).join(' ')}`
}

function hasIt(versions: readonly string[], what: string): string | undefined {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const until = last === latestVersion ? '' : ` up to ${last}`
  return first === hotVersions[0] && until === ''
    ? `${what} in every version`
    : `${what} from ${first}${until}`
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
