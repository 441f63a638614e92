/** Parameters and parameter groups: their keys, types and constraints. */

import type { RuleCode } from '../../heat/code-facts.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { heatParameterTypes } from '../../heat/parameter-types.ts'
import { declaredType, isTruthy } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, stringOf } from '../../text/document/read.ts'
import { type ConstraintCode, checkConstraints } from '../constraints.ts'
import { declaredIn } from '../locations.ts'
import { rule } from '../rule.ts'
import {
  checkKeys,
  checkWord,
  hasAllValues,
  knownValue,
  partsOf,
  type CheckScope as RuleScope,
  type SectionEntry,
} from '../scope.ts'

const codes = {
  'bad-constraint': {
    title: 'An invalid constraint',
    severity: 'error',
    concerns: 'value',
    help: 'Write a value of the type and range that the message names.',
    why: 'Heat rejects a template whose constraint has the wrong form or does not fit the type of the parameter.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1, constraints: [{length: {max: 3}}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1, constraints: [{range: {max: 999}}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`,
    },
  },
  'several-constraints': {
    title: 'Several constraints in one entry; only one counts',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write each constraint as its own entry.',
    why: 'Heat reads one constraint of each entry and ignores the others, so that values pass which you meant to reject.',
    example: {
      command: 'check server.yaml',
      at: 'server.yaml:6',
      before: `heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {max: 8}
        allowed_pattern: '[a-z]+'
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: name}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  name:
    type: string
    constraints:
      - length: {max: 8}
      - allowed_pattern: '[a-z]+'
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: name}}}}
`,
    },
  },
  'unknown-constraint': {
    title: 'An unknown custom constraint',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Use a constraint of Heat; others work only in a cloud with a plug-in of that name.',
    why: 'Custom constraints are plug-ins of Heat. A cloud without this one rejects every value of the parameter.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.images}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: image}}}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  image: {type: string, constraints: [{custom_constraint: glance.image}]}
resources: {note: {type: OS::Heat::Value, properties: {value: {get_param: image}}}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<ConstraintCode>

/** Parameters, and the groups that they are shown in. */
export const parameters = rule({
  codes,
  source: 'HOT specification, Parameters section',
  asks: 'template',
  stage: 'structure',
  find(view, report) {
    const scope = { ...view, report }
    for (const part of partsOf(section(view.root, 'parameters'), 'parameter', 'parameters', scope))
      checkParameter(part, scope)
    checkGroups(scope)
  },
})

function checkParameter({ name, map, entry }: SectionEntry, scope: CheckScope): void {
  const { words, report } = scope
  const rule = words.rule('parameters')
  const what = `key of the parameter "${name}"`
  checkKeys(map, { kind: 'parameterKeys', topic: 'parameters', what, unknown: 'unknown-key' }, scope)
  const type = readValue(map, words.spell('type'))
  const typeName = stringOf(type)
  if (type === undefined)
    report('missing-key', entry, `the parameter "${name}" has no ${words.spell('type')}`, { source: rule })
  else if (typeName === undefined)
    report('bad-value', type, `the type of "${name}" is not a string`, { source: rule })
  else {
    const unknown = 'unknown-parameter-type'
    checkWord(
      typeName,
      type,
      {
        kind: 'parameterTypes',
        topic: 'parameters',
        what: 'parameter type',
        unknown,
        instead: words.version === undefined ? heatParameterTypes(typeName) : [],
      },
      scope,
    )
  }
  const tags = words.version === undefined ? undefined : readValue(map, 'tags')
  if (tags !== undefined && listOf(tags) === undefined)
    report('bad-value', tags, 'tags is not a list', { source: rule })
  if (scope.declared.resources.has(name))
    report('name-collision', entry, `"${name}" is the name of a parameter and of a resource`, {
      source: rule,
      related: declaredIn(scope.root, 'resources', name),
    })
  if (hasAllValues(scope) && knownValue(name, scope) === undefined)
    report('missing-value', entry, `no environment gives "${name}" a value, and it has no default`, {
      source: rule,
      help: `Write ${name}: VALUE below parameters of an environment, or give the parameter a default.`,
    })
  checkConstraints({ name, map, entry }, declaredType(map), scope)
}

// --- parameter_groups, which only HOT has

function checkGroups(scope: CheckScope): void {
  const { root, words, report } = scope
  const groups = words.version === undefined ? undefined : readValue(root, 'parameter_groups')
  // Heat does not look at what is as good as nothing to Python, `{}` too (`ParameterGroups.validate`).
  if (groups === undefined || !isTruthy(groups)) return
  const rule = words.rule('parameter groups')
  const items = listOf(groups)?.items
  if (items === undefined) report('bad-value', groups, 'parameter_groups is not a list', { source: rule })
  const taken = new Map<string, Node>()
  for (const item of items ?? []) {
    const group = mapOf(item)
    if (group === undefined)
      report('not-a-mapping', item, 'a parameter group is not a mapping', { source: rule })
    else checkGroup(group, readValue(group, 'parameters'), taken, scope)
  }
}

function checkGroup(
  group: Mapping,
  members: Node | undefined,
  taken: Map<string, Node>,
  scope: CheckScope,
): void {
  const { words, report, declared } = scope
  const rule = words.rule('parameter groups')
  const items = listOf(members)?.items
  const own = new Set<string>()
  if (members === undefined)
    report('missing-key', group, 'the parameter group has no parameters', { source: rule })
  else if (items === undefined)
    report('bad-value', members, 'the parameters of a group are not a list', { source: rule })
  for (const item of items ?? []) {
    const name = stringOf(item)
    if (name === undefined)
      report('bad-value', item, 'a group names parameters, by strings', { source: rule })
    else if (!declared.parameters.has(name))
      report('unknown-reference', item, noParameter(name), { source: rule, item: name })
    else {
      const other = taken.get(name)
      taken.set(name, other ?? item)
      if (other !== undefined)
        report(
          'name-collision',
          item,
          `"${name}" is in ${own.has(name) ? 'this' : 'another'} group already`,
          { source: rule, related: [{ at: other, message: 'this is the other one' }] },
        )
      else own.add(name)
    }
  }
}

function noParameter(name: string): string {
  return `there is no parameter "${name}" in this template`
}
