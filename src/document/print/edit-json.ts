/** Edits JSON in its place: what a change does not touch keeps its bytes. */
import type { Document } from '../document.ts'
import { type Mapping, type Node, parsedEntry, parsedNode, placeOf, type Sequence } from '../node.ts'
import { nameOf } from '../read.ts'
import { applyEdits, type TextEdit } from '../text-edit.ts'

/**
 * The text of a JSON document whose tree has become `root`, as JSON. A list or mapping that gained or lost
 * parts is written on one line, with the text of those that stay.
 * @param root made from `document.root`, without aliases and tags
 */
export function editJson({ text, root: old }: Document, root: Node): string {
  const edits: TextEdit[] = []
  if (old !== undefined) compare(old, root, text, edits)
  return applyEdits(text, edits)
}

function compare(old: Node, next: Node, text: string, edits: TextEdit[]): void {
  if (next === old) return
  const sameShape = next.range === undefined && parsedNode(next) === old
  if (sameShape && old.kind === 'map' && next.kind === 'map' && entriesMatch(old, next)) {
    old.entries.forEach((one, index) => {
      const other = next.entries[index]
      if (other === undefined) return
      if (other.key !== one.key) replace(one.key, other.key, text, edits)
      compare(one.value, other.value, text, edits)
    })
  } else if (sameShape && old.kind === 'seq' && next.kind === 'seq' && itemsMatch(old, next)) {
    old.items.forEach((item, index) => {
      compare(item, next.items[index] as Node, text, edits)
    })
  } else replace(old, next, text, edits)
}

function entriesMatch(old: Mapping, next: Mapping): boolean {
  return (
    old.entries.length === next.entries.length &&
    old.entries.every((one, index) => {
      const other = next.entries[index]
      return other !== undefined && (other === one || parsedEntry(other) === one)
    })
  )
}

function itemsMatch(old: Sequence, next: Sequence): boolean {
  return (
    old.items.length === next.items.length &&
    old.items.every((item, index) => placeOf(next.items[index] as Node) === item)
  )
}

function replace(old: Node, next: Node, text: string, edits: TextEdit[]): void {
  if (old.range === undefined) throw new Error('only parsed text can be replaced')
  edits.push({ start: old.range.start, end: old.range.end, text: jsonText(next, text) })
}

/** A node as JSON: its own text where it was parsed and has not changed. */
function jsonText(node: Node, source: string): string {
  if (node.range !== undefined) return source.slice(node.range.start, node.range.end)
  switch (node.kind) {
    case 'alias':
      throw new Error('JSON has no aliases')
    case 'scalar':
      return node.type === 'str' ? JSON.stringify(node.value) : String(node.value)
    case 'seq':
      return `[${node.items.map((item) => jsonText(item, source)).join(', ')}]`
    case 'map': {
      const entries = node.entries.map(
        (one) => `${JSON.stringify(nameOf(one) ?? '')}: ${jsonText(one.value, source)}`,
      )
      return `{${entries.join(', ')}}`
    }
  }
}
