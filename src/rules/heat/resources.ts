/** Resources and outputs: their keys, dependencies and policies. */

import { callOf } from '../../heat/calls.ts'
import { isMerge } from '../../heat/merge-keys.ts'
import { isTemplateReference, resourceTypeFacts } from '../../heat/resource-types.ts'
import { hotName, section } from '../../heat/sections.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { checkProperties, checkUpdatePolicy, templateOf } from '../properties.ts'
import type { Remedy } from '../remedy.ts'
import { type TypeScope as CheckScope, checkType, typeCodes } from '../resource-types.ts'
import { rule } from '../rule.ts'
import {
  besideResource,
  checkKeys,
  checkWord,
  classBehind,
  partsOf,
  reportUnknownResource,
} from '../scope.ts'
import type { ResourceView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'
import { holdsNever } from '../worlds.ts'

/** What is written out where functions of literals stand is looked at, too. */
export const resources = rule({
  codes: typeCodes,
  source: 'HOT specification, Resources section',
  asks: 'template',
  extent: 'parts',
  find({ known }, report) {
    const scope = { ...known, report }
    partsOf(section(known.root, 'resources'), 'resource', 'resources', scope)
    for (const one of known.resources)
      checkResource(one, scope, holdsNever(known.whenThere(one)) ? 'never' : 'sometimes')
  },
})

/** @param isMade Heat reads of what no stack has no more than its keys (`HOTemplate20161014.resource_definitions`) */
function checkResource(resource: ResourceView, scope: CheckScope, isMade: 'sometimes' | 'never'): void {
  const { name, definition: map, entry, type: typeName, typeNode: type } = resource
  const { words, report } = scope
  const rule = words.rule('resources')
  const what = `key of the resource "${name}"`
  const unknown = words.refusesResourceKeys ? 'unknown-key' : 'unread-key'
  checkKeys(map, { kind: 'resourceKeys', topic: 'resources', what, unknown }, scope)
  // `Resource.__init__` in heat/engine/resource.py
  if (name.includes('/'))
    report('bad-value', entry, `the name "${name}" of a resource holds a slash`, { source: rule })
  // `Stack.validate` in heat/engine/stack.py
  if (words.status('pseudoParameters', name) === 'known')
    report('name-collision', entry, `"${name}" is the name of a pseudo parameter`, { source: rule })
  if (type === undefined) {
    if (!isTypeMisspelt(map, scope))
      report('missing-key', entry, `the resource "${name}" has no ${words.spell('type')}`, { source: rule })
  }
  // That it is null is said as of the other keys.
  else if ((typeName === undefined && !isNull(type)) || typeName === '')
    report('bad-value', type, `the type of "${name}" is not a string`, { source: rule })
  else if (typeName !== undefined && isMade === 'sometimes') {
    const own = { ...scope, beside: besideResource(scope.beside, name, typeName) }
    checkType(typeName, type, own)
    checkWhatTypeTakes(classBehind(typeName, own.beside), type, resource, own)
  }
  // Heat asks no class about a resource that exists already (`Stack.validate`).
  const asked = isMade === 'sometimes' && !resource.isExternal ? typeName : undefined
  for (const one of map.entries) if (!isMerge(one)) checkValue(one, { name, typeName, asked }, scope)
}

/** A resource, its type, and the type whose class says what it takes; undefined where none is asked. */
interface OwnType {
  readonly name: string
  readonly typeName: string | undefined
  readonly asked: string | undefined
}

function checkWhatTypeTakes(
  typeName: string,
  type: Node,
  { properties, propertiesNode, isComputed, isExternal, definition }: ResourceView,
  scope: CheckScope,
): void {
  // A resource that exists already needs none, and none are read.
  if (isExternal) return
  // What a function gives instead of them is not known; that it stands there is reported with the key.
  if (isComputed || (propertiesNode !== undefined && properties === undefined)) return
  // That the key is misspelt is said, and what is missing may stand below it.
  if (propertiesNode === undefined && definition.entries.some((one) => isMeantAs('properties', one, scope)))
    return
  checkProperties(typeName, properties, type, scope)
}

/** Whether an error says already that the key of the type is misspelt. */
function isTypeMisspelt(map: Mapping, scope: CheckScope): boolean {
  return scope.words.refusesResourceKeys && map.entries.some((one) => isMeantAs('type', one, scope))
}

/** Whether a key is a misspelt one of those that a resource has. */
function isMeantAs(key: 'type' | 'properties', one: Entry, { words }: CheckScope): boolean {
  const name = nameOf(one) ?? ''
  return (
    words.status('resourceKeys', name) !== 'known' && words.near('resourceKeys', name)[0] === words.spell(key)
  )
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
    report('missing-key', one, `${nameOf(one)} of "${resource}" is empty, which Heat rejects`, {
      source: rule,
    })
  else if (mappings.has(key) && node.kind !== 'map')
    report('not-a-mapping', one, `${nameOf(one)} of "${resource}" is not a mapping`, { source: rule })
  else if (mappings.has(key) && !mayBeCall(key, typeName, scope) && isResolved(callOf(node), words))
    report('not-resolved-here', one, `${nameOf(one)} of "${resource}" is a mapping, not a function`, {
      source: rule,
    })
  else if (key === 'update_policy' && node.kind === 'map') checkUpdatePolicy(asked ?? '', node, scope)
  else if (key === 'depends_on') checkDependsOn(node, resource, scope)
  else if (key === 'deletion_policy') checkDeletionPolicy(asked ?? '', one, scope)
  else if (key === 'description' && stringOf(node) === undefined)
    report('bad-value', one, `the description of "${resource}" is not a string`, { source: rule })
  else if (key === 'external_id' && stringOf(node) === undefined && !isResolved(callOf(node), words))
    report('bad-value', one, `the external_id of "${resource}" is not a string`, { source: rule })
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
    report('not-resolved-here', node, `${words.spell('depends_on')} takes names, not functions`, {
      source: rule,
      repair: plain,
    })
    return
  }
  if (node.kind === 'map') {
    report('bad-value', node, `${words.spell('depends_on')} takes the names of resources, not a mapping`, {
      source: rule,
    })
    return
  }
  for (const item of node.kind === 'seq' ? node.items : [node]) {
    const name = stringOf(item)
    if (name === undefined)
      report('bad-value', item, `"${resource}" depends on what is not a string`, { source: rule })
    else if (!declared.resources.has(name)) reportUnknownResource(item, name, report, rule)
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
    report('bad-value', node, `${shown} is not a deletion policy`, { source: rule })
    return
  }
  const asked = { kind: 'deletionPolicies', topic: 'resources', what: 'deletion policy' } as const
  checkWord(policy, node, { ...asked, unknown: 'bad-value' }, scope)
  const facts = resourceTypeFacts(type)
  if (!/^snapshot$/i.test(policy) || facts === undefined) return
  if (facts.attributePaths === 'TemplateResource' || facts.snapshotDeletion) return
  report('bad-value', node, `${type} cannot make a snapshot when it is deleted`, { source: rule })
}
