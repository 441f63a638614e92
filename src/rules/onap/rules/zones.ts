/** Names of the parameters that availability zones are taken from. */

import { freeIndex } from '../naming/free-index.ts'
import { namingRule } from '../naming/parameter-names.ts'
import { makeName, matchName } from '../naming/pattern.ts'
import { byHand, here, type Report } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { Numbered } from './name-rule.ts'
import { alsoIn, renamedTo } from './parameter-renaming.ts'

/** Availability zones may have another name inside of nested files (R-256790). */
export function checkZones(vnf: Vnf, template: VnfTemplate, numbered: Numbered[], report: Report): void {
  const rule = namingRule('server-zone', {})
  if (rule === undefined || template.role === 'nested' || template.role === 'volume') return
  const {
    naming: requirement,
    patterns: [pattern = ''],
  } = rule
  const taken = new Set(template.parameters.keys())
  for (const [name, feeds] of vnf.feeds(template)) {
    const feed = feeds.find(({ slot }) => slot.name === 'server-zone')
    if (feed === undefined) continue
    if (matchName(pattern, name) !== undefined) {
      numbered.push({ requirement, name })
      continue
    }
    const parameter = template.parameters.get(name)
    const isOnlyZone = feeds.every(({ slot }) => slot.name === 'server-zone')
    const wanted = parameter === undefined || !isOnlyZone ? undefined : freeZone(pattern, taken)
    if (wanted !== undefined) taken.add(wanted)
    report({
      requirement,
      path: template.path,
      at: parameter?.entry ?? feed.slot.value,
      message: `parameter "${name}" sets the availability_zone of "${feed.slot.resource.id}"; ONAP requires the name ${pattern}${here(wanted)}`,
      remedy:
        wanted === undefined ? byHand(`Choose its index, and rename it, ${alsoIn}.`) : renamedTo(wanted),
      subject: { kind: 'parameter', name, ...(wanted === undefined ? {} : { wanted }) },
    })
  }
}

/** The zones of a module count from 0; those that are right already are preserved. */
function freeZone(pattern: string, taken: ReadonlySet<string>): string {
  const name = (index: number) => makeName(pattern, { index }) ?? ''
  return name(freeIndex((index) => taken.has(name(index))))
}
