/** Functions of literal arguments computed, so that what they give is looked at as if it were written out. */

import { type Call, callOf } from '../heat/calls.ts'
import type { Dialect } from '../heat/dialect.ts'
import { functionTable } from '../heat/functions/classes.ts'
import { branchesOnCondition, functionRow } from '../heat/functions/table.ts'
import { declarations, hotName, section } from '../heat/sections.ts'
import { dataOf } from '../heat/values/data.ts'
import { Failure, Float, isList, isMap, omitted, type Value } from '../heat/values/value.ts'
import { callSites, rewriteValues } from '../heat/walk.ts'
import { Budget, TooLarge } from '../meaning/budget.ts'
import { Parser } from '../meaning/parser.ts'
import { Dynamic, type Snippet } from '../meaning/snippet.ts'
import { NoWorld, notComputed } from '../meaning/world.ts'
import { boolean, entry, integer, list, mapping, nothing, number, string } from '../text/document/build.ts'
import { type Entry, type Mapping, type Node, replacedNode } from '../text/document/node.ts'
import { listOf, mapOf, nameOf, stringOf } from '../text/document/read.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'

/**
 * The template with each function whose arguments are literals replaced by what it gives; the template itself where
 * there is none. The new nodes stand where the functions stood. What Heat refuses to compute remains a function.
 */
export function withKnownValues(root: Mapping, words: Vocabulary, leaveOut: LeaveOut): Mapping {
  const computer = new Computer(root, words, noValues, leaveOut)
  // Few templates have any, and walking to them costs less than walking to rewrite.
  if (!callSites(root).some(({ call, site }) => site.role === 'value' && computer.mayKnow(call))) return root
  // What stands in place of a whole part of a resource is said there, but for the policy, which functions may give.
  const parts = new Set(
    (section(root, 'resources')?.entries ?? []).flatMap(
      ({ value }) =>
        mapOf(value)?.entries.flatMap((one) =>
          hotName(nameOf(one) ?? '') === 'deletion_policy' ? [] : replacedNode(one.value),
        ) ?? [],
    ),
  )
  return rewriteValues(
    root,
    false,
    (node, { role }) => (role === 'value' && !parts.has(replacedNode(node)) ? computer.known(node) : node),
    'calls',
  )
}

/** Takes a function or a parameter whose value is not looked at, since it is larger than any real one. */
export type LeaveOut = (at: Node) => void

/** What parameters give; undefined where that is not known. */
export type ParameterValues = (parameter: string) => Value | undefined

const noValues: ParameterValues = () => undefined

/** Computes functions of literals, and of parameters whose values are known. */
export class Computer {
  readonly #root: Mapping
  readonly #words: Vocabulary
  readonly #dialect: Dialect
  readonly #budget: Budget
  /** For the nodes that stand for values: a value may be read again and again. */
  readonly #nodes = Budget.ofTerms(0)
  readonly #values: ParameterValues
  readonly #declared: ReadonlySet<string>
  readonly #leaveOut: LeaveOut
  #world: LiteralWorld | undefined

  constructor(root: Mapping, words: Vocabulary, values: ParameterValues, leaveOut: LeaveOut) {
    this.#root = root
    this.#words = words
    this.#values = values
    this.#leaveOut = leaveOut
    this.#declared = new Set(declarations(root).parameters.keys())
    this.#dialect =
      words.version === undefined
        ? { kind: words.versionKey === 'AWSTemplateFormatVersion' ? 'cfn' : 'heat-cfn', reading: 'heat' }
        : { kind: 'hot', version: words.version }
    this.#budget = Budget.ofTerms(0)
  }

