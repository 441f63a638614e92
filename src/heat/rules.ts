/**
 * `Rules` of CloudFormation that say what a constraint of one parameter says: AWS refuses a stack with another value, and so
 * does Heat. AWS CloudFormation User Guide, Rules section syntax reference.
 */
import { entry, integer, list, mapEntries, withEntries, withValue } from '../text/document/build.ts'
import { sameData } from '../text/document/data.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import {
  isNull,
  itemsOf,
  listOf,
  mapOf,
  nameOf,
  resolved,
  scalarOf,
  stringOf,
} from '../text/document/read.ts'
import { longForm } from './calls.ts'
import { entriesRead, readValue } from './merge-keys.ts'
import { cfnBounds, cfnSingle, declaredType } from './parameters.ts'

/** What one assertion demands of a parameter. */
interface Demand {
  readonly parameter: string
  readonly key: 'AllowedValues' | 'MinLength'
  readonly value: Node
  /** The entry of the assertion that describes it. */
  readonly description: Entry | undefined
}

const constraintKeys: readonly string[] = [
  ...cfnBounds.flatMap(({ min, max }) => [min, max]),
  ...cfnSingle.map(({ key }) => key),
  'ConstraintDescription',
]

/**
 * The template in which the rules that say so are constraints of its parameters. Others are left, and the section with them.
 * @returns undefined where each rule says anything else, or a parameter has such a constraint, or a description of its own
 */
export function withRulesAsConstraints(root: Mapping): Mapping | undefined {
  const section = root.entries.find((one) => nameOf(one) === 'Rules')
  const parameters = root.entries.find((one) => nameOf(one) === 'Parameters')
  const rules = mapOf(section?.value)
  if (section === undefined || rules === undefined || parameters?.value.kind !== 'map') return undefined
  const declared = parameters.value
  let written: Written = { demands: new Map(), parameters: new Map() }
  const left = rules.entries.filter((rule) => {
    const wider = withRule(rule.value, written, declared)
    written = wider ?? written
    return wider === undefined
  })
  const isShared = section.value.kind !== 'map' || section.value.anchor !== undefined
  if (written.demands.size === 0 || (left.length > 0 && isShared)) return undefined
  const next = mapEntries(declared, (one) => {
    const made = written.parameters.get(one)
    return made === undefined ? one : withValue(one, made)
  })
  const open = new Set(left)
  return mapEntries(root, (one) => {
    if (one === parameters) return withValue(one, next)
    if (one !== section) return one
    return open.size === 0
      ? undefined
      : withValue(
          one,
          mapEntries(rules, (rule) => (open.has(rule) ? rule : undefined)),
        )
  })
}

/** The rules that are constraints so far. */
interface Written {
  readonly demands: ReadonlyMap<string, readonly Demand[]>
  /** The parameters as these make them. */
  readonly parameters: ReadonlyMap<Entry, Mapping>
}

/** With one rule more; undefined where it is none of constraints, or not beside the others. */
function withRule(rule: Node, before: Written, declared: Mapping): Written | undefined {
  const own = demandsOf(rule)
  if (own === undefined) return undefined
  const demands = new Map(before.demands)
  for (const one of own) demands.set(one.parameter, [...(demands.get(one.parameter) ?? []), one])
  const parameters = new Map(before.parameters)
  for (const name of new Set(own.map((one) => one.parameter))) {
    const parameter = declared.entries.findLast((one) => nameOf(one) === name)
    const made = parameter && withDemands(parameter.value, demands.get(name) ?? [])
    if (parameter === undefined || made === undefined) return undefined
    parameters.set(parameter, made)
  }
  return { demands, parameters }
}

/** What a rule demands in every case; undefined where it does not, or its demands are none of single parameters. */
function demandsOf(rule: Node): readonly Demand[] | undefined {
  const read = entriesRead(rule)
  if (read.length !== 1 || nameOf(read[0] as Entry) !== 'Assertions') return undefined
  const found: Demand[] = []
  for (const assertion of itemsOf(read[0]?.value)) {
    const description = entriesRead(assertion).find((one) => nameOf(one) === 'AssertDescription')
    const demand = demandOf(readValue(assertion, 'Assert'))
    if (demand === undefined) return undefined
    found.push(...demand.map((one) => ({ ...one, description })))
  }
  return found.length === 0 ? undefined : found
}

type DemandedValue = Omit<Demand, 'description'>

