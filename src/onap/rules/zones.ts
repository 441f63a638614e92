/** Names of the parameters that availability zones are taken from. */

import { freeIndex } from '../naming/free-index.ts'
import { matchName } from '../naming/pattern.ts'
import { byHand, type Report, repairedBy } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { Numbered } from './name-rule.ts'
import { parameterRenaming } from './parameter-renaming.ts'

/** Availability zones may have another name inside of nested files (R-256790). */
export function checkZones(vnf: Vnf, template: VnfTemplate, numbered: Numbered[], report: Report): void {
  if (template.role === 'nested' || template.role === 'volume') return
  const taken = new Set(template.parameters.keys())
  for (const [name, feeds] of vnf.feeds(template)) {
    const feed = feeds.find(({ slot }) => slot.name === 'server-zone')
    if (feed === undefined) continue
    if (matchName('availability_zone_{index}', name) !== undefined) {
      numbered.push({ requirement: 'R-98450', name })
      continue
    }
    const parameter = template.parameters.get(name)
    const isOnlyZone = feeds.every(({ slot }) => slot.name === 'server-zone')
    const wanted = parameter === undefined || !isOnlyZone ? undefined : freeZone(taken)
    if (wanted !== undefined) taken.add(wanted)
    report({
      requirement: 'R-98450',
      path: template.path,
      at: parameter?.entry ?? feed.slot.value,
      message: `the parameter "${name}" is availability_zone of "${feed.slot.resource.id}" and must be called availability_zone_{index}`,
      remedy:
        wanted === undefined
          ? byHand('Choose its index, and rename it wherever the package names it.')
          : repairedBy(parameterRenaming, `renames it to "${wanted}" wherever the package names it`),
      subject: { kind: 'parameter', name, ...(wanted === undefined ? {} : { wanted }) },
    })
  }
}

/** The zones of a module count from 0; those that are right already stay. */
function freeZone(taken: ReadonlySet<string>): string {
  const name = (index: number) => `availability_zone_${index}`
  return name(freeIndex((index) => taken.has(name(index))))
}
