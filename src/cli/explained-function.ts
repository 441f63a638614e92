/** What `explain` says of an intrinsic function: what it takes, which versions have it, and what to write instead. */

import { isCfnFunction } from '../heat/dialects.ts'
import { functionRow } from '../heat/functions/table.ts'
import { type InsteadOfFunction, insteadOfFunction, replacedFunctions } from '../heat/instead-functions.ts'
import { conditionFunctionsOf, hotVersions, latestVersion, versionsWith } from '../heat/versions.ts'
import { type Style, wrap } from '../report/style.ts'

/** A function as `explain` shows it. */
export interface ExplainedFunction {
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
    ...(Object.hasOwn(examples, name) ? { example: examples[name] ?? '' } : {}),
    instead,
  }
}

/** Names of functions, for guesses. */
export function functionNames(): readonly string[] {
  return [...new Set([...Object.keys(examples), ...replacedFunctions])]
}

function isOfCloudFormation(name: string): boolean {
  return (['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion'] as const).some(
    (key) => isCfnFunction(key, name, 'anywhere') || isCfnFunction(key, name, 'conditions'),
  )
}

/** The text of `explain`. */
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
  return `${only}${parts.flatMap((part) => (part === undefined ? [] : [`${capital(part)}.`])).join(' ')}`
}

function hasIt(versions: readonly string[], what: string): string | undefined {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const until = last === latestVersion ? '' : ` up to ${last}`
  return first === hotVersions[0] && until === ''
    ? `${what} in every version`
    : `${what} from ${first}${until}`
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

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

/** A call of each function of HOT, on one line, which a test holds against `check`. */
export const examples: Readonly<Record<string, string>> = {
  get_param: '{get_param: [networks, 0, subnet]}',
  get_resource: '{get_resource: server}',
  get_attr: '{get_attr: [server, addresses, private, 0, addr]}',
  get_file: '{get_file: boot.sh}',
  list_join: "{list_join: ['-', [{get_param: name}, web]]}",
  str_replace: '{str_replace: {template: http://$host/, params: {$host: {get_param: name}}}}',
  str_replace_strict: '{str_replace_strict: {template: http://$host/, params: {$host: {get_param: name}}}}',
  str_replace_vstrict: '{str_replace_vstrict: {template: http://$host/, params: {$host: {get_param: name}}}}',
  str_split: "{str_split: [',', {get_param: name}, 0]}",
  resource_facade: '{resource_facade: metadata}',
  digest: '{digest: [sha512, {get_param: name}]}',
  repeat: '{repeat: {for_each: {$zone: {get_param: zones}}, template: {name: $zone}}}',
  map_merge: '{map_merge: [{a: 1}, {b: 2}]}',
  map_replace: '{map_replace: [{a: b}, {values: {b: {get_param: name}}}]}',
  yaql: '{yaql: {expression: $.data.len(), data: {get_param: zones}}}',
  if: '{if: [is_large, 3, 1]}',
  filter: '{filter: [[null], [{get_param: name}, null]]}',
  make_url: '{make_url: {scheme: http, host: {get_param: name}, port: 80, path: /}}',
  list_concat: '{list_concat: [{get_param: zones}, [nova]]}',
  list_concat_unique: '{list_concat_unique: [{get_param: zones}, [nova]]}',
  contains: '{contains: [nova, {get_param: zones}]}',
  equals: '{equals: [{get_param: name}, large]}',
  not: '{not: is_large}',
  and: '{and: [is_large, {equals: [{get_param: name}, large]}]}',
  or: '{or: [is_large, {equals: [{get_param: name}, large]}]}',
}
