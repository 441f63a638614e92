/** What a condition can use where a function is not for conditions (`HOTemplate20170901.condition_functions`). */

import { type Call, callOf } from '../heat/calls.ts'
import { conditionFunctionsOf, type HotVersion } from '../heat/versions.ts'
import { listOf, resolved, scalarOf, stringOf } from '../text/document/read.ts'

/** What a condition can use instead of a function, as the end of a message. */
export function insteadInCondition({ name, argument }: Call, version: HotVersion | undefined): string {
  if (/^(?:get_(?:attr|resource)|Fn::GetAtt)$/.test(name))
    return '; conditions are computed before there are resources, so take the value as a parameter'
  const [index, list] = listOf(argument)?.items ?? []
  const parameter = stringOf(callOf(resolved(list ?? argument))?.argument)
  const step = scalarOf(index)?.value
  const isRead = list !== undefined && callOf(resolved(list))?.name === 'get_param'
  if (name === 'Fn::Select' && isRead && parameter !== undefined && step !== undefined)
    return `; write {get_param: [${parameter}, ${step}]}`
  if (version === undefined || name === 'get_file') return ''
  return conditionFunctionsOf(version).has('yaql')
    ? '; yaql can compute it in a condition'
    : '; yaql can compute it in a condition from heat_template_version 2017-09-01 on'
}
