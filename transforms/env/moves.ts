/** What the transforms that move defaults report of those that stay, and of values. */
import type { Document } from '../../src/document/document.ts'
import { type Node, parsedNode, textRange } from '../../src/document/node.ts'
import type { PackageContext } from '../../src/engine/package-transform.ts'
import type { DefaultMove } from '../../src/refactor/move-defaults.ts'
import type { Declaration } from '../../src/workspace/values.ts'

export function reportStaying(
  context: PackageContext,
  path: string,
  { name, entry }: Declaration,
  move: Extract<DefaultMove, { kind: 'assigned' | 'kept' }>,
): void {
  if (move.kind === 'assigned') {
    context.report('default-assigned', path, entry, `the default of "${name}" stays: ${move.why}`)
    return
  }
  const { blocker } = move
  const at = blocker.path === path ? (blocker.at ?? entry) : entry
  context.report('default-kept', path, at, `the default of "${name}" stays: ${blocker.why}`)
}

/** Longer values are cut short in messages. */
const longest = 60

/** A value as a message names it: its own text on one line, and never one that its parameter hides. */
export function valueText(document: Document, node: Node, secrecy: 'hidden' | 'open'): string {
  if (secrecy === 'hidden') return 'a hidden value'
  const range = textRange(parsedNode(node))
  const text = range === undefined ? 'another value' : document.text.slice(range.start, range.end)
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line === '' ? "''" : line
  return shown.length > longest ? `${shown.slice(0, longest - 3)}...` : shown
}
