import type { CfnDialectFacts } from './facts/facts.ts'
import { cfnDialectFacts } from './facts/facts.ts'

/** The key at the top of a CloudFormation template that says which of Heat's two dialects it is in. */
export type CfnVersionKey = keyof typeof cfnDialectFacts

/**
 * What Heat knows in a CloudFormation dialect: sections, keys, types and functions, each as a list in
 * alphabetical order. A name that is not listed is plain data (functions), ignored (keys of resources
 * and outputs) or refused (sections, keys of parameters); see `heat/engine/cfn/template.py`.
 */
export function cfnDialect(versionKey: CfnVersionKey): CfnDialectFacts {
  return cfnDialectFacts[versionKey]
}

/** Whether a name is in the style of CloudFormation's functions, whether or not there is one of that name. */
export function isCfnName(name: string): boolean {
  return name.startsWith('Fn::') || name === 'Ref'
}

/** Whether a name is a function call in a dialect, in a condition or elsewhere. */
export function isCfnFunction(
  versionKey: CfnVersionKey,
  name: string,
  where: 'anywhere' | 'conditions',
): boolean {
  const { functions, conditionFunctions } = cfnDialect(versionKey)
  return Object.hasOwn(where === 'conditions' ? conditionFunctions : functions, name)
}

/** The dialect of a CloudFormation template. */
export function cfnDialectOf(kind: string): CfnDialectFacts {
  return cfnDialect(kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion')
}
