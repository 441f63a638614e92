/** The template as it is with the values that its parameters get, where these are known. */

import { callOf } from '../heat/calls.ts'
import { anyCall, callsWithin } from '../heat/calls-within.ts'
import { branchesOnCondition } from '../heat/functions/table.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declaredType } from '../heat/parameters.ts'
import { type Declarations, declarations, hotName } from '../heat/sections.ts'
import { dataOf, type FollowAlias } from '../heat/values/data.ts'
import { Failure, type Value } from '../heat/values/value.ts'
import { mapSection } from '../heat/walk.ts'
import { aliasesOf, aliasesOfMerged } from '../meaning/aliases.ts'
import { TooLarge } from '../meaning/budget.ts'
import { parameterValue } from '../meaning/parameters.ts'
import type { ParameterValue } from '../stack/value-of.ts'
import { mapEntries, withItems, withValue } from '../text/document/build.ts'
import { type Entry, type Mapping, type Node, offsetOf } from '../text/document/node.ts'
import { listOf, mapOf, nameOf } from '../text/document/read.ts'
import { Computer, type LeaveOut, type ParameterValues } from './known-values.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'
import { holdsAlways, holdsNever, Worlds } from './worlds.ts'

/** The parts of a resource in which Heat resolves functions before it looks at them. */
const parts: ReadonlySet<string> = new Set(['properties', 'update_policy', 'deletion_policy'])

/** Functions of conditions, which `Worlds` interprets. */
const ofConditions: ReadonlySet<string> = new Set([
  'equals',
  'and',
  'or',
  'not',
  'Fn::Equals',
  'Fn::And',
  'Fn::Or',
  'Fn::Not',
])

/** A function that reads a parameter, and is replaced by its value. */
export interface ValueRead {
  readonly parameter: string
  readonly at: number
}

export interface WithValues {
  /** With those resources alone that are certainly made, and hold a value now. */
  readonly changed: Mapping
  /** With all of its resources. */
  readonly root: Mapping
  readonly reads: readonly ValueRead[]
}

/** @returns undefined where no value is read */
export function withParameterValues(
  root: Mapping,
  words: Vocabulary,
  values: ParameterValues,
  leaveOut: LeaveOut,
): WithValues | undefined {
  const walk = new ValueWalk(root, words, values, leaveOut)
  return walk.run()
}

/**
 * What Heat makes of the values of parameters (`Parameter.value`); undefined for those that it refuses, which is said of them,
 * and for those that are not known.
 */
export function typedValues(
  root: Mapping,
  { parameters }: Pick<Declarations, 'parameters'>,
  valueOf: (parameter: string) => ParameterValue | undefined,
  leaveOut: LeaveOut,
): ParameterValues {
  const known = new Map<string, Value | undefined>()
  const follows = new Map<Node, FollowAlias>()
  const aliasesIn = (tree: Node): FollowAlias => {
    const follow = follows.get(tree) ?? aliasesOf(tree)
    follows.set(tree, follow)
    return follow
  }
  const typed = (name: string): Value | undefined => {
    const declaration = parameters.get(name)
    const type = declaredType(declaration)
    const value = type === undefined ? undefined : valueOf(name)
    if (type === undefined || value?.node === undefined) return undefined
    const follow = aliasesOfMerged(treesOf(value, root).map(aliasesIn))
    try {
      return parameterValue(type, dataOf(value.node, follow))
    } catch (error) {
      if (error instanceof TooLarge && declaration !== undefined) leaveOut(declaration)
      else if (!(error instanceof Failure)) throw error
      return undefined
    }
  }
  return (name) => {
    if (!known.has(name)) known.set(name, typed(name))
    return known.get(name)
  }
}

/** The trees that a value stands in, of which the anchors are meant. @param root of the template */
function treesOf(value: ParameterValue & { readonly node: Node }, root: Mapping): readonly Node[] {
  if ('parts' in value) return value.parts.map(({ environment }) => environment.root)
  return [value.from === 'default' ? root : value.node]
}

class ValueWalk {
  readonly #root: Mapping
  readonly #words: Vocabulary
  readonly #computer: Computer
  readonly #reads: ValueRead[] = []
  #worlds: Worlds | undefined

  constructor(root: Mapping, words: Vocabulary, values: ParameterValues, leaveOut: LeaveOut) {
    this.#root = root
    this.#words = words
    this.#computer = new Computer(root, words, values, leaveOut)
  }

  run(): WithValues | undefined {
    const tested = mapSection(this.#root, 'conditions', (one) =>
      withValue(one, this.#node(one.value) ?? one.value),
    )
    this.#reads.length = 0
    this.#worlds = new Worlds(declarations(tested), this.#words.spell, () => undefined)
    const changed = new Set<Entry>()
    const root = mapSection(tested, 'resources', (one) => {
      const made = this.#resource(one)
      if (made !== undefined && made !== one) changed.add(made)
      return made
    })
    if (this.#reads.length === 0) return undefined
    const only = mapSection(root, 'resources', (one) => (changed.has(one) ? one : undefined))
    return { root, changed: only, reads: this.#reads }
  }

  /** The resource with values in it; as it is where its condition is not decided, undefined where it is not made. */
  #resource(one: Entry): Entry | undefined {
    const part = mapOf(one.value)
    if (part === undefined || one.value.kind !== 'map') return one
    const holds = this.#holds(readValue(part, this.#words.spell('condition')))
    if (holds === undefined) return one
    if (!holds) return undefined
    const made = mapEntries(one.value, (inner) =>
      parts.has(hotName(nameOf(inner) ?? '')) ? this.#entry(inner) : inner,
    )
    return withValue(one, made)
  }

  /** Undefined where it is not known. */
  #holds(condition: Node | undefined): boolean | undefined {
    if (condition === undefined) return true
    const tested = this.#node(condition) ?? condition
    const formula = this.#worlds?.ofTest(tested)
    if (formula === undefined) return undefined
    return holdsAlways(formula) ? true : holdsNever(formula) ? false : undefined
  }

  /** Undefined for what `if` leaves out. */
  #entry(one: Entry): Entry | undefined {
    const value = this.#node(one.value)
    return value && withValue(one, value)
  }

  #node(node: Node): Node | undefined {
    if ((callsWithin(node) & anyCall) === 0 || node.kind === 'alias' || node.kind === 'scalar') return node
    const call = callOf(node)
    const isCall = call !== undefined && (isResolved(call, this.#words) || ofConditions.has(call.name))
    if (isCall && branchesOnCondition(call.name)) return this.#branch(node, call.argument)
    if (node.kind === 'seq') return this.#items(node)
    const inside = mapEntries(node, (one) => this.#entry(one))
    return isCall && !ofConditions.has(call.name) ? this.#computed(inside) : inside
  }

  #items(node: Node & { readonly kind: 'seq' }): Node {
    const items = node.items.flatMap((item) => this.#node(item) ?? [])
    return withItems(node, items)
  }

  #computed(node: Node): Node {
    const parameter = this.#computer.parameterIn(node)
    const made = this.#computer.known(node)
    const at = offsetOf(node)
    if (parameter !== undefined && made !== node && at !== undefined) this.#reads.push({ parameter, at })
    return made
  }

  /** What is not decided is left alone: the value may be the very reason why a branch is not taken. */
  #branch(node: Node, argument: Node): Node | undefined {
    const [test, yes, no] = listOf(argument)?.items ?? []
    const holds = test === undefined ? undefined : this.#holds(test)
    if (holds === undefined) return node
    const taken = holds ? yes : no
    return taken && this.#node(taken)
  }
}
