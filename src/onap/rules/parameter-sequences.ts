/** Indexes at the end of names: from 0, and without gaps. */
import type { RequirementId } from '../requirement.ts'
import { byHand, type Report } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'

/** A name that follows its pattern. */
export interface Numbered {
  readonly requirement: RequirementId
  readonly name: string
}

/**
 * Reports the first parameter behind each gap. All declared parameters of a name count, because the
 * index tells members of a VNF apart and not uses of one property.
 */
export function checkSequence(template: VnfTemplate, numbered: readonly Numbered[], report: Report): void {
  const stems = new Map<string, RequirementId>()
  for (const { requirement, name } of numbered) {
    const stem = /^(.*_)\d+$/.exec(name)?.[1]
    if (stem !== undefined && !stems.has(stem)) stems.set(stem, requirement)
  }
  if (stems.size === 0) return
  const indexes = new Map<string, { index: number; name: string }[]>()
  for (const name of template.parameters.keys()) {
    const [, stem, index] = /^(.*_)(\d+)$/.exec(name) ?? []
    if (stem === undefined || !stems.has(stem)) continue
    indexes.set(stem, [...(indexes.get(stem) ?? []), { index: Number(index), name }])
  }
  for (const [stem, found] of indexes) {
    const sorted = found.sort((a, b) => a.index - b.index)
    const at = sorted.findIndex(({ index }, position) => index > position)
    const first = sorted[at]
    const requirement = stems.get(stem)
    if (first === undefined || requirement === undefined) continue
    report({
      requirement,
      path: template.path,
      at: template.parameters.get(first.name)?.entry,
      message: `the index of "${first.name}" follows no "${stem}${at}": indexes begin at 0 and have no gaps`,
      remedy: byHand('Decide which parameter is missing, or number them anew.'),
      subject: { kind: 'parameter', name: first.name },
    })
  }
}
