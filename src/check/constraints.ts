/** Constraints of parameters: in HOT a list, one constraint in each item; heat/engine/hot/parameters.py. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, isNull, listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../document/read.ts'
import { defined, ownValue } from '../document/records.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { customConstraints, hotWords } from '../heat/facts/facts.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import {
  isBroken,
  type Limits,
  misfitAsWritten,
  misfitInUse,
  type PythonNumber,
  pythonNumber,
  typeProblem,
} from '../heat/parameter-values.ts'
import { cfnBounds, cfnSingle, constraintOrder } from '../heat/parameters.ts'
import { compareVersions, features, type HotVersion } from '../heat/versions.ts'
import { checkValueInCloud } from './cloud.ts'
import { impossibleConstraint } from './impossible.ts'
import type { CheckScope, SectionEntry } from './scope.ts'

/** Checks the constraints of a parameter, and its default against those that are literal. */
export function checkConstraints(
  part: SectionEntry,
  type: HotParameterType | undefined,
  scope: CheckScope,
): void {
  const limits =
    scope.words.version === undefined
      ? cfnConstraints(part, type, scope)
      : hotConstraints(part, type, scope.words.version, scope)
  const impossible = impossibleConstraint(limits, type)
  if (impossible === undefined) checkDefault(part, type, limits, scope)
  else {
    const message = `Heat refuses every value of "${part.name}": ${impossible.why}`
    scope.report('bad-constraint', impossible.at, message, scope.words.rule('constraints'))
  }
  const value = readValue(part.map, scope.words.spell('default'))
  if (value !== undefined) checkNamed(part, value, scope)
}

/** The constraints of a parameter whose limits are literal; what is wrong with the others is said where they stand. */
export function literalLimits(
  part: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  words: CheckScope['words'],
): readonly Limits[] {
  const scope = { words, report: () => {} }
  return words.version === undefined
    ? cfnConstraints(part, type, scope)
    : hotConstraints(part, type, words.version, scope)
}

/** A value of a parameter whose constraint says that it names something of the cloud. */
export function checkNamed(
  { map }: Pick<SectionEntry, 'map'>,
  value: Node,
  scope: Pick<CheckScope, 'words' | 'report'>,
): void {
  if (scope.words.cloud?.inventory === undefined) return
  const names = (listOf(readValue(map, 'constraints'))?.items ?? []).flatMap(
    (item) => stringOf(readValue(mapOf(item), 'custom_constraint')) ?? [],
  )
  for (const name of names) checkValueInCloud(value, stringOf(value), name, scope)
}

type ConstraintScope = Pick<CheckScope, 'words' | 'report'>

function hotConstraints(
  { name, map }: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  version: HotVersion,
  scope: ConstraintScope,
): Limits[] {
  const constraints = readValue(map, 'constraints')
  if (constraints === undefined || scalarOf(constraints)?.type === 'null') return []
  const items = listOf(constraints)?.items
  const rule = scope.words.rule('constraints')
  if (items === undefined)
    scope.report('bad-constraint', constraints, `the constraints of "${name}" are not a list`, rule)
  return (items ?? []).flatMap((item) => {
    const own = mapOf(item)
    if (own !== undefined) return hotConstraint(own, item, type, version, scope)
    scope.report('bad-constraint', item, `a constraint of "${name}" is not a mapping`, rule)
    return []
  })
}

function hotConstraint(
  item: Mapping,
  at: Node,
  type: HotParameterType | undefined,
  version: HotVersion,
  scope: ConstraintScope,
): Limits[] {
  const rule = scope.words.rule('constraints')
  checkNames(item, version, scope)
  const knowsModulo = compareVersions(version, features.moduloConstraint) >= 0
  const [kind, ...others] = constraintOrder.filter(
    (one) => readValue(item, one) !== undefined && (one !== 'modulo' || knowsModulo),
  )
  if (kind === undefined) {
    if (readValue(item, 'modulo') === undefined)
      scope.report('bad-constraint', at, 'this entry expresses no constraint', rule)
    return []
  }
  if (others.length > 0) {
    const message = `only ${kind} counts here; ${others.join(' and ')} needs its own entry`
    scope.report('several-constraints', at, message, rule)
  }
  return oneConstraint(kind, readValue(item, kind) as Node, type, scope)
}

