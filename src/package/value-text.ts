import type { Document } from '../document/document.ts'
import { type Node, parsedNode } from '../document/node.ts'

/** Longer values are cut short in messages. */
const longest = 60

/** A value as a message names it: its own text on one line, and never one that its parameter hides. */
export function valueText(document: Document, node: Node, secrecy: 'hidden' | 'open'): string {
  if (secrecy === 'hidden') return 'a hidden value'
  const range = parsedNode(node)?.range
  const text = range === undefined ? 'another value' : document.text.slice(range.start, range.end)
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line === '' ? "''" : line
  return shown.length > longest ? `${shown.slice(0, longest - 3)}...` : shown
}
