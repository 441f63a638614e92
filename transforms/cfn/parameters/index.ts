import {
  boolean,
  type Entry,
  entryOf,
  isMerge,
  type Mapping,
  mapOf,
  mergedNodes,
  type Node,
  nameOf,
  type PartScope,
  rewriteParts,
  scalarOf,
  string,
  stringOf,
  type Template,
  valueOf,
  withEntries,
  withItems,
  withoutEntry,
  withReplaced,
  withValue,
  withWord,
} from '../../../src/engine/authoring/authoring.ts'
import { cfnDialectOf, hasWord, wordsOf } from '../../../src/heat/dialects.ts'
import { didYouMean } from '../../../src/heat/near-names.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'
import { awsText, keptAsText } from '../../../src/heat/reading.ts'
import { commentsOf } from '../../../src/text/document/comments.ts'
import {
  constraintDescription,
  constraintList,
  hasConstraints,
  isConstraintKey,
  plainNumber,
} from '../constraints.ts'
import { isPlainString, withMore } from '../descriptions.ts'

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
    keeps: 'meaning of the chain',
    kinds: 'cfn',
  },
  (scope) => {
    const typeNode = scope.required('Type')
    if (scope.isHotForm) return checkHotForm(scope)
    scope.change(scope.part, 'Rewrite the parameter')
    const type = stringOf(typeNode) ?? ''
    const list = constraintsOf(scope.part, type, scope)
    const parameter = list === undefined ? withUnusedDescription(scope) : scope.part
    const at = parameter.entries.findIndex((one) => isConstraintKey(nameOf(one) ?? ''))
    const location = at === -1 ? parameter.entries.length : at
    const rewritten = (some: readonly Entry[]) => some.flatMap((one) => rewriteKey(one, type, scope) ?? [])
    const before = rewritten(parameter.entries.slice(0, location))
    return withEntries(parameter, [
      ...before,
      ...(list === undefined ? [] : [list]),
      ...rewritten(parameter.entries.slice(location)),
    ])
  },
)

