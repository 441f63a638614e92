import {
  callRead,
  entriesRead,
  listOf,
  type Mapping,
  mapOf,
  resolved,
  rewriteTemplate,
  stringOf,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { NewParameters, refTo } from '../parameter-names.ts'

export const accountsToParameter = rewriteTemplate(
  {
    title: 'Look values of accounts up by a parameter',
    description:
      'Looks a mapping of AWS accounts, on request, up by a parameter that must be given: the project that Heat has for the account is never one of its keys.',
    references: [
      'AWS CloudFormation User Guide, Fn::FindInMap',
      'AWS CloudFormation User Guide, Pseudo parameters: AWS::AccountId',
      'heat/engine/hot/parameters.py: PARAM_PROJECT_ID',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    asksForValues: true,
    kinds: 'cfn',
    calls: ['Fn::FindInMap'],
    reading: 'aws',
  },
  (scope) => {
    const parameters = new NewParameters(scope)
    return scope.mapCalls((find) => {
      const path = listOf(find.argument)
      const [map, key, ...rest] = path?.items ?? []
      const name = stringOf(map)
      if (path === undefined || name === undefined || map === undefined || key === undefined) return undefined
      const by = callRead(key)
      const isOfAccount = by?.name === 'Ref' && stringOf(by.argument) === 'AWS::AccountId'
      if (!isOfAccount || !hasAccounts(mapOf(scope.declared.mappings.get(name)))) return undefined
      const what = `the mapping "${name}" is looked up by the account, and no project of OpenStack is one of its keys`
      if (!scope.accepts('account-mapping', key, what)) return undefined
      const description = 'Account of AWS whose values count'
      const parameter = parameters.of('account', 'Account', 'Account', { description })
      scope.change(key, `Look "${name}" up by the parameter "${parameter}"`)
      return withArgument(find, withItems(path, [map, refTo(parameter, key), ...rest]))
    })
  },
)

/** Whether a key of a mapping is the number of an account, of twelve digits, be it in quotes or not. */
function hasAccounts(mapping: Mapping | undefined): boolean {
  return entriesRead(mapping).some(({ key }) => {
    const scalar = resolved(key)
    if (scalar.kind !== 'scalar') return false
    return scalar.type === 'int' ? true : /^\d{12}$/.test(stringOf(scalar) ?? '')
  })
}