/** A key that an older version knows and does not read is no more than lost (`PARAM_CONSTRAINTS`). */
function checkNames(item: Mapping, version: HotVersion, { report, words }: ConstraintScope): void {
  const known: Readonly<Record<string, HotVersion>> = hotWords.constraints
  for (const one of item.entries) {
    const name = nameOf(one)
    if (name === undefined || name === 'description' || isMerge(one)) continue
    const since = ownValue(known, name)
    const rule = words.rule('constraints')
    if (since === undefined) report('unknown-key', one, `there is no constraint "${name}"`, rule)
    else if (compareVersions(version, since) < 0) {
      const code = onlyModulo(item) ? 'version-too-old' : 'unread-key'
      report(code, one, `the constraint "${name}" needs heat_template_version ${since}`, rule)
    }
  }
}

function onlyModulo(item: Mapping): boolean {
  return constraintOrder.every((one) => one === 'modulo' || readValue(item, one) === undefined)
}

/**
 * A default that does not meet the constraints beside it makes Heat refuse the template; what else is wrong with one only
 * where it is used.
 */
function checkDefault(
  { name, map }: SectionEntry,
  type: HotParameterType | undefined,
  limits: readonly Limits[],
  { words, report, beside }: Pick<CheckScope, 'words' | 'report' | 'beside'>,
): void {
  const value = readValue(map, words.spell('default'))
  if (value === undefined || type === undefined || isNull(value)) return
  const isUsed = beside.given?.has(name) !== true
  const misfit =
    misfitAsWritten(type, limits, value) ?? (isUsed ? misfitInUse(type, limits, value) : undefined)
  if (misfit === undefined) return
  const said = misfit.limit?.at ?? readValue(map, words.spell('type'))
  const related = said && [
    { at: said, message: `this is the ${misfit.limit === undefined ? 'type' : 'constraint'}` },
  ]
  const message = `the default of "${name}" ${misfit.problem}`
  report('bad-value', value, message, words.rule('parameters'), undefined, related)
}

/** Checks the constraints of a parameter, and gives those whose limits are literal. */
function cfnConstraints(
  { map }: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  scope: ConstraintScope,
): Limits[] {
  const found = cfnBounds.flatMap(({ kind, min, max }) => cfnBound(kind, [min, max], map, type, scope))
  return [
    ...found,
    ...cfnSingle.flatMap(({ kind, key }) => {
      const value = readValue(map, key)
      return value === undefined ? [] : oneConstraint(kind, value, type, scope, key)
    }),
  ]
}

function cfnBound(
  kind: 'range' | 'length',
  keys: readonly [string, string],
  map: Mapping,
  type: HotParameterType | undefined,
  { report, words }: ConstraintScope,
): Limits[] {
  const entries = keys.map((key) => entryOf(map, key))
  const at: Entry | undefined = entries[0] ?? entries[1]
  if (at === undefined) return []
  const rule = words.rule('constraints')
  if (!isFitting(kind, type)) {
    report('bad-constraint', at, `${keys.join(' and ')} cannot test a parameter of type ${type}`, rule)
    return []
  }
  const given = entries.map((one) => (one === undefined || isNull(one.value) ? undefined : one.value))
  const [min, max] = given.map((one) => (one === undefined ? undefined : pythonNumber(one)))
  const refuse = (message: string) => report('bad-constraint', at, message, rule)
  if (given.some((one, index) => one !== undefined && [min, max][index] === undefined))
    refuse(`${keys.join(' and ')} are numbers`)
  else if (min === undefined && max === undefined) refuse(`${keys.join(' and ')} are empty`)
  else if (kind === 'length' && [min, max].some((one) => one?.isInteger === false))
    refuse(`${keys.join(' and ')} are whole numbers`)
  else return [limitsOf(kind, min, max, resolved(at.value))]
  return []
}

// One constraint of a parameter; heat/engine/constraints.py.

/** The types whose values a kind of constraint can test (`valid_types`). */
const fittingTypes: Readonly<Record<string, readonly HotParameterType[]>> = {
  range: ['number'],
  modulo: ['number'],
  length: ['string', 'comma_delimited_list', 'json'],
  allowed_values: ['string', 'number', 'boolean', 'comma_delimited_list'],
  allowed_pattern: ['string'],
  custom_constraint: ['string', 'number', 'boolean', 'comma_delimited_list'],
}

/** Whether a kind of constraint can test values of a type; nothing is held against an unknown type. */
function isFitting(kind: string, type: HotParameterType | undefined): boolean {
  return type === undefined || ownValue(fittingTypes, kind)?.includes(type) !== false
}

/**
 * Checks one constraint, and gives its limits where they are literal.
 *
 * @param label the constraint as the dialect calls it
 */
