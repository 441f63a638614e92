/** Constraints of parameters: in HOT a list, one constraint in each item; heat/engine/hot/parameters.py. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, isNull, mapOf, nameOf, resolved, scalarOf, seqOf } from '../document/read.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { hotWords } from '../heat/facts/facts.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { type Limits, limitProblem, pythonNumber, typeProblem } from '../heat/parameter-values.ts'
import { cfnBounds, cfnSingle, constraintOrder } from '../heat/parameters.ts'
import { compareVersions, features, type HotVersion } from '../heat/versions.ts'
import { isFitting, limitsOf, oneConstraint } from './one-constraint.ts'
import type { CheckScope, Part } from './scope.ts'

/** Checks the constraints of a parameter, and its default against those that are literal. */
export function checkConstraints(part: Part, type: HotParameterType | undefined, scope: CheckScope): void {
  const limits =
    scope.words.version === undefined
      ? cfnConstraints(part, type, scope)
      : hotConstraints(part, type, scope.words.version, scope)
  checkDefault(part, type, limits, scope)
}

function hotConstraints(
  { name, map }: Part,
  type: HotParameterType | undefined,
  version: HotVersion,
  scope: CheckScope,
): Limits[] {
  const constraints = readValue(map, 'constraints')
  if (constraints === undefined || scalarOf(constraints)?.type === 'null') return []
  const items = seqOf(constraints)?.items
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
  scope: CheckScope,
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
function checkNames(item: Mapping, version: HotVersion, { report, words }: CheckScope): void {
  const known: Readonly<Record<string, HotVersion>> = hotWords.constraints
  for (const one of item.entries) {
    const name = nameOf(one)
    if (name === undefined || name === 'description' || isMerge(one)) continue
    const since = Object.hasOwn(known, name) ? known[name] : undefined
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

/** Heat refuses a template whose literal default does not meet the constraints beside it. */
function checkDefault(
  { name, map }: Part,
  type: HotParameterType | undefined,
  limits: readonly Limits[],
  { words, report }: CheckScope,
): void {
  const value = readValue(map, words.spell('default'))
  const scalar = scalarOf(value)
  if (value === undefined || type === undefined || scalar?.type === 'null') return
  const problem =
    typeProblem(type, value) ?? limits.map((one) => limitProblem(one, type, value)).find(Boolean)
  if (problem !== undefined)
    report('bad-value', value, `the default of "${name}" ${problem}`, words.rule('parameters'))
}

/** Checks the constraints of a parameter, and gives those whose limits are literal. */
function cfnConstraints({ map }: Part, type: HotParameterType | undefined, scope: CheckScope): Limits[] {
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
  { report, words }: CheckScope,
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
