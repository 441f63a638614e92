import type { Entry, Mapping, Node } from '../../document/node.ts'
import { isNull, nameOf, resolved, scalarOf, textOf } from '../../document/read.ts'
import { callOf } from '../calls.ts'
import { isMerge, readValue } from '../merge-keys.ts'
import { nearNames } from '../near-names.ts'
import {
  isKnownResourceType,
  isTemplateReference,
  removedResourceType,
  resourceTypeNames,
} from '../resource-types.ts'
import { hotName, section } from '../sections.ts'
import { type CheckScope, checkKeys, checkWord, type Part, partsOf } from './scope.ts'

export function checkResources(scope: CheckScope): void {
  for (const part of partsOf(section(scope.root, 'resources'), 'resource', 'resources', scope)) {
    checkResource(part, scope)
  }
}

function checkResource({ name, map, entry }: Part, scope: CheckScope): void {
  const { words, report } = scope
  const what = `key of the resource "${name}"`
  const unknown = words.refusesResourceKeys ? 'unknown-key' : 'unread-key'
  checkKeys(map, { place: 'resourceKeys', topic: 'resources', what, unknown }, scope)
  const type = readValue(map, words.spell('type'))
  const typeName = textOf(type)
  if (type === undefined)
    report(
      'missing-key',
      entry,
      `the resource "${name}" has no ${words.spell('type')}`,
      words.rule('resources'),
    )
  else if (typeName === undefined)
    report('bad-value', type, `the type of "${name}" is no text`, words.rule('resources'))
  else checkType(typeName, type, scope)
  for (const one of map.entries) if (!isMerge(one)) checkValue(one, name, scope)
}

/** Types that only an environment knows are as good as any; so the word is only a warning. */
function checkType(type: string, at: Node, { report }: CheckScope): void {
  if (isKnownResourceType(type) || isTemplateReference(type) || !/^(OS|AWS|Heat|Rackspace|HEAT)::/.test(type))
    return
  const removed = removedResourceType(type)
  const near = nearNames(type, resourceTypeNames(), 1).map((one) => `; did you mean ${one}?`)
  const instead = removed?.replacement === undefined ? '' : `; ${removed.replacement} came instead`
  const message =
    removed === undefined
      ? `Heat has no resource type ${type}${near.join('')}`
      : `${type} is gone since ${removed.removedIn}${instead}`
  report('unknown-resource-type', at, message, 'Template Guide, OpenStack Resource Types')
}

const mappings: ReadonlySet<string> = new Set(['properties', 'metadata', 'update_policy'])

function checkValue(one: Entry, resource: string, scope: CheckScope): void {
  const key = hotName(nameOf(one) ?? '')
  const node = resolved(one.value)
  const { words, report } = scope
  const isKnown = words.status('resourceKeys', nameOf(one) ?? '') === 'known'
  if (!isKnown) return
  const rule = words.rule('resources')
  if (isNull(one.value))
    report('missing-key', one, `${nameOf(one)} of "${resource}" is empty, which Heat refuses`, rule)
  else if (mappings.has(key) && node.kind !== 'map')
    report('not-a-mapping', one, `${nameOf(one)} of "${resource}" is no mapping`, rule)
  else if (key === 'depends_on') checkDependsOn(node, resource, scope)
  else if (key === 'deletion_policy') checkPolicy(node, scope)
  else if (key === 'description' && textOf(node) === undefined)
    report('bad-value', one, `the description of "${resource}" is no text`, rule)
}

function checkDependsOn(node: Node, resource: string, { words, report, declared }: CheckScope): void {
  const rule = words.rule('dependencies')
  if (callOf(node) !== undefined) {
    report('not-resolved-here', node, `${words.spell('depends_on')} takes names, not calls`, rule)
    return
  }
  for (const item of node.kind === 'seq' ? node.items : [node]) {
    const name = textOf(item)
    if (name === undefined) report('bad-value', item, `"${resource}" depends on what is no text`, rule)
    else if (!declared.resources.has(name))
      report('unknown-reference', item, `there is no resource "${name}" in this template`, rule)
  }
}

function checkPolicy(node: Exclude<Node, { kind: 'alias' }>, scope: CheckScope): void {
  const policy = scalarOf(node)
  if (policy === undefined) return
  const asked = { place: 'deletionPolicies', topic: 'resources', what: 'deletion policy' } as const
  checkWord(String(policy.value), node, { ...asked, unknown: 'bad-value' }, scope)
}

export function checkOutputs(scope: CheckScope): void {
  const { words, report } = scope
  for (const { name, map, entry } of partsOf(section(scope.root, 'outputs'), 'output', 'outputs', scope)) {
    const what = `key of the output "${name}"`
    // Refused only where the template is the type of a resource; and before 2016-10-14 condition is not read.
    const isRead = (one: Mapping['entries'][number]) =>
      words.status('outputKeys', nameOf(one) ?? '') === 'known'
    for (const one of map.entries.filter((other) => !isMerge(other) && !isRead(other)))
      report('unread-key', one, `Heat does not read the ${what} "${nameOf(one)}"`, words.rule('outputs'))
    if (readValue(map, words.spell('value')) === undefined)
      report(
        'missing-key',
        entry,
        `the output "${name}" has no ${words.spell('value')}`,
        words.rule('outputs'),
      )
  }
}
