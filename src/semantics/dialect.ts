/** Which names are functions in a dialect, and which class of Heat computes them. */
import { type CfnVersionKey, cfnDialect, wordsOf } from '../heat/dialects.ts'
import { hotConditionFunctions } from '../heat/facts/facts.ts'
import { functionNames, functionRow } from '../heat/functions/table.ts'
import type { Recognition } from '../heat/kind.ts'
import type { Reading } from '../heat/template.ts'
import {
  conditionFunctionsOf,
  functionClass,
  functionsOf,
  type HotVersion,
  removedFunctionsOf,
  versionOf,
} from '../heat/versions.ts'

/**
 * The language of a template: CloudFormation 2010-09-09 (`cfn`) or 2012-12-12 (`heat-cfn`), as Heat
 * reads it or as AWS does, or a HOT version.
 */
export type Dialect =
  | { readonly kind: 'cfn' | 'heat-cfn'; readonly reading: Reading }
  | { readonly kind: 'hot'; readonly version: HotVersion }

/** The dialect of a recognised template; undefined for other files and versions that Heat does not know. */
export function dialectOf(recognition: Recognition, reading: Reading): Dialect | undefined {
  switch (recognition.kind) {
    case 'cfn-json':
    case 'cfn-yaml':
      return { kind: 'cfn', reading }
    case 'heat-cfn-json':
    case 'heat-cfn-yaml':
      return { kind: 'heat-cfn', reading: 'heat' }
    case 'hot': {
      const version = versionOf(recognition.versionText ?? '')
      return version === undefined ? undefined : { kind: 'hot', version }
    }
    default:
      return undefined
  }
}

function versionKeyOf(dialect: { readonly kind: 'cfn' | 'heat-cfn' }): CfnVersionKey {
  return dialect.kind === 'cfn' ? 'AWSTemplateFormatVersion' : 'HeatTemplateFormatVersion'
}

export function isAws(dialect: Dialect): boolean {
  return dialect.kind !== 'hot' && dialect.reading === 'aws'
}

/** Places of a template where only certain words may stand, whatever the dialect. */
type WordLocation =
  | 'sections'
  | 'parameterKeys'
  | 'parameterTypes'
  | 'resourceKeys'
  | 'outputKeys'
  | 'deletionPolicies'

const words = new Map<string, ReadonlySet<string>>()

/** Whether Heat knows a word at a place of a template. */
export function knows(dialect: Dialect, location: WordLocation, word: string): boolean {
  const key = `${dialect.kind === 'hot' ? dialect.version : dialect.kind} ${location}`
  let known = words.get(key)
  if (known === undefined) {
    known =
      dialect.kind === 'hot'
        ? wordsOf(dialect.version, location)
        : new Set<string>(cfnDialect(versionKeyOf(dialect))[location])
    words.set(key, known)
  }
  return known.has(word)
}

/** Function name to class: Heat's class names without the package, ours for AWS, `Removed` and `Invalid`. */
export interface FunctionTable {
  readonly values: ReadonlyMap<string, string>
  readonly conditions: ReadonlyMap<string, string>
}

const tables = new Map<string, FunctionTable>()

export function functionTable(dialect: Dialect): FunctionTable {
  const key = dialect.kind === 'hot' ? dialect.version : `${dialect.kind} ${dialect.reading}`
  let table = tables.get(key)
  if (table === undefined) {
    table = dialect.kind === 'hot' ? hotTable(dialect.version) : cfnTable(dialect)
    tables.set(key, table)
  }
  return table
}

function hotTable(version: HotVersion): FunctionTable {
  const values = new Map<string, string>()
  const conditions = new Map<string, string>()
  for (const name of functionsOf(version)) {
    values.set(name, functionClass(version, name) as string)
    // Functions that are known but not allowed in a condition are refused there (`function.Invalid`).
    conditions.set(name, 'Invalid')
  }
  for (const name of removedFunctionsOf(version)) {
    values.set(name, 'Removed')
    conditions.set(name, 'Removed')
  }
  for (const name of conditionFunctionsOf(version)) conditions.set(name, conditionClass(name))
  return { values, conditions }
}

/** No condition function has changed its class so far. */
function conditionClass(name: string): string {
  return Object.values(hotConditionFunctions[name] ?? {}).at(-1) as string
}

function cfnTable(dialect: Dialect & { readonly kind: 'cfn' | 'heat-cfn' }): FunctionTable {
  const { functions, conditionFunctions } = cfnDialect(versionKeyOf(dialect))
  const values = new Map(Object.entries(functions))
  const conditions = new Map(Object.keys(functions).map((name) => [name, 'Invalid']))
  for (const [name, as] of Object.entries(conditionFunctions)) conditions.set(name, as)
  return dialect.reading === 'heat' ? { values, conditions } : awsTable(values, conditions)
}

/** What AWS reads otherwise than Heat, or has beyond it; CloudFormation User Guide, Intrinsic functions. */
const awsFunctions: Readonly<Record<string, string>> = {
  ...unknownToHeat(),
  Ref: 'aws.Ref',
  'Fn::GetAtt': 'aws.GetAtt',
  'Fn::Join': 'aws.Join',
  'Fn::Select': 'aws.Select',
  'Fn::Sub': 'aws.Sub',
  'Fn::FindInMap': 'aws.FindInMap',
}

/** What AWS alone computes, by the table of functions; nothing is known of it but that the same gives the same. */
function unknownToHeat(): Readonly<Record<string, string>> {
  const rows = functionNames.map((name) => [name, functionRow(name)] as const)
  const unknown = rows.filter(([, row]) => row?.isAwsOnly === true && row.only !== 'conditions')
  return Object.fromEntries(unknown.map(([name]) => [name, 'aws.Unknown']))
}

function awsTable(
  values: ReadonlyMap<string, string>,
  conditions: ReadonlyMap<string, string>,
): FunctionTable {
  const anywhere = new Map([...values, ...Object.entries(awsFunctions)])
  const inConditions = new Map([...anywhere, ...conditions])
  for (const [name, as] of inConditions)
    if (as === 'Invalid') inConditions.set(name, anywhere.get(name) as string)
  for (const [name, as] of Object.entries(awsFunctions)) inConditions.set(name, as)
  inConditions.set('Condition', 'aws.Condition')
  inConditions.set('Fn::Equals', 'aws.Equals')
  return { values: anywhere, conditions: inConditions }
}
