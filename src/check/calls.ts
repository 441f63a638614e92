/** Calls: whether the dialect has the function there, and what it is given. */

import type { Node } from '../document/node.ts'
import { resolved, seqOf } from '../document/read.ts'
import { type CallSite, callSites } from '../heat/call-sites.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { type CfnVersionKey, isCfnFunction } from '../heat/cfn-dialects.ts'
import { foreignMeaning, isForeign } from '../heat/foreign-calls.ts'
import { argumentProblem, mayBeFunction } from '../heat/functions/arguments.ts'
import {
  conditionFunctionsOf,
  type HotVersion,
  hasFunction,
  latestVersion,
  removedFunctionsOf,
  versionsWith,
} from '../heat/versions.ts'
import { checkTest, hasConditions } from './conditions.ts'
import { checkReference } from './references.ts'
import type { CheckScope } from './scope.ts'
import type { Vocabulary } from './vocabulary.ts'

export function checkCallSites(scope: CheckScope): void {
  const hasTests = hasConditions(scope.words)
  const sites = callSites(scope.root).filter(({ site }) => hasTests || site.place !== 'condition')
  // What stands in place of a condition is known before the calls in it are looked at.
  for (const one of sites) if (/^(?:Fn::I|i)f$/.test(one.call.name)) checkBranching(one, scope)
  for (const one of sites) if (isFunction(one, scope)) checkCall(one, scope)
}

function checkBranching(one: CallSite, scope: CheckScope): void {
  const [test] = seqOf(one.call.argument)?.items ?? []
  const { version, versionKey } = scope.words
  const isCall =
    version === undefined
      ? versionKey !== undefined && isCfnFunction(versionKey, one.call.name, 'anywhere')
      : hasFunction(version, one.call.name)
  if (isCall && test !== undefined && problemOf(one, scope.words) === undefined) checkTest(test, scope)
}

function checkCall(one: CallSite, scope: CheckScope): void {
  const problem = problemOf(one, scope.words)
  if (problem === undefined) checkReference(one, scope)
  else scope.report('bad-arguments', one.at, problem, ruleOf(one.call, scope))
}

/** What is wrong with the arguments; whether a function may stand among them is said for that function. */
function problemOf({ call, site }: CallSite, words: Vocabulary): string | undefined {
  const { version, versionKey } = words
  const isName = (name: string) => {
    if (version !== undefined) return hasFunction(version, name) || conditionFunctionsOf(version).has(name)
    if (versionKey === undefined) return false
    return isCfnFunction(versionKey, name, 'anywhere') || isCfnFunction(versionKey, name, 'conditions')
  }
  const isFunction = (node: Node) => isName(callOf(resolved(node))?.name ?? '')
  return argumentProblem(call, {
    isFunction,
    version,
    inCondition: site.place === 'condition',
    reading: 'heat',
  })
}

function ruleOf({ name }: Call, { words }: CheckScope): string {
  return `${words.rule('functions')}, ${name}`
}

function isFunction(one: CallSite, scope: CheckScope): boolean {
  const { version, versionKey } = scope.words
  if (version !== undefined) return isHotCall(one, version, scope)
  return versionKey !== undefined && isCfnCall(one, versionKey, scope)
}

function isHotCall({ call, site, at }: CallSite, version: HotVersion, scope: CheckScope): boolean {
  const { name } = call
  const rule = ruleOf(call, scope)
  const inCondition = site.place === 'condition'
  if (inCondition ? conditionFunctionsOf(version).has(name) : hasFunction(version, name)) return true
  if (scope.tests.has(resolved(call.node))) return false
  // Conditions refuse the names of all functions, also of the removed ones (`Template.parse_condition`).
  if (inCondition && (hasFunction(version, name) || removedFunctionsOf(version).has(name)))
    scope.report('not-resolved-here', at, `a condition cannot call ${name}`, rule)
  else if (isForeign(name, version)) {
    const code = removedFunctionsOf(version).has(name) ? 'foreign-function' : 'unresolved-call'
    scope.report(code, at, foreignMeaning(name, version), rule)
  } else reportNewer(call, at, inCondition, scope)
  return false
}

/** A call that only newer versions have; the declared one passes it on as data. */
function reportNewer(
  call: Call,
  at: CallSite['at'],
  inCondition: boolean,
  { report, words, declared }: CheckScope,
): void {
  const { name } = call
  const scope = { version: latestVersion, conditions: declared.conditions }
  const since = inCondition
    ? conditionFunctionsOf(latestVersion).has(name) && 'a newer heat_template_version'
    : versionsWith(name)[0] && `heat_template_version ${versionsWith(name)[0]}`
  if (!since || !mayBeFunction(call, scope)) return
  const what = inCondition ? `${name} in a condition` : name
  const isMeant = words.declared !== undefined && isCallIn(words.declared, name, inCondition)
  report(
    isMeant ? 'version-too-old' : 'unresolved-call',
    at,
    `${what} needs ${since}; this one takes it for data`,
    `${words.rule('functions')}, ${name}`,
  )
}

/** Whether the version that the template was written for has the function there. */
function isCallIn(version: HotVersion, name: string, inCondition: boolean): boolean {
  return inCondition ? conditionFunctionsOf(version).has(name) : hasFunction(version, name)
}

function isCfnCall({ call, site, at }: CallSite, versionKey: CfnVersionKey, scope: CheckScope): boolean {
  const { name } = call
  const where = site.place === 'condition' ? 'conditions' : 'anywhere'
  if (isCfnFunction(versionKey, name, where)) return true
  if (scope.tests.has(resolved(call.node))) return false
  const rule = ruleOf(call, scope)
  if (where === 'conditions' && isCfnFunction(versionKey, name, 'anywhere'))
    scope.report('not-resolved-here', at, `a condition cannot call ${name}`, rule)
  else if (isCfnFunction(versionKey, name, 'conditions')) {
    const message = `only a condition can call ${name}; here Heat passes it on as data`
    scope.report('unresolved-call', at, message, rule)
  } else if (name.startsWith('Fn::')) {
    const message = `${scope.words.name} has no function ${name}; Heat passes it on as data`
    scope.report('unresolved-call', at, message, rule)
  }
  return false
}
