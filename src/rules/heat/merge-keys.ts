/** What merge keys (`<<`) merge. */

import { callsWithin, marks } from '../../heat/calls-within.ts'
import { isMerge } from '../../heat/merge-keys.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { listOf, mapOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { Report } from '../scope.ts'

/** Only mappings, and lists of them, can be merged. */
export const mergeKeys = rule({
  codes: {},
  source: 'PyYAML: SafeConstructor.flatten_mapping',
  asks: 'template',
  stage: 'structure',
  find: ({ written }, report) => checkMerges(written, report),
})

function checkMerges(node: Node, report: Report): void {
  if (node.kind === 'scalar' || node.kind === 'alias' || (callsWithin(node) & marks.merge) === 0) return
  if (node.kind === 'seq') for (const item of node.items) checkMerges(item, report)
  else
    for (const one of node.entries) {
      if (isMerge(one)) checkMerged(one, report)
      checkMerges(one.value, report)
    }
}

function checkMerged(one: Entry, report: Report): void {
  const wrong = (listOf(one.value)?.items ?? [one.value]).find((item) => mapOf(item) === undefined)
  if (wrong === undefined) return
  const message = 'a merge key takes a mapping, or a list of mappings; Heat cannot read the file'
  report('bad-value', wrong, message)
}
