import type { Mapping, Node } from '../document/node.ts'
import { isNull, mapOf, seqOf, textOf } from '../document/read.ts'
import { readValue } from '../heat/merge-keys.ts'
import { declaredType } from '../heat/parameters.ts'
import { section } from '../heat/sections.ts'
import { checkConstraints } from './constraints.ts'
import { type CheckScope, checkKeys, checkWord, type Part, partsOf } from './scope.ts'

export function checkParameters(scope: CheckScope): void {
  for (const part of partsOf(section(scope.root, 'parameters'), 'parameter', 'parameters', scope)) {
    checkParameter(part, scope)
  }
  checkGroups(scope)
}

function checkParameter({ name, map, entry }: Part, scope: CheckScope): void {
  const { words, report } = scope
  const rule = words.rule('parameters')
  const what = `key of the parameter "${name}"`
  checkKeys(map, { kind: 'parameterKeys', topic: 'parameters', what, unknown: 'unknown-key' }, scope)
  const type = readValue(map, words.spell('type'))
  const typeName = textOf(type)
  if (type === undefined)
    report('missing-key', entry, `the parameter "${name}" has no ${words.spell('type')}`, rule)
  else if (typeName === undefined) report('bad-value', type, `the type of "${name}" is not a string`, rule)
  else {
    const asked = { kind: 'parameterTypes', topic: 'parameters', what: 'parameter type' } as const
    checkWord(typeName, type, { ...asked, unknown: 'unknown-parameter-type' }, scope)
  }
  const tags = words.version === undefined ? undefined : readValue(map, 'tags')
  if (tags !== undefined && seqOf(tags) === undefined) report('bad-value', tags, 'tags is no list', rule)
  if (scope.declared.resources.has(name))
    report('name-collision', entry, `"${name}" is the name of a parameter and of a resource`, rule)
  checkConstraints({ name, map, entry }, declaredType(map), scope)
}

// --- parameter_groups, which only HOT has

function checkGroups(scope: CheckScope): void {
  const { root, words, report } = scope
  const groups = words.version === undefined ? undefined : readValue(root, 'parameter_groups')
  if (groups === undefined || isNull(groups)) return
  const rule = words.rule('parameter groups')
  const items = seqOf(groups)?.items
  if (items === undefined) report('bad-value', groups, 'parameter_groups is no list', rule)
  const taken = new Set<string>()
  for (const item of items ?? []) {
    const group = mapOf(item)
    if (group === undefined) report('not-a-mapping', item, 'a parameter group is no mapping', rule)
    else checkGroup(group, readValue(group, 'parameters'), taken, scope)
  }
}

function checkGroup(group: Mapping, members: Node | undefined, taken: Set<string>, scope: CheckScope): void {
  const { words, report, declared } = scope
  const rule = words.rule('parameter groups')
  const items = seqOf(members)?.items
  if (members === undefined) report('missing-key', group, 'the parameter group has no parameters', rule)
  else if (items === undefined) report('bad-value', members, 'the parameters of a group are no list', rule)
  for (const item of items ?? []) {
    const name = textOf(item)
    if (name === undefined || !declared.parameters.has(name))
      report('unknown-reference', item, `there is no parameter "${name}" in this template`, rule)
    else if (taken.has(name)) report('name-collision', item, `"${name}" is in another group already`, rule)
    else taken.add(name)
  }
}
