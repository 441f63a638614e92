/** Compares what two templates declare as parameters. */

import { isAws } from '../heat/dialect.ts'
import { parameterType } from '../heat/parameter-types.ts'
import { hiddenValue } from '../heat/parameters.ts'
import { Failure, sameInOrder, sameValue, type Value } from '../heat/values/value.ts'
import type { ConstraintFlow } from './constraint-flow.ts'
import { type ConstraintKey, constraintKeys, sameConstraints } from './constraint-keys.ts'
import { absent, type Circumstances, type Differences } from './differences.ts'
import { orFailure } from './failing.ts'
import type { Correspondence } from './natives/correspondence.ts'
import { type Order, reordered } from './order.ts'
import { type ParameterSchema, parameterValue } from './parameters.ts'
import { platformParameter } from './platform.ts'
import { refusedDefault } from './refused-default.ts'
import type { SampledWorld } from './sampled-world.ts'
import type { CompareOptions, DeclarationChange, DeclaredChanges, Facts } from './side.ts'

/** What a comparison of two templates takes as given. */
export interface Premises {
  readonly renamed: ReadonlyMap<string, string>
  readonly facts: Facts
  readonly names: NonNullable<CompareOptions['names']>
  /** Types for which an environment has something of its own. */
  readonly registered: ReadonlySet<string>
  /** Defaults of a nested template count where they arrive: with its callers. */
  readonly defaults: 'compared' | 'by call'
  /** What may differ in the declarations of the template that is compared. */
  readonly declared: DeclaredChanges
  readonly declaredInside: NonNullable<CompareOptions['declaredInside']>
  readonly assumedInside: NonNullable<CompareOptions['assumedInside']>
  /** The template that is compared: '' is the outer one. */
  readonly template: string
  /** Who sees the order of maps. */
  readonly order: Order
  /** Where nested templates are compared, too. */
  readonly flow?: ConstraintFlow
  /** Where resources of AWS may be native in the rewrite. */
  readonly natives?: Correspondence
}

const world = 'declaration'

/** @param before the world of the original in which everything has its default */
export function compareParameters(
  before: SampledWorld,
  after: SampledWorld,
  found: Differences,
  { renamed, facts, defaults, declared, natives, template, flow, order }: Premises,
): void {
  const circumstances: Circumstances = { world, notReady: false, renamed }
  const comparesDefaults = defaults === 'compared'
  for (const [name, one] of before.program.parameters) {
    const path = `parameters.${name}`
    const other = after.program.parameters.get(name)
    if (other === undefined) found.add('value', path, 'declared', absent, world)
    else if (one instanceof Failure || other instanceof Failure) {
      found.compare(
        path,
        one instanceof Failure ? one : 'declared',
        other instanceof Failure ? other : 'declared',
        circumstances,
      )
    } else {
      const isDeclared = (change: DeclarationChange) => declared.get(change)?.has(name) === true
      const comparison = new ParameterComparison(path, one, other, found, circumstances, {
        isDeclared,
        seesOrder: () => order.seesParameter(name),
        differ: (settle) => (flow === undefined ? settle(false) : flow.differ(template, name, settle)),
      })
      comparison.run(before, after, facts, comparesDefaults)
    }
  }
  for (const [name, other] of after.program.parameters) {
    if (before.program.parameters.has(name)) continue
    if (name === natives?.externalNetwork)
      found.add('new-parameter', `parameters.${name}`, absent, 'declared', world)
    else if (comparesDefaults) newParameter(name, other, { before, after }, found, facts)
  }
}

/** What else decides about differences between two declarations. */
interface Judge {
  readonly isDeclared: (change: DeclarationChange) => boolean
  /** Whether a function may list the entries of a map that it holds. */
  readonly seesOrder: () => boolean
  /** Constraints differ: whether they hold where the parameter comes from or goes to is known at the end. */
  readonly differ: (settle: (isMoved: boolean) => void) => void
}

class ParameterComparison {
  readonly #path: string
  readonly #one: ParameterSchema
  readonly #other: ParameterSchema
  readonly #found: Differences
  readonly #circumstances: Circumstances
  readonly #judge: Judge

