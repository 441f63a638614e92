/** What in the values of a template a HOT version would take otherwise than it is meant. */
import type { Node } from '../document/node.ts'
import { callOf } from './calls.ts'
import type { Template } from './template.ts'
import { rewriteValues } from './values.ts'
import { conditionFunctionsOf, hasFeature, hasFunction, type HotVersion, versionsWith } from './versions.ts'
import { seqOf } from '../document/read.ts'

export interface CallProblem {
  readonly code: 'unknown-function' | 'version-too-old' | 'version-too-new' | 'data-becomes-call' | 'no-equivalent'
  readonly at: Node
  readonly message: string
}

/** Names in the style of CloudFormation functions. */
function isCfnName(name: string): boolean {
  return name.startsWith('Fn::') || name === 'Ref'
}

/** Functions of AWS that have their own advice. */
const awsOnly: Readonly<Record<string, string>> = {
  'Fn::ImportValue': 'there are no exports between stacks; pass the value as a parameter',
  'Fn::Transform': 'macros run at AWS only; expand the template first',
  'Fn::Cidr': 'HOT cannot compute address blocks; write them out or pass them as a parameter',
  'Fn::GetAZs': 'HOT lists the availability zones in 2013-05-23 only; --accept availability-zones makes a parameter of it',
  'Fn::ToJsonString': 'HOT turns maps into JSON only inside str_replace and list_join',
  'Fn::Length': 'HOT has no such function; yaql can count (2016-10-14)',
}

/**
 * Problems of a template whose functions should all be HOT by now: calls left over, calls that the
 * version does not have, and parsed data of one entry whose key is a function name there.
 */
export function checkCalls(template: Template, version: HotVersion): CallProblem[] {
  const problems: CallProblem[] = []
  rewriteValues(template.root, false, (node, site) => {
    const target = node.kind === 'alias' ? node.target : node
    const call = callOf(target)
    if (call === undefined) return node
    const isFunction = site.place === 'condition' ? conditionFunctionsOf(version).has(call.name) : hasFunction(version, call.name)
    const problem = problemOf(call.name, isFunction, target, version, site.place === 'condition')
    if (problem !== undefined) problems.push({ ...problem, at: node })
    return node
  })
  return problems
}

function problemOf(
  name: string,
  isFunction: boolean,
  node: Node,
  version: HotVersion,
  inCondition: boolean,
): Omit<CallProblem, 'at'> | undefined {
  if (isCfnName(name)) {
    if (isFunction) return undefined
    const advice = awsOnly[name]
    if (advice !== undefined) return { code: 'no-equivalent', message: `${name}: ${advice}` }
    return { code: 'unknown-function', message: `${name} is not resolved here` }
  }
  const isParsed = node.kind === 'map' && node.entries[0]?.key.range !== undefined
  if (isFunction && isParsed) {
    return { code: 'data-becomes-call', message: `{${name}: …} is data in CloudFormation and a function call in ${version}` }
  }
  if (isParsed || isFunction) return isFunction && name === 'if' ? twoItemIf(node, version) : undefined
  if (inCondition) return undefined
  const since = versionsWith(name)[0]
  return since === undefined ? undefined : { code: 'version-too-old', message: `${name} needs heat_template_version ${since}` }
}

function twoItemIf(node: Node, version: HotVersion): Omit<CallProblem, 'at'> | undefined {
  const argument = callOf(node)?.argument
  if (seqOf(argument)?.items.length !== 2 || hasFeature(version, 'twoItemIf')) return undefined
  return { code: 'version-too-old', message: 'if with two items needs heat_template_version 2021-04-16' }
}
