/** Which conditions hold together: whether one resource can be there without another, whatever parameters are given. */

import { type Call, callOf } from '../heat/calls.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declaredType } from '../heat/parameters.ts'
import type { Declarations } from '../heat/sections.ts'
import { type Mapping, type Node, offsetOf, type Scalar } from '../text/document/node.ts'
import { isNull, listOf, mapOf, oneOrAll, resolved, scalarOf, stringOf } from '../text/document/read.ts'

/** What decides whether something is there. */
export type Formula =
  | { readonly is: 'constant'; readonly value: boolean }
  /** A parameter is given a value, or something of which nothing is known holds (`value` is `true` then). */
  | { readonly is: 'equal'; readonly variable: string; readonly value: string }
  | { readonly is: 'not'; readonly of: Formula }
  | { readonly is: 'all' | 'any'; readonly of: readonly Formula[] }

export const always: Formula = { is: 'constant', value: true }

/** More combinations of values than these are not tried. */
const MOST_WORLDS = 4_096

/** Conditions may name one another any number of times; of larger ones nothing is known. */
const LARGEST = 1_000

/** So far conditions are followed through one another. */
const DEEPEST = 100

/** No parameter has this value; it stands for all values that nothing is compared with. */
const other = '\0other'

/** How often something happens: in every world that the given values and defaults of parameters allow, in some world, in none. */
export type Frequency = 'by default' | 'for some values' | 'never'

/** The conditions of a template. */
export class Worlds {
  readonly #declared: Declarations
  readonly #known = new Map<string, Formula>()
  readonly #spell: (key: string) => string
  readonly #sizes = new Map<Formula, number>()
  readonly #tests = new Map<Node, Formula>()
  #depth = 0

  readonly #valueOf: (parameter: string) => Node | undefined

  /**
   * @param spell how the dialect spells a key
   * @param valueOf what parameters get as far as that is known
   */
  constructor(
    declared: Declarations,
    spell: (key: string) => string,
    valueOf: (parameter: string) => Node | undefined,
  ) {
    this.#declared = declared
    this.#valueOf = valueOf
    this.#spell = spell
  }

  /** When a resource or output is there. */
  ofPart(part: Mapping | undefined): Formula {
    const condition = readValue(part, this.#spell('condition'))
    return condition === undefined || isNull(condition) ? always : this.ofTest(condition)
  }

  /** When a condition holds, by its name or as it is written out. */
  ofTest(node: Node): Formula {
    const target = resolved(node)
    const name = stringOf(target)
    if (name !== undefined) return this.#ofName(name)
    const scalar = scalarOf(target)
    if (scalar !== undefined) return { is: 'constant', value: scalar.value === true }
    // Aliases may bring one condition to any number of others.
    const known = this.#tests.get(target)
    if (known !== undefined) return known
    const made = this.#ofTarget(target)
    this.#tests.set(target, made)
    return made
  }

  #ofTarget(target: Node): Formula {
    const call = callOf(target)
    if (call === undefined || this.#depth > DEEPEST) return open(target)
    this.#depth += 1
    const made = this.#ofCall(call)
    this.#depth -= 1
    return this.bounded(made) ?? open(target)
  }

  /** A formula that is not too large to be tried; undefined for one that is. */
  bounded(formula: Formula): Formula | undefined {
    const size = this.#sizeOf(formula)
    return size > LARGEST ? undefined : formula
  }

  #sizeOf(formula: Formula): number {
    const known = this.#sizes.get(formula)
    if (known !== undefined) return known
    const inner =
      formula.is === 'not' ? [formula.of] : formula.is === 'all' || formula.is === 'any' ? formula.of : []
    const size = inner.reduce((sum, one) => sum + this.#sizeOf(one), 1)
    this.#sizes.set(formula, size)
    return size
  }

  #ofName(name: string): Formula {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const definition = this.#declared.conditions.get(name)
    // A circle is reported elsewhere.
    this.#known.set(name, variableOf(`condition ${name}`))
    const made = definition === undefined ? variableOf(`condition ${name}`) : this.ofTest(definition)
    this.#known.set(name, made)
    return made
  }

