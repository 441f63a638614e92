/** The words that a dialect knows: those of a HOT version, and those of Heat's two CloudFormation dialects. */
import {
  type CfnDialectFacts,
  cfnDialectFacts,
  type FunctionHistory,
  hotConditionFunctions,
  hotFunctions,
  hotWords,
} from './facts/facts.ts'
import { compareVersions, type HotVersion } from './versions.ts'

/** The key at the top of a CloudFormation template that decides in which of Heat's two dialects it is. */
export type CfnVersionKey = keyof typeof cfnDialectFacts

/** Both of these keys. */
export const cfnVersionKeys = Object.keys(cfnDialectFacts) as readonly CfnVersionKey[]

/** The versions of the two dialects, by which `--assume-version` names them. */
export const cfnVersions: readonly string[] = cfnVersionKeys.map((key) => cfnDialectFacts[key].version)

/** The key that goes with a version of CloudFormation; undefined for any other version. */
export function keyOfCfnVersion(version: string): CfnVersionKey | undefined {
  return cfnVersionKeys.find((key) => cfnDialectFacts[key].version === version)
}

/** The one of a kind of CloudFormation template, such as `heat-cfn-yaml`, or of a dialect. */
export function versionKeyOf(kind: string): CfnVersionKey {
  return kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion'
}

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

/** Whether a name is a function in a dialect, in a condition or elsewhere. */
export function isCfnFunction(
  versionKey: CfnVersionKey,
  name: string,
  where: 'anywhere' | 'conditions',
): boolean {
  const { functions, conditionFunctions } = cfnDialect(versionKey)
  return Object.hasOwn(where === 'conditions' ? conditionFunctions : functions, name)
}

/** The names of all functions of a dialect, those of conditions too. */
export function cfnFunctionNames(versionKey: CfnVersionKey): readonly string[] {
  const { functions, conditionFunctions } = cfnDialect(versionKey)
  return [...Object.keys(functions), ...Object.keys(conditionFunctions)]
}

/** The dialect of a CloudFormation template. */
export function cfnDialectOf(kind: string): CfnDialectFacts {
  return cfnDialect(versionKeyOf(kind))
}

/** The roles of a word in a HOT template where only certain words are allowed. */
type HotWordKind = keyof typeof hotWords

/** The same, where CloudFormation has only certain words too. */
export type WordKind = HotWordKind & keyof CfnDialectFacts

export type HotParameterType = keyof typeof hotWords.parameterTypes

/**
 * The words that a version knows in a role: sections, keys of a parameter, parameter types, kinds of constraint, keys
 * of a resource or an output, deletion policies, pseudo parameters, and the parameter names that Heat reserves without
 * giving them a value (`OS::region`).
 */
export function wordsOf(version: HotVersion, kind: HotWordKind): ReadonlySet<string> {
  return new Set(Object.keys(hotWords[kind]).filter((word) => hasWord(version, kind, word)))
}

export function hasWord(version: HotVersion, kind: HotWordKind, word: string): boolean {
  const first = firstWith(kind, word)
  return first !== undefined && compareVersions(version, first) >= 0
}

/** The first version that knows a word; undefined where none does. */
export function firstWith(kind: HotWordKind, word: string): HotVersion | undefined {
  const since: Readonly<Record<string, HotVersion>> = hotWords[kind]
  return Object.hasOwn(since, word) ? since[word] : undefined
}

const changedWords = new Map<string, ReadonlySet<string>>()

/**
 * Every word by which two versions could read the same source differently: functions whose class is another one or that
 * only one of them has, and words that only one of them knows. A source without any of them means the same in both.
 */
export function wordsReadDifferently(one: HotVersion, other: HotVersion): ReadonlySet<string> {
  const [older, newer] = compareVersions(one, other) < 0 ? [one, other] : [other, one]
  const key = `${older} ${newer}`
  let words = changedWords.get(key)
  if (words === undefined) {
    words = wordsChanged(older, newer)
    changedWords.set(key, words)
  }
  return words
}

function wordsChanged(older: HotVersion, newer: HotVersion): ReadonlySet<string> {
  const isBetween = (since: string) => since > older && since <= newer
  const changedIn = (history: FunctionHistory) =>
    Object.keys(history).filter((name) => Object.keys(history[name] ?? {}).some(isBetween))
  // Where the older version has no conditions, the words that declare one are enough.
  const hadConditions = hasWord(older, 'sections', 'conditions')
  const words = [...changedIn(hotFunctions), ...(hadConditions ? changedIn(hotConditionFunctions) : [])]
  const byKind: Readonly<Record<string, Readonly<Record<string, string>>>> = hotWords
  for (const since of Object.values(byKind))
    for (const [word, first] of Object.entries(since)) if (isBetween(first)) words.push(word)
  // Which policies a function may give depends on the version, too.
  if (Object.values(hotWords.deletionPolicies).some(isBetween)) words.push('deletion_policy')
  return new Set(words)
}

/** By the class of Heat that implements a function, such as `hot.functions.Digest`: a name that it has in templates. */
const functionNames: ReadonlyMap<string, string> = new Map([
  ...Object.values(cfnDialectFacts).flatMap(({ functions }) =>
    Object.entries(functions).map(([name, one]) => [one, name] as const),
  ),
  ...Object.entries(hotFunctions).flatMap(([name, history]) =>
    Object.values(history).flatMap((one) => (one === null ? [] : [[one, name] as const])),
  ),
])

/** The name of a function by its class; undefined for what is no class of a function. */
export function functionNameOf(className: string): string | undefined {
  return functionNames.get(className)
}