  constructor(
    path: string,
    one: ParameterSchema,
    other: ParameterSchema,
    found: Differences,
    circumstances: Circumstances,
    judge: Judge,
  ) {
    this.#judge = judge
    this.#path = path
    this.#one = one
    this.#other = other
    this.#found = found
    this.#circumstances = circumstances
  }

  run(before: SampledWorld, after: SampledWorld, facts: Facts, comparesDefaults: boolean): void {
    const [one, other] = [this.#one, this.#other]
    const aws = isAws(before.program.dialect)
    const isDecoded = facts.stringsAreJson === true && one.type === 'string' && other.type === 'json'
    const isRetyped = this.#judge.isDeclared('parameter-type') && one.type !== other.type
    if (isDecoded || isRetyped) this.#found.add('accepted', `${this.#path}.type`, one.type, other.type, world)
    else this.#same('type', one.type, other.type)
    this.#same('hidden', one.hidden, other.hidden)
    this.#description()
    this.#same('immutable', one.immutable, other.immutable)
    this.#same('tags', one.tags, other.tags)
    if (aws && one.label === null && other.label !== null)
      this.#found.add('label-added', `${this.#path}.label`, absent, other.label, world)
    else this.#same('label', one.label, other.label)
    if (comparesDefaults) this.#defaults(before, after, isDecoded)
    if (!aws) this.#refusedDefaults()
    if (!isRetyped) this.#constraints(before.program)
    else if (!sameConstraints(one, other))
      this.#found.add('accepted', `${this.#path}.constraints`, 'declared', 'declared otherwise', world)
  }

  #description(): void {
    const [{ description: one, unusedDescription: unused }, { description: other }] = [this.#one, this.#other]
    const path = `${this.#path}.description`
    const isDescribed = this.#judge.isDeclared('description-added') && one === null
    if (isDescribed && other !== null) this.#found.add('accepted', path, absent, other, world)
    else if (endsWith(other, unused) && startsWith(other, one))
      this.#found.add('description-extended', path, one ?? absent, other, world)
    else this.#same('description', one, other)
  }

  #same(key: string, one: Value, other: Value): void {
    this.#found.compare(`${this.#path}.${key}`, one, other, this.#circumstances)
  }

