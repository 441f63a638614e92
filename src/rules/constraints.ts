/** Constraints of parameters: in HOT a list, one constraint in each item; heat/engine/hot/parameters.py. */

import { readConstraint } from '../heat/constraint-reading.ts'
import type { HotParameterType } from '../heat/dialects.ts'
import { customConstraints, hotWords } from '../heat/facts/facts.ts'
import type { Constraint } from '../heat/facts/resource-types.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { cfnBounds, cfnSingle, constraintOrder } from '../heat/parameters.ts'
import { literalOf } from '../heat/values/nodes.ts'
import { misfitAsWritten, misfitInUse } from '../heat/values/parameters.ts'
import { compareVersions, features, type HotVersion } from '../heat/versions.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import {
  entryOf,
  isNull,
  listOf,
  mapOf,
  nameOf,
  resolved,
  scalarOf,
  stringOf,
} from '../text/document/read.ts'
import { ownValue } from '../text/document/records.ts'
import { checkValueInCloud } from './cloud.ts'
import { type DeclaredLimit, impossibleConstraint } from './impossible.ts'
import { type CheckScope, givenValue, hasAllValues, type SectionEntry } from './scope.ts'

/** Checks the constraints of a parameter, and its default against those that are literal. */
export function checkConstraints(
  part: SectionEntry,
  type: HotParameterType | undefined,
  scope: CheckScope<ConstraintCode>,
): void {
  const limits =
    scope.words.version === undefined
      ? cfnConstraints(part, type, scope)
      : hotConstraints(part, type, scope.words.version, scope)
  const impossible = impossibleConstraint(limits, type)
  if (impossible === undefined) checkDefault(part, type, limits, scope)
  else {
    const message = `Heat rejects every value of "${part.name}": ${impossible.why}`
    scope.report('bad-constraint', impossible.at, message, { source: scope.words.rule('constraints') })
  }
  const value = readValue(part.map, scope.words.spell('default'))
  if (value !== undefined) checkNamed(part, value, scope)
}

/** The constraints of a parameter whose limits are literal; what is wrong with the others is said where they stand. */
export function literalLimits(
  part: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  words: CheckScope['words'],
): readonly DeclaredLimit[] {
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

/** What the rule of parameters says of constraints. */
export type ConstraintCode = 'bad-constraint' | 'several-constraints' | 'unknown-constraint'

type ConstraintScope = Pick<CheckScope<ConstraintCode>, 'words' | 'report'>

function hotConstraints(
  { name, map }: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  version: HotVersion,
  scope: ConstraintScope,
): DeclaredLimit[] {
  const constraints = readValue(map, 'constraints')
  if (constraints === undefined || scalarOf(constraints)?.type === 'null') return []
  const items = listOf(constraints)?.items
  const rule = scope.words.rule('constraints')
  if (items === undefined)
    scope.report('bad-constraint', constraints, `the constraints of "${name}" are not a list`, {
      source: rule,
    })
  return (items ?? []).flatMap((item) => {
    const own = mapOf(item)
    if (own !== undefined) return hotConstraint(own, item, type, version, scope)
    scope.report('bad-constraint', item, `a constraint of "${name}" is not a mapping`, { source: rule })
    return []
  })
}

function hotConstraint(
  item: Mapping,
  at: Node,
  type: HotParameterType | undefined,
  version: HotVersion,
  scope: ConstraintScope,
): DeclaredLimit[] {
  const rule = scope.words.rule('constraints')
  checkNames(item, version, scope)
  const knowsModulo = compareVersions(version, features.moduloConstraint) >= 0
  const [kind, ...others] = constraintOrder.filter(
    (one) => readValue(item, one) !== undefined && (one !== 'modulo' || knowsModulo),
  )
  if (kind === undefined) {
    if (readValue(item, 'modulo') === undefined)
      scope.report('bad-constraint', at, 'this entry expresses no constraint', { source: rule })
    return []
  }
  if (others.length > 0) {
    const message = `only ${kind} counts here; ${others.join(' and ')} needs its own entry`
    scope.report('several-constraints', at, message, { source: rule })
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
    if (since === undefined) report('unknown-key', one, `there is no constraint "${name}"`, { source: rule })
    else if (compareVersions(version, since) < 0) {
      const code = onlyModulo(item) ? 'version-too-old' : 'unread-key'
      report(code, one, `the constraint "${name}" requires heat_template_version ${since}`, { source: rule })
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
  limits: readonly DeclaredLimit[],
  { words, report, beside }: Pick<CheckScope, 'words' | 'report' | 'beside'>,
): void {
  const value = readValue(map, words.spell('default'))
  if (value === undefined || type === undefined || isNull(value)) return
  const isUsed = !hasAllValues({ beside }) || givenValue(name, { beside }) === undefined
  const misfit =
    misfitAsWritten(type, limits, literalOf(value)) ??
    (isUsed ? misfitInUse(type, limits, literalOf(value)) : undefined)
  if (misfit === undefined) return
  const said = misfit.limit?.at ?? readValue(map, words.spell('type'))
  const related = said && [
    { at: said, message: `this is the ${misfit.limit === undefined ? 'type' : 'constraint'}` },
  ]
  const message = `the default of "${name}" ${misfit.problem}`
  report('bad-value', value, message, { source: words.rule('parameters'), related })
}

/** Checks the constraints of a parameter, and gives those whose limits are literal. */
function cfnConstraints(
  { map }: Pick<SectionEntry, 'name' | 'map'>,
  type: HotParameterType | undefined,
  scope: ConstraintScope,
): DeclaredLimit[] {
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
): DeclaredLimit[] {
  const entries = keys.map((key) => entryOf(map, key))
  const at: Entry | undefined = entries[0] ?? entries[1]
  if (at === undefined) return []
  const name = keys.join(' and ')
  const [min, max] = entries.map((one) => (one === undefined ? null : literalOf(one.value)))
  const limits = new Map([['min', min ?? null] as const, ['max', max ?? null] as const])
  const constraint = readConstraint(kind, limits, type, { name, bounds: name })
  if (typeof constraint !== 'string') return [{ ...constraint, at: resolved(at.value) }]
  report('bad-constraint', at, constraint, { source: words.rule('constraints') })
  return []
}

/**
 * Checks one constraint, and gives its limits where they are literal.
 *
 * @param label the constraint as the dialect calls it
 */
function oneConstraint(
  kind: Constraint['kind'],
  value: Node,
  type: HotParameterType | undefined,
  { report, words }: ConstraintScope,
  name: string = kind,
): DeclaredLimit[] {
  const rule = words.rule('constraints')
  const constraint = readConstraint(kind, literalOf(value), type, { name, bounds: `the bounds of ${name}` })
  if (typeof constraint === 'string') {
    report('bad-constraint', value, constraint, { source: rule })
    return []
  }
  if (constraint.kind === 'custom_constraint') {
    if (stringOf(value) === undefined) return []
    if (!customConstraints.includes(constraint.name))
      report(
        'unknown-constraint',
        value,
        `unknown custom constraint "${constraint.name}" (unless your cloud has a plug-in for it)`,
        {
          source: rule,
        },
      )
  }
  return [{ ...constraint, at: value }]
}