  #ofCall({ name, argument, node }: Call): Formula {
    const items = oneOrAll(argument)
    switch (name.replace(/^Fn::/, '').toLowerCase()) {
      case 'not':
        return items[0] === undefined ? open(node) : { is: 'not', of: this.ofTest(items[0]) }
      case 'and':
        return { is: 'all', of: items.map((one) => this.ofTest(one)) }
      case 'or':
        return { is: 'any', of: items.map((one) => this.ofTest(one)) }
      case 'equals':
        return this.#equal(items) ?? open(node)
      case 'get_param': {
        const parameter = stringOf(argument)
        const type = declaredType(this.#declared.parameters.get(parameter ?? ''))
        return type === 'boolean' ? { is: 'equal', variable: `${parameter}`, value: 'true' } : open(node)
      }
      default:
        return open(node)
    }
  }

  /** A parameter compared with a literal; undefined for other comparisons. */
  #equal([one, two]: readonly Node[]): Formula | undefined {
    if (one === undefined || two === undefined) return undefined
    const [left, right] = [scalarOf(one), scalarOf(two)]
    if (left !== undefined && right !== undefined) return { is: 'constant', value: isSame(left, right) }
    const literal = left ?? right
    const variable = parameterIn(left === undefined ? one : two)
    if (literal === undefined || variable === undefined) return undefined
    const type = declaredType(this.#declared.parameters.get(variable))
    const isOfType =
      (type === 'string' && literal.type === 'str') ||
      (type === 'number' && (literal.type === 'int' || literal.type === 'float')) ||
      (type === 'boolean' && literal.type === 'bool')
    return isOfType ? { is: 'equal', variable, value: String(literal.value) } : undefined
  }

  /** How often a formula holds. */
  frequencyOf(formula: Formula): Frequency {
    const domains = this.#domains(formula)
    const size = [...domains.values()].reduce((product, values) => product * values.length, 1)
    if (size > MOST_WORLDS) return 'never'
    const variables = [...domains.keys()]
    let some = false
    let always = true
    let anyByDefault = false
    const world = new Map<string, string>()
    const visit = (index: number, isByDefault: boolean): void => {
      const variable = variables[index]
      if (variable === undefined) {
        const holds = holdsIn(formula, world)
        some ||= holds
        if (isByDefault) {
          anyByDefault = true
          always &&= holds
        }
        return
      }
      const preset = this.#preset(variable)
      for (const value of domains.get(variable) ?? []) {
        world.set(variable, value)
        visit(index + 1, isByDefault && (preset === undefined || preset === value))
      }
    }
    visit(0, true)
    if (!some) return 'never'
    return anyByDefault && always ? 'by default' : 'for some values'
  }

  /** The values that matter of each variable. */
  #domains(formula: Formula): ReadonlyMap<string, readonly string[]> {
    const compared = new Map<string, Set<string>>()
    collect(formula, compared)
    return new Map(
      [...compared].map(([variable, values]) => {
        const declared = this.#declared.parameters.get(variable)
        if (declared === undefined || declaredType(declared) === 'boolean')
          return [variable, ['true', 'false']] as const
        const preset = this.#preset(variable)
        const allowed = allowedIn(declared, this.#spell)
        const all = [...(preset === undefined ? values : values.add(preset))]
        if (allowed === undefined) return [variable, [...all, other]] as const
        const others = allowed.some((one) => !values.has(one)) ? [other] : []
        return [variable, [...all.filter((one) => allowed.includes(one)), ...others]] as const
      }),
    )
  }

