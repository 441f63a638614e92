/** Parameters of a template, whichever of its two spellings the section is in. */
import { boolean, entry, mapping, string, withEntries, withValue } from '../text/document/build.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { nameOf, resolved, scalarOf, stringOf } from '../text/document/read.ts'
import type { HotParameterType } from './dialects.ts'
import { hotWords } from './facts/facts.ts'
import { entriesRead, readValue, replacedRead } from './merge-keys.ts'
import { parameterType } from './parameter-types.ts'
import { declarations, sectionEntry, sectionNames } from './sections.ts'

/** What Heat shows instead of the value of a hidden parameter (heat/engine/parameters.py: `Parameter.__str__`). */
export const hiddenValue = '******'

/** The HOT type of a declared parameter; undefined when it is not declared or of a type that Heat lacks. */
export function declaredType(parameter: Mapping | undefined): HotParameterType | undefined {
  const type = stringOf(readValue(parameter, 'Type', 'type'))
  if (type === undefined) return undefined
  const hot = (Object.keys(hotWords.parameterTypes) as HotParameterType[]).find((name) => name === type)
  if (hot !== undefined) return hot
  const meaning = parameterType(type)
  return meaning !== undefined && 'hot' in meaning ? meaning.hot : undefined
}

/** A parameter to declare; `default` may be a node of the document, which then moves with its comments. */
export interface NewParameter {
  readonly name: string
  readonly type: 'String' | 'CommaDelimitedList' | 'Json'
  readonly description: string
  readonly default?: Node
  /** Whether its value is secret. */
  readonly isHidden?: true
  /** The entry that it replaces, taking over its comments. */
  readonly for?: Entry
  /** More comment lines to write above it, without their marks. */
  readonly comment?: readonly string[]
}

const hotTypes = { String: 'string', CommaDelimitedList: 'comma_delimited_list', Json: 'json' } as const

/** The template with one more parameter, at the end of its section; the section is made where it is missing. */
export function addParameter(root: Mapping, parameter: NewParameter): Mapping {
  const existing = sectionEntry(root, 'parameters')
  const inHot =
    existing === undefined
      ? readValue(root, 'heat_template_version') !== undefined
      : nameOf(existing) === 'parameters'
  const added = declaration(parameter, inHot)
  if (existing === undefined) {
    const section = entry(inHot ? 'parameters' : 'Parameters', mapping([added], { style: 'block' }))
    return withEntries(root, insertBeforeResources(root.entries, section))
  }
  const map =
    existing.value.kind === 'map' ? existing.value : mapping([], { for: existing.value, style: 'block' })
  const changed = withValue(existing, withEntries(map, [...map.entries, added]))
  // A section that an alias brings in is left out by one of the template's own, which then has all of it.
  return (
    replacedRead(root, existing, changed) ?? withEntries(root, insertBeforeResources(root.entries, changed))
  )
}

function declaration(parameter: NewParameter, inHot: boolean): Entry {
  const spell = (key: string) => (inHot ? key.toLowerCase() : key)
  const entries = [
    entry(spell('Type'), string(inHot ? hotTypes[parameter.type] : parameter.type)),
    entry(spell('Description'), string(parameter.description)),
  ]
  if (parameter.isHidden === true) entries.push(entry(inHot ? 'hidden' : 'NoEcho', boolean(true)))
  if (parameter.default !== undefined) entries.push(entry(spell('Default'), parameter.default))
  return entry(parameter.name, mapping(entries, { style: 'block' }), {
    for: parameter.for,
    comment: parameter.comment,
  })
}

/** Before the first section that may use parameters; descriptions and versions remain on top. */
function insertBeforeResources(entries: readonly Entry[], section: Entry): Entry[] {
  const users: readonly string[] = [
    ...sectionNames.mappings,
    ...sectionNames.conditions,
    ...sectionNames.resources,
    ...sectionNames.outputs,
  ]
  const at = entries.findIndex((one) => users.includes(nameOf(one) ?? ''))
  return at === -1 ? [...entries, section] : [...entries.slice(0, at), section, ...entries.slice(at)]
}

/** `wanted`, or the first of its variants that no parameter or resource has: Heat refuses names that are both. */
export function freeName(root: Mapping, wanted: string, variants: readonly string[]): string {
  const { parameters, resources } = declarations(root)
  const taken = (name: string) => parameters.has(name) || resources.has(name)
  const free = [wanted, ...variants].find((name) => !taken(name))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1) if (!taken(`${wanted}_${number}`)) return `${wanted}_${number}`
}

/** Whether a value is true in Python: everything but null, false, zero, and what is empty. */
export function isTruthy(node: Node): boolean {
  const value = resolved(node)
  if (value.kind === 'seq') return value.items.length > 0
  if (value.kind === 'map') return entriesRead(value).length > 0
  return Boolean(value.value) || Number.isNaN(value.value)
}

/** The spellings of true. For `NoEcho` Heat accepts only `true` (heat/engine/parameters.py, `Schema.from_dict`). */
const trueTexts: ReadonlySet<string> = new Set(['1', 't', 'true', 'on', 'y', 'yes'])

/**
 * Whether the values of a declared parameter are secret. Heat reads every string of `hidden` but the empty one as true,
 * `"false"` too (heat/engine/hot/parameters.py, `HOTParamSchema.from_dict`).
 */
export function isHidden(declaration: Mapping | undefined): boolean {
  const hidden = readValue(declaration, 'hidden')
  if (hidden !== undefined) return isTruthy(hidden)
  const noEcho = scalarOf(readValue(declaration, 'NoEcho'))
  return noEcho !== undefined && trueTexts.has(String(noEcho.value).trim().toLowerCase())
}

// Constraints of parameters: keys of their own in CloudFormation, items of one list in HOT.

/** Those with two bounds: in HOT both are in one mapping; heat/engine/cfn/parameters.py. */
export const cfnBounds = [
  { kind: 'range', min: 'MinValue', max: 'MaxValue' },
  { kind: 'length', min: 'MinLength', max: 'MaxLength' },
] as const

/** Those with one value. */
export const cfnSingle = [
  { kind: 'allowed_values', key: 'AllowedValues' },
  { kind: 'allowed_pattern', key: 'AllowedPattern' },
] as const

/** The order in which one of several constraints in one item counts in HOT (`_constraint_from_def`). */
export const constraintOrder = [
  'modulo',
  'range',
  'length',
  'allowed_values',
  'allowed_pattern',
  'custom_constraint',
] as const
