/** What Heat would refuse or not read in an environment (heat/common/environment_format.py, heat/engine/environment.py). */

import { environmentSections } from '../../heat/candidate.ts'
import { versionEntry } from '../../heat/kind.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { isMergeStrategy, mergeStrategies } from '../../heat/merge-strategies.ts'
import { nearNames } from '../../heat/near-names.ts'
import { isTruthy } from '../../heat/parameters.ts'
import { declarations } from '../../heat/sections.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, oneOrAll, stringOf } from '../../text/document/read.ts'
import { removal } from '../remedy.ts'
import { rule } from '../rule.ts'
import { type Report, shownKey } from '../scope.ts'
import { registryRule } from './registries.ts'

export const sectionsOfEnvironments = rule({
  codes: {},
  source: 'heat/common/environment_format.py: SECTIONS',
  asks: 'stack',
  stage: 'structure',
  find({ root }, report) {
    const version = versionEntry(root)
    // All that follows from that is said with it.
    for (const one of version === undefined ? root.entries : [version]) checkSection(one, report)
  },
})

const mappings: ReadonlySet<string> = new Set([
  'parameters',
  'parameter_defaults',
  'resource_registry',
  'parameter_merge_strategies',
])

function checkSection(one: Entry, report: Report): void {
  const name = nameOf(one) ?? shownKey(one)
  if (!environmentSections.includes(name)) {
    const names = nearNames(name, environmentSections, 1)
    const near = names.map((other) => `; did you mean "${other}"?`)
    report('unknown-section', one, `an environment has no section "${name}"${near.join('')}`, {
      repair: { of: name, names },
    })
  } else if (isNull(one.value)) {
    report('missing-key', one, `an empty section ${name} is an error`)
  } else if (mappings.has(name) && mapOf(one.value) === undefined) {
    // Clients ask the registry for its entries, whatever it is; Heat passes over what is as good as nothing.
    if (name === 'resource_registry' || isTruthy(one.value))
      report('not-a-mapping', one, `the section ${name} is not a mapping`)
  } else checkContent(name, one.value, report)
}

function checkContent(name: string, value: Node, report: Report): void {
  switch (name) {
    case 'parameter_merge_strategies':
      checkStrategies(mapOf(value), report)
      break
    case 'encrypted_param_names':
      if (listOf(value) === undefined || oneOrAll(value).some((one) => stringOf(one) === undefined))
        report('unread-key', value, 'encrypted_param_names is not a list of names')
      break
    case 'event_sinks':
      checkSinks(value, report)
  }
}

/** What Heat does not know counts as the default of the file, without a word (heat/common/environment_util.py). */
function checkStrategies(map: Mapping | undefined, report: Report): void {
  for (const one of map?.entries ?? []) {
    const strategy = stringOf(one.value)
    if (isMergeStrategy(strategy)) continue
    const names = nearNames(strategy ?? '', mergeStrategies, 1)
    const near = names.map((other) => `; did you mean ${other}?`)
    const shown = strategy === undefined ? 'what is no string' : `"${strategy}"`
    const message = `there is no merge strategy ${shown}, which Heat takes for the default one${near.join('')}`
    const repair = strategy === undefined ? undefined : { of: strategy, names }
    report('unread-key', one, message, {
      source: 'heat/common/environment_util.py: get_param_merge_strategy',
      repair,
    })
  }
}

/** `Environment._update_event_sinks` and `get_event_sinks` in heat/engine/environment.py */
function checkSinks(value: Node, report: Report): void {
  const source = 'heat/engine/environment.py: get_event_sinks'
  const items = listOf(value)?.items
  if (items === undefined && isTruthy(value))
    report('bad-value', value, 'event_sinks is not a list', { source })
  for (const item of items ?? []) {
    const type = stringOf(readValue(mapOf(item), 'type'))
    if (type === undefined) report('missing-key', item, 'an event sink has no type', { source })
    else if (type === queueSink.type) checkQueue(mapOf(item), item, report)
    else
      report('bad-value', item, `Heat itself has no event sink "${type}", only ${queueSink.type}`, {
        source,
      })
  }
}

/** The only event sink of Heat itself, and what it takes (`ZaqarEventSink`). */
const queueSink = { type: 'zaqar-queue', keys: ['type', 'target', 'ttl'] } as const

function checkQueue(sink: Mapping | undefined, at: Node, report: Report): void {
  const source = 'heat/engine/clients/os/zaqar.py: ZaqarEventSink'
  if (readValue(sink, 'target') === undefined)
    report('missing-key', at, `an event sink of the type ${queueSink.type} has no target`, { source })
  for (const one of sink?.entries ?? []) {
    const name = nameOf(one) ?? shownKey(one)
    if (queueSink.keys.some((key) => key === name)) continue
    report('unknown-key', one, `${queueSink.type} takes target and ttl, not "${name}"`, { source })
  }
}

/** What may stand under two keys anywhere in a registry (`is_hook_definition`, `is_valid_restricted_action`). */
const actions: Readonly<Record<string, readonly string[]>> = {
  hooks: ['pre-create', 'pre-update', 'pre-delete', 'post-create', 'post-update', 'post-delete'],
  restricted_actions: ['update', 'replace'],
}

export const environmentActions = rule({
  codes: {},
  source: registryRule,
  asks: 'stack',
  find({ root }, report) {
    const registry = mapOf(readValue(root, 'resource_registry'))
    const resources = mapOf(readValue(registry, 'resources'))
    const parts = [registry, resources, ...(resources?.entries ?? []).map(({ value }) => mapOf(value))]
    for (const one of parts.flatMap((part) => part?.entries ?? [])) {
      const name = nameOf(one) ?? ''
      const known = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (known === undefined || isNull(one.value)) continue
      const wrong = oneOrAll(one.value).find((item) => !known.includes(stringOf(item) ?? ''))
      if (wrong === undefined) continue
      const shown = stringOf(wrong) === undefined ? 'what is no string' : `"${stringOf(wrong)}"`
      const message = `${name} takes ${known.join(', ')}, and not ${shown}; Heat rejects the environment`
      report('bad-value', wrong, message)
    }
  },
})

/** Names below `resources` are those of resources in the outermost template; what stands below others is never read. */
export const namedResources = rule({
  codes: {},
  source: registryRule,
  asks: 'stack',
  find({ root, templates }, report) {
    if (templates.length === 0) return
    const names = new Set(templates.flatMap((one) => [...declarations(one.root).resources.keys()]))
    for (const one of mapOf(readValue(mapOf(readValue(root, 'resource_registry')), 'resources'))?.entries ??
      []) {
      const name = nameOf(one)
      if (name === undefined || name.includes('*') || mapOf(one.value) === undefined || names.has(name))
        continue
      const [near] = nearNames(name, names, 1)
      const hint = near === undefined ? '' : `; did you mean "${near}"?`
      const message = `no template of this environment has a resource "${name}", and nothing below it is read${hint}`
      const repair = near === undefined ? removal(one) : { of: name, names: [near] }
      report('unread-key', one, message, { repair })
    }
  },
})
