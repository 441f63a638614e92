/** Properties against what the type of the resource takes; heat/engine/properties.py: Properties.validate. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, resolved, scalarOf, textOf } from '../document/read.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { goneType, movedPropertiesOf } from '../heat/deprecations.ts'
import { memberDefinitionOf } from '../heat/group-types.ts'
import { isMerge, mergedNodes, readValue } from '../heat/merge-keys.ts'
import { didYouMean, nearNames } from '../heat/near-names.ts'
import { pythonNumber } from '../heat/parameter-values.ts'
import {
  isTemplateReference,
  resourceTypeFacts,
  resourceTypeNames,
  type SchemaType,
} from '../heat/resource-types.ts'
import { removedFunctionsOf } from '../heat/versions.ts'
import { type CheckScope, shownKey } from './scope.ts'
import { isResolved, type Vocabulary } from './vocabulary.ts'

/** What may be given to a resource of a type. */
interface TakenProperties {
  /** By name, the type of a property, or that Heat knows it and refuses it. */
  readonly known: ReadonlyMap<string, SchemaType | 'refused'>
  /** Without these the resource cannot be made. */
  readonly required: readonly string[]
  /** An environment may have defaults for the parameters of nested templates, but for nothing else. */
  readonly whenMissing: 'missing-property' | 'nested-parameter'
  /** Names that do in place of a required one. */
  readonly standIns: ReadonlyMap<string, readonly string[]>
  /** Where the names come from, for a message. */
  readonly subject: string
  /** Where they are documented. */
  readonly rule: string
}

/** @param at where to say what is missing */
export function checkProperties(
  type: string,
  properties: Mapping | undefined,
  at: Entry | Node,
  scope: CheckScope,
): void {
  const taken = takenBy(type, scope)
  if (taken === undefined) return
  for (const one of entriesIn(properties)) {
    const name = nameOf(one) ?? shownKey(one)
    const message = strangeness(name, taken)
    if (message === undefined) checkPropertyValue(name, one.value, taken, scope)
    else scope.report('unknown-property', one, message, taken.rule)
  }
  checkNames(properties, at, taken, scope)
  checkMember(type, properties, scope)
}

/** What must be given, and what must not be given twice under an old and a new name. */
function checkNames(
  properties: Mapping | undefined,
  at: Entry | Node,
  taken: TakenProperties,
  scope: CheckScope,
): void {
  const { rule } = taken
  for (const [name, others] of taken.standIns) {
    const other = isGiven(properties, name) ? others.find((one) => isGiven(properties, one)) : undefined
    const message = `"${other}" is another name of "${name}"; only one of them may be given`
    if (other !== undefined) scope.report('name-collision', readValue(properties, other) ?? at, message, rule)
  }
  for (const name of taken.required) {
    // Null counts as given here (`Properties._get_property_value`).
    if ([name, ...(taken.standIns.get(name) ?? [])].some((one) => readValue(properties, one) !== undefined))
      continue
    scope.report(taken.whenMissing, at, `${taken.subject} needs the property "${name}"`, rule)
  }
}

function strangeness(name: string, { known, subject }: TakenProperties): string | undefined {
  const type = known.get(name)
  if (type === 'refused') return `${subject} has no use for the property "${name}" yet`
  if (type !== undefined) return undefined
  return `${subject} has no property "${name}"${didYouMean(name, known)}`
}

function checkPropertyValue(
  name: string,
  value: Node,
  { known, subject, rule }: TakenProperties,
  scope: CheckScope,
) {
  const type = known.get(name)
  const problem = type === undefined || type === 'refused' ? undefined : misfit(type, value, scope.words)
  if (problem === undefined) return
  scope.report('bad-value', value, `the property "${name}" of ${subject} is ${problem}`, rule)
}

/** Null under one of two names is as good as nothing. */
function isGiven(properties: Mapping | undefined, name: string): boolean {
  const value = readValue(properties, name)
  return value !== undefined && !isNull(value)
}