function oneConstraint(
  kind: string,
  value: Node,
  type: HotParameterType | undefined,
  scope: ConstraintScope,
  label = kind,
): Limits[] {
  const { report, words } = scope
  const rule = words.rule('constraints')
  const refuse = (message: string) => {
    report('bad-constraint', value, message, rule)
    return []
  }
  if (!isFitting(kind, type)) return refuse(`${label} cannot test a parameter of type ${type}`)
  switch (kind) {
    case 'range':
    case 'length':
      return bounds(kind, value, refuse)
    case 'modulo':
      return modulo(value, refuse)
    case 'allowed_values':
      return allowedValues(value, type, label, refuse)
    case 'allowed_pattern':
      return pattern(value, label, refuse)
    default: {
      const name = stringOf(value)
      // Python cannot look up a list or mapping (`Environment.get_constraint`).
      if (scalarOf(value) === undefined) return refuse(`${label} is not the name of a constraint`)
      if (name === undefined) return []
      if (!customConstraints.includes(name))
        report('unknown-constraint', value, `Heat itself has no custom constraint "${name}"`, rule)
      return [{ kind: 'custom_constraint', name, at: value }]
    }
  }
}

type Refuse = (message: string) => never[]

/** A value that no parameter of the type can have makes Heat refuse all values (`Schema.to_schema_type`). */
function allowedValues(
  value: Node,
  type: HotParameterType | undefined,
  label: string,
  refuse: Refuse,
): Limits[] {
  const items = listOf(value)?.items
  if (items === undefined) return refuse(`${label} is not a list`)
  const isConverted = type === 'number' || type === 'boolean'
  const strange = isConverted && items.some((item) => typeProblem(type, item) !== undefined)
  if (strange) return refuse(`${label} of a ${type} holds what is not a ${type}`)
  return [{ kind: 'allowed_values', items, at: value }]
}

/** A pattern must match the whole value. */
function pattern(value: Node, label: string, refuse: Refuse): Limits[] {
  const source = stringOf(value)
  if (source === undefined) return refuse(`${label} is not a string`)
  if (isBroken(source)) return refuse(`${label} is not a regular expression`)
  return [{ kind: 'allowed_pattern', pattern: source, at: value }]
}

function bounds(kind: 'range' | 'length', value: Node, refuse: Refuse): Limits[] {
  const found = numbersIn(kind, value, ['min', 'max'], refuse)
  if (found === undefined) return []
  const [min, max] = found
  if (min === undefined && max === undefined) return refuse(`${kind} needs min or max`)
  if (kind === 'length' && [min, max].some((one) => one?.isInteger === false))
    return refuse('the bounds of length are not whole numbers')
  return [limitsOf(kind, min, max, value)]
}

/** `Modulo.__init__` in heat/engine/constraints.py */
function modulo(value: Node, refuse: Refuse): Limits[] {
  const found = numbersIn('modulo', value, ['step', 'offset'], refuse)
  if (found === undefined) return []
  const [step, offset] = found.map((one) => one?.value)
  if (step === undefined || offset === undefined) return refuse('modulo needs step and offset')
  if (!Number.isInteger(step) || !Number.isInteger(offset))
    return refuse('step and offset of modulo are not whole numbers')
  if (step === 0) return refuse('the step of modulo is 0')
  if (Math.abs(offset) >= Math.abs(step)) return refuse('the offset of modulo is not smaller than its step')
  if (step * offset < 0) return refuse('step and offset of modulo have different signs')
  return [{ kind: 'modulo', step, offset, at: value }]
}

/** The numbers under two keys, where null is as good as nothing; undefined when something else was refused. */
function numbersIn(
  kind: string,
  value: Node,
  keys: readonly [string, string],
  refuse: Refuse,
): readonly (PythonNumber | undefined)[] | undefined {
  const map = mapOf(value)
  const strange = map?.entries.find((one) => !isMerge(one) && !keys.includes(nameOf(one) ?? ''))
  if (map === undefined) refuse(`${kind} is not a mapping of ${keys.join(' and ')}`)
  else if (strange !== undefined) refuse(`${kind} takes ${keys.join(' and ')}, not "${nameOf(strange)}"`)
  if (map === undefined || strange !== undefined) return undefined
  const nodes = keys.map((key) => readValue(map, key)).map((node) => (isNull(node) ? undefined : node))
  const numbers = nodes.map((node) => (node === undefined ? undefined : pythonNumber(node)))
  if (nodes.every((node, index) => node === undefined || numbers[index] !== undefined)) return numbers
  refuse(`the bounds of ${kind} are not numbers`)
  return undefined
}

function limitsOf(
  kind: 'range' | 'length',
  min: PythonNumber | undefined,
  max: PythonNumber | undefined,
  at: Node,
): Limits {
  return { kind, ...defined({ min: min?.value, max: max?.value }), at }
}
