/** Constraints of parameters; heat/engine/hot/parameters.py, heat/engine/parameters.py, heat/engine/constraints.py. */
import type { Entry, Mapping, Node } from '../../document/node.ts'
import { entryOf, mapOf, nameOf, resolved, scalarOf, seqOf, textOf } from '../../document/read.ts'
import { customConstraints } from '../facts/custom-constraints.ts'
import { hotWords } from '../facts/template-versions.ts'
import type { HotParameterType } from '../hot-words.ts'
import { isMerge, readValue } from '../merge-keys.ts'
import { compareVersions, features, type HotVersion } from '../versions.ts'
import { checkDefault, type Limits } from './defaults.ts'
import type { CheckScope, Part } from './scope.ts'

/** The types whose values a kind of constraint can test (`valid_types`). */
const fitting: Readonly<Record<string, readonly HotParameterType[]>> = {
  range: ['number'],
  modulo: ['number'],
  length: ['string', 'comma_delimited_list', 'json'],
  allowed_values: ['string', 'number', 'boolean', 'comma_delimited_list'],
  allowed_pattern: ['string'],
}

/** The order in which one of several constraints in one entry counts (`_constraint_from_def`). */
const order = ['modulo', 'range', 'length', 'allowed_values', 'allowed_pattern', 'custom_constraint']

/** Checks the constraints of a parameter, and its default against those that are literal. */
export function checkConstraints(part: Part, type: HotParameterType | undefined, scope: CheckScope): void {
  const limits =
    scope.words.version === undefined
      ? cfnConstraints(part, type, scope)
      : hotConstraints(part, type, scope.words.version, scope)
  checkDefault(part, type, limits, scope)
}

// --- HOT: a list, one constraint in each item

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
    scope.report('bad-constraint', constraints, `the constraints of "${name}" are no list`, rule)
  return (items ?? []).flatMap((item) => {
    const own = mapOf(item)
    if (own !== undefined) return hotConstraint(own, item, type, version, scope)
    scope.report('bad-constraint', item, `a constraint of "${name}" is no mapping`, rule)
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
  const [kind, ...others] = order.filter(
    (one) => readValue(item, one) !== undefined && (one !== 'modulo' || knowsModulo),
  )
  if (kind === undefined) {
    scope.report('bad-constraint', at, 'this entry expresses no constraint', rule)
    return []
  }
  if (others.length > 0) {
    const message = `only ${kind} counts here; ${others.join(' and ')} needs an entry of its own`
    scope.report('several-constraints', at, message, rule)
  }
  return oneConstraint(kind, readValue(item, kind) as Node, type, scope)
}

function checkNames(item: Mapping, version: HotVersion, { report, words }: CheckScope): void {
  const known: Readonly<Record<string, HotVersion>> = hotWords.constraints
  for (const one of item.entries) {
    const name = nameOf(one)
    if (name === undefined || name === 'description' || isMerge(one)) continue
    const since = Object.hasOwn(known, name) ? known[name] : undefined
    const rule = words.rule('constraints')
    if (since === undefined) report('unknown-key', one, `there is no constraint "${name}"`, rule)
    else if (compareVersions(version, since) < 0)
      report('version-too-old', one, `the constraint "${name}" needs heat_template_version ${since}`, rule)
  }
}

function oneConstraint(
  kind: string,
  value: Node,
  type: HotParameterType | undefined,
  scope: CheckScope,
  label = kind,
): Limits[] {
  const { report, words } = scope
  const refuse = (message: string) => {
    report('bad-constraint', value, message, words.rule('constraints'))
    return []
  }
  const types = fitting[kind]
  if (type !== undefined && types !== undefined && !types.includes(type))
    return refuse(`${label} cannot test a parameter of type ${type}`)
  switch (kind) {
    case 'range':
    case 'length':
      return bounds(kind, value, ['min', 'max'], refuse)
    case 'modulo':
      return bounds(kind, value, ['step', 'offset'], refuse)
    case 'allowed_values': {
      const items = seqOf(value)?.items
      return items === undefined ? refuse(`${label} is no list`) : [{ kind, items, at: value }]
    }
    case 'allowed_pattern':
      return pattern(value, label, refuse)
    default: {
      const name = textOf(value)
      if (name === undefined || customConstraints.includes(name)) return []
      return refuse(`Heat has no custom constraint "${name}"`)
    }
  }
}

type Refuse = (message: string) => never[]

/** A pattern must match the whole value. What JavaScript cannot read as Python would, nobody tests. */
function pattern(value: Node, label: string, refuse: Refuse): Limits[] {
  const source = textOf(value)
  if (source === undefined) return refuse(`${label} is no text`)
  try {
    return [{ kind: 'allowed_pattern', pattern: new RegExp(`^(?:${source})$`, 'u'), at: value }]
  } catch {
    return []
  }
}

function bounds(
  kind: 'range' | 'length' | 'modulo',
  value: Node,
  keys: readonly string[],
  refuse: Refuse,
): Limits[] {
  const map = mapOf(value)
  if (map === undefined) return refuse(`${kind} is no mapping of ${keys.join(' and ')}`)
  const strange = map.entries.find((one) => !isMerge(one) && !keys.includes(nameOf(one) ?? ''))
  if (strange !== undefined) return refuse(`${kind} takes ${keys.join(' and ')}, not "${nameOf(strange)}"`)
  const [first, second] = keys.map((key) => readValue(map, key))
  if (
    kind === 'modulo'
      ? first === undefined || second === undefined
      : first === undefined && second === undefined
  )
    return refuse(`${kind} needs ${keys.join(kind === 'modulo' ? ' and ' : ' or ')}`)
  const [min, max] = [first, second].map((node) => (node === undefined ? undefined : numberOf(node)))
  if (Number.isNaN(min) || Number.isNaN(max)) return refuse(`the bounds of ${kind} are no numbers`)
  if (kind === 'modulo') return []
  return [{ kind, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }), at: value }]
}

