/** Calls: whether the dialect has the function there, what it is given, and what it refers to. */
import { seqOf, textOf } from '../../document/read.ts'
import { mayBeCall } from '../call-shapes.ts'
import { type CallSite, callSites } from '../call-sites.ts'
import type { Call } from '../calls.ts'
import { type CfnVersionKey, isCfnFunction } from '../cfn-dialects.ts'
import { foreignMeaning, isForeign } from '../foreign-calls.ts'
import {
  conditionFunctionsOf,
  type HotVersion,
  hasFunction,
  latestVersion,
  versionsWith,
} from '../versions.ts'
import { argumentProblem } from './arguments.ts'
import { checkTest } from './conditions.ts'
import type { CheckScope } from './scope.ts'

export function checkCallSites(scope: CheckScope): void {
  const { version, versionKey } = scope.words
  for (const one of callSites(scope.root)) {
    const isFunction =
      version === undefined
        ? versionKey !== undefined && isCfnCall(one, versionKey, scope)
        : isHotCall(one, version, scope)
    if (!isFunction) continue
    const problem = argumentProblem(one.call, version)
    if (problem === undefined) checkReference(one, scope)
    else scope.report('bad-arguments', one.at, problem, ruleOf(one.call, scope))
  }
}

function ruleOf({ name }: Call, { words }: CheckScope): string {
  return `${words.rule('functions')}, ${name}`
}

function isHotCall({ call, site, at }: CallSite, version: HotVersion, scope: CheckScope): boolean {
  const { name } = call
  const rule = ruleOf(call, scope)
  const inCondition = site.place === 'condition'
  if (inCondition ? conditionFunctionsOf(version).has(name) : hasFunction(version, name)) return true
  if (isForeign(name, version)) scope.report('foreign-function', at, foreignMeaning(name, version), rule)
  else if (inCondition && hasFunction(version, name))
    scope.report('not-resolved-here', at, `a condition cannot call ${name}`, rule)
  else reportNewer(call, at, inCondition, scope)
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
  if (!since || !mayBeCall(call, scope)) return
  const what = inCondition ? `${name} in a condition` : name
  report(
    'version-too-old',
    at,
    `${what} needs ${since}; this one takes it for data`,
    `${words.rule('functions')}, ${name}`,
  )
}

function isCfnCall({ call, site, at }: CallSite, versionKey: CfnVersionKey, scope: CheckScope): boolean {
  const { name } = call
  const where = site.place === 'condition' ? 'conditions' : 'anywhere'
  if (isCfnFunction(versionKey, name, where)) return true
  const rule = ruleOf(call, scope)
  const inCondition = where === 'conditions'
  if (isCfnFunction(versionKey, name, inCondition ? 'anywhere' : 'conditions')) {
    const message = inCondition ? `a condition cannot call ${name}` : `only a condition can call ${name}`
    scope.report('not-resolved-here', at, message, rule)
  } else if (name.startsWith('Fn::')) {
    scope.report(
      'unknown-function',
      at,
      `${scope.words.name} has no function ${name}; Heat passes it on as data`,
      rule,
    )
  }
  return false
}

// --- references

function checkReference({ call, site, at }: CallSite, scope: CheckScope): void {
  const [first] = seqOf(call.argument)?.items ?? [call.argument]
  const name = textOf(first)
  switch (call.name) {
    case 'get_param':
      if (name !== undefined) checkParameter(name, call, at, scope)
      return
    case 'get_resource':
    case 'get_attr':
    case 'Fn::GetAtt':
      if (name !== undefined && !scope.declared.resources.has(name))
        scope.report(
          'unknown-reference',
          at,
          `there is no resource "${name}" in this template`,
          ruleOf(call, scope),
        )
      return
    case 'Ref':
      if (name !== undefined && (site.place === 'condition' || !scope.declared.resources.has(name)))
        checkParameter(name, call, at, scope)
      return
    case 'if':
    case 'Fn::If':
      if (first !== undefined) checkTest(first, scope)
      return
    case 'Fn::FindInMap':
      if (name !== undefined && !scope.declared.mappings.has(name))
        scope.report(
          'unknown-reference',
          at,
          `there is no mapping "${name}" in this template`,
          ruleOf(call, scope),
        )
  }
}

function checkParameter(name: string, call: Call, at: CallSite['at'], scope: CheckScope): void {
  const { declared, words, report } = scope
  if (declared.parameters.has(name) || words.status('pseudoParameters', name) === 'known') return
  // HOT 2013-05-23 has Ref, but not the pseudo parameters of CloudFormation.
  const what = name === 'OS::region' ? 'OS::region has no value in any stack' : missing(name, call)
  report(
    'unknown-reference',
    at,
    what,
    name.includes('::') ? words.rule('pseudo parameters') : ruleOf(call, scope),
  )
}

function missing(name: string, call: Call): string {
  const isResource = call.name === 'Ref' ? ' or resource' : ''
  return `there is no parameter${isResource} "${name}" in this template`
}
