import type { Document, Syntax } from '../document.ts'
import type { Node } from '../node.ts'
import { applyEdits } from '../text-edit.ts'
import { commentLines, printContext } from './context.ts'
import { editsBetween } from './edits.ts'
import { blockEntries, orphansIn, renderValue } from './render.ts'

/**
 * The text of a document whose tree has become `root`: the old text with edits where syntax
 * stays, a new text where JSON becomes YAML.
 */
export function printDocument(document: Document, root: Node, syntax: Syntax): string {
  if (syntax === 'yaml' && document.syntax === 'json') return generateYaml(document, root)
  return applyEdits(document.text, editsBetween(document, root))
}

/** Writes JSON data as YAML in block style: order, grouping and comments carry over. */
function generateYaml(document: Document, root: Node): string {
  const context = printContext(document, () => undefined)
  const { eol } = context.layout
  const lines: string[] = []
  const start = document.root?.range?.start ?? 0
  const end = document.root?.range?.end ?? document.text.length
  for (const comment of orphansIn(context, 0, start)) lines.push(...commentLines(context, comment))
  if (root.kind === 'map' && root.entries.length > 0) lines.push(blockEntries(context, root.entries, 0).text)
  else {
    const value = renderValue(context, root, { kind: 'root', indent: -1, at: 0 })
    lines.push(value.first + value.rest)
  }
  const rest = [...orphansIn(context, start, end), ...orphansIn(context, end, document.text.length)]
  for (const comment of rest) lines.push(...commentLines(context, comment))
  return lines.join(eol) + eol
}
