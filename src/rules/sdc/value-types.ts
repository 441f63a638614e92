/** Whether SDC finds that a value fits a type: not always as Heat does (org.openecomp.sdc.heat.datatypes.DefinedHeatParameterTypes). */
import type { Node, Scalar } from '../../text/document/node.ts'
import { hasLocalTag, resolved } from '../../text/document/read.ts'
import { parameterTypes } from '../onap/vnf/template.ts'
import { toscaUnits } from './checks.ts'

export function isKnownType(type: string): boolean {
  return parameterTypes.has(type)
}

/** @param type one of `isKnownType`; any other has no value that fits */
export function fits(value: Node, type: string): boolean {
  const node = resolved(value)
  switch (type) {
    case 'number':
      return node.kind === 'scalar' && isNumber(node)
    case 'boolean':
      return node.kind === 'scalar' && isBoolean(node)
    case 'comma_delimited_list':
      return node.kind !== 'map' || node.entries.length > 1
    case 'json':
      return node.kind === 'map' || node.kind === 'seq'
    case 'string':
      return node.kind === 'scalar' && isString(node)
    default:
      return false
  }
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdDlL]?$/
const hexadecimal = /^[+-]?0[xX][0-9a-fA-F]+$/

function isNumber({ type, value }: Scalar): boolean {
  if (type === 'int' || type === 'float') return true
  if (type !== 'str') return false
  return isNumberText(value as string)
}

/** A number as Java reads it, in which a leading zero makes an octal one, or a size with a unit of TOSCA. */
function isNumberText(text: string): boolean {
  if (/^[+-]?0\d*[89]\d*$/.test(text)) return false
  if (decimal.test(text) || hexadecimal.test(text)) return true
  const spaced = /^\d+ +([A-Za-z]{1,3})$/.exec(text)?.[1]
  if (spaced !== undefined) return toscaUnits.has(spaced.toUpperCase())
  const joined = /^\d+([A-Z]{1,3})$/.exec(text)?.[1]
  return joined !== undefined && toscaUnits.has(joined)
}

const booleanWords = /^(?:t|f|true|false|on|off|y|n|yes|no)$/i

function isBoolean({ type, value }: Scalar): boolean {
  if (type === 'bool') return true
  if (type === 'int') return value === 0 || value === 1 || value === 0n || value === 1n
  return type === 'str' && booleanWords.test(value as string)
}

/** What SnakeYAML takes for a point in time, and PyYAML's users for a string. */
const date = /^\d{4}-\d{2}-\d{2}$|^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}/

function isString(node: Scalar): boolean {
  const { type, value, style } = node
  if (hasLocalTag(node) || node.tag === '!!binary') return false
  if (type === 'int') return Math.abs(Number(value)) < 2 ** 63
  return !(style === 'plain' && node.tag === undefined && date.test(String(value)))
}
