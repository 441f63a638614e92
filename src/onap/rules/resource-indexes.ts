/** R-11690: indexes in resource IDs begin at 0 and have no gaps, over all files of a VNF. */
import { byHand, type Report, type RuleFamily } from '../rule.ts'
import type { Resource } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const resourceIndexRules: RuleFamily = {
  requirements: ['R-11690'],
  find(vnf, report) {
    for (const members of sequences(vnf).values()) {
      const sorted = [...members].sort(([a], [b]) => a - b)
      const at = sorted.findIndex(([index], position) => index > position)
      const [index, resource] = sorted[at] ?? []
      if (index !== undefined && resource !== undefined) reportGap(at, index, resource, report)
    }
  },
}

/** The first resource of each index, by what stands before the index, in any case. */
function sequences({ templates }: Vnf): ReadonlyMap<string, ReadonlyMap<number, Resource>> {
  const found = new Map<string, Map<number, Resource>>()
  for (const resource of templates.flatMap(({ resources }) => resources)) {
    const [, stem, index] = /^(.*_)(\d+)$/.exec(resource.id) ?? []
    if (stem === undefined || resource.isMember) continue
    const members = found.get(stem.toLowerCase()) ?? new Map<number, Resource>()
    if (!members.has(Number(index))) members.set(Number(index), resource)
    found.set(stem.toLowerCase(), members)
  }
  return found
}

function reportGap(wanted: number, index: number, { template, id, entry }: Resource, report: Report): void {
  report({
    requirement: 'R-11690',
    path: template.path,
    at: entry,
    message: `the index ${index} of "${id}" follows no ${wanted} in the VNF: indexes begin at 0 and have no gaps`,
    remedy: byHand(
      'Decide which is missing, or number them anew; existing stacks would replace what is renamed.',
    ),
    subject: { kind: 'resource', id },
  })
}