/** A parameter without any CloudFormation key is in its HOT form already. */
function checkHotForm({ part: parameter, target, report }: PartScope): Mapping {
  for (const one of parameter.entries) {
    const key = nameOf(one) ?? ''
    if (!isMerge(one) && !hasWord(target, 'parameterKeys', key))
      report('unknown-key', one, unknownKey(key, wordsOf(target, 'parameterKeys')))
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

type Rewrite = (one: Entry, scope: PartScope, type: string) => Node
/** The keys of a parameter but those of constraints: the word of HOT, and what becomes of the value. */
const keys = new Map<string, readonly [word: string, value?: Rewrite]>([
  ['Type', ['type', hotTypeName]],
  ['NoEcho', ['hidden', hidden]],
  ['Default', ['default', awsDefault]],
  ['Description', ['description']],
  ['Label', ['label']],
])

function rewriteKey(one: Entry, type: string, scope: PartScope): Entry | undefined {
  const key = nameOf(one) ?? ''
  if (isMerge(one)) return one
  if (isConstraintKey(key)) return undefined
  const [word, value] = keys.get(key) ?? []
  if (word !== undefined) return withWord(withValue(one, value?.(one, scope, type) ?? one.value), word)
  scope.report('unknown-key', one, unknownKey(key, cfnDialectOf('cfn').parameterKeys))
  return one
}

function unknownKey(key: string, known: Iterable<string>): string {
  const names = new Map([...known].map((name) => [name, name]))
  return `a parameter has no key "${key}"${didYouMean(key, names).hint}`
}

function hotTypeName(one: Entry, { report }: PartScope): Node {
  const type = stringOf(one.value) ?? String(scalarOf(one.value)?.value)
  const meaning = parameterType(type)
  if (meaning === undefined || 'unsupported' in meaning) {
    const problem = meaning === undefined ? ' is not a parameter type' : `: ${meaning.unsupported}`
    report('unknown-parameter-type', one, `"${type}"${problem}`)
    return one.value
  }
  if (meaning.note !== undefined)
    report('parameter-type', one, `${type} becomes ${meaning.hot}: ${meaning.note}`)
  return string(meaning.hot, { for: one.value })
}

/** CloudFormation hides where the string is `true` in any case (`Schema.from_dict`), HOT where Python says true. */
function hidden({ value }: Entry, scope: PartScope): Node {
  const scalar = scalarOf(value)
  if (scalar?.type === 'bool' && value.kind !== 'alias') return value
  const said = String(scalar?.value).toLowerCase()
  if (said !== 'true' && /^(yes|on|1|y|t)$/.test(said)) {
    scope.report('not-hidden', value, `NoEcho: ${String(scalar?.value)} does not hide the value in Heat`)
  }
  return boolean(said === 'true', { for: value })
}

/** Constraints merge key by key in CloudFormation; in HOT the parameter's own list would hide the merged one. */
function refuseMergedConstraints(parameter: Mapping, scope: PartScope): void {
  const merge = parameter.entries.find(isMerge)
  if (merge === undefined || !isConstrained(parameter)) return
  if (mergedNodes(parameter).some((node) => isConstrainedDeep(mapOf(node)))) {
    scope.report(
      'anchor-edit',
      merge,
      'both this parameter and the merged one have constraints, which HOT cannot merge',
    )
  }
}

function isConstrained(parameter: Mapping): boolean {
  const meaning = parameterType(stringOf(valueOf(parameter, 'Type')) ?? '')
  return (
    hasConstraints(parameter) ||
    (meaning !== undefined && 'hot' in meaning && meaning.customConstraint !== undefined)
  )
}

function isConstrainedDeep(parameter: Mapping | undefined): boolean {
  if (parameter === undefined) return false
  return isConstrained(parameter) || mergedNodes(parameter).some((node) => isConstrainedDeep(mapOf(node)))
}

// Defaults and allowed values as AWS reads them: always strings.

/** AWS trims the items of a list; Heat keeps the blanks, and refuses a list that is a number. */
function awsDefault({ value }: Entry, { template }: PartScope, type: string): Node {
  const hot = hotType(type, template)
  if (hot === 'string') return keptAsText(value, template.document)
  if (hot !== 'comma_delimited_list' || value.kind !== 'scalar' || value.type === 'null') return value
  const source = awsText(value, template.document)
  const trimmed = source
    .split(',')
    .map((item) => item.trim())
    .join(',')
  return value.type === 'str' && trimmed === source
    ? value
    : string(trimmed, { for: value, style: quotes(value) })
}

/** The entry `AllowedValues`, its items the strings that the default is compared with. */
function awsAllowedValues(one: Entry, type: string, template: Template): Entry {
  const hot = hotType(type, template)
  const isText = hot === 'string' || hot === 'comma_delimited_list'
  if (!isText || nameOf(one) !== 'AllowedValues' || one.value.kind !== 'seq') return one
  // Heat converts what it compares a string with, but not what it compares the items of a list with.
  const meant = hot === 'string' ? keptAsText : asText
  return withValue(
    one,
    withItems(
      one.value,
      one.value.items.map((item) => meant(item, template.document)),
    ),
  )
}

function asText(node: Node, document: Template['document']): Node {
  if (node.kind !== 'scalar' || node.type === 'str') return node
  return string(awsText(node, document), { for: node, style: 'single' })
}

/** Undefined where Heat itself reads the template: nothing is to be done then. */
function hotType(type: string, template: Template): string | undefined {
  const meaning = template.reading === 'aws' ? parameterType(type) : undefined
  return meaning !== undefined && 'hot' in meaning ? meaning.hot : undefined
}

function quotes(value: Node): 'single' | 'double' {
  return value.kind === 'scalar' && value.style === 'double' ? 'double' : 'single'
}

// What is said of constraints that are not there is appended to the description.

/** The parameter with its `ConstraintDescription` behind its description, where both are plain strings. */
function withUnusedDescription({ part, template, report }: PartScope): Mapping {
  const unused = constraintDescription(part)
  if (unused === undefined) return part
  const reported = (what: string) =>
    report('unused-constraint-description', unused, `ConstraintDescription without a constraint: ${what}`)
  const description = entryOf(part, 'Description')
  const extended = part.entries.some(isMerge) ? undefined : extendedBy(description, unused, template)
  if (extended === undefined) {
    reported('left out')
    return part
  }
  reported('appended to the description')
  if (description === undefined) return withReplaced(part, unused, withWord(unused, 'Description'))
  const { above, beside } = commentsOf(template.document, unused)
  const rest = withoutEntry(part, unused, [...above, ...beside])
  return withReplaced(rest, description, withValue(description, extended))
}

function extendedBy(
  description: Entry | undefined,
  { value: unused }: Entry,
  { document }: Template,
): Node | undefined {
  if (!isPlainString(unused)) return undefined
  return description === undefined ? unused : withMore(description.value, unused.value.trim(), document)
}
