import {
  boolean,
  type Entry,
  entryOf,
  isMerge,
  type Mapping,
  type Node,
  nameOf,
  type PartScope,
  rewriteParts,
  scalarOf,
  type Template,
  text,
  textOf,
  withEntries,
  withItems,
  withValue,
  withWord,
} from '../../../src/engine/authoring.ts'
import { hasWord } from '../../../src/heat/dialects.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'
import { constraintList, isConstraintKey, plainNumber } from '../constraints.ts'
import { awsAllowedValues, awsDefault } from './aws-values.ts'
import { refuseMergedConstraints } from './merged-constraints.ts'
import { withUnusedDescription } from './unused-description.ts'

export const parameters = rewriteParts(
  'parameters',
  {
    title: 'Rewrite parameter declarations',
    description:
      'Gives parameters their HOT keys and types, `NoEcho` its HOT form, and gathers constraints in a list.',
    references: [
      'heat/engine/parameters.py: Schema.from_dict',
      'heat/engine/hot/parameters.py: HOTParamSchema',
      'HOT specification, parameters section',
    ],
    safety: 'exact',
  },
  (scope) => {
    const typeNode = scope.required('Type')
    if (scope.isHotForm) return checkHotForm(scope)
    scope.change(scope.part, 'Rewrite the parameter')
    const type = textOf(typeNode) ?? ''
    const list = constraintsOf(scope.part, type, scope)
    const parameter = list === undefined ? withUnusedDescription(scope) : scope.part
    const at = parameter.entries.findIndex((one) => isConstraintKey(nameOf(one) ?? ''))
    const place = at === -1 ? parameter.entries.length : at
    const rewritten = (some: readonly Entry[]) => some.flatMap((one) => rewriteKey(one, type, scope) ?? [])
    const before = rewritten(parameter.entries.slice(0, place))
    return withEntries(parameter, [
      ...before,
      ...(list === undefined ? [] : [list]),
      ...rewritten(parameter.entries.slice(place)),
    ])
  },
)

/** A parameter without any CloudFormation key is in its HOT form already. */
function checkHotForm({ part: parameter, target, report }: PartScope): Mapping {
  for (const one of parameter.entries) {
    const key = nameOf(one) ?? ''
    if (!isMerge(one) && !hasWord(target, 'parameterKeys', key))
      report('unknown-key', one, `a parameter has no key "${key}"`)
  }
  return parameter
}

function constraintsOf(parameter: Mapping, type: string, scope: PartScope): Entry | undefined {
  refuseMergedConstraints(parameter, scope)
  const typeEntry = entryOf(parameter, 'Type')
  const meaning = typeEntry === undefined ? undefined : parameterType(type)
  const custom = meaning !== undefined && 'hot' in meaning ? meaning.customConstraint : undefined
  if (typeEntry !== undefined && custom !== undefined) {
    scope.report('parameter-type', typeEntry, `${type} becomes string with the constraint ${custom}`)
  }
  return constraintList(parameter, (one) => allowedValues(one, type, scope.template), custom)
}

function allowedValues(one: Entry, type: string, template: Template): Entry {
  const meant = awsAllowedValues(one, type, template)
  if (type !== 'Number' || meant.value.kind !== 'seq') return meant
  const numbers = meant.value.items.map(plainNumber)
  const areAll = numbers.every((item) => item.kind === 'scalar' && item.type !== 'str')
  return areAll ? withValue(meant, withItems(meant.value, numbers)) : meant
}

function rewriteKey(one: Entry, type: string, scope: PartScope): Entry | undefined {
  const key = nameOf(one) ?? ''
  if (isMerge(one)) return one
  if (isConstraintKey(key)) return undefined
  switch (key) {
    case 'Type':
      return rewriteType(one, scope)
    case 'NoEcho':
      return withWord(withValue(one, hidden(one.value, scope)), 'hidden')
    case 'Default':
      return withWord(withValue(one, awsDefault(one.value, type, scope.template)), 'default')
    case 'Description':
    case 'Label':
      return withWord(one, key.toLowerCase())
  }
  scope.report('unknown-key', one, `a parameter has no key "${key}"`)
  return one
}

function rewriteType(one: Entry, scope: PartScope): Entry {
  const type = textOf(one.value) ?? String(scalarOf(one.value)?.value)
  const meaning = parameterType(type)
  if (meaning === undefined || 'unsupported' in meaning) {
    scope.report(
      'unknown-parameter-type',
      one,
      meaning === undefined ? `"${type}" is no parameter type` : `"${type}": ${meaning.unsupported}`,
    )
    return withWord(one, 'type')
  }
  if (meaning.note !== undefined)
    scope.report('parameter-type', one, `${type} becomes ${meaning.hot}: ${meaning.note}`)
  return withWord(withValue(one, text(meaning.hot, { for: one.value })), 'type')
}

/** CloudFormation hides where the text is `true` in any case (`Schema.from_dict`), HOT where Python says true. */
function hidden(value: Node, scope: PartScope): Node {
  const scalar = scalarOf(value)
  if (scalar?.type === 'bool' && value.kind !== 'alias') return value
  const said = String(scalar?.value).toLowerCase()
  if (said !== 'true' && /^(yes|on|1|y|t)$/.test(said)) {
    scope.report('not-hidden', value, `NoEcho: ${String(scalar?.value)} does not hide the value in Heat`)
  }
  return boolean(said === 'true', { for: value })
}
