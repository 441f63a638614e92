/**
 * Where the parameters of a template have their values from (heat/engine/environment.py, heat/engine/parameters.py).
 */

import { plainData } from '../document/data.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, resolved, stringOf } from '../document/read.ts'
import { entriesRead, entryRead, readValue } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
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
export function effectiveDefault(declaration: Declaration | undefined): Node | undefined {
  return valued(readValue(declaration?.map, 'default', 'Default'))
}

/** The environment of a module, or several in the order in which Heat merges them: later ones win. */
type EnvironmentSources = SourceFile | readonly SourceFile[] | undefined

/** A value that environments give in one of their sections; null counts as none. */
export function environmentValue(
  environments: EnvironmentSources,
  part: ValueSection,
  name: string,
): Node | undefined {
  return valueGiven(environments, part, name)?.value
}

/** The same with the environment that gives it. */
export function valueGiven(
  environments: EnvironmentSources,
  part: ValueSection,
  name: string,
): { readonly value: Node; readonly environment: SourceFile } | undefined {
  const all = environments === undefined ? [] : 'root' in environments ? [environments] : environments
  for (const environment of all.toReversed()) {
    // Null takes no earlier value away (`merge_parameters` in heat/common/environment_util.py).
    const value = valued(readValue(mapOf(readValue(environment.root, part)), name))
    if (value !== undefined) return { value, environment }
  }
  return undefined
}

/** All values that environments give the parameters of a module, by their names. */
export function givenValues(environments: readonly SourceFile[]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const part of valueSections)
    for (const { root } of environments.toReversed()) {
      // Of equal names the last counts.
      const own = new Map(
        entriesRead(mapOf(readValue(root, part))).map((one) => [nameOf(one) ?? '', one.value]),
      )
      for (const [name, value] of own) if (!found.has(name) && !isNull(value)) found.set(name, value)
    }
  return found
}

/** The sections of an environment that give parameters a value. */
export const valueSections = ['parameters', 'parameter_defaults'] as const
export type ValueSection = (typeof valueSections)[number]

/** The entries with which an environment gives a parameter its values. */
export function valueEntries({ root }: SourceFile, name: string): readonly Entry[] {
  return valueSections.flatMap((part) => entryRead(readValue(root, part), name) ?? [])
}

/** Where a value comes from. */
type ValueSource = 'property' | 'parameters' | 'parameter_defaults' | 'default' | 'input'

interface EffectiveValue {
  readonly from: ValueSource
  /** Undefined for required input. */
  readonly node: Node | undefined
}

/**
 * The value of a module's parameter: `parameters` of its environment, else `parameter_defaults`, else its default, else
 * it is required input. Null is no value anywhere, an empty string or list is one.
 */
export function moduleValue(
  module: SourceFile,
  environment: EnvironmentSources,
  name: string,
): EffectiveValue {
  for (const from of ['parameters', 'parameter_defaults'] as const) {
    const node = environmentValue(environment, from, name)
    if (node !== undefined) return { from, node }
  }
  return defaultOrInput(module, name)
}

/** The value that a caller passes for a parameter, also null; undefined when it passes nothing. */
export function passedValue(call: NestedCall, name: string): Node | undefined {
  return readValue(mapOf(call.properties), name)
}

function defaultOrInput(file: SourceFile, name: string): EffectiveValue {
  const node = effectiveDefault(declaredParameter(file.root, name))
  return node === undefined ? { from: 'input', node } : { from: 'default', node }
}

function valued(node: Node | undefined): Node | undefined {
  return isNull(node) ? undefined : node
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
