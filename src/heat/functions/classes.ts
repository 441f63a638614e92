/** Which class computes each function of a dialect: those of Heat, and ours for what AWS reads otherwise. */
import type { Dialect } from '../dialect.ts'
import { cfnDialect, cfnVersionKeys, versionKeyOf } from '../dialects.ts'
import { hotConditionFunctions } from '../facts/facts.ts'
import {
  conditionFunctionsOf,
  functionClass,
  functionsOf,
  type HotVersion,
  removedFunctionsOf,
} from '../versions.ts'
import { functionNames, functionRow } from './table.ts'

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

/**
 * The class that computes a function among values as Heat reads it; undefined where there is none.
 * @param version that of a HOT template; both dialects of CloudFormation have the same classes
 */
export function classOf(name: string, version: HotVersion | undefined): string | undefined {
  return version === undefined ? cfnClasses.get(name) : functionClass(version, name)
}

const cfnClasses: ReadonlyMap<string, string> = new Map(
  cfnVersionKeys.flatMap((key) => Object.entries(cfnDialect(key).functions)),
)

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
  const { functions, conditionFunctions } = cfnDialect(versionKeyOf(dialect.kind))
  const values = new Map(Object.entries(functions))
  const conditions = new Map(Object.keys(functions).map((name) => [name, 'Invalid']))
  for (const [name, as] of Object.entries(conditionFunctions)) conditions.set(name, as)
  return dialect.reading === 'heat' ? { values, conditions } : awsTable(values, conditions)
}

/** Where AWS differs from Heat, or has more functions, among values or in conditions alone. */
function awsClasses(where: 'values' | 'conditions'): ReadonlyMap<string, string> {
  const classes = new Map<string, string>()
  for (const name of functionNames) {
    const { awsClass, isAwsOnly, only } = functionRow(name) ?? {}
    if ((only === 'conditions') !== (where === 'conditions')) continue
    // Functions that AWS alone computes are uninterpreted: equal arguments give equal results.
    const as = awsClass ?? (isAwsOnly === true && where === 'values' ? 'aws.Unknown' : undefined)
    if (as !== undefined) classes.set(name, as)
  }
  return classes
}

function awsTable(
  values: ReadonlyMap<string, string>,
  conditions: ReadonlyMap<string, string>,
): FunctionTable {
  const ofValues = awsClasses('values')
  const anywhere = new Map([...values, ...ofValues])
  const inConditions = new Map([...anywhere, ...conditions])
  // AWS computes in conditions what it computes elsewhere.
  for (const [name, as] of inConditions)
    if (as === 'Invalid') inConditions.set(name, anywhere.get(name) as string)
  return {
    values: anywhere,
    conditions: new Map([...inConditions, ...ofValues, ...awsClasses('conditions')]),
  }
}
