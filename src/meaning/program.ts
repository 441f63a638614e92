/** A template parsed once, to be evaluated in many worlds. */

import { type Dialect, isAws, knows } from '../heat/dialect.ts'
import { type FunctionTable, functionTable } from '../heat/functions/classes.ts'
import { withKeysOfAws } from '../heat/reading.ts'
import { withRulesAsConstraints } from '../heat/rules.ts'
import { dataOf, effectiveEntries, type FollowAlias, keyOf } from '../heat/values/data.ts'
import { keyText } from '../heat/values/python-text.ts'
import { Failure, isTrue, type Value } from '../heat/values/value.ts'
import { lazily } from '../text/document/attached.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { mapOf } from '../text/document/read.ts'
import { orFailure } from './failing.ts'
import { withoutLoops } from './language-extensions.ts'
import { type ParameterSchema, parameterSchema } from './parameters.ts'
import { Parser } from './parser.ts'
import { type OutputPlan, outputPlan, type ResourcePlan, resourcePlan } from './parts.ts'
import type { Snippet } from './snippet.ts'

export interface Program {
  readonly dialect: Dialect
  readonly description: Value
  /** Sections that Heat refuses; null when there are none. */
  readonly sections: Value
  readonly parameterGroups: Value
  readonly parameters: ReadonlyMap<string, ParameterSchema | Failure>
  readonly conditions: ReadonlyMap<string, Snippet>
  readonly mappings: ReadonlyMap<string, Node>
  readonly mappingData: () => Value
  readonly resources: ReadonlyMap<string, ResourcePlan>
  readonly outputs: ReadonlyMap<string, OutputPlan>
}

/**
 * @param given a template of AWS may have loops
 * @param source of the document, where AWS's reading needs numbers as they were written
 * @param futureCalls dialects whose functions count as such although this one treats them as data
 */
export function readProgram(
  given: Mapping,
  dialect: Dialect,
  source?: string,
  futureCalls: readonly Dialect[] = [],
): Program {
  const hot = dialect.kind === 'hot'
  // What only AWS reads, and from the source.
  const ofAws = <One extends Node>(
    node: One,
    read: (node: One, source: { readonly text: string }) => One,
  ): One => (isAws(dialect) && source !== undefined ? read(node, { text: source }) : node)
  const looped = ofAws(given, (root, { text }) => withoutLoops(root, text))
  const root = isAws(dialect) ? (withRulesAsConstraints(looped) ?? looped) : looped
  const name = (cfn: string, hotName: string) => (hot ? hotName : cfn)
  const declared = { resources: new Set<string>(), parameters: new Set<string>() }
  const parser = new Parser(root, functionsFor(dialect, futureCalls), !hot, declared, source)
  const sections = sectionsOf(root, parser.follow)
  const section = (cfn: string, hotName: string) =>
    namedParts(sections.get(name(cfn, hotName)), parser.follow)
  const parameterNodes = section('Parameters', 'parameters')
  const resourceNodes = section('Resources', 'resources')
  for (const one of resourceNodes.keys()) declared.resources.add(one)
  for (const one of parameterNodes.keys()) declared.parameters.add(one)
  const conditionNodes = hasConditions(dialect) ? section('Conditions', 'conditions') : noNodes
  const mappings = hot ? noNodes : section('Mappings', '')
  const data = (node: Node | undefined) => (node === undefined ? null : dataOf(node, parser.follow))
  return {
    dialect,
    description: data(sections.get(name('Description', 'description'))),
    parameterGroups: data(sections.get('parameter_groups')),
    sections: refusedSection(sections, dialect, parser.follow),
    parameters: mapped(parameterNodes, (node, key) =>
      orFailure(() => parameterSchema(key, node, dialect, parser.follow, source)),
    ),
    conditions: mapped(conditionNodes, (node) => parser.parseCondition(node)),
    mappings,
    mappingData: lazily(() => mapped(mappings, (node) => data(ofAws(node, withKeysOfAws)))),
    resources: mapped(resourceNodes, (node, key) => resourcePlan(key, node, dialect, parser)),
    outputs: mapped(section('Outputs', 'outputs'), (node) => outputPlan(node, dialect, parser)),
  }
}

function functionsFor(dialect: Dialect, futureCalls: readonly Dialect[]): FunctionTable {
  const own = functionTable(dialect)
  if (futureCalls.length === 0) return own
  const future = futureCalls.map(functionTable)
  return {
    values: joined([...future.map(({ values }) => values), own.values]),
    conditions: joined([...future.map(({ conditions }) => conditions), own.conditions]),
  }
}

/** The last that has a function defines it; one that has removed it defines nothing. */
function joined(tables: readonly FunctionTable['values'][]): FunctionTable['values'] {
  const result = new Map<string, string>()
  for (const table of tables)
    for (const [name, as] of table) if (as !== 'Removed' || !result.has(name)) result.set(name, as)
  return result
}

const noNodes: ReadonlyMap<string, Node> = new Map()

/** CFN 2010-09-09, and HOT from 2016-10-14. */
function hasConditions(dialect: Dialect): boolean {
  return knows(dialect, 'sections', dialect.kind === 'hot' ? 'conditions' : 'Conditions')
}

function sectionsOf(root: Mapping, follow: FollowAlias): ReadonlyMap<string, Node> {
  return new Map(effectiveEntries(root, follow).map((entry) => [keyText(keyOf(entry, follow)), entry.value]))
}

/** The parts of a section by name; an empty section has none, and so has one that is no map. */
function namedParts(node: Node | undefined, follow: FollowAlias): ReadonlyMap<string, Node> {
  const map = node?.kind === 'alias' ? mapOf(follow(node)) : mapOf(node)
  if (map === undefined) return noNodes
  return new Map(
    effectiveEntries(map, follow).map((entry: Entry) => [keyText(keyOf(entry, follow)), entry.value]),
  )
}

function mapped<Made>(
  nodes: ReadonlyMap<string, Node>,
  make: (node: Node, name: string) => Made,
): ReadonlyMap<string, Made> {
  const result = new Map<string, Made>()
  for (const [name, node] of nodes) result.set(name, make(node, name))
  return result
}

function refusedSection(sections: ReadonlyMap<string, Node>, dialect: Dialect, follow: FollowAlias): Value {
  for (const [name, node] of sections) {
    if (!isAws(dialect) && !knows(dialect, 'sections', name))
      return new Failure('InvalidTemplateSection', `The template section is invalid: ${name}`)
    const value = node.kind === 'alias' ? follow(node) : node
    if (value.kind !== 'map' && isRefusedAsSection(name.toLowerCase(), dataOf(value, follow)))
      return new Failure('StackValidationFailed', `The section ${name} is not a map`)
  }
  return null
}

/** Heat reads null as no section at all, and other values that are false as well, except for conditions. */
function isRefusedAsSection(name: string, value: Value): boolean {
  if (name === 'conditions') return value !== null
  return ['parameters', 'resources', 'outputs'].includes(name) && isTrue(value)
}
