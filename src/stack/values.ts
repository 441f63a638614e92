/**
 * Where the parameters of a template have their values from (heat/engine/environment.py, heat/engine/parameters.py).
 */

import { entriesRead, entryRead, readValue } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import { plainData } from '../text/document/data.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { isNull, mapOf, nameOf, resolved, stringOf } from '../text/document/read.ts'
import type { NestedCall } from './calls.ts'
import type { SourceFile } from './source-file.ts'

/** A parameter that a template declares. */
export interface Declaration {
  readonly name: string
  readonly entry: Entry
  /** Its attributes, through an alias; undefined when it has none. */
  readonly map: Mapping | undefined
}

/** The parameters that a template declares, as Heat reads them, merge keys included: of equal names the last counts. */
export function declaredParameters(root: Mapping): readonly Declaration[] {
  const last = new Map<string, Entry>()
  for (const entry of entriesRead(section(root, 'parameters'))) {
    const name = nameOf(entry)
    if (name === undefined) continue
    // Its position is that of the entry which counts.
    last.delete(name)
    last.set(name, entry)
  }
  return [...last].map(([name, entry]) => ({ name, entry, map: mapOf(entry.value) }))
}

export function declaredParameter(root: Mapping, name: string): Declaration | undefined {
  const entry = entryRead(section(root, 'parameters'), name)
  return entry === undefined ? undefined : { name, entry, map: mapOf(entry.value) }
}

/** The default that takes effect: null counts as none. */
export function effectiveDefault(declaration: Pick<Declaration, 'map'> | undefined): Node | undefined {
  const node = readValue(declaration?.map, 'default', 'Default')
  return isNull(node) ? undefined : node
}

/** The sections of an environment that give parameters a value. */
export const valueSections = ['parameters', 'parameter_defaults'] as const
export type ValueSection = (typeof valueSections)[number]

/**
 * What counts of the values that the sections of environments have for a parameter: the only order of precedence among them.
 * @param valueIn undefined where a section has none, and for null, which is none
 */
export function firstGiven<Given>(
  valueIn: (section: ValueSection) => Given | undefined,
  sections: readonly ValueSection[] = valueSections,
): { readonly from: ValueSection; readonly value: Given } | undefined {
  for (const from of sections) {
    const value = valueIn(from)
    if (value !== undefined) return { from, value }
  }
  return undefined
}

/** The entries with which an environment gives a parameter its values. */
export function valueEntries({ root }: SourceFile, name: string): readonly Entry[] {
  return valueSections.flatMap((part) => entryRead(readValue(root, part), name) ?? [])
}

/** The value that a caller passes for a parameter, also null; undefined when it passes nothing. */
export function passedValue(call: NestedCall, name: string): Node | undefined {
  return readValue(mapOf(call.properties), name)
}

// The description of a parameter's value in its declaration, for comments in environments.

/** Type, description and constraints, in one line. */
export function declarationWords({ map }: Pick<Declaration, 'map'>): string {
  const word = (name: string) => stringOf(readValue(map, name))
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
