/** Literal values of properties against their types; heat/engine/properties.py: Property._get_string and so on. */

import type { Node } from '../document/node.ts'
import { resolved, scalarOf } from '../document/read.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { pythonNumber } from '../heat/python-numbers.ts'
import type { SchemaType } from '../heat/resource-types.ts'
import { removedFunctionsOf } from '../heat/versions.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'

/** What a value is not, as the end of a sentence; undefined for what fits, for null, and for calls. */
export function misfit(type: SchemaType, value: Node, words: Vocabulary): string | undefined {
  const node = resolved(value)
  const scalar = scalarOf(node)
  if (scalar?.type === 'null' || isCall(callOf(node), words)) return undefined
  switch (type) {
    case 'string':
      // Python's `str` of an integer or boolean is taken, that of other numbers is not.
      if (scalar === undefined) return 'no text'
      return scalar.type === 'float' ? 'a number with a fraction, and no text; quote it' : undefined
    case 'integer':
      return isWhole(node) ? undefined : 'no whole number'
    case 'number':
      return pythonNumber(node) === undefined ? 'no number' : undefined
    case 'boolean':
      return /^(?:true|false)$/i.test(String(scalar?.value)) && scalar?.type !== 'int'
        ? undefined
        : 'neither true nor false'
    case 'list':
      return node.kind === 'seq' ? undefined : 'no list'
    case 'map':
      return node.kind === 'map' ? undefined : 'no mapping'
    case 'any':
    case 'unknown':
      return undefined
  }
}

/** Calls may give anything; of a removed function it is said elsewhere that it is gone. */
function isCall(call: Call | undefined, words: Vocabulary): boolean {
  if (call === undefined) return false
  const isRemoved = words.version !== undefined && removedFunctionsOf(words.version).has(call.name)
  return isRemoved || isResolved(call, words)
}

/** `int` cuts the fraction off a number, and refuses it in a text. */
function isWhole(node: Node): boolean {
  const number = pythonNumber(node)
  return number !== undefined && (number.isInteger || scalarOf(node)?.type === 'float')
}
