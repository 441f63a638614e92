/** The sections of a template and their parts, and what can be folded. */
import {
  childEnd,
  childStart,
  childValue,
  type Entry,
  type Mapping,
  type Node,
  type Range,
  textRange,
} from '../../text/document/node.ts'
import { mapOf, nameOf, stringOf, valueOf } from '../../text/document/read.ts'
import { findAt } from './paths.ts'
import { PUT_IN } from './tolerant.ts'

export interface Symbol {
  readonly name: string
  /** The type of a resource or a parameter. */
  readonly detail: string | undefined
  /** The section that it is, or that it is part of. */
  readonly section: string
  readonly isSection: boolean
  readonly range: Range
  readonly nameRange: Range
  readonly children: readonly Symbol[]
}

/** So many entries of a mapping are listed, and so many ranges fold: nobody looks through more. */
const mostListed = 5000

/** The sections, with the parts of those that have some. */
export function outlineOf(root: Mapping): readonly Symbol[] {
  return root.entries.slice(0, mostListed).flatMap((entry) => {
    const name = nameOf(entry) ?? ''
    const parts = mapOf(entry.value)?.entries.slice(0, mostListed) ?? []
    return symbolOf(entry, {
      section: name,
      isSection: true,
      children: parts.flatMap((part) => symbolOf(part, { section: name, isSection: false, children: [] })),
    })
  })
}

function symbolOf(entry: Entry, rest: Pick<Symbol, 'section' | 'isSection' | 'children'>): readonly Symbol[] {
  const [name, nameRange] = [nameOf(entry)?.replace(PUT_IN, ''), textRange(entry.key)]
  if (name === undefined || name === '' || nameRange === undefined) return []
  const range = { start: childStart(entry), end: Math.max(childEnd(entry), nameRange.end) }
  const value = mapOf(entry.value)
  const detail = rest.isSection ? undefined : stringOf(valueOf(value, 'type') ?? valueOf(value, 'Type'))
  return [{ name, detail, nameRange, range, ...rest }]
}

/** Ranges of mappings and lists that go over several lines, the key that they stand under included; the outer ones first. */
export function foldsOf(root: Mapping, text: string): readonly Range[] {
  const found: Range[] = []
  const visit = (node: Node): void => {
    if (found.length >= mostListed) return
    if (node.kind === 'map')
      for (const entry of node.entries) {
        const range = { start: childStart(entry), end: childEnd(entry) }
        if (entry.value.kind !== 'alias' && text.slice(range.start, range.end).trimEnd().includes('\n'))
          found.push(range)
        visit(entry.value)
      }
    if (node.kind === 'seq')
      for (const item of node.items) {
        const range = { start: childStart(item), end: childEnd(item) }
        if (item.kind === 'map' && text.slice(range.start, range.end).trimEnd().includes('\n'))
          found.push(range)
        visit(item)
      }
  }
  visit(root)
  return found
}

/** What holds an offset: the key or value, its entry, the mapping of that, and so on; the innermost first. */
export function rangesAround(root: Mapping, offset: number): readonly Range[] {
  const { steps, node } = findAt(root, offset)
  const found: (Range | undefined)[] = [textRange(root)]
  let at: Node = root
  for (const step of steps) {
    const child = step.kind === 'entry' ? step.entry : at.kind === 'seq' ? at.items[step.index] : undefined
    if (child === undefined) break
    at = childValue(child)
    found.push({ start: childStart(child), end: childEnd(child) })
    if (childStart(at) <= offset) found.push(textRange(at))
  }
  found.push(textRange(node))
  const known = found.flatMap((one) => (one === undefined || one.end < offset ? [] : [one]))
  return known
    .filter(({ start, end }, index) => start !== known[index - 1]?.start || end !== known[index - 1]?.end)
    .reverse()
}