  #preset(variable: string): string | undefined {
    const declared = this.#declared.parameters.get(variable)
    const value = scalarOf(declared === undefined ? undefined : this.#valueOf(variable))
    if (declared === undefined || value === undefined || value.type === 'null') return undefined
    if (declaredType(declared) !== 'boolean') return String(value.value)
    return /^(?:1|t|true|on|y|yes)$/i.test(String(value.value).trim()) ? 'true' : 'false'
  }
}

function allowedIn(declared: Mapping, spell: (key: string) => string): readonly string[] | undefined {
  const inHot = listOf(readValue(declared, 'constraints'))?.items.map((one) =>
    listOf(readValue(mapOf(one), 'allowed_values')),
  )
  const list = inHot?.find((one) => one !== undefined) ?? listOf(readValue(declared, spell('allowed_values')))
  const values = list?.items.map((one) => scalarOf(one)?.value)
  return values?.every((one) => one !== undefined && one !== null) ? values.map(String) : undefined
}

/** Python's `==`, to which `true`, 1 and 1.0 are one number. */
function isSame(one: Scalar, other: Scalar): boolean {
  const isNumber = ({ type }: Scalar) => type === 'int' || type === 'float' || type === 'bool'
  if (isNumber(one) && isNumber(other)) return Number(one.value) === Number(other.value)
  return one.type === other.type && one.value === other.value
}

function parameterIn(node: Node): string | undefined {
  const call = callOf(resolved(node))
  return call?.name === 'get_param' || call?.name === 'Ref' ? stringOf(call.argument) : undefined
}

function variableOf(name: string): Formula {
  return { is: 'equal', variable: `\0${name}`, value: 'true' }
}

/** Nothing is known of the value, but equal source text has the same value. */
function open(node: Node): Formula {
  const left = { nodes: LARGEST }
  const text = shape(node, left)
  return variableOf(left.nodes < 0 ? `at ${offsetOf(node)}` : text)
}

function shape(node: Node, left: { nodes: number }): string {
  left.nodes -= 1
  if (left.nodes < 0) return ''
  const target = resolved(node)
  if (target.kind === 'scalar') return JSON.stringify([target.type, String(target.value)])
  if (target.kind === 'seq') return `[${target.items.map((item) => shape(item, left)).join()}]`
  return `{${target.entries.map((one) => `${shape(one.key, left)}:${shape(one.value, left)}`).join()}}`
}

function collect(formula: Formula, found: Map<string, Set<string>>): void {
  switch (formula.is) {
    case 'constant':
      return
    case 'equal': {
      const values = found.get(formula.variable) ?? new Set()
      found.set(formula.variable, values.add(formula.value))
      return
    }
    case 'not':
      collect(formula.of, found)
      return
    case 'all':
    case 'any':
      for (const one of formula.of) collect(one, found)
  }
}

/** Whether a formula is true whatever values parameters have. */
export function holdsAlways(formula: Formula): boolean {
  return isAlways(formula, true)
}

/** Whether a formula is false whatever values parameters have. */
export function holdsNever(formula: Formula): boolean {
  return isAlways(formula, false)
}

function isAlways(formula: Formula, value: boolean): boolean {
  switch (formula.is) {
    case 'constant':
      return formula.value === value
    case 'equal':
      return false
    case 'not':
      return isAlways(formula.of, !value)
    case 'all':
    case 'any': {
      // One that is false decides about all, one that is true about any.
      const isDecided = (formula.is === 'any') === value
      const test = (one: Formula) => isAlways(one, value)
      return isDecided ? formula.of.some(test) : formula.of.every(test)
    }
  }
}

function holdsIn(formula: Formula, world: ReadonlyMap<string, string>): boolean {
  switch (formula.is) {
    case 'constant':
      return formula.value
    case 'equal':
      return world.get(formula.variable) === formula.value
    case 'not':
      return !holdsIn(formula.of, world)
    case 'all':
      return formula.of.every((one) => holdsIn(one, world))
    case 'any':
      return formula.of.some((one) => holdsIn(one, world))
  }
}
