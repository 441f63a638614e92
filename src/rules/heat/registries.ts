/**
 * What clients cannot read in the registry of an environment, and what Heat fails over or passes over
 * (heatclient/common/template_utils.py: resolve_environment_urls; heat/engine/environment.py: ResourceRegistry).
 */

import { environmentSections } from '../../heat/candidate.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { leadsElsewhere, type RegistryMapping, registryMappings } from '../../stack/registry.ts'
import { absence, directoryOf } from '../../stack/source-file.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { join } from '../../text/document/paths.ts'
import { isNull, listOf, mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { Report } from '../scope.ts'
import type { StackView } from '../stack-view.ts'

export const registryRule = 'heat/engine/environment.py: ResourceRegistry'
const clientRule = 'heatclient/common/template_utils.py: resolve_environment_urls'

export const registries = rule({
  codes: {},
  source: registryRule,
  asks: 'stack',
  find(view, report) {
    const entries = entriesRead(mapOf(readValue(view.root, 'resource_registry')))
    for (const one of entries) if (!isOfNames(one)) checkEntry(one, report)
    for (const one of entries.filter(isOfNames)) checkNames(one, report)
    for (const one of registryMappings(view.path, view.root)) checkTarget(one, view, report)
  },
})

/** Whether an entry of a registry holds what counts for single resources. */
function isOfNames(one: Entry): boolean {
  return nameOf(one) === 'resources'
}

/** Clients ask each resource for its `base_url`, and look for files only there and at the top. */
function checkNames(one: Entry, report: Report): void {
  const resources = mapOf(one.value)
  const what = 'is not a mapping, over which clients fail'
  if (resources === undefined) report('not-a-mapping', one, `resources ${what}`, { source: clientRule })
  for (const resource of entriesRead(resources)) {
    const own = mapOf(resource.value)
    if (own === undefined)
      report('not-a-mapping', resource, `"${nameOf(resource)}" below resources ${what}`, {
        source: clientRule,
      })
    for (const inner of entriesRead(own)) checkEntry(inner, report)
  }
}

/** What is given a name, or a key of the registry itself. */
function checkEntry(one: Entry, report: Report): void {
  const name = nameOf(one)
  if (name === undefined) return
  if (environmentSections.includes(name))
    report('unread-key', one, `${name} is a section of its own; below resource_registry nothing reads it`)
  else if (isNull(one.value)) {
    if (name === 'base_url') return
    const what = `${name} leads to nothing, over which clients fail`
    report('bad-value', one, `${what}; write the name of a type or template`, { source: clientRule })
  } else if (isNoName(name, one.value))
    report('bad-value', one, `${name} does not lead to the name of a type or template`)
}

/** What is to be chosen out of a list of names is said elsewhere, and so is what hooks and restricted actions take. */
function isNoName(name: string, value: Node): boolean {
  if (name === 'hooks' || name === 'restricted_actions') return false
  const items = listOf(value)?.items
  if (items !== undefined) return !items.some((item) => stringOf(item) !== undefined)
  return scalarOf(value) !== undefined && stringOf(value) === undefined
}

function checkTarget(
  { entry, form, isList, targets: [only] }: RegistryMapping,
  { path, hasFile, absentBelow }: StackView,
  report: Report,
): void {
  if (isList || only === undefined) return
  const { node, target, base, path: template } = only
  if (form === 'wildcard' && template !== undefined)
    report('unread-key', entry, `a name with * stands for no template: Heat passes over it`)
  const isType = target.includes('::') || leadsElsewhere(target) || base !== undefined
  const file = template ?? (isType ? undefined : join(directoryOf(path), target))
  const absent = file === undefined ? undefined : absence(target, hasFile(file), 'environment')
  const below = template === undefined || absent !== undefined ? undefined : absentBelow(template)
  // The client reads what it names, whether or not a resource is of the type.
  if (below !== undefined)
    report('missing-file', node, below.message, { source: clientRule, related: below.related })
  if (absent === undefined) return
  const why = template === undefined ? '; clients take a name without :: for that of a file' : ''
  report('missing-file', node, `${absent}${why}`, {
    source: template === undefined ? clientRule : registryRule,
  })
}