  /** A default counts wherever it is given: in the template or in the environment. */
  #defaults(before: SampledWorld, after: SampledWorld, isDecoded: boolean): void {
    const path = `${this.#path}.default`
    const [one, other] = [before.presetValue(this.#one), after.presetValue(this.#other)]
    const shown = (value: Value) => (value === null ? absent : this.#isSecret ? hiddenValue : value)
    if ((one === null) !== (other === null)) {
      this.#found.add('value', path, shown(one), shown(other), world)
      return
    }
    if (one === null || other === null) return
    const values = [one, other].map((raw, index) =>
      orFailure(() => parameterValue((index === 0 && !isDecoded ? this.#one : this.#other).type, raw)),
    )
    const [given, stillGiven] = values as [Value, Value]
    if (sameValue(given, stillGiven) && !sameInOrder(given, stillGiven) && this.#judge.seesOrder())
      this.#found.unproved(path, reordered)
    if (this.#isSecret && !sameValue(given, stillGiven))
      this.#found.add('value', path, hiddenValue, hiddenValue, world)
    else this.#found.compare(path, given, stillGiven, this.#circumstances)
    if ((this.#one.default === null) !== (this.#other.default === null))
      this.#found.add('moved-default', path, shown(this.#one.default), shown(this.#other.default), world)
  }

  /** Heat tests the default of a declaration also where another value is given. Constraints that differ are said themselves. */
  #refusedDefaults(): void {
    if (!sameConstraints(this.#one, this.#other)) return
    const path = `${this.#path}.default`
    const [refused, stillRefused] = [refusedDefault(this.#one), refusedDefault(this.#other)]
    if (refused !== undefined && stillRefused === undefined)
      this.#found.add('error-to-value', path, refused, 'accepted', world)
    if (refused === undefined && stillRefused !== undefined)
      this.#found.add('value-to-error', path, 'accepted', stillRefused, world)
  }

  /** Reports show no value of a hidden parameter. */
  get #isSecret(): boolean {
    return this.#one.hidden || this.#other.hidden
  }

  /** Heat shows the one description that a parameter has in CloudFormation with each of its constraints. */
  #constraints({ dialect }: SampledWorld['program']): void {
    const [aws, isCfn] = [isAws(dialect), dialect.kind !== 'hot']
    if (sameConstraints(this.#one, this.#other)) return
    const path = `${this.#path}.constraints`
    const isSaid = isCfn && sayTheSame(this.#one, this.#other)
    const [before, after] = isSaid
      ? [undescribed(this.#one), undescribed(this.#other)]
      : [this.#one, this.#other]
    if (isSaid) this.#found.add('constraint-description', path, 'each described', 'described', world)
    const one = constraintKeys(before).map(({ key }) => key)
    const own = new Set(one)
    const meaning = aws ? parameterType(this.#one.writtenType) : undefined
    const check = meaning !== undefined && 'hot' in meaning ? meaning.customConstraint : undefined
    const isDeclared = this.#judge.isDeclared('constraint-added')
    const isAdded = ({ constraint, key }: ConstraintKey) =>
      constraint.kind === 'custom_constraint' && (isDeclared || constraint.name === check) && !own.has(key)
    const others = constraintKeys(after)
    const kept = others.filter((added) => !isAdded(added)).map(({ key }) => key)
    if (kept.length < others.length)
      this.#found.add(
        'constraint-added',
        path,
        absent,
        others.map(({ key }) => key),
        world,
      )
    if (kept.length === one.length && kept.every((key, index) => key === one[index])) return
    const isReordered = kept.toSorted().join('\n') === one.toSorted().join('\n')
    if (isReordered) this.#found.add('constraint-order', path, one, kept, world)
    else
      this.#judge.differ((isMoved) => this.#found.add(isMoved ? 'accepted' : 'value', path, one, kept, world))
  }
}

/** Whether the constraints of two declarations have the same descriptions, on whichever of them. */
function sayTheSame(one: ParameterSchema, other: ParameterSchema): boolean {
  const [own, others] = [one, other].map(
    ({ constraints }) =>
      new Set(constraints.flatMap(({ description }) => (description === null ? [] : description))),
  ) as [Set<Value>, Set<Value>]
  return own.size === others.size && [...own].every((description) => others.has(description))
}

function undescribed(schema: ParameterSchema): ParameterSchema {
  return { ...schema, constraints: schema.constraints.map((one) => ({ ...one, description: null })) }
}

function startsWith(whole: Value, start: Value): boolean {
  return (
    start === null ||
    (typeof whole === 'string' && typeof start === 'string' && whole.trim().startsWith(start.trim()))
  )
}

/** A sentence of its own may begin with a capital. */
function endsWith(whole: Value, end: Value): boolean {
  if (typeof whole !== 'string' || typeof end !== 'string' || end.trim() === '') return false
  return whole.trim().endsWith(end.trim().slice(1))
}

/** A new parameter must have a value by itself, from template or environment, or represent what the platform knew. */
function newParameter(
  name: string,
  schema: ParameterSchema | Failure,
  { before, after }: { readonly before: SampledWorld; readonly after: SampledWorld },
  found: Differences,
  facts: Facts,
): void {
  const path = `parameters.${name}`
  if (schema instanceof Failure) {
    found.add('value-to-error', path, absent, schema, world)
    return
  }
  const platform = platformParameter(schema, before.program.dialect, facts)
  const preset = after.presetValue(schema)
  const expected =
    platform === undefined
      ? preset !== null && holdsMapping(schema, before)
      : sameValue(platform.default, schema.default)
  found.add(expected ? 'new-parameter' : 'value', path, absent, preset ?? schema.type, world)
}

/** A new json parameter that replaces mappings must hold one of them whole, for no sample reads every key. */
function holdsMapping(schema: ParameterSchema, before: SampledWorld): boolean {
  const mappings = before.mappings
  if (schema.type !== 'json' || !(mappings instanceof Map) || mappings.size === 0) return true
  const held = orFailure(() => parameterValue('json', schema.default))
  for (const mapping of mappings.values()) {
    if (
      sameValue(
        orFailure(() => parameterValue('json', mapping)),
        held,
      )
    )
      return true
  }
  return false
}