  known(node: Node): Node {
    const call = callOf(node)
    if (call === undefined || !this.mayKnow(call)) return node
    const value = this.#computed(node)
    return (value === undefined ? undefined : this.#written(value, node)) ?? node
  }

  /** Whether a function is one of literals, or reads a parameter whose value is known. */
  mayKnow({ name, argument, node }: Call): boolean {
    // What branches is looked at in all of its branches.
    if (branchesOnCondition(name)) return false
    const refersTo = functionRow(name)?.refersTo ?? 'mapping'
    const isKnown = refersTo === 'mapping' || this.parameterIn(node) !== undefined
    return isKnown && this.#isLiteral(argument) && isResolved({ name }, this.#words)
  }

  #written(value: Value, old: Node): Node | undefined {
    try {
      return nodeOf(value, { old, words: this.#words, budget: this.#nodes })
    } catch (error) {
      return this.#leftOut(old, error)
    }
  }

  /** The parameter that a function reads, where its value is known. */
  parameterIn(node: Node): string | undefined {
    const call = callOf(node)
    if (call === undefined || !isResolved(call, this.#words)) return undefined
    if (functionRow(call.name)?.refersTo?.startsWith('parameter') !== true) return undefined
    const name = stringOf(listOf(call.argument)?.items[0] ?? call.argument)
    return name !== undefined && this.#values(name) !== undefined ? name : undefined
  }

  /** Whether a node is written out, without functions and aliases. */
  #isLiteral(node: Node): boolean {
    if (node.kind === 'scalar') return true
    if (node.kind === 'alias' || isResolved(callOf(node), this.#words)) return false
    if (node.kind === 'seq') return node.items.every((item) => this.#isLiteral(item))
    return node.entries.every((one) => one.key.kind === 'scalar' && this.#isLiteral(one.value))
  }

  #computed(node: Node): Value | undefined {
    this.#world ??= new LiteralWorld(this.#root, this.#budget, this.#values)
    try {
      const snippet: Snippet = new Parser(
        node,
        functionTable(this.#dialect),
        false,
        { resources: noNames, parameters: this.#declared },
        undefined,
      ).parse(node)
      const value = snippet instanceof Dynamic ? snippet.resolve(this.#world) : snippet
      return value === omitted ? undefined : value
    } catch (error) {
      if (error instanceof Failure) return undefined
      return this.#leftOut(node, error)
    }
  }

  /** @throws the error where it is another one */
  #leftOut(node: Node, error: unknown): undefined {
    if (!(error instanceof TooLarge)) throw error
    this.#leaveOut(node)
  }
}

const noNames: ReadonlySet<string> = new Set()

/** Where a value is to stand. */
interface Place {
  readonly old: Node
  readonly words: Vocabulary
  readonly budget: Budget
}

/** Undefined for what a literal cannot stand for: keys that are not strings, and what would be read as a function. */
function nodeOf(value: Value, like: Place): Node | undefined {
  like.budget.spend(1, 0)
  const made = { for: like.old }
  if (value === null) return nothing(made)
  if (typeof value === 'string') return string(value, made)
  if (typeof value === 'boolean') return boolean(value, made)
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value, made)
  if (value instanceof Float) return number({ type: 'float', value: value.value }, made)
  if (isList(value)) {
    const items = value.map((item) => nodeOf(item, like))
    return items.includes(undefined) ? undefined : list(items as Node[], made)
  }
  if (!isMap(value)) return undefined
  const entries: Entry[] = []
  for (const [key, item] of value) {
    const node = nodeOf(item, like)
    if (typeof key !== 'string' || node === undefined) return undefined
    entries.push(entry(string(key, made), node))
  }
  const map = mapping(entries, made)
  return isResolved(callOf(map), like.words) ? undefined : map
}

/** Nothing but the mappings of the template and some of its parameters is known. */
class LiteralWorld extends NoWorld {
  readonly #root: Mapping
  readonly #values: ParameterValues
  #mappings: Value | undefined

  constructor(root: Mapping, budget: Budget, values: ParameterValues) {
    super(budget)
    this.#root = root
    this.#values = values
  }

  override parameter = (name: string): Value => {
    const value = this.#values(name)
    if (value === undefined) throw notComputed
    return value
  }

  override get mappings(): Value {
    if (this.#mappings === undefined) {
      const node = section(this.#root, 'mappings')
      this.#mappings = node === undefined ? null : dataOf(node)
    }
    return this.#mappings
  }
}
