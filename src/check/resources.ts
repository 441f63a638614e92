/** Resources and outputs: their keys, dependencies and policies. */
import type { Entry, Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, resolved, scalarOf, stringOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { isTemplateReference, resourceTypeFacts } from '../heat/resource-types.ts'
import { hotName, section } from '../heat/sections.ts'
import { checkProperties, checkUpdatePolicy, templateOf } from './properties.ts'
import { type Remedy, removal } from './remedy.ts'
import { checkType } from './resource-types.ts'
import {
  besideResource,
  type CheckScope,
  checkKeys,
  checkWord,
  classBehind,
  partsOf,
  reportUnknownResource,
  type SectionEntry,
} from './scope.ts'
import { isResolved } from './vocabulary.ts'
import { holdsNever, type Worlds } from './worlds.ts'

export function checkResources(scope: CheckScope, worlds: Worlds): void {
  for (const part of partsOf(section(scope.root, 'resources'), 'resource', 'resources', scope)) {
    const when = worlds.ofPart(part.map)
    checkResource(part, scope, holdsNever(when) ? 'never' : 'sometimes')
  }
}

/** @param isMade Heat reads of what no stack has no more than its keys (`HOTemplate20161014.resource_definitions`) */
function checkResource(
  { name, map, entry }: SectionEntry,
  scope: CheckScope,
  isMade: 'sometimes' | 'never',
): void {
  const { words, report } = scope
  const rule = words.rule('resources')
  const what = `key of the resource "${name}"`
  const unknown = words.refusesResourceKeys ? 'unknown-key' : 'unread-key'
  checkKeys(map, { kind: 'resourceKeys', topic: 'resources', what, unknown }, scope)
  // `Resource.__init__` in heat/engine/resource.py
  if (name.includes('/')) report('bad-value', entry, `the name "${name}" of a resource holds a slash`, rule)
  // `Stack.validate` in heat/engine/stack.py
  if (words.status('pseudoParameters', name) === 'known')
    report('name-collision', entry, `"${name}" is the name of a pseudo parameter`, rule)
  const type = readValue(map, words.spell('type'))
  const typeName = stringOf(type)
  if (type === undefined)
    report('missing-key', entry, `the resource "${name}" has no ${words.spell('type')}`, rule)
  // That it is null is said as of the other keys.
  else if ((typeName === undefined && !isNull(type)) || typeName === '')
    report('bad-value', type, `the type of "${name}" is not a string`, rule)
  else if (typeName !== undefined && isMade === 'sometimes') {
    const own = { ...scope, beside: besideResource(scope.beside, name, typeName) }
    checkType(typeName, type, own)
    checkWhatTypeTakes(classBehind(typeName, own.beside), type, map, own)
  }
  // Heat asks no class about a resource that exists already (`Stack.validate`).
  const asked = isMade === 'sometimes' && !isExternal(map, scope) ? typeName : undefined
  for (const one of map.entries) if (!isMerge(one)) checkValue(one, { name, typeName, asked }, scope)
}

/** A resource, its type, and the type whose class says what it takes; undefined where none is asked. */
interface OwnType {
  readonly name: string
  readonly typeName: string | undefined
  readonly asked: string | undefined
}

/** Whether a resource exists already; CloudFormation knows none. */
function isExternal(map: Mapping, { words }: CheckScope): boolean {
  return words.version !== undefined && readValue(map, 'external_id') !== undefined
}

function checkWhatTypeTakes(typeName: string, type: Node, map: Mapping, scope: CheckScope): void {
  const properties = readValue(map, scope.words.spell('properties'))
  // A resource that exists already needs none, and none are read.
  if (isExternal(map, scope)) return
  // What a function gives instead of them is not known; that it stands there is reported with the key.
  if (properties !== undefined && isResolved(callOf(resolved(properties)), scope.words)) return
  if (properties === undefined || mapOf(properties) !== undefined)
    checkProperties(typeName, mapOf(properties), type, scope)
}

const mappings: ReadonlySet<string> = new Set(['properties', 'metadata', 'update_policy'])

function checkValue(one: Entry, { name: resource, typeName = '', asked }: OwnType, scope: CheckScope): void {
  const key = hotName(nameOf(one) ?? '')
  const node = resolved(one.value)
  const { words, report } = scope
  const isKnown = words.status('resourceKeys', nameOf(one) ?? '') === 'known'
  if (!isKnown) return
  const rule = words.rule('resources')
  if (isNull(one.value))
    report('missing-key', one, `${nameOf(one)} of "${resource}" is empty, which Heat refuses`, rule)
  else if (mappings.has(key) && node.kind !== 'map')
    report('not-a-mapping', one, `${nameOf(one)} of "${resource}" is not a mapping`, rule)
  else if (mappings.has(key) && !mayBeCall(key, typeName, scope) && isResolved(callOf(node), words))
    report('not-resolved-here', one, `${nameOf(one)} of "${resource}" is a mapping, not a function`, rule)
  else if (key === 'update_policy' && node.kind === 'map') checkUpdatePolicy(asked ?? '', node, scope)
  else if (key === 'depends_on') checkDependsOn(node, resource, scope)
  else if (key === 'deletion_policy') checkDeletionPolicy(asked ?? '', one, scope)
  else if (key === 'description' && stringOf(node) === undefined)
    report('bad-value', one, `the description of "${resource}" is not a string`, rule)
  else if (key === 'external_id' && stringOf(node) === undefined && !isResolved(callOf(node), words))
    report('bad-value', one, `the external_id of "${resource}" is not a string`, rule)
}

/**
 * Only classes that look into their properties fail at a function there: those of all types and of templates. A
 * placeholder looks at nothing, and an environment may substitute one for a type that Heat does not have.
 */
function mayBeCall(key: string, type: string, { beside }: CheckScope): boolean {
  if (key !== 'properties') return key === 'metadata'
  if (isTemplateReference(type) || typeof templateOf(type, { beside }) === 'object') return false
  const facts = resourceTypeFacts(type)
  return facts === undefined || facts.placeholder
}

function checkDependsOn(node: Node, resource: string, { words, report, declared }: CheckScope): void {
  const rule = words.rule('dependencies')
  const call = callOf(node)
  if (isResolved(call, words)) {
    const plain: Remedy | undefined =
      call !== undefined && declared.resources.has(stringOf(call.argument) ?? '')
        ? { do: 'unwrap', node, to: call.argument }
        : undefined
    report('not-resolved-here', node, `${words.spell('depends_on')} takes names, not functions`, rule, plain)
    return
  }
  if (node.kind === 'map') {
    report(
      'bad-value',
      node,
      `${words.spell('depends_on')} takes the names of resources, not a mapping`,
      rule,
    )
    return
  }
  for (const item of node.kind === 'seq' ? node.items : [node]) {
    const name = stringOf(item)
    if (name === undefined) report('bad-value', item, `"${resource}" depends on what is not a string`, rule)
    else if (!declared.resources.has(name)) reportUnknownResource(item, name, rule, report)
  }
}

export function checkOutputs(scope: CheckScope): void {
  const { words, report } = scope
  for (const { name, map, entry } of partsOf(section(scope.root, 'outputs'), 'output', 'outputs', scope)) {
    // Refused only where the template is the type of a resource; and before 2016-10-14 condition is not read.
    const isRead = (one: Mapping['entries'][number]) =>
      words.status('outputKeys', nameOf(one) ?? '') === 'known'
    for (const one of map.entries.filter((other) => !isMerge(other) && !isRead(other)))
      report(
        'unread-key',
        one,
        `Heat does not read the key "${nameOf(one)}" of the output "${name}"`,
        words.rule('outputs'),
        removal(one),
      )
    if (readValue(map, words.spell('value')) === undefined)
      report(
        'missing-key',
        entry,
        `the output "${name}" has no ${words.spell('value')}`,
        words.rule('outputs'),
      )
  }
}

/** A name as the version spells it, or a function that gives one (`_rsrc_defn_args` in heat/engine/template_common.py). */
function checkDeletionPolicy(type: string, one: Entry, scope: CheckScope): void {
  const node = resolved(one.value)
  const { words, report } = scope
  const rule = words.rule('resources')
  const policy = stringOf(node)
  if (policy === undefined) {
    if (isResolved(callOf(node), words)) return
    const shown = scalarOf(node) === undefined ? 'a list or mapping' : String(scalarOf(node)?.value)
    report('bad-value', node, `${shown} is not a deletion policy`, rule)
    return
  }
  const asked = { kind: 'deletionPolicies', topic: 'resources', what: 'deletion policy' } as const
  checkWord(policy, node, { ...asked, unknown: 'bad-value' }, scope)
  const facts = resourceTypeFacts(type)
  if (!/^snapshot$/i.test(policy) || facts === undefined) return
  if (facts.attributePaths === 'TemplateResource' || facts.snapshotDeletion) return
  report('bad-value', node, `${type} cannot make a snapshot when it is deleted`, rule)
}
