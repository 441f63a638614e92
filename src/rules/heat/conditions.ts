import { type Call, callOf } from '../../heat/calls.ts'
import { isCfnFunction } from '../../heat/dialects.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { didYouMean } from '../../heat/near-names.ts'
import { declaredType } from '../../heat/parameters.ts'
import { section } from '../../heat/sections.ts'
import { conditionFunctionsOf, hotVersions, latestVersion } from '../../heat/versions.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved, scalarOf, stringOf } from '../../text/document/read.ts'
import { insteadInCondition } from '../instead-in-condition.ts'
import { declaredIn, partOf } from '../locations.ts'
import { quote, type Remedy } from '../remedy.ts'
import { rule } from '../rule.ts'
import { type CheckScope, shownKey } from '../scope.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** Definitions, and the names by which resources, outputs and other conditions refer to them. */
export const conditions = rule({
  codes: {},
  source: 'HOT specification, Conditions section',
  asks: 'template',
  find(view, report) {
    if (!hasConditions(view.words)) return
    const scope = { ...view, report }
    checkDefinitions(scope)
    const { words, root, resources } = view
    const key = words.spell('condition')
    const parts = [
      ...(words.status('resourceKeys', key) === 'known' ? resources.map(({ definition }) => definition) : []),
      ...(words.status('outputKeys', key) === 'known' ? mapsIn(section(root, 'outputs')) : []),
    ]
    for (const one of parts) {
      const condition = readValue(one, key)
      // That null is refused for resources is said with their other keys; for outputs it is as good as nothing.
      if (condition !== undefined && scalarOf(condition)?.type !== 'null') checkTest(condition, scope)
    }
  },
})

function mapsIn(section: Mapping | undefined): readonly Mapping[] {
  return (section?.entries ?? []).flatMap((one) =>
    isMerge(one) || nameOf(one) === undefined ? [] : (mapOf(one.value) ?? []),
  )
}

function checkDefinitions(scope: CheckScope): void {
  const { root, words, report } = scope
  const rule = words.rule('conditions')
  for (const one of section(root, 'conditions')?.entries ?? []) {
    if (isMerge(one)) continue
    if (nameOf(one) === undefined)
      report('bad-value', one, `the name ${shownKey(one)} of a condition is not a string; quote it`, {
        source: rule,
        repair: quote(one.key),
      })
    // The name of another condition is refused here (`_check_condition_type` in heat/engine/conditions.py).
    if (callOf(resolved(one.value)) === undefined && scalarOf(one.value)?.type !== 'bool')
      report('bad-value', one, `the condition "${nameOf(one)}" is neither a function nor true or false`, {
        source: rule,
      })
    else checkTest(one.value, scope)
  }
}

/** Whether the dialect has conditions at all; others do not read where they would stand. */
export function hasConditions({ version, versionKey }: Vocabulary): boolean {
  if (version !== undefined) return conditionFunctionsOf(version).size > 0
  return versionKey !== undefined && isCfnFunction(versionKey, 'Fn::Equals', 'conditions')
}

/** A position that takes a condition: a name, true or false, or a function. */
export function checkTest(node: Node, scope: CheckScope): void {
  const target = resolved(node)
  const name = stringOf(target)
  const rule = scope.words.rule('conditions')
  if (name !== undefined) {
    if (scope.declared.conditions.has(name)) return
    const { hint, instead } = didYouMean(name, scope.declared.conditions)
    const related = declaredIn(scope.root, 'conditions', instead?.names[0])
    const message = `there is no condition "${name}" in this template${hint}`
    scope.report('unknown-reference', node, message, { source: rule, repair: instead, related, item: name })
    return
  }
  const call = callOf(target)
  if (call?.name === 'get_param' && isTestFunction(call.name, scope.words))
    checkTestParameter(call, node, scope)
  if (call === undefined) {
    reportLost(target, node, scope)
    // Null is as good as true (`Conditions.is_enabled`).
    if (!['bool', 'null'].includes(scalarOf(target)?.type ?? ''))
      scope.report('bad-value', node, 'a condition is a name, a function, true or false', { source: rule })
    return
  }
  if (!isTestFunction(call.name, scope.words)) reportNoTest(call, node, scope)
  // Aliases multiply what is said once.
  else if (!scope.tests.has(target) && /^(?:Fn::)?(?:and|or|not)$/i.test(call.name)) {
    scope.tests.add(target)
    // `not` of HOT takes a condition, and the others take lists of them.
    const items = call.name === 'not' ? undefined : listOf(call.argument)?.items
    for (const item of items === undefined ? [call.argument] : lookedUp(call.name, items))
      checkTest(item, scope)
  }
  scope.tests.add(target)
}

/** The operands up to one that decides; behind it functions are computed, but nothing is looked up (`And.result`). */
function lookedUp(name: string, items: readonly Node[]): readonly Node[] {
  const decides = /or$/i.test(name)
  const last = items.findIndex((one) => scalarOf(one)?.type === 'bool' && scalarOf(one)?.value === decides)
  return last === -1 ? items : items.filter((one, at) => at <= last || callOf(resolved(one)) !== undefined)
}

/** What a parameter of another type gives is no condition, whatever it is (`Conditions._check_condition_type`). */
function checkTestParameter(
  { argument }: Call,
  at: Node,
  { root, declared, report, words }: CheckScope,
): void {
  const name = stringOf(argument)
  const type = declaredType(declared.parameters.get(name ?? ''))
  if (type === undefined || type === 'boolean' || type === 'json') return
  const message = `the parameter "${name}" is a ${type}, and no condition; compare it with equals, or declare it boolean`
  report('bad-value', at, message, {
    source: words.rule('conditions'),
    related: declaredIn(root, 'parameters', name),
  })
}

/** `condition: on` is true itself, not the condition of that name, which is sent as "true". */
function reportLost(target: Node, at: Node, { root, declared, report, words, source }: CheckScope): void {
  const scalar = scalarOf(target)
  if (scalar?.type !== 'bool' || !declared.conditions.has(String(scalar.value))) return
  const shown = source(target) ?? String(scalar.value)
  const message = `${shown} is read as ${scalar.value}, not as the name of a condition; rename the condition`
  const related = declaredIn(root, 'conditions', String(scalar.value))
  report('bad-value', at, message, { source: words.rule('conditions'), related })
}

/** Data in place of a condition is refused, and so is what only looks like a function. */
function reportNoTest(call: Call, at: Node, { words, report }: CheckScope): void {
  const { name } = call
  const rule = words.rule('conditions')
  if (name === 'Condition') {
    const plain: Remedy = { do: 'unwrap', node: at, to: call.argument }
    report('bad-value', at, 'only AWS accepts {Condition: name}; Heat needs the plain name', {
      source: rule,
      repair: plain,
    })
  } else if (words.version !== undefined && conditionFunctionsOf(latestVersion).has(name)) {
    const since = hotVersions.find((version) => conditionFunctionsOf(version).has(name))
    const needed = since === undefined ? 'a newer heat_template_version' : `heat_template_version ${since}`
    report('version-too-old', partOf(at, call.entry), `${name} in a condition requires ${needed}`, {
      source: rule,
    })
  } else {
    report(
      'not-resolved-here',
      partOf(at, call.entry),
      `a condition cannot use ${call.name}${insteadInCondition(call, words.version)}`,
      { source: rule },
    )
  }
}

function isTestFunction(name: string, { version, versionKey }: Vocabulary): boolean {
  if (version !== undefined) return conditionFunctionsOf(version).has(name)
  return versionKey !== undefined && isCfnFunction(versionKey, name, 'conditions')
}