function demandOf(node: Node | undefined): readonly DemandedValue[] | undefined {
  const call = node && longForm(node)
  const items = itemsOf(call?.argument)
  if (call?.name === 'Fn::And') {
    const parts = items.map(demandOf)
    return parts.some((one) => one === undefined) ? undefined : parts.flatMap((one) => one ?? [])
  }
  if (call?.name === 'Fn::Not' && items.length === 1) return longerThanNothing(items[0])
  const choices = call?.name === 'Fn::Or' ? items.map(oneOf) : node === undefined ? [] : [oneOf(node)]
  const [first] = choices
  if (first === undefined || choices.some((one) => one?.parameter !== first.parameter)) return undefined
  const all = choices.flatMap((one) => one?.values ?? [])
  const isWritten = choices.length === 1 && first.list !== undefined
  const value = isWritten ? (first.list as Node) : list(all, { style: 'flow' })
  return [{ parameter: first.parameter, key: 'AllowedValues', value }]
}

/** That a parameter has one of some literal strings. */
function oneOf(
  node: Node,
):
  | { readonly parameter: string; readonly values: readonly Node[]; readonly list: Node | undefined }
  | undefined {
  const call = longForm(node)
  const items = itemsOf(call?.argument)
  const [first, second] = items
  if (first === undefined || second === undefined || items.length !== 2) return undefined
  if (call?.name === 'Fn::Contains') {
    const parameter = referred(second)
    const values = listOf(first)?.items ?? []
    const isLiteral = values.length > 0 && values.every(isLiteralText)
    return parameter === undefined || !isLiteral ? undefined : { parameter, values, list: resolved(first) }
  }
  if (call?.name !== 'Fn::Equals') return undefined
  for (const [side, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const parameter = referred(side)
    if (parameter !== undefined && isLiteralText(other))
      return { parameter, values: [other], list: undefined }
  }
  return undefined
}

/** `Fn::Not` of a parameter that equals an empty string. */
function longerThanNothing(node: Node | undefined): readonly DemandedValue[] | undefined {
  const empty = node === undefined ? undefined : oneOf(node)
  const [value] = empty?.values ?? []
  if (empty === undefined || empty.list !== undefined || stringOf(value) !== '') return undefined
  return [{ parameter: empty.parameter, key: 'MinLength', value: integer(1) }]
}

function referred(node: Node): string | undefined {
  const call = longForm(node)
  return call?.name === 'Ref' ? stringOf(call.argument) : undefined
}

/** AWS compares strings, and reads a number or a boolean in a template otherwise than it is written. */
function isLiteralText(node: Node): boolean {
  return node.kind === 'scalar' && node.tag === undefined && stringOf(node) !== undefined
}

/** A parameter with what rules demand of it, where a constraint says just that. */
function withDemands(parameter: Node, demands: readonly Demand[]): Mapping | undefined {
  if (parameter.kind !== 'map' || parameter.anchor !== undefined || declaredType(parameter) !== 'string')
    return undefined
  if (/SSM/.test(stringOf(readValue(parameter, 'Type')) ?? '')) return undefined
  const keys = demands.map(({ key }) => key)
  if (new Set(keys).size < keys.length) return undefined
  const isFree = constraintKeys.every((key) => readValue(parameter, key) === undefined)
  const [described] = demands.flatMap(({ description }) => description ?? [])
  // The description of a parameter's constraints is that of all of them.
  const isAlike = demands.every(
    ({ description }) =>
      described === undefined || (description !== undefined && sameData(description.value, described.value)),
  )
  if (!isFree || !isAlike || !allows(readValue(parameter, 'Default'), demands)) return undefined
  const added = demands.map(({ key, value }) => entry(key, value))
  if (described !== undefined) added.push(entry('ConstraintDescription', described.value))
  return withEntries(parameter, [...parameter.entries, ...added])
}

/** Whether a default is what rules demand: with another one Heat refuses the template, and AWS only stacks that use it. */
function allows(given: Node | undefined, demands: readonly Demand[]): boolean {
  if (given === undefined || isNull(given)) return true
  const value =
    stringOf(given) ?? (scalarOf(given) === undefined ? undefined : String(scalarOf(given)?.value))
  return demands.every(({ key, value: wanted }) =>
    key === 'MinLength' ? value !== '' : itemsOf(wanted).some((one) => stringOf(one) === value),
  )
}
