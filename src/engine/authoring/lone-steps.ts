/** Functions in their short form, `!Join`: another step of the chain writes them in the long one, which all others read. */

import { longName } from '../../heat/calls.ts'
import { callsWithin, marks } from '../../heat/calls-within.ts'
import { isCfn, type Template } from '../../heat/template.ts'
import { someNode } from '../../heat/walk.ts'
import type { Node } from '../../text/document/node.ts'
import { hasLocalTag } from '../../text/document/read.ts'
import type { TemplateContext } from './transform.ts'

/** Whether a template may have functions in their short form: false by a quick look only. */
export function mayMeetShortForm({ root, kind }: Template): boolean {
  return isCfn(kind) && (callsWithin(root) & marks.tag) !== 0
}

/**
 * Reports the first of some functions in its short form, which only a step that runs without the others meets: what it
 * does not read is not left without a word.
 * @returns whether there is one
 */
export function reportsShortForm(
  names: readonly string[],
  template: Template,
  context: TemplateContext,
): boolean {
  const short = mayMeetShortForm(template) ? shortForm(names, template.root) : undefined
  if (short === undefined) return false
  const message = `${short.tag} is in its short form, which only cfn/expand-short-tags reads`
  const help =
    'Run hotshift migrate, which takes all steps together, or name cfn/expand-short-tags with -t before this one.'
  context.report('lone-step', short, message, help)
  return true
}

function shortForm(names: readonly string[], root: Node): Node | undefined {
  let found: Node | undefined
  someNode(root, (node) => {
    const isShort = hasLocalTag(node) && names.includes(longName(node.tag ?? ''))
    if (isShort) found = node
    return isShort
  })
  return found
}
