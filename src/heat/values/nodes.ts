/** Literals as they are written: the adapter of `convert` and of constraints for nodes. */

import type { Node } from '../../text/document/node.ts'
import { isNull, resolved, scalarOf } from '../../text/document/read.ts'
import { constraintProblem } from '../constraints.ts'
import type { HotParameterType } from '../dialects.ts'
import type { Constraint, PropertySchema, SchemaType } from '../facts/resource-types.ts'
import { entriesRead } from '../merge-keys.ts'
import { convert, Refusal, type Shape, shapeRefusal } from './convert.ts'
import { keyOf, scalarValue } from './data.ts'
import { misfitInUse, passedValue } from './parameters.ts'
import { pythonRepr, toNumber } from './python-text.ts'
import { Failure, Float, isInteger, isKnown, type Key, Opaque, setEntry, type Value } from './value.ts'

/** Whether a value cannot be seen here: a function gives it, or something is put into it first. */
export type IsOpen = (node: Node) => boolean

const open = new Opaque('a value', [], 'a function gives it')
const nothingOpen: IsOpen = () => false

/** More than any literal has that is held against something; aliases of aliases expand to more than any memory holds. */
const mostNodes = 100_000

/** The value of a literal. What is open in it, or beyond all bounds, is opaque. */
export function literalOf(node: Node, isOpen: IsOpen = nothingOpen): Value {
  let left = mostNodes
  const valueOf = (one: Node): Value => {
    const target = resolved(one)
    left -= 1
    if (left < 0 || isOpen(target)) return open
    if (target.kind === 'scalar') return scalarValue(target)
    if (target.kind === 'seq') return target.items.map(valueOf)
    const map = new Map<Key, Value>()
    for (const entry of entriesRead(target))
      setEntry(
        map,
        keyOf(entry, ({ target: anchored }) => anchored),
        valueOf(entry.value),
      )
    return map
  }
  return valueOf(node)
}

/** One level of a literal, which costs nothing however much is in it. */
function shapeOf(node: Node): Shape<Node> {
  const target = resolved(node)
  if (target.kind === 'scalar') return scalarValue(target)
  return target.kind === 'seq' ? target.items : new Map()
}

// Properties

/**
 * Why Heat refuses a literal for a property, as the end of a sentence about the value; undefined when it does not. The
 * contents of a list or map are not looked at. Null counts as the default, or else as what the type has for nothing.
 */
export function propertyProblem(schema: PropertySchema, node: Node, isOpen: IsOpen): string | undefined {
  const refusal = shapeRefusal(schema, shapeOf(node))
  if (refusal !== undefined) return refusal.problem
  const { type = 'string', constraints = [], default: preset, parameter } = schema
  if ((constraints.length === 0 && parameter === undefined) || (isNull(node) && preset !== undefined))
    return undefined
  const literal = literalOf(node, isOpen)
  const value = convert(schema, literal)
  if (value instanceof Refusal) return undefined
  const found = firstProblem(constraints, value, type)
  if (found !== undefined)
    return isNull(node) ? `is empty, which counts as ${pythonRepr(value)}, and ${found}` : found
  return parameter === undefined || !isKnown(literal)
    ? undefined
    : passedProblem(parameter, constraints, literal)
}

/** Why a nested template refuses what its caller passes for a parameter. */
function passedProblem(
  parameter: HotParameterType,
  constraints: readonly Constraint[],
  literal: Value,
): string | undefined {
  const passed = passedValue(parameter, literal)
  return passed instanceof Refusal ? passed.problem : misfitInUse(parameter, constraints, passed)?.problem
}

function firstProblem(
  constraints: readonly Constraint[],
  value: Value,
  type: SchemaType,
): string | undefined {
  for (const one of constraints) {
    const problem = constraintProblem(one, value, type)
    if (problem !== undefined) return problem
  }
  return undefined
}

const examples: Readonly<Record<'list' | 'map', Value>> = { list: [], map: new Map() }

/** Whether a property may take a value of a kind; a scalar may be one that converts. */
export function takesKind(schema: PropertySchema, kind: SchemaType): boolean {
  if (kind === 'list' || kind === 'map')
    return shapeRefusal(schema, examples[kind] as Shape<Value>) === undefined
  const { type = 'string', allowConversion } = schema
  return (type !== 'list' && type !== 'map') || (allowConversion === true && kind === 'string')
}

interface PythonNumber {
  readonly value: number
  /** `int` and `bool` are, `float` is not, whatever its value. */
  readonly isInteger: boolean
}

/** `str_to_num`: undefined where Python raises an error, as for null, lists, mappings, and strings that hold no number. */
export function pythonNumber(node: Node): PythonNumber | undefined {
  const scalar = scalarOf(node)
  if (scalar === undefined) return undefined
  try {
    const number = toNumber(scalarValue(scalar))
    return { value: number instanceof Float ? number.value : Number(number), isInteger: isInteger(number) }
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
