/** What an environment gives otherwise than one that is named before it (heat/common/environment_util.py: merge_environments). */

import { sameData } from '../document/data.ts'
import type { Entry, Mapping } from '../document/node.ts'
import { mapOf, nameOf } from '../document/read.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { type RegistryMapping, registryMappings } from '../workspace/registry.ts'
import { valueSections } from '../workspace/values.ts'
import type { AroundEnvironment } from './environment-values.ts'
import type { Report } from './scope.ts'

const source = 'heat/common/environment_util.py: merge_environments'

type Earlier = AroundEnvironment['earlier'][number]

export function checkLater(root: Mapping, { path, earlier }: AroundEnvironment, report: Report): void {
  // With strategies values may be merged instead.
  const areMerged = [root, ...earlier.map((one) => one.root)].some(
    (one) => readValue(one, 'parameter_merge_strategies') !== undefined,
  )
  if (earlier.length === 0) return
  for (const section of areMerged ? [] : valueSections)
    for (const one of entriesOf(root, section)) checkValue(one, section, earlier, report)
  for (const one of registryMappings(path, root)) checkMapping(one, earlier, report)
}

function entriesOf(root: Mapping, section: string): readonly Entry[] {
  return entriesRead(mapOf(readValue(root, section)))
}

function checkValue(one: Entry, section: string, earlier: readonly Earlier[], report: Report): void {
  const name = nameOf(one)
  for (const other of earlier.toReversed()) {
    const before = entriesOf(other.root, section).find((each) => nameOf(each) === name)
    if (before === undefined) continue
    if (!sameData(before.value, one.value)) said(one, `"${name}" has another value in`, other, before, report)
    return
  }
}

function checkMapping(one: RegistryMapping, earlier: readonly Earlier[], report: Report): void {
  for (const other of earlier.toReversed()) {
    const before = registryMappings(other.path, other.root).find(
      ({ name, resource }) => name === one.name && resource === one.resource,
    )
    if (before === undefined) continue
    const [own, old] = [one, before].map(({ targets: [first] }) => first && (first.path ?? first.target))
    if (own !== old)
      said(one.entry, `${one.name} is mapped to something else in`, other, before.entry, report)
    return
  }
}

function said(one: Entry, what: string, { path, locate }: Earlier, before: Entry, report: Report): void {
  report('later-environment', one, `${what} ${path}, which is named before; this one counts`, {
    source,
    related: locate(before, 'this does not count'),
  })
}
