/** The files that a client reads before it sends a template (python-heatclient, template_utils.py: `get_file_contents`). */

import { isTemplateReference } from '../../heat/resource-types.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { nameOf, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { reportAbsent } from '../scope.ts'

/**
 * Reports files that are not there, wherever a client looks for them: below every key `get_file` and `type`, also in data
 * and in definitions that Heat never makes a resource of.
 */
export const absentFiles = rule({
  codes: {},
  source: 'heatclient/common/template_utils.py: resolve_template_get_files',
  asks: 'template',
  extent: 'parts',
  find({ root, beside }, report) {
    for (const { name, at } of clientFiles(root)) {
      reportAbsent(name, at, { beside, report })
    }
  },
})

/** The names of the files that a client reads for a template. */
export function* clientFiles(node: Node): Iterable<{ readonly name: string; readonly at: Node }> {
  if (node.kind === 'seq') for (const item of node.items) if (item.kind !== 'scalar') yield* clientFiles(item)
  if (node.kind !== 'map') return
  for (const one of node.entries) {
    if (one.value.kind !== 'scalar') yield* clientFiles(one.value)
    const name = fileNamed(one)
    if (name !== undefined) yield { name, at: one.value }
  }
}

function fileNamed(one: Entry): string | undefined {
  const key = nameOf(one)
  const value = key === 'get_file' || key === 'type' ? stringOf(one.value) : undefined
  return key === 'type' && value !== undefined && !isTemplateReference(value) ? undefined : value
}
