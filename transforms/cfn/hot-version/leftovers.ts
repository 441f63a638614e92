/** What in the values of a template a HOT version would take otherwise than it is meant. */
import {
  type Call,
  type HotVersion,
  hasFunction,
  latestVersion,
  type Node,
  type Site,
  type Template,
  versionsWith,
} from '../../../src/engine/authoring.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'
import { newerFormOf } from '../../../src/heat/functions/arguments.ts'
import { functionHint, functionRow } from '../../../src/heat/functions/table.ts'
import { callSites } from '../../../src/heat/values.ts'
import { conditionFunctionsOf, functionsOf } from '../../../src/heat/versions.ts'

export interface CallProblem {
  readonly code:
    | 'unknown-function'
    | 'version-too-old'
    | 'version-too-new'
    | 'data-becomes-call'
    | 'no-equivalent'
  readonly at: Node
  /** The name of the function. */
  readonly name: string
  readonly message: string
}

/**
 * Problems of a template whose functions should all be HOT by now: calls left over, calls that the
 * version does not have, and parsed data of one entry whose key is a function name there.
 */
export function checkCalls(template: Template, version: HotVersion): CallProblem[] {
  return callSites(template.root).flatMap(({ call, site, at }) => {
    const problem = problemOf(call, site, version)
    return problem === undefined ? [] : [{ ...problem, name: call.name, at }]
  })
}

type Problem = Pick<CallProblem, 'code' | 'message'>

function problemOf(call: Call, site: Site, version: HotVersion): Problem | undefined {
  const { name } = call
  const inCondition = site.role === 'condition'
  const isFunction = (inCondition ? conditionFunctionsOf(version) : functionsOf(version)).has(name)
  if (isCfnName(name)) {
    if (isFunction) return undefined
    const row = functionRow(name)
    if (row?.advice !== undefined) return { code: 'no-equivalent', message: `${name}: ${row.advice}` }
    const hint = row === undefined ? functionHint(name) : ''
    return { code: 'unknown-function', message: `${name} is not resolved here${hint}` }
  }
  if (call.entry.key.range !== undefined) return dataProblem(name, inCondition, version)
  if (isFunction) return newerProblem(call, version)
  return inCondition ? conditionProblem(name) : needsVersion(name)
}

/** Inside conditions HOT refuses the names of all its functions but a few. */
function dataProblem(name: string, inCondition: boolean, version: HotVersion): Problem | undefined {
  const isCall = hasFunction(version, name) || (inCondition && conditionFunctionsOf(version).has(name))
  if (!isCall) return undefined
  return {
    code: 'data-becomes-call',
    message: `{${name}: …} is data in CloudFormation and a function call in ${version}`,
  }
}

/** That conditions need 2016-10-14 is said where they are declared and used. */
function conditionProblem(name: string): Problem | undefined {
  if (conditionFunctionsOf(latestVersion).has(name)) return undefined
  return { code: 'no-equivalent', message: `a condition cannot call ${name}` }
}

function needsVersion(name: string): Problem | undefined {
  const since = versionsWith(name)[0]
  return since === undefined
    ? undefined
    : { code: 'version-too-old', message: `${name} needs heat_template_version ${since}` }
}

/** A form of the function that the version refuses. */
function newerProblem({ name, argument }: Call, version: HotVersion): Problem | undefined {
  const newer = newerFormOf(name, argument)
  if (newer?.elsewhere !== 'refused' || version >= newer.since) return undefined
  return { code: 'version-too-old', message: `${newer.what} needs heat_template_version ${newer.since}` }
}