/** `Schema.str_to_num`: a number, or a text of one; NaN for others. */
function numberOf(node: Node): number {
  const scalar = scalarOf(node)
  if (scalar === undefined || scalar.type === 'bool' || scalar.type === 'null') return Number.NaN
  const text = String(scalar.value).trim()
  return text === '' ? Number.NaN : Number(text)
}

// --- CloudFormation: keys of the parameter

const cfnBounds: Readonly<Record<string, readonly [string, string]>> = {
  range: ['MinValue', 'MaxValue'],
  length: ['MinLength', 'MaxLength'],
}

function cfnConstraints({ map }: Part, type: HotParameterType | undefined, scope: CheckScope): Limits[] {
  const found = Object.entries(cfnBounds).flatMap(([kind, keys]) => cfnBound(kind, keys, map, type, scope))
  const single = [
    ['allowed_values', 'AllowedValues'],
    ['allowed_pattern', 'AllowedPattern'],
  ] as const
  return [
    ...found,
    ...single.flatMap(([kind, key]) => {
      const value = readValue(map, key)
      return value === undefined ? [] : oneConstraint(kind, value, type, scope, key)
    }),
  ]
}

function cfnBound(
  kind: string,
  keys: readonly [string, string],
  map: Mapping,
  type: HotParameterType | undefined,
  { report, words }: CheckScope,
): Limits[] {
  const entries = keys.map((key) => entryOf(map, key))
  const at: Entry | undefined = entries[0] ?? entries[1]
  if (at === undefined) return []
  const rule = words.rule('constraints')
  const types = fitting[kind]
  if (type !== undefined && types?.includes(type) === false) {
    report('bad-constraint', at, `${keys.join(' and ')} cannot test a parameter of type ${type}`, rule)
    return []
  }
  const [min, max] = entries.map((one) => (one === undefined ? undefined : numberOf(one.value)))
  if (Number.isNaN(min) || Number.isNaN(max)) {
    report('bad-constraint', at, `${keys.join(' and ')} are numbers`, rule)
    return []
  }
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return [{ kind: kind as 'range' | 'length', ...limits, at: resolved(at.value) }]
}
