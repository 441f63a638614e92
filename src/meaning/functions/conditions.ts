/** Conditions and what depends on them; heat/engine/hot/functions.py, heat/engine/cfn/functions.py. */

import { Failure, omitted, pythonEquals, type Value } from '../../heat/values/value.ts'
import type { Node } from '../../text/document/node.ts'
import { orFailure, refusal } from '../failing.ts'
import { Dynamic, itemsOf, type Lowering, type Snippet, unpacked, valueIn } from '../snippet.ts'
import type { Term } from '../terms/term.ts'
import type { TemplateWorld } from '../world.ts'
import { isTrueSnippet, valueError } from './arguments.ts'
import type { FunctionClass, FunctionSite, Macro } from './class.ts'

/** `hot.functions.Equals`, also `cfn.functions.Equals` */
export const equals: FunctionClass = (argument, { name }) => {
  if (!isTrueSnippet(argument) || itemsOf(argument) === undefined)
    throw valueError(`Arguments to "${name}" must be of the form: [value_1, value_2]`)
  const [one, other] = unpacked(argument, 2) as [Snippet, Snippet]
  return {
    lower(lowering) {
      const [left, right] = [lowering.value(one), lowering.value(other)]
      return lowering.terms.equals(left, right)
    },
    run(world) {
      return pythonEquals(valueIn(one, world), valueIn(other, world))
    },
  }
}

/** A condition inside another: true or false, or a name. */
function isMet(condition: Value, world: TemplateWorld): boolean {
  return typeof condition === 'boolean' ? condition : world.condition(condition)
}

function several(every: boolean): FunctionClass {
  return (argument, { name }) => {
    const items = itemsOf(argument)
    if (items === undefined) throw valueError(`Arguments to "${name}" must be a list of conditions`)
    if (items.length < 2) throw valueError(`The minimum number of condition arguments to "${name}" is 2.`)
    return {
      lower(lowering) {
        // All are resolved first; the names among them are looked up one by one, until the answer is there.
        const operands = lowering.lowerItems(items)
        return lowering.terms.present(operands, (present) => together(every, present, lowering))
      },
      run(world) {
        const conditions = valueIn(argument, world) as readonly Value[]
        const test = (condition: Value) => isMet(condition, world)
        return every ? conditions.every(test) : conditions.some(test)
      },
    }
  }
}

function together(every: boolean, operands: readonly Term[], lowering: Lowering): Term {
  const { terms } = lowering
  let result = every ? terms.true : terms.false
  for (const operand of operands) {
    // Once the answer is there, what follows is not looked up.
    if (result.tag === 'refused' || result === (every ? terms.false : terms.true)) return result
    const met = lowering.under(result, every, () => lowering.met(operand))
    result = every ? terms.and(result, met) : terms.or(result, met)
  }
  return result
}

function negated(operand: Snippet, lowering: Lowering): Term {
  const met = lowering.isMet(operand)
  return met.tag === 'refused' ? met : lowering.terms.not(met)
}

/** `hot.functions.And` */
export const and = several(true)
/** `hot.functions.Or` */
export const or = several(false)

/** `hot.functions.Not` */
export const not: FunctionClass = (argument, { name }) => {
  if (argument === null) throw valueError(`Argument to "${name}" must be a condition`)
  return {
    run: (world) => !isMet(valueIn(argument, world), world),
    lower: (lowering) => negated(argument, lowering),
  }
}

/** `cfn.functions.Not`: a list of one. */
export const cfnNot: FunctionClass = (argument, { name }) => {
  const [condition] = itemsOf(argument) ?? []
  if (condition === undefined || itemsOf(argument)?.length !== 1) {
    throw valueError(`Arguments to "${name}" must be of the form: [condition]`)
  }
  return {
    run: (world) => !isMet(valueIn(condition, world), world),
    lower: (lowering) => negated(condition, lowering),
  }
}

/** Heat parses only the branch that is taken (`function.Macro`). */
function ifClass(nullable: boolean): Macro {
  return (argument, site) => {
    const node = site.resolved(argument)
    const items = node.kind === 'seq' ? node.items : []
    const fits = items.length === 3 || (nullable && items.length === 2)
    if (!fits)
      throw valueError(
        `Arguments to "${site.name}" must be of the form: [condition_name, value_if_true, value_if_false]`,
      )
    return branching(items, site)
  }
}

function branching(items: readonly Node[], site: FunctionSite) {
  const condition = site.parseCondition(items[0] as Node)
  // Both are parsed here, but what the other branch has wrong comes up only when that is taken.
  const branches = items.slice(1).map((item) => site.parse(item))
  const taken = (world: TemplateWorld): Snippet | typeof omitted => {
    const met = orFailure(() => isMet(valueIn(condition, world), world))
    // The condition is checked while the function is parsed.
    if (met instanceof Failure) throw refusal(met)
    const branch = branches[met ? 0 : 1]
    return branch === undefined ? omitted : branch
  }
  return {
    transparent: true as const,
    branches: { condition, values: branches },
    lower(lowering: Lowering): Term {
      const { terms } = lowering
      const met = terms.question(lowering.isMet(condition))
      if (met.tag === 'refused') return met
      const [one, other] = [true, false].map((holds, index) => {
        const branch = branches[index]
        const isNever = met === (holds ? terms.false : terms.true)
        return branch === undefined || isNever
          ? terms.omitted
          : lowering.under(met, holds, () => lowering.lower(branch))
      }) as [Term, Term]
      return terms.choice(met, one, other)
    },
    run(world: TemplateWorld) {
      const branch = taken(world)
      return branch instanceof Dynamic ? branch.resolve(world) : branch
    },
    dependencies(world: TemplateWorld, into: Set<string>) {
      const branch = taken(world)
      if (branch instanceof Dynamic) branch.dependencies(world, into)
    },
  }
}

/** `hot.functions.If`, also `cfn.functions.If` */
export const ifElse = ifClass(false)
/** `hot.functions.IfNullable` */
export const ifNullable = ifClass(true)
