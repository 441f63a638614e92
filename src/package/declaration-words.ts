/** What the declaration of a parameter says of its value, for comments in environments. */
import { plainData } from '../document/data.ts'
import { resolved, textOf } from '../document/read.ts'
import { readValue } from '../heat/merge-keys.ts'
import type { Declaration } from './effective-value.ts'

/** Type, description and constraints, in one line. */
export function declarationWords({ map }: Pick<Declaration, 'map'>): string {
  const word = (name: string) => textOf(readValue(map, name))
  const constraints = readValue(map, 'constraints')
  return [
    word('type') ?? 'string',
    word('description'),
    constraints === undefined ? undefined : `constraints ${inOneLine(plainData(resolved(constraints)))}`,
  ]
    .flatMap((one) => one?.replace(/\s+/g, ' ').trim() || [])
    .join('; ')
}

/** Data as YAML has it in braces; what is not plain in quotes. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (value instanceof Map) return inBraces([...value])
  if (typeof value === 'object' && value !== null) return inBraces(Object.entries(value))
  return typeof value === 'string' && !/^[\w./: -]+$/.test(value) ? JSON.stringify(value) : String(value)
}

function inBraces(pairs: readonly (readonly [unknown, unknown])[]): string {
  return `{${pairs.map(([key, value]) => `${inOneLine(key)}: ${inOneLine(value)}`).join(', ')}}`
}