/** The entries of a mapping and of those that it merges. */
function entriesIn(map: Mapping | undefined): readonly Entry[] {
  if (map === undefined) return []
  const own = map.entries.filter((one) => !isMerge(one))
  return [...own, ...mergedNodes(map).flatMap((node) => entriesIn(mapOf(node)))]
}

function takenBy(type: string, { nested, words }: CheckScope): TakenProperties | undefined {
  const child = isTemplateReference(type) ? nested(type) : undefined
  if (child !== undefined) {
    const required = child.parameters.filter((one) => !one.hasDefault).map(({ name }) => name)
    return {
      known: new Map(child.parameters.map(({ name }) => [name, 'any'])),
      required,
      whenMissing: 'nested-parameter',
      standIns: new Map(),
      subject: type,
      rule: words.rule('parameters'),
    }
  }
  const facts = resourceTypeFacts(type)
  if (facts === undefined || facts.placeholder || isOpen(type)) return undefined
  const known = [...facts.properties].map(
    ([name, { implemented, type: own }]) => [name, implemented ? own : 'refused'] as const,
  )
  return {
    known: new Map(known),
    required: [...facts.properties].filter(([, one]) => one.required).map(([name]) => name),
    whenMissing: 'missing-property',
    standIns: standInsOf(type),
    subject: type,
    rule: `Template Guide, OpenStack Resource Types, ${type}`,
  }
}

/** Templates in the clothes of a type: an environment may exchange them, and their parameters are what they take. */
function isOpen(type: string): boolean {
  return resourceTypeFacts(type)?.attributePaths === 'TemplateResource'
}

/** Old names that Heat itself translates. */
function standInsOf(type: string): ReadonlyMap<string, readonly string[]> {
  const moved = movedPropertiesOf(type).filter(({ from, to }) => /^\w+$/.test(from) && /^\w+$/.test(to))
  const byName = new Map<string, readonly string[]>()
  for (const { from, to } of moved) byName.set(to, [...(byName.get(to) ?? []), from])
  return byName
}

function checkMember(type: string, properties: Mapping | undefined, scope: CheckScope): void {
  const key = memberDefinitionOf(type)
  const member = key === undefined ? undefined : mapOf(readValue(properties, key))
  const memberType = textOf(readValue(member, 'type'))
  if (member === undefined || memberType === undefined) return
  const own = readValue(member, 'properties')
  checkType(memberType, readValue(member, 'type') ?? member, scope)
  // What a function gives is not to be seen.
  if (own === undefined || mapOf(own) !== undefined) checkProperties(memberType, mapOf(own), member, scope)
}

/** What a value is not, as the end of a sentence; undefined for what fits, for null, and for calls. */
function misfit(type: SchemaType, value: Node, words: Vocabulary): string | undefined {
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

const rule = 'Template Guide, OpenStack Resource Types'

/** What Heat has of a type. Those that only an environment knows are as good as any; so all are warnings. */
export function checkType(type: string, at: Node, { report }: CheckScope): void {
  const facts = resourceTypeFacts(type)
  const gone = goneType(type)
  if (gone !== undefined) report('gone-resource-type', at, `${type} ${gone}`, rule)
  else if (facts !== undefined && facts.status !== 'supported') {
    const since = facts.since === undefined ? '' : ` since ${facts.since}`
    report('deprecated-resource-type', at, `${type} is ${facts.status} in Heat${since}`, rule)
  } else if (facts === undefined && !isTemplateReference(type) && isHeatsOwn(type)) {
    report('unknown-resource-type', at, `Heat has no resource type ${type}${hint(type)}`, rule)
  }
}

const hints = new Map<string, string>()

/** A type that Heat does not know (Contrail's, say) stands there often, and Heat knows hundreds. */
function hint(type: string): string {
  let found = hints.get(type)
  if (found === undefined) {
    found = nearNames(type, resourceTypeNames(), 1)
      .map((one) => `; did you mean ${one}?`)
      .join('')
    hints.set(type, found)
  }
  return found
}

/** Names in the name spaces of Heat's own types. */
function isHeatsOwn(type: string): boolean {
  return /^(?:OS|AWS|Heat|HEAT)::/.test(type)
}
